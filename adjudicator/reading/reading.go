// Package reading contains what all games need between a letter that parser/order has read and the result for its
// player.
package reading

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/parser/order"
)

// fates maps the fates of parser/order to those of package adjudicator.
var fates = map[order.Fate]adjudicator.Fate{order.Filed: adjudicator.Filed, order.Asked: adjudicator.Unsure,
	order.Refused: adjudicator.Refused, order.Talk: adjudicator.Talk, order.ToGM: adjudicator.ToGM}

// Parts converts the parts of a letter, in its order.
func Parts(parts []order.Part) []adjudicator.Part {
	var out []adjudicator.Part
	for _, p := range parts {
		out = append(out, adjudicator.Part{Fate: fates[p.Fate], Quote: p.Quote, Why: p.Why, Suggest: p.Suggest})
	}
	return out
}

// none lists the words that, alone in a letter, delete everything on file.
var none = []string{"NO ORDERS", "NONE", "NOTHING", "NMR"}

// SaysNone reports whether a letter consists only of such words: "NO ORDERS", "NONE", "NOTHING" or "NMR", in any
// case.
func SaysNone(text string) bool {
	return slices.Contains(none, strings.ToUpper(strings.Trim(text, " \t\r\n.!")))
}
