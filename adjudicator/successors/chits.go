package successors

import (
	"fmt"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deck"
)

// chits plays the chits that players want to play at a time: at the start of a game turn everybody's by standing
// orders, in the mover's turn the mover's by their sheet, and in any turn everybody's by standing orders (K6).
func (r *turn) chits(when When) {
	if when == InTurn {
		b := r.edition()
		for _, p := range r.sheets[r.mover].play {
			if why := r.unplayable(r.mover, p, InTurn); why != "" {
				r.skip(r.mover, p.words(b), why)
				continue
			}
			r.play(r.mover, p)
		}
		return
	}
	for _, seat := range r.left() {
		for _, x := range slices.Clone(r.sheets[seat].rules.react) {
			if r.now(seat, x, when) {
				r.react(seat, x, when)
			}
		}
	}
}

// now reports whether a chit in a player's standing orders is to be played at a time.
func (r *turn) now(seat string, x react, when When) bool {
	c := r.edition().chit(x.chit)
	switch {
	case c == nil:
		return false
	case when == AtTurnStart:
		return c.When == AtTurnStart || c.When == AnyTurn && x.when == AtTurnStart
	case when == AnyTurn && c.When == AnyTurn:
		return x.when != AtTurnStart
	case when == AnyTurn:
		return c.When == InTurn && seat == r.mover
	}
	return false
}

// react plays a chit by a player's standing orders as soon as possible, in the first suitable place that they name,
// and removes that line from the orders.
func (r *turn) react(seat string, x react, when When) {
	places := x.at
	if len(places) == 0 {
		places = []Area{nowhere}
	}
	for _, a := range places {
		p := play{chit: x.chit, at: a, with: x.with}
		if r.unplayable(seat, p, when) == "" {
			r.done(seat, x.chit)
			r.play(seat, p)
			return
		}
	}
}

// done removes a chit that has been played from a player's standing orders.
func (r *turn) done(seat string, chit int) {
	s := r.sheets[seat]
	s.rules.react = slices.DeleteFunc(slices.Clone(s.rules.react), func(x react) bool { return x.chit == chit })
	r.sheets[seat] = s
	r.secret(seat).Standing = s.rules.words(r.edition())
}

// play plays a chit. The caller has checked that it can be played.
func (r *turn) play(seat string, p play) {
	b := r.edition()
	c := *b.chit(p.chit)
	told := played{Seat: seat, Number: c.Number, Title: c.Title, Text: c.Text}
	if p.at != nowhere && c.chooses() {
		told.At = b.Name(p.at)
	}
	if p.with != seat && c.has(OpRaid) {
		told.With = p.with
	}
	r.spend(seat, p.chit)
	r.tell("chit", told)
	r.apply(c, seat, p.at, p.with)
}

// spend takes a chit out of a player's hand.
func (r *turn) spend(seat string, chit int) {
	s := r.secret(seat)
	i := slices.Index(s.Hand, chit)
	s.Hand = slices.Delete(slices.Clone(s.Hand), i, i+1)
	r.Spent = append(r.Spent, chit)
	r.player(seat).Chits = len(s.Hand)
}

// chooses reports whether the player of a chit chooses a place.
func (c Card) chooses() bool {
	return c.has(OpRaid) || slices.ContainsFunc(c.Effects, func(e Effect) bool { return e.Place == atChoice })
}

func (c Card) has(op Op) bool {
	return slices.ContainsFunc(c.Effects, func(e Effect) bool { return e.Op == op })
}

// unplayable returns the reason that a player can't play a chit now, which only they are told; "" if they can.
func (r *turn) unplayable(seat string, p play, when When) string {
	c := r.edition().chit(p.chit)
	switch {
	case !slices.Contains(r.secret(seat).Hand, p.chit):
		return fmt.Sprintf("You don't have chit %d.", p.chit)
	case c.When == OnRevolt:
		return fmt.Sprintf("Chit %d is played when a revolt breaks out in a province of yours, by standing orders: "+
			"PLAY %d WHEN REVOLT.", p.chit, p.chit)
	case c.When == InTurn && seat != r.mover:
		return "It is played in your own turn."
	case c.When == AtTurnStart && when != AtTurnStart:
		return fmt.Sprintf("Chit %d is played at the start of a game turn, by standing orders: PLAY %d WHEN "+
			"TURN STARTS.", p.chit, p.chit)
	}
	for _, e := range c.Effects {
		if why := r.unfit(e, seat, p); why != "" {
			return why
		}
	}
	return ""
}

// unfit returns the reason that an effect of a chit would do nothing, so that the chit is not wasted; "" if it would
// do something.
func (r *turn) unfit(e Effect, seat string, p play) string {
	switch e.Op {
	case OpRelease:
		return r.unreleased(seat)
	case OpOffer:
		return r.unoffered(seat)
	case OpRaid:
		_, why := r.ridden(seat, p)
		return why
	case OpHire, OpUnits:
		if e.Amount >= 0 {
			return r.unquartered(e, seat, p.at)
		}
	case OpRevolt, OpInvasion, OpPlague, OpStorm:
		if e.Place == atChoice {
			return r.unchosen(e, seat, p)
		}
	}
	return ""
}

// unquartered returns the reason that new units can't be placed where a player wants them; "" if they can.
func (r *turn) unquartered(e Effect, seat string, at Area) string {
	b := r.edition()
	from, whose := seat, "your"
	if e.Op == OpHire {
		from, whose = white, "white"
	}
	if !slices.ContainsFunc(Types, func(t Type) bool { return e.Units[t] > 0 && r.free(b, from, t) > 0 }) {
		return fmt.Sprintf("All %s counters for them are on the board.", whose)
	}
	switch {
	case e.Place == atChoice && at != nowhere:
		own := r.controller(at) == seat || r.leads(at, seat)
		if b.IsSea(at) || r.lost(at, seat) || !own {
			return fmt.Sprintf("They come to your home, to your leader or to a province that you control, and %s "+
				"is none of these.", b.Name(at))
		}
	case happening{turn: r, effect: e, seat: seat, at: at}.spot() == nowhere:
		return "Enemies hold your home, and your leader is not on land, so there is no place for them."
	}
	return ""
}

// unchosen returns the reason that a revolt, invasion, plague or storm can't be in the place that a player chose; ""
// if it can.
func (r *turn) unchosen(e Effect, seat string, p play) string {
	b := r.edition()
	if p.at == nowhere {
		return fmt.Sprintf("Say where: PLAY %d AT and the place.", p.chit)
	}
	name := b.Name(p.at)
	u := Units{}
	for _, k := range r.Areas[p.at].Stacks {
		u = u.Plus(k.Units)
	}
	switch {
	case e.Op == OpStorm && u[Fleet] == 0:
		return fmt.Sprintf("There is no fleet in %s.", name)
	case e.Op == OpPlague && (b.IsSea(p.at) || u.Army() == 0):
		return fmt.Sprintf("There is no land unit in %s.", name)
	case e.Op == OpStorm || e.Op == OpPlague:
		return ""
	case b.IsSea(p.at) || r.controller(p.at) == "" || r.controller(p.at) == seat:
		return fmt.Sprintf("It has to be a province that another player controls, and %s is none.", name)
	case r.homeOf(p.at) != "":
		return fmt.Sprintf("%s is %s's home, where it can't be.", name, r.homeOf(p.at))
	case !slices.ContainsFunc(Land, func(t Type) bool { return e.Units[t] > 0 && r.free(b, white, t) > 0 }):
		return "All white counters for it are on the board."
	}
	return ""
}

// loyal plays a player's chit against a revolt in one of their provinces, if they have one and want to (K6). It
// reports whether they did.
func (r *turn) loyal(seat string, a Area) bool {
	b := r.edition()
	for _, x := range r.sheets[seat].rules.react {
		c := b.chit(x.chit)
		if c == nil || c.When != OnRevolt || !slices.Contains(r.secret(seat).Hand, x.chit) {
			continue
		}
		if len(x.at) > 0 && !slices.Contains(x.at, a) {
			continue
		}
		r.spend(seat, x.chit)
		r.done(seat, x.chit)
		r.tell("cancelled", cancelled{Seat: seat, At: b.Name(a), Number: c.Number, Title: c.Title})
		for _, e := range c.Effects {
			if e.Op != OpCancel {
				happening{r, *c, e, seat, a, ""}.happen()
			}
		}
		return true
	}
	return false
}

// draw has a player draw chits. When none are left, the spent chits are shuffled.
func (r *turn) draw(seat string, n int) {
	b, s := r.edition(), r.secret(seat)
	told, to := drew{Seat: seat}, adjudicator.To(adjudicator.Seat(seat))
	if r.is(optChits, "open") {
		to = adjudicator.All()
	}
	chits, _ := deck.Draw(r.Table, "chits", n, &r.Draw, &r.Spent)
	for _, c := range b.chits(chits) {
		r.Table.Tell(adjudicator.Event{Kind: "drawn", Data: drawn{seat, c.Number, c.Title, c.Text}}, to)
	}
	s.Hand = slices.Concat(s.Hand, chits)
	slices.Sort(s.Hand)
	r.player(seat).Chits, r.Deck = len(s.Hand), len(r.Draw)
	told.Chits, told.Has, told.Left = len(chits), len(s.Hand), r.Deck
	r.tell("drew", told)
}
