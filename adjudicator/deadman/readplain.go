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

// plainOrder reads what [order.text] and [order.retreats] write, if the unit is there and can do that.
func (r *reader) plainOrder(line string) (o order, ok bool) {
	line, list, listed := strings.Cut(line, " R ")
	kind, rest, _ := strings.Cut(line, " ")
	end := strings.IndexAny(rest+" ", " -")
	o = order{unit: diplomacy.Army, target: diplomacy.NoLoc, to: diplomacy.NoLoc, on: diplomacy.Nobody}
	if kind == "F" {
		o.unit = diplomacy.Fleet
	}
	if o.at, ok = r.plainPlace(rest[:end]); !ok || kind != "A" && kind != "F" {
		return o, false
	}
	if !r.plainVerb(&o, rest[end:]) || listed && !r.plainList(&o, list) || o.verb == none && !listed {
		return o, false
	}
	u, err := r.unitAt(o.unit, true, o.at, nil)
	if err != nil || u.Type != o.unit || u.At != o.at {
		return o, false
	}
	return o, r.possible(u, &o) == nil
}

// plainVerb reads what stands behind the unit of an order.
func (r *reader) plainVerb(o *order, what string) (ok bool) {
	verb, rest := what, ""
	if len(what) > 3 {
		verb, rest = what[:3], what[3:]
	}
	switch {
	case what == "":
		return true
	case what == " H":
		o.verb = hold
		return true
	case what == " DB":
		o.verb = disband
		return !r.open && r.Removals == 0 // else there is something to say
	case verb == " E ":
		o.verb, o.on = spy, r.board.Board.Power(rest)
		return !r.open && o.on != diplomacy.Nobody && o.on != r.own
	case verb == " S ", verb == " C " && strings.HasPrefix(rest, "A "):
		o.verb = support
		if verb == " C " {
			o.verb = convoy
		}
		return r.plainOther(o, rest)
	case what[0] == '-':
		o.verb = move
		what, o.via = strings.CutSuffix(what[1:], " via convoy")
		o.to, ok = r.plainPlace(what)
		return ok && !(o.via && o.unit == diplomacy.Fleet)
	}
	return false
}

// plainOther reads the unit that is supported or convoyed, "A Mar-Bur".
func (r *reader) plainOther(o *order, text string) (ok bool) {
	if !strings.HasPrefix(text, "A ") && !strings.HasPrefix(text, "F ") { // a place alone may be a power's name
		return false
	}
	o.said = text[:2]
	at, to, moves := strings.Cut(text[2:], "-")
	target, ok := r.plainPlace(at)
	if !ok || !moves && o.verb == convoy {
		return false
	}
	o.target = r.Province(target)
	if moves {
		o.to, ok = r.plainPlace(to)
	}
	return ok
}

// plainList reads a list of retreats, "Ber, Kie, DB".
func (r *reader) plainList(o *order, list string) bool {
	if o.verb == disband {
		return false
	}
	for name := range strings.SplitSeq(list, ", ") {
		if o.off { // nothing stands behind DB
			return false
		}
		if o.off = name == "DB"; o.off {
			continue
		}
		to, ok := r.plainPlace(name)
		if !ok {
			return false
		}
		if at, err := r.reach(o.unit, o.at, to); err != nil || at != to || slices.Contains(o.retreat, to) {
			return false
		}
		o.retreat = append(o.retreat, to)
	}
	return true
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
