package game

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/refusal"
	"deaddrop/parser"
)

// Named returns the seats that a text names: "France", "fra", "France, Italy and GM".
func (p *People) Named(text string) ([]adjudicator.Seat, error) {
	names := parser.NewNames(func(yield func(string, adjudicator.Seat) bool) {
		for _, s := range p.Seats {
			if !yield(string(s.Name), s.Name) || s.Name == adjudicator.GM && !yield("game master", s.Name) {
				return
			}
		}
	})
	var all, out []adjudicator.Seat
	for _, s := range p.Seats {
		all = append(all, s.Name)
	}
	for part := range strings.FieldsFuncSeq(strings.ReplaceAll(text, " and ", ","), func(r rune) bool {
		return strings.ContainsRune(",;:&+", r)
	}) {
		if part = strings.Trim(part, " ."); part == "" {
			continue
		}
		if len(part) > 4 && strings.EqualFold(part[:4], "the ") {
			part = part[4:]
		}
		seat, err := meantSeat(names, all, part, leastLetters)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(out, seat) {
			out = append(out, seat)
		}
	}
	if len(out) == 0 {
		return nil, refusal.New("Say who it is for.")
	}
	return out, nil
}

// leastLetters is the number of letters to which a name may be abbreviated.
const leastLetters = 3

// meantSeat returns the one seat that a name means, exactly or by an abbreviation of at least a number of letters.
func meantSeat(names *parser.Names[adjudicator.Seat], seats []adjudicator.Seat, name string,
	least int) (adjudicator.Seat, error) {
	found := names.Find(name)
	for _, s := range seats {
		if len(name) > len(s) || len(names.Find(name)) > 0 {
			continue
		}
		if len(name) >= least && strings.EqualFold(name, string(s)[:len(name)]) {
			found = append(found, s)
		}
	}
	near := names.Near(strings.ToLower(name))
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return "", refusal.New("%q may mean %s.", name, Listed(found))
	case len(near) == 1: // only suggested: a guess might send secrets to the wrong player
		return "", refusal.New("There is no %q in this game. Did you mean %s?", name, near[0])
	}
	return "", &refusal.Error{Text: fmt.Sprintf("There is no %q in this game.", name), Cause: errNobody}
}

// errNobody is the cause of a refusal when no seat has a similar name.
var errNobody = errors.New("nobody has that name")

// WithAlternatives adds the possible names to a refusal, unless it suggests one already.
func WithAlternatives[S ~string](err error, game string, names []S) error {
	if errors.Is(err, errNobody) {
		return refusal.New("%s %s has %s.", err, game, Listed(names))
	}
	return err
}

// SeatByName returns the index of the one seat that a name means, or -1.
func (p *People) SeatByName(name string) int {
	seats, err := p.Named(name)
	if err != nil || len(seats) != 1 {
		return -1
	}
	return slices.IndexFunc(p.Seats, func(s *Seat) bool { return s.Name == seats[0] })
}
