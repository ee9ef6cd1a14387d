package game

import (
	"math/bits"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/refusal"
	"deaddrop/parser"
)

// MaxDealt is the largest number of players to whom seats can be assigned.
const MaxDealt = 16

// Deal assigns a seat to each player. Promised seats are assigned first; the others are assigned so that the sum of
// the costs is minimal. Among equally good assignments a random order of the players decides, drawn from the table
// under that label. The result depends only on the luck and on the players in their order, so it can be verified
// later.
func Deal(table *adjudicator.Table, label string, seats []adjudicator.Seat, who []*Applicant) ([]Player, error) {
	free, out := slices.Clone(seats), make([]Player, len(who))
	var rest []int // indexes into who of the players without a promised seat
	for i, a := range who {
		out[i] = Player{Seat: a.Seat, Address: a.Address}
		if a.Seat == "" {
			rest = append(rest, i)
			continue
		}
		at := slices.Index(free, a.Seat)
		if at < 0 {
			return nil, refusal.New("There is no free seat %q for %s; there are %s.", a.Seat,
				a.Address, Listed(seats))
		}
		free = slices.Delete(free, at, at+1)
	}
	if len(rest) > MaxDealt || len(free) < len(rest) {
		return nil, refusal.New("Seats can be dealt to up to %d players.", min(MaxDealt, len(seats)))
	}
	free = free[:len(rest)]
	table.Shuffle(label, len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	table.Shuffle(label, len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	wish := make([]Wishes, len(rest))
	for i, p := range rest {
		wish[i] = who[p].Wishes
	}
	for i, s := range cheapest(wish, free) {
		out[rest[i]].Seat = s
	}
	return out, nil
}

// cheapest returns the assignment of one seat to each of the wishes with the smallest sum of costs; of several, the
// first in the order of wishes and seats. best[taken] is the minimal cost for the remaining wishes if the first ones
// have the seats in the bit set taken.
func cheapest(wish []Wishes, seats []adjudicator.Seat) []adjudicator.Seat {
	n := len(seats)
	best, pick := make([]int, 1<<n), make([]int, 1<<n)
	for taken := 1<<n - 2; taken >= 0; taken-- {
		w := wish[bits.OnesCount(uint(taken))]
		first := true
		for i, s := range seats {
			if taken&(1<<i) != 0 {
				continue
			}
			if c := w.cost(s) + best[taken|1<<i]; first || c < best[taken] {
				best[taken], pick[taken], first = c, i, false
			}
		}
	}
	var out []adjudicator.Seat
	for taken := 0; taken < 1<<n-1; taken |= 1 << pick[taken] {
		out = append(out, seats[pick[taken]])
	}
	return out
}

// Wished parses somebody's preferences: names separated by commas, the best first, with "or" or a slash between
// equally good ones. faults are the parts that it could not read.
func Wished(seats []adjudicator.Seat, text string) (w Wishes, faults []string) {
	names := parser.NewNames(func(yield func(string, adjudicator.Seat) bool) {
		for _, s := range seats {
			if !yield(string(s), s) {
				return
			}
		}
	})
	seen := map[adjudicator.Seat]bool{}
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(",;>", r) }) {
		var group []adjudicator.Seat
		for name := range strings.FieldsFuncSeq(strings.ReplaceAll(" "+part+" ", " or ", "/"), func(r rune) bool {
			return strings.ContainsRune("/=()", r)
		}) {
			if name = strings.Trim(name, " .*"); name == "" ||
				slices.Contains([]string{"any", "anything", "random"}, strings.ToLower(name)) {
				continue
			}
			s, err := meantSeat(names, seats, name, 1)
			switch {
			case err != nil:
				faults = append(faults, WithAlternatives(err, "It", seats).Error())
			case !seen[s]:
				seen[s] = true
				group = append(group, s)
			}
		}
		if len(group) > 0 {
			w = append(w, group)
		}
	}
	if len(seen) == len(seats) && len(w) == 1 { // listing all seats as equal expresses no preference
		w = nil
	}
	return w, faults
}
