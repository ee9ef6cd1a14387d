package jsonl

import (
	"slices"
	"strconv"

	"deaddrop/adjudicator/diplomacy"
)

// next returns the phase that follows, and has the centres change hands if the
// fall ends: after are the units that stand then. Where nobody owns a centre the
// line has left them out, and there is no winter.
func (w *worker) next(after []diplomacy.Unit, dislodged bool) date {
	switch {
	case w.kind == 'A':
		return date{'S', w.year + 1, 'M'}
	case dislodged:
		return date{w.season, w.year, 'R'}
	case w.season == 'S':
		return date{'F', w.year, 'M'}
	}
	if slices.Equal(w.owner, w.nobodys) {
		return date{'S', w.year + 1, 'M'}
	}
	for _, u := range after {
		if p := w.board.Province(u.At); w.board.IsCentre(p) {
			w.owner[p] = u.Power
		}
	}
	if w.adjusts(after) {
		return date{'W', w.year, 'A'}
	}
	return date{'S', w.year + 1, 'M'}
}

// adjusts reports whether some power has to remove units, or can build.
func (w *worker) adjusts(units []diplomacy.Unit) bool {
	due := &w.due
	clear(due[:len(w.homes)])
	for _, c := range w.centres {
		if p := w.owner[c.at]; p != diplomacy.Nobody {
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

// appendDate appends the name of a phase.
func appendDate(b []byte, d date) []byte {
	b = append(b, d.season)
	for n := 1000; n > 1 && d.year < n; n /= 10 {
		b = append(b, '0')
	}
	b = strconv.AppendInt(b, int64(d.year), 10)
	return append(b, d.kind)
}
