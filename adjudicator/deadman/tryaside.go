package deadman

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/diplomacy"
)

// This file says what builds, removals and retreats would come to.

// tryWinter says what builds and removals of a Winter would leave. On what others do, nothing in it depends.
func (v View) tryWinter(t adjudicator.Trial) adjudicator.Tried {
	s := v.sheetOf(t.Kind, t.Answer)
	lines := append(v.adjusted(s), "You have no units after that.")
	if after := v.remaining(s); len(after) > 0 {
		lines[len(lines)-1] = "Your units after that: " + strings.Join(standard().unitNames(after), ", ") + "."
	}
	out := adjudicator.Tried{Lines: lines,
		Assumed: []string{"What others build or remove makes no difference to that."}}
	for _, line := range t.Suppose {
		out.Faults = append(out.Faults, adjudicator.Fault{Line: "SUPPOSE " + line, Text: "What others build or " +
			"remove makes no difference to that."})
	}
	return out
}

// adjusted says what becomes of the builds and removals of a sheet, and of those that it leaves out.
func (v View) adjusted(s sheet) []string {
	b := standard()
	var out []string
	for _, u := range s.builds {
		out = append(out, "Build "+b.unit(u)+": it is built.")
	}
	for _, at := range s.removes {
		if u, ok := v.units.in(at); ok {
			out = append(out, "Remove "+b.unit(u)+": it leaves the board.")
		}
	}
	switch n := v.Builds - len(s.builds); {
	case n == 1:
		out = append(out, "1 build is not used, and lost.")
	case n > 1:
		out = append(out, fmt.Sprintf("%d builds are not used, and lost.", n))
	}
	for _, u := range v.unordered(s) {
		out = append(out, b.unit(u)+": it leaves the board, because you order too few removals.")
	}
	return out
}

// unordered returns the units that are removed because a sheet has too few removals (DM-30).
func (v View) unordered(s sheet) units {
	n := v.Removals - len(s.removes)
	if n <= 0 {
		return nil
	}
	b, us := standard(), v.standing(s)
	if !v.open {
		return b.Farthest(us, b.Homes(v.own), n)
	}
	return b.Adjust(us, v.owners(), nil, v.rules).Disorder
}

// owners returns the owner of each centre on an open board.
func (v View) owners() []diplomacy.Power {
	b := standard()
	out := b.NoOwners()
	for _, h := range v.Board {
		for _, centre := range h.Centres {
			out[b.abbreviated[centre]] = b.Board.Power(h.Power)
		}
	}
	return out
}

// A retreatingUnit is one that is dislodged, with the spaces to which it is to go, best first.
type retreatingUnit struct {
	unit   diplomacy.Unit
	orders string // in normal form
	to     []diplomacy.Loc
}

// tryRetreats says what retreats would come to. On an open board, units that retreat into one space are removed; of
// others only what is supposed counts.
func (v View) tryRetreats(t adjudicator.Trial) adjudicator.Tried {
	var out adjudicator.Tried
	var others []retreatingUnit
	for _, line := range t.Suppose {
		x, fault := v.supposeRetreat(line)
		if fault != "" {
			out.Faults = append(out.Faults, adjudicator.Fault{Line: "SUPPOSE " + line, Text: fault})
			continue
		}
		others = append(others, x)
		out.Assumed = append(out.Assumed, fmt.Sprintf("You suppose %s's %s.", standard().power(x.unit.Power), x.orders))
	}
	s := v.sheetOf(retreats, t.Answer)
	var own []retreatingUnit
	for _, u := range v.dislodged() {
		o := s.of(standard().Province(u.At))
		if o == nil {
			o = &order{verb: disband}
		}
		u.Power = v.own
		own = append(own, retreatingUnit{u, withdrawal(u, o), o.retreat})
	}
	for i, x := range own {
		out.Lines = append(out.Lines, x.orders+": "+v.retreatsTo(x, slices.Concat(own[:i], own[i+1:], others)))
	}
	if v.open {
		out.Assumed = append(out.Assumed, "All other dislodged units are assumed to go elsewhere.")
	} else {
		out.Assumed = append(out.Assumed, "You are not told which spaces are open.")
	}
	return out
}

// retreatsTo returns the predicted result of a retreat, beside others.
func (v View) retreatsTo(x retreatingUnit, others []retreatingUnit) string {
	b := standard()
	if len(x.to) == 0 {
		return "it leaves the board."
	}
	if !v.open {
		return fmt.Sprintf("it goes to the first space that is open, of %s; if none is, or if another unit retreats "+
			"there, too, it leaves the board.", strings.Join(b.abbrs(x.to), ", "))
	}
	for _, y := range others {
		if len(y.to) > 0 && b.Province(y.to[0]) == b.Province(x.to[0]) {
			return fmt.Sprintf("it leaves the board, because %s retreats there, too.", v.named(y.unit))
		}
	}
	return "it goes there, unless another unit retreats there, too: then both leave the board."
}

// named returns the name of a unit with its owner.
func (v View) named(u diplomacy.Unit) string {
	if u.Power == v.own {
		return "your own " + standard().unit(u)
	}
	return standard().power(u.Power) + "'s " + standard().unit(u)
}

// supposeRetreat reads what is supposed of another power's dislodged unit, such as "Austria: A Vie R Boh".
func (v View) supposeRetreat(text string) (x retreatingUnit, fault string) {
	b := standard()
	if _, rest, named := strings.Cut(text, ":"); named {
		text = rest
	}
	u, _, ok := b.begins(text)
	var power string
	if v.whole != nil && ok {
		for _, name := range v.whole.Dislodged {
			owner, unit, _ := strings.Cut(name, " ")
			if d, known := b.unitOf(unit); known && b.Province(d.At) == b.Province(u.At) {
				power, u = owner, d
			}
		}
	}
	u.Power = b.Board.Power(power)
	switch {
	case power == "":
		return x, "Say where a dislodged unit of another power goes, as in SUPPOSE A Mun R Ber."
	case u.Power == v.own:
		return x, "That is your own unit: write its retreat without SUPPOSE."
	}
	theirs := View{Phase: v.Phase, own: u.Power, rules: v.rules, units: units{u}, Dislodged: []string{b.unit(u)}}
	r := theirs.Read(retreats, "", text)
	s := theirs.sheetOf(retreats, r.Answer)
	if len(s.orders) != 1 || len(r.Faults()) > 0 {
		return x, fmt.Sprintf("I don't understand where it goes: %s.", v.named(u))
	}
	return retreatingUnit{u, withdrawal(u, &s.orders[0]), s.orders[0].retreat}, ""
}
