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

// Read reads a player's words. On a sheet, actions without a number make a new list of alternatives, one with a number
// takes the place of that alternative, and a standing order that of the one for the same location or of the same sort.
// An answer to any other question is a whole one.
func (v View) Read(kind, old, text string) adjudicator.Reading {
	text = parser.Plain(text)
	switch {
	case v.board == nil || v.player(v.Seat) == nil:
	case one(kind, "round", "turn"):
		return v.readSheet(kind, old, text)
	case questions[kind].read != nil:
		return v.readAnswer(kind, old, text)
	}
	return adjudicator.Reading{Answer: old}
}

// readSheet reads a letter onto a sheet.
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
		now = a.result(c)
		a.finish(c, now)
		out.Parts, out.Notes = reading.Parts(c.Parts), order.Unique(append(c.Notes, a.remarks(c)...))
		if out.Answer = now.words(v.board); out.Answer == "" && old != "" {
			if out.Answer = noOrders; old != noOrders {
				out.Notes = append(out.Notes, "Nothing is left on file now, and NO ORDERS stands for that.")
			}
		}
	}
	if len(now.turn) == 0 {
		out.Missing = append(out.Missing, v.silence())
	}
	out.Form = v.form(now)
	return out
}

// stroke is what stands between alternatives on one line: "1: DRAW | 2: PASS".
var stroke = regexp.MustCompile(`\|( *\d[.:)])`)

// silence says what is done for a player without an action.
func (v *View) silence() string {
	if v.rules[optPass] == "draw" {
		return "You have no action on file: you draw an influence card."
	}
	return "You have no action on file: you pass."
}

// onFile is the sheet that a letter is read onto.
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

// result is the sheet that a letter has come to, and refuses what is too much for it.
func (a *author) result(c *order.Context) sheet {
	var out sheet
	out.turn, _ = a.sheetOf(c)
	const why = "No sheet has more than nine alternatives and 40 standing orders, so this was not taken."
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

// placed is the place of an alternative in a text for the player.
var placed = regexp.MustCompile(`\b\d+\.\d\d: `)

// finish puts suggestions and notes into the words of the sheet: what a YES files is what the letter would have come
// to.
func (a *author) finish(c *order.Context, now sheet) {
	turn, at := a.sheetOf(c)
	has := strings.Split(now.words(a.b), "\n")
	var open slots // of what is asked about in the parts before
	for i := range c.Parts {
		p := &c.Parts[i]
		var mine slots
		for k, line := range p.Suggest {
			s, do, ok := slotOf(line)
			if !ok {
				continue
			}
			then, alt, turn, at := now, a.parsed(do), turn, at
			if s.n == 0 && !slices.ContainsFunc(at, func(x slot) bool { return x.n == 0 }) { // it would be a new list
				turn, at = nil, nil
			}
			behind, _ := slices.BinarySearchFunc(at, s, compare)
			then.turn = slices.Insert(slices.Clone(turn), behind, alt)
			if behind < len(at) && at[behind] == s {
				then.turn = slices.Delete(then.turn, behind+1, behind+2)
			}
			then.turn = then.turn[:min(len(then.turn), maxAlternatives)]
			add := slices.DeleteFunc(strings.Split(then.words(a.b), "\n"), func(line string) bool {
				return slices.Contains(has, line)
			})
			// it comes behind those that are asked before it
			if p.Suggest[k] = strings.Join(add, "\n"); len(add) == 0 || behind == len(at) {
				p.Suggest[k] = fmt.Sprintf("%d: %s", min(behind+1+open.below(s), maxAlternatives), do)
			}
			mine = append(mine, s)
		}
		open = append(open, mine...)
		p.Suggest = slices.Compact(p.Suggest)
	}
	for i := range c.Notes {
		c.Notes[i] = placed.ReplaceAllString(c.Notes[i], "")
	}
	a.numberedTalk(c)
	joinAsked(c)
	quoteNumbers(c)
}

type slots []slot

// below is how many different places there are before another one, of those without a number.
func (s slots) below(at slot) int {
	before := slices.DeleteFunc(slices.Clone(s), func(x slot) bool { return x.n != 0 || compare(x, at) >= 0 })
	slices.SortFunc(before, compare)
	return len(slices.Compact(before))
}

const maxBetween = 20 // bytes between what is asked about as one

// joinAsked makes one question of those about words that follow each other on a line: "VENTURE Atlantis" and
// "Africa-Egypt".
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
			p.Quote, p.Suggest = c.Text[at:end+between+len(next.Quote)], append(p.Suggest, next.Suggest...)
			c.Parts = slices.Delete(c.Parts, i+1, k+1)
			i--
		}
	}
}

// marked is the number of a line of a list, before anything else on the line.
var marked = regexp.MustCompile(`^[ (]*\d[.:)]+ *$`)

// quoteNumbers puts the numbers of lines before what is quoted of them: by those a later letter is known to be about
// the same.
func quoteNumbers(c *order.Context) {
	from := map[string]int{} // where a quote may stand next
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

// numbered is the beginning of a line of a list of orders.
var numbered = regexp.MustCompile(`(?m)^[ (]*(\d)[.:)]+ *(.*\pL.*)$`)

// numberedTalk asks about lines with the number of an alternative that are no order: they may be one.
func (a *author) numberedTalk(c *order.Context) {
	for _, line := range numbered.FindAllStringSubmatch(c.Text, -1) {
		for i := range c.Parts {
			if p := &c.Parts[i]; p.Fate == order.Talk && strings.HasPrefix(strings.TrimSpace(line[2]), p.Quote) {
				p.Fate, p.Why = order.Asked, notAnOrder
			}
		}
	}
}

const notAnOrder = "Is this an order? A line begins with what is done: VENTURE, EXPAND, CONSOLIDATE, PORT, " +
	"RESTRUCTURE, DRAW, EXCHANGE or PASS; DEFEND, RELOCATE, KEEP or DISCARD. 2: NONE takes an alternative back, and " +
	"CLEAR by itself everything."

// remarks say of the alternatives of a letter what their author may not see.
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
			notes = append(notes, fmt.Sprintf("Read as the next alternative behind those on file: \"%d: %s\".",
				i+1, turn[i].words(a.b)))
		}
		_, passes := turn[i].do.(pass)
		if passes && turn[i].when == nil && i+1 < len(at) {
			notes = append(notes, fmt.Sprintf("You can always pass, so what stands behind line %d is never done.", i+1))
		}
	}
	const passedOver = "If somebody else holds %s when your turn comes, %s passed over; add COMMIT to take it " +
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
