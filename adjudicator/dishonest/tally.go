package dishonest

// tally counts the strength of both sides and sets the winner: on a tie the power higher on the League track (DD-28).
func (b *battle) tally() {
	for side := range b.told.Sides {
		x := &b.told.Sides[side]
		card := b.battling(side)
		x.Strength = x.Units.Strength() + x.Garrison + b.paid[side].Total() + card.Strength
		x.Swords, x.Shields, x.Explosions = card.Swords, card.Shields, card.Explosions
		passive := b.passive(b.seat(side))
		if b.is(optSword, "all") || b.seat(side) == b.Mover {
			x.Swords += passive.Swords // see DD-30
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

// battling returns the battle effect of a side's card; a zero one if it has none.
func (b *battle) battling(side int) Battling {
	if c := b.cards[side]; c != nil {
		return *c.Battle
	}
	return Battling{}
}

// casualties removes units: the loser's for the winner's swords that the loser's shields don't stop, then of both
// sides for the other's explosions. Garrisons are never removed (DD-29).
func (b *battle) casualties() {
	loser := 1 - b.winner
	b.lose(loser, max(0, b.told.Sides[b.winner].Swords-b.told.Sides[loser].Shields))
	for side := range b.told.Sides {
		b.lose(side, b.told.Sides[1-side].Explosions)
	}
}

// lose has a side lose n units, or as many as it has.
func (b *battle) lose(side, n int) {
	seat := b.seat(side)
	gone := b.losses(seat, b.here(side), n, b.orders[side].lose)
	b.take(b.at, seat, gone)
	b.told.Sides[side].Lost = b.told.Sides[side].Lost.Plus(gone)
}

// losses returns n units of a power's force, or as many as there are: types in the given order first, or those of its
// standing order if none are given; then the others, the cheapest first and fighters before armour (DD-29, DD-41).
func (r *turn) losses(seat string, f Force, n int, lose []Type) Force {
	if len(lose) == 0 {
		lose = r.sheets[seat].rules.lose
	}
	return f.first(n, lose)
}

// first returns n units of a force: first of the given types in their order, then of the others, the cheapest first
// (DD-29).
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
