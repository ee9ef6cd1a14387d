package game

import (
	"math/bits"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/refusal"
	"deaddrop/parser"
)

// MaxDealt is the greatest number of players to whom seats can be dealt.
const MaxDealt = 16

// Deal gives each player a seat: those that are promised, and then so that the sum of the costs is the least. Among
// ways that are equally good the lot decides, which is drawn from the table under that label and shows in nothing else.
// What comes out depends on nothing but the luck and the players in their order, so it can be checked afterwards.
func Deal(table *adjudicator.Table, label string, seats []adjudicator.Seat, who []*Applicant) ([]Player, error) {
	free, out := slices.Clone(seats), make([]Player, len(who))
	var rest []int // places in who of those who are dealt to
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

// cheapest gives each of the wishes one of as many seats, with the least sum of costs: the first such way, in the order
// of both. best[taken] is the least that the rest can cost when those seats are taken by the first ones.
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

// Wished reads what somebody wishes: names with commas between them, the best first, and "or" or a slash between those
// that they like as much. It says what it could not read.
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
	if len(seen) == len(seats) && len(w) == 1 { // all the same is no wish
		w = nil
	}
	return w, faults
}
