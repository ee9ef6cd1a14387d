package dishonest

import (
	"fmt"
	"slices"

	"deaddrop/adjudicator"
)

// meets reports whether a condition holds for the player of the view as things stand (DD-15). A condition for the
// game master counts as met until the game master rules that it is not.
func (v *View) meets(c Condition) bool { return v.State.meets(v.Seat, c) }

// meets reports whether a condition holds for a power.
func (s *State) meets(seat string, c Condition) bool {
	b := s.edition()
	switch c.Kind {
	case IfPlaces:
		return !slices.ContainsFunc(c.Areas, func(name string) bool {
			a, ok := b.Area(name)
			return !ok || s.holder(a) != seat
		})
	case IfSpeaker:
		return s.rank(seat) == 0
	case IfGM:
		return true
	}
	return s.tally(seat, c) >= c.Amount
}

// tally returns a power's count of what a condition counts.
func (s *State) tally(seat string, c Condition) int {
	b := s.edition()
	switch c.Kind {
	case IfUnits:
		return s.count(seat)[c.Type]
	case IfWon:
		return s.player(seat).Won
	}
	n := 0
	for i, place := range b.Places {
		a := Area(i)
		counts := false
		switch c.Kind {
		case IfObjectives:
			counts = place.Objective && s.holder(a) == seat
		case IfRegions:
			there := c.What == "" || slices.Contains(place.Continents, c.What)
			counts = there && !place.Sea && s.holder(a) == seat
		case IfColonies:
			counts = s.Areas[a].Colony == seat && s.controls(a, seat)
		case IfSeas:
			counts = place.Sea && s.force(a, seat).Ships() > 0
		case IfSymbols:
			if s.controls(a, seat) {
				n += place.Yield[resource(c.What)]
			}
		}
		if counts {
			n++
		}
	}
	return n
}

// String returns a condition in words, to follow "it needs".
func (c Condition) String() string {
	switch c.Kind {
	case IfObjectives:
		return count(c.Amount, "objective")
	case IfRegions:
		switch c.What {
		case "":
			return count(c.Amount, "region")
		case "Americas", "Middle East":
			return count(c.Amount, "region") + " in the " + c.What
		}
		return count(c.Amount, "region") + " in " + c.What
	case IfColonies:
		if c.Amount > 1 {
			return fmt.Sprintf("%d colonies", c.Amount)
		}
		return "1 colony"
	case IfSymbols:
		return fmt.Sprintf("%d %s", c.Amount, symbols[resource(c.What)][min(1, c.Amount-1)])
	case IfUnits:
		return fmt.Sprintf("%d %s", c.Amount, plural(c.Type, c.Amount))
	case IfSeas:
		return "ships in " + count(c.Amount, "sea-zone")
	case IfPlaces:
		return adjudicator.Listed(c.Areas, "and")
	case IfWon:
		return count(c.Amount, "battle") + " won as the attacker in this year"
	case IfSpeaker:
		return "the Speaker's place"
	}
	return c.Text
}

// shortOf returns words for a complaint that say how much of a condition's count the player has.
func (v *View) shortOf(c Condition) string {
	switch c.Kind {
	case IfPlaces, IfSpeaker, IfGM:
		return ""
	}
	return fmt.Sprintf(", and you have %d", v.tally(v.Seat, c))
}
