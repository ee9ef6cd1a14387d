package dishonest

import (
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/parser/strict"
)

// mostDrawn is the largest number of cards that a player draws in the income phase (DD-7).
const mostDrawn = 2

// An incomePhase is the income phase of a year (DD-1).
type incomePhase struct {
	*turn
	drawn map[string][]int // cards that were drawn in the phase, by seat
	won   string           // the winner of the bidding; "" if nobody yet
}

// incomePhase returns the income phase of the year.
func (r *turn) incomePhase() *incomePhase { return &incomePhase{turn: r, drawn: map[string][]int{}} }

// run plays the phase: the public steps happen before players write, then each decides in one sealed letter, and the
// decisions are carried out in the order of the rules.
func (r *incomePhase) run() {
	r.reset()
	r.gather()
	r.letters()
	r.draws()
	r.pools()
	bids := map[string]*bundle{}
	for _, seat := range r.Seats() {
		bids[seat] = r.decided(seat).bid
	}
	r.convene(bids)
	r.ideologies()
	r.alliances()
	r.score()
	if !r.Over {
		r.actions()
	}
}

// reset ends alliances, empties pools, and removes ideologies and quagmires (DD-6).
func (r *incomePhase) reset() {
	told := yearly{Year: r.Year, Order: r.order()}
	for i := range r.Players {
		p := &r.Players[i]
		if p.Ally != "" && r.rank(p.Seat) < r.rank(p.Ally) {
			told.Alliances = append(told.Alliances, [2]string{p.Seat, p.Ally})
		}
	}
	for i := range r.Players {
		p := &r.Players[i]
		p.Ally, p.Pool, p.Tile, p.Spent = "", 0, "", false
	}
	for i := range r.Areas {
		if h := &r.Areas[i]; h.Quagmire {
			told.Quagmires = append(told.Quagmires, h.Area)
			h.Quagmire = false
		}
	}
	r.tell("year", told)
}

// yield returns the cubes that the regions controlled by a power give it (DD-3, DD-7).
func (s *State) yield(seat string) (c Cubes) {
	for a, place := range s.edition().Places {
		if !place.Sea && s.controls(Area(a), seat) {
			c = c.Plus(place.Yield)
		}
	}
	return c
}

// gather gives all players the yield of their regions (DD-7).
func (r *incomePhase) gather() {
	var told gathered
	for _, seat := range r.order() {
		c := r.yield(seat)
		r.gain(seat, c)
		told.Incomes = append(told.Incomes, Income{seat, c})
	}
	r.tell("income", told)
}

// letters asks all players for their decisions in this phase.
func (r *incomePhase) letters() {
	var reqs []adjudicator.Request
	for _, seat := range r.Seats() {
		filed := r.secret(seat).Standing
		silent := r.sheets[seat]
		silent.income = income{draw: mostDrawn, pool: &bundle{any: r.needed(seat, r.secret(seat).Stock)}}
		reqs = append(reqs, adjudicator.Request{Seat: adjudicator.Seat(seat), Kind: "income",
			Default: silent.words(r.board), Filed: filed})
	}
	for i, answer := range r.Put(reqs...) {
		seat := string(reqs[i].Seat)
		r.File(seat, "income", answer)
		r.Heard(seat)
	}
}

// decided returns a player's decisions for this phase, given what was revealed so far, with the defaults filled in.
func (r *incomePhase) decided(seat string) income {
	in := r.sheets[seat].income.knowing(r.drawn[seat], r.won == seat)
	return in.decided(r.needed(seat, r.secret(seat).Stock))
}

// decided returns an income with the defaults filled in: as many cards as can be drawn, and the needed pool. A player
// who explicitly does nothing gets neither, and bids nothing.
func (in income) decided(needed int) income {
	draw, pool := mostDrawn, &bundle{any: needed}
	if in.none {
		draw, pool = 0, &bundle{}
	}
	if in.draw == unsaid {
		in.draw = draw
	}
	if in.pool == nil {
		in.pool = pool
	}
	if in.bid == nil && in.none {
		in.bid = &bundle{}
	}
	return in
}

// needed returns the default pool: as many cubes of supply as the power has units in its largest stack, as far as it
// has them, so that none is lost for want of orders. It takes no oil, and nothing if the one unit that is always
// supplied is all.
func (s *State) needed(seat string, stock Cubes) int {
	_, n := s.heaviest(seat)
	if n <= 1 {
		return 0
	}
	return min(n, stock[Supply])
}

// draws has all players draw cards (DD-7).
func (r *incomePhase) draws() {
	var told draws
	for _, seat := range r.order() {
		drawn := r.deal(seat, min(mostDrawn, r.decided(seat).draw))
		r.drawn[seat] = drawn
		told.Draws = append(told.Draws, Drawn{seat, len(drawn)})
		if len(drawn) > 0 {
			r.inform(seat, "drawn", hand{drawn})
		}
	}
	r.tell("draws", told)
}

// pools fills the supply pools, as far as players have the cubes (DD-7, DD-8).
func (r *incomePhase) pools() {
	var told pools
	for _, seat := range r.order() {
		x := r.secret(seat)
		want := r.decided(seat).pool
		asked, out := want.filled(x.Stock)
		if out.Total() < asked.Total() {
			r.inform(seat, "cut", cut{"POOL", asked, out})
		}
		x.Stock = x.Stock.Minus(out)
		r.player(seat).Pool = out.Total()
		told.Pools = append(told.Pools, Pool{seat, out})
	}
	r.tell("pools", told)
}

// filled returns the cubes that a pool was to have, and those that it gets from a stock: supply, and oil in its place
// (DD-7).
func (b bundle) filled(stock Cubes) (asked, out Cubes) {
	asked = b.cubes
	asked[Supply] += b.any
	for _, res := range []Resource{Supply, Oil} {
		out[res] = min(b.cubes[res], stock[res])
	}
	more, _ := stock.Minus(out).Pay(b.any, Supply)
	return asked, out.Plus(more)
}

// most returns as much of a bid as a stock can pay (DD-9).
func (b bundle) most(stock Cubes) (out Cubes) {
	for _, res := range Resources {
		out[res] = min(b.cubes[res], stock[res])
	}
	return out
}

// ideologies has each player take a tile, in the order of the League track: the first on their list that is free, or
// else the first one left (DD-11). In a patient game they are asked one after another.
func (r *incomePhase) ideologies() {
	var free []string
	for _, t := range r.board.Tiles {
		free = append(free, t.Name)
	}
	var told ideologies
	for _, seat := range r.order() {
		if len(free) == 0 {
			break
		}
		list := r.decided(seat).ideology
		if r.is(optSpeed, patient) {
			list = r.choosing(seat, list, free)
		}
		took := Took{Seat: seat, Tile: free[0]}
		if i := slices.IndexFunc(list, func(name string) bool { return slices.Contains(free, name) }); i >= 0 {
			took.Tile, took.Listed = list[i], true
		}
		r.player(seat).Tile = took.Tile
		free = slices.DeleteFunc(free, func(name string) bool { return name == took.Tile })
		if r.is(optSpeed, patient) {
			r.tell("ideologies", ideologies{[]Took{took}})
		}
		told.Taken = append(told.Taken, took)
	}
	if !r.is(optSpeed, patient) {
		r.tell("ideologies", told)
	}
}

// choosing asks a player for one of the free tiles; their earlier list is on file. It returns the resulting list.
func (r *incomePhase) choosing(seat string, list, free []string) []string {
	list = slices.DeleteFunc(slices.Clone(list), func(name string) bool { return !slices.Contains(free, name) })
	filed := ""
	if len(list) > 0 {
		filed = sheet{income: income{draw: unsaid, ideology: list}}.words(r.board)
	}
	r.league = &League{Tiles: slices.Clone(free)}
	answer := r.Within(adjudicator.Request{
		Seat: adjudicator.Seat(seat), Kind: "ideology", Default: "IDEOLOGY " + free[0], Filed: filed,
		Short: true, Aside: true,
	})[0]
	r.league = nil
	return strict.Must(parseSheet(r.board, "ideology", answer)).income.ideology
}
