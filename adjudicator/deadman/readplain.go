package deadman

import (
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
)

// Most letters, and most of what is on file, are nothing but orders and peeks in normal form. To read them freely would
// come to the same and take seven times as long, for what people write else is looked for in many ways.

// plain reads a text whose lines are all orders and peeks as a sheet has them, but for capital letters in places. If one
// is not, or something would be wrong with it, nothing is read, and plain returns false.
func (r *reader) plain(text string) bool {
	if r.when != thisSeason || r.heading != "" || r.inWinter || r.peeksNow > 0 {
		return false
	}
	var items []plainItem
	peeks := 0
	notes := r.notes
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.Trim(line, " ")
		peek, isPeek := strings.CutPrefix(line, "PAS-")
		ok := true
		switch {
		case line == "":
		case isPeek:
			var at diplomacy.Loc
			at, ok = r.plainPlace(peek)
			ok = ok && !r.open && peeks < min(r.Peeks, 1) // several may be the same
			items = append(items, plainItem{line: line, peek: at, peeks: true})
			peeks++
		default:
			var o order
			o, ok = r.plainOrder(line)
			items = append(items, plainItem{line: line, order: o})
		}
		if !ok {
			r.notes = notes
			return false
		}
	}
	for i, item := range items {
		r.spot = spot{i, 1}
		r.piece(item.line, func() {
			if item.peeks {
				r.peek("", r.Province(item.peek))
			} else {
				r.give(item.order)
			}
		})
	}
	r.spot = spot{}
	return true
}

// A plainItem is a line of such a text: an order or a peek.
type plainItem struct {
	line  string
	order order
	peek  diplomacy.Loc
	peeks bool
}

// plainOrder reads an order as [parseOrder] does, if the unit is there and can do that, and nothing has to be said of it.
func (r *reader) plainOrder(line string) (o order, ok bool) {
	if o, ok = parseOrder(line); !ok {
		o, ok = parseOrder(r.withAbbreviations(line))
	}
	switch {
	case !ok, r.played(o, o.unit) != nil, r.disbandsLate(o):
		return o, false
	case o.verb == support && o.said == "": // a place alone may be a power's name
		return o, false
	}
	u, err := r.unitAt(o.unit, true, o.at, nil)
	if err != nil || u.Type != o.unit || u.At != o.at {
		return o, false
	}
	elsewhere := func(to diplomacy.Loc) bool {
		at, err := r.reach(u.Type, u.At, to)
		return err != nil || at != to
	}
	return o, !slices.ContainsFunc(o.retreat, elsewhere) && r.possible(u, &o) == nil
}

// withAbbreviations is a line with its places as the board writes them.
func (r *reader) withAbbreviations(line string) string {
	var b strings.Builder
	for line != "" {
		end := strings.IndexAny(line, " -,")
		if end < 0 {
			end = len(line)
		}
		word := line[:end]
		if at, ok := r.plainPlace(word); ok {
			word = r.Abbr(at)
		}
		b.WriteString(word)
		b.WriteString(line[end:min(end+1, len(line))])
		line = line[min(end+1, len(line)):]
	}
	return b.String()
}

// plainPlace finds the place with that abbreviation, which may have its coast behind it: "StP(sc)", "Stp/sc".
func (r *reader) plainPlace(text string) (diplomacy.Loc, bool) {
	const abbr = 3 // letters
	if len(text) < abbr || strings.ContainsFunc(text[:abbr], func(c rune) bool { return (c|0x20) < 'a' || (c|0x20) > 'z' }) {
		return diplomacy.NoLoc, false
	}
	name := strings.ToLower(text[:abbr])
	switch coast := text[abbr:]; coast {
	case "":
	case "(nc)", "(sc)", "(ec)":
		name += " " + coast[1:3]
	case "/nc", "/sc", "/ec":
		name += " " + coast[1:]
	default:
		return diplomacy.NoLoc, false
	}
	found, used := r.places.Prefix(strings.Fields(name))
	if len(found) != 1 || used != strings.Count(name, " ")+1 {
		return diplomacy.NoLoc, false
	}
	return found[0], true
}
