package successors

import (
	"cmp"
	"slices"
)

// SeaBattle is a battle at sea, of one round (SU-12). It is told to all: kind "sea battle".
type SeaBattle struct {
	At       string
	Attacker string
	Fleets   int   // of the attacker
	Dice     []int // their fleets'
	Need     int   // the least that sinks a fleet
	Enemies  []Squadron
	Sunk     int    // fleets of the attacker
	Drowned  Units  // troops of theirs that sank with them
	Home     string `json:",omitempty"` // where his leader was put, who was aboard
	Left     int
	Insisted []string `json:",omitempty"` // those of the enemies whom the attacker did not seek (SU-26)
}

// A Squadron is what one enemy has in a sea.
type Squadron struct {
	Side   string
	Fleets int
	Dice   []int
	Sunk   int
}

// A meeting is what comes of fleets that enter an area.
type meeting int

const (
	alone   meeting = iota // nobody is met who is unfriendly
	shunned                // there are unfriendly fleets, and nobody wants to fight (SU-26)
	battled                // there was a battle
)

// seaBattle is fought where fleets of the mover's side enter a sea with unfriendly ones, if somebody wants it: one
// round at the same time, in which those of the mover's side fight that lie there already, too. Hits on enemies
// sink fleets of the side that has most. The mover loses fleets first that carry nothing; who has to drown is by
// their order of losses (SU-12).
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

// A clash is a battle at sea while it is fought: of the mover's side, with fleets that were there and those of a
// voyage, against all others that want it.
type clash struct {
	*turn
	at    Area
	v     *voyage
	lying int // fleets that were there
	told  *SeaBattle
}

// fight throws the dice, and sinks what they hit.
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

// squadrons are the fleets in an area that are unfriendly to each of some sides.
func (s *State) squadrons(at Area, sides ...string) (met []Squadron) {
	for _, k := range s.Areas[at].Stacks {
		friend := slices.ContainsFunc(sides, func(side string) bool { return s.friendly(side, k.Side) })
		if n := k.Units[Fleet]; n > 0 && !friend {
			met = append(met, Squadron{Side: k.Side, Fleets: n})
		}
	}
	return met
}

// engaged are those of the squadrons that were met in a sea with whom there is a battle, since the mover seeks it
// or they insist on it (SU-26); and of these, those that the mover does not seek.
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

// seeks reports whether the mover has ordered to fight a side in an area.
func (r *turn) seeks(at Area, side string) bool {
	return slices.ContainsFunc(r.sheets[r.mover].fights, func(f fight) bool {
		return f.at == at && (f.against == "" || f.against == side)
	})
}

// insistsAtSea reports whether the owner of a squadron insists on battles in the mover's turn, at its odds against
// so many fleets.
func (r *turn) insistsAtSea(at Area, q Squadron, fleets int) bool {
	want, ok := r.sheets[q.Side].rules.insistsAt(at)
	return ok && q.Fleets*want.den >= fleets*want.num
}

// seaFights fights the battles that the mover seeks in seas where their fleets are as their movement begins, and into
// which they send no others: those wait for them (SU-26).
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

// sends reports whether the mover has ordered fleets to sail into a sea.
func (r *turn) sends(sea Area) bool {
	return slices.ContainsFunc(r.sheets[r.mover].moves, func(m move) bool {
		return m.sail && slices.Contains(m.path[1:], sea)
	})
}

// unfoughtAtSea tells the mover why battles at sea that they have sought did not come about.
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

// broadside throws a die for each fleet, and counts those that hit.
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

// most is the enemy with most fleets that are afloat, the first of several; -1 if none is.
func most(enemies []Squadron) int {
	best := -1
	for i, q := range enemies {
		if n := q.Fleets - q.Sunk; n > 0 && (best < 0 || n > enemies[best].Fleets-enemies[best].Sunk) {
			best = i
		}
	}
	return best
}

// sink takes fleets of the mover's side: first those that lay there, then those of the voyage with all that finds no
// room in the others. A leader without a fleet is put into their home at once.
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

// overboard takes those troops out of a voyage for whom there is no fleet, by their owner's order of losses.
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
