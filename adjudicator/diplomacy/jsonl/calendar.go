package jsonl

import (
	"slices"
	"strconv"

	"deaddrop/adjudicator/diplomacy"
)

// A date is the time of a phase.
type date struct {
	season byte // 'S' for spring, 'F' for fall or 'W' for winter
	year   int
	kind   byte // 'M' for moves, 'R' for retreats or 'A' for adjustments
}

// next returns the date of the following phase. If the fall ends, it updates the owners of centres from after, the
// units at that time. If nobody owns a centre, the input has no owners, and there is no winter.
func (w *worker) next(after []diplomacy.Unit, dislodged bool) date {
	switch {
	case w.kind == 'A':
		return date{'S', w.year + 1, 'M'}
	case dislodged:
		return date{w.season, w.year, 'R'}
	case w.season == 'S':
		return date{'F', w.year, 'M'}
	}
	if slices.ContainsFunc(w.owner, func(p diplomacy.Power) bool { return p != diplomacy.Nobody }) {
		for _, u := range after {
			if p := w.board.Province(u.At); w.board.IsCentre(p) {
				w.owner[p] = u.Power
			}
		}
		if w.adjusts(after) {
			return date{'W', w.year, 'A'}
		}
	}
	return date{'S', w.year + 1, 'M'}
}

// adjusts reports whether some power can build or must remove units.
func (w *worker) adjusts(units []diplomacy.Unit) bool {
	var due [256]int // by Power
	for _, c := range w.centres {
		if p := w.owner[c]; p != diplomacy.Nobody {
			due[p]++
		}
	}
	var full [256]bool
	for _, u := range units {
		due[u.Power]--
		full[w.board.Province(u.At)] = true
	}
	for p, homes := range w.homes {
		if due[p] < 0 {
			return true
		}
		if due[p] == 0 {
			continue
		}
		for _, h := range homes {
			if w.owner[h] == diplomacy.Power(p) && !full[h] {
				return true
			}
		}
	}
	return false
}

// seasonKinds lists the seasons and kinds of phases; F1901A is a synonym of W1901A.
var seasonKinds = [][2]byte{{'S', 'M'}, {'S', 'R'}, {'F', 'M'}, {'F', 'R'}, {'F', 'A'}, {'W', 'A'}}

// dateOf parses the name of a phase: S1901M, F1901R or W1901A, with a year of four to nine digits.
func dateOf(name []byte) (date, bool) {
	last := len(name) - 1
	if last < 5 || last > 10 {
		return date{}, false
	}
	year, err := strconv.ParseUint(string(name[1:last]), 10, 32)
	d := date{season: name[0], year: int(year), kind: name[last]}
	return d, err == nil && slices.Contains(seasonKinds, [2]byte{d.season, d.kind})
}

// appendDate appends the name of a phase.
func appendDate(b []byte, d date) []byte {
	b = append(b, d.season)
	for n := 1000; n > 1 && d.year < n; n /= 10 {
		b = append(b, '0')
	}
	b = strconv.AppendInt(b, int64(d.year), 10)
	return append(b, d.kind)
}
