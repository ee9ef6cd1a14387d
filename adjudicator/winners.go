package adjudicator

import (
	"encoding/json"
	"slices"
)

// WinnersOf is a [Rules.Winners] for a title whose game ends with an event of one of the kinds, with data of type T that
// says who has won.
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
