// Package reading has what all games share between a letter that parser/order has read and what its player is told.
package reading

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/parser/order"
)

// fates are those of parser/order, as the adjudicator calls them.
var fates = map[order.Fate]adjudicator.Fate{order.Filed: adjudicator.Filed, order.Asked: adjudicator.Unsure,
	order.Refused: adjudicator.Refused, order.Talk: adjudicator.Talk, order.ToGM: adjudicator.ToGM}

// Parts are the parts of a letter, in its order, and what became of each.
func Parts(parts []order.Part) []adjudicator.Part {
	var out []adjudicator.Part
	for _, p := range parts {
		out = append(out, adjudicator.Part{Fate: fates[p.Fate], Quote: p.Quote, Why: p.Why, Suggest: p.Suggest})
	}
	return out
}

// none are the words that by themselves take everything off file.
var none = []string{"NO ORDERS", "NONE", "NOTHING", "NMR"}

// SaysNone reports whether a letter is nothing but words that take everything off file: "NO ORDERS", "NONE", "NOTHING" or
// "NMR", in any case.
func SaysNone(text string) bool {
	return slices.Contains(none, strings.ToUpper(strings.Trim(text, " \t\r\n.!")))
}
