package successors

import "cmp"

// sailed tells everybody of a voyage (SU-11): kind "sailed". Losses on the way are reported by its sea battles.
type sailed struct {
	Seat   string
	Of     string   `json:",omitempty"` // owner of the units if they are an ally's; otherwise ""
	Path   []string // from where the fleets started to where they stopped
	Fleets int      // number of fleets that arrived
	Troops Units    // troops that arrived with the fleets
	Leader bool     `json:",omitempty"`
	Land   string   `json:",omitempty"` // the province where the troops went ashore; "" if they did not
	// whether the fleets could not go on, and the troops returned to where they came from
	Back bool `json:",omitempty"`

	// whether unfriendly fleets stopped the voyage before its ordered destination (SU-26)
	Stopped bool `json:",omitempty"`
}

// A voyage is fleets with troops aboard while they sail.
type voyage struct {
	fleets party
	troops party // troops aboard, the leader included
}

// sail moves fleets and the troops that they carry (SU-11). They stop in a sea with unfriendly fleets; if there is a
// battle, the surviving fleets sail on (SU-12, SU-26).
func (r movement) sail() {
	b := r.edition()
	v, short := r.embark()
	if len(v.fleets.walkers) == 0 {
		r.put(r.move.path[0], v.troops)
		r.skip(r.mover, r.move.words(b), cmp.Or(short, "No fleet can sail from "+b.Name(r.move.path[0])+"."))
		return
	}
	told := sailed{Seat: r.mover, Of: r.move.of, Path: []string{b.Name(r.move.path[0])}}
	at := r.move.path[0]
	for _, to := range r.move.path[1:] {
		why := ""
		switch {
		case !b.IsSea(to) && r.barred(to, v.fleets.side):
			why = "An enemy holds " + b.Name(to) + ": fleets can't enter it, but troops can LAND there."
		case v.fleets.slowest() < 1:
			why = "The fleets have too few movement points."
		}
		if why != "" {
			short = why
			break
		}
		v.fleets.step(1)
		at = to
		told.Path = append(told.Path, b.Name(at))
		met := r.seaBattle(at, &v)
		if len(v.fleets.walkers) == 0 {
			r.tell("sailed", told)
			return
		}
		if met == shunned {
			v.fleets.halt()
			told.Stopped = at != r.move.path[len(r.move.path)-1]
			break
		}
	}
	r.arrive(at, &v, &told)
	if short != "" {
		r.skip(r.mover, r.move.words(b), short)
	}
	if len(told.Path) > 1 || told.Land != "" {
		r.tell("sailed", told)
	}
}

// embark takes fleets and troops off the board. Each fleet carries one land unit; the leader needs no room (SU-11).
func (r movement) embark() (v voyage, short string) {
	at := r.move.path[0]
	if r.move.fleets != 0 {
		fleets := r
		fleets.move.units, fleets.move.leader = []portion{{r.move.fleets, Fleet}}, false
		v.fleets, short = fleets.gather(len(r.move.path) - 1)
	}
	v.troops = party{side: cmp.Or(r.move.of, r.mover), lent: r.move.of != ""}
	if r.edition().IsSea(at) || len(r.move.units) == 0 && !r.move.leader {
		return v, short
	}
	prefer := 0 // of two units, the one that has already walked is preferred
	if r.is(optAshore, "stay") {
		prefer = landPoints
	}
	troops, missing := r.gather(prefer)
	v.troops = troops
	v.troops.walkers = nil
	for _, w := range troops.walkers {
		switch {
		case len(v.troops.walkers) == len(v.fleets.walkers):
			missing = "There is room for one land unit in each fleet; the others stay."
		case !w.fresh && r.is(optAshore, "stay"):
			missing = "Troops that have walked don't sail in the same turn."
		default:
			v.troops.walkers = append(v.troops.walkers, w)
			continue
		}
		r.put(at, party{side: troops.side, lent: troops.lent, walkers: []walker{w}})
	}
	return v, cmp.Or(short, missing)
}

// slowest returns the lowest number of movement points left of any unit in the party.
func (p *party) slowest() int {
	n := fleetPoints
	for _, w := range p.walkers {
		n = min(n, w.left)
	}
	return n
}

// barred reports whether an enemy of a side holds a province, so that the side's fleets may not enter it (SU-11). An
// enemy's fleets in its port bar nobody (SU-31).
func (r *turn) barred(a Area, side string) bool {
	holder := r.controller(a)
	if holder == "" { // equal forces, nobody, or rebels
		return r.hostile(a, side) && r.units(a, side).Army() == 0
	}
	return !r.friendly(side, holder) && !r.friendly(r.mover, holder)
}

// arrive ends a voyage: the fleets stay where they are, and the troops go ashore. If they can't, as the fleets did
// not get far enough, they return to where they started: troops never stay at sea (SU-30). They may also go ashore from
// where unfriendly fleets have stopped theirs (SU-32).
func (r movement) arrive(at Area, v *voyage, told *sailed) {
	b := r.edition()
	told.Fleets = r.put(at, v.fleets).Of(Fleet)
	if len(v.troops.walkers) == 0 && !v.troops.leader {
		return
	}
	to := at
	switch {
	case r.move.land != nowhere && at == r.move.path[len(r.move.path)-1]:
		to, told.Land = r.move.land, b.Name(r.move.land)
	case b.IsSea(at):
		to, told.Back = r.move.path[0], true
	}
	if to != r.move.path[0] {
		for i := range v.troops.walkers {
			w := &v.troops.walkers[i]
			if w.fresh, w.landed = false, true; r.is(optAshore, "stay") {
				w.left = 0
			}
		}
		if r.stops(to, r.mover) || r.stops(to, v.troops.side) {
			v.troops.halt()
		}
	}
	told.Leader = v.troops.leader
	told.Troops = r.put(to, v.troops)
}
