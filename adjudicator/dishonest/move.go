package dishonest

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
)

// operated is the number of movements in a tactics action, by the number of operations paid (K4).
var operated = [...]int{0, 3, 5, 6}

// operations returns the number of operations, at least one, that buy a number of movements, given the player's
// ideology; ok is false if no tactics action has as many.
func (s *State) operations(seat string, need int) (ops int, ok bool) {
	more := s.passive(seat).Moves
	for ops = 1; ops < len(operated); ops++ {
		if need <= operated[ops]+more {
			return ops, true
		}
	}
	return 0, false
}

// checkTactics returns an error if a tactics action can't be carried out, because of an impossible move or too few
// operations (DD-18).
func (v *View) checkTactics(a act) error {
	switch {
	case len(a.moves) == 0:
		return complain("A tactics action has at least one move: TACTICS 1: INF Ukraine-Romania.")
	case a.ops < 0 || a.ops >= len(operated):
		return complain("A tactics action costs 1, 2 or 3 operations, not %d (K4).", a.ops)
	}
	need, err := v.checkMoves(a.moves, unsaid)
	if err != nil {
		return err
	}
	ops, ok := v.operations(v.Seat, need)
	switch {
	case !ok:
		return complain("These moves need %s, and no tactics action of yours has more than %d (K4).",
			count(need, "movement"), operated[len(operated)-1]+v.passive(v.Seat).Moves)
	case a.ops > 0 && a.ops < ops:
		return complain("These moves need %s, which cost %s (K4), and you pay %d.", count(need, "movement"),
			count(ops, "operation"), a.ops)
	}
	have := v.Stock[Operations] + v.Stock[Oil]
	switch {
	case have < ops:
		return complain("These moves need %s, for %s (K4), and with oil you have %d.", count(need, "movement"),
			count(ops, "operation"), have)
	case have < a.ops:
		return complain("You pay %s, and with oil you have %d; these moves need %d (K4).",
			count(a.ops, "operation"), have, ops)
	}
	return nil
}

// checkMoves returns the number of movements that the moves of one action need, or an error that names the moves that
// are impossible, and the step at which each fails (DD-18 to DD-24). budget is the largest number of movements, or
// [unsaid] for any.
func (v *View) checkMoves(moves []move, budget int) (need int, err error) {
	c := v.campaign(moves)
	var wrong []string
	for i, m := range moves {
		n, err := 0, c.wrong[i]
		if err == nil {
			n, err = c.cost(m)
		}
		if err == nil {
			need += n * m.n
			c.follow(m)
			continue
		}
		if text := m.words(v.edition()) + ": " + err.Error(); !slices.Contains(wrong, text) {
			wrong = append(wrong, text)
		}
		if c.now != &c.State { // the moves behind it are judged as if it had been made
			break
		}
	}
	if wrong != nil {
		return 0, complain("%s", strings.Join(wrong, " "))
	}
	if err := c.crowded(moves); err != nil {
		return 0, err
	}
	if budget != unsaid && need > budget {
		return 0, complain("These moves need %s, and there are %d.", count(need, "movement"), budget)
	}
	return need, nil
}

// A campaign is the moves of one action while they are checked.
type campaign struct {
	*View
	// state against which the next move is checked: the start, or the result of the moves before it (DD-18)
	now   *State
	gone  []Force // units that leave each area
	came  []Force // units whose paths end in each area, with a battle or not
	wrong []error // for each move, the reason that it is impossible whatever its steps; nil if none
}

// campaign returns a campaign after counting units: no unit moves twice (DD-18), and there are enough where they
// start. A move for which there are too few takes none, so that it does not make other moves fail.
func (v *View) campaign(moves []move) *campaign {
	places := len(v.edition().Places)
	c := &campaign{View: v, now: &v.State, gone: make([]Force, places), came: make([]Force, places),
		wrong: make([]error, len(moves))}
	for i, m := range moves {
		c.wrong[i] = c.count(m)
	}
	if v.is(optPlan, "running") {
		now := v.State.copy()
		c.now = &now
	}
	return c
}

// count counts the units of one move.
func (c *campaign) count(m move) error {
	switch {
	case m.n < 1:
		return complain("No unit moves there.")
	case len(m.path) < 2:
		return complain("It leads nowhere: a way has at least two places.")
	case m.path[0] == m.path[len(m.path)-1]:
		return complain("It ends where it begins.")
	case m.home != nowhere && m.unit != Fighter:
		return complain("Only fighters return.")
	}
	from, to := m.path[0], m.path[len(m.path)-1]
	c.came[to][m.unit] += m.n
	have, gone := c.force(from, c.Seat)[m.unit], c.gone[from][m.unit]+m.n
	if gone > have {
		return complain("You have %d %s in %s, and your moves take %d from there; no unit moves twice (DD-18).",
			have, plural(m.unit, have), c.edition().Name(from), gone)
	}
	c.gone[from][m.unit] = gone
	return nil
}

// follow applies a move to the state against which the next one is checked, if the ruling says so. Units that go to a
// battle are not placed yet.
func (c *campaign) follow(m move) {
	to := m.path[len(m.path)-1]
	if c.now == &c.State || c.resists(to, c.Seat) || m.home != nowhere {
		return
	}
	c.now.take(m.path[0], c.Seat, forceOf(m.n, m.unit))
	c.now.add(to, c.Seat, forceOf(m.n, m.unit))
}

// cost returns the number of movements that each unit of a move needs, or the reason that the move is impossible:
// first its steps, then its end.
func (c *campaign) cost(m move) (int, error) {
	p := atRest
	for i, to := range m.path[1:] {
		from, last := m.path[i], i+2 == len(m.path)
		if err := c.step(m, from, to, last); err != nil {
			return 0, err
		}
		b := c.edition()
		if p = p.on(m.unit, b.IsSea(from), b.IsSea(to), i == 0 || c.rests(m.unit, from)); !p.possible() {
			return 0, c.tooFar(m, to)
		}
	}
	switch {
	case m.unit == Fighter:
		return c.flight(m, p)
	case m.unit.IsLand():
		return p.fewest(), c.landings(m)
	}
	return p.fewest(), nil
}

// step returns an error if units can't take one step of their path.
func (c *campaign) step(m move, from, to Area, last bool) error {
	b := c.edition()
	if c.now.Areas[from].Quagmire {
		return complain("No unit enters or leaves %s, which is a quagmire (DD-24).", b.Name(from))
	}
	if !c.now.adjacent(from, to, c.Seat) {
		if canals, keys := b.canals(from, to); canals != nil {
			return complain("From %s to %s by the %s goes only who holds %s, or his ally (DD-23).",
				b.Name(from), b.Name(to), adjudicator.Listed(canals, "or"), adjudicator.Listed(keys, "or"))
		}
		return complain("%s is not next to %s.", b.Name(to), b.Name(from))
	}
	g := c.now.ground(c.Seat, m.unit, to)
	switch {
	case last && g.end, !last && g.pass:
		return nil
	case g.pass && m.home != nowhere && !c.resists(to, c.Seat):
		return nil
	}
	return c.bars(m.unit, to, last)
}

// bars returns an error if units can't enter an area, or can't go on from it.
func (c *campaign) bars(t Type, a Area, last bool) error {
	name, whose := c.edition().Name(a), c.now.holderBut(a, c.Seat)
	switch {
	case c.now.Areas[a].Quagmire:
		return complain("No unit enters or leaves %s, which is a quagmire (DD-24).", name)
	case t == Fighter:
		return c.barsFighters(a, last)
	case c.now.closed(a):
		return complain("%s is impassable: only fighters pass it (DD-19, DD-20).", name)
	case t.IsNaval() && !c.edition().IsSea(a):
		return complain("%s is no sea-zone, and ships don't go on land (DD-20).", name)
	case t.IsNaval() && last:
		return complain("Ships of your ally %s are in %s: yours may pass, but not stop there (DD-20).", whose, name)
	case t.IsNaval():
		return complain("Ships of %s are in %s: yours stop there, and go no further in this action (DD-20).",
			whose, name)
	case c.edition().IsSea(a) && last:
		return complain("Land units don't stop at sea: name the region where they land (DD-22).")
	case c.edition().IsSea(a):
		return complain("Ships of %s are in %s: nobody is carried through there (DD-22).", whose, name)
	case c.now.friendly(a, c.Seat):
		return complain("%s is held by your ally %s: your land units never enter it (DD-19).", name, whose)
	case whose == "":
		return complain("%s is neutral: land units stop there, and go no further in this action (DD-19).", name)
	}
	return complain("%s is held by %s: land units stop there, and go no further in this action (DD-19).", name, whose)
}

// tooFar returns an error with the step at which a move gets stuck: carried too far, or without a place to stop
// between two movements.
func (c *campaign) tooFar(m move, to Area) error {
	b := c.edition()
	if m.unit.IsLand() {
		return complain("To %s they would be carried through more than %d sea-zones (DD-22).", b.Name(to), amphibious)
	}
	if m.unit.IsNaval() {
		return complain("Before %s they would have to stop, after %d spaces, among ships of your ally (DD-20).",
			b.Name(to), m.unit.Range())
	}
	return complain("Before %s they would have to land, after %d spaces, and there is no region of yours (DD-21).",
		b.Name(to), m.unit.Range())
}
