package dishonest

import (
	"fmt"
	"slices"

	"deaddrop/adjudicator/queue"
)

// spend has a player pay cubes of a resource: that resource first, then oil (DD-5). The caller has checked that they
// can. It returns the cubes paid.
func (r *turn) spend(seat string, n int, res Resource) Cubes {
	x := r.secret(seat)
	paid, ok := x.Stock.Pay(n, res)
	if !ok {
		panic(fmt.Sprintf("dishonest: %s can't pay %d of %v", seat, n, res))
	}
	x.Stock = x.Stock.Minus(paid)
	return paid
}

// gain gives a player cubes from the bank.
func (r *turn) gain(seat string, c Cubes) {
	x := r.secret(seat)
	x.Stock = x.Stock.Plus(c)
}

// A site is where a unit is built: the region whose factory builds it, or for a sea-zone the adjacent regions whose
// factories can.
type site struct {
	line    purchase
	regions []Area
}

// checkMobilize returns an error if a player can't build these units, at most most of them and each at a discount of
// less (DD-37, DD-45).
func (v *View) checkMobilize(buy []purchase, most, less int) error {
	total, price := 0, 0
	var built Force
	var sites []site
	for _, line := range buy {
		if line.n < 1 {
			return complain("Say how many units are to be built, 1 or more.")
		}
		total += line.n
		price += line.n * max(0, line.unit.Cost()-less)
		built[line.unit] += line.n
		regions, err := v.yards(line)
		if err != nil {
			return err
		}
		for range min(line.n, most+1) {
			sites = append(sites, site{line, regions})
		}
	}
	switch {
	case total == 0:
		return complain("Say what is to be built, and where: MOBILIZE 1 INF AT a region with a factory.")
	case total > most:
		return complain("At most %s can be built at once, and these are %d (DD-37).", count(most, "unit"), total)
	}
	if err := v.checkCounters(built); err != nil {
		return err
	}
	if line, ok := v.allot(sites); !ok {
		return complain("At %s there are not factories enough for that: each builds one unit in its region or in "+
			"the sea-zones next to it (DD-37).", v.edition().Name(line.at))
	}
	if _, ok := v.Stock.Pay(price, Money); !ok {
		return complain("These units cost %d money, and you have %d money and %d oil.", price, v.Stock[Money],
			v.Stock[Oil])
	}
	return nil
}

// yards returns the regions whose factories can build units for the named place (DD-37).
func (v *View) yards(line purchase) ([]Area, error) {
	b := v.edition()
	name := b.Name(line.at)
	switch sea := b.IsSea(line.at); {
	case sea && !line.unit.IsNaval():
		return nil, complain("%s is a sea-zone, and %s are built in regions (DD-37).", name, plural(line.unit, 2))
	case !sea && line.unit.IsNaval():
		return nil, complain("%s is a region, and %s are built in sea-zones next to one (DD-37).",
			name, plural(line.unit, 2))
	case !sea:
		if b.Places[line.at].Yield[Money] == 0 {
			return nil, complain("%s has no factory (DD-37).", name)
		}
		if !v.builds(line.at) {
			return nil, complain("You do not %s %s, so you can't build there (DD-37).", v.value(optFactory), name)
		}
		return []Area{line.at}, nil
	case v.closed(line.at):
		return nil, complain("%s is impassable.", name)
	case v.holderBut(line.at, v.Seat) != "":
		return nil, complain("Ships of %s are in %s, so you can't build ships there (DD-37).",
			v.holderBut(line.at, v.Seat), name)
	}
	regions := slices.DeleteFunc(slices.Clone(b.Next(line.at)), func(a Area) bool {
		return b.IsSea(a) || b.Places[a].Yield[Money] == 0 || !v.builds(a)
	})
	if len(regions) == 0 {
		return nil, complain("%s is next to no region with a factory that you %s (DD-37).", name, v.value(optFactory))
	}
	return regions, nil
}

// builds reports whether a player can use the factories of a region under the ruling (DD-37).
func (v *View) builds(a Area) bool {
	if v.is(optFactory, "occupy") {
		return v.occupies(a, v.Seat)
	}
	return v.controls(a, v.Seat)
}

// allot assigns a factory to each unit; if there are not enough, ok is false, and line is one without a factory.
func (v *View) allot(sites []site) (line purchase, ok bool) {
	used := map[Area][]int{} // indices of the sites for which the factories of each region build
	var seek func(i int, tried []Area) bool
	seek = func(i int, tried []Area) bool {
		for _, a := range sites[i].regions {
			if slices.Contains(tried, a) {
				continue
			}
			tried = append(tried, a)
			if len(used[a]) < v.edition().Places[a].Yield[Money] {
				used[a] = append(used[a], i)
				return true
			}
			for k, other := range used[a] {
				if seek(other, tried) {
					used[a][k] = i
					return true
				}
			}
		}
		return false
	}
	for i := range sites {
		if !seek(i, nil) {
			return sites[i].line, false
		}
	}
	return purchase{}, true
}

// checkCounters returns an error if a player has too few counters off the board for some units (DD-45).
func (v *View) checkCounters(built Force) error {
	have := v.edition().Counters
	on := v.count(v.Seat)
	for _, t := range Types {
		if built[t] > 0 && have != (Force{}) && on[t]+built[t] > have[t] {
			return complain("Each power has %d %s, and %d of yours are on the board (DD-45).", have[t],
				plural(t, have[t]), on[t])
		}
	}
	return nil
}

// mobilize builds units that were checked, and takes their price (DD-37).
func (r *turn) mobilize(seat string, buy []purchase, less int) {
	told := mobilizes{Seat: seat}
	for _, line := range buy {
		told.Paid = told.Paid.Plus(r.spend(seat, line.n*max(0, line.unit.Cost()-less), Money))
		f := forceOf(line.n, line.unit)
		r.add(line.at, seat, f)
		told.Built = grouped(told.Built, r.board.Name(line.at), f)
	}
	r.tell("mobilized", told)
}

// grouped adds units to a list that has one entry for each area.
func grouped(list []Group, area string, f Force) []Group {
	i := slices.IndexFunc(list, func(g Group) bool { return g.Area == area })
	if i < 0 {
		return append(list, Group{area, f})
	}
	list[i].Force = list[i].Force.Plus(f)
	return list
}

// strongest is the highest strength of a garrison (DD-38).
const strongest = 2

// checkGarrison returns an error if a player can't place or upgrade a garrison in a region (DD-38, DD-45).
func (v *View) checkGarrison(at Area) error {
	if at == nowhere {
		return complain("Say where the garrison is to be: GARRISON and a region of yours (DD-38).")
	}
	b := v.edition()
	h := v.Areas[at]
	switch {
	case b.IsSea(at):
		return complain("%s is a sea-zone, and garrisons stand in regions (DD-38).", h.Area)
	case v.owner(at) != v.Seat:
		return complain("A garrison needs a homeland region or a colony of yours, and %s is neither (DD-38).", h.Area)
	case !v.controls(at, v.Seat):
		return complain("%s occupies %s, so you can't place a garrison there (DD-38).", v.holderBut(at, v.Seat), h.Area)
	case h.Garrison >= strongest:
		return complain("The garrison of %s has strength %d already, and none has more (DD-38).", h.Area, h.Garrison)
	case b.Garrisons > 0 && v.tokens(v.Seat) >= b.Garrisons:
		return complain("All %d garrison tokens of yours are on the board (DD-45).", b.Garrisons)
	}
	return nil
}

// tokens returns the number of garrison tokens that a power has on the board: a garrison of 2 takes two.
func (s *State) tokens(seat string) int {
	n := 0
	for _, h := range s.Areas {
		if h.Keeper == seat {
			n += h.Garrison
		}
	}
	return n
}

// garrison places or upgrades a garrison, which was checked before (DD-38).
func (r *turn) garrison(seat string, at Area) {
	h := &r.Areas[at]
	h.Garrison, h.Keeper = h.Garrison+1, seat
	r.tell("garrisoned", garrisoned{seat, h.Area, h.Garrison})
}

// checkAnnex returns an error if a player can't annex a region (DD-40, DD-45).
func (v *View) checkAnnex(at Area) error {
	b := v.edition()
	h := v.Areas[at]
	home := b.Places[at].Home
	_, pays := v.Stock.Pay(1, Operations)
	switch {
	case b.IsSea(at):
		return complain("%s is a sea-zone, and only regions are annexed (DD-40).", h.Area)
	case home != "" && v.player(home) == nil:
		return complain("%s is of %s, a power that nobody plays, and can't be annexed (DD-43).", h.Area, home)
	case home != "":
		return complain("%s is homeland of %s, and can't be annexed (DD-40).", h.Area, home)
	case h.Colony == v.Seat:
		return complain("%s is your colony already.", h.Area)
	case v.force(at, v.Seat).Army() == 0:
		return complain("To annex %s you need a land unit there (DD-40).", h.Area)
	case v.holderBut(at, v.Seat) != "":
		return complain("There are units of %s in %s, too.", v.holderBut(at, v.Seat), h.Area)
	case !v.hasMarker(v.Seat):
		return v.outOfMarkers()
	case !pays:
		return complain("To annex %s costs 1 operation, and you have none (K4).", h.Area)
	}
	return nil
}

// markers returns the number of control markers that a power has left (DD-48); ok is false if the edition does not
// limit them.
func (s *State) markers(seat string) (left int, ok bool) {
	n := s.edition().Markers
	if n == 0 {
		return 0, false
	}
	used := s.colonies(seat)
	if s.is(optMarkers, "all") {
		used += 2 // one each on the League track and the victory track
		if s.player(seat).Ally != "" {
			used++
		}
	}
	return max(0, n-used), true
}

// hasMarker reports whether a power has a control marker left.
func (s *State) hasMarker(seat string) bool {
	left, limited := s.markers(seat)
	return left > 0 || !limited
}

// outOfMarkers returns an error saying that a player has no control marker left, and where the markers are.
func (v *View) outOfMarkers() error {
	n := v.edition().Markers
	switch {
	case v.is(optMarkers, "colonies"):
		return complain("All %d control markers of yours are on the board (DD-45).", n)
	case v.player(v.Seat).Ally != "":
		return complain("All %d control markers of yours are in use: 2 on the tracks, 1 for your alliance, and the "+
			"others in colonies (DD-48).", n)
	}
	return complain("All %d control markers of yours are in use: 2 on the tracks, and the others in colonies (DD-48).",
		n)
}

// colonies returns the number of a power's markers on the board, including those in regions that others occupy.
func (s *State) colonies(seat string) int {
	n := 0
	for _, h := range s.Areas {
		if h.Colony == seat {
			n++
		}
	}
	return n
}

// annex has a player annex a region after their action, if that is possible now: the result of the action was not
// known before. Another power's marker there is removed (DD-40).
func (r *turn) annex(seat string, at Area) {
	if err := r.viewOf(seat).checkAnnex(at); err != nil {
		queue.Skip(r.Table, seat, "ANNEX "+r.board.Name(at), err.Error())
		return
	}
	paid := r.spend(seat, 1, Operations)
	h := &r.Areas[at]
	told := annexed{Seat: seat, Area: h.Area, From: h.Colony, Paid: paid}
	h.Colony = seat
	r.tell("annexed", told)
}
