package dealers

import (
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/parser/strict"
)

// keepAll is the normal form of an answer in winter that discards no card.
const keepAll = "KEEP ALL"

// winter plays the winter of a year (DH-10): leaders score, hands are tidied and refilled, and the next year begins
// with the player to the left of the one who began this year; or the game ends. Queues of turns are cleared, as hands
// are different then.
func (r *turn) winter() {
	r.leaders()
	if r.Year >= r.years() {
		r.end()
		return
	}
	for _, seat := range r.Seats() {
		s := r.sheets[seat]
		s.turns = nil
		r.sheets[seat] = s
		r.keep(seat)
	}
	r.hibernate()
	r.Year++
	r.Starter = r.from(r.Starter)[1]
	r.newYear()
}

// leaders has all players score for their leaders in winter, at the same time.
func (r *turn) leaders() {
	told := wintered{Year: r.Year}
	for _, seat := range r.from(r.Starter) {
		h := Harvest{Seat: seat}
		f := r.board.faction(r.player(seat).Faction)
		for _, rule := range f.Winter {
			h.Parts = append(h.Parts, r.part(seat, rule))
		}
		for _, part := range h.Parts {
			h.Points += part.Points
		}
		told.Scores = append(told.Scores, h)
	}
	for i := range told.Scores {
		h := &told.Scores[i]
		r.award(h.Seat, h.Points)
		h.Total = r.player(h.Seat).Points
	}
	r.tell("winter", told)
}

// part returns what a player scores by one of their leader's rules.
func (s *State) part(seat string, rule Scoring) Part {
	n := s.measure(seat, rule.Per)
	points := rule.Points * (n / max(1, rule.Each))
	if rule.Most > 0 {
		points = min(points, rule.Most)
	}
	return Part{rule.Per, n, points}
}

// measure returns a player's count for a measure.
func (s *State) measure(seat string, per Measure) int {
	p, m := s.player(seat), s.on()
	count := func(fits func(Area) bool) int {
		n := 0
		for _, a := range s.territories(seat) {
			if fits(a) {
				n++
			}
		}
		return n
	}
	switch per {
	case PerTerritories:
		return len(s.territories(seat))
	case PerCoast:
		return count(m.coastal)
	case PerInland:
		return count(func(a Area) bool { return !m.coastal(a) })
	case PerCities:
		return count(func(a Area) bool { return m.Places[a].Native >= startCity })
	case PerMasters:
		return len(p.Masters)
	case PerSpoils:
		n := 0
		for _, name := range p.Locations {
			if s.edition().location(name).Spoils() {
				n++
			}
		}
		return n
	case PerTaken:
		return p.Taken
	case PerWon:
		return p.Won
	case PerTrained:
		return p.Trained
	case PerDefended:
		return p.Defended
	case PerReady:
		return len(p.Ready)
	case PerMost:
		if slices.ContainsFunc(s.Players, func(o Player) bool {
			return len(s.territories(o.Seat)) > len(s.territories(seat))
		}) {
			return 0
		}
		return 1
	}
	return 0
}

// hibernate has all players discard the hand cards that they don't want; then each discard pile is shuffled and put
// under the draw pile, and hands are refilled.
func (r *turn) hibernate() {
	unwanted := r.unwanted()
	var told reshuffled
	for _, seat := range r.from(r.Starter) {
		cards := unwanted[seat]
		r.discardFrom(seat, cards)
		if len(cards) > 0 {
			r.inform(seat, "discarded", discardedCards{cards})
		}
		r.sweep(seat) // defenders' cards may be there by ruling (DH-27)
		x := r.secret(seat)
		told.Piles = append(told.Piles, Renewed{seat, len(cards), len(x.Discard)})
		pile := x.Discard
		x.Discard = nil
		r.bury("discards of "+seat, x, pile)
	}
	r.tell("reshuffled", told)
	for _, seat := range r.from(r.Starter) {
		r.count(seat)
		r.refill(seat)
	}
}

// unwanted returns the hand cards that each player discards, by seat: by their orders on file, or else by their
// answers. In a patient game everybody is asked. A player without cards in hand, which is public, is not asked.
func (r *turn) unwanted() map[string][]string {
	out := map[string][]string{}
	var reqs []adjudicator.Request
	for _, x := range r.Secrets {
		filed := r.sheets[x.Seat].rules.winter
		if filed != nil {
			out[x.Seat] = filed.drops(x.Hand)
		}
		settled := filed != nil && !r.AsksAlways()
		if settled || len(x.Hand) == 0 || r.is(optSpeed, fast) {
			continue
		}
		req := adjudicator.Request{Seat: adjudicator.Seat(x.Seat), Kind: "winter", Default: keepAll, Short: true}
		if filed != nil {
			req.Filed = tidy{cards: plains(out[x.Seat])}.words()
		}
		reqs = append(reqs, req)
	}
	for i, answer := range r.Put(reqs...) {
		seat := string(reqs[i].Seat)
		out[seat] = strict.Must(parseTidy(r.board, answer)).drops(r.secret(seat).Hand)
	}
	return out
}

// newYear gives cubes and token back to the players, turns the action board over when the late era begins, and begins the year (DH-3,
// DH-10).
func (r *turn) newYear() {
	flip := r.Year == r.early()+1
	all := flip || r.Year == 1 || r.is(optCubes, "winter")
	for i := range r.Players {
		p := &r.Players[i]
		p.Token = p.Seat == r.Starter
		p.Leader = p.Leader || flip || r.Year == 1
		if all {
			p.Cubes = r.board.Cubes[len(r.Players)]
		}
		p.Markers, p.Shield = Strengths{}, 0
		p.Taken, p.Won, p.Trained, p.Defended = 0, 0, 0, 0
	}
	r.Placed = slices.DeleteFunc(slices.Clone(r.Placed), func(c Cube) bool { return all || c.By == ByToken })
	r.tell("year", yearly{Year: r.Year, Years: r.years(), Starter: r.Starter, Late: r.late(), Flip: flip})
	r.year()
}
