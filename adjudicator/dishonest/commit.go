package dishonest

import (
	"cmp"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/parser/strict"
)

// muster brings the defender's fighters, and then takes what both sides commit from both at once (DD-26, DD-27). The
// attacker's order came with their action. In a standard game a defender without an order for the battle on file is
// asked for everything at once (DD-50); in a patient game the defender is asked for fighters, and then both sides are asked
// at the same time.
func (b *battle) muster() {
	var ok bool
	b.orders[defending], ok = b.sheets[b.told.Defender].rules.defence(b.at, b.attacker)
	if b.AsksAlways() || b.is(optSpeed, standard) && !ok {
		b.orders[defending] = b.ask("defence", defending)[0]
	}
	b.deploy()
	if b.is(optSpeed, patient) {
		b.committing = true
		for side, o := range b.ask("commit", attacking, defending) {
			b.orders[side].stakes = o.stakes
			if o.lose != nil {
				b.orders[side].lose = o.lose
			}
			if o.retreat != nil {
				b.orders[side].retreat = o.retreat
			}
		}
	}
	stakes := [2]stake{b.stake(attacking), b.stake(defending)}
	for side := range stakes {
		b.commit(side, stakes[side])
	}
}

// defence returns the order on file for defending a place against a power: an order for the place takes precedence
// over one for any place, then an order against that power over one against any; of equals the last one counts.
func (s standing) defence(at Area, attacker string) (order, bool) {
	best, rank := order{at: nowhere}, 0
	for _, o := range s.defend {
		if o.at != nowhere && o.at != at {
			continue
		}
		if o.against != "" && o.against != attacker {
			continue
		}
		n := 1
		if o.at == at {
			n += 2
		}
		if o.against == attacker {
			n++
		}
		if n >= rank {
			best, rank = o, n
		}
	}
	return best, rank > 0
}

// ask asks sides for their orders in the battle, all at once, and shows everybody the public state of the battle.
// Orders on file count if they do not answer.
func (b *battle) ask(kind string, sides ...int) []order {
	b.battle = b.open()
	var reqs []adjudicator.Request
	for _, side := range sides {
		reqs = append(reqs, adjudicator.Request{Seat: adjudicator.Seat(b.seat(side)), Kind: kind,
			Default: noOrders, Filed: b.filed(side), Short: true, Aside: true})
	}
	var out []order
	for _, answer := range b.Within(reqs...) {
		out = append(out, strict.Must(parseOrder(b.board, kind, answer)))
	}
	b.battle = nil
	return out
}

// open returns what is public about the battle before committed cards and cubes are revealed.
func (b *battle) open() *Battle {
	return &Battle{Area: b.told.At, Attacker: b.attacker, Defender: b.told.Defender, Attackers: b.here(attacking),
		Defenders: b.here(defending), Garrison: b.told.Sides[defending].Garrison, Deployed: b.fighters(),
		Committing: b.committing}
}

// filed returns the part of a side's orders on file that answers a question and is possible now, in normal form; ""
// if none.
func (b *battle) filed(side int) string {
	o := b.orders[side]
	o.at, o.against = nowhere, ""
	if b.committing {
		s := b.able(side, b.stake(side))
		o.deploy, o.stakes = nil, nil
		if s.supply != 0 || s.card != 0 {
			o.stakes = []stake{{supply: s.supply, card: s.card}}
		}
	} else {
		o.deploy = slices.DeleteFunc(slices.Clone(o.deploy), func(d deploy) bool {
			return b.deployable(d.from, b.at, b.told.Defender) == 0
		})
	}
	if len(o.deploy)+len(o.stakes)+len(o.lose)+len(o.retreat) == 0 {
		return ""
	}
	return o.words(b.board)
}

// deployable returns the number of fighters that a defender can bring from a region to a battle: the region has to be
// adjacent, and quagmires prevent it (DD-26, DD-24).
func (s *State) deployable(from, to Area, seat string) int {
	if s.edition().IsSea(from) || !s.adjacent(from, to, seat) {
		return 0
	}
	if s.shut(from) || s.shut(to) {
		return 0
	}
	return s.force(from, seat)[Fighter]
}

// deploy brings the defender's fighters, as ordered and as far as possible (DD-26).
func (b *battle) deploy() {
	seat, x := b.told.Defender, &b.told.Sides[defending]
	for _, d := range b.orders[defending].deploy {
		n := b.deployable(d.from, b.at, seat)
		if d.n != all {
			n = min(n, d.n)
		}
		if n <= 0 {
			continue
		}
		b.take(d.from, seat, forceOf(n, Fighter))
		b.add(b.at, seat, forceOf(n, Fighter))
		b.deployed = append(b.deployed, deploy{n, d.from})
		x.Deployed = append(x.Deployed, sent{b.board.Name(d.from), n})
	}
	x.Units = b.here(defending)
}

// fighters returns the number of fighters that the defender has deployed.
func (b *battle) fighters() int {
	n := 0
	for _, d := range b.deployed {
		n += d.n
	}
	return n
}

// stake returns what a side wants to commit: the first of its stakes whose conditions all hold.
func (b *battle) stake(side int) stake {
	strength := func(side int) int { return b.here(side).Strength() + b.told.Sides[side].Garrison }
	mine, theirs, deployed := strength(side), strength(1-side), b.fighters()
	for _, s := range b.orders[side].stakes {
		if !slices.ContainsFunc(s.when, func(w when) bool { return !w.holds(mine, theirs, deployed) }) {
			return s
		}
	}
	return stake{}
}

// holds reports whether a condition holds, given the strengths of both sides before commitments and the number of
// deployed fighters.
func (w when) holds(mine, theirs, deployed int) bool {
	ok := false
	switch w.kind {
	case whenDeployed:
		ok = deployed >= w.n
	case whenStrength:
		ok = theirs >= w.n
	case whenOdds:
		ok = mine*w.m >= theirs*w.n
	}
	return ok != w.less
}

// able returns the part of a stake that a side has: cubes of supply and oil, and a card with a battle effect.
func (b *battle) able(side int, s stake) stake {
	x := b.secret(b.seat(side))
	most := x.Stock[Supply] + x.Stock[Oil]
	if s.supply == all || s.supply > most {
		s.supply = most
	}
	if c := b.board.card(s.card); c == nil || c.Battle == nil || !slices.Contains(x.Hand, s.card) {
		s.card = 0
	}
	return s
}

// commit takes what a side commits from its stock and hand, and discards the card (DD-27). A player who has less than
// they wanted is told so.
func (b *battle) commit(side int, want stake) {
	seat, got := b.seat(side), b.able(side, want)
	b.paid[side] = b.spend(seat, got.supply, Supply)
	if got.card != 0 {
		b.cards[side] = b.board.card(got.card)
		b.discard(got.card)
	}
	told := &b.told.Sides[side]
	told.Supply, told.Oil, told.Card = b.paid[side][Supply], b.paid[side][Oil], got.card
	less := committedLess{At: b.told.At, Supply: max(0, want.supply-got.supply)}
	if want.card != got.card {
		less.Card = want.card
	}
	if cmp.Or(less.Supply, less.Card) != 0 {
		b.inform(seat, "committed less", less)
	}
}
