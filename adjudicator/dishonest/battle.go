package dishonest

// The two sides of a battle, as indices of all pairs.
const (
	attacking = 0
	defending = 1
)

// An assault is the units that a power has moved into an area with an enemy's units or a garrison. They are already
// placed there.
type assault struct {
	at       Area
	attacker string
	groups   []arrival
}

// An arrival is units that came by the same path.
type arrival struct {
	n     int
	unit  Type
	from  Area // where they began the action
	last  Area // the space from which they entered
	bySea bool // whether they were carried by sea
	home  Area // for fighters, the region to which they return
}

// A battle is a battle in progress between the moving power and one enemy (DD-25 to DD-35), or a neutral garrison
// (DD-36).
type battle struct {
	*turn
	assault
	orders     [2]order
	cards      [2]*Card // cards that were committed; nil if none
	paid       [2]Cubes // cubes that were committed
	deployed   []deploy // the defender's fighters that were deployed, and are there now
	committing bool
	winner     int // the winning side
	told       fought
}

// fight fights a battle to its end, with the attacker's order for it. The attacker's fighters return home in any
// case. If nobody is left to fight, nothing else happens. Points are counted afterwards, so the game may be over
// (DD-42).
func (r *turn) fight(a assault, o order) {
	b := &battle{turn: r, assault: a, orders: [2]order{attacking: o}}
	b.told.At, b.told.Attacker, b.told.Defender = r.board.Name(a.at), a.attacker, r.foe(a)
	for i := range b.told.Sides {
		b.told.Sides[i].Units = b.here(i)
	}
	switch h := r.Areas[a.at]; {
	case b.told.Defender != "":
		r.secret(b.told.Defender).Alarm(r.board.Name(a.at))
		if h.Keeper == b.told.Defender {
			b.told.Sides[defending].Garrison = h.Garrison
		}
		b.contest()
	case h.Neutral > 0:
		b.told.Sides[defending].Garrison = h.Neutral
		b.storm()
	default:
		b.flyHome(attacking)
		x := b.told.Sides[attacking]
		b.tell("unopposed", unopposed{b.told.At, b.attacker, x.Home, x.Stranded})
	}
	r.score()
}

// foe returns the power whose units or garrison an assault meets; "" if none.
func (r *turn) foe(a assault) string {
	h := r.Areas[a.at]
	for _, k := range h.Stacks {
		if k.Seat != a.attacker {
			return k.Seat
		}
	}
	if h.Garrison > 0 && h.Keeper != a.attacker {
		return h.Keeper
	}
	return ""
}

// contest fights a battle between two powers (section 8 of the rules).
func (b *battle) contest() {
	b.muster()
	b.tally()
	b.casualties()
	if b.board.IsSea(b.at) {
		b.clearSea()
	} else {
		b.clearLand()
	}
	b.spoils()
}

// storm fights a battle with a neutral garrison, which wins ties: nothing is committed, lost or won (DD-36).
func (b *battle) storm() {
	attack, garrison := &b.told.Sides[attacking], &b.told.Sides[defending]
	attack.Strength, garrison.Strength = attack.Units.Strength(), garrison.Garrison
	won := attack.Strength > garrison.Strength
	if won {
		b.told.Won = b.attacker
		b.Areas[b.at].Neutral = 0
	}
	b.flyHome(attacking)
	if !won {
		b.retreat(attacking)
	}
	b.tell("battle", b.told)
}

// seat returns the power on a side.
func (b *battle) seat(side int) string {
	if side == attacking {
		return b.told.Attacker
	}
	return b.told.Defender
}

// here returns the units that a side has in the battle now.
func (b *battle) here(side int) Force { return b.force(b.at, b.seat(side)) }

// spoils gives the winner a card, if they may have one more, and takes a cube from the pool of a winner who attacked
// in a tactics action (DD-35, DD-46). Committed cubes are lost, except the winner's under one ruling (option
// committed). The battle is reported before the card is drawn.
func (b *battle) spoils() {
	seat := b.seat(b.winner)
	p := b.player(seat)
	if b.winner == attacking {
		p.Won++
		if b.told.Pool = p.Pool > 0 && (b.tactic || b.is(optCube, "always")); b.told.Pool {
			p.Pool--
		}
	}
	if b.is(optSpent, "winner") {
		b.gain(seat, b.paid[b.winner])
		b.told.Back = true
	}
	b.tell("battle", b.told)
	b.draw(seat, 1)
}
