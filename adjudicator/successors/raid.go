package successors

import (
	"cmp"
	"fmt"
	"slices"
)

// ridden returns the province of the cavalry that raids the province that the player has named: the player's own
// cavalry, or an ally's who lends it; or the reason that there is none (K6). If several provinces qualify, it is the
// one with the most cavalry of that owner.
func (r *turn) ridden(seat string, p play) (from Area, why string) {
	b := r.edition()
	if p.at == nowhere || b.IsSea(p.at) {
		return nowhere, fmt.Sprintf("Say which province the cavalry raids: PLAY %d AT and the province.", p.chit)
	}
	name, victim, rider := b.Name(p.at), r.controller(p.at), p.rider(seat)
	switch {
	case victim == "":
		return nowhere, fmt.Sprintf("Nobody controls %s whom it could rob.", name)
	case r.friendly(seat, victim) || rider == victim:
		return nowhere, fmt.Sprintf("%s controls %s, and is no enemy.", victim, name)
	}
	if rider != seat {
		loan, ok := r.ride(seat, rider)
		switch {
		case r.player(rider) == nil || !r.friendly(seat, rider):
			return nowhere, fmt.Sprintf("Cavalry rides for its owner or for their ally, and %s is no ally of yours.",
				rider)
		case !ok:
			return nowhere, fmt.Sprintf("%s has not said that their cavalry rides for you.", rider)
		case loan.price > r.player(seat).Talents:
			return nowhere, fmt.Sprintf("%s wants %s for it, and you have %d.", rider, talents(loan.price),
				r.player(seat).Talents)
		}
	}
	from, most := nowhere, 0
	for _, a := range append([]Area{p.at}, b.Next(p.at, true)...) {
		if n := r.units(a, rider)[Cavalry]; n > most {
			from, most = a, n
		}
	}
	if from == nowhere {
		return nowhere, fmt.Sprintf("No cavalry of %s is in %s or next to it.", rider, name)
	}
	return from, ""
}

// rider returns the owner of the cavalry that a raid uses.
func (p play) rider(seat string) string {
	return cmp.Or(p.with, seat)
}

// ride returns the terms on which a player lends cavalry to another for a raid; false if they do not.
func (r *turn) ride(seat, rider string) (ride, bool) {
	rides := r.sheets[rider].rules.raid
	i := slices.IndexFunc(rides, func(x ride) bool { return x.to == seat })
	if i < 0 {
		return ride{}, false
	}
	return rides[i], true
}

// A Riding is cavalry of an ally that a player may use in a raid: with which chit, at what price, and where.
type Riding struct {
	From        string
	Chit, Price int
	At          []string
}

// ridings returns the raids that others' cavalry could make for a player at the moment, with the chits that the
// player holds.
func (r *turn) ridings(seat string) []Riding {
	var out []Riding
	for _, chit := range r.secret(seat).Hand {
		if c := r.edition().chit(chit); c == nil || !c.has(OpRaid) {
			continue
		}
		for _, other := range r.player(seat).Allies {
			loan, lends := r.ride(seat, other)
			x := Riding{From: other, Chit: chit, Price: loan.price}
			for _, a := range r.edition().areas() {
				p := play{chit: chit, at: a, with: other}
				if lends && r.unplayable(seat, p, InTurn) == "" {
					x.At = append(x.At, r.edition().Name(a))
				}
			}
			if len(x.At) > 0 {
				out = append(out, x)
			}
		}
	}
	return out
}

// raid has cavalry take talents from the controller of an adjacent province. On the worst rolls the cavalry is lost
// (K6).
func (r happening) raid() {
	b, p := r.edition(), play{chit: r.card.Number, at: r.at, with: r.with}
	from, why := r.ridden(r.seat, p)
	if why != "" {
		r.void(r.seat, why)
		return
	}
	told := raided{Seat: r.seat, From: b.Name(from), At: b.Name(r.at), Victim: r.controller(r.at), Hit: r.effect.Hit}
	rider := p.rider(r.seat)
	if rider != r.seat {
		loan, _ := r.ride(r.seat, rider)
		told.Rider, told.Price = rider, r.pay(r.seat, rider, loan.price)
	}
	told.Talents = r.pay(told.Victim, r.seat, r.effect.Amount)
	told.Die = r.roll("raid")
	if told.Lost = told.Die >= r.effect.Hit; told.Lost {
		r.take(from, rider, Units{Cavalry: 1})
	}
	r.tell("raid", told)
	r.settle(from)
}
