package deadman

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
)

// inVain says why an order can't be carried out, as all can see on an open board; "" if it can, or if nobody can know.
func (r *reader) inVain(o order) string {
	if !r.open || r.anyUnit {
		return ""
	}
	switch {
	case o.verb == support && !r.stands("", o.target), o.verb == convoy && !r.stands("A", o.target):
		what := "unit"
		if o.verb == convoy {
			what = "army"
		}
		return fmt.Sprintf("There is no %s in %s.", what, r.the(o.target))
	case o.verb != move || o.unit != diplomacy.Army || !o.via && r.CanReach(o.unit, o.at, o.to):
	case !r.shipped(r.Province(o.at), r.Province(o.to)):
		return "There are no fleets on the way that could convoy it."
	}
	return ""
}

// stands reports whether a unit of a type, or of any if it is "", stands in a province of an open board.
func (r *reader) stands(kind string, province diplomacy.Loc) bool {
	return slices.ContainsFunc(r.View.Board, func(h Holding) bool {
		return slices.ContainsFunc(h.Units, func(text string) bool {
			u, ok := r.unitOf(text)
			return ok && r.Province(u.At) == province && strings.HasPrefix(text, kind)
		})
	})
}

// shipped reports whether fleets stand on all seas of some way from one province to another.
func (r *reader) shipped(from, to diplomacy.Loc) bool {
	seen := []diplomacy.Loc{from}
	for i := 0; i < len(seen); i++ {
		for _, next := range r.Touching(seen[i]) {
			switch {
			case next == to && i > 0:
				return true
			case slices.Contains(seen, next) || r.Terrain(next) != diplomacy.Sea || !r.stands("F", next):
			default:
				seen = append(seen, next)
			}
		}
	}
	return false
}
