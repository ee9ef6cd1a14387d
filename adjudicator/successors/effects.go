package successors

import (
	"fmt"
	"slices"

	"deaddrop/adjudicator/pack"
)

// event rolls the event of the mover's turn and carries it out at once (SU-4).
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

// apply carries out a card. seat is the player who rolled or played it; at is the place that they chose for it, and
// with is the owner of the cavalry that rides.
func (r *turn) apply(c Card, seat string, at Area, with string) {
	for _, e := range c.Effects {
		happening{r, c, e, seat, at, with}.happen()
	}
}

// A happening is an effect of a card while it is carried out.
type happening struct {
	*turn
	card   Card
	effect Effect
	// the player who rolled or played the card; for an effect on one player after another, the current one
	seat string
	at   Area   // the place that was chosen; nowhere if none
	with string // owner of the cavalry that rides
}

// happen carries out the effect.
func (r happening) happen() {
	switch r.effect.Op {
	case OpNone:
	case OpCancel: // the effect of a chit, which loyal plays when a revolt breaks out, or of the game master
		if a, ok := r.edition().Area(r.effect.Place); ok {
			r.calm(a)
		}
	case OpGM:
		r.rule()
	case OpStorm:
		r.storm()
	case OpRaid:
		r.raid()
	case OpRevolt, OpInvasion, OpPlague:
		a := r.where()
		switch {
		case a == nowhere:
			r.void(r.seat, "There is no province for it.")
		case r.effect.Op == OpPlague:
			r.plague(a)
		default:
			r.rise(a)
		}
	default:
		for _, r.seat = range r.targets() {
			r.touch()
		}
	}
}

// touch carries out an effect on one player.
func (r happening) touch() {
	switch r.effect.Op {
	case OpGain:
		r.grant(r.seat, r.effect.Amount)
	case OpUnits, OpHire:
		r.reinforce()
	case OpHome:
		r.recall()
	case OpRelease:
		r.release()
	case OpOffer:
		r.offer()
	case OpDraw:
		r.draw(r.seat, r.effect.Amount)
	case OpMarch:
		r.player(r.seat).March += r.effect.Amount
		r.tell("pace", paced{r.seat, r.effect.Amount})
	}
}

// void reports that an effect does nothing.
func (r happening) void(seat, why string) { r.tell("void", void{r.card.Title, seat, why}) }

// targets returns the players whom an effect is for, in the order of play.
func (r happening) targets() []string {
	holds := func(name, who string) bool {
		a, ok := r.edition().Area(name)
		return name == "" || ok && r.controller(a) == who
	}
	return slices.DeleteFunc(r.left(), func(who string) bool {
		switch r.effect.Target {
		case "", pack.ToPlayer:
			return who != r.seat
		case pack.ToOthers:
			return who == r.seat
		case pack.ToAll:
			return false
		case toController:
			return !holds(r.effect.Place, who) || !holds(r.effect.Also, who)
		default:
			return who != r.effect.Target
		}
	})
}

// spot returns the place of an effect on a player; nowhere if there is none.
func (r happening) spot() Area {
	b, p := r.edition(), r.player(r.seat)
	home, settled := b.Area(p.Home)
	if !settled || r.lost(home, r.seat) {
		home = nowhere
	}
	camp, leads := b.Area(p.Leader.At)
	if !leads || p.Leader.Captor != "" || b.IsSea(camp) {
		camp = nowhere
	}
	switch r.effect.Place {
	case "", atHome, atChoice:
		if r.effect.Place == atChoice && r.at != nowhere {
			return r.at
		}
		if home == nowhere && (r.effect.Op == OpUnits || r.effect.Op == OpHire) {
			return camp
		}
		return home
	case atLeader:
		return camp
	case atRandom:
		return r.somewhere(r.seat)
	}
	if a, ok := b.Area(r.effect.Place); ok {
		return a
	}
	return nowhere
}

// where returns the place of a revolt, an invasion or a plague: the one that the player chose, or else the one that
// follows from the target.
func (r happening) where() Area {
	if r.effect.Place == atChoice {
		return r.at
	}
	if !r.effect.Own() && r.effect.Place == atRandom {
		if some := r.targets(); len(some) > 0 {
			r.seat = some[r.Table.Roll("player by lot", len(some))-1]
		}
	}
	return r.spot()
}

// somewhere returns a random province that a player controls and that is nobody's home; nowhere if they have none.
func (r *turn) somewhere(seat string) Area {
	some := slices.DeleteFunc(r.edition().areas(), func(a Area) bool {
		return r.edition().IsSea(a) || r.homeOf(a) != "" || r.controller(a) != seat
	})
	if len(some) == 0 {
		return nowhere
	}
	return some[r.Table.Roll("province by lot", len(some))-1]
}

// grant gives talents to a player, or takes them if n is negative. A player who has too few pays none and loses a
// unit instead (SU-4).
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

// reinforce gives a player units, or mercenaries, as far as there are counters, or takes some away.
func (r happening) reinforce() {
	if r.effect.Amount < 0 {
		r.remove()
		return
	}
	b := r.edition()
	a, from := r.spot(), r.seat
	if a == nowhere || r.lost(a, r.seat) {
		r.void(r.seat, "There is no province where units could come to.")
		return
	}
	if r.effect.Op == OpHire {
		from = white
	}
	told := came{Seat: r.seat, At: b.Name(a), Hired: r.effect.Op == OpHire}
	for _, t := range Types {
		n := min(r.effect.Units[t], r.free(b, from, t))
		fits := !b.IsSea(a)
		if t == Fleet {
			fits = b.Coastal(a) || b.IsSea(a)
		}
		if !fits {
			n = 0
		}
		told.Units[t], told.Short[t] = n, r.effect.Units[t]-n
	}
	var hired Units
	if told.Hired {
		hired = told.Units
	}
	r.add(a, r.seat, told.Units, hired)
	r.tell("came", told)
}

// remove takes units away from a player: the ones that are named, or else the given number in the order of their LOSE
// line; at a place, or anywhere if none is named.
func (r happening) remove() {
	where := nowhere
	if r.effect.Place != "" {
		if where = r.spot(); where == nowhere {
			r.void(r.seat, "There is no province for it.")
			return
		}
	}
	here := func(a Area) bool { return where == nowhere || a == where }
	if r.effect.Units.Total() == 0 {
		r.lose(r.seat, -r.effect.Amount, here)
		return
	}
	var lost []Gone
	for _, a := range r.edition().areas() {
		var some Units
		for _, t := range Types {
			some[t] = min(r.effect.Units[t], r.units(a, r.seat)[t])
		}
		if here(a) && some.Total() > 0 {
			r.take(a, r.seat, some)
			r.effect.Units = r.effect.Units.Minus(some)
			lost = append(lost, Gone{r.edition().Name(a), some})
		}
	}
	if len(lost) == 0 {
		r.void(r.seat, "There are no such units.")
		return
	}
	r.tell("lost", losses{r.seat, lost})
	r.settleAll(lost)
}

// recall sends a leader home (SU-4).
func (r happening) recall() {
	b, p := r.edition(), r.player(r.seat)
	home, _ := b.Area(p.Home)
	from, free := b.Area(p.Leader.At)
	switch {
	case !free || p.Leader.Captor != "":
		r.void(r.seat, "A captive leader stays where they are.")
	case from == home:
		r.void(r.seat, "The leader is at home already.")
	case r.lost(home, r.seat):
		r.void(r.seat, "Enemies hold the home, and the leader stays where they are.")
	default:
		p.Leader.At = p.Home
		r.tell("returned", returned{Seat: r.seat, From: b.Name(from), To: p.Home})
		r.homeward(r.seat, from)
		r.settle(from)
	}
}

// release frees a captured leader without a ransom.
func (r happening) release() {
	p := r.player(r.seat)
	if why := r.unreleased(r.seat); why != "" {
		r.void(r.seat, why)
		return
	}
	captor := p.Leader.Captor
	p.Leader = r.freed(r.edition(), r.seat, "")
	r.tell("returned", returned{Seat: r.seat, To: p.Leader.At, Captor: captor})
}

// unreleased returns the reason that a player's leader can't be released; "" if the leader can.
func (r *turn) unreleased(seat string) string {
	p := r.player(seat)
	switch {
	case p.Leader.Captor == "":
		return "Nobody holds the leader captive."
	case r.isHomeless(r.edition(), r.Options, seat):
		return fmt.Sprintf("Enemies hold %s, and there are no land units to which the leader could come.", p.Home)
	}
	return ""
}

// offer lets the mover buy elephants in this turn (SU-9).
func (r happening) offer() {
	if why := r.unoffered(r.seat); why != "" {
		r.void(r.seat, why)
		return
	}
	r.Offer = true
	r.tell("elephants", elephants{Seat: r.seat, Price: r.edition().Elephant,
		Left: r.free(r.edition(), r.seat, Elephant)})
}

// unoffered returns the reason that a player can't be offered elephants; "" if they can (K5).
func (r *turn) unoffered(seat string) string {
	switch {
	case seat != r.mover:
		return "Elephants are bought in a player's own turn."
	case r.free(r.edition(), seat, Elephant) == 0:
		return "No elephant counters are left."
	}
	return ""
}
