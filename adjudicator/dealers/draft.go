package dealers

import (
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deck"
	"deaddrop/adjudicator/queue"
	"deaddrop/parser/strict"
)

// byLot is the normal form of an answer in the draft that leaves the choice to chance.
const byLot = "LOT"

// A drafting is the draft while it is played.
type drafting struct{ *turn }

// drafts plays the draft of leaders and capitals (DH-1), after which decks are shuffled, hands are drawn (DH-2) and
// the first year begins. All players are asked at once for a list of preferences; in a patient game they are asked
// one after another, and see what others took (DH-37).
func (r drafting) drafts() {
	r.pick = r.onOffer()
	lists := map[string][]string{}
	ask := r.is(optDraft, "choose")
	oneByOne := ask && r.is(optSpeed, patient)
	if ask && !oneByOne {
		r.wishes(lists)
	}
	var told drafted
	for _, seat := range r.pick.Order {
		if oneByOne {
			r.wish(seat, lists)
		}
		told.Takes = append(told.Takes, r.chooses(seat, lists[seat]))
		if oneByOne {
			r.tell("draft", told)
			told.Takes = nil
		}
	}
	if !oneByOne {
		r.tell("draft", told)
	}
	taken := r.pick.Taken
	r.pick = nil
	for i := range r.Players {
		r.arrive(&r.Players[i], taken)
	}
	r.Year = 1
	r.newYear()
}

// onOffer returns the draft before anything is taken. The player to the right of the starter chooses first, and so on
// counter-clockwise; then everybody chooses again in reverse order.
func (r *turn) onOffer() *Draft {
	d := &Draft{Cities: r.on().cities()}
	for _, f := range r.board.Factions {
		d.Factions = append(d.Factions, f.Name)
	}
	clockwise := r.from(r.Starter)
	for _, seat := range slices.Backward(clockwise) {
		d.Order = append(d.Order, seat)
	}
	d.Order = append(d.Order, clockwise...)
	return d
}

// left returns what a player can take now: at first a leader or a city, and then only the other of the two.
func (d *Draft) left(seat string) []string {
	i := slices.IndexFunc(d.Taken, func(t Took) bool { return t.Seat == seat })
	var out []string
	if i < 0 || d.Taken[i].City {
		out = append(out, d.Factions...)
	}
	if i < 0 || !d.Taken[i].City {
		out = append(out, d.Cities...)
	}
	return out
}

// wishes asks everybody for lists at once.
func (r drafting) wishes(lists map[string][]string) {
	var reqs []adjudicator.Request
	for _, seat := range r.Seats() {
		reqs = append(reqs, adjudicator.Request{Seat: adjudicator.Seat(seat), Kind: "draft", Default: byLot})
	}
	for i, answer := range r.Put(reqs...) {
		seat := string(reqs[i].Seat)
		lists[seat] = strict.Must(parseDraft(r.board, r.on(), answer))
		r.Heard(seat)
	}
}

// wish asks the player whose turn it is to choose. The available entries of their earlier list are on file. Meanwhile
// all others who are still to choose can file lists.
func (r drafting) wish(seat string, lists map[string][]string) {
	now := adjudicator.Request{Seat: adjudicator.Seat(seat), Kind: "draft", Default: byLot, Short: true, Aside: true}
	now.Filed = r.available(seat, lists[seat])
	reqs := []adjudicator.Request{now}
	for _, other := range r.Seats() {
		if other == seat || r.pick.done(other) {
			continue
		}
		req := queue.Standing(other, r.available(other, lists[other]), byLot)
		req.Short, req.Aside = true, true
		reqs = append(reqs, req)
	}
	for i, answer := range r.Put(reqs...) {
		lists[string(reqs[i].Seat)] = strict.Must(parseDraft(r.board, r.on(), answer))
	}
}

// available returns the part of a list, in normal form, that its player can still take; "" if nothing is left.
func (r drafting) available(seat string, list []string) string {
	left := r.pick.left(seat)
	list = slices.DeleteFunc(slices.Clone(list), func(name string) bool { return !slices.Contains(left, name) })
	if len(list) == 0 {
		return ""
	}
	return draftWords(list)
}

// done reports whether a player has taken a leader and a city.
func (d *Draft) done(seat string) bool {
	n := 0
	for _, t := range d.Taken {
		if t.Seat == seat {
			n++
		}
	}
	return n == 2
}

// chooses has a player take the first available entry of their list, or a random one if there is none.
func (r drafting) chooses(seat string, list []string) take {
	left := r.pick.left(seat)
	told := take{Took: Took{Seat: seat}}
	if i := slices.IndexFunc(list, func(name string) bool { return slices.Contains(left, name) }); i >= 0 {
		told.What = list[i]
	} else {
		told.What, told.Lot = left[r.roll("draft", len(left))], true
	}
	is := func(name string) bool { return name == told.What }
	told.City = !slices.ContainsFunc(r.pick.Factions, is)
	r.pick.Factions, r.pick.Cities = slices.DeleteFunc(r.pick.Factions, is), slices.DeleteFunc(r.pick.Cities, is)
	r.pick.Taken = append(r.pick.Taken, told.Took)
	return told
}

// arrive sets a player up with what they took: their capital, for which they need no control marker, the card of that
// city, the points that the leader begins with, and the faction's deck, from which they draw a hand.
func (r drafting) arrive(p *Player, taken []Took) {
	for _, t := range taken {
		switch {
		case t.Seat != p.Seat:
		case t.City:
			p.Capital = t.What
		default:
			p.Faction = t.What
		}
	}
	a, _ := r.on().Area(p.Capital)
	r.Owners[a] = p.Seat
	p.Locations = []string{p.Capital}
	leader := r.board.faction(p.Faction)
	r.score(p.Seat, leader.Start[len(r.Players)], "what "+leader.Name+" begins with")
	var cards []string
	for _, card := range leader.Deck {
		cards = append(cards, plain(card)+own)
	}
	deck.Shuffle(r.Table, "deck of "+p.Seat, cards)
	r.secret(p.Seat).Draw = [][]string{cards}
	r.count(p.Seat)
	r.refill(p.Seat)
}
