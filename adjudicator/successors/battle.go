package successors

import (
	"cmp"
	"fmt"
	"slices"
)

// idle is the largest number of consecutive rounds without a loss; after it the battle ends, so that every battle
// ends (SU-18).
const idle = 30

// A band is the units of one owner in a battle. If a side has several bands, its leading player loses their own units
// first, then those of allies in the order of play (SU-13, SU-17).
type band struct {
	side   string
	units  Units
	landed Units // units of the band that came ashore in this turn and can't retreat (SU-19)
	leader bool
	lent   bool  // whether the units are an ally's and go where the mover goes
	limit  limit // how long the player in command fights
	lost   int
}

// A battle is a land battle in progress: the mover's side against one enemy and their allies, or white against
// everybody else.
type battle struct {
	*turn
	at     Area
	label  string
	bands  [2][]*band // the attackers first
	rising bool       // whether white attacks, so that nobody retreats (SU-22)
	told   Battle
}

// A duel identifies a battle that need not be fought twice in a turn: a province and an enemy.
type duel struct {
	at    Area
	enemy string
}

// battles fights the mover's battles in their order, then those that other players insist on, in the order of play
// (SU-14). The mover's side attacks in all of them. At the end, leaders and fleets left alone where somebody has
// marched in are captured.
func (r *turn) battles() {
	done := map[duel]bool{}
	for _, f := range r.sheets[r.mover].fights {
		if r.edition().IsSea(f.at) {
			continue // fought during movement (SU-12)
		}
		enemy, why := r.opponent(f, done)
		if why != "" {
			r.skip(r.mover, f.words(r.edition()), why)
			continue
		}
		for _, side := range r.engage(f.at, enemy, f.limit) {
			done[duel{f.at, side}] = true
		}
	}
	r.insisted(done)
	for _, a := range r.edition().areas() {
		r.settle(a)
	}
}

// opponent returns the enemy in a battle: the one that is named, or else the strongest unfriendly side there that was
// not fought there in this turn. If there is none, why says so.
func (r *turn) opponent(f fight, done map[duel]bool) (enemy, why string) {
	b := r.edition()
	best, again := -1, false
	for _, k := range r.Areas[f.at].Stacks {
		if k.Units.Army() == 0 || r.friendly(r.mover, k.Side) {
			continue
		}
		if f.against != "" && k.Side != f.against {
			continue
		}
		if done[duel{f.at, k.Side}] {
			again = true
			continue
		}
		if n := strength(b, k.Units, r.leads(f.at, k.Side)); n > best {
			enemy, best = k.Side, n
		}
	}
	switch at := b.Name(f.at); {
	case f.against != "" && r.friendly(r.mover, f.against):
		return "", f.against + " is no enemy of yours."
	case enemy == "" && again:
		return "", "That battle was fought already in this turn."
	case enemy == "" && f.against != "":
		return "", f.against + " has no land units in " + at + "."
	case enemy == "":
		return "", "No enemy is in " + at + "."
	case army(r.attackers(f.at, r.defenders(f.at, enemy))).Army() == 0:
		return "", "You have no land units in " + at + " that can fight " + enemy + "."
	}
	return enemy, ""
}

// insisted fights the battles that other players want in the mover's turn, where they have the odds that they ask for
// (SU-14).
func (r *turn) insisted(done map[duel]bool) {
	b := r.edition()
	for _, p := range r.Players {
		if p.Seat == r.mover || r.friendly(r.mover, p.Seat) {
			continue
		}
		for _, a := range b.areas() {
			want, ok := r.sheets[p.Seat].rules.insistsAt(a)
			if !ok || done[duel{a, p.Seat}] || r.units(a, p.Seat).Army() == 0 {
				continue
			}
			defenders := r.defenders(a, p.Seat)
			attackers := r.attackers(a, defenders)
			if army(attackers).Army() == 0 || might(b, defenders)*want.den < might(b, attackers)*want.num {
				continue
			}
			for _, side := range r.engage(a, p.Seat, r.sheets[r.mover].rules.limitAt(a)) {
				done[duel{a, side}] = true
			}
		}
	}
}

// insistsAt returns the entry on insisting on battle in a province: the one that names it, or else the one for all
// other provinces.
func (s standing) insistsAt(a Area) (insist, bool) {
	for _, at := range []Area{a, nowhere} {
		if i := slices.IndexFunc(s.insist, func(x insist) bool { return x.at == at }); i >= 0 {
			return s.insist[i], true
		}
	}
	return insist{}, false
}

// limitAt returns how long the player fights when attacked in a province: by the entry that names it, or else the one
// for all other provinces.
func (s standing) limitAt(a Area) limit {
	for _, at := range []Area{a, nowhere} {
		if i := slices.IndexFunc(s.attacked, func(x attacked) bool { return x.at == at }); i >= 0 {
			return s.attacked[i].limit
		}
	}
	return limit{}
}

// attackers returns the mover's bands in a province: their own and those that allies have lent them there (SU-13),
// except allies of one of the enemies.
func (r *turn) attackers(at Area, enemies []*band) []*band {
	out := []*band{r.band(at, r.mover)}
	for _, p := range r.Players {
		lent := &band{side: p.Seat, lent: true}
		for _, t := range Land {
			lent.units[t] = min(r.lent[foot{at, p.Seat, t}], r.units(at, p.Seat)[t])
		}
		foe := func(e *band) bool { return r.friendly(p.Seat, e.side) }
		if p.Seat != r.mover && lent.units.Army() > 0 && !slices.ContainsFunc(enemies, foe) {
			out = append(out, lent)
		}
	}
	for _, x := range out {
		for _, t := range Land {
			x.landed[t] = min(r.landed[foot{at, x.side, t}], x.units[t])
		}
	}
	return out
}

// defenders returns the bands of an enemy of the mover in a province and of those of its allies there who join
// (option allies), except the mover's own allies.
func (r *turn) defenders(at Area, enemy string) []*band {
	out := []*band{r.band(at, enemy)}
	if r.is(optAllies, "aside") {
		return out
	}
	for _, k := range r.Areas[at].Stacks {
		ally := k.Side != enemy && r.friendly(enemy, k.Side)
		if ally && k.Units.Army() > 0 && !r.friendly(r.mover, k.Side) {
			out = append(out, r.band(at, k.Side))
		}
	}
	return out
}

// band returns all land units that a side has in a province, with its leader.
func (r *turn) band(at Area, side string) *band {
	return &band{side: side, units: r.units(at, side).Only(Land...), leader: r.leads(at, side)}
}

// engage fights a battle of the mover's side and returns the enemies that were fought. Each defender follows their
// own orders on file.
func (r *turn) engage(at Area, enemy string, l limit) (fought []string) {
	defenders := r.defenders(at, enemy)
	attackers := r.attackers(at, defenders)
	attackers[0].limit = l
	for _, x := range defenders {
		fought = append(fought, x.side)
		if x.side != white {
			x.limit = r.sheets[x.side].rules.limitAt(at)
		}
	}
	b := &battle{turn: r, at: at, bands: [2][]*band{attackers, defenders}}
	b.fight()
	return fought
}

// suppress has white attack all others in a province at once until one side is gone. Nobody retreats (SU-22). The
// side with the most units there loses units first, then the others in the order of play.
func (r *turn) suppress(a Area) {
	var others []*band
	for _, k := range r.Areas[a].Stacks {
		if k.Side != white && k.Units.Army() > 0 {
			others = append(others, r.band(a, k.Side))
		}
	}
	if rebels := r.band(a, white); len(others) > 0 && rebels.units.Army() > 0 {
		big := slices.MaxFunc(others, func(x, y *band) int { // the first if several are equal
			return cmp.Or(cmp.Compare(x.units.Army(), y.units.Army()), cmp.Compare(r.rank(y.side), r.rank(x.side)))
		})
		rest := slices.DeleteFunc(others, func(x *band) bool { return x == big })
		b := &battle{turn: r, at: a, rising: true, bands: [2][]*band{{rebels}, append([]*band{big}, rest...)}}
		b.fight()
		return
	}
	r.settle(a)
}

// fight fights a battle to its end, reports it, and deals with leaders and fleets.
func (b *battle) fight() {
	b.lineUp()
	b.firstRolls()
	b.rounds()
}

// rounds fights rounds until the battle is over, reports it, and deals with leaders and fleets.
func (b *battle) rounds() {
	for quiet := 0; b.goesOn() && quiet < idle; quiet++ {
		if b.round() > 0 {
			quiet = -1
		}
		if b.goesOn() && !b.rising {
			b.retreats()
		}
	}
	switch left := b.told.Left; {
	case left[0].Army() > 0 && left[1].Army() > 0:
		b.told.Over = Undone
	case left[0].Army() > 0:
		b.told.Over, b.told.Won = Decided, b.told.Attacker
	case left[1].Army() > 0:
		b.told.Over, b.told.Won = Decided, b.told.Defender
	default:
		b.told.Over = Mutual
	}
	b.tell("battle", b.told)
	b.settle(b.at)
}

// lineUp records the participants. Each battle has its own stream of dice, independent of all other rolls.
func (b *battle) lineUp() {
	b.fought[b.at]++
	name := b.edition().Name(b.at)
	b.label = "battle of " + name
	if n := b.fought[b.at]; n > 1 {
		b.label = fmt.Sprintf("battle %d of %s", n, name)
	}
	b.told = Battle{At: name, Attacker: b.bands[0][0].side, Defender: b.bands[1][0].side}
	for s, bands := range b.bands {
		for i, x := range bands {
			b.told.Leaders[s] = b.told.Leaders[s] || x.leader
			if i > 0 {
				b.told.Allies[s] = append(b.told.Allies[s], Ally{Side: x.side, Units: x.units, Leader: x.leader})
			}
		}
		b.told.Began[s] = army(bands)
	}
	for _, x := range b.bands[0] {
		b.told.Landed = b.told.Landed.Plus(x.landed)
	}
	b.told.Landing = b.told.Landed == b.told.Began[0]
	b.told.Left = b.told.Began
}

// goesOn reports whether both sides have units left.
func (b *battle) goesOn() bool { return b.told.Left[0].Army() > 0 && b.told.Left[1].Army() > 0 }

// count updates the number of units that both sides have left.
func (b *battle) count() { b.told.Left = [2]Units{army(b.bands[0]), army(b.bands[1])} }

// army returns all units of some bands.
func army(bands []*band) Units {
	var out Units
	for _, x := range bands {
		out = out.Plus(x.units)
	}
	return out
}

// might returns the total strength of some bands.
func might(b *Board, bands []*band) int {
	n := 0
	for _, x := range bands {
		n += strength(b, x.units, x.leader)
	}
	return n
}

// strength returns the expected number of hits of land units in six rounds: for each unit the number of die faces
// that hit, and one for a leader.
func strength(b *Board, u Units, leads bool) int {
	n := 0
	for _, t := range Land {
		n += u[t] * min(6, max(0, 7-b.Hit[t]))
	}
	if leads {
		n++
	}
	return n
}
