package deadman

import (
	"slices"

	"deaddrop/adjudicator/diplomacy"
	"deaddrop/parser"
)

// openTo leaves of a list of retreats what is open to the unit, on an open board. There it tells nothing new.
func (r *reader) openTo(piece string, u diplomacy.Unit, to []diplomacy.Loc) []diplomacy.Loc {
	if !r.open {
		return to
	}
	i := slices.IndexFunc(r.Ways, func(w Way) bool { return w.Unit == r.board.unit(u) })
	return slices.DeleteFunc(to, func(l diplomacy.Loc) bool {
		closed := i < 0 || !slices.Contains(r.Ways[i].To, r.Abbr(l))
		if closed {
			r.refuse(piece, "%s is not open to a retreat from %s.", r.Name(l), r.the(r.Province(u.At)))
		}
		return closed
	})
}

// notPlayed says why words begin something that only Deadman has; nil if they don't.
func (r *reader) notPlayed(words []string) error {
	if !r.open || len(words) == 0 {
		return nil
	}
	switch first := words[0]; {
	case first == "setup" || first == "set" && len(words) > 1 && words[1] == "up":
		return complain("There is no set-up in Diplomacy: everybody starts as usual.")
	case first == "pas" || first == "peek" || first == "peekasneak":
		return complain("There are no peeks in Diplomacy: you see the whole board.")
	case isSpy(first):
		return complain("There is no espionage in Diplomacy: you see the whole board.")
	case isDisband(first):
		return complain("In Diplomacy a unit disbands only when it was dislodged, or is removed in Winter.")
	case first == "next" || first == "if":
		return complain("In Diplomacy nothing is filed for a later season.")
	}
	return nil
}

const onlyBuilds = "In Winter there are only builds and removals; units have orders in Spring."

// indoors reads what is no build in a Winter of its own: "A Mun DB" removes a unit then, and nothing else is
// ordered. It reports whether it is such a Winter.
func (r *reader) indoors(p piece) bool {
	if !r.inWinter {
		return false
	}
	words := p.words
	last := len(words) - 1
	switch {
	case r.Removals > 0 && last > 0 && isDisband(words[last]):
		r.list(p, "remove", slices.DeleteFunc(words[:last], func(w string) bool { return w == parser.Dash }), r.remove)
	case orderly(words):
		r.refuse(p.text, onlyBuilds)
	default:
		r.spoken(p.text)
	}
	return true
}
