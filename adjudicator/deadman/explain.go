package deadman

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/diplomacy"
	"deaddrop/parser"
)

var _ adjudicator.Explainer = View{}

// Explain says why orders of the last season failed or succeeded: on an open board with all that opposed them,
// otherwise only for the power's own orders, and with no more than its report and its own orders say.
func (v View) Explain(about string) []string {
	b := standard()
	u, _, ok := b.begins(about)
	if !ok {
		return nil
	}
	at, only := b.Province(u.At), slices.Contains(parser.Words(about), parser.Dash)
	var lines []string
	if f, known := v.fought(); known {
		lines = f.told(at, only)
	} else {
		lines = v.reported(at, only)
	}
	if len(lines) == 0 {
		return nil
	}
	phase := v.Last
	if v.open {
		phase = v.moved.phase
	}
	return append([]string{"This is about " + phase + "."}, lines...)
}

// A moved is what all powers did in the last season with movement, for an open board.
type moved struct {
	phase string
	deeds []Deeds
}

// movedLast returns what all powers did in the last season with movement.
func (p *position) movedLast() moved {
	if p.retreating != nil {
		return moved{p.Phase(), p.retreating.moved()}
	}
	var m moved
	if n := len(p.History); n > 0 {
		m.phase = p.History[n-1].Phase
		for _, part := range p.History[n-1].Powers {
			m.deeds = append(m.deeds, part.deeds())
		}
	}
	return m
}

// fought resolves the last movement of an open board again, from the orders in its report.
func (v View) fought() (f foresight, known bool) {
	f = foresight{View: v, board: standard()}
	var orders []diplomacy.Order
	for _, d := range v.moved.deeds {
		for _, l := range d.Lines {
			o, ok := f.board.ordered(l.Text)
			if !ok || f.number(o.at) >= 0 {
				continue // such a move can only be in an edited history
			}
			u := diplomacy.Unit{Power: f.board.Board.Power(d.Power), Type: o.unit, At: o.at}
			f.units, f.orders = append(f.units, u), append(f.orders, o)
			f.given, f.vague = append(f.given, true), append(f.vague, false)
			orders = append(orders, o.resolved())
		}
	}
	if !v.open || len(f.units) == 0 {
		return f, v.open
	}
	for i := range f.orders { // orders name the type of the unit that they are for
		if j := f.number(f.orders[i].target); j >= 0 {
			f.orders[i].said = f.units[j].Type.String() + " "
		}
	}
	f.judge = diplomacy.NewResolver(f.board.Board, v.rules)
	f.Movement = f.judge.Resolve(f.units, orders)
	return f, true
}

// told returns why the orders of the unit that was in a province came out as they did, and unless only, those of the
// units that went for it.
func (f foresight) told(at diplomacy.Loc, only bool) []string {
	var out []string
	for i, o := range f.orders {
		here, goes := f.Province(o.at) == at, o.verb == move && f.Province(o.to) == at
		if here || goes && !only {
			out = append(out, fmt.Sprintf("%s (%s) %s", o.text(""), f.power(f.units[i].Power), f.because(i, o)))
		}
	}
	return out
}

// because says in the past tense why an order came out as it did.
func (f foresight) because(i int, o order) string {
	said := f.outcome(i, o)
	if c, gone := f.judge.Dislodger(i); gone {
		return said + fmt.Sprintf(" Its unit was dislodged by %s.", f.clash(c.Other, c.Own))
	}
	return said
}

// outcome says in the past tense what became of an order, without what happened to its unit.
func (f foresight) outcome(i int, o order) string {
	r := f.Results[i]
	by := f.number(r.By)
	c, clashed := f.judge.Clash(i)
	switch {
	case o.verb == move && r.OK && clashed:
		return fmt.Sprintf("got in, supported by %s, and dislodged %s: %d against %d.", f.names(c.Own.By),
			f.whose(f.number(c.Other.Unit)), c.Own.Strength, c.Other.Strength)
	case o.verb == move && r.OK:
		return "got in: nothing stood in its way as strongly."
	case r.Why == diplomacy.Bounced && clashed:
		return fmt.Sprintf("bounced with %s.", f.clash(c.Other, c.Own))
	case r.Why == diplomacy.Cut && by >= 0:
		return fmt.Sprintf("was cut by %s.", f.whose(by))
	case r.Why == diplomacy.Disrupted && by >= 0:
		return fmt.Sprintf("failed: its convoy was broken by %s.", f.whose(by))
	case r.Why == diplomacy.Void && f.number(o.target) >= 0:
		return fmt.Sprintf("had no effect: the order it was for was %s.", f.orders[f.number(o.target)].text(""))
	}
	return f.plainly(o, r)
}

// plainly says what became of an order that no single unit decided.
func (f foresight) plainly(o order, r diplomacy.Result) string {
	switch {
	case o.verb == hold && r.OK:
		return "stayed."
	case r.OK:
		return "succeeded."
	case r.Why == diplomacy.NoConvoy, o.verb == move && r.Why == diplomacy.Illegal:
		return "failed: no fleets carried it."
	case r.Why == diplomacy.Paradox:
		return "failed: its convoy depended on its own outcome."
	case r.Why == diplomacy.Dislodgement:
		return "failed."
	}
	return "was impossible."
}

// reported returns what the power's own report says about the orders of the unit that was in a province, and unless
// only, of the units that went for it.
func (v View) reported(at diplomacy.Loc, only bool) []string {
	b := standard()
	var out []string
	for _, d := range v.Deeds {
		for _, l := range d.Lines {
			o, ok := b.ordered(l.Text)
			here := ok && b.Province(o.at) == at
			goes := ok && o.verb == move && b.Province(o.to) == at
			if here || goes && !only {
				out = append(out, strings.ReplaceAll(l.Written(), "*", "")+": "+v.asReported(d, l, o))
			}
		}
		for _, l := range d.Lost {
			if u, ok := b.unitOf(l.Unit); ok && b.Province(u.At) == at {
				out = append(out, l.Unit+": "+lossOf(l))
			}
		}
	}
	return out
}

// asReported says why an order of the power's own came out as it did, as far as its report and its own orders tell.
func (v View) asReported(d Deeds, l Line, o order) string {
	switch {
	case !l.Failed && o.verb == spy && len(l.Found) > 0:
		return "it succeeded, and found units in " + strings.Join(l.Found, ", ") + "."
	case !l.Failed:
		return "it succeeded."
	}
	f, stayed := v.alone(d)
	i, there := f.number(o.at), f.number(o.to)
	r := f.Results[i]
	switch {
	case r.Why == diplomacy.Bounced && f.number(r.By) >= 0:
		return fmt.Sprintf("it failed, and so it would have by your own orders alone: your own %s was in its way.",
			f.orders[f.number(r.By)].text(""))
	case r.Why == diplomacy.Void:
		return "it failed, and so it would have by your own orders alone: the order it was for was another one."
	case o.verb == move && there >= 0 && stayed[there]:
		return fmt.Sprintf("it failed, because your own %s failed as well, and stayed in its "+
			"way.", f.orders[there].text(""))
	}
	return hidden[o.verb]
}

// alone resolves the power's own orders of the last season as if there were no other units. stayed says which of its
// units were ordered to move and failed, by its report.
func (v View) alone(d Deeds) (f foresight, stayed []bool) {
	b := standard()
	f = foresight{board: b}
	var orders []diplomacy.Order
	for _, l := range d.Lines {
		if o, ok := b.ordered(l.Text); ok && f.number(o.at) < 0 {
			f.units = append(f.units, diplomacy.Unit{Power: v.own, Type: o.unit, At: o.at})
			f.orders, orders = append(f.orders, o), append(orders, o.resolved())
			stayed = append(stayed, o.verb == move && l.Failed)
		}
	}
	f.Movement = diplomacy.NewResolver(b.Board, v.rules).Resolve(f.units, orders)
	return f, stayed
}

// hidden says, by what was ordered, what can make an order fail that its player's own orders don't make fail. Nobody is
// told which of it was so.
var hidden = map[verb]string{
	move: "it failed. Nobody is told why; something was there or moved there with equal strength, or a convoy " +
		"was missing or broken.",
	support: "it failed. Nobody is told why; it was attacked, or what it was for was not done.",
	convoy:  "it failed. Nobody is told why; the fleet was dislodged, or what it was for was not done.",
	spy:     "it failed. Nobody is told why; an attack keeps a unit from spying.",
	hold:    "it failed: the unit was dislodged. Nobody is told by what.",
}

// lossOf says what became of a dislodged unit.
func lossOf(l Loss) string {
	switch to := strings.TrimRight(l.To, "*"); {
	case to != "":
		return "it was dislodged, and went to " + to + "."
	case l.Why == noList:
		return "it was dislodged, and removed because no retreats were on file for it."
	case l.Why == allTaken:
		return "it was dislodged, and removed because none of the retreats on file for it was open."
	}
	return "it was dislodged, and removed."
}
