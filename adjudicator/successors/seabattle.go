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
	Dice     []int // his fleets'
	Need     int   // the least that sinks a fleet
	Enemies  []Squadron
	Sunk     int    // fleets of the attacker
	Drowned  Units  // troops of his that sank with them
	Home     string `json:",omitempty"` // where his leader was put, who was aboard
	Left     int
}

// A Squadron is what one enemy has in a sea.
type Squadron struct {
	Side   string
	Fleets int
	Dice   []int
	Sunk   int
}

// seaBattle is fought where a voyage enters a sea with unfriendly fleets: one round at the same time, in which those of
// the mover's side fight that lie there already, too. Hits on enemies sink fleets of the side that has most. The mover
// loses fleets first that carry nothing; who has to drown is by his order of losses (SU-12).
func (r *turn) seaBattle(at Area, v *voyage) {
	b := r.edition()
	side := v.fleets.side
	told := SeaBattle{At: b.Name(at), Attacker: side, Need: b.Hit[Fleet]}
	for _, k := range r.Areas[at].Stacks {
		if n := k.Units[Fleet]; n > 0 && !r.friendly(side, k.Side) && !r.friendly(r.mover, k.Side) {
			told.Enemies = append(told.Enemies, Squadron{Side: k.Side, Fleets: n})
		}
	}
	if len(told.Enemies) == 0 {
		return
	}
	lying := r.units(at, side)[Fleet]
	told.Fleets = lying + len(v.fleets.walkers)
	label := "sea battle in " + told.At
	hits := r.broadside(label, &told.Dice, told.Fleets, told.Need)
	against := 0
	for i := range told.Enemies {
		q := &told.Enemies[i]
		against += r.broadside(label, &q.Dice, q.Fleets, told.Need)
	}
	for range hits {
		i := most(told.Enemies)
		if i < 0 {
			break
		}
		told.Enemies[i].Sunk++
	}
	for _, q := range told.Enemies {
		r.take(at, q.Side, unitsOf(q.Sunk, Fleet))
	}
	told.Sunk = min(against, told.Fleets)
	r.sink(at, v, min(told.Sunk, lying), max(0, told.Sunk-lying), &told)
	told.Left = told.Fleets - told.Sunk
	r.tell("sea battle", told)
}

// broadside throws a die for each fleet, and counts those that hit.
func (r *turn) broadside(label string, dice *[]int, fleets, need int) (hits int) {
	for range fleets {
		d := r.roll(label)
		*dice = append(*dice, d)
		if d >= need {
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

// sink takes fleets of the mover's side: some that lay there, and some of the voyage with all that finds no room in the
// others. A leader without a fleet is put into his home at once.
func (r *turn) sink(at Area, v *voyage, lying, sailing int, told *SeaBattle) {
	r.take(at, v.fleets.side, unitsOf(lying, Fleet))
	v.fleets.walkers = v.fleets.walkers[sailing:]
	for _, w := range r.overboard(v) {
		told.Drowned[w.unit]++
	}
	if p := r.player(r.mover); v.troops.leader && len(v.fleets.walkers) == 0 {
		v.troops.leader = false
		p.Leader.At, told.Home = p.Home, p.Home
		r.rode = leaderPoints + p.March
	}
}

// overboard takes those troops out of a voyage for whom there is no fleet, by their owner's order of losses.
func (r *turn) overboard(v *voyage) []walker {
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
