package diplomacy

import (
	"fmt"
	"slices"
	"strings"
)

// Explain says in one line of words, with the codes of the board, how the order of units[i] of the last Resolve came
// to its outcome: the strengths that met (DATC 5.B), whose supports counted and whose did not, and where the unit may
// retreat if it was dislodged. The text mentions orders of all powers, which some players may not know. i must be an
// index into the units of that Resolve.
func (r *Resolver) Explain(i int) string {
	res := &r.movement.Results[i]
	p := r.board.province[res.Unit.At]
	c := &r.cells[p]
	var s string
	switch {
	case c.is&moves != 0:
		s = r.explainMove(p, c, res)
	case c.why == Illegal:
		s = "illegal: " + r.explainIllegal(res) + ", so the unit holds"
	case c.why == Void:
		s = r.explainVoid(c)
	case c.is&supports != 0:
		s = r.explainSupport(p, c, res)
	case c.is&convoys != 0:
		s = r.explainConvoy(p, c)
	default:
		s = "it holds"
	}
	stood := r.explainAttacks(p, c)
	if s != "" && stood != "" {
		s += "; "
	}
	return s + stood + r.explainRetreat(res.Unit)
}

// explainIllegal explains why an order could not be carried out in this position.
func (r *Resolver) explainIllegal(res *Result) string {
	b := r.board
	if res.Given < 0 {
		return "none of its orders counts"
	}
	o := r.orders[res.Given]
	if err := b.Possible(res.Unit, o, r.rules); err != nil {
		return err.Error()
	}
	target, to := b.province[o.Target], b.province[o.To]
	switch {
	case o.Verb == Move:
		return fmt.Sprintf("there are no fleets that could carry it to %s", b.Code(to))
	case o.Verb == Hold:
		return fmt.Sprintf("the unit is not in %s (4.B.5)", b.Code(o.Unit))
	case r.cells[target].is&occupied == 0:
		return fmt.Sprintf("there is no unit in %s", b.Code(target))
	case o.Verb == Convoy && r.cells[target].is&fleet != 0:
		return fmt.Sprintf("%s is no army", r.unitIn(target))
	case o.Verb == Convoy:
		return fmt.Sprintf("with the fleets that there are no route from %s to %s needs it", b.Code(target), b.Code(to))
	}
	return fmt.Sprintf("%s can't go to %s", r.unitIn(target), b.Code(o.To))
}

// unitIn names the unit in p: "A PAR".
func (r *Resolver) unitIn(p Loc) string {
	c := &r.cells[p]
	t := Army
	if c.is&fleet != 0 {
		t = Fleet
	}
	return t.String() + " " + r.board.Code(c.at)
}

func (r *Resolver) unitsIn(s Set) string {
	var names []string
	for p := range s.All() {
		names = append(names, r.unitIn(p))
	}
	return strings.Join(names, ", ")
}

func (r *Resolver) explainMove(p Loc, c *cell, res *Result) string {
	switch res.Why {
	case NoConvoy:
		if fleets := r.fleets(p); !fleets.empty() {
			return fmt.Sprintf("no whole route of fleets has orders to carry it, only %s, so it stays",
				r.unitsIn(fleets))
		}
		return "no fleet has orders to carry it, so it stays"
	case Paradox:
		return "its convoy hangs on its own outcome, a paradox, so it fails"
	case Disrupted:
		return fmt.Sprintf("its convoy is disrupted by %s, so it stays", r.unitIn(res.By))
	}
	way := ""
	if r.bySea(p, c) == yes {
		way = "carried by " + r.unitsIn(r.carrying(p, c)) + "; "
	}
	end := "it arrives"
	if !res.OK {
		end = "it bounces with " + r.unitIn(res.By)
	}
	return way + strings.Join(slices.Concat(r.odds(p, c), []string{end}), "; ")
}

// carrying returns the fleets that finally carry the army in p: those of the fleets not dislodged that a route needs.
func (r *Resolver) carrying(p Loc, c *cell) Set {
	var safe, needed Set
	for f := range r.fleets(p).All() {
		if r.cells[f].is&succeeds != 0 {
			safe.add(f)
		}
	}
	for f := range safe.All() {
		if r.board.serves(f, p, c.dest, safe) {
			needed.add(f)
		}
	}
	return needed
}

// odds lists the strength of a move and the strengths that it has to beat.
func (r *Resolver) odds(p Loc, c *cell) []string {
	d := &r.cells[c.dest]
	against, held := Nobody, d.is&occupied != 0 && d.is&(moves|succeeds) != moves|succeeds
	head := d.is&moves != 0 && d.dest == p && r.byLand(p, c, c.dest, d) == yes
	if held || head {
		against = d.power
	}
	list := []string{"attack " + r.strengthText(c, against)}
	switch {
	case head:
		list = append(list, fmt.Sprintf("%s comes the other way with %s", r.unitIn(c.dest), r.strengthText(d, Nobody)))
	case held && d.is&moves != 0:
		list = append(list, fmt.Sprintf("%s, which tried to leave, holds with 1", r.unitIn(c.dest)))
	case held:
		list = append(list, fmt.Sprintf("%s holds with %s", r.unitIn(c.dest), r.strengthText(d, Nobody)))
	case d.is&occupied != 0:
		list = append(list, r.unitIn(c.dest)+" leaves")
	}
	if (held || head) && d.power == c.power {
		list = append(list, "no power dislodges its own unit")
	}
	for q := d.attackers; q != NoLoc; q = r.cells[q].next {
		rival := &r.cells[q]
		switch {
		case q == p:
		case r.prevention(q, rival).most == 0:
			list = append(list, r.unitIn(q)+" goes for it too, without effect")
		default:
			list = append(list, fmt.Sprintf("%s goes for it too with %s", r.unitIn(q), r.strengthText(rival, Nobody)))
		}
	}
	return list
}

// strengthText returns a strength with the units that contribute to it: "2 (A MAR; not A GAS, cut)".
func (r *Resolver) strengthText(c *cell, against Power) string {
	var counted, not []string
	for q := c.backers; q != NoLoc; q = r.cells[q].next {
		s := &r.cells[q]
		switch {
		case s.is&succeeds == 0:
			not = append(not, r.unitIn(q)+", cut")
		case against != Nobody && s.power == against:
			not = append(not, r.unitIn(q)+", of the power that is attacked")
		default:
			counted = append(counted, r.unitIn(q))
		}
	}
	text := fmt.Sprint(1 + len(counted))
	notes := strings.Join(counted, ", ")
	if len(not) > 0 {
		if notes != "" {
			notes += "; "
		}
		notes += "not " + strings.Join(not, " nor ")
	}
	if notes != "" {
		text += " (" + notes + ")"
	}
	return text
}

// explainVoid explains what the other unit does instead of what a support or convoy is for.
func (r *Resolver) explainVoid(c *cell) string {
	t := &r.cells[c.target]
	unit := r.unitIn(c.target)
	switch {
	case t.why == Illegal && c.dest != NoLoc:
		return fmt.Sprintf("void: %s holds, as its order is illegal", unit)
	case t.is&moves == 0 && c.dest != NoLoc:
		return fmt.Sprintf("void: %s does not move", unit)
	case t.is&moves == 0: // so it can't be supported to hold
		if t.why == Illegal {
			return fmt.Sprintf("void: %s has an illegal order, and so can't be supported (4.E.1)", unit)
		}
		return fmt.Sprintf("void: the power of %s has given no order, and so it can't be supported (4.D.9)", unit)
	case c.dest == NoLoc || t.dest != c.dest:
		return fmt.Sprintf("void: %s moves to %s", unit, r.board.Code(t.to))
	}
	return fmt.Sprintf("void: %s moves to %s, and the order does not name that coast (4.B.4)", unit, r.board.Code(t.to))
}

func (r *Resolver) explainSupport(p Loc, c *cell, res *Result) string {
	switch {
	case res.OK:
		return "the support is given"
	case c.is&succeeds == 0:
		return fmt.Sprintf("the support is cut by %s", r.unitIn(r.preventer(p, c)))
	}
	return "the support is given, although the unit is dislodged"
}

func (r *Resolver) explainConvoy(p Loc, c *cell) string {
	switch {
	case r.knotted.Has(p):
		return "the convoy hangs on its own outcome, a paradox, so it fails (Szykman's rule)"
	case c.is&succeeds == 0:
		return "the convoy is broken"
	}
	return "the convoy stands"
}

// explainAttacks describes the attacks on a unit that stayed. A head-on battle that it survived is described with its
// move instead.
func (r *Resolver) explainAttacks(p Loc, c *cell) string {
	if c.is&(moves|succeeds) == moves|succeeds {
		return ""
	}
	var attacks []string
	for q := c.attackers; q != NoLoc; q = r.cells[q].next {
		a := &r.cells[q]
		head := c.is&moves != 0 && c.dest == q && r.byLand(p, c, q, a) == yes
		hold := "1" // the strength of a unit that tried to move
		if head || c.is&moves == 0 {
			hold = r.strengthText(c, Nobody)
		}
		switch {
		case r.path(q, a) == no:
			attacks = append(attacks, fmt.Sprintf("the attack of %s never arrives", r.unitIn(q)))
		case a.is&succeeds != 0:
			attacks = append(attacks, fmt.Sprintf("%s dislodges it, %s against %s", r.unitIn(q),
				r.strengthText(a, c.power), hold))
		case !head:
			attacks = append(attacks, fmt.Sprintf("%s attacks it, %s against %s", r.unitIn(q),
				r.strengthText(a, c.power), hold))
		}
	}
	return strings.Join(attacks, "; ")
}

func (r *Resolver) explainRetreat(u Unit) string {
	for _, d := range r.movement.Dislodged {
		if d.Unit != u {
			continue
		}
		var codes []string
		for l := range d.Open.All() {
			codes = append(codes, r.board.Code(l))
		}
		if codes == nil {
			return "; it can retreat nowhere"
		}
		return "; it may retreat to " + strings.Join(codes, ", ")
	}
	return ""
}
