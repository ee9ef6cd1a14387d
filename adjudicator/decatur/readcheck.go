package decatur

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/parser/order"
)

// What is looked at when orders were read: what the board can never allow is refused, what can't be done as things
// stand is said.

// settled puts what only the player's cards can say into an action.
func (s *sheetReader) settled(do action, when condition) (action, error) {
	switch do := do.(type) {
	case someOf:
		return s.split(do)
	case *worded:
		if err := s.purpose(do, when); err != nil {
			return nil, err
		}
		return s.matched(do.venture), nil
	}
	return do, nil
}

// matched puts kinds in the place of cards that match.
func (s *sheetReader) matched(do venture) action {
	if countOf(do.ladder.play, matchingCard) == 0 {
		return do
	}
	k := s.b.Locations[do.to].Commonwealth
	n := min(countOf(do.ladder.play, matchingCard), countOf(s.v.Hand, k))
	do.ladder.play = slices.Repeat([]Commonwealth{k}, n)
	if n == 0 {
		s.note("You have no %s card now, which is what matches %s; so no card is played.", k, s.b.Name(do.to))
		if do.ladder.silent() {
			do.ladder.commit = all
		}
	} else {
		s.note("Matching cards were read as%s, which is what matches %s in your hand.", cardList("PLAY", do.ladder.play), s.b.Name(do.to))
	}
	return do
}

// split says of which cards an exchange of so many is, where there is no choice.
func (s *sheetReader) split(e someOf) (action, error) {
	hand, inPlay := e.n, 0
	switch h, p := countOf(s.v.Hand, e.kind), s.v.player(s.v.Seat).matching(e.kind); {
	case h+p <= e.n && h+p > 0:
		hand, inPlay = h, p
	case h == 0 && p > 0:
		hand, inPlay = 0, e.n
	case p > 0:
		return nil, order.Complain("You have %d %s in hand and %d in play. Which ones? For example: EXCHANGE %s HAND %d, or EXCHANGE %s PLAY %d.", h, e.kind, p, e.kind, min(h, e.n), e.kind, min(p, e.n))
	}
	x := exchange{e.kind, hand, inPlay}
	if e.n > 1 || inPlay > 0 {
		s.note("Read as %s.", x.words(s.b))
	}
	return x, nil
}

// forbids says why the board never allows an alternative; nil if it may.
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
			return order.Complain("%s is not coastal on the %s Ocean, but on the %s.", b.Name(do.at), do.ocean, adjudicator.Listed(oceans, "or"))
		}
	case consolidate:
		for _, o := range do.from {
			if o.at == do.to {
				return order.Complain("%s is where the factors go to, so none can come from there.", b.Name(o.at))
			}
			if !b.Near(o.at, do.to) {
				return order.Complain("%s and %s are neither adjacent nor coastal on the same ocean (DC-17).", b.Name(o.at), b.Name(do.to))
			}
		}
	case venture:
		if do.from == do.to {
			return order.Complain("A venture goes from one location to another.")
		}
		if !b.InReach(do.from, do.to) {
			return order.Complain("%s is not in reach of %s: neither adjacent, nor on the same ocean, nor one ocean away (DC-18).", b.Name(do.to), b.Name(do.from))
		}
	}
	return nil
}

// checkSeats refuses conditions on seats that nobody plays.
func (s *sheetReader) checkSeats(when condition) (err error) {
	if when == nil {
		return nil
	}
	each(when, func(c condition) {
		seat := ""
		switch c := c.(type) {
		case status:
			if !one(c.is, "EMPTY", "MINE", "HOSTILE") {
				seat = c.is
			}
		case count:
			if c.seat != isMe {
				seat = c.seat
			}
		}
		if seat != "" && s.v.player(seat) == nil && err == nil {
			err = order.Complain("Nobody plays %s in this game.", seat)
		}
	})
	return err
}

// checkStanding refuses standing orders that the board or the rulings never allow, and says what they lack.
func (s *sheetReader) checkStanding(now standing, calls call) error {
	for _, d := range now.relocate {
		if err := s.b.forbidsRelocation(d); err != nil {
			return err
		}
	}
	if s.v.rules[optCall] != "on" && (calls.clock || len(calls.decatur) > 0) {
		return order.Complain("The clock marker moves by itself in this game, so nobody can forget it (DC-6).")
	}
	for _, d := range now.defend {
		if !slices.ContainsFunc(s.rules.defend, func(o defence) bool { return o.at == d.at && o.words(s.b) == d.words(s.b) }) {
			s.notes = append(s.notes, s.v.defenceDoubts(d)...)
		}
	}
	for _, d := range now.relocate {
		if d.n != unset && s.v.rules[optRelocation] != "choice" {
			s.note("All factors that fit relocate in this game, so FACTORS %d has no effect (DC-25).", d.n)
		}
		if d.at != everywhere && !s.v.owns(s.v.Seat, d.at) && len(s.rules.relocate) < len(now.relocate) {
			s.note("%s is not yours now; the line stays on file for when it is.", s.b.Name(d.at))
		}
	}
	return nil
}

// forbidsRelocation says why the board never allows a standing relocation; nil if it may.
func (b *Board) forbidsRelocation(d relocation) error {
	if d.at == everywhere {
		return nil
	}
	for _, to := range d.to {
		if !b.Near(d.at, to) {
			return order.Complain("%s and %s are neither adjacent nor coastal on the same ocean, so nothing can relocate (DC-25).", b.Name(d.at), b.Name(to))
		}
	}
	switch oceans := b.Locations[d.at].Oceans; {
	case d.ocean == "":
		return nil
	case len(oceans) < 2:
		return order.Complain("%s is not on two oceans, so there is no choice of a fleet (DC-26).", b.Name(d.at))
	case !slices.Contains(oceans, d.ocean):
		return order.Complain("%s is not coastal on the %s Ocean, but on the %s.", b.Name(d.at), d.ocean, adjudicator.Listed(oceans, "or"))
	}
	return nil
}

func (v *View) defenceDoubts(d defence) []string {
	var out []string
	if d.interactive && v.rules[optSpeed] == fast {
		out = append(out, "INTERACTIVE has no effect in this game: nobody is asked in the midst of a round, so this defence concedes.")
	}
	out = append(out, v.lacking(d.play)...)
	if d.at != everywhere {
		if !v.owns(v.Seat, d.at) {
			out = append(out, fmt.Sprintf("%s is not yours now; the line stays on file for when it is.", v.board.Name(d.at)))
		}
		out = append(out, v.unfit(d.play, d.at)...)
	}
	return out
}

// lacking says which cards a player does not have.
func (v *View) lacking(cards []Commonwealth) []string {
	var out []string
	for _, k := range Commonwealths {
		switch want, have := countOf(cards, k), countOf(v.Hand, k); {
		case want > 0 && have == 0:
			out = append(out, fmt.Sprintf("You have no %s card in your hand now.", k))
		case want > have:
			out = append(out, fmt.Sprintf("You have only %d %s in your hand now.", have, plural(have, string(k)+" card")))
		}
	}
	return out
}

// unfit says which cards don't match a location.
func (v *View) unfit(cards []Commonwealth, at Loc) []string {
	var out []string
	for _, k := range Commonwealths {
		if countOf(cards, k) > 0 && k != v.board.Locations[at].Commonwealth {
			what := "will not be played"
			if v.rules[optOffColour] == "allowed" {
				what = "counts nothing there"
			}
			out = append(out, fmt.Sprintf("A card of %s does not match %s, which is %s, and %s (DC-21).", k, v.board.Name(at), v.board.Locations[at].Commonwealth, what))
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

// doubts says why an alternative can't be carried out as it is written, and notes what else its player should know. not is
// why it can't be done at all as things stand. What others who have their turns before may make possible is only noted; first
// is that nobody has.
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
			notes = append(notes, "INTERACTIVE has no effect in this game: nobody is asked in the midst of a round. The ladder bids by itself.")
		}
	}
	if _, ok := a.do.(pass); ok && v.rules[optPass] == "draw" {
		notes = append(notes, "Nobody passes in this game: you draw an influence card instead (DC-9).")
	}
	return not, why, notes
}

// later says of an alternative that it can't be done now, and yet may be when its turn comes.
func (a alternative) later(b *Board, not string) string {
	return fmt.Sprintf("%q can't be done as things stand: %s It stays on file.", a.words(b), not)
}

// A hindered alternative can't be done as things stand.
type hindered struct {
	alternative
	part int // that says so
	not  string
}

// fallbacks finds which of the hindered alternatives stand behind one that can be done: that is on file for the case that
// others prevent the first, and then much has changed. Of the others the player is asked.
func (s *sheetReader) fallbacks() {
	possible, behind := false, map[string]bool{}
	for _, a := range slices.Concat(s.slots[:]...) {
		behind[a.words(s.b)] = possible
		possible = possible || s.v.hinders(a.do) == ""
	}
	for _, h := range s.hindered {
		if behind[h.words(s.b)] {
			s.notes = append(s.notes, h.later(s.b, h.not))
			continue
		}
		p := &s.parts[h.part]
		p.Why = strings.TrimSpace("This can't be done as things stand: " + h.not + " " + p.Why)
	}
}

// mayOpen reports whether what hinders an action is another's, and may be gone when its player's turn comes.
func (v *View) mayOpen(do action) bool {
	switch do := do.(type) {
	case restructure:
		return !v.player(v.Seat).Restructured
	case venture:
		from, to := v.at(do.from), v.at(do.to)
		return from.Owner == v.Seat && to.Owner != "" && to.Owner != v.Seat && do.ladder.commit <= from.Factors && !do.ladder.moves()
	}
	return false
}

// short says that a venture is to move more factors than there are.
func (v *View) short(w venture) []string {
	from := v.at(w.from)
	if w.ladder.move == all || w.ladder.move <= from.Factors || !v.owns(v.Seat, w.from) {
		return nil
	}
	return []string{fmt.Sprintf("%s has %s, and %d were to move.", from.Location, factors(from.Factors), w.ladder.move)}
}

// hinders says what keeps an action from being done now; "" for nothing.
func (v *View) hinders(do action) string {
	if v.player(v.Seat) == nil {
		return ""
	}
	if _, ok := do.(pass); ok {
		return "" // it is said what is done instead
	}
	return (&sight{State: &v.State, board: v.board, rules: v.rules, seat: v.Seat, hand: v.Hand}).impossible(do)
}
