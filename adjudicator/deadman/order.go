package deadman

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
	kit "deaddrop/parser/order"
)

// blank returns an order for a unit, without content.
func blank(u diplomacy.Unit) order {
	return order{unit: u.Type, at: u.At, target: diplomacy.NoLoc, to: diplomacy.NoLoc, on: diplomacy.Nobody}
}

// holding returns an order for a unit to hold.
func holding(u diplomacy.Unit) order {
	o := blank(u)
	o.verb = hold
	return o
}

// spying returns an order for a unit to spy on a power.
func spying(u diplomacy.Unit, on diplomacy.Power) order {
	o := blank(u)
	o.verb, o.on = spy, on
	return o
}

// supporting returns an order for a unit to support another unit's order. If that order is a support or convoy, the
// unit is ordered to do the same.
func supporting(u diplomacy.Unit, of order) order {
	o := blank(u)
	o.verb, o.target, o.said = support, standard().Province(of.at), of.unit.String()+" "
	switch of.verb {
	case move:
		o.to = of.to
	case support, convoy:
		o.target, o.to, o.said = of.target, of.to, of.said
	}
	return o
}

// who returns the unit that an order is for. It belongs to no power yet.
func (o order) who() diplomacy.Unit {
	return diplomacy.Unit{Power: diplomacy.Nobody, Type: o.unit, At: o.at}
}

// filed returns an order in the form in which it is filed, without its list of retreats.
func (o order) filed() kit.Order { return kit.Order{Key: standard().key(o.at), Line: o.text("")} }

// listed returns the list of retreats of an order in the form in which it is filed while a letter is being read.
func (o order) listed() kit.Order {
	return kit.Order{Key: standard().key(o.at) + " R", Line: standard().unit(o.who()) + o.retreats()}
}

// resolved returns an order for the resolution of movement: units that spy or disband hold (DM-8, DM-16).
func (o order) resolved() diplomacy.Order {
	d := diplomacy.Order{Unit: standard().Province(o.at), Target: o.target, To: o.to, Via: o.via}
	switch o.verb {
	case move:
		d.Verb = diplomacy.Move
	case support:
		d.Verb = diplomacy.Support
	case convoy:
		d.Verb = diplomacy.Convoy
	default:
		d.Verb, d.Target, d.To = diplomacy.Hold, diplomacy.NoLoc, diplomacy.NoLoc
	}
	return d
}

// reach returns the exact location in which a unit would arrive when it retreats.
func (b board) reach(t diplomacy.UnitType, from, to diplomacy.Loc) (diplomacy.Loc, error) {
	if t == diplomacy.Army {
		to = b.Province(to)
	}
	if b.CanReach(t, from, to) {
		return to, nil
	}
	var coasts []diplomacy.Loc
	for _, c := range b.Coasts(to) {
		if b.CanReach(t, from, c) {
			coasts = append(coasts, c)
		}
	}
	switch len(coasts) {
	case 0:
		return to, fmt.Errorf("%s can't retreat to %s", b.unit(diplomacy.Unit{Type: t, At: from}), b.the(to))
	case 1:
		return coasts[0], nil
	}
	return to, fmt.Errorf("retreat to which coast, %s?", strings.Join(b.abbrs(coasts), " or "))
}

// inVain returns the reason why an order can't be carried out, as everybody can see on an open board; "" if it can,
// or if nobody can know.
func (v View) inVain(o order) string {
	b := standard()
	switch {
	case !v.open:
		return ""
	case o.verb == support && !v.stands("", o.target):
		return fmt.Sprintf("There is no unit in %s.", b.the(o.target))
	case o.verb == convoy && !v.stands("A", o.target):
		return fmt.Sprintf("There is no army in %s.", b.the(o.target))
	case o.verb != move, o.unit != diplomacy.Army:
		return ""
	case !o.via && b.CanReach(o.unit, o.at, o.to):
		return ""
	case !v.shipped(b.Province(o.at), b.Province(o.to)):
		return "There are no fleets on the way that could convoy it."
	}
	return ""
}

// stands reports whether a unit of some type ("" for any) is in a province of an open board.
func (v View) stands(kind string, province diplomacy.Loc) bool {
	b := standard()
	return slices.ContainsFunc(v.Board, func(h Holding) bool {
		return slices.ContainsFunc(h.Units, func(text string) bool {
			u, ok := b.unitOf(text)
			return ok && b.Province(u.At) == province && strings.HasPrefix(text, kind)
		})
	})
}

// shipped reports whether there are fleets on all seas of some route between two provinces.
func (v View) shipped(from, to diplomacy.Loc) bool {
	b := standard()
	seen := []diplomacy.Loc{from}
	for i := 0; i < len(seen); i++ {
		for _, next := range b.Touching(seen[i]) {
			switch {
			case next == to && i > 0:
				return true
			case slices.Contains(seen, next) || b.Terrain(next) != diplomacy.Sea || !v.stands("F", next):
			default:
				seen = append(seen, next)
			}
		}
	}
	return false
}

// noun returns the name of a type with its article.
func noun(t diplomacy.UnitType) string {
	if t == diplomacy.Fleet {
		return "a fleet"
	}
	return "an army"
}

func (b board) byProvince(u, v diplomacy.Unit) int {
	return int(b.Province(u.At)) - int(b.Province(v.At))
}

// dislodged returns the units that must retreat.
func (v View) dislodged() units {
	var out units
	for _, text := range v.Dislodged {
		if u, ok := standard().unitOf(text); ok {
			out = append(out, u)
		}
	}
	return out
}

// subject returns what an order in normal form is about: "Mun" for "A Mun-Bur", "PAS", or "R" for a list of retreats
// for any unit.
func subject(order string) string {
	word, rest, _ := strings.Cut(order, " ")
	switch {
	case strings.HasPrefix(order, "PAS-"):
		return "PAS"
	case word == "Build":
		return word + subject(rest)
	case word == "R":
		return word
	case word == "Remove", word == "Waive":
		return order
	}
	return rest[:strings.IndexAny(rest+"-", " -(")]
}

// key returns the key of what the line decides: a unit's order, with or without a condition.
func (a ahead) key() string {
	if a.guard == "" {
		return "NEXT " + subject(a.then)
	}
	return "NEXT IF " + a.guard + " " + subject(a.then)
}

// isPeek reports whether the line is an unconditional peek for the next season.
func (a ahead) isPeek() bool { return strings.HasPrefix(a.then, "PAS-") }

// blind returns the conditions of a sheet on the result of a peek that is not on the sheet.
func (v View) blind(s sheet) []condition {
	peeks := v.withStanding(s).peeks
	var out []condition
	for _, a := range s.next {
		if a.guard == "" {
			continue
		}
		for _, c := range conditionsOf(a.guard) {
			c.not = false
			if c.kind == peeked && !slices.Contains(peeks, c.at) && !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	return out
}

// noPeeks returns the reason why there are no peeks now (DM-18, DM-20, DM-32).
func (v View) noPeeks() string {
	if _, year := seasonAt(v.Phase); year <= 1901 {
		return "peeks begin in 1902"
	}
	return "you have no peek this season"
}
