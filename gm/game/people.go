package game

import (
	"math"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/gm/refusal"
)

// People are everybody involved in a game: players, standbys, applicants and observers.
type People struct {
	Seats    []*Seat     // the players' seats in the order of the table, then the game master's
	SignUp   *SignUp     `json:",omitempty"` // the sign-up; nil unless the game is forming
	Missing  Ladder      `json:",omitzero"`  // what to do about missing players
	Standbys []*Standby  `json:",omitempty"` // standbys, in the order in which they are asked
	Gallery  *Spectators `json:",omitempty"` // observers; nil: there never was one
	// game masters beside the one who has the game master's seat
	Fellows []*FellowMaster `json:",omitempty"`
}

// MaxNumber limits counts in a saved game: of letters, questions and phases.
const MaxNumber = math.MaxInt32

// SeatsAmong returns an error if a seat is not one of the rules' or occurs twice.
func (p *People) SeatsAmong(rules *adjudicator.Rules) error {
	for i, s := range p.Seats {
		twice := slices.ContainsFunc(p.Seats[:i], func(o *Seat) bool { return o.Name == s.Name })
		if s.Name != adjudicator.GM && !slices.Contains(rules.Seats, s.Name) || twice {
			return refusal.New("%s has no seat %q, or not twice.", rules.Title, s.Name)
		}
		if s.Name == adjudicator.GM && len(s.OtherAddresses()) > 0 {
			return refusal.New("A game master has only one address.")
		}
		if min(s.Asked, s.Sent) < 0 || max(s.Asked, s.Sent) > MaxNumber {
			return refusal.New("The letters to %s, or its questions, are more than can be.", s.Name)
		}
	}
	return nil
}

// Seat returns the seat with a name, or nil.
func (p *People) Seat(name adjudicator.Seat) *Seat {
	i := slices.IndexFunc(p.Seats, func(s *Seat) bool { return s.Name == name })
	if i < 0 {
		return nil
	}
	return p.Seats[i]
}

// Players returns the names of the seats without the game master's.
func (p *People) Players() []adjudicator.Seat {
	var out []adjudicator.Seat
	for _, s := range p.Seats {
		if s.Name != adjudicator.GM {
			out = append(out, s.Name)
		}
	}
	return out
}

// Names returns the names of all seats.
func (p *People) Names() []string {
	var out []string
	for _, s := range p.Seats {
		out = append(out, string(s.Name))
	}
	return out
}

// Observer returns the observer with an address, or nil.
func (p *People) Observer(addr string) *Observer {
	if p.Gallery == nil {
		return nil
	}
	for _, o := range p.Gallery.Observers {
		if o.Address == addr {
			return o
		}
	}
	return nil
}

// Watcher returns a pseudo-seat that stands for all observers.
func (p *People) Watcher() *Seat {
	return &Seat{Name: adjudicator.Observer, Unheard: p.Gallery.Unheard,
		Correspondence: Correspondence{Read: p.Gallery.Read}}
}

// Observers returns everybody who watches the game or has asked to.
func (p *People) Observers() []*Observer {
	if p.Gallery == nil {
		return nil
	}
	return slices.Clone(p.Gallery.Observers)
}

// observerFacts returns the facts about observers that a game master is shown.
func (p *People) observerFacts() []Fact {
	var out []Fact
	for _, o := range p.Observers() {
		is := "watches"
		if o.Confirmed.IsZero() {
			is = "asked to watch, not confirmed"
		}
		out = append(out, Fact{Name: "observer " + o.Address, Is: is})
	}
	return out
}

// Several reports whether the reader of a seat's letters has another seat in the game. It is false for an observer,
// who must not be able to infer from it that a seat is vacant.
func (p *People) Several(of *Seat) bool {
	return of.Address != "" && slices.ContainsFunc(p.Seats, func(other *Seat) bool {
		return other != of && other.Address == of.Address
	})
}

// StandbyAt returns the standby with an address, or nil.
func (p *People) StandbyAt(addr string) *Standby {
	for _, b := range p.Standbys {
		if b.Address == addr {
			return b
		}
	}
	return nil
}

// Sits reports whether an address has a seat.
func (p *People) Sits(addr string) bool {
	return slices.ContainsFunc(p.Seats, func(s *Seat) bool { return s.Owns(addr) })
}

// Wanting returns the seats for which a standby is wanted: vacant ones, and those whose player has been silent for
// too long.
func (p *People) Wanting() []*Seat {
	var out []*Seat
	for _, s := range p.Seats {
		silent := p.Missing.Standby > 0 && s.Silent >= p.Missing.Standby
		if s.Name != adjudicator.GM && (silent || s.Vacant()) {
			out = append(out, s)
		}
	}
	return out
}

// Offered returns the standby to whom a seat is being offered, or nil.
func (p *People) Offered(seat adjudicator.Seat) *Standby {
	for _, b := range p.Standbys {
		if b.Seat == seat {
			return b
		}
	}
	return nil
}

// StandbyOverviews describes the standbys of a game for the game master.
func (p *People) StandbyOverviews() []StandbyOverview {
	var out []StandbyOverview
	for _, b := range p.Standbys {
		out = append(out, StandbyOverview{b.Address, b.Seat, b.Until})
	}
	return out
}
