package successors

import (
	"cmp"
	"slices"
)

// A SeaBattle is a battle at sea, which has one round (SU-12). Everybody is told of it: kind "sea battle".
type SeaBattle struct {
	At       string
	Attacker string
	Fleets   int   // number of the attacker's fleets
	Dice     []int // the attacker's dice
	Need     int   // lowest roll that sinks a fleet
	Enemies  []Squadron
	Sunk     int    // number of the attacker's fleets sunk
	Drowned  Units  // the attacker's troops that sank with them
	Home     string `json:",omitempty"` // province to which the attacker's leader, if aboard a sunk fleet, was moved
	Left     int
	// enemies that insisted on the battle without being sought by the attacker (SU-26)
	Insisted []string `json:",omitempty"`
}

// A Squadron is the fleets of one enemy in a sea.
type Squadron struct {
	Side   string
	Fleets int
	Dice   []int
	Sunk   int
}

// A meeting is the result of fleets entering an area.
type meeting int

const (
	alone   meeting = iota // no unfriendly fleets are there
	shunned                // there are unfriendly fleets, and nobody wants to fight (SU-26)
	battled                // there was a battle
)

// seaBattle fights a battle where fleets of the mover's side enter a sea with unfriendly fleets, if anybody wants it:
// a single, simultaneous round, in which the mover's fleets that are already there take part. Hits on enemies sink
// fleets of the side with the most. The mover first loses fleets that carry nothing; troops drown in the mover's
// order of losses (SU-12).
func (r *turn) seaBattle(at Area, v *voyage) meeting {
	b := r.edition()
	if !b.IsSea(at) {
		return alone
	}
	side := v.fleets.side
	told := SeaBattle{At: b.Name(at), Attacker: side, Need: b.Hit[Fleet]}
	lying := r.units(at, side)[Fleet]
	told.Fleets = lying + len(v.fleets.walkers)
	met := r.squadrons(at, side, r.mover)
	if len(met) == 0 {
		return alone
	}
	if told.Enemies, told.Insisted = r.engaged(at, met, told.Fleets); len(told.Enemies) == 0 {
		return shunned
	}
	clash{r, at, v, lying, &told}.fight()
	return battled
}

// A clash is a battle at sea in progress: the mover's side, with fleets that were already there and those of a
// voyage, against everybody else who takes part.
type clash struct {
	*turn
	at    Area
	v     *voyage
	lying int // number of fleets that were already there
	told  *SeaBattle
}

// fight rolls the dice, and sinks the fleets that are hit.
func (r clash) fight() {
	told := r.told
	r.shot[r.at] = true
	hits := r.broadside(&told.Dice, told.Fleets)
	against := 0
	for i := range told.Enemies {
		q := &told.Enemies[i]
		against += r.broadside(&q.Dice, q.Fleets)
	}
	for range hits {
		i := most(told.Enemies)
		if i < 0 {
			break
		}
		told.Enemies[i].Sunk++
	}
	for _, q := range told.Enemies {
		r.take(r.at, q.Side, unitsOf(q.Sunk, Fleet))
	}
	told.Sunk = min(against, told.Fleets)
	r.sink()
	told.Left = told.Fleets - told.Sunk
	r.tell("sea battle", *told)
}

// squadrons returns the fleets in an area that are unfriendly to each of some sides.
func (s *State) squadrons(at Area, sides ...string) (met []Squadron) {
	for _, k := range s.Areas[at].Stacks {
		friend := slices.ContainsFunc(sides, func(side string) bool { return s.friendly(side, k.Side) })
		if n := k.Units[Fleet]; n > 0 && !friend {
			met = append(met, Squadron{Side: k.Side, Fleets: n})
		}
	}
	return met
}

// engaged returns the squadrons in a sea that take part in a battle, because the mover seeks it or because they
// insist on it (SU-26), and those of them that the mover does not seek.
func (r *turn) engaged(at Area, met []Squadron, fleets int) (enemies []Squadron, insisted []string) {
	for _, q := range met {
		switch {
		case r.is(optSea, "always"), r.seeks(at, q.Side):
			enemies = append(enemies, q)
		case r.insistsAtSea(at, q, fleets):
			enemies, insisted = append(enemies, q), append(insisted, q.Side)
		}
	}
	return enemies, insisted
}

// seeks reports whether the mover has orders to fight a side in an area.
func (r *turn) seeks(at Area, side string) bool {
	return slices.ContainsFunc(r.sheets[r.mover].fights, func(f fight) bool {
		return f.at == at && (f.against == "" || f.against == side)
	})
}

// insistsAtSea reports whether the owner of a squadron insists on battles in the mover's turn, at the squadron's odds
// against the given number of fleets that have just come (SU-33).
func (r *turn) insistsAtSea(at Area, q Squadron, fleets int) bool {
	want, ok := r.sheets[q.Side].rules.insistsAt(at)
	return ok && q.Fleets*want.den >= fleets*want.num
}

// seaFights fights the battles that the mover seeks in seas where their fleets are when movement begins, except where
// the mover sends more fleets: those battles wait for them (SU-26).
func (r *turn) seaFights() {
	if r.is(optSea, "always") {
		return
	}
	for _, f := range r.sheets[r.mover].fights {
		engaged := r.shot[f.at] || r.sends(f.at)
		if engaged || !r.edition().IsSea(f.at) || r.units(f.at, r.mover)[Fleet] == 0 {
			continue
		}
		if slices.ContainsFunc(r.squadrons(f.at, r.mover), func(q Squadron) bool { return r.seeks(f.at, q.Side) }) {
			r.seaBattle(f.at, &voyage{fleets: party{side: r.mover}, troops: party{side: r.mover}})
		}
	}
}

// sends reports whether the mover has orders for fleets to sail into a sea.
func (r *turn) sends(sea Area) bool {
	return slices.ContainsFunc(r.sheets[r.mover].moves, func(m move) bool {
		return m.sail && slices.Contains(m.path[1:], sea)
	})
}

// unfoughtAtSea tells the mover why battles at sea that they sought did not happen.
func (r *turn) unfoughtAtSea() {
	b := r.edition()
	for _, f := range r.sheets[r.mover].fights {
		if !b.IsSea(f.at) || r.shot[f.at] {
			continue
		}
		why := "No unfriendly fleets are in " + b.Name(f.at) + "."
		switch met := r.squadrons(f.at, r.mover); {
		case f.against != "" && r.friendly(r.mover, f.against):
			why = f.against + " is no enemy of yours."
		case r.is(optSea, "always"):
			why = "Fleets fight when they enter a sea with unfriendly fleets, and only then (SU-26)."
		case len(met) > 0 && r.units(f.at, r.mover)[Fleet] == 0:
			why = "No fleets of yours are in " + b.Name(f.at) + "."
		case len(met) > 0:
			why = f.against + " has no fleets in " + b.Name(f.at) + "."
		}
		r.skip(r.mover, f.words(b), why)
	}
}

// broadside rolls a die for each fleet, and returns the number of hits.
func (r clash) broadside(dice *[]int, fleets int) (hits int) {
	for range fleets {
		d := r.roll("sea battle in " + r.told.At)
		*dice = append(*dice, d)
		if d >= r.told.Need {
			hits++
		}
	}
	return hits
}

// most returns the index of the enemy with the most fleets afloat, the first on a tie; -1 if none has any.
func most(enemies []Squadron) int {
	best := -1
	for i, q := range enemies {
		if n := q.Fleets - q.Sunk; n > 0 && (best < 0 || n > enemies[best].Fleets-enemies[best].Sunk) {
			best = i
		}
	}
	return best
}

// sink removes fleets of the mover's side: first those that were already there, then those of the voyage, with
// everything aboard that finds no room on the others. A leader without a fleet is moved home at once,
// also where an enemy holds it (SU-39).
func (r clash) sink() {
	v, f := r.v, foot{r.at, r.v.fleets.side, Fleet}
	r.take(f.at, f.side, unitsOf(min(r.told.Sunk, r.lying), Fleet))
	r.walked[f] = r.walked[f][:min(len(r.walked[f]), r.units(f.at, f.side)[Fleet])]
	v.fleets.walkers = v.fleets.walkers[max(0, r.told.Sunk-r.lying):]
	for _, w := range r.overboard() {
		r.told.Drowned[w.unit]++
	}
	if p := r.player(r.mover); v.troops.leader && len(v.fleets.walkers) == 0 {
		v.troops.leader = false
		p.Leader.At, r.told.Home = p.Home, p.Home
		r.rode = leaderPoints + p.March
	}
}

// overboard removes from a voyage, and returns, the troops for which there is no fleet, in their owner's order of
// losses.
func (r clash) overboard() []walker {
	v := r.v
	room := len(v.fleets.walkers)
	if len(v.troops.walkers) <= room {
		return nil
	}
	order := r.sheets[v.troops.side].rules.losing()
	slices.SortStableFunc(v.troops.walkers, func(x, y walker) int {
		return cmp.Compare(slices.Index(order, y.unit), slices.Index(order, x.unit))
	})
	lost := slices.Clone(v.troops.walkers[room:])
	v.troops.walkers = v.troops.walkers[:room]
	return lost
}
