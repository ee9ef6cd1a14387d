package dealers

import (
	"slices"
	"strings"

	kit "deaddrop/parser/order"
)

// A standingReader reads standing orders, and answers to questions within an assault, in winter and in the draft.
type standingReader struct{ *author }

// defence returns the defence in a match.
func (a standingReader) defence(m *kit.Match, c *kit.Context) (d defence, notes kit.Outcome) {
	d.at = nowhere
	list, notes := a.plays(m, m.All("i"), c, Defence)
	if failed(notes) {
		return d, notes
	}
	for i := range list {
		list[i].value = Defence // other values don't help
		if list[i].use {
			list[i].value = Attack
		}
	}
	d.plays, d.area, d.hand = list, m.Has("ar") || m.Has("ev"), m.Has("hd") || m.Has("ev")
	d.all, d.anyway = m.Has("la"), m.Has("an")
	if m.Has("byw") {
		byw, _ := m.Get("byw")
		d.more = 1
		for _, n := range m.All("n") {
			if n.From >= byw.From {
				d.more = counted(c, n)
			}
		}
		if d.more > maxLines {
			return d, refusal("By how much do you want to beat the attack? For example: DEFEND ANY: HAND BY 1.")
		}
	}
	if d.isNothing() {
		d.more, d.all, d.anyway = 0, false, false
	}
	return d, notes
}

// isNothing reports whether no card is played in a defence.
func (d defence) isNothing() bool { return len(d.plays) == 0 && !d.area && !d.hand }

// defends reads where, against whom and with which cards the author defends.
func (a standingReader) defends(m *kit.Match, c *kit.Context) kit.Outcome {
	if a.kind == "more" {
		return refusal("This is the rest of your turn. You can send standing orders when it is over.")
	}
	at, bad := a.place(m, "w", c)
	if failed(bad) {
		return bad
	}
	if m.Has("th") { // "there" refers to the place of the line before
		last, err := parseSheet(a.b, a.m, c.Last.Line)
		if err != nil || len(last.rules.defend) == 0 {
			return question("Where is that? For example: DEFEND %s: HAND.", a.m.Name(0))
		}
		at = last.rules.defend[0].at
	}
	against, bad := a.rival(m, all(m))
	if failed(bad) {
		return bad
	}
	d, out := a.defence(m, c)
	if failed(out) {
		return out
	}
	if d.isNothing() && !m.Has("nt") && !m.Has("none") {
		out := question("With which cards? For example: DEFEND %s: READY, HAND.", a.m.anywhere(at))
		if m.Has("an") { // such as "Hold Milan at all costs"
			all := defence{at: at, against: against, area: true, hand: true, anyway: true}
			out.Suggest = standing{defend: []defence{all}}.lines(a.m)
		}
		return out
	}
	d.at, d.against = at, against
	if nt, _ := m.Get("nt"); nt.Class == "nodef" { // such as "I won't defend Milan"
		return kit.Outcome{Ask: "Do you want no defence there?", Suggest: standing{defend: []defence{d}}.lines(a.m)}
	}
	line := standing{defend: []defence{d}}.lines(a.m)[0]
	if m.Has("none") {
		out.Drop = []string{ruleKey(line)}
		return out
	}
	out.Orders = []kit.Order{a.order(ruleKey(line), line, m, c)}
	return out
}

// defendsToo reads a defence without the word for it: below a heading, or after another one.
func (a standingReader) defendsToo(m *kit.Match, c *kit.Context) kit.Outcome {
	at, bad := a.place(m, "w", c)
	own := !failed(bad) && at != nowhere && a.owner(at) == a.Seat
	if own || a.heading == "DEFENDS" || strings.HasPrefix(c.Last.Key, "DEFEND ") {
		return a.defends(m, c)
	}
	return kit.Outcome{Talk: true}
}

// takenBack takes all defences off file.
func (a standingReader) takenBack(_ *kit.Match, c *kit.Context) (out kit.Outcome) {
	for _, k := range c.Sheet.Keys() {
		if strings.HasPrefix(k, "DEFEND ") {
			out.Drop = append(out.Drop, k)
		}
	}
	return out
}

// winters reads which hand cards are discarded in winter.
func (a standingReader) winters(m *kit.Match, c *kit.Context) kit.Outcome {
	if a.kind == "more" {
		return refusal("This is the rest of your turn. You can send standing orders when it is over.")
	}
	if m.Has("none") {
		return kit.Outcome{Drop: []string{"WINTER"}}
	}
	x, out := a.tidied(m, c)
	if failed(out) {
		return out
	}
	if a.goesOnTidying(c, "WINTER", "WINTER ", m) {
		return kit.Outcome{Blank: true}
	}
	if len(x.cards) > 0 {
		out.Note = "WINTER " + x.words() + " holds for each winter until you change it; WINTER NONE takes it back."
	}
	out.Orders = []kit.Order{a.order("WINTER", "WINTER "+x.words(), m, c)}
	return out
}

// tidies reads which hand cards are discarded, as an answer in winter or below a heading.
func (a standingReader) tidies(m *kit.Match, c *kit.Context) kit.Outcome {
	if a.kind != "winter" {
		return a.winters(m, c)
	}
	x, out := a.tidied(m, c)
	if failed(out) {
		return out
	}
	if m.Has("rest") && !m.Has("kp") && c.Given[answerKey] == "" { // such as "... ; the others may go"
		return question("Which cards do you keep?")
	}
	if a.goesOnTidying(c, answerKey, "", m) || a.completes(c.Given[answerKey], x, a.Hand) {
		return kit.Outcome{Blank: true}
	}
	out.Orders = []kit.Order{a.order(answerKey, x.words(), m, c)}
	return out
}

// completes reports whether a line names the cards to discard or to keep, so that x can be the rest of the hand.
func (a standingReader) completes(line string, x tidy, hand []string) bool {
	was, err := parseTidy(a.b, line)
	if line == "" || err != nil || was.keep == x.keep {
		return false
	}
	if len(was.cards) == 0 || len(x.cards) == 0 {
		return false
	}
	all, hand := slices.Concat(was.cards, x.cards), eachName(hand, plain)
	slices.Sort(all)
	slices.Sort(hand)
	return slices.Equal(all, hand)
}

// goesOnTidying reports whether a match only says what happens to the rest of the cards, after a line that names
// some.
func (a standingReader) goesOnTidying(c *kit.Context, key, before string, m *kit.Match) bool {
	was, err := parseTidy(a.b, strings.TrimPrefix(c.Given[key], before))
	if c.Given[key] == "" || err != nil {
		return false
	}
	return m.Has("rest") && len(was.cards) > 0
}

// stops reads when the queue stops.
func (a standingReader) stops(m *kit.Match, c *kit.Context) (out kit.Outcome) {
	at, bad := a.places(m.All("w"), c)
	if failed(bad) {
		return bad
	}
	if a.kind == "more" {
		return refusal("This is the rest of your turn. You can send standing orders when it is over.")
	}
	if len(at) == 0 && m.Has("none") {
		for _, k := range c.Sheet.Keys() {
			if strings.HasPrefix(k, "STOP ") {
				out.Drop = append(out.Drop, k)
			}
		}
		return out
	}
	if len(at) == 0 {
		at = []Area{nowhere}
	}
	for _, x := range at {
		line := standing{stop: []halt{{x}}}.lines(a.m)[0]
		if m.Has("none") {
			out.Drop = append(out.Drop, line)
			continue
		}
		out.Orders = append(out.Orders, a.order(line, line, m, c))
	}
	return out
}

// answerKey is the key of the one line that answers a question.
const answerKey = "ANSWER"

// answers reads which cards are played in a defence. Several lines are added up, unless one of them says NOTHING.
func (a standingReader) answers(m *kit.Match, c *kit.Context) kit.Outcome {
	d, out := a.defence(m, c)
	if failed(out) {
		return out
	}
	d.anyway = (d.anyway || a.resolute) && !d.isNothing()
	before := c.Given[answerKey]
	if m.Has("so") { // "If it is not enough I play nothing" is the default
		return kit.Outcome{Blank: true}
	}
	was, err := parseDefence(a.b, a.m, before)
	goesOn := before != "" && err == nil && !c.Fixes
	if goesOn && !was.isNothing() && !m.Has("nt") {
		if len(d.plays) > 1 && was.words() == d.words() { // the same defence once more
			return kit.Outcome{Blank: true}
		}
		d = was.and(d)
		out.Adds = true
	} else if d.isNothing() && !m.Has("nt") {
		return question("%s", "Which cards? For example: DEFEND ANY: Veteran, Tutor, USE Fort, READY, HAND; or "+
			"DEFEND ANY: NOTHING.")
	}
	out.Orders = []kit.Order{a.order(answerKey, d.words(), m, c)}
	return out
}

// anyway reads, in words of their own, that the cards of a defence are played even if they are not enough, or by how
// much they are to exceed the attack: "By 1." In front of the defence the former is remembered.
func (a standingReader) anyway(m *kit.Match, c *kit.Context) kit.Outcome {
	n, exceeds := m.Get("n")
	amended := func(d defence) defence {
		if exceeds {
			d.more = counted(c, n)
		} else {
			d.anyway = true
		}
		return d
	}
	if a.kind == "defence" {
		d, err := parseDefence(a.b, a.m, c.Given[answerKey])
		isNone := err != nil || d.isNothing()
		switch {
		case isNone && exceeds:
			return question("Which cards should exceed the attack? Write them in front: Recruit BY 1.")
		case isNone:
			a.resolute = true
			return kit.Outcome{Blank: true}
		}
		return kit.Outcome{Adds: true, Orders: []kit.Order{{Key: answerKey, Line: amended(d).words()}}}
	}
	last, err := parseSheet(a.b, a.m, c.Last.Line)
	if err != nil || len(last.rules.defend) != 1 || c.Given[c.Last.Key] != c.Last.Line {
		return kit.Outcome{Told: true}
	}
	d := last.rules.defend[0]
	if !d.isNothing() {
		d = amended(d)
	}
	line := standing{defend: []defence{d}}.lines(a.m)[0]
	return kit.Outcome{Adds: true, Orders: []kit.Order{{Key: c.Last.Key, Line: line}}}
}

// and returns a defence extended by another one.
func (d defence) and(x defence) defence {
	d.plays = append(slices.Clone(d.plays), x.plays...)
	d.area, d.hand = d.area || x.area, d.hand || x.hand
	d.all, d.anyway = d.all || x.all, d.anyway || x.anyway
	d.more = max(d.more, x.more)
	return d
}

// lastStep reads what is played in the last step of an assault.
func (a standingReader) lastStep(m *kit.Match, c *kit.Context) kit.Outcome {
	b := battle{at: nowhere, from: nowhere, said: true}
	var out kit.Outcome
	if m.Has("hd") {
		b.final = a.strongest()
	} else if out = a.cardsFor(&b, m, c); failed(out) {
		return out
	}
	before := c.Given[answerKey]
	was, err := parseFinal(a.b, a.m, before)
	goesOn := before != "" && err == nil && !c.Fixes
	if goesOn && len(was.final) > 0 && len(b.final) > 0 {
		if len(b.final) > 1 && was.finalWords() == b.finalWords() {
			return kit.Outcome{Blank: true}
		}
		b.final, b.all, out.Adds = slices.Concat(was.final, b.final), was.all || b.all, true
	}
	out.Orders = []kit.Order{a.order(answerKey, b.finalWords(), m, c)}
	return out
}

// strongest returns plays of all hand cards that can attack, the strongest first.
func (a standingReader) strongest() []play {
	var out []play
	for _, n := range a.Hand {
		if a.b.card(n).Values[Attack] > 0 {
			out = append(out, play{card: plain(n), value: Attack})
		}
	}
	slices.SortStableFunc(out, func(x, y play) int {
		return a.b.card(y.card).Values[Attack] - a.b.card(x.card).Values[Attack]
	})
	return out
}

// takes reads leaders and cities for the draft, to be added to those named before.
func (a standingReader) takes(m *kit.Match, c *kit.Context) (out kit.Outcome) {
	var list []string
	was, err := parseDraft(a.b, a.m, c.Given[answerKey])
	if c.Given[answerKey] != "" && err == nil && !c.Fixes {
		list = slices.Clone(was)
	}
	first, behind := m.Get("gone")
	behind = behind && first.From == m.From && len(list) == 0
	for _, b := range m.All("d") {
		if b.Class == "card" && len(b.Vals) > 1 { // "Leader: Norris" names no card
			continue
		}
		name := a.wished(b)
		switch {
		case !slices.Contains(a.b.draftNames(a.m), name):
			why := name + " is neither a leader nor a start city."
			if example := a.Wish(); example != "" {
				why += " For example: TAKE " + example + "."
			}
			out.Refused = append(out.Refused, why)
		case !slices.Contains(list, name):
			list = append(list, name)
		}
	}
	if b, ok := m.Get("gn"); ok && !a.isLastWish(a.wished(b), a.wishedBefore(m, b, list)) {
		return question(whichFirst+" Write one list with all of them, the best first: TAKE %s.", a.Wish())
	}
	if behind && len(list) > 0 {
		return kit.Outcome{Ask: loneAlternative, Suggest: []string{draftWords(list)}}
	}
	if len(list) > 0 {
		out.Adds, out.Orders = true, []kit.Order{a.order(answerKey, draftWords(list), m, c)}
	}
	return out.OrRefusal()
}

// wished returns the name that a list for the draft has.
func (a standingReader) wished(b kit.Bind) string {
	switch i := b.Vals[0]; b.Class {
	case "fac", "loc":
		return a.named(b)
	case "place":
		return a.m.Name(Area(i))
	default:
		return a.b.Cards[i].Name
	}
}

const whichFirst = "Which comes first?"

// wishedBefore returns the part of a list for the draft that stands before a name of a match.
func (a standingReader) wishedBefore(m *kit.Match, name kit.Bind, list []string) []string {
	behind := func(b kit.Bind) bool { return b.From > name.From && a.wished(b) != a.wished(name) }
	var out []string
	for _, n := range list {
		is := func(b kit.Bind) bool { return behind(b) && a.wished(b) == n }
		if !slices.ContainsFunc(m.All("d"), is) {
			out = append(out, n)
		}
	}
	return out
}

// isLastWish reports whether a name is in a list for the draft, and no other leader or city, as it is one, comes
// after it, so that what is wished for if it is gone can be the next entry.
func (a standingReader) isLastWish(name string, list []string) bool {
	isLeader := func(n string) bool {
		return slices.ContainsFunc(a.b.Factions, func(f Faction) bool { return f.Name == n })
	}
	i := slices.Index(list, name)
	return i >= 0 && !slices.ContainsFunc(list[i+1:], func(n string) bool { return isLeader(n) == isLeader(name) })
}

// byLots reads that the author has no preference.
func (a standingReader) byLots(m *kit.Match, c *kit.Context) kit.Outcome {
	return kit.Outcome{Orders: []kit.Order{a.order(answerKey, byLot, m, c)}}
}

// avoids asks for a list from someone who only says which they don't want: "Anybody but Norris."
func (a standingReader) avoids(m *kit.Match, _ *kit.Context) kit.Outcome {
	avoided := eachName(m.All("d"), a.wished)
	names := slices.DeleteFunc(slices.Concat(a.Draft.Factions, a.Draft.Cities), func(n string) bool {
		return slices.Contains(avoided, n)
	})
	out := question("Which would you like? Write them with TAKE, best first.")
	if len(names) > 0 {
		out.Suggest = []string{draftWords(names)}
	}
	return out
}
