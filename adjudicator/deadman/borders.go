package deadman

import (
	"slices"
	"strings"
)

// A Border is a unit with its neighbouring spaces.
type Border struct {
	Unit string
	Next []string // such as "Gas", "Bel (England; spy, Fall 1902)", "Mar (your A Mar)"
}

// Borders returns the power's own units, each with the spaces that it could move to by the map, and what the power
// knows about these spaces.
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

// bordering returns what the power knows about a space next to one of its own units, or "".
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
