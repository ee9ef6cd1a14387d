package successors

import (
	"fmt"
	"slices"

	"deaddrop/adjudicator/pack"
)

// event rolls the event of the mover's turn, and has it happen at once (SU-4).
func (r *turn) event() {
	b := r.edition()
	dice := []int{r.roll("event"), r.roll("event"), r.roll("event")}
	table, cards := "odd", b.Odd
	if dice[0]%2 == 0 {
		table, cards = "even", b.Even
	}
	c := cards[10*dice[1]+dice[2]]
	r.position.event = &Happened{Dice: dice, Title: c.Title, Text: c.Text}
	r.tell("event", rolled{Seat: r.mover, Dice: dice, Table: table, Title: c.Title, Text: c.Text})
	r.apply(c, r.mover, nowhere, "")
}

// apply has happen what a card says. seat rolled it or plays it; at is what they have chosen for it, and with is whose
// cavalry rides.
func (r *turn) apply(c Card, seat string, at Area, with string) {
	for _, e := range c.Effects {
		r.effect(c, e, seat, at, with)
	}
}

// effect is one effect of a card.
func (r *turn) effect(c Card, e Effect, seat string, at Area, with string) {
	switch e.Op {
	case OpNone:
	case OpCancel: // of a chit, which loyal plays where a revolt breaks out, or by the game master
		if a, ok := r.edition().Area(e.Place); ok {
			r.calm(c, a)
		}
	case OpGM:
		r.rule(c, e, seat)
	case OpStorm:
		r.storm(c, e, seat, at)
	case OpRaid:
		r.raid(c, e, seat, at, with)
	case OpRevolt, OpInvasion, OpPlague:
		a := r.where(e, seat, at)
		switch {
		case a == nowhere:
			r.void(c, seat, "There is no province for it.")
		case e.Op == OpPlague:
			r.plague(c, e, seat, a)
		default:
			r.rise(c, e, a)
		}
	default:
		for _, target := range r.targets(e, seat) {
			r.touch(c, e, target, at)
		}
	}
}

// touch is an effect on one player.
func (r *turn) touch(c Card, e Effect, seat string, at Area) {
	switch e.Op {
	case OpGain:
		r.grant(seat, e.Amount)
	case OpUnits, OpHire:
		r.reinforce(c, e, seat, at)
	case OpHome:
		r.recall(c, seat)
	case OpRelease:
		r.release(c, seat)
	case OpOffer:
		r.offer(c, seat)
	case OpDraw:
		r.draw(seat, e.Amount)
	case OpMarch:
		r.player(seat).March += e.Amount
		r.tell("pace", paced{seat, e.Amount})
	}
}

// void tells that an effect comes to nothing.
func (r *turn) void(c Card, seat, why string) { r.tell("void", void{c.Title, seat, why}) }

// targets are the players whom an effect is for, in the order of play.
func (r *turn) targets(e Effect, seat string) []string {
	holds := func(name, who string) bool {
		a, ok := r.edition().Area(name)
		return name == "" || ok && r.controller(a) == who
	}
	return slices.DeleteFunc(r.left(), func(who string) bool {
		switch e.Target {
		case "", pack.ToPlayer:
			return who != seat
		case pack.ToOthers:
			return who == seat
		case pack.ToAll:
			return false
		case toController:
			return !holds(e.Place, who) || !holds(e.Also, who)
		default:
			return who != e.Target
		}
	})
}

// spot is where an effect is, for a player; nowhere if there is no such place.
func (r *turn) spot(e Effect, seat string, at Area) Area {
	b, p := r.edition(), r.player(seat)
	home, settled := b.Area(p.Home)
	if !settled || r.lost(home, seat) {
		home = nowhere
	}
	camp, leads := b.Area(p.Leader.At)
	if !leads || p.Leader.Captor != "" || b.IsSea(camp) {
		camp = nowhere
	}
	switch e.Place {
	case "", atHome, atChoice:
		if e.Place == atChoice && at != nowhere {
			return at
		}
		if home == nowhere && (e.Op == OpUnits || e.Op == OpHire) {
			return camp
		}
		return home
	case atLeader:
		return camp
	case atRandom:
		return r.somewhere(seat)
	}
	if a, ok := b.Area(e.Place); ok {
		return a
	}
	return nowhere
}

// where is where a revolt, an invasion or a plague is: of a player's choice, or else where its target has it.
func (r *turn) where(e Effect, seat string, at Area) Area {
	if e.Place == atChoice {
		return at
	}
	if !e.Own() && e.Place == atRandom {
		if some := r.targets(e, seat); len(some) > 0 {
			seat = some[r.t.Roll("player by lot", len(some))-1]
		}
	}
	return r.spot(e, seat, at)
}

// somewhere is a province by lot that a player controls and that is nobody's home; nowhere if they have none.
func (r *turn) somewhere(seat string) Area {
	some := slices.DeleteFunc(r.edition().areas(), func(a Area) bool {
		return r.edition().IsSea(a) || r.homeOf(a) != "" || r.controller(a) != seat
	})
	if len(some) == 0 {
		return nowhere
	}
	return some[r.t.Roll("province by lot", len(some))-1]
}

// grant gives talents to a player, or has the player pay some. Whoever has not so many pays none, and loses a unit
// instead (SU-4).
func (r *turn) grant(seat string, n int) {
	p := r.player(seat)
	unpaid := p.Talents < -n
	if !unpaid {
		r.pay(bank, seat, n)
		r.pay(seat, bank, -n)
	}
	r.tell("talents", income{Seat: seat, Talents: n, Unpaid: unpaid, Purse: p.Talents})
	if unpaid {
		r.lose(seat, 1, nil)
	}
}

// reinforce brings units to a player, or mercenaries, as far as there are counters; or takes some of theirs.
func (r *turn) reinforce(c Card, e Effect, seat string, at Area) {
	if e.Amount < 0 {
		r.remove(c, e, seat, at)
		return
	}
	b := r.edition()
	a, from := r.spot(e, seat, at), seat
	if a == nowhere || r.lost(a, seat) {
		r.void(c, seat, "There is no province where units could come to.")
		return
	}
	if e.Op == OpHire {
		from = white
	}
	told := came{Seat: seat, At: b.Name(a), Hired: e.Op == OpHire}
	for _, t := range Types {
		n := min(e.Units[t], r.free(b, from, t))
		fits := !b.IsSea(a)
		if t == Fleet {
			fits = b.Coastal(a) || b.IsSea(a)
		}
		if !fits {
			n = 0
		}
		told.Units[t], told.Short[t] = n, e.Units[t]-n
	}
	var hired Units
	if told.Hired {
		hired = told.Units
	}
	r.add(a, seat, told.Units, hired)
	r.tell("came", told)
}

// remove takes units of a player away: those that are named, or else as many as the amount says, in the order of their
// LOSE line; at a place, or anywhere if none is named.
func (r *turn) remove(c Card, e Effect, seat string, at Area) {
	where := nowhere
	if e.Place != "" {
		if where = r.spot(e, seat, at); where == nowhere {
			r.void(c, seat, "There is no province for it.")
			return
		}
	}
	here := func(a Area) bool { return where == nowhere || a == where }
	if e.Units.Total() == 0 {
		r.lose(seat, -e.Amount, here)
		return
	}
	var lost []Gone
	for _, a := range r.edition().areas() {
		var some Units
		for _, t := range Types {
			some[t] = min(e.Units[t], r.units(a, seat)[t])
		}
		if here(a) && some.Total() > 0 {
			r.take(a, seat, some)
			e.Units = e.Units.Minus(some)
			lost = append(lost, Gone{r.edition().Name(a), some})
		}
	}
	if len(lost) == 0 {
		r.void(c, seat, "There are no such units.")
		return
	}
	r.tell("lost", losses{seat, lost})
	r.settleAll(lost)
}

// recall sends a leader home (SU-4).
func (r *turn) recall(c Card, seat string) {
	b, p := r.edition(), r.player(seat)
	home, _ := b.Area(p.Home)
	from, free := b.Area(p.Leader.At)
	switch {
	case !free || p.Leader.Captor != "":
		r.void(c, seat, "A leader who is held captive stays where he is.")
	case from == home:
		r.void(c, seat, "The leader is at home already.")
	case r.lost(home, seat):
		r.void(c, seat, "Enemies hold his home, and the leader stays where he is.")
	default:
		p.Leader.At = p.Home
		r.tell("returned", returned{Seat: seat, From: b.Name(from), To: p.Home})
		r.homeward(seat, from)
		r.settle(from)
	}
}

// release frees a captured leader without a ransom.
func (r *turn) release(c Card, seat string) {
	p := r.player(seat)
	if why := r.unreleased(seat); why != "" {
		r.void(c, seat, why)
		return
	}
	captor := p.Leader.Captor
	p.Leader = r.freed(r.edition(), seat, "")
	r.tell("returned", returned{Seat: seat, To: p.Leader.At, Captor: captor})
}

// unreleased says why a player's leader can't be released; "" if they can.
func (r *turn) unreleased(seat string) string {
	p := r.player(seat)
	switch {
	case p.Leader.Captor == "":
		return "Nobody holds the leader captive."
	case r.isHomeless(r.edition(), r.Options, seat):
		return fmt.Sprintf("Enemies hold %s, and there are no land units to which he could come.", p.Home)
	}
	return ""
}

// offer lets the mover buy elephants in this turn (SU-9).
func (r *turn) offer(c Card, seat string) {
	if why := r.unoffered(seat); why != "" {
		r.void(c, seat, why)
		return
	}
	r.Offer = true
	r.tell("elephants", elephants{Seat: seat, Price: r.edition().Elephant, Left: r.free(r.edition(), seat, Elephant)})
}

// unoffered says why a player can't be offered elephants; "" if they can (K5).
func (r *turn) unoffered(seat string) string {
	switch {
	case seat != r.mover:
		return "Elephants are bought in a player's own turn."
	case r.free(r.edition(), seat, Elephant) == 0:
		return "No elephant counters are left."
	}
	return ""
}
