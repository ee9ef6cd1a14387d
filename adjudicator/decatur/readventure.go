package decatur

import (
	"fmt"
	"slices"

	"deaddrop/parser/order"
)

// This file reads ventures and their ladders.

// A worded venture is a venture as people write it: it need not say whether it is a takeover, which may depend on
// what is at its target.
type worded struct {
	venture
	n      int  // a number of factors without a purpose; unset if there is none
	fights bool // whether the words are about a takeover
	moves  bool // whether the words are about a move
}

func (w *worded) words(b *Board) string { return w.venture.words(b) }

// allBut encodes the number of factors that leaves n behind. It is never filed, but replaced by a number.
func allBut(n int) int { return -10 - n }

// matchingCard stands for any matching card in a ladder. It is never filed, but replaced by a kind.
const matchingCard Commonwealth = "matching"

// venture reads the origin and target of a venture, and its ladder.
func (a *author) venture(m *order.Match, c *order.Context) (action, error) {
	w := &worded{venture: venture{ladder: emptyLadder}, n: unset, fights: m.Has("ta"), moves: m.Form == "MOVE"}
	var err error
	if t, ok := m.Get("t"); ok {
		if w.to, err = a.place(t, c); err != nil {
			return nil, err
		}
	}
	if f, ok := m.Get("f"); ok {
		if w.from, err = a.place(f, c); err != nil {
			return nil, err
		}
	} else {
		return a.toWhere(m, c)
	}
	if !m.Has("t") {
		if w.to, err = a.there(w.from, m, c); err != nil {
			return nil, err
		}
	}
	return w, a.climb(m, c, w)
}

// there returns the location that "there" refers to: the one in the condition, or else the only other one named just
// before.
func (a *author) there(from Loc, m *order.Match, c *order.Context) (Loc, error) {
	if at, ok := m.Get("at"); ok {
		return a.place(at, c)
	}
	own, before := c.NamedBefore(m.From)
	for _, named := range [][]order.Bind{own, before} {
		near := map[Loc]bool{}
		to := from
		for _, b := range named {
			if b.Class == "loc" && len(b.Vals) == 1 && Loc(b.Vals[0]) != from {
				to = Loc(b.Vals[0])
				near[to] = true
			}
		}
		if len(near) == 1 {
			return to, nil
		}
	}
	return 0, order.Complain("To where? For example: VENTURE India-Persia COMMIT 3.")
}

var emptyLadder = ladder{commit: unset, max: unset, move: unset}

// climb reads the ladder of a venture.
func (a *author) climb(m *order.Match, c *order.Context, w *worded) error {
	l := &w.ladder
	if m.Has("mvx") {
		return order.Complain("MOVE how many? A number, or ALL.")
	}
	for _, x := range []struct {
		name, word string
		to         *int
	}{{"cm", "COMMIT", &l.commit}, {"mx", "MAX", &l.max}, {"mv", "MOVE", &l.move}, {"br", "COMMIT", &w.n}} {
		for _, b := range m.All(x.name) {
			n := amount(m, b, c)
			if *x.to != unset || n == unset {
				return order.Complain("%s is given twice.", x.word)
			}
			if n > maxFactors {
				return order.Complain("%s %d is too many: there are never more than seven factors in a location "+
					"(DC-10).", x.word, n)
			}
			*x.to = n
		}
	}
	if ex, ok := m.Get("ex"); ok && numberAt(ex, c) != a.at(w.from).Factors {
		return order.Complain("ALL means %d, not %d. Write the number that you mean.", a.at(w.from).Factors,
			numberAt(ex, c))
	}
	for _, b := range m.All("lv") {
		n := amount(m, b, c)
		if w.n > 0 && w.n+n == a.at(w.from).Factors { // such as "send three of the five, two stay"
			continue
		}
		if n < 1 || w.n != unset {
			return order.Complain("Leave how many factors behind? Or say how many go: MOVE 3, or COMMIT 3.")
		}
		if at, ok := m.Get("la"); ok {
			if in, err := a.place(at, c); err != nil || in != w.from {
				return order.Complain("What is left stays in %s.", a.b.Name(w.from))
			}
		}
		w.n = allBut(n)
	}
	cards, err := a.played(m, "pl", c)
	if err != nil {
		return err
	}
	l.play = append(l.play, cards...)
	for _, b := range m.All("pm") {
		n := maxInPlay
		if q, ok := within(m, "q", b); ok {
			n = min(n, numberAt(q, c))
		}
		l.play = append(l.play, slices.Repeat([]Commonwealth{matchingCard}, n)...)
	}
	if cards, err = allListed(m, "dc", c); err != nil {
		return err
	}
	l.discard = once(append(l.discard, cards...))
	w.fights = w.fights || len(l.play) > 0
	l.cardsFirst = l.cardsFirst || m.Has("cf")
	l.interactive = l.interactive || m.Has("ia")
	if l.move == 0 {
		return movesNone
	}
	return nil
}

const movesNone = order.Complaint("A venture must move at least one factor (DC-18).")

// toWhere asks for the missing origin or target of a venture.
func (a *author) toWhere(m *order.Match, c *order.Context) (action, error) {
	t, named := m.Get("t")
	if !named { // such as "If Persia is empty, move three in"
		if t, named = m.Get("at"); !named {
			return nil, order.Complain("To where? For example: VENTURE India-Persia MOVE 3.")
		}
	}
	to, err := a.place(t, c)
	if err != nil {
		return nil, err
	}
	if a.owns(a.Seat, to) {
		return nil, order.Complain("To where, or from where? For example: VENTURE %s-Persia.", a.b.Name(to))
	}
	var near, meant []string
	var only *worded // what it is if it can start in one location
	for i := range a.b.Locations {
		if l := Loc(i); a.owns(a.Seat, l) && a.b.InReach(l, to) && a.at(l).Factors > 0 && a.mayStart(l, to, m, c) {
			w := &worded{venture: venture{from: l, to: to, ladder: emptyLadder}, n: unset, fights: m.Has("ta")}
			if err := a.climb(m, c, w); err != nil {
				return nil, err
			}
			again := *w
			near, only = append(near, a.b.Name(l)), &again
			if _, err := a.purpose(w, nil); err == nil {
				meant = append(meant, w.words(a.b))
			}
		}
	}
	if len(near) == 0 {
		return nil, order.Complain("None of your locations is within reach of %s (DC-18).", a.b.Name(to))
	}
	if len(near) == 1 {
		a.noted = append(a.noted, fmt.Sprintf("Read as from %s.", near[0]))
		return only, nil
	}
	return nil, mistaken(meant, "From where? To %s you can come from %s. For example: VENTURE %s-%s.", a.b.Name(to),
		listedOr(near), near[0], a.b.Name(to))
}

// mayStart reports whether a venture may start in a location, where the letter does not say it: it starts where the
// alternative before it does if that goes to the same target, or where the only venture on file to it does.
func (a *author) mayStart(from, to Loc, m *order.Match, c *order.Context) bool {
	at, _ := a.before(c.Lexemes[m.From].From)
	_, do, given := slotOf(c.Given[at.key()])
	if !given {
		_, w, _, onFile := a.goingTo(to, c)
		return !onFile || w.from == from
	}
	v, is := a.parsed(do).do.(venture)
	return !is || v.to != to || v.from == from
}

// Notes on a venture with PLAY that names no factors (DC-33).
const (
	fewestFactors = "No number of factors is given, so as many are committed as needed, and these move in if the " +
		"takeover succeeds. COMMIT says how many."
	allFactors = "No number of factors is given, so all of them are committed, and move in if the takeover succeeds. " +
		"COMMIT says how many."
)

// silent reports whether a ladder does not say what the venture is for.
func (l ladder) silent() bool {
	return l.uncounted() && len(l.play) == 0
}

// uncounted reports whether a ladder mentions neither factors nor asking for bids.
func (l ladder) uncounted() bool {
	for _, n := range []int{l.commit, l.max, l.move} {
		if n != unset {
			return false
		}
	}
	return !l.interactive
}

func checkLadder(l ladder) error {
	switch {
	case l.silent():
		return order.Complain("Does this venture move, or is it a takeover? Write MOVE ALL or COMMIT ALL.")
	case l.move == 0:
		return movesNone
	case l.max == unset || l.max == all || l.commit == unset:
	case l.commit == all:
		return order.Complain("COMMIT ALL begins with everything, so MAX %d can't apply. Leave out one of them.", l.max)
	case l.max < l.commit:
		return order.Complain("MAX %d is less than COMMIT %d.", l.max, l.commit)
	}
	return nil
}

// purpose completes the ladder of a venture that only gives locations and possibly a number: it is a takeover if
// somebody else is at the target, otherwise a move. So the filed order is explicit. It returns notes on how it was
// read. Lines in normal form are not changed.
func (a *author) purpose(w *worded, when condition) (notes []string, err error) {
	l := &w.ladder
	if notes, err = a.countParts(w); err != nil {
		return nil, err
	}
	if w.n != unset && l.commit != unset {
		return nil, order.Complain("COMMIT is given twice.")
	}
	switch n := w.n; {
	case !l.silent() && n == unset: // it is explicit already
	case !l.silent():
		l.commit = n
	default:
		fights, note := a.fights(w, when)
		to := &l.move
		if fights {
			to = &l.commit
		}
		if *to = all; n != unset {
			*to = n
		}
		notes = append(notes, note...)
	}
	if l.uncounted() && len(l.play) > 0 {
		note := allFactors
		if a.rules[optPlay] == "cheapest" {
			note = fewestFactors
		}
		notes = append(notes, note)
	}
	return notes, checkLadder(*l)
}

// fights reports whether a venture that does not say so is a takeover: according to its condition, or else to the
// present situation.
func (a *author) fights(w *worded, when condition) (fights bool, notes []string) {
	hostile, peaceful := a.expects(when, w.to, true)
	if w.fights || hostile && !peaceful {
		return true, nil
	}
	owner := a.at(w.to).Owner
	if isTaken := owner != "" && owner != a.Seat; !isTaken || peaceful && !hostile {
		return false, nil
	}
	n := w.n
	if n == unset {
		n = all
	}
	return true, []string{fmt.Sprintf("%s is %s's now, so this was read as a takeover: COMMIT %s.", a.b.Name(w.to),
		owner, orAll(n, all))}
}

// asMove asks what a move means that is ambiguous: into a location of the player's own it may be a consolidation, and
// into another player's a takeover.
func (a *author) asMove(w *worded, when condition, at slot) (out order.Outcome, asks bool) {
	owner := a.at(w.to).Owner
	_, peaceful := a.expects(when, w.to, true)
	if isMove := w.moves && !w.fights && w.ladder.commit == unset; !isMove || peaceful || owner == "" {
		return out, false
	}
	n := w.n
	if n == unset {
		n = w.ladder.move
	}
	if n == unset {
		n = all
	}
	if owner != a.Seat {
		w.ladder.commit, w.ladder.move = n, unset
		return order.Outcome{Ask: fmt.Sprintf("%s is %s's now. Is this a takeover?", a.b.Name(w.to), owner),
			Suggest: []string{a.line(at, w.venture, when)}}, true
	}
	w.ladder.move = n
	out = order.Outcome{Ask: "Is this a VENTURE (from one location, to any) or a CONSOLIDATE (into a location of " +
		"yours)?", Suggest: []string{a.line(at, w.venture, when)}}
	if a.b.Near(w.from, w.to) {
		out.Suggest = append(out.Suggest, a.line(at, consolidate{w.to, []origin{{w.from, max(n, 0)}}}, when))
	}
	return out, true
}

// line returns an alternative in normal form, with the place that it has.
func (a *author) line(at slot, do action, when condition) string {
	return at.key() + ": " + alternative{do, when}.words(a.b)
}

// awaits reports whether a venture is prevented only by a player who must be gone by its condition.
func (v *View) awaits(a alternative) bool {
	w, ok := a.do.(venture)
	if !ok || !v.owns(v.Seat, w.from) || w.ladder.commit > v.at(w.from).Factors {
		return false
	}
	owner := v.at(w.to).Owner
	_, peaceful := v.expects(a.when, w.to, true)
	return peaceful && owner != "" && owner != v.Seat
}

// expects reports whether a condition requires that a location belongs to somebody else (hostile), or to nobody or
// the player (peaceful).
func (v *View) expects(when condition, at Loc, holds bool) (hostile, peaceful bool) {
	switch c := when.(type) {
	case not:
		return v.expects(c.of, at, !holds)
	case pair:
		h1, p1 := v.expects(c.left, at, holds)
		h2, p2 := v.expects(c.right, at, holds)
		return h1 || h2, p1 || p2
	case fact:
		return c == factWins && holds, false
	case status:
		switch {
		case c.at != at:
		case c.is == "HOSTILE":
			return holds, !holds
		case c.is == "EMPTY", c.is == "MINE", c.is == v.Seat:
			return false, holds
		default:
			return holds, false
		}
	}
	return false, false
}

// countParts replaces expressions such as "all but 2" by numbers.
func (a *author) countParts(w *worded) (notes []string, err error) {
	for _, n := range []*int{&w.n, &w.ladder.commit, &w.ladder.max, &w.ladder.move} {
		if *n > allBut(0) {
			continue
		}
		here, stay := a.at(w.from).Factors, allBut(0)-*n
		if here <= stay {
			return nil, order.Complain("%s has %s now, so none is left over. Name a number.", a.b.Name(w.from),
				factors(here))
		}
		*n = here - stay
		notes = append(notes, fmt.Sprintf("%s has %s now, so this was read as %d.", a.b.Name(w.from), factors(here),
			*n))
	}
	return notes, nil
}

// last returns the venture of this letter that a match continues: the last alternative, if it is a venture and no
// other order is in between.
func (a *author) last(m *order.Match, c *order.Context) (at slot, w *worded, was alternative, ok bool) {
	begin := c.Lexemes[m.From].From
	at, end := a.before(begin)
	line := c.Given[at.key()]
	if end == 0 || end > begin || line == "" {
		return at, nil, was, false
	}
	for _, x := range order.Scan(c.Text[end:begin]) {
		for _, class := range []string{"venture", "attack", "expand", "port", "restructure", "consolidate", "exchange",
			"defend", "relocate", "keep"} {
			if a.b.words().Is(x.Word, class) {
				return at, nil, was, false
			}
		}
	}
	_, do, _ := slotOf(line)
	was = a.parsed(do)
	v, ok := was.do.(venture)
	if old, known := a.on[at.key()].(*worded); known && ok {
		again := *old
		return at, &again, was, true
	}
	return at, &worded{venture: v, n: unset}, was, ok
}

// goingTo returns the one venture on the sheet that goes to a location.
func (a *author) goingTo(to Loc, c *order.Context) (at slot, w *worded, was alternative, ok bool) {
	found := 0
	turn, places := a.sheetOf(c)
	for i, alt := range turn {
		if v, is := alt.do.(venture); is && v.to == to {
			found++
			at, w, was = places[i], &worded{venture: v, n: unset}, alt
		}
	}
	return at, w, was, found == 1
}

// more reads options of a venture on a line or in a sentence of their own.
func (a *author) more(m *order.Match, c *order.Context) order.Outcome {
	at, w, was, ok := a.last(m, c)
	switch {
	case !ok && m.Has("br") && len(c.Word(m.From-1)) > 1: // such as "it costs 3 factors"
		return order.Outcome{Talk: true}
	case !ok:
		return order.Outcome{Ask: whichNumber}
	}
	if err := a.climb(m, c, w); err != nil {
		return refusal(err)
	}
	out, err := a.settled(w, was.when, at, c)
	if err != nil {
		return refusal(err)
	}
	out.Adds = true
	return out
}

// onlyIf adds a condition to the previous alternative: "but only if I win it".
func (a *author) onlyIf(m *order.Match, c *order.Context) order.Outcome {
	at, _ := a.before(c.Lexemes[m.From].From)
	_, do, ok := slotOf(c.Given[at.key()])
	if !ok {
		return order.Outcome{Ask: a.b.words().Says("cond")}
	}
	was, worded := a.parsed(do), a.on[at.key()]
	when, err := a.condition(m, c, aim(worded))
	if err != nil {
		return refusal(err)
	}
	if was.when != nil {
		when = pair{"AND", was.when, when}
	}
	out, err := a.settled(worded, when, at, c)
	if err != nil {
		return refusal(err)
	}
	out.Adds = true
	return out
}

// oceanOf sets the ocean of the previous port: "The fleet shall be in the Pacific."
func (a *author) oceanOf(m *order.Match, c *order.Context) order.Outcome {
	at, _ := a.before(c.Lexemes[m.From].From)
	p, ok := a.on[at.key()].(port)
	if !ok {
		return order.Outcome{Talk: true}
	}
	o, _ := m.Get("o")
	p.ocean = Oceans[o.Vals[0]]
	out, err := a.settled(p, nil, at, c)
	if err != nil {
		return refusal(err)
	}
	out.Adds = true
	return out
}

const whichNumber = "What is this number for? Write it after the order that it belongs to."

// fixNumber reads "make that 3 to Persia, not 2" as a correction of the previous venture.
func (a *author) fixNumber(m *order.Match, c *order.Context) order.Outcome {
	at, w, was, ok := a.last(m, c)
	if t, named := m.Get("t"); named {
		at, w, was, ok = a.goingTo(Loc(t.Vals[0]), c)
	}
	n := amount(m, order.Bind{From: m.From, To: m.To}, c)
	if !ok || n == unset || n == 0 || n > maxFactors {
		return order.Outcome{Ask: whichNumber}
	}
	l := &w.ladder
	w.n = unset
	switch {
	case l.max != unset && l.commit != unset:
		return order.Outcome{Ask: whichNumber}
	case l.move != unset && l.commit == unset:
		l.move = n
	case l.silent(): // what is at its target decides what the number is for
		w.n = n
	case l.commit != unset && l.move == unset:
		l.commit = n
	default:
		return order.Outcome{Ask: whichNumber}
	}
	out, err := a.settled(w, was.when, at, c)
	if err != nil {
		return refusal(err)
	}
	out.Adds = true
	return out
}
