package dishonest

import (
	"slices"

	"deaddrop/adjudicator/queue"
)

// What is reported of movement.
type (
	// maneuvered tells everybody the cost of a tactics action: kind "tactics".
	maneuvered struct {
		Seat      string
		Paid      Cubes // operations, then oil
		Movements int   // number of movements that the moves use
	}

	// moved tells everybody of simultaneous moves, in a tactics action or by a card or tile: kind "moved".
	moved struct {
		Seat  string
		Moves []way
	}

	// A way is the path of some units.
	way struct {
		N    int
		Unit Type
		Path []string // from where they started to where they stopped
		// where fighters return, after their battle if there is one; "" if they stay
		Return string `json:",omitempty"`
	}

	// entered tells everybody that a power has taken a region without a battle: kind "entered".
	entered struct {
		Seat, Area string
		From       string `json:",omitempty"` // the previous holder; "" if nobody
	}
)

// tactics carries out a tactics action: the player pays as few operations as it needs, or as many as ordered, and all
// units move (DD-18). If it is no longer possible, its player is told, and it costs nothing.
func (r *turn) tactics(seat string, a act, battles []order) {
	v := r.viewOf(seat)
	if err := v.checkTactics(a); err != nil {
		queue.Skip(r.Table, seat, a.words(r.board), err.Error())
		return
	}
	need, _ := v.checkMoves(a.moves, unsaid)
	ops, _ := r.operations(seat, need)
	paid := r.spend(seat, max(ops, a.ops), Operations)
	r.tell("tactics", maneuvered{seat, paid, need})
	r.tactic = true
	r.advance(seat, a.moves, battles)
	r.tactic = false
}

// advance makes moves, all at once, and fights the resulting battles: those that their player has ordered by place in
// that order, then the others in the order of the board (DD-18). It alarms the players whose areas are entered. Moves
// that can't be made are reported to their player, and then none is made. The game may be over afterwards.
func (r *turn) advance(seat string, moves []move, battles []order) {
	if _, err := r.viewOf(seat).checkMoves(moves, unsaid); err != nil {
		queue.Skip(r.Table, seat, act{kind: actTactics, moves: moves}.words(r.board), err.Error())
		return
	}
	if len(moves) == 0 {
		return
	}
	before := r.State.copy()
	r.held = r.holding()
	var fights []assault
	told := moved{Seat: seat}
	for _, m := range moves {
		to := m.path[len(m.path)-1]
		battle := before.resists(to, seat)
		told.Moves = append(told.Moves, r.told(m, battle))
		if m.home != nowhere && !battle {
			continue // the units are back
		}
		r.take(m.path[0], seat, forceOf(m.n, m.unit))
		if battle {
			fights = r.join(fights, seat, m)
		} else {
			r.add(to, seat, forceOf(m.n, m.unit))
		}
	}
	r.tell("moved", told)
	r.enter(seat, moves, &before)
	// Units that have moved to a battle are placed there when it begins: until then they hold nothing there, and
	// nobody retreats to them.
	for _, a := range inTurn(fights, battles) {
		r.coming = append(r.coming, a.at)
	}
	r.score()
	for _, a := range fights {
		r.coming = r.coming[1:]
		if r.Over {
			r.recall(a)
			continue
		}
		for _, g := range a.groups {
			r.add(a.at, seat, forceOf(g.n, g.unit))
		}
		r.fight(a, orderFor(a.at, battles))
	}
}

// recall puts units back where they began, as the game ended before their battle. They are lost if another power has
// come there meanwhile.
func (r *turn) recall(a assault) {
	for _, g := range a.groups {
		if r.holderBut(g.from, a.attacker) == "" || r.force(g.from, a.attacker).Total() > 0 {
			r.add(g.from, a.attacker, forceOf(g.n, g.unit))
		}
	}
}

// told returns the report of a move.
func (r *turn) told(m move, battle bool) way {
	w := way{N: m.n, Unit: m.unit}
	for _, a := range m.path {
		w.Path = append(w.Path, r.board.Name(a))
	}
	if m.unit == Fighter && (battle || m.home != nowhere) {
		w.Return = w.Path[0]
	}
	return w
}

// join adds units that have moved to a battle to the assaults.
func (r *turn) join(fights []assault, seat string, m move) []assault {
	to, last := m.path[len(m.path)-1], m.path[len(m.path)-2]
	i := slices.IndexFunc(fights, func(a assault) bool { return a.at == to })
	if i < 0 {
		i, fights = len(fights), append(fights, assault{at: to, attacker: seat})
	}
	g := arrival{n: m.n, unit: m.unit, from: m.path[0], last: last, home: nowhere}
	if m.unit == Fighter {
		g.home = m.path[0]
	}
	g.bySea = m.unit.IsLand() && r.board.IsSea(last)
	fights[i].groups = append(fights[i].groups, g)
	return fights
}

// enter alarms everybody whose areas were entered, and reports regions that changed hands without a battle (DD-19).
func (r *turn) enter(seat string, moves []move, before *State) {
	for i := range r.Areas {
		a := Area(i)
		whose := before.holderBut(a, seat)
		came := func(m move) bool {
			return m.path[len(m.path)-1] == a && (m.home == nowhere || before.resists(a, seat))
		}
		if !slices.ContainsFunc(moves, came) {
			continue
		}
		if whose != "" && r.player(whose) != nil {
			r.secret(whose).Alarm(r.board.Name(a))
		}
		if !r.board.IsSea(a) && !before.occupies(a, seat) && !before.resists(a, seat) {
			r.tell("entered", entered{seat, r.board.Name(a), whose})
		}
	}
}

// inTurn returns battles in the order in which they are fought: first those whose place is named in orders, in that
// order, then the others in the order of the board.
func inTurn(fights []assault, battles []order) []assault {
	rank := func(a assault) int {
		if i := slices.IndexFunc(battles, func(o order) bool { return o.at == a.at }); i >= 0 {
			return i
		}
		return len(battles)
	}
	slices.SortFunc(fights, func(x, y assault) int {
		if d := rank(x) - rank(y); d != 0 {
			return d
		}
		return int(x.at - y.at)
	})
	return fights
}

// orderFor returns the attacker's order for a battle: the one for its place, or else the one for any place, or else
// an empty one.
func orderFor(at Area, battles []order) order {
	for _, where := range []Area{at, nowhere} {
		if i := slices.IndexFunc(battles, func(o order) bool { return o.at == where }); i >= 0 {
			return battles[i]
		}
	}
	return order{at: nowhere}
}
