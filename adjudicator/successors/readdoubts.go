package successors

import (
	"fmt"
	"slices"
)

// What the writer is told of lines that can't be carried out whole as things stand. They stay on file: others may give him
// money, fight for a place or lend units before it is their time.

const stays = " It stays on file."

// doubts say what of a sheet can't be done as things stand.
func (v *View) doubts(kind string, s sheet) []string {
	d := doubter{View: v, State: v.State.copy(), kind: kind}
	if kind == "home" {
		d.settle(s)
		return d.notes
	}
	d.give(s)
	if kind == "turn" {
		d.spend(s)
		for _, m := range s.moves {
			d.move(m)
		}
		d.camp(s)
		for _, f := range s.fights {
			d.fight(f)
		}
	}
	d.standing(s.rules)
	return d.notes
}

// A doubter plays a sheet as things stand.
type doubter struct {
	*View
	State State
	kind  string
	notes []string
}

func (d *doubter) note(line, format string, args ...any) {
	d.notes = append(d.notes, fmt.Sprintf("%q: ", line)+fmt.Sprintf(format, args...))
}

// settle looks at what is bought with the first home of the list.
func (d *doubter) settle(s sheet) {
	if len(s.home) == 0 {
		return
	}
	p := d.State.player(d.Seat)
	p.Home = d.board.Name(s.home[0])
	p.Leader = Leader{At: p.Home}
	for _, b := range s.buy {
		if _, why := d.State.purchase(d.board, d.rules, d.Seat, b); why != "" {
			d.note(b.words(d.board), "if your home is %s: %s", p.Home, why)
		}
	}
}

// give looks at gifts.
func (d *doubter) give(s sheet) {
	for _, g := range s.give {
		if n := d.State.pay(d.Seat, g.to, g.talents); n < g.talents {
			d.note(g.words(), "you have only %s for it now.%s", talents(n), stays)
		}
	}
}

// spend looks at the ransom and purchases.
func (d *doubter) spend(s sheet) {
	me := d.State.player(d.Seat)
	if s.ransom {
		if why := d.State.unransomed(d.board, d.Seat); why != "" {
			d.note("RANSOM", "%s%s", why, stays)
		} else {
			d.State.pay(d.Seat, me.Leader.Captor, freedom)
			me.Leader = Leader{At: d.board.Name(d.State.refuge(d.board, d.Seat))}
		}
	}
	for _, b := range s.buy {
		if _, why := d.State.purchase(d.board, d.rules, d.Seat, b); why != "" {
			d.note(b.words(d.board), "as things stand it can't be bought whole. %s%s", why, stays)
		}
	}
}

// move looks at a march or voyage: whether the units are there, and what stops them.
func (d *doubter) move(m move) {
	b, from, to := d.board, m.path[0], destination(m)
	side := d.Seat
	if m.of != "" {
		side = m.of
		if !d.State.friendly(d.Seat, m.of) {
			d.note(m.words(b), "you are not allied with %s now, and only an ally's units that he lends can move with you (SU-13).%s", m.of, stays)
			return
		}
	}
	if m.leader {
		d.lead(m)
	}
	have := d.State.units(from, side)
	var goes Units
	for _, p := range m.units {
		if goes[p.unit] = p.n; p.n == all || p.n > have[p.unit] {
			goes[p.unit] = have[p.unit]
		}
		if p.n > have[p.unit] && side == d.Seat {
			d.note(m.words(b), "you have %s in %s then, as things stand; those go that can.%s", have.Only(p.unit), b.Name(from), stays)
		}
	}
	if m.sail {
		d.sail(m, &goes, have)
	}
	if goes.Total() == 0 && !m.leader {
		d.note(m.words(b), "you have no such units in %s, as things stand.%s", b.Name(from), stays)
		return
	}
	if !m.sail {
		d.stops(m)
	}
	hired := d.State.take(from, side, goes)
	ships := goes.Only(Fleet)
	d.State.add(to, side, goes.Minus(ships), hired.Only(Land...))
	d.State.add(m.path[len(m.path)-1], side, ships, Units{})
}

// lead looks at where the leader is.
func (d *doubter) lead(m move) {
	l := &d.State.player(d.Seat).Leader
	if from := d.board.Name(m.path[0]); l.Captor != "" || l.At != from {
		where := "in " + l.At
		if l.Captor != "" {
			where = "held by " + l.Captor
		} else if l.At == "" {
			where = "not on the board"
		}
		d.note(m.words(d.board), "your leader is %s, not in %s, as things stand.%s", where, from, stays)
		return
	}
	l.At = d.board.Name(destination(m))
}

// sail looks at the fleets of a voyage, and at what they meet.
func (d *doubter) sail(m move, goes *Units, have Units) {
	b := d.board
	if goes[Fleet] = m.fleets; m.fleets == all || m.fleets > have[Fleet] {
		goes[Fleet] = have[Fleet]
	}
	line := m.words(b)
	switch army := goes.Army(); {
	case goes[Fleet] == 0:
		d.note(line, "there is no fleet of yours in %s, as things stand.%s", b.Name(m.path[0]), stays)
		goes[Levy], goes[Elephant], goes[Infantry], goes[Cavalry] = 0, 0, 0, 0
		return
	case m.fleets > have[Fleet]:
		d.note(line, "you have only %s in %s then, as things stand.%s", have.Only(Fleet), b.Name(m.path[0]), stays)
	case army > goes[Fleet]:
		d.note(line, "each fleet carries one land unit, so %d of %d stay (SU-11).", army-goes[Fleet], army)
		for _, t := range slices.Backward(Land) {
			n := min(goes[t], max(0, goes.Army()-goes[Fleet]))
			goes[t] -= n
		}
	}
	for _, a := range m.path[1:] {
		for _, k := range d.State.Areas[a].Stacks {
			if d.State.friendly(d.Seat, k.Side) {
				continue
			}
			if b.IsSea(a) && k.Units[Fleet] > 0 {
				d.note(line, "%s has %s in %s, and they fight there (SU-12).", k.Side, k.Units.Only(Fleet), b.Name(a))
			} else if !b.IsSea(a) && k.Units.Army() > 0 {
				d.note(line, "%s has land units in %s, and fleets can't enter a port that an enemy holds; troops can LAND there from the sea (SU-11).", k.Side, b.Name(a))
			}
		}
	}
}

// camp looks at whether the leader is left alone.
func (d *doubter) camp(s sheet) {
	p := d.State.player(d.Seat)
	a, ok := d.board.Area(p.Leader.At)
	if !ok || p.Leader.Captor != "" || d.State.units(a, d.Seat).Army() > 0 || d.View.units(a, d.Seat).Army() == 0 || !d.leads(a, d.Seat) {
		return
	}
	if slices.ContainsFunc(s.moves, func(m move) bool { return m.path[0] == a && m.of == "" }) {
		d.notes = append(d.notes, fmt.Sprintf("Your leader stays in %s without units; LEADER takes him along.", p.Leader.At))
	}
}

// stops looks at whom a march meets before its end.
func (d *doubter) stops(m move) {
	for _, a := range m.path[1 : len(m.path)-1] {
		if d.State.hostile(a, d.Seat) {
			d.note(m.words(d.board), "it stops in %s, where unfriendly units are (SU-10).", d.board.Name(a))
			return
		}
	}
}

// fight looks at whether there is somebody to fight.
func (d *doubter) fight(f fight) {
	b, at := d.board, f.at
	line := f.words(b)
	mine := d.State.units(at, d.Seat).Army() > 0
	for _, k := range d.State.Areas[at].Stacks {
		mine = mine || k.Units.Army() > 0 && k.Side != d.Seat && d.State.friendly(d.Seat, k.Side)
	}
	theirs := d.State.hostile(at, d.Seat)
	if f.against != "" {
		theirs = d.State.units(at, f.against).Army() > 0
	}
	switch {
	case f.against != "" && d.State.friendly(d.Seat, f.against):
		d.note(line, "%s is your ally now, and nobody fights his ally.%s", f.against, stays)
	case !mine && !theirs:
		d.note(line, "nobody is there who could fight, as things stand.%s", stays)
	case !mine:
		d.note(line, "no units of yours are there, as things stand.%s", stays)
	case !theirs && f.against != "":
		d.note(line, "%s has no land units there, as things stand.%s", f.against, stays)
	case !theirs:
		d.note(line, "no unfriendly units are there, as things stand.%s", stays)
	}
}

// standing looks at loans.
func (d *doubter) standing(s standing) {
	for _, l := range s.lend {
		line := standing{lend: []loan{l}}.words(d.board)
		if !d.View.friendly(d.Seat, l.to) {
			d.note(line, "you are not allied with %s now, and only an ally's units can move in one's turn (SU-13).%s", l.to, stays)
		}
	}
}
