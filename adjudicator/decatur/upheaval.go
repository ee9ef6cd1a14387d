package decatur

import (
	"cmp"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deck"
)

// upheaval ends an interval (DC-27, DC-28), and the game after the last one (DC-29).
func (r *round) upheaval() {
	told := upheaval{Interval: r.Interval, Regions: r.ranked(), Precedence: r.precedence()}
	for i, level := range r.risen(told.Regions) {
		h := r.at(Loc(i))
		if h.Owner == "" {
			continue
		}
		change := Adjusted{Location: h.Location, Owner: h.Owner, Region: r.edition().Locations[i].Region,
			Was: h.Factors, Now: level}
		h.Factors = level
		h.tidy()
		if change.Empty = h.Owner == ""; change.Was != change.Now || change.Empty {
			told.Changed = append(told.Changed, change)
		}
	}
	if r.Interval < r.Intervals || r.is(optDuplicates, "discard") {
		told.Discarded = r.discardDuplicates()
	}
	r.tell("upheaval", told)
	if r.Interval == r.Intervals {
		r.score()
		return
	}
	r.Interval, r.Round, r.Up, r.Forgot = r.Interval+1, 1, false, false
	for i := range r.Players {
		r.Players[i].Restructured = false // DC-30
	}
	r.begin(r.Table)
}

// risen returns the number of factors that each location would have after the upheaval, if it has an owner (DC-27). A
// player with all 42 factors on the board can't get more: their locations rise as long as there are factors, starting
// in the highest region, in order of names (DC-14).
func (r *round) risen(regions []Ranked) []int {
	to := make([]int, len(r.Locations))
	left := map[string]int{} // factors that are not on the board, by player
	for i, l := range r.edition().Locations {
		to[i] = regions[slices.IndexFunc(regions, func(x Ranked) bool { return x.Region == l.Region })].Level
		left[r.at(Loc(i)).Owner] -= min(to[i], r.at(Loc(i)).Factors)
	}
	if !r.is(optPieces, "42") {
		return to
	}
	for _, region := range regions {
		for i, l := range r.edition().Locations {
			if h := r.at(Loc(i)); h.Owner != "" && l.Region == region.Region && to[i] > h.Factors {
				// after a change of options, a player may have more than 42
				n := max(0, min(to[i]-h.Factors, 42+left[h.Owner]))
				to[i] = h.Factors + n
				left[h.Owner] -= n
			}
		}
	}
	return to
}

// precedence returns the order of precedence of the regions in this interval: reversed in even ones (DC-27).
func (p *position) precedence() []Region {
	out := slices.Clone(p.edition().Precedence)
	if p.Interval%2 == 0 {
		slices.Reverse(out)
	}
	return out
}

// ranked returns the regions by number of prosperity cards, highest first, with the resulting number of factors
// (DC-27).
func (p *position) ranked() []Ranked {
	cards := slices.Clone(p.Open)
	for _, s := range p.Secrets {
		cards = append(cards, s.Prosperity...)
	}
	var out []Ranked
	for _, region := range p.precedence() {
		out = append(out, Ranked{Region: region, Cards: countOf(cards, region)})
	}
	slices.SortStableFunc(out, func(x, y Ranked) int { return cmp.Compare(y.Cards, x.Cards) })
	for i, level := range levels(len(p.Players)) {
		out[i].Level = level
	}
	return out
}

// levels returns the numbers of factors in the highest region, the next, and so on (DC-27; DC-1 for two players).
func levels(players int) []int {
	if players == 2 {
		return []int{3, 2, 1, 0, 0}
	}
	return []int{4, 3, 2, 1, 0}
}

func countOf[T comparable](list []T, x T) int {
	n := 0
	for _, y := range list {
		if x == y {
			n++
		}
	}
	return n
}

// discardDuplicates reduces each player's cards in play to one of a kind (DC-28).
func (p *position) discardDuplicates() []Discarded {
	var out []Discarded
	for i := range p.Players {
		var kept, gone []Commonwealth
		for _, card := range p.Players[i].InPlay {
			if slices.Contains(kept, card) {
				gone = append(gone, card)
			} else {
				kept = append(kept, card)
			}
		}
		p.Players[i].InPlay = kept
		p.Discards = append(p.Discards, gone...)
		if len(gone) > 0 {
			out = append(out, Discarded{p.Players[i].Seat, gone})
		}
	}
	return out
}

// begin begins an interval: prosperity cards are dealt, and the first player is drawn from the cup (DC-3, DC-4).
func (p *position) begin(t *adjudicator.Table) {
	p.Rest, p.Open = nil, nil
	for _, region := range Regions {
		p.Rest = append(p.Rest, slices.Repeat([]Region{region}, p.edition().Prosperity[region])...)
	}
	deck.Shuffle(t, "prosperity", p.Rest)
	take := func(n int) (cards []Region) {
		cards, p.Rest = slices.Clone(p.Rest[:n]), p.Rest[n:]
		return cards
	}
	hidden, open := 2, len(p.Secrets)
	if len(p.Secrets) == 2 { // DC-1
		hidden, open = 3, 3
	}
	for i := range p.Secrets {
		p.Secrets[i].Prosperity = take(hidden)
	}
	p.Open = take(open)
	p.first(t)
	told := dealt{Interval: p.Interval, First: p.Players[0].Seat, Open: p.Open, Space: p.Space}
	for _, player := range p.Players {
		told.Order = append(told.Order, player.Seat)
	}
	t.Tell(adjudicator.Event{Kind: "interval", Data: told}, adjudicator.All())
	for _, s := range p.Secrets {
		own := cards{Prosperity: s.Prosperity}
		if p.Interval == 1 {
			own.Influence = s.Hand
		}
		t.Tell(adjudicator.Event{Kind: "cards", Data: own}, adjudicator.To(adjudicator.Seat(s.Seat)))
	}
}

// first draws the first player from the cup of reckoning; play goes on to their left (DC-2, DC-3).
func (p *position) first(t *adjudicator.Table) {
	out := slices.Clone(p.Cup)
	if len(out) == 0 {
		for _, s := range p.Secrets {
			p.Cup = append(p.Cup, s.Seat)
			if p.Interval == 1 || !p.is(optCup, "other") || s.Seat != p.Players[0].Seat {
				out = append(out, s.Seat)
			}
		}
	}
	seat := out[t.Roll("cup", len(out))-1]
	p.Cup = slices.DeleteFunc(p.Cup, func(s string) bool { return s == seat })
	for p.Players[0].Seat != seat {
		p.Players = append(p.Players[1:len(p.Players):len(p.Players)], p.Players[0])
	}
}

// score ends the game. The winner has most factors; ties are broken by influence cards, cards in hand, ports, and
// finally by the last location in alphabetical order that one of the tied players controls (DC-29).
func (r *round) score() {
	told := ended{}
	for _, p := range r.Players {
		s := r.secret(p.Seat)
		told.Scores = append(told.Scores, Score{Seat: p.Seat, Factors: r.Factors(p.Seat),
			Cards: len(s.Hand) + len(p.InPlay), Hand: len(s.Hand), Ports: r.Ports(p.Seat), Held: s.Hand})
	}
	last := func(seat string) int {
		for i := len(r.Locations) - 1; i >= 0; i-- {
			if r.Locations[i].Owner == seat {
				return i
			}
		}
		return -1
	}
	keys := func(s Score) [5]int { return [5]int{s.Factors, s.Cards, s.Hand, s.Ports, last(s.Seat)} }
	slices.SortStableFunc(told.Scores, func(x, y Score) int {
		a, b := keys(x), keys(y)
		return slices.Compare(b[:], a[:])
	})
	best, next := keys(told.Scores[0]), keys(told.Scores[1])
	told.Winner = told.Scores[0].Seat
	for i, by := range []string{"factors", "cards", "hand", "ports"} {
		if best[i] != next[i] {
			told.By = by
			break
		}
	}
	if told.By == "" && best[4] >= 0 {
		told.By = r.Locations[best[4]].Location
	}
	for _, region := range r.edition().Precedence {
		stood := Stood{Region: region}
		for i, h := range r.Locations {
			if h.Owner != "" && r.edition().Locations[i].Region == region {
				stood.Locations = append(stood.Locations, h)
			}
		}
		told.Board = append(told.Board, stood)
	}
	r.Over = true
	r.tell("end", told)
}

// winners returns the winner, of whom there is always one.
func (e ended) winners() []string { return []string{e.Winner} }
