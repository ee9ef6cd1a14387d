package deadman

import (
	"fmt"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/diplomacy"
)

// A View is what a power knows before a season: everything of its own, what was found about others, and on an open
// board what everybody sees. An observer's view contains the phase and no power.
type View struct {
	Power    string `json:",omitempty"`
	Phase    string
	Units    []string `json:",omitempty"` // such as "F Spa(sc)"
	Centres  []string `json:",omitempty"` // such as "Spa"
	Homes    []string `json:",omitempty"` // before the set-up: where the units start
	Usual    []string `json:",omitempty"` // before the set-up: the units if the player does not choose
	Builds   int      `json:",omitempty"` // in Winter: number of units that may be built
	Vacant   []string `json:",omitempty"` // in Winter: the centres where they may be built
	Removals int      `json:",omitempty"` // in Winter: number of units that must be removed
	Peeks    int      `json:",omitempty"` // number of peeks that are allowed
	Votes    bool     `json:",omitempty"` // whether the power can vote on how the game should end
	Goal     int      `json:",omitempty"` // number of centres needed to win
	LastYear int      `json:",omitempty"` // the last year of the game; 0 if there is none

	Dislodged []string `json:",omitempty"` // units that must retreat now
	Last      string   `json:",omitempty"` // name of the previous season
	Starred   []string `json:",omitempty"` // units that were found in the previous season, in their present places
	// what spies and peeks found: the latest report on each space, in the order of the board
	Known []Sighting `json:",omitempty"`

	// where the dislodged units may go: by the map alone, or on an open board where it is open
	Ways  []Way     `json:",omitempty"`
	Board []Holding `json:",omitempty"` // in an open game: what everybody has
	Deeds []Deeds   `json:",omitempty"` // what the power did in the previous season; not set in an open game

	Disorder bool `json:",omitempty"` // whether it is in civil disorder: its units hold until orders come
	Out      bool `json:",omitempty"` // whether it is eliminated

	own    diplomacy.Power
	rules  diplomacy.Rules // rules of movement, which determine whether orders are possible
	units  units
	homes  []diplomacy.Loc
	vacant []diplomacy.Loc

	open     bool // whether the board is open, with the orders of Diplomacy
	inWinter bool // whether it is Winter, as a phase of its own

	moved moved // in an open game: what everybody did in the last season with movement

	whole *Truth // in an open game, and in one that is over: everything
}

// A Sighting is a report on a space that a power once got.
type Sighting struct {
	Phase    string
	Space    string // such as "Bel"
	Power    string `json:",omitempty"` // for a spy: the owner of the unit there; "" for a peek
	Occupied bool   `json:",omitempty"`
}

// A Truth is the game master's view, which contains everything.
type Truth struct {
	Phase  string
	Powers []Holding
	// units that must retreat now, such as "Germany A Mun"; they are not among the units
	Dislodged []string `json:",omitempty"`
	Disorder  []string `json:",omitempty"` // powers in civil disorder, for which a standby is wanted
	Out       []string `json:",omitempty"` // eliminated powers
	Winner    string   `json:",omitempty"`

	Starred []string `json:",omitempty"` // units that were found in the previous season, such as "France F Eng"
	Deeds   []Deeds  `json:",omitempty"` // what all powers did in the previous season
}

// A Holding is what a power has: its units, such as "F Spa(sc)", and its centres.
type Holding struct {
	Power   string
	Units   []string
	Centres []string
}

// View returns everything that a seat may know: for a power its own data, for the game master everything, and for all
// others the phase. On an open board everybody sees who has what.
func (p *position) View(seat adjudicator.Seat) adjudicator.View {
	if seat == adjudicator.GM {
		return p.now().truth()
	}
	if power := standard().Power(string(seat)); power != diplomacy.Nobody {
		return p.view(power)
	}
	v := View{Phase: p.Phase(), own: diplomacy.Nobody}
	p.disclose(&v)
	return v
}

// disclose adds to a view what everybody sees on an open board, and in any game that is over.
func (p *position) disclose(v *View) {
	if !p.open && p.Ended == "" {
		return
	}
	all := p.now().truth()
	v.whole = &all
	if p.open {
		v.Board, v.moved = all.Powers, p.movedLast()
	}
}

func (p *position) view(power diplomacy.Power) View {
	b := standard()
	v := View{Power: b.power(power), Phase: p.Phase(), own: power, rules: p.rulebook(), units: p.Units.of(power),
		Known: p.known(power), Out: slices.Contains(p.Out, b.power(power)), Disorder: p.disordered(power), open: p.open,
		inWinter: p.Season == winter, Goal: p.victory(), LastYear: p.lastYear()}
	p.disclose(&v)
	if p.open {
		v.units = p.now().Units.of(power)
	}
	if n := len(p.History); n > 0 {
		v.Last, v.Starred = p.History[n-1].Phase, p.History[n-1].Powers[power].Starred
		if !p.open {
			v.Deeds = []Deeds{p.History[n-1].Powers[power].deeds()}
		}
	}
	v.Centres = b.abbrs(p.centres(power))
	if p.retreating != nil && len(p.retreating.mayRetreat(power)) > 0 { // it is asked for nothing else
		v.units = p.retreating.was.of(power)
		v.Dislodged = b.unitNames(p.retreating.mayRetreat(power))
		v.Ways = p.retreating.ways(p.retreating.mayRetreat(power))
	} else {
		p.decides(&v)
	}
	v.Units = b.unitNames(v.units)
	return v
}

// decides adds to a view what its power may decide besides orders to units.
func (p *position) decides(v *View) {
	b := standard()
	v.Peeks, v.Votes = p.peeksOf(v.own), p.is(optVotes, "on") && !v.Out && p.Season != winter
	switch {
	case p.settingUp():
		v.homes = slices.Sorted(slices.Values(b.Homes(v.own))) // in the order of a sheet
		v.Homes = b.abbrs(v.homes)
		for _, home := range v.homes {
			v.Usual = append(v.Usual, b.unit(standardUnit(home)))
		}
	case p.Season == winter || p.Season == spring && !p.open:
		v.Builds, v.Removals, v.vacant = p.due(v.own, v.units)
		v.Vacant = b.abbrs(v.vacant)
	}
}

// due returns how many units a power may build, and in which centres, or must remove (DM-28). us are all of its
// units.
func (p *position) due(power diplomacy.Power, us units) (builds, removals int, vacant []diplomacy.Loc) {
	b, centres := standard(), p.centres(power)
	n := len(centres) - len(us)
	if n <= 0 {
		return 0, -n, nil
	}
	for _, c := range centres {
		_, occupied := p.Units.in(c)
		anywhere := !p.open || p.is(optBuilds, "any") || slices.Contains(b.Homes(power), c)
		if !occupied && anywhere {
			vacant = append(vacant, c)
		}
	}
	return min(n, len(vacant)), 0, vacant
}

// peeksOf returns the number of peeks that a power has (DM-18, DM-20).
func (p *position) peeksOf(power diplomacy.Power) int {
	switch {
	case p.Year == 1901 || p.open:
		return 0
	case p.is(optPAS, "unit"):
		return len(p.Units.of(power))
	}
	return 1
}

// settingUp reports whether the units are still to be chosen (DM-2).
func (p *position) settingUp() bool { return p.Season == spring && p.Year == 1901 && len(p.Units) == 0 }

func (p *position) truth() Truth {
	b := standard()
	t := Truth{Phase: p.Phase(), Out: p.Out, Winner: p.Winner, Deeds: p.lately()}
	for power := range p.seats() {
		h := Holding{Power: b.power(power), Units: []string{}, Centres: b.abbrs(p.centres(power))}
		h.Units = append(h.Units, b.unitNames(p.Units.of(power))...)
		t.Powers = append(t.Powers, h)
		if p.retreating != nil {
			for _, u := range p.retreating.mustRetreat(power) {
				t.Dislodged = append(t.Dislodged, h.Power+" "+b.unit(u))
			}
		}
		if p.disordered(power) {
			t.Disorder = append(t.Disorder, h.Power)
		}
		if n := len(p.History); n > 0 {
			for _, unit := range p.History[n-1].Powers[power].Starred {
				t.Starred = append(t.Starred, h.Power+" "+unit)
			}
		}
	}
	return t
}

// Read accepts no orders, because the game master is asked nothing.
func (Truth) Read(_, old, text string) adjudicator.Reading {
	return adjudicator.Reading{
		Answer: old, Parts: []adjudicator.Part{
			{Fate: adjudicator.Refused, Quote: text, Why: "The game master has no units."},
		},
	}
}

// standardUnit returns the unit that starts in a home centre if its owner does not choose (DM-3).
func standardUnit(home diplomacy.Loc) diplomacy.Unit {
	u, _ := units(standard().Start()).in(home)
	return u
}

// missing lists what a sheet leaves undecided, and what happens in that case.
func (v View) missing(s sheet) []string {
	b := standard()
	s = v.withStanding(s)
	var out []string
	if n := v.Builds - len(s.builds); n > 0 && !s.waives {
		out = append(out, fmt.Sprintf("%s not ordered yet: lost unless you order %s.", plural(n, "build"), it(n)))
	}
	if n := v.Removals - len(s.removes); n > 0 {
		which := "the units farthest from home" // DM-30
		if n == 1 {
			which = "the unit farthest from home"
		}
		if v.open {
			which = "those that the game's rulebook names"
		}
		out = append(out, fmt.Sprintf("%s not ordered: %s will go.", plural(n, "removal"), which))
	}
	for _, home := range v.homes {
		if o := s.of(home); o == nil || o.verb == none {
			out = append(out, fmt.Sprintf("%s has no order: it will start there and hold.",
				b.unit(v.starting(s, home))))
		}
	}
	for _, u := range v.ordered(s) {
		if o := s.of(b.Province(u.At)); o == nil || o.verb == none {
			out = append(out, b.unit(u)+" has no order: it will hold.")
		}
	}
	return out
}

// starting returns the unit that a sheet puts into a home centre: by its set-up, or else by its order, or else the
// standard one (DM-3).
func (v View) starting(s sheet, home diplomacy.Loc) diplomacy.Unit {
	b := standard()
	u := standardUnit(home)
	if i := slices.IndexFunc(s.setup, func(u diplomacy.Unit) bool { return b.Province(u.At) == home }); i >= 0 {
		u = s.setup[i]
	} else if o := s.of(home); o != nil {
		u.Type, u.At = o.unit, o.at
	}
	u.Power = v.own
	return u
}

// standing returns the units that a sheet's orders are for: those on the board, without the units that it removes and
// with those that it builds (DM-31).
func (v View) standing(s sheet) units {
	b := standard()
	var out units
	for _, u := range v.units {
		if !slices.Contains(s.removes, b.Province(u.At)) {
			out = append(out, u)
		}
	}
	out = append(out, s.builds...)
	out.sort()
	return out
}

// ordered returns the units that should have orders on a sheet.
func (v View) ordered(s sheet) units {
	if v.inWinter {
		return nil
	}
	return v.standing(s)
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func it(n int) string {
	if n == 1 {
		return "it"
	}
	return "them"
}

// IsOut reports whether the power of the view is eliminated (DM-35).
func (v View) IsOut() bool { return v.Out }
