package decatur

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/parser/order"
)

// This file checks orders that were read. What the board never allows is refused; what is impossible at present is
// noted.

// settled returns the outcome of filing an action, after checks that need the board and the player's cards.
func (a *author) settled(do action, when condition, at slot, c *order.Context) (out order.Outcome, err error) {
	var notes []string
	a.on[at.key()] = do
	delete(a.moving, at.key())
	switch x := do.(type) {
	case someOf:
		if do, err = a.split(x); err != nil {
			return out, err
		}
		if e := do.(exchange); x.n > 1 || e.inPlay > 0 {
			notes = append(notes, fmt.Sprintf("Read as %s.", e.words(a.b)))
		}
	case *worded:
		w := *x
		w.ladder.play, w.ladder.discard = slices.Clone(w.ladder.play), slices.Clone(w.ladder.discard)
		silent := w.ladder.silent()
		if err := a.b.forbids(alternative{do: w.venture}); err != nil {
			return out, err
		}
		if out, asks := a.asMove(&w, when, at); asks {
			return out, nil
		}
		if notes, err = a.purpose(&w, when); err != nil {
			return out, err
		}
		notes = append(notes, a.matched(&w.ladder, w.to)...)
		moves := silent && w.ladder.moves() && when == nil
		if owner := a.at(w.to).Owner; moves && (owner == "" || owner == a.Seat) {
			a.moving[at.key()] = w.to
		}
		do = w.venture
	}
	alt := alternative{do: do, when: when}
	if err := a.b.forbids(alt); err != nil {
		return out, err
	}
	out.Orders = []order.Order{{Key: at.key(), Line: a.line(at, do, when)}}
	not, why, more := a.doubts(alt, a.first)
	switch {
	case not != "" && a.isFallback(at, c):
		more = append(more, alt.later(a.b, not))
	case not != "":
		why = append([]string{"This can't be done as things stand: " + not}, why...)
	}
	out.Vain, out.Note = strings.Join(why, " "), joinNotes("", append(notes, more...)...)
	return out, nil
}

// isFallback reports whether an alternative follows one that is possible. It is then for the case that others prevent
// that one, when much will have changed.
func (a *author) isFallback(at slot, c *order.Context) bool {
	turn, places := a.sheetOf(c)
	for i, s := range places {
		inList := at.n > 0 || s.n == 0 // a new list does not include what was on file
		if inList && compare(s, at) < 0 && a.hinders(turn[i].do) == "" {
			return true
		}
	}
	return false
}

// joinNotes joins notes into one.
func joinNotes(note string, more ...string) string {
	return strings.TrimSpace(note + " " + strings.Join(more, " "))
}

// matched replaces "matching cards" in a ladder by kinds, and returns notes.
func (a *author) matched(l *ladder, to Loc) []string {
	if countOf(l.play, matchingCard) == 0 {
		return nil
	}
	k := a.b.Locations[to].Commonwealth
	n := min(countOf(l.play, matchingCard), countOf(a.Hand, k))
	l.play = slices.Repeat([]Commonwealth{k}, n)
	if n > 0 {
		return []string{fmt.Sprintf("Matching cards were read as%s, which is what matches %s in your hand.",
			cardList("PLAY", l.play), a.b.Name(to))}
	}
	if l.silent() {
		l.commit = all
	}
	return []string{fmt.Sprintf("You have no %s card now, which is what matches %s; so no card is played.", k,
		a.b.Name(to))}
}

// split determines the cards of an exchange of a number of cards, if there is no choice.
func (a *author) split(e someOf) (action, error) {
	h, p := countOf(a.Hand, e.kind), a.player(a.Seat).matching(e.kind)
	switch {
	case h+p <= e.n && h+p > 0:
		return exchange{e.kind, h, p}, nil
	case h == 0 && p > 0:
		return exchange{e.kind, 0, e.n}, nil
	case p > 0:
		meant := []string{exchange{e.kind, min(h, e.n), 0}.words(a.b), exchange{e.kind, 0, min(p, e.n)}.words(a.b)}
		return nil, mistaken(meant, "You have %d %s in hand and %d in play. Which ones?", h, e.kind, p)
	}
	return exchange{e.kind, e.n, 0}, nil
}

// forbids returns an error if the board never allows an alternative.
func (b *Board) forbids(a alternative) error {
	if _, ok := a.do.(venture); !ok && hangsOn(a.when, factWins) {
		return order.Complain("WINS is for ventures: whether the ladder beats what the defender has committed.")
	}
	switch do := a.do.(type) {
	case expand:
		if n := len(do.at); n > 2 {
			return order.Complain("One expansion adds a factor to one or two locations; these are %d (DC-15).", n)
		}
	case port:
		oceans := b.Locations[do.at].Oceans
		if len(oceans) == 0 {
			return order.Complain("%s is not coastal, so it can't have a port (DC-16).", b.Name(do.at))
		}
		if do.ocean != "" && !slices.Contains(oceans, do.ocean) {
			return order.Complain("%s is not coastal on the %s Ocean, but on the %s.", b.Name(do.at), do.ocean,
				adjudicator.Listed(oceans, "or"))
		}
	case consolidate:
		for _, o := range do.from {
			if o.at == do.to {
				return order.Complain("%s is where the factors go, so none can come from there.", b.Name(o.at))
			}
			if !b.Near(o.at, do.to) {
				return order.Complain("%s and %s are neither adjacent nor coastal on the same ocean (DC-17).",
					b.Name(o.at), b.Name(do.to))
			}
		}
	case venture:
		if do.from == do.to {
			return order.Complain("A venture goes from one location to another.")
		}
		if !b.InReach(do.from, do.to) {
			return order.Complain("%s is not within reach of %s: neither adjacent, nor on the same ocean, nor one "+
				"ocean away (DC-18).", b.Name(do.to), b.Name(do.from))
		}
	}
	return nil
}

// checkStanding returns an error if the board never allows a standing order.
func (a *author) checkStanding(s standing) error {
	for _, d := range s.relocate {
		if err := a.b.forbidsRelocation(d); err != nil {
			return err
		}
	}
	return nil
}

// standingNotes returns notes on problems with standing orders.
func (v *View) standingNotes(s standing) []string {
	var out []string
	note := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	for _, d := range s.defend {
		if d.interactive && v.rules[optSpeed] == fast {
			note("INTERACTIVE has no effect in this game: nobody is asked in mid-round, so this defence " +
				"concedes.")
		}
		if out = append(out, v.lacking(d.play)...); d.at != everywhere {
			out = append(out, v.unfit(d.play, d.at)...)
		}
		out = append(out, v.notOwned(d.at)...)
	}
	for _, d := range s.relocate {
		if d.n != unset && v.rules[optRelocation] != "choice" {
			note("All factors that fit relocate in this game, so FACTORS %d has no effect (DC-25).", d.n)
		}
		out = append(out, v.notOwned(d.at)...)
	}
	return out
}

func (v *View) notOwned(at Loc) []string {
	if at == everywhere || v.owns(v.Seat, at) {
		return nil
	}
	return []string{fmt.Sprintf("%s is not yours now; the line stays on file for when it is.", v.board.Name(at))}
}

// forbidsRelocation returns an error if the board never allows a standing relocation.
func (b *Board) forbidsRelocation(d relocation) error {
	if d.at == everywhere {
		return nil
	}
	for _, to := range d.to {
		if !b.Near(d.at, to) {
			return order.Complain("%s and %s are neither adjacent nor coastal on the same ocean, so nothing can "+
				"relocate (DC-25).", b.Name(d.at), b.Name(to))
		}
	}
	switch oceans := b.Locations[d.at].Oceans; {
	case d.ocean == "":
		return nil
	case len(oceans) < 2:
		return order.Complain("%s is not on two oceans, so there is no choice of a fleet (DC-26).", b.Name(d.at))
	case !slices.Contains(oceans, d.ocean):
		return order.Complain("%s is not coastal on the %s Ocean, but on the %s.", b.Name(d.at), d.ocean,
			adjudicator.Listed(oceans, "or"))
	}
	return nil
}

// lacking returns notes on cards that the player does not have.
func (v *View) lacking(cards []Commonwealth) []string {
	var out []string
	for _, k := range Commonwealths {
		switch want, have := countOf(cards, k), countOf(v.Hand, k); {
		case want > 0 && have == 0:
			out = append(out, fmt.Sprintf("You have no %s card in your hand now.", k))
		case want > have:
			out = append(out, fmt.Sprintf("You have only %d %s in your hand now.", have,
				plural(have, string(k)+" card")))
		}
	}
	return out
}

// unfit returns notes on cards that don't match a location.
func (v *View) unfit(cards []Commonwealth, at Loc) []string {
	var out []string
	for _, k := range Commonwealths {
		if countOf(cards, k) > 0 && k != v.board.Locations[at].Commonwealth {
			what := "will not be played"
			if v.rules[optOffColour] == "allowed" {
				what = "counts nothing there"
			}
			out = append(out, fmt.Sprintf("A card of %s does not match %s, which is %s, and %s (DC-21).", k,
				v.board.Name(at), v.board.Locations[at].Commonwealth, what))
		}
	}
	return out
}

func plural(n int, what string) string {
	if n == 1 {
		return what
	}
	return what + "s"
}

// doubts returns the reasons why an alternative can't be carried out as written, and other notes. not says why it is
// entirely impossible in the present situation. first says that nobody has a turn before the player; otherwise, what
// others may make possible is only noted.
func (v *View) doubts(a alternative, first bool) (not string, why, notes []string) {
	if not = v.hinders(a.do); v.awaits(a) {
		not = ""
	}
	if not != "" && (!first || a.when != nil) && v.mayOpen(a.do) {
		notes, not = append(notes, a.later(v.board, not)), ""
	}
	if w, ok := a.do.(venture); ok {
		why = append(why, v.lacking(w.ladder.play)...)
		why = append(why, v.short(w)...)
		notes = append(notes, v.unfit(w.ladder.play, w.to)...)
		if w.ladder.interactive && v.rules[optSpeed] == fast {
			notes = append(notes, "INTERACTIVE has no effect in this game: nobody is asked in mid-round. "+
				"The ladder bids by itself.")
		}
	}
	if _, ok := a.do.(pass); ok && v.rules[optPass] == "draw" {
		notes = append(notes, "Nobody passes in this game: you draw an influence card instead (DC-9).")
	}
	return not, why, notes
}

// later returns a note that an alternative is impossible now, but may be possible when its turn comes.
func (a alternative) later(b *Board, not string) string {
	return fmt.Sprintf("%q can't be done as things stand: %s It stays on file.", a.words(b), not)
}

// mayOpen reports whether an action is prevented by another player, which may change before the player's turn.
func (v *View) mayOpen(do action) bool {
	switch do := do.(type) {
	case restructure:
		return !v.player(v.Seat).Restructured
	case venture:
		from, to := v.at(do.from), v.at(do.to)
		if from.Owner != v.Seat || to.Owner == "" || to.Owner == v.Seat {
			return false
		}
		return do.ladder.commit <= from.Factors && !do.ladder.moves()
	}
	return false
}

// short returns a note if a venture should move more factors than there are.
func (v *View) short(w venture) []string {
	from := v.at(w.from)
	if w.ladder.move == all || w.ladder.move <= from.Factors || !v.owns(v.Seat, w.from) {
		return nil
	}
	return []string{fmt.Sprintf("%s has %s, and %d were to move.", from.Location, factors(from.Factors), w.ladder.move)}
}

// seen returns the player's sight of actions.
func (v *View) seen() *sight {
	return &sight{State: &v.State, board: v.board, rules: v.rules, seat: v.Seat, hand: v.Hand}
}

// hinders returns the reason why an action is impossible now, or "".
func (v *View) hinders(do action) string {
	if v.player(v.Seat) == nil {
		return ""
	}
	if _, ok := do.(pass); ok {
		return "" // another note says what is done instead
	}
	s := v.seen()
	if why := s.impossible(do); why != "" {
		return why
	}
	w, ok := do.(venture)
	if owner := s.at(w.to).Owner; !ok || owner == "" || owner == v.Seat {
		return ""
	}
	return s.hopeless(w) // it is declared nevertheless
}
