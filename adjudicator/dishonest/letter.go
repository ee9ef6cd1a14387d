package dishonest

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
	"deaddrop/adjudicator/reading"
	"deaddrop/parser"
	kit "deaddrop/parser/order"
	"deaddrop/parser/strict"
)

// Read reads a player's letter. On a sheet, a letter amends the orders on file: a letter with the action of a turn
// starts a new queue from that turn on, unless the order is on one line with TURN and its number, which replaces that
// turn only; a battle, annexing, a card without an action, and OR without a turn before it are added to the orders on
// file for the turn. Each other line replaces the order for the same thing; everything else stays. A turn of which a
// part was not understood is not accepted. An answer to a question within a turn replaces the whole earlier answer.
func (v View) Read(kind, old, text string) adjudicator.Reading { return v.read(kind, old, text, false) }

// read is like Read. With again, the letter is read on trial, to see whether a suggestion would be accepted.
func (v *View) read(kind, old, text string, again bool) adjudicator.Reading {
	if v.player(v.Seat) == nil {
		return adjudicator.Reading{Answer: old}
	}
	text = parser.Plain(text)
	if !one(kind, "income", "turn", "standing") {
		return v.readAnswer(kind, old, text)
	}
	b := v.edition()
	before := strict.Must(parseSheet(b, kind, old))
	if kind != "income" {
		before.income = income{draw: unsaid}
	}
	if reading.SaysNone(text) {
		return v.readNone(kind, before, text)
	}
	a := v.author(kind, before)
	c := kit.Read(b.lexicon(), a, before.onFile(b), text)
	a.askOrders(c)
	now := a.settle(c)
	d := doubter{View: v, b: b, kind: kind, letter: c}
	d.doubts(now)
	parts := a.told(c, now)
	if !again {
		a.suggestSketch(c, parts, &now, text)
		a.possible(parts, now)
	}
	out := adjudicator.Reading{Answer: now.words(b), Parts: reading.Parts(parts), Missing: v.missing(kind, now),
		Form: v.form(kind, now)}
	if out.Answer == "" && old != "" {
		out.Answer = noOrders
	}
	out.Notes = kit.Unique(slices.Concat(c.Notes, d.notes))
	out.Anew, out.Beside = a.anew(c), []string{"defend", "secondary", "lose", "ties", "stop"}
	return out
}

// anew reports whether the letter replaces the writer's whole queue from the next turn on: it has the action of that
// turn, and does not just change it beside later ones. An income letter is about more.
func (a *author) anew(c *kit.Context) bool {
	if a.kind == "income" || a.alone[1] {
		return false
	}
	return a.begins(c, 1)
}

// begins reports whether the letter says a turn anew: it has an action of it, or a card that is not just added to the
// action on file.
func (a *author) begins(c *kit.Context, turn int) bool {
	if c.Given[partKey(turn, 1, actPart)] != "" {
		return true
	}
	card := c.Given[partKey(turn, 1, playPart)]
	if card == "" {
		return false
	}
	for key := range c.Given {
		if n, _, part, ok := partOf(key); ok && n == turn && part == actPart {
			return true
		}
	}
	x, err := parseSheet(a.b, "turn", bare(card))
	filed := a.filed(turn)
	return err != nil || a.isAction(x.turns[0][0].play) || len(filed) != 1 || filed[0].act.kind == actNone
}

// author returns an author for the view's player, who has a sheet on file.
func (v *View) author(kind string, before sheet) *author {
	return &author{View: v, b: v.edition(), kind: kind, old: before, turn: 1, last: max(1, len(before.turns)),
		alone: map[int]bool{}, none: map[int]bool{}}
}

// possible removes the suggestions that could not be accepted now. An alternative to nothing may be a turn of its
// own.
func (a *author) possible(parts []kit.Part, now sheet) {
	filed := now.words(a.b)
	for i := range parts {
		var can []string
		for _, line := range parts[i].Suggest {
			for _, text := range []string{line, strings.TrimPrefix(line, "OR ")} {
				r := a.read(a.kind, filed, text, true)
				if fine := len(r.Faults()) == 0 && r.Has(adjudicator.Filed); fine {
					if !slices.Contains(can, text) {
						can = append(can, text)
					}
					break
				}
			}
		}
		if p := &parts[i]; len(p.Suggest) > 0 {
			p.Suggest = can
		}
	}
}

// readNone reads a letter that takes everything off file.
func (v *View) readNone(kind string, before sheet, text string) adjudicator.Reading {
	now := sheet{income: income{draw: unsaid, none: true}}
	out := adjudicator.Reading{Answer: noOrders, Missing: v.missing(kind, now), Form: v.form(kind, now)}
	out.Parts = []adjudicator.Part{{Fate: adjudicator.Filed, Quote: strings.TrimSpace(text)}}
	if len(before.rules.lines(v.edition())) > 0 {
		out.Notes = []string{"Your standing orders are taken back as well."}
	}
	return out
}

// openers has the classes of words with which orders begin, and whether they are everyday words too.
var openers = map[string]bool{"tactics": false, "mobilize": false, "garrison": false, "annex": false, "defend": false,
	"secondary": false, "ideology": false, "ties": false, "play": true, "score": true, "battle": true, "lose": true,
	"stopw": true, "draw": true, "pool": true, "bid": true, "ally": true, "passw": true, "retreat": true,
	"deploy": true, "turn": true}

// askOrders asks about sentences that were taken for talk and begin like an order but have an unknown name: "GARRISON
// Narnia".
func (a *author) askOrders(c *kit.Context) {
	l := a.b.lexicon()
	for i := range c.Parts {
		p := &c.Parts[i]
		words := strings.Fields(strings.ToLower(strings.TrimLeft(p.Quote, "-*>. ")))
		misread, _, _ := strings.Cut(l.Says("unknown"), "%")
		if p.Fate == kit.Asked && len(p.Suggest) == 0 && strings.HasPrefix(p.Why, misread) {
			_, p.Suggest = a.unknown(p, c)
		}
		if p.Fate != kit.Talk || len(words) < 2 || strings.HasSuffix(p.Quote, "?") {
			continue
		}
		first := strings.Fields(strings.TrimLeft(p.Quote, "-*>. "))[0]
		word := strings.Trim(words[0], ":,")
		inCapitals := len(word) > 2 && strings.HasPrefix(first, strings.ToUpper(word))
		loud := inCapitals || strings.HasSuffix(first, ":") || l.Is(words[1], "if")
		begins := func(class string) bool { return l.Is(word, class) && (loud || !openers[class]) }
		topic := a.kind == "income" && strings.HasPrefix(strings.Join(words, " "), "as for ")
		if topic || slices.ContainsFunc(slices.Collect(maps.Keys(openers)), begins) {
			p.Fate = kit.Asked
			p.Why, p.Suggest = a.unknown(p, c)
		}
	}
}

// unknown returns the reason that an order with an unknown word is asked about, and suggestions with places whose
// names begin alike.
func (a *author) unknown(p *kit.Part, c *kit.Context) (why string, suggest []string) {
	l, text, turn := a.b.lexicon(), p.Quote, a.turn
	defer func() { a.turn = turn }()
	a.turn, _ = strconv.Atoi(cmp.Or(p.Under, "1"))
	for _, x := range kit.Scan(text) {
		if x.Kind != kit.Word || l.Knows(x.Word) || len(x.Word) < 2 {
			continue
		}
		for _, p := range a.b.Places {
			if like := min(len(x.Word), leastShared-1); strings.EqualFold(p.Name[:min(like, len(p.Name))],
				x.Word[:like]) {
				suggest = append(suggest, c.Guess(text[:x.From]+p.Name+text[x.To:])...)
			}
		}
		if len(suggest) > leastShared {
			suggest = nil
		}
		return fmt.Sprintf(l.Says("unknown"), text[x.From:x.To]), suggest[:min(len(suggest), 3)]
	}
	return l.Says("unclear"), nil
}

// settle combines everything that was read: standing orders, the income phase, and the queue.
func (a *author) settle(c *kit.Context) sheet {
	now := sheet{income: income{draw: unsaid}}
	for _, key := range c.Sheet.Keys() {
		if _, _, _, ok := partOf(key); ok {
			continue
		}
		was := now.clone()
		now.put(strict.Must(parseSheet(a.b, "income", c.Sheet.Get(key))))
		if len(now.income.ifs)+len(now.rules.defend)+len(now.rules.secondary)+len(now.rules.stop) > maxLines {
			now = was
			for i := range c.Parts {
				if p := &c.Parts[i]; slices.Contains(p.Keys, key) {
					p.Fate, p.Why = kit.Refused, fmt.Sprintf("There can be at most %d standing orders.", maxLines)
				}
			}
		}
	}
	now.turns = slices.Clone(a.old.turns)
	for n := 1; n <= queue.MaxTurns; n++ {
		switch {
		case a.none[n]:
			now.turns = now.turns[:min(len(now.turns), n-1)]
		case a.isNamed(c, n):
			a.settleTurn(c, n, &now)
		}
	}
	for len(now.turns) > 0 && len(now.turns[len(now.turns)-1]) == 0 {
		now.turns = now.turns[:len(now.turns)-1]
	}
	return now
}

const maxLines = 60 // most lines on a sheet

// isNamed reports whether the letter says anything about a turn on the sheet, or takes it off.
func (a *author) isNamed(c *kit.Context, turn int) bool {
	is := func(key string) bool { n, _, _, ok := partOf(key); return ok && n == turn }
	for key := range c.Given {
		if is(key) {
			return true
		}
	}
	return slices.ContainsFunc(c.Parts, func(p kit.Part) bool {
		return p.Fate == kit.Filed && slices.ContainsFunc(p.Keys, is)
	})
}

// plan returns a turn as the letter leaves it, and the lines that can't be part of a turn.
func (a *author) plan(c *kit.Context, turn int) (p queue.Plan[deed], begins bool, bad []string) {
	begins = a.begins(c, turn)
	parts := map[int][]string{} // the parts of each alternative
	for _, key := range c.Sheet.Keys() {
		n, alt, _, ok := partOf(key)
		if !ok || n != turn {
			continue
		}
		if _, given := c.Given[key]; given || !begins {
			parts[alt] = append(parts[alt], key)
		}
	}
	for alt := range 2*queue.MaxTurns + 1 {
		d := deed{annex: nowhere}
		for _, key := range parts[alt] {
			x, err := parseSheet(a.b, "turn", bare(c.Sheet.Get(key)))
			if err != nil {
				bad = append(bad, key)
				continue
			}
			d.add(x.turns[0][0])
		}
		if len(parts[alt]) > 0 {
			p = append(p, d)
		}
	}
	return p, begins, bad
}

// settleTurn puts a turn on the queue, unless a part of it was not accepted or the turn is impossible: then the plan
// on file stays.
func (a *author) settleTurn(c *kit.Context, turn int, now *sheet) {
	p, begins, bad := a.plan(c, turn)
	for _, key := range bad {
		a.blame(c, turn, key, complain("Which units go from where to where? %s", howToMove))
	}
	broken := func() bool {
		return slices.ContainsFunc(c.Parts, func(q kit.Part) bool { return isOpen(q) && a.breaks(q) == turn })
	}
	if len(p) > 0 && !broken() {
		a.check(c, turn, p)
	}
	if broken() {
		a.takeBack(c, turn, p, now)
		return
	}
	for len(now.turns) < turn {
		now.turns = append(now.turns, nil)
	}
	now.turns[turn-1] = p
	if begins && !a.alone[turn] {
		now.turns = now.turns[:turn]
	}
}

// check marks what a turn lacks, and for the writer's turn, if it is now, the reason that none of its alternatives
// can be carried out.
func (a *author) check(c *kit.Context, turn int, p queue.Plan[deed]) {
	whole := true
	for i, d := range p {
		if d.act.kind == actNone && !a.isAction(d.play) {
			a.blame(c, turn, partKey(turn, i+1, ""), complain("There is no action this turn, and no pass. "+
				"It needs TACTICS, MOBILIZE, GARRISON, IDEOLOGY or PASS."))
			whole = false
		}
	}
	if a.kind != "turn" || turn > 1 || !whole {
		return
	}
	if p.First(a.View.check) < len(p) {
		return
	}
	words := func(d deed) string { return d.words(a.b) }
	filed := strict.Must(parseSheet(a.b, "standing", a.Standing))
	if len(filed.turns) > 0 && filed.turns[0].Words(words) == p.Words(words) {
		return // it is on file, and may have been possible then
	}
	for i, d := range p {
		part := actPart
		if d.play != nil && (a.checkPlay(*d.play) != nil || d.act.kind == actNone) {
			part = playPart
		}
		a.blame(c, 1, partKey(1, i+1, part), a.View.check(d))
	}
}

// blame marks a part of a turn as not accepted: the one under a key, or else the first one that the letter has for
// the alternative, or for the turn.
func (a *author) blame(c *kit.Context, turn int, key string, why error) {
	alternative := key[:strings.LastIndexByte(key, '/')+1]
	for _, prefix := range []string{key, alternative, fmt.Sprintf("%d/", turn)} {
		i := slices.IndexFunc(c.Parts, func(p kit.Part) bool {
			return p.Fate == kit.Filed && slices.ContainsFunc(p.Keys, func(k string) bool {
				return strings.HasPrefix(k, prefix) && !strings.HasSuffix(k, "/")
			})
		})
		if i >= 0 {
			p := &c.Parts[i]
			p.Fate, p.Why = kit.Refused, why.Error()
			p.Keys = []string{partKey(turn, 1, actPart)}
			return
		}
	}
}

// takeBack restores a turn as it was on file. The letter's orders for it are reported as not accepted, and are
// attached to the suggestion for the part that was not understood, if there is exactly one.
func (a *author) takeBack(c *kit.Context, turn int, p queue.Plan[deed], now *sheet) {
	var open, rest []*kit.Part
	for i := range c.Parts {
		q := &c.Parts[i]
		of := slices.ContainsFunc(q.Keys, func(k string) bool { n, _, _, ok := partOf(k); return ok && n == turn })
		switch {
		case isOpen(*q) && a.breaks(*q) == turn:
			open = append(open, q)
		case of && q.Fate == kit.Filed && !strings.HasSuffix(q.Keys[0], "/"):
			rest = append(rest, q)
		}
	}
	other := ""
	if len(open) > 0 {
		other = open[0].Quote
	}
	for _, q := range rest {
		q.Fate, q.Why = kit.Refused, adjudicator.Beside("turn", other)
	}
	if len(a.filed(turn)) > 0 {
		c.Notes = append(c.Notes,
			fmt.Sprintf("TURN %d was not accepted, since one of its lines was refused; what was on file for it "+
				"stays.", turn))
	}
	switch {
	case len(open) == 1 && len(p) > 0 && len(open[0].Suggest) > 0:
		for i, line := range open[0].Suggest {
			if meant := a.with(p, open[0], line); meant != nil {
				open[0].Suggest[i] = strings.Join(a.linesFrom(turn, meant), "\n")
			}
		}
	case len(open) > 0:
		meant := p
		for _, q := range open {
			if len(q.Suggest) > 0 {
				if more := a.with(meant, q, q.Suggest[0]); more != nil {
					meant = more
				}
			}
		}
		i := slices.IndexFunc(open, func(q *kit.Part) bool { return q.Fate == kit.Asked })
		if i >= 0 && len(meant) > 0 {
			open[i].Suggest = append([]string{strings.Join(a.linesFrom(turn, meant), "\n")}, open[i].Suggest...)
		}
	}
}

// with returns a turn with a line added that a part of the letter may mean; nil if it is not a line of a turn. Moves
// continue those before them.
func (a *author) with(p queue.Plan[deed], q *kit.Part, line string) queue.Plan[deed] {
	x, err := parseSheet(a.b, "turn", bare(line))
	if err != nil || len(x.turns) == 0 {
		return nil
	}
	alt := max(1, len(p))
	for _, k := range q.Keys {
		if _, n, _, ok := partOf(k); ok {
			alt = min(n, len(p)+1)
		}
	}
	meant := slices.Clone(p)
	if alt > len(meant) {
		meant = append(meant, deed{annex: nowhere})
	}
	d, was := x.turns[0][0], meant[alt-1]
	more := d.act
	d.add(was)
	if more.kind == actTactics && was.act.kind == actTactics {
		d.act = was.act.goingOn(more)
	}
	meant[alt-1] = d
	return meant
}

// goingOn returns a tactics action extended by another one, which may already contain its moves.
func (x act) goingOn(more act) act {
	x.ops = max(x.ops, more.ops)
	same := func(a, b move) bool { return a.n == b.n && a.unit == b.unit && slices.Equal(a.path, b.path) }
	if n := len(x.moves); n > len(more.moves) || !slices.EqualFunc(x.moves, more.moves[:n], same) {
		x.moves = append(slices.Clone(x.moves), more.moves...)
	} else {
		x.moves = more.moves
	}
	return x
}

// linesFrom returns the lines of a turn of a queue, with its heading.
func (a *author) linesFrom(turn int, p queue.Plan[deed]) []string {
	lines := queue.Queue[deed]{p}.Lines(func(d deed) []string { return d.lines(a.b) })
	if turn > 1 {
		lines = slices.Insert(lines, 0, fmt.Sprintf("TURN %d", turn))
	}
	return lines
}

// isOpen reports whether a part of a letter was not accepted.
func isOpen(p kit.Part) bool { return p.Fate == kit.Asked || p.Fate == kit.Refused }

// besides has the first words of lines that are not the action of a turn.
var besides = []string{"BATTLE", "ANNEX", "DEFEND", "SECONDARY", "LOSE", "TIES", "STOP", "DRAW", "POOL", "BID", "ALLY"}

// breaks returns the number of the turn that is rejected if a part of a letter is; 0 if the part belongs to no turn.
func (a *author) breaks(p kit.Part) int {
	for _, key := range p.Keys {
		if n, _, part, ok := partOf(key); ok && one(part, playPart, actPart) {
			return n
		}
	}
	word := p.Quote
	if len(p.Suggest) > 0 {
		word = bare(p.Suggest[0])
	}
	word, _, _ = strings.Cut(strings.ToUpper(word), " ")
	if word = strings.Trim(word, ":,.;"); len(p.Keys) > 0 || slices.Contains(besides, word) {
		return 0
	}
	if len(p.Suggest) == 0 && !a.acts(p.Quote) {
		return 0
	}
	n, _ := strconv.Atoi(cmp.Or(p.Under, "1"))
	return n
}

// acts reports whether a text has a word for an action of a turn.
func (a *author) acts(text string) bool {
	l := a.b.lexicon()
	return slices.ContainsFunc(kit.Scan(text), func(x kit.Lexeme) bool {
		return slices.ContainsFunc([]string{"tactics", "mobilize", "garrison", "ideology", "passw",
			"play", "score", "inf", "arm", "ftr", "flt", "sqn"},
			func(class string) bool { return l.Is(x.Word, class) })
	})
}

// onlyOnce has the questions for a turn with two of something of which it can have only one.
var onlyOnce = map[string]string{
	actPart: "A turn has only one action. Which one do you want? Write OR before the second one if it is for when " +
		"the first can't be done, or TURN and a number above it if it is for a turn after this one.",
	playPart: "At most one card can be played in a turn (DD-14). Which one do you want? Write OR before the second " +
		"one if it is for when the first can't be played, or TURN and a number above it if it is for a turn after " +
		"this one.",
}

// told returns the parts of the letter as they are reported to the writer. The heading of a turn is included if
// something was filed for it or for a later one. Suggestions stand below the number of their turn, with the turns on
// file after that.
func (a *author) told(c *kit.Context, now sheet) []kit.Part {
	var out []kit.Part
	for i, p := range c.Parts {
		if p.Fate == kit.Filed && len(p.Keys) == 1 && strings.HasSuffix(p.Keys[0], "/") {
			turn, _, _, _ := partOf(p.Keys[0])
			filed := func(q kit.Part) bool {
				return q.Fate == kit.Filed && slices.ContainsFunc(q.Keys, func(k string) bool {
					n, _, part, ok := partOf(k)
					return ok && n >= turn && part != ""
				})
			}
			if !a.none[turn] && !slices.ContainsFunc(c.Parts[i:], filed) {
				continue
			}
		}
		if _, _, part, ok := partOf(strings.Join(p.Keys[:min(1, len(p.Keys))], "")); ok &&
			p.Why == a.b.lexicon().Says("twice") {
			p.Why = cmp.Or(onlyOnce[part], p.Why)
		}
		for k, line := range p.Suggest {
			if rest, ok := strings.CutPrefix(line, "TURN "); ok && !strings.Contains(line, "\n") {
				number, rest, _ := strings.Cut(rest, ": ")
				p.Suggest[k] = "TURN " + number + "\n" + rest
			}
			n := 1
			if rest, ok := strings.CutPrefix(p.Suggest[k], "TURN "); ok {
				n, _ = strconv.Atoi(rest[:strings.IndexByte(rest, '\n')])
			}
			if a.breaks(p) == n && n < len(now.turns) {
				for later := n; later < len(now.turns); later++ {
					p.Suggest[k] += "\n" + strings.Join(a.linesFrom(later+1, now.turns[later]), "\n")
				}
			}
		}
		out = append(out, p)
	}
	return out
}
