package dealers

import (
	"fmt"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deck"
	"deaddrop/adjudicator/pack"
	"deaddrop/adjudicator/queue"
)

// setup returns the position before the draft: the map for the number of players, random families of professionals or
// the first ones, the supply, shuffled masses and spoils, and the starting player (DH-1). The board must have been
// checked.
func setup(t *adjudicator.Table, c adjudicator.Config) (adjudicator.Position, error) {
	b, err := house.Of(string(c.Pack))
	if err != nil {
		return nil, fmt.Errorf("reading the board: %w", err)
	}
	n := len(c.Seats)
	m := b.mapFor(n)
	switch {
	case m == nil:
		return nil, fmt.Errorf("there is no map for %d players", n)
	case len(m.cities()) < n:
		return nil, fmt.Errorf("%s has %d start cities, too few for %d players", m.Title, len(m.cities()), n)
	case len(b.Factions) < n:
		return nil, fmt.Errorf("there are %d factions, too few for %d players", len(b.Factions), n)
	}
	p := &position{Pack: string(c.Pack), Options: c.Options}
	p.Ruled = pack.Precedents{}
	p.Map, p.Owners = m.Title, make([]string, len(m.Places))
	for _, s := range c.Seats {
		p.Players = append(p.Players, Player{Seat: string(s), Pieces: b.Pieces})
		p.Secrets = append(p.Secrets, Secret{OnFile: queue.OnFile{Seat: string(s)}})
	}
	r := p.begin(t)
	r.stockUp()
	r.First = r.Players[r.roll("starter", n)].Seat
	r.Starter = r.First
	r.tell("opening", opening{Map: r.Map, Families: r.Families, Starter: r.Starter, Years: r.years()})
	return p, nil
}

// cities returns the start cities of a map, in its order.
func (m *Map) cities() []string {
	var out []string
	for _, p := range m.Places {
		if !p.Sea && p.Native == startCity {
			out = append(out, p.Name)
		}
	}
	return out
}

// years returns the number of years in a game: each player begins two of them (DH-4).
func (s *State) years() int {
	n := len(s.Players)
	switch short := s.rules[optYears]; short {
	case "", "edition":
		return 2 * n
	case "half":
		return n
	default:
		return int(short[0] - '0')
	}
}

// stockUp chooses the families and lays out the supply.
func (r *turn) stockUp() {
	var families []string
	for _, f := range r.board.Families {
		families = append(families, f.Name)
	}
	if r.is(optFamilies, "lot") {
		deck.Shuffle(r.Table, "families", families)
	}
	families = families[:min(r.board.InPlay, len(families))]
	for _, f := range r.board.Families {
		if slices.Contains(families, f.Name) {
			r.Families = append(r.Families, f.Name)
		}
	}
	for _, c := range r.board.Cards {
		switch {
		case c.Kind == Masses:
			r.Pile = append(r.Pile, slices.Repeat([]string{c.Name}, c.Copies)...)
		case c.Kind == Citizen, c.Kind == Professional && slices.Contains(families, c.Family):
			r.Supply = append(r.Supply, Pile{c.Name, c.Copies})
		}
	}
	deck.Shuffle(r.Table, "masses", r.Pile)
	r.Masses.N = len(r.Pile)
	if len(r.Pile) > 0 {
		r.Masses.Top = r.Pile[0]
	}
	for i := range r.Hidden {
		value := i + 2
		for _, l := range r.board.Locations {
			if l.Value == value {
				r.Hidden[i] = append(r.Hidden[i], slices.Repeat([]string{l.Name}, l.Copies)...)
			}
		}
		stack := r.Hidden[i]
		deck.Shuffle(r.Table, fmt.Sprintf("spoils %d", value), stack)
		r.Spoils[i].N = len(stack)
	}
}
