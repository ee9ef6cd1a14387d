package adjudicator

import (
	"encoding/json"
	"slices"
)

// WinnersOf returns a function for [Rules.Winners], for a title whose games end with an event of one of the kinds.
// The event's data is of type T, from which won gets the winners.
func WinnersOf[T any](won func(T) []string, kinds ...string) func(EventRecord) []Seat {
	return func(e EventRecord) []Seat {
		var data T
		if !slices.Contains(kinds, e.Kind) || json.Unmarshal(e.Data, &data) != nil {
			return nil
		}
		var out []Seat
		for _, name := range won(data) {
			out = append(out, Seat(name))
		}
		return out
	}
}
