package deadman

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/parser"
)

// What takes back what stands for more than one order: "ALWAYS OFF", "NO RETREAT AUTO", "CLEAR NEXT".

// isOff reports whether words take something back.
func isOff(words []string) bool {
	return len(words) == 1 && one(words[0], "off", "nothing", "none", "no", "clear", "cancel", "drop")
}

// clear reads what begins with taking back, and reports whether it names what can be taken back as a whole.
func (r *reader) clear(text string, words []string) bool {
	if !one(words[0], "clear", "cancel", "drop", "delete", "no") {
		return false
	}
	words = slices.DeleteFunc(slices.Clone(words[1:]), func(w string) bool {
		return one(w, "all", "my", "order", "orders", "season", "turn", parser.Dash)
	})
	if len(words) != 1 {
		return false
	}
	switch w := words[0]; {
	case w == "always", w == "standing":
		r.always = nil
	case w == "next":
		r.next = nil
	case one(w, "vote", "votes", "draw"):
		r.ballot(text, []string{"none"})
	case isPeek(w):
		r.peeks, r.peeksNow = nil, 0
	default:
		return false
	}
	r.taken++
	return true
}

// autoLine reads RETREAT AUTO and what takes it back.
func (r *reader) autoLine(words []string) bool {
	on, ok := autoOf(words)
	if !ok {
		return false
	}
	if i := slices.IndexFunc(r.always, isAnyRetreat); !on && !r.auto && i >= 0 {
		r.notes = append(r.notes, fmt.Sprintf("ALWAYS %s stays on file; ALWAYS R NONE takes it back.", r.always[i]))
	}
	r.auto = on
	r.taken++
	return true
}

// autoOf finds out whether words, which name no place, are about how units retreat in general: "RETREAT AUTO", "AUTO
// RETREAT OFF", "RETREAT NONE".
func autoOf(words []string) (on, ok bool) {
	off := false
	words = slices.DeleteFunc(slices.Clone(words[:min(len(words), 6)]), func(w string) bool { return w == parser.Dash })
	if n := len(words); n > 1 && isOff(words[n-1:]) {
		off, words = true, words[:n-1]
	}
	if len(words) == 3 && isOff(words[:1]) {
		off, words = true, words[1:]
	}
	if len(words) == 2 && strings.HasPrefix(words[0], "auto") {
		words = []string{words[1], words[0]}
	}
	switch {
	case len(words) == 0, len(words) > 2, !isRetreat(words[0]):
		return false, false
	case len(words) == 1:
		return false, off
	case one(words[1], "list", "lists"):
		return false, !off
	}
	return !off, strings.HasPrefix(words[1], "auto")
}

// isAuto reports whether words are about how units retreat in general.
func isAuto(words []string) bool {
	_, ok := autoOf(words)
	return ok
}

// isAnyRetreat reports whether a standing order is the list of retreats for any unit.
func isAnyRetreat(order string) bool { return subject(order) == "R" }

// dropped finds out which standing order, or which for the next season, words take back: "A Mun NONE", "PAS OFF".
func (r *reader) dropped(words []string) (about string, ok bool) {
	last := len(words) - 1
	if last < 1 || !isOff(words[last:]) {
		return "", false
	}
	words = slices.DeleteFunc(slices.Clone(words[:last]), func(w string) bool { return w == parser.Dash })
	_, place := unitType(words)
	at, used := r.places.Prefix(place)
	switch {
	case len(words) == 1 && isRetreat(words[0]):
		return "R", true
	case len(words) == 1 && isPeek(words[0]):
		return "PAS", true
	case used > 0 && used == len(place) && len(at) == 1:
		return r.Abbr(r.Province(at[0])), true
	}
	return "", false
}

// dropLists takes the lists of retreats off standing orders: "ALWAYS A Mun R NONE". It reports whether words say that.
func (r *reader) dropLists(line string, words []string) bool {
	last := len(words) - 1
	if last < 2 || !isRetreat(words[last-1]) {
		return false
	}
	about, ok := r.dropped(slices.Concat(words[:last-1], words[last:]))
	if !ok {
		return false
	}
	var kept []string
	found := false
	for _, order := range r.always {
		text, _, list := strings.Cut(order, " R ")
		if list = list && subject(order) == about; !list {
			text = order
		}
		found = found || list
		if !list || !bareUnit(wordsIn(text)) {
			kept = append(kept, text)
		}
	}
	r.always = kept
	r.taken++
	if !found {
		r.notes = append(r.notes, fmt.Sprintf("%q takes nothing back: there is no such standing order on file.", line))
	}
	return true
}

// dropAlways takes back the standing order about that, and dropNext those for the next season.
func (r *reader) dropAlways(line, about string) {
	r.taken++
	n := len(r.always)
	r.always = slices.DeleteFunc(slices.Clone(r.always), func(order string) bool { return subject(order) == about })
	if about == "R" && r.auto {
		r.auto = false
	} else if len(r.always) == n {
		r.notes = append(r.notes, fmt.Sprintf("%q takes nothing back: there is no such standing order on file.", line))
	}
}

func (r *reader) dropNext(line, about string) {
	r.taken++
	n := len(r.next)
	r.next = slices.DeleteFunc(slices.Clone(r.next), func(a ahead) bool { return subject(a.then) == about })
	if len(r.next) == n {
		r.notes = append(r.notes, fmt.Sprintf("%q takes nothing back: there is no such order for the next season on file.", line))
	}
}
