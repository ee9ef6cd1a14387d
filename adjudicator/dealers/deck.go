package dealers

import (
	"slices"
	"strings"

	"deaddrop/adjudicator/deck"
)

// A playerArea is the cards that a player has before them, in hand and in the discard pile: either the real ones or
// those in a view. Changing it reports nothing.
type playerArea struct {
	s             *State
	p             *Player
	hand, discard *[]string
}

func (r *turn) mat(seat string) playerArea {
	x := r.secret(seat)
	return playerArea{&r.State, r.player(seat), &x.Hand, &x.Discard}
}

func (v *View) mat() playerArea { return playerArea{&v.State, v.player(v.Seat), &v.Hand, &v.Discard} }

// find returns the index of a card in a list, with the mark of a faction's copy or without it: the variant that owns
// asks for is preferred; -1 if the card is not there.
func find(cards []string, name string, owns bool) int {
	name = plain(name)
	first, second := name, name+own
	if owns {
		first, second = second, first
	}
	if i := slices.Index(cards, first); i >= 0 {
		return i
	}
	return slices.Index(cards, second)
}

// pluck removes a card from a list, and returns it with its mark; "" if it is not there.
func pluck(cards *[]string, name string, owns bool) string {
	i := find(*cards, name, owns)
	if i < 0 {
		return ""
	}
	card := (*cards)[i]
	*cards = slices.Delete(slices.Clone(*cards), i, i+1)
	return card
}

// put appends cards to a list.
func put(cards *[]string, more ...string) { *cards = append(slices.Clone(*cards), more...) }

// lacking returns the first of some cards that is not in a list; "" if all are.
func lacking(among, cards []string) string {
	left := slices.Clone(among)
	for _, name := range cards {
		if pluck(&left, name, false) == "" {
			return plain(name)
		}
	}
	return ""
}

// count updates the public information on the hand and the discard pile.
func (m playerArea) count() {
	m.p.Hand, m.p.Discard, m.p.Top, m.p.Open = len(*m.hand), len(*m.discard), "", nil
	if m.p.Discard > 0 {
		m.p.Top = (*m.discard)[m.p.Discard-1]
	}
	if m.s.is(optTopmost, "open") {
		m.p.Open = slices.Clone(*m.discard)
	}
}

// ready moves hand cards to the ready area (DH-7, DH-15), as far as they are there, and returns the moved ones.
func (m playerArea) ready(cards []string) []string {
	var out []string
	for _, name := range cards {
		if card := pluck(m.hand, name, false); card != "" {
			put(&m.p.Ready, card)
			out = append(out, card)
		}
	}
	m.count()
	return out
}

// recover moves cards from the discard pile to the hand, and returns the moved ones.
func (m playerArea) recover(cards []string) []string {
	var out []string
	for _, name := range cards {
		if card := pluck(m.discard, name, false); card != "" {
			put(m.hand, card)
			out = append(out, card)
		}
	}
	slices.Sort(*m.hand)
	m.count()
	return out
}

// Suffixes of the name of a card to be dismissed with which its player says where it is (DH-35).
const (
	fromHand    = " FROM HAND"
	fromDiscard = " FROM DISCARD"
)

// taken splits a name that may say where the card is taken from: fromHand, fromDiscard, or "".
func taken(name string) (card, from string) {
	for _, from := range []string{fromHand, fromDiscard} {
		if card, ok := strings.CutSuffix(name, from); ok {
			return card, from
		}
	}
	return name, ""
}

// dismiss returns a card to the bottom of its supply, or a faction's copy to the box (DH-12), and returns its name
// with the mark; "" if there is none.
func (m playerArea) dismiss(name string) string {
	card := m.unpile(name)
	if card == "" {
		return ""
	}
	m.count()
	switch c := m.s.edition().card(card); {
	case isOwn(card):
	case c.Kind == Masses:
		m.s.Masses.N++
	default:
		m.s.stock(card, 1)
	}
	return card
}

// unpile removes a card to be dismissed from the pile that its player names, or else by the ruling: a faction's copy
// last, and otherwise from the discard pile first (DH-35).
func (m playerArea) unpile(name string) string {
	name, from := taken(name)
	last := m.s.is(optDismiss, "own_last")
	for _, owns := range []bool{!last, last} {
		for _, pile := range []struct {
			of    string
			cards *[]string
		}{{fromDiscard, m.discard}, {fromHand, m.hand}} {
			i := find(*pile.cards, name, owns)
			if i < 0 || from != "" && from != pile.of {
				continue
			}
			if last && !owns && isOwn((*pile.cards)[i]) {
				continue
			}
			return pluck(pile.cards, name, owns)
		}
	}
	return ""
}

// train moves a card from the supply to the discard pile, or adds a master (DH-17). Afterwards the top card of the
// masses may be unknown.
func (m playerArea) train(name string) {
	m.p.Trained++
	switch c := m.s.edition().card(name); {
	case c == nil:
		put(&m.p.Masters, name)
		m.p.Pieces = max(0, m.p.Pieces-1)
		return
	case c.Kind == Masses:
		m.s.Masses.N--
		m.s.Masses.Top = ""
	default:
		m.s.stock(name, -1)
	}
	put(m.discard, name)
	m.count()
}

// count updates the public information on a player's cards: the numbers of cards in hand, draw pile and discard pile,
// and what is visible of the discard pile.
func (r *turn) count(seat string) {
	r.mat(seat).count()
	p := r.player(seat)
	p.Draw = 0
	for _, layer := range r.secret(seat).Draw {
		p.Draw += len(layer)
	}
}

// refill has a player draw cards until their hand is full (DH-5, DH-9). The player is told which cards, and everybody
// how many.
func (r *turn) refill(seat string) {
	r.pull(seat, r.handSize(seat)-len(r.secret(seat).Hand))
}

// draw has a player draw cards by an effect, even beyond the size of their hand.
func (r *turn) draw(seat string, n int) {
	n = r.pull(seat, n)
	r.met(seat, n)
}

// met counts cards that a player got without knowing them before, after which the mover may change their plans.
func (r *turn) met(seat string, n int) {
	if r.acting != nil && seat == r.Mover {
		r.acting.Drawn += n
	}
}

// pull moves up to n cards from a draw pile to the hand, and returns their number. The discard pile is not shuffled
// before winter (DH-9).
func (r *turn) pull(seat string, n int) int {
	x := r.secret(seat)
	var drawn []string
	for len(drawn) < n && len(x.Draw) > 0 {
		top := x.Draw[0]
		k := min(len(top), n-len(drawn))
		drawn = append(drawn, top[:k]...)
		if x.Draw = slices.Clone(x.Draw); k == len(top) {
			x.Draw = x.Draw[1:]
		} else {
			x.Draw[0] = top[k:]
		}
	}
	if len(drawn) == 0 {
		return 0
	}
	slices.Sort(drawn)
	put(&x.Hand, drawn...)
	slices.Sort(x.Hand)
	r.count(seat)
	r.tell("draws", draws{seat, len(drawn), r.player(seat).Draw})
	r.inform(seat, "drawn", drawnCards{plains(drawn)})
	return len(drawn)
}

// discardFrom moves cards from a player's hand to their discard pile without reporting it.
func (r *turn) discardFrom(seat string, cards []string) {
	x := r.secret(seat)
	for _, name := range cards {
		if card := pluck(&x.Hand, name, false); card != "" {
			put(&x.Discard, card)
		}
	}
	r.count(seat)
}

// drops returns the cards of a hand that are discarded (DH-9): those that the order names, as far as they are there,
// or all but those.
func (t tidy) drops(hand []string) []string {
	left := slices.Clone(hand)
	var named []string
	for _, name := range t.cards {
		if card := pluck(&left, name, false); card != "" {
			named = append(named, card)
		}
	}
	if t.keep {
		return left
	}
	return named
}

// sweep moves the cards in a player's play area to their discard pile (DH-9) without reporting it.
func (r *turn) sweep(seat string) {
	x, p := r.secret(seat), r.player(seat)
	put(&x.Discard, p.Play...)
	p.Play = nil
	r.count(seat)
}

// lose has a player discard random hand cards.
func (r *turn) lose(seat string, n int) {
	x := r.secret(seat)
	var lost []string
	for range min(n, len(x.Hand)) {
		card := x.Hand[r.roll("hand of "+seat, len(x.Hand))]
		lost = append(lost, card)
		r.discardFrom(seat, []string{card})
	}
	r.discarded(seat, lost)
}

// discarded reports that hand cards were discarded: everybody is told how many and the new top card of the pile, and
// the player which cards.
func (r *turn) discarded(seat string, cards []string) {
	if len(cards) > 0 {
		r.tell("discards", discards{seat, len(cards), plain(r.player(seat).Top)})
		r.inform(seat, "discarded", discardedCards{plains(cards)})
	}
}

// merge shuffles a player's discard pile and draw pile together to form a new draw pile (DH-14).
func (r *turn) merge(seat string) {
	x := r.secret(seat)
	pile := slices.Concat(slices.Concat(x.Draw...), x.Discard)
	x.Discard, x.Draw = nil, nil
	r.bury("deck of "+seat, x, pile)
	r.count(seat)
	r.tell("merged", merged{seat, len(pile)})
}

// renew shuffles a player's discard pile and puts it under their draw pile.
func (r *turn) renew(seat string) {
	x := r.secret(seat)
	n := len(x.Discard)
	pile := x.Discard
	x.Discard = nil
	r.bury("discards of "+seat, x, pile)
	r.count(seat)
	r.tell("renewed", merged{seat, n})
}

// bury shuffles cards and puts them under a draw pile.
func (r *turn) bury(label string, x *Secret, cards []string) {
	if len(cards) == 0 {
		return
	}
	cards = slices.Sorted(slices.Values(cards)) // sorted, so that the result does not depend on their order
	deck.Shuffle(r.Table, label, cards)
	x.Draw = append(slices.Clone(x.Draw), cards)
}

// masses reveals the top card of the masses (DH-17).
func (r *turn) masses() {
	r.Masses = Stack{N: len(r.Pile)}
	if len(r.Pile) > 0 {
		r.Masses.Top = r.Pile[0]
	}
}

// gainSpoils has a player gain the top cards of the spoils of a value, as far as there are any, and tells everybody
// (DH-13).
func (r *turn) gainSpoils(seat string, value, n int) {
	stack := &r.Hidden[value-2]
	n = min(n, len(*stack))
	cards := slices.Clone((*stack)[:n])
	*stack = slices.Clone((*stack)[n:])
	r.Spoils[value-2].N = len(*stack)
	put(&r.player(seat).Locations, cards...)
	r.met(seat, n-r.idle(cards))
	r.tell("spoils", plunder{seat, value, cards})
}

// idle counts the spoils that are useless in the rest of the turn, so that nobody has to be asked about them: those
// that give attack when no assault is to come, and those that give support when nothing can be trained. Defence is
// kept until the next turn, and other effects are always useful.
func (r *turn) idle(cards []string) int {
	if r.acting == nil || r.is(optSpeed, "patient") {
		return 0
	}
	group := r.board.groupOf(r.acting.Action)
	idle := func(e Effect) bool {
		if e.Op != OpGain {
			return false
		}
		switch e.What {
		case "attack":
			return group != Assault || r.acting.Fought
		case "support":
			return group != Train
		}
		return false
	}
	n := 0
	for _, name := range cards {
		if l := r.board.location(name); l != nil && len(l.Effects) > 0 &&
			!slices.ContainsFunc(l.Effects, func(e Effect) bool {
				return !idle(e)
			}) {
			n++
		}
	}
	return n
}

// spent puts a used spoils card at the bottom of its stack (DH-8).
func (r *turn) spent(l *Location) {
	put(&r.Hidden[l.Value-2], l.Name)
	r.Spoils[l.Value-2].N = len(r.Hidden[l.Value-2])
}
