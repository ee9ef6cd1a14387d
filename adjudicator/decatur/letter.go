package decatur

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/reading"
	"deaddrop/parser"
	"deaddrop/parser/order"
	"deaddrop/parser/strict"
)

// Read reads a player's letter. On a sheet, actions without a number form a new list of alternatives; one with a
// number replaces that alternative; and a standing order replaces the one of the same kind or for the same location.
// For any other question, the answer in the letter replaces the earlier one.
func (v View) Read(kind, old, text string) adjudicator.Reading {
	text = parser.Plain(text)
	switch {
	case v.board == nil || v.player(v.Seat) == nil:
	case isSheet(kind):
		return v.readSheet(kind, old, text)
	case questions[kind].read != nil:
		return v.readAnswer(kind, old, text)
	}
	return adjudicator.Reading{Answer: old}
}

// readSheet applies a letter to a sheet.
func (v *View) readSheet(kind, old, text string) adjudicator.Reading {
	before := strict.Must(parseSheet(v.board, old))
	now, out := before, adjudicator.Reading{}
	if reading.SaysNone(text) {
		now, out.Answer = sheet{}, noOrders
		out.Parts = []adjudicator.Part{{Fate: adjudicator.Filed, Quote: strings.TrimSpace(text)}}
		if before.rules.words(v.board) != "" {
			out.Notes = append(out.Notes, "Your standing orders are taken back as well.")
		}
	} else {
		a := newAuthor(v, kind)
		a.amends = len(before.turn) > 0
		c := order.Read(v.board.words(), a, before.onFile(v.board), stroke.ReplaceAllString(text, "\n$1"))
		a.holdBack(c)
		a.holdUncounted(c)
		now = a.result(c)
		a.finish(c, now)
		a.askWhatStays(c, before.turn, now.turn)
		out.Parts, out.Notes = reading.Parts(c.Parts), order.Unique(append(c.Notes, a.remarks(c)...))
		if out.Answer = now.words(v.board); out.Answer == "" && old != "" {
			if out.Answer = noOrders; old != noOrders {
				out.Notes = append(out.Notes, "Nothing is left on file now; NO ORDERS stands for that.")
			}
		}
	}
	if len(now.turn) == 0 && kind != later {
		out.Missing = append(out.Missing, v.silence())
	}
	out.Form = v.form(now)
	return out
}

// stroke matches the separator between alternatives on one line: "1: DRAW | 2: PASS".
var stroke = regexp.MustCompile(`\|( *\d[.:)])`)

// silence returns a text that says what is done for a player without an action.
func (v *View) silence() string {
	if v.rules[optPass] == "draw" {
		return "You have no action on file: you will draw an influence card."
	}
	return "You have no action on file: you will pass."
}

// onFile returns the Sheet to which a letter is applied.
func (s sheet) onFile(b *Board) *order.Sheet {
	on := order.NewSheet()
	for i, a := range s.turn {
		at := slot{n: i + 1}
		on.Set(at.key(), at.key()+": "+a.words(b))
	}
	for _, d := range s.rules.defend {
		on.Set("DEFEND "+b.orEverywhere(d.at), d.words(b))
	}
	for _, r := range s.rules.relocate {
		on.Set("RELOCATE "+b.orEverywhere(r.at), standing{relocate: []relocation{r}}.words(b))
	}
	rest := standing{keep: s.rules.keep, discard: s.rules.discard}
	for _, line := range append(rest.lines(b), s.call.lines(b)...) {
		key, _, _ := strings.Cut(line, " ")
		on.Set(key, line)
	}
	return on
}

const heldBack = "This has not been accepted yet, since an action before it is in question."

// holdBack turns actions of a new list that follow a queried one into questions as well: they are only for the case
// that the queried one is impossible.
func (a *author) holdBack(c *order.Context) {
	first := slot{n: behindAll}
	for _, p := range c.Parts {
		for _, line := range p.Suggest {
			s, _, ok := slotOf(line)
			drafted := ok && p.Drafted && s.n == 0
			if drafted && compare(s, first) < 0 {
				first = s
			}
		}
	}
	for i := range c.Parts {
		p := &c.Parts[i]
		if p.Fate != order.Filed || len(p.Keys) != 1 {
			continue
		}
		if s, _, ok := slotOf(p.Keys[0] + ": "); ok && s.n == 0 && compare(s, first) > 0 {
			p.Fate, p.Why, p.Suggest = order.Asked, heldBack, []string{c.Given[p.Keys[0]]}
			c.Sheet.Set(p.Keys[0], "")
			delete(c.Given, p.Keys[0])
		}
	}
}

// holdUncounted asks about a venture without a number, which was read as all factors, if a number behind it is asked
// about: "Attack Egypt from India. 3 factors, or 4?"
func (a *author) holdUncounted(c *order.Context) {
	last := -1 // the part with the venture
	for i := range c.Parts {
		p := &c.Parts[i]
		switch {
		case p.Fate == order.Filed:
			if last = -1; len(p.Keys) == 1 && a.isUncounted(c.Given[p.Keys[0]], p.Quote) {
				last = i
			}
		case p.Fate == order.Asked && last >= 0 && a.counts(p.Quote):
			v := &c.Parts[last]
			v.Fate, v.Why, v.Suggest = order.Asked, "How many factors?", []string{c.Given[v.Keys[0]]}
			c.Sheet.Set(v.Keys[0], "")
			delete(c.Given, v.Keys[0])
			last = -1
		}
	}
}

// isUncounted reports whether a line is a venture with all factors that was made of words without a number.
func (a *author) isUncounted(line, words string) bool {
	_, do, ok := slotOf(line)
	if !ok {
		return false
	}
	v, isVenture := a.parsed(do).do.(venture)
	if takesAll := v.ladder.commit == all || v.ladder.move == all; !isVenture || !takesAll {
		return false
	}
	saysAll := slices.ContainsFunc(order.Scan(words), func(x order.Lexeme) bool { return a.b.words().Is(x.Word, "all") })
	return !saysAll && !a.counts(words)
}

// counts reports whether words have a number.
func (a *author) counts(words string) bool {
	return slices.ContainsFunc(order.Scan(words), func(x order.Lexeme) bool {
		_, isNumeral := order.Numeral(x.Word)
		return isNumeral || a.b.words().Is(x.Word, "num")
	})
}

// result returns the sheet that results from a letter, and refuses what exceeds the limits.
func (a *author) result(c *order.Context) sheet {
	var out sheet
	out.turn, _ = a.sheetOf(c)
	const why = "You can have at most nine alternatives and 40 standing orders, so this was not accepted."
	tooMany := func(line string) { c.Parts = append(c.Parts, order.Part{Fate: order.Refused, Quote: line, Why: why}) }
	for len(out.turn) > maxAlternatives {
		tooMany(out.turn[maxAlternatives].words(a.b))
		out.turn = slices.Delete(out.turn, maxAlternatives, maxAlternatives+1)
	}
	rules := 0
	for _, key := range c.Sheet.Keys() {
		if _, _, ok := slotOf(key + ": "); ok {
			continue
		}
		line := c.Sheet.Get(key)
		if rules++; rules > maxStanding {
			tooMany(line)
			continue
		}
		s := strict.Must(parseSheet(a.b, line))
		for _, d := range s.rules.defend {
			out.rules.setDefence(d)
		}
		for _, r := range s.rules.relocate {
			out.rules.setRelocation(r)
		}
		out.rules.keep, out.rules.discard = append(out.rules.keep, s.rules.keep...),
			append(out.rules.discard, s.rules.discard...)
		out.call.clock, out.call.decatur = out.call.clock || s.call.clock, append(out.call.decatur, s.call.decatur...)
	}
	return out
}

// placed matches the place of an alternative in a text for the player.
var placed = regexp.MustCompile(`\b\d+\.\d{3}: `)

// finish rewrites suggestions and notes so that they refer to the sheet: a YES files what the letter would have
// resulted in.
func (a *author) finish(c *order.Context, now sheet) {
	_, filed := a.sheetOf(c)
	var open []slot // places of queried alternatives
	for _, p := range c.Parts {
		for _, line := range p.Suggest {
			if s, _, ok := slotOf(line); ok {
				open = append(open, s)
			}
		}
	}
	for i := range c.Parts {
		p := &c.Parts[i]
		for k, line := range p.Suggest {
			if s, do, ok := slotOf(line); ok {
				p.Suggest[k] = a.ranked(s, do, now, filed, open)
			}
		}
		p.Suggest = slices.Compact(p.Suggest)
	}
	isNew := slices.ContainsFunc(filed, func(s slot) bool { return s.n == 0 })
	for i := range c.Parts { // a new list has nothing of the old one that could be taken back
		p := &c.Parts[i]
		saysThat := strings.HasSuffix(p.Quote, " that") || strings.HasSuffix(p.Quote, " it") // such as "scrap that"
		if isNew && saysThat && p.Why == takesBack {
			p.Fate, p.Why = order.Talk, ""
		}
	}
	for i := range c.Notes {
		c.Notes[i] = placed.ReplaceAllString(c.Notes[i], "")
	}
	a.numberedTalk(c)
	joinAsked(c)
	quoteNumbers(c)
}

// ranked returns the lines that a YES files for a queried alternative: the alternative, with its number among those
// on file and the queried ones before it, and the following ones with their new numbers.
func (a *author) ranked(at slot, do string, now sheet, filed, open []slot) string {
	if isNew := at.n == 0 && !slices.ContainsFunc(filed, func(x slot) bool { return x.n == 0 }); isNew && a.amends {
		filed = nil
	}
	before := slices.DeleteFunc(slices.Concat(filed, open), func(x slot) bool {
		isOther := a.amends && (x.n == 0) != (at.n == 0) // one belongs to a new list, the other to the list on file
		return isOther || compare(x, at) >= 0
	})
	slices.SortFunc(before, compare)
	n := len(slices.Compact(before)) + 1
	lines := []string{fmt.Sprintf("%d: %s", min(n, maxAlternatives), do)}
	for i, x := range filed {
		if compare(x, at) > 0 && i+1 < n+1 && n < maxAlternatives {
			n++
			lines = append(lines, fmt.Sprintf("%d: %s", n, now.turn[i].words(a.b)))
		}
	}
	return strings.Join(lines, "\n")
}

const maxBetween = 20 // largest number of bytes between two questions that are joined

// joinAsked joins questions about words that follow each other on a line: "VENTURE Atlantis" and "Africa-Egypt".
func joinAsked(c *order.Context) {
	for i := 0; i+1 < len(c.Parts); i++ {
		p, k := &c.Parts[i], i+1
		for k+1 < len(c.Parts) && c.Parts[k].Fate == order.Talk {
			k++
		}
		next := c.Parts[k]
		at := strings.Index(c.Text, p.Quote)
		if p.Fate != order.Asked || next.Fate != order.Asked || at < 0 {
			continue
		}
		end := at + len(p.Quote)
		between := strings.Index(c.Text[end:], next.Quote)
		if between >= 0 && between <= maxBetween && !strings.ContainsAny(c.Text[end:end+between], "\n.;|") {
			p.Quote, p.Suggest = c.Text[at:end+between+len(next.Quote)], likeliest(p.Suggest, next.Suggest)
			c.Parts = slices.Delete(c.Parts, i+1, k+1)
			i--
		}
	}
}

const mostOffers = 3 // largest number of offers of a joined question

// likeliest returns the first offers of two questions.
func likeliest(one, other []string) []string {
	all := order.Unique(slices.Concat(one, other))
	return all[:min(len(all), mostOffers)]
}

// marked matches the number of a list item at the beginning of a line.
var marked = regexp.MustCompile(`^[ (]*\d[.:)]+ *$`)

// quoteNumbers adds the numbers of list items to quotes of them, by which a later letter is recognised as being about
// the same item.
func quoteNumbers(c *order.Context) {
	from := map[string]int{} // where to look for the next occurrence of a quote
	for i := range c.Parts {
		p := &c.Parts[i]
		at := strings.Index(c.Text[from[p.Quote]:], p.Quote)
		if at < 0 {
			continue
		}
		at += from[p.Quote]
		from[p.Quote] = at + len(p.Quote)
		if start := strings.LastIndexByte(c.Text[:at], '\n') + 1; marked.MatchString(c.Text[start:at]) {
			p.Quote = strings.TrimSpace(c.Text[start : at+len(p.Quote)])
		}
	}
}

// numbered matches the beginning of a numbered line in a list of orders.
var numbered = regexp.MustCompile(`(?m)^[ (]*(\d)[.:)]+ *(.*\pL.*)$`)

// numberedTalk asks about numbered lines that were read as talk, because they may be alternatives.
func (a *author) numberedTalk(c *order.Context) {
	for _, line := range numbered.FindAllStringSubmatch(c.Text, -1) {
		for i := range c.Parts {
			if p := &c.Parts[i]; p.Fate == order.Talk && strings.HasPrefix(strings.TrimSpace(line[2]), p.Quote) {
				p.Fate, p.Why = order.Asked, notAnOrder
			}
		}
	}
}

const whatStays = "This letter makes a new list of actions. Should the actions that it leaves out of the old list " +
	"stay after it?"

// askWhatStays asks about a sentence that says that something stays, such as "the draw stays", if the letter's new
// list leaves out what was on file. A YES appends that to the new list.
func (a *author) askWhatStays(c *order.Context, before, now []alternative) {
	said := append(c.Find("same", 0, len(c.Lexemes)), c.Find("stays", 0, len(c.Lexemes))...)
	_, at := a.sheetOf(c)
	isNew := slices.ContainsFunc(at, func(s slot) bool { return s.n == 0 })
	if len(said) == 0 || !isNew || a.stayed {
		return
	}
	left := a.leftOut(before, now)
	if len(left) == 0 {
		return
	}
	behind := func(words ...string) string {
		var lines []string
		for i, w := range words {
			lines = append(lines, fmt.Sprintf("%d: %s", len(now)+1+i, w))
		}
		return strings.Join(lines, "\n")
	}
	offers := []string{behind(left...)}
	if len(left) == mostOffers-1 {
		offers = append(offers, behind(left[0]), behind(left[1]))
	}
	from, to := c.Around(said[0].From, said[0].To)
	ask := order.Part{Fate: order.Asked, Quote: c.Quote(from, to), Why: whatStays, Suggest: offers}
	if slices.ContainsFunc(c.Parts, func(p order.Part) bool { // such as KEEP Orient
		return p.Fate == order.Filed && strings.Contains(p.Quote, c.Quote(said[0].From, said[0].To))
	}) {
		return
	}
	isOpen := func(p order.Part) bool { return p.Fate != order.Filed && strings.Contains(ask.Quote, p.Quote) }
	if i := slices.IndexFunc(c.Parts, isOpen); i >= 0 {
		c.Parts[i] = ask
		return
	}
	c.Parts = append(c.Parts, ask)
}

// leftOut returns the alternatives of a list that are missing in another one, as many as there is room for after that
// one.
func (a *author) leftOut(before, now []alternative) (out []string) {
	for _, x := range before {
		isKept := slices.ContainsFunc(now, func(o alternative) bool { return o.words(a.b) == x.words(a.b) })
		if !isKept && len(now)+len(out) < maxAlternatives {
			out = append(out, x.words(a.b))
		}
	}
	return out
}

const notAnOrder = "Is this an order? Begin each line with what you do: VENTURE, EXPAND, CONSOLIDATE, PORT, " +
	"RESTRUCTURE, DRAW, EXCHANGE or PASS; DEFEND, RELOCATE, KEEP or DISCARD. 2: NONE takes an alternative back, and " +
	"CLEAR by itself everything."

// remarks returns notes on consequences of a letter's alternatives that their author may not see.
func (a *author) remarks(c *order.Context) []string {
	var names, notes []string
	turn, at := a.sheetOf(c)
	for i, s := range at {
		if _, given := c.Given[s.key()]; !given {
			continue
		}
		if to, moves := a.moving[s.key()]; moves && !slices.Contains(names, a.b.Name(to)) {
			names = append(names, a.b.Name(to))
		}
		if s.n == behindAll && s.k == 1 && i > 0 {
			notes = append(notes, fmt.Sprintf("Read as the next alternative after those on file: \"%d: %s\".",
				i+1, turn[i].words(a.b)))
		}
		notes = append(notes, a.leaves(i+1, turn[i].do)...)
		_, passes := turn[i].do.(pass)
		if passes && turn[i].when == nil && i+1 < len(at) {
			notes = append(notes, fmt.Sprintf("You can always pass, so nothing after line %d will ever be done.", i+1))
		}
	}
	const passedOver = "If somebody else holds %s when your turn comes, %s skipped; add COMMIT to take it " +
		"over then."
	switch len(names) {
	case 0:
	case 1:
		notes = append(notes, fmt.Sprintf(passedOver, names[0], "this is"))
	default:
		notes = append(notes, fmt.Sprintf(passedOver, listedOr(names), "the venture there is"))
	}
	return notes
}

// leaves returns notes on the locations that an alternative leaves empty if it is carried out in the present
// situation, because others can take them.
func (a *author) leaves(n int, do action) []string {
	if a.hinders(do) != "" {
		return nil
	}
	var names []string
	for _, l := range a.seen().empties(do) {
		names = append(names, a.b.Name(l))
	}
	if len(names) == 0 {
		return nil
	}
	verb := "leaves"
	if v, ok := do.(venture); ok {
		if owner := a.at(v.to).Owner; owner != "" && owner != a.Seat {
			verb = "may leave"
		}
	}
	return []string{fmt.Sprintf("Line %d %s %s empty: an empty location belongs to "+
		"nobody.", n, verb, adjudicator.Listed(names, "and"))}
}
