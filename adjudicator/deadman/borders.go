package deadman

import (
	"slices"
	"strings"
)

// A Border is a unit, and the spaces that border on it.
type Border struct {
	Unit string
	Next []string // "Gas", "Bel (England; spy, Fall 1902)", "Mar (your A Mar)"
}

// Borders are the power's own units, each with the spaces that it could go to by the map, and what the power knows of
// those: the part of the board that its orders are about.
func (v View) Borders() []Border {
	b := standard()
	var out []Border
	for _, u := range v.units {
		is := Border{Unit: b.unit(u)}
		for _, l := range b.Reach(u.Type, u.At) {
			next := b.Abbr(l)
			if known := v.bordering(b.Abbr(b.Province(l))); known != "" {
				next += " (" + known + ")"
			}
			is.Next = append(is.Next, next)
		}
		slices.Sort(is.Next)
		out = append(out, is)
	}
	return out
}

// bordering is what the power knows of a space next to a unit of its own; "" if that is nothing.
func (v View) bordering(space string) string {
	for _, h := range v.Board {
		for _, unit := range h.Units {
			if at, _, _ := strings.Cut(unit[strings.IndexByte(unit, ' ')+1:], "("); at == space && h.Power != v.Power {
				return h.Power + " " + unit
			}
		}
	}
	if u, own := v.unitIn(space); own {
		return "your " + standard().unit(u)
	}
	for _, k := range v.Known {
		if k.Space == space {
			return k.what() + "; " + k.how() + ", " + k.Phase
		}
	}
	return ""
}
