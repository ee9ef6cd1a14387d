package dishonest

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"deaddrop/adjudicator/pack"
)

// scenarioText is the text form of the initial position for a number of players.
type scenarioText struct {
	Conquerable, Allies string
	Power               []startText // in the order of the League track
}

// startText is the text form of a power's initial position.
type startText struct {
	Seat, Units, Colonies, Garrisons              string
	Money, Supply, Operations, Oil, Cards, Points int
}

// The smallest and largest number of players (K1), and the limits of what a power has when the game begins.
const (
	minPlayers = 4
	maxPlayers = 7
	maxStart   = 20 // cubes of a kind
)

// scenarios reads the initial positions (U7).
func (r *packReader) scenarios(given map[string]scenarioText) {
	r.board.Scenarios = map[int]Scenario{}
	for _, key := range slices.Sorted(maps.Keys(given)) {
		n, err := strconv.Atoi(key)
		if err != nil || n < minPlayers || n > maxPlayers {
			r.Fault("scenario %s: it must be a number of players from %d to %d (K1)", key, minPlayers, maxPlayers)
			continue
		}
		r.board.Scenarios[n] = r.scenario("scenario "+key, n, given[key])
	}
	for n := minPlayers; n <= maxPlayers; n++ {
		if _, ok := r.board.Scenarios[n]; !ok {
			r.Fault("scenarios: the one for %d players is missing (K1, U7)", n)
		}
	}
}

// scenario reads the initial position for a number of players.
func (r *packReader) scenario(where string, players int, given scenarioText) Scenario {
	var sc Scenario
	for _, g := range given.Power {
		if slices.ContainsFunc(sc.Powers, func(s Start) bool { return s.Seat == g.Seat }) {
			r.Fault("%s: %s comes twice", where, g.Seat)
		}
		if _, ok := seatOf(g.Seat); !ok {
			r.Fault("%s: %q is no power", where, g.Seat)
			continue
		}
		sc.Powers = append(sc.Powers, r.start(where+": "+g.Seat, g))
	}
	if n := len(given.Power); n != players {
		r.Fault("%s: %d powers needed, %d given (U7)", where, players, n)
	}
	played := func(seat string) bool {
		return slices.ContainsFunc(sc.Powers, func(s Start) bool { return s.Seat == seat })
	}
	for _, seat := range pack.List[string](given.Conquerable) {
		if _, ok := seatOf(seat); !ok || played(seat) {
			r.Fault("%s: conquerable: %q is no power that nobody plays (DD-43)", where, seat)
		}
		sc.Conquered = append(sc.Conquered, seat)
	}
	allied := map[string]bool{}
	for _, pair := range pack.List[string](given.Allies) {
		x, y, _ := strings.Cut(pair, "-")
		both := played(x) && played(y) && x != y
		if !both || allied[x] || allied[y] {
			r.Fault("%s: allies: %q must be two powers that are played, with no other ally (DD-12)", where, pair)
		}
		allied[x], allied[y] = true, true
		sc.Allies = append(sc.Allies, [2]string{x, y})
	}
	r.apart(where, sc)
	return sc
}

// start reads the initial position of a power.
func (r *packReader) start(where string, g startText) Start {
	s := Start{Seat: g.Seat, Cubes: Cubes{Money: g.Money, Supply: g.Supply, Operations: g.Operations, Oil: g.Oil},
		Cards: g.Cards, Points: g.Points, Garrison: map[Area]int{}}
	if slices.Min(s.Cubes[:]) < 0 || slices.Max(s.Cubes[:]) > maxStart {
		r.Fault("%s: there are from 0 to %d cubes of each kind", where, maxStart)
	}
	if g.Cards < 0 || g.Cards > handSize {
		r.Fault("%s: %d cards are given, and a hand has at most %d (DD-16)", where, g.Cards, handSize)
	}
	if g.Points < 0 || g.Points >= r.board.Points {
		r.Fault("%s: points is %d, and must be from 0 to less than %d", where, g.Points, r.board.Points)
	}
	for part := range strings.SplitSeq(g.Units, ";") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		name, list, _ := strings.Cut(part, ":")
		if a, ok := r.stand(where+": units", name); ok {
			s.Units = append(s.Units, Posted{a, r.units(where+": units: "+r.board.Name(a), list)})
		}
	}
	for _, name := range pack.List[string](g.Colonies) {
		if a, ok := r.stand(where+": colonies", name); ok {
			s.Colonies = append(s.Colonies, a)
		}
	}
	for _, part := range pack.List[string](g.Garrisons) {
		name, n := part, 1
		if i := strings.LastIndexByte(part, ' '); i > 0 && part[i+1:] != "" {
			if k, err := strconv.Atoi(part[i+1:]); err == nil {
				name, n = part[:i], k
			}
		}
		a, ok := r.stand(where+": garrisons", name)
		if n < 1 || n > strongest {
			r.Fault("%s: garrisons: %s has strength %d, and must have from 1 to %d (DD-38)", where, name, n, strongest)
		}
		if ok {
			s.Garrison[a] = n
		}
	}
	return s
}

// stand returns the area with a name where pieces can stand; false if there is none.
func (r *packReader) stand(where, name string) (Area, bool) {
	name = strings.TrimSpace(name)
	a, ok := r.board.Area(name)
	switch {
	case !ok:
		r.Fault("%s: there is no place %q", where, name)
	case r.board.Places[a].Impassable:
		r.Fault("%s: %s is impassable", where, name)
	default:
		return a, true
	}
	return nowhere, false
}

// apart checks that powers stand where they can, no two of them together, with the pieces that they have (DD-2,
// DD-45).
func (r *packReader) apart(where string, sc Scenario) {
	b := r.board
	marker, units := map[Area]string{}, map[Area]string{} // owners of markers and units
	for _, s := range sc.Powers {
		for _, a := range s.Colonies {
			switch {
			case b.IsSea(a) || b.Places[a].Home != "":
				r.Fault("%s: %s: colonies: %s is no region that can be a colony (DD-40)", where, s.Seat, b.Name(a))
			case marker[a] != "":
				r.Fault("%s: %s: colonies: %s is a colony of %s already", where, s.Seat, b.Name(a), marker[a])
			}
			marker[a] = s.Seat
		}
		if b.Markers > 0 && len(s.Colonies) > b.Markers {
			r.Fault("%s: %s: colonies: %d given, and there are %d control markers (U8)", where,
				s.Seat, len(s.Colonies), b.Markers)
		}
		tokens := 0
		for _, n := range s.Garrison {
			tokens += n
		}
		if b.Garrisons > 0 && tokens > b.Garrisons {
			r.Fault("%s: %s: garrisons: they take %d tokens, and there are %d (U8)", where, s.Seat, tokens, b.Garrisons)
		}
	}
	owner := func(a Area) string {
		if home := b.Places[a].Home; home != "" {
			return home
		}
		return marker[a]
	}
	for _, s := range sc.Powers {
		var all Force
		for _, k := range s.Units {
			all = all.Plus(k.Force)
			name, o := b.Name(k.Area), owner(k.Area)
			switch sea := b.IsSea(k.Area); {
			case sea && k.Force.Ships() < k.Force.Total():
				r.Fault("%s: %s: units: only ships are in %s, a sea-zone", where, s.Seat, name)
			case !sea && k.Force.Ships() > 0:
				r.Fault("%s: %s: units: ships can't be in %s, a region", where, s.Seat, name)
			case o != "" && o != s.Seat:
				r.Fault("%s: %s: units: %s is of %s", where, s.Seat, name, o)
			case units[k.Area] != "":
				r.Fault("%s: %s: units: units of %s are in %s already", where, s.Seat, units[k.Area], name)
			}
			units[k.Area] = s.Seat
		}
		if b.Counters != (Force{}) && !b.Counters.Has(all) {
			r.Fault("%s: %s: units: there are not so many of each type (U8)", where, s.Seat)
		}
		for _, a := range slices.Sorted(maps.Keys(s.Garrison)) {
			if b.IsSea(a) || owner(a) != s.Seat {
				r.Fault("%s: %s: garrisons: %s is neither homeland nor a colony of the power (DD-38)",
					where, s.Seat, b.Name(a))
			}
		}
	}
}
