package robot

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator/decatur"
)

// This file answers questions within a turn.

// bid returns the cheapest bid that prevails, if there is one: with factors that can be spared, then with cards
// (DC-21).
func (m *mind) bid() string {
	k := m.v.Takeover
	from, _ := m.Loc(k.From)
	to, _ := m.Loc(k.To)
	kind := m.Locations[to].Commonwealth
	cards := min(count(m.v.Hand, kind), 3-count(m.me().InPlay, kind))
	lacks, factors := k.Strength-k.Against, 0
	if k.Contender == m.v.Seat {
		lacks = k.Against + 1 - k.Strength
		factors = max(0, min(lacks, m.spare(from, m.at(to))-k.Committed))
	}
	plays := max(0, (lacks-factors+1)/2)
	if factors > 0 && 2*plays >= lacks-factors+1 {
		factors = max(0, lacks-2*plays) // the last card may be worth more than is needed
	}
	switch {
	case lacks <= 0:
		return "PAT"
	case plays > cards:
		return "CONCEDE"
	}
	var words []string
	if factors > 0 {
		words = append(words, fmt.Sprintf("COMMIT %d", k.Committed+factors))
	}
	if plays > 0 {
		words = append(words, "PLAY "+list(slices.Repeat([]decatur.Commonwealth{kind}, plays)))
	}
	return strings.Join(words, " ")
}

// excess parts with the least useful cards (DC-12).
func (m *mind) excess() string {
	kinds := m.kinds()
	use := func(x, y decatur.Commonwealth) int {
		return cmp.Compare(slices.Index(kinds, x), slices.Index(kinds, y))
	}
	hand := slices.SortedStableFunc(slices.Values(m.v.Hand), use)
	toPlay := hand[len(hand)-m.v.Excess.ToPlay:]
	inPlay := slices.SortedStableFunc(slices.Values(slices.Concat(m.me().InPlay, toPlay)), use)
	var out []string
	if len(toPlay) > 0 {
		out = append(out, "PLAY "+list(toPlay))
	}
	if n := m.v.Excess.ToDiscard; n > 0 {
		out = append(out, "DISCARD "+list(inPlay[len(inPlay)-n:]))
	}
	return strings.Join(out, "\n")
}

// relocation goes to the best refuge, and gives up any fleet (DC-25, DC-26).
func (m *mind) relocation() string {
	var out []string
	refuges := slices.DeleteFunc(m.names(m.refuges()), func(name string) bool {
		return !slices.Contains(m.v.Takeover.Goes, name)
	})
	if len(refuges) > 0 {
		out = append(out, "RELOCATE TO "+refuges[0])
	}
	if fleets := m.v.Takeover.Fleets; len(fleets) > 0 {
		out = append(out, "FLEET "+string(fleets[0]))
	}
	return strings.Join(out, " ")
}

// advance moves half of the remaining factors in, in addition to those committed (DC-25).
func (m *mind) advance() string {
	k := m.v.Takeover
	return fmt.Sprintf("MOVE %d", min(7, k.Committed+k.Left/2))
}
