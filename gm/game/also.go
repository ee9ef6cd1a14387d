package game

import (
	"slices"
	"time"
)

// An AskedAddress is the question to an address whether it is to be a player's second one. A seat has one at a time: a new one takes
// the place of the one before.
type AskedAddress struct {
	Address string
	Number  int // of our letter, of which the answer has the token
	At      time.Time
}

const (
	askedFor = 7 * Day24
)

// Asks reports whether a question to an address is open.
func (s *Seat) Asks(now time.Time) bool { return s.Asking != nil && now.Sub(s.Asking.At) <= askedFor }

// Addresses are those whose letters count as the seat's.
func (s *Seat) Addresses() []string {
	return slices.DeleteFunc([]string{s.Address, s.Also}, func(addr string) bool { return addr == "" })
}

// SecondFacts are the addresses beside its main one to which letters may go for a seat.
func (s *Seat) SecondFacts() []string {
	var out []string
	if s.Also != "" {
		out = append(out, s.Also)
	}
	if s.Asking != nil {
		out = append(out, s.Asking.Address)
	}
	return out
}
