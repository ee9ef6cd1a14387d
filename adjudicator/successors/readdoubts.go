package successors

import (
	"cmp"
	"fmt"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
)

// This file finds lines that can't be carried out whole as things stand, and tells the writer so. The lines stay on
// file.

// doubts plays a sheet as things stand, and returns a doubter with what can't be carried out.
func (v *View) doubts(kind string, s sheet) doubter {
	d := doubter{View: v, State: v.State.copy(), kind: kind}
	if kind == "home" {
		d.settle(s)
		return d
	}
	d.give(s)
	if kind == "turn" {
		d.spend(s)
		d.walk(s)
		d.camp(s)
		for _, f := range s.fights {
			if d.board.IsSea(f.at) {
				d.fightAtSea(f, s.moves)
			} else {
				d.fight(f)
			}
		}
		d.unfought(s)
	}
	d.standing(s.rules)
	return d
}

// A doubter plays a sheet as things stand.
type doubter struct {
	*View
	State  State
	kind   string
	chits  bool // whether chits are played in this turn, which may bring money and units
	doubts []doubt
	notes  []string
}

// A doubt is the reason that a line can't be carried out.
type doubt struct {
	line, why string
	// whether it is certain from all that the writer knows; otherwise others or a chit may make the line possible,
	// and the doubt is only noted
	sure   bool
	remark bool // whether the line can be carried out, and the text is only worth knowing
}

// stays returns a note on a line that can't be carried out.
func (x doubt) stays() string {
	if x.remark {
		return ""
	}
	return " It stays on file."
}

// doubt adds a reason that a line certainly can't be carried out.
func (d *doubter) doubt(line, format string, args ...any) {
	d.doubts = append(d.doubts, doubt{line: line, why: fmt.Sprintf(format, args...), sure: !d.chits})
}

// unless adds a condition for a line that other players may bring about.
func (d *doubter) unless(line, format string, args ...any) {
	d.doubts = append(d.doubts, doubt{line: line, why: fmt.Sprintf(format, args...)})
}

// note adds a remark on a line that can be carried out.
func (d *doubter) note(line, format string, args ...any) {
	d.doubts = append(d.doubts, doubt{line: line, why: fmt.Sprintf(format, args...), remark: true})
}

// settle checks the purchases against the homes in the list: whether they are possible with the first home, or with
// any of them.
func (d *doubter) settle(s sheet) {
	open := d.State
	for i, home := range s.home {
		d.State = open.copy()
		p := d.State.player(d.Seat)
		p.Home = d.board.Name(home)
		p.Leader = Leader{At: p.Home}
		for _, b := range s.buy {
			if _, why := d.State.purchase(d.board, d.rules, d.Seat, b); why == "" {
				continue
			} else if len(s.home) == 1 {
				d.doubt(b.words(d.board), "not all of it can be bought. %s", why)
			} else if i == 0 {
				d.note(b.words(d.board), "if your home is %s, not all of it can be bought. %s", p.Home, why)
			}
		}
	}
}

// give checks gifts.
func (d *doubter) give(s sheet) {
	for _, g := range s.give {
		if n := d.State.pay(d.Seat, g.to, g.talents); n < g.talents {
			d.doubt(g.words(), "you have only %s for it now.", talents(n))
			d.doubts[len(d.doubts)-1].sure = d.kind == "turn"
		}
	}
}

// spend checks the ransom and purchases.
func (d *doubter) spend(s sheet) {
	me := d.State.player(d.Seat)
	if s.ransom {
		if why := d.State.unransomed(d.board, d.rules, d.Seat); why != "" {
			d.doubt("RANSOM", "%s", why)
		} else {
			d.State.pay(d.Seat, me.Leader.Captor, freedom)
			me.Leader = d.State.freed(d.board, d.Seat, s.refuge)
		}
	}
	d.plays(s.play)
	d.chits = len(s.play) > 0 || slices.ContainsFunc(s.rules.react, func(x react) bool {
		return x.when == AnyTurn && slices.Contains(d.Hand, x.chit)
	})
	for _, b := range s.buy {
		if _, why := d.State.purchase(d.board, d.rules, d.Seat, b); why != "" {
			d.doubt(b.words(d.board), "as things stand, not all of it can be bought. %s", why)
		}
	}
}

// plays checks whether a chit would do nothing. One chit may make another one possible.
func (d *doubter) plays(plays []play) {
	if len(plays) != 1 || !slices.Contains(d.Hand, plays[0].chit) {
		return
	}
	r, p := d.turn(), plays[0]
	r.secret(d.Seat).Hand = d.Hand
	if p.with != "" { // whether others lend cavalry is up to them
		return
	}
	if why := r.unplayable(d.Seat, p, InTurn); why != "" {
		d.doubt(p.words(d.board), "%s", why)
	}
}

// turn returns the writer's turn as things stand, with nothing on file.
func (d *doubter) turn() *turn {
	p := &position{State: d.State.copy(), Options: d.rules, board: d.board}
	for _, o := range p.Players {
		p.Secrets = append(p.Secrets, Secret{Seat: o.Seat})
	}
	return p.begin(adjudicator.NewTable(adjudicator.Luck{}, adjudicator.Record{}), d.Seat)
}

// walk checks marches and voyages one after another, and whether the movement points suffice.
func (d *doubter) walk(s sheet) {
	short := d.rehearse(s)
	for i, m := range s.moves {
		n := len(d.doubts)
		if d.move(m, s.fights); len(d.doubts) == n && short[i] != "" {
			d.doubt(m.words(d.board), "%s", short[i])
		}
	}
}

// rehearse carries out marches and voyages as things stand, up to the first one with a roll of dice, and returns the
// reason that each is not carried out whole.
func (d *doubter) rehearse(s sheet) []string {
	short := make([]string, len(s.moves))
	r := d.turn()
	r.start = r.player(d.Seat).Leader.At
	dice := func(a Area) bool { return d.board.IsSea(a) && len(d.fought(a, s.fights)) > 0 }
	for i, m := range s.moves {
		if m.of != "" {
			continue
		}
		if m.sail && slices.ContainsFunc(m.path[1:], dice) {
			break
		}
		told := len(r.Table.News())
		if x := (movement{r, m}); x.moveError() == "" { // otherwise it was refused when it was read
			x.carryOut()
		}
		for _, e := range r.Table.News()[told:] {
			if skipped, ok := e.Event.Data.(queue.Skipped); ok {
				short[i] = skipped.Why
			}
		}
	}
	return short
}

// move checks a march or voyage: whether the units are there, and what stops them.
func (d *doubter) move(m move, fights []fight) {
	b, from, to := d.board, m.path[0], destination(m)
	side := d.Seat
	if m.of != "" {
		side = m.of
		if !d.State.friendly(d.Seat, m.of) {
			d.unless(m.words(b),
				"you are not allied with %s now, and only units that an ally lends can move with you (SU-13).",
				m.of)
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
	}
	if side == d.Seat && (goes.Total() > 0 || m.leader) {
		d.tooFew(m, have)
	}
	if m.sail {
		d.sail(m, &goes, have)
		d.meets(m, fights)
	}
	if goes.Total() == 0 && !m.leader {
		d.lacks(m, side, "as things stand, you have no such units in %s.", b.Name(from))
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

// tooFew adds a doubt for each kind of units of which a move names more than there are.
func (d *doubter) tooFew(m move, have Units) {
	from := d.board.Name(m.path[0])
	for _, p := range m.units {
		if there := have.Only(p.unit); p.n > have[p.unit] && there.Total() > 0 {
			d.doubt(m.words(d.board), "as things stand, you will have only %s in %s by then, and those will move.",
				there, from)
		} else if p.n > have[p.unit] {
			d.doubt(m.words(d.board), "as things stand, you will have no %s in %s by then. What else is named will move.",
				p.unit, from)
		}
	}
}

// lacks adds a doubt that the units of a move are not there: the writer's own, or those that an ally may lend.
func (d *doubter) lacks(m move, side, format string, args ...any) {
	if side == d.Seat {
		d.doubt(m.words(d.board), format, args...)
	} else {
		d.unless(m.words(d.board), format, args...)
	}
}

// lead checks whether the leader is there.
func (d *doubter) lead(m move) {
	l := &d.State.player(d.Seat).Leader
	if from := d.board.Name(m.path[0]); l.Captor != "" || l.At != from {
		where := "in " + l.At
		if l.Captor != "" {
			where = "held by " + l.Captor
		} else if l.At == "" {
			where = "not on the board"
		}
		d.doubt(m.words(d.board), "as things stand, your leader is %s, not in %s.", where, from)
		return
	}
	l.At = d.board.Name(destination(m))
}

// sail checks the fleets of a voyage, and the fleets that it meets.
func (d *doubter) sail(m move, goes *Units, have Units) {
	b := d.board
	if goes[Fleet] = m.fleets; m.fleets == all || m.fleets > have[Fleet] {
		goes[Fleet] = have[Fleet]
	}
	line := m.words(b)
	switch army := goes.Army(); {
	case goes[Fleet] == 0:
		d.lacks(m, cmp.Or(m.of, d.Seat), "as things stand, you have no fleet in %s.", b.Name(m.path[0]))
		goes[Levy], goes[Elephant], goes[Infantry], goes[Cavalry] = 0, 0, 0, 0
		return
	case m.fleets > have[Fleet]:
		d.lacks(m, cmp.Or(m.of, d.Seat), "as things stand, you will have only %s in %s by then.", have.Only(Fleet),
			b.Name(m.path[0]))
	case army > goes[Fleet]:
		d.note(line, "each fleet carries one land unit, so %d of %d stay (SU-11).", army-goes[Fleet], army)
		for _, t := range slices.Backward(Land) {
			n := min(goes[t], max(0, goes.Army()-goes[Fleet]))
			goes[t] -= n
		}
	}
}

// meets checks the fleets that a voyage meets. It stops at unfriendly fleets if nobody wants to fight (SU-26).
func (d *doubter) meets(m move, fights []fight) {
	b, line := d.board, m.words(d.board)
	for i, a := range m.path[1:] {
		if holders := d.enemies(a); !b.IsSea(a) && len(holders) > 0 {
			d.doubt(line, "land units of %s are in %s, and fleets can't enter a port that an enemy holds; troops "+
				"can LAND there from the sea (SU-11).", adjudicator.Listed(holders, "and"), b.Name(a))
		}
		if !b.IsSea(a) {
			continue
		}
		met := d.State.squadrons(a, d.Seat)
		fought := d.fought(a, fights)
		who := func(some []Squadron) string {
			var out []string
			for _, q := range some {
				out = append(out, fmt.Sprintf("%s has %s", q.Side, unitsOf(q.Fleets, Fleet)))
			}
			return adjudicator.Listed(out, "and") + " in " + b.Name(a)
		}
		switch {
		case len(fought) > 0:
			d.note(line, "%s, and they fight there (SU-12).", who(fought))
		case len(met) > 0 && i == len(m.path)-2:
			d.note(line, "%s, and no battle is ordered: FIGHT %s seeks one (SU-26).", who(met), b.Name(a))
			return
		case len(met) > 0:
			d.doubt(line, "%s, and your fleets stop there (SU-26). With FIGHT %s they fight, and those that are "+
				"left sail on.", who(met), b.Name(a))
			return
		}
	}
}

// fought returns the unfriendly fleets in a sea that the writer's arriving fleets fight.
func (d *doubter) fought(a Area, fights []fight) []Squadron {
	return slices.DeleteFunc(d.State.squadrons(a, d.Seat), func(q Squadron) bool {
		sought := slices.ContainsFunc(fights, func(f fight) bool { return f.at == a && one(f.against, "", q.Side) })
		return d.rules[optSea] != "always" && !sought
	})
}

// fightAtSea checks whether there is somebody to fight at sea (SU-26).
func (d *doubter) fightAtSea(f fight, moves []move) {
	line := f.words(d.board)
	comes := func(m move) bool { return m.sail && slices.Contains(m.path[1:], f.at) }
	switch {
	case f.against != "" && d.State.friendly(d.Seat, f.against):
		d.unless(line, "%s is your ally now, and nobody fights an ally.", f.against)
	case d.View.units(f.at, d.Seat)[Fleet] == 0 && !slices.ContainsFunc(moves, comes):
		d.doubt(line, "as things stand, you have no fleets there or sailing there.")
	case len(d.fought(f.at, []fight{f})) == 0:
		d.doubt(line, "as things stand, there are no unfriendly fleets there.")
	}
}

// camp checks whether the leader is left alone.
func (d *doubter) camp(s sheet) {
	p := d.State.player(d.Seat)
	a, ok := d.board.Area(p.Leader.At)
	if !ok || p.Leader.Captor != "" || d.State.units(a, d.Seat).Army() > 0 || d.View.units(a, d.Seat).Army() == 0 ||
		!d.leads(a, d.Seat) {
		return
	}
	if slices.ContainsFunc(s.moves, func(m move) bool { return m.path[0] == a && m.of == "" }) {
		d.notes = append(d.notes, fmt.Sprintf("Your leader stays in %s without units; LEADER takes them along.",
			p.Leader.At))
	}
}

// stops checks whether a march meets anybody before its end.
func (d *doubter) stops(m move) {
	for _, a := range m.path[1 : len(m.path)-1] {
		if d.State.bars(d.rules, a, d.Seat) {
			d.note(m.words(d.board), "it stops in %s, where unfriendly units are (SU-10).", d.board.Name(a))
			return
		}
	}
}

// fight checks whether there is somebody to fight.
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
		d.unless(line, "%s is your ally now, and nobody fights an ally.", f.against)
	case !mine && !theirs:
		d.doubt(line, "as things stand, nobody there can fight.")
	case !mine:
		d.doubt(line, "as things stand, you have no units there.")
	case !theirs && f.against != "":
		d.doubt(line, "as things stand, %s has no land units there.", f.against)
	case !theirs && d.allies(at):
		d.unless(line, "as things stand, there are no unfriendly units there.")
	case !theirs:
		d.doubt(line, "as things stand, there are no unfriendly units there.")
	}
}

// unfought checks whether the units meet enemies without an order to fight them, or several enemies without naming
// one.
func (d *doubter) unfought(s sheet) {
	for _, m := range s.moves {
		at, ships := destination(m), m.sail && m.land == nowhere
		if others := d.enemies(at); len(others) > 0 && !ships && !slices.ContainsFunc(s.fights, func(f fight) bool {
			return f.at == at
		}) {
			d.note(m.words(d.board), "%s has land units there, and no battle is ordered: FIGHT %s seeks one.",
				adjudicator.Listed(others, "and"), d.board.Name(at))
		}
	}
	for _, f := range s.fights {
		if others := d.enemies(f.at); f.against == "" && len(others) > 1 {
			d.note(f.words(d.board), "%s are there; AGAINST names whom you fight.", adjudicator.Listed(others, "and"))
		}
	}
}

// enemies returns the sides that have land units in an area and are not friendly.
func (d *doubter) enemies(at Area) []string {
	var out []string
	for _, k := range d.State.Areas[at].Stacks {
		if k.Units.Army() > 0 && k.Side != d.Seat && !d.State.friendly(d.Seat, k.Side) {
			out = append(out, k.Side)
		}
	}
	return out
}

// allies reports whether units of an ally are in an area; the alliance may be over when the turn is played.
func (d *doubter) allies(at Area) bool {
	return slices.ContainsFunc(d.State.Areas[at].Stacks, func(k Stack) bool {
		return k.Side != d.Seat && d.State.friendly(d.Seat, k.Side)
	})
}

// standing checks loans.
func (d *doubter) standing(s standing) {
	for _, l := range s.lend {
		line := standing{lend: []loan{l}}.words(d.board)
		if !d.View.friendly(d.Seat, l.to) {
			d.unless(line, "you are not allied with %s now, and only an ally's units can move in one's turn (SU-13).",
				l.to)
		}
	}
}
