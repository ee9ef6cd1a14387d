package dishonest

import (
	"cmp"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/parser/strict"
)

// convene reveals the top card; if it has the symbol, players bid for the order on the League track (DD-9), which
// has as many places as there are players (DD-10).
func (r *incomePhase) convene(bids map[string]*bundle) {
	top := r.top(1)
	if top == nil {
		r.tell("league", revealed{})
		return
	}
	c := r.board.card(top[0])
	r.discard(c.Number)
	r.tell("league", revealed{c.Number, c.Title, c.League})
	if !c.League {
		return
	}
	r.league = &League{Card: c.Number}
	r.bids(bids)
	r.league = nil
	r.reveal(bids)
}

// bids asks players who have made no bid yet for one; in a fast game they bid nothing.
func (r *incomePhase) bids(bids map[string]*bundle) {
	var reqs []adjudicator.Request
	for _, seat := range r.Seats() {
		if r.is(optSpeed, fast) || bids[seat] != nil && r.is(optPace, "swift") {
			continue
		}
		req := adjudicator.Request{Seat: adjudicator.Seat(seat), Kind: "bid", Default: "BID 0",
			Short: true, Aside: true}
		if bids[seat] != nil {
			req.Filed = sheet{income: income{draw: unsaid, bid: bids[seat]}}.words(r.board)
		}
		reqs = append(reqs, req)
	}
	for i, answer := range r.Within(reqs...) {
		bids[string(reqs[i].Seat)] = strict.Must(parseSheet(r.board, "bid", answer)).income.bid
	}
}

// reveal shows all bids, takes the cubes, and puts the players in order by the size of their bids; equal bids are
// ordered as the former Speaker wants (DD-9).
func (r *incomePhase) reveal(bids map[string]*bundle) {
	speaker := r.Players[0].Seat
	told := auction{Speaker: speaker}
	size := map[string]int{}
	for _, seat := range r.order() {
		c := r.afford(seat, bids[seat])
		x := r.secret(seat)
		x.Stock = x.Stock.Minus(c)
		size[seat] = c.Total()
		told.Bids = append(told.Bids, Bid{seat, c})
	}
	before := r.order()
	ties := r.ties(speaker)
	slices.SortStableFunc(r.Players, func(p, q Player) int {
		return cmp.Or(cmp.Compare(size[q.Seat], size[p.Seat]),
			cmp.Compare(slices.Index(ties, p.Seat), slices.Index(ties, q.Seat)))
	})
	told.Order, told.Same = r.order(), slices.Equal(before, r.order())
	r.won = told.Order[0]
	r.tell("bids", told)
}

// afford returns as much of a bid as its player has the cubes for; the player is told if it is not the whole bid.
func (r *incomePhase) afford(seat string, bid *bundle) Cubes {
	if bid == nil {
		return Cubes{}
	}
	out := bid.most(r.secret(seat).Stock)
	if out != bid.cubes {
		r.inform(seat, "cut", cut{"BID", bid.cubes, out})
	}
	return out
}

// ties returns the order in which the Speaker puts players with equal bids: as the Speaker has written, then as they
// stand on the track, with the Speaker last if they may not favour themselves (DD-9, DD-49).
func (r *incomePhase) ties(speaker string) []string {
	var out []string
	for _, seat := range slices.Concat(r.sheets[speaker].rules.ties, r.order()) {
		if r.player(seat) != nil && !slices.Contains(out, seat) {
			out = append(out, seat)
		}
	}
	if r.is(optSpeaker, "others") {
		out = append(slices.DeleteFunc(out, func(s string) bool { return s == speaker }), speaker)
	}
	return out
}
