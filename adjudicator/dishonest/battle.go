package dishonest

// The two sides of a battle, in all pairs.
const (
	attacking = 0
	defending = 1
)

// An assault is what a power has moved into an area where an enemy's units or a garrison are. Its units stand there
// already.
type assault struct {
	at       Area
	attacker string
	groups   []arrival
}

// An arrival is units that came the same way.
type arrival struct {
	n     int
	unit  Type
	from  Area // where they began the action
	last  Area // the space from which they entered
	bySea bool // they were carried there
	home  Area // of fighters: where they return to
}

// A battle is one while it is fought, by whoever has moved and one enemy (DD-25 to DD-35), or a neutral garrison
// (DD-36).
type battle struct {
	*turn
	assault
	orders     [2]order
	cards      [2]*Card // committed; nil: none
	paid       [2]Cubes // committed
	deployed   []deploy // the defender's fighters, which are there now
	committing bool
	winner     int // a side
	told       fought
}

// fight fights a battle to its end, with the attacker's order for it: fighters of theirs return home in each case.
// Where nobody is left to fight, nothing else happens. Points are counted afterwards, so the game may be over (DD-42).
func (r *turn) fight(a assault, o order) {
	b := &battle{turn: r, assault: a, orders: [2]order{attacking: o}}
	b.told.At, b.told.Attacker, b.told.Defender = r.board.Name(a.at), a.attacker, r.foe(a)
	for i := range b.told.Sides {
		b.told.Sides[i].Units = b.here(i)
	}
	switch h := r.Areas[a.at]; {
	case b.told.Defender != "":
		r.alarm(b.told.Defender, a.at)
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

// foe is whose units an assault meets, or whose garrison; "" for nobody's.
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

// contest is the course of a battle between two powers (the rule text's section 8).
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

// storm is a battle with a neutral garrison, which wins ties: nothing is committed, lost or won (DD-36).
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

// seat is who fights on a side.
func (b *battle) seat(side int) string {
	if side == attacking {
		return b.told.Attacker
	}
	return b.told.Defender
}

// here is what a side has in the battle now.
func (b *battle) here(side int) Force { return b.force(b.at, b.seat(side)) }

// spoils are the winner's: a card, if they may have one more, and if they have attacked in a tactics action one cube
// less in their pool (DD-35, DD-46). What was committed is lost, or theirs who has won (option committed). The battle
// is told before the card is drawn.
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
