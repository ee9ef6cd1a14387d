package dishonest

// tally counts the strength of both sides and has the winner: of equals who is higher on the League track (DD-28).
func (b *battle) tally() {
	for side := range b.told.Sides {
		x := &b.told.Sides[side]
		card := b.battling(side)
		x.Strength = x.Units.Strength() + x.Garrison + b.paid[side].Total() + card.Strength
		x.Swords, x.Shields, x.Explosions = card.Swords, card.Shields, card.Explosions
		passive := b.passive(b.seat(side))
		if b.is(optSword, "all") || b.seat(side) == b.Mover {
			x.Swords += passive.Swords // (DD-30)
		}
		if side == defending {
			x.Shields += passive.Shields
		}
	}
	attack, defence := b.told.Sides[attacking].Strength, b.told.Sides[defending].Strength
	b.told.Tied = attack == defence
	if b.winner = defending; attack > defence || b.told.Tied && b.rank(b.attacker) < b.rank(b.told.Defender) {
		b.winner = attacking
	}
	b.told.Won = b.seat(b.winner)
}

// battling is what the card of a side is worth; nothing without one.
func (b *battle) battling(side int) Battling {
	if c := b.cards[side]; c != nil {
		return *c.Battle
	}
	return Battling{}
}

// casualties are removed: the loser's for the winner's swords that their shields don't stop, then of both for the
// other's explosions. Garrisons are no casualties (DD-29).
func (b *battle) casualties() {
	loser := 1 - b.winner
	b.lose(loser, max(0, b.told.Sides[b.winner].Swords-b.told.Sides[loser].Shields))
	for side := range b.told.Sides {
		b.lose(side, b.told.Sides[1-side].Explosions)
	}
}

// lose has a side lose so many units, if there are as many.
func (b *battle) lose(side, n int) {
	seat := b.seat(side)
	gone := b.losses(seat, b.here(side), n, b.orders[side].lose)
	b.take(b.at, seat, gone)
	b.told.Sides[side].Lost = b.told.Sides[side].Lost.Plus(gone)
}

// losses are so many of a power's force, if it has as many: types that are named first, in that order, or those of its
// standing order if none are; then the others, the cheapest first and fighters before armour (DD-29, DD-41).
func (r *turn) losses(seat string, f Force, n int, lose []Type) Force {
	if len(lose) == 0 {
		lose = r.sheets[seat].rules.lose
	}
	return f.first(n, lose)
}

// first are n units of a force, of these types in their order, then of the others, the cheapest first (DD-29).
func (f Force) first(n int, lose []Type) Force {
	var gone Force
	take := func(t Type) {
		k := min(n, f[t]-gone[t])
		gone[t] += k
		n -= k
	}
	for _, t := range lose {
		take(t)
	}
	for t := range f {
		take(Type(t))
	}
	return gone
}
