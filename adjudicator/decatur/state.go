package decatur

import "slices"

// A State is what lies open on the table.
type State struct {
	Interval  int // from 1
	Intervals int // how many are played (DC-29)
	Round     int // of the interval, from 1
	Space     int // of the round track on which the clock marker lies, from 1
	Up        bool
	Players   []Player // in the order of play, from the first player of the interval on
	Locations []Holding
	Open      []Region       // the prosperity cards dealt face up
	Deck      int            // influence cards that can be drawn
	Discards  []Commonwealth // influence cards that were discarded, the last one last
}

// A Player is what all know of one.
type Player struct {
	Seat         string
	InPlay       []Commonwealth // the oldest first
	Hand         int            // how many cards
	Restructured bool           `json:",omitempty"` // in this interval (DC-14)
}

// A Holding is what stands in a location. A location belongs to whoever has a factor or a port there (DC-11).
type Holding struct {
	Location string
	Owner    string `json:",omitempty"` // "": it is empty
	Factors  int    `json:",omitempty"`
	Port     Ocean  `json:",omitempty"` // the ocean in which its port's fleet lies; "": no port
}

const (
	maxFactors = 7 // in a location (DC-10)
	maxHand    = 3 // influence cards in hand, outside of a turn (DC-12)
	maxInPlay  = 3 // and in play
	maxPorts   = 6 // of a player (DC-16)
	maxFleets  = 2 // of a player in an ocean
)

// player finds one by their seat; nil if there is none.
func (s *State) player(seat string) *Player {
	i := slices.IndexFunc(s.Players, func(p Player) bool { return p.Seat == seat })
	if i < 0 {
		return nil
	}
	return &s.Players[i]
}

// at returns what stands in a location.
func (s *State) at(l Loc) *Holding { return &s.Locations[l] }

// owns reports whether a player controls a location (DC-11).
func (s *State) owns(seat string, l Loc) bool { return s.Locations[l].Owner == seat }

// Fleets is how many fleets a player has in an ocean: as many as ports that have theirs there.
func (s *State) Fleets(seat string, o Ocean) int {
	n := 0
	for _, h := range s.Locations {
		if h.Owner == seat && h.Port == o {
			n++
		}
	}
	return n
}

// Ports is how many ports a player has on the board.
func (s *State) Ports(seat string) int {
	n := 0
	for _, h := range s.Locations {
		if h.Owner == seat && h.Port != "" {
			n++
		}
	}
	return n
}

// Factors is how many factors a player has on the board.
func (s *State) Factors(seat string) int {
	n := 0
	for _, h := range s.Locations {
		if h.Owner == seat {
			n += h.Factors
		}
	}
	return n
}

// matching is how many of a player's cards in play are of a kind.
func (p *Player) matching(c Commonwealth) int {
	n := 0
	for _, card := range p.InPlay {
		if card == c {
			n++
		}
	}
	return n
}
