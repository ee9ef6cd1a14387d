package deadman

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
	kit "deaddrop/parser/order"
)

// An author is the player whose letter is being read, with their view and the board. Replies can't reveal more than
// these contain (DM-6).
type author struct {
	View
	board
	kind    string // kind of the request that the letter answers
	mode    mode
	then    bool                             // whether orders are for units of another time (NEXT, ALWAYS)
	now     *author                          // if so, the author with the present units
	guarded bool                             // if so, whether the orders have a condition
	always  bool                             // if so, whether the orders are for every season
	depth   int                              // number of nested headings above the orders
	raised  units                            // builds on file; those of this letter come last
	builds  units                            // the builds that the letter is known to result in
	gone    []diplomacy.Loc                  // removals
	waives  bool                             // whether this letter waives builds
	earlier map[string]bool                  // keys on file from earlier letters
	starts  map[diplomacy.Loc]diplomacy.Unit // units of the set-up, by home centre
	before  diplomacy.Loc                    // place of the unit that was named before the current form
	last    kit.Order                        // the order before the current form
	goesOn  string                           // a list of retreats that the next form may continue
	dropped []string                         // orders for another season that a text takes back
	vague   []order                          // supports that don't say what the supported unit does
	meant   []string                         // possible meanings of the previous sentences, if these are sought
}

// retreats is the kind of the request for the destinations of dislodged units.
const retreats = "retreats"

// A mode says how the lines below a heading are to be read.
type mode byte

const (
	asOrders mode = iota
	asBuilds
	asRemovals
	asRetreats
	asSetUp
	asHolds // "[Hold]"
	asSpies
	asPeeks
)

// lists reports whether units of which nothing is said are set up, built or removed.
func (m mode) lists() bool { return m != asOrders && m < asHolds }

// author returns the author for a view and a sheet of orders on file.
func (v View) author(kind string, s sheet) *author {
	a := &author{View: v, board: standard(), kind: kind, raised: slices.Clone(s.builds), gone: slices.Clone(s.removes),
		earlier: map[string]bool{}, starts: map[diplomacy.Loc]diplomacy.Unit{}}
	for _, u := range s.setup {
		a.starts[a.Province(u.At)] = u
	}
	for _, x := range s.keyed(v.Peeks) {
		a.earlier[x.Key] = true
	}
	return a
}

// sync updates the set-ups, builds and removals from a sheet.
func (a *author) sync(on *kit.Sheet) {
	if len(a.homes)+a.Builds+a.Removals == 0 && !a.then {
		return
	}
	var s sheet
	for _, line := range append(on.Lines(), a.meant...) {
		if word, _, _ := strings.Cut(line, " "); slices.Contains([]string{"SETUP", "Build", "Remove", "Waive"}, word) {
			s.parseLine(line)
		}
	}
	s.own(a.own)
	a.raised, a.gone, a.waives = s.builds, s.removes, s.waives
	clear(a.starts)
	for _, u := range s.setup {
		a.starts[a.Province(u.At)] = u
	}
}

// pool returns the units that can be given orders.
func (a *author) pool() units {
	if a.kind == retreats {
		return a.dislodged()
	}
	var out units
	for _, u := range a.units {
		if !slices.Contains(a.gone, a.Province(u.At)) {
			out = append(out, u)
		}
	}
	out = append(out, a.raised...)
	for _, u := range a.builds {
		if _, known := out.in(a.Province(u.At)); !known {
			out = append(out, u)
		}
	}
	for _, home := range a.homes {
		out = append(out, a.startingIn(home))
	}
	return out
}

// unitAt returns the unit of the pool that is in the province of a place.
func (a *author) unitAt(at diplomacy.Loc) (diplomacy.Unit, bool) { return a.pool().in(a.Province(at)) }

// startingIn returns the unit that starts in a home centre: the player's choice, or else the usual one.
func (a *author) startingIn(home diplomacy.Loc) diplomacy.Unit {
	if u, ok := a.starts[home]; ok {
		return u
	}
	u := standardUnit(home)
	u.Power = a.own
	return u
}

// isHome reports whether a place is in a home centre for which the player chooses what starts there.
func (a *author) isHome(at diplomacy.Loc) bool { return slices.Contains(a.homes, a.Province(at)) }

// Own reports whether a name, or a word such as "all", is a place of the player's units, a place that they can
// retreat to, or the player's power.
func (a *author) Own(class string, vals []int) bool {
	switch {
	case vals == nil:
		return slices.Contains([]string{"all", "alla", "allf", "rest", "resta", "restf"}, class)
	case a.now != nil:
		return a.now.Own(class, vals)
	case class == "seat":
		return slices.Contains(vals, int(a.own))
	}
	return class == "place" && slices.ContainsFunc(places(vals), a.concerns)
}

// IsWhole reports whether a line is a set-up.
func (a *author) IsWhole(line string) bool { return strings.HasPrefix(line, "SETUP ") }

// Learn stores possible meanings of a sentence.
func (a *author) Learn(lines []string) { a.meant = append(a.meant, lines...) }

// IsNarrow reports whether the letter answers a request only for retreats, or only for builds or removals.
func (a *author) IsNarrow() bool { return a.kind == retreats || a.inWinter }

// concerns reports whether a place contains a unit of the player's, or one can be built there or retreat there.
func (a *author) concerns(at diplomacy.Loc) bool {
	_, ok := a.unitAt(at)
	if ok || a.Builds > 0 && a.vacantCentre(at) == nil {
		return true
	}
	return a.kind == retreats && slices.ContainsFunc(a.dislodged(), func(u diplomacy.Unit) bool {
		return a.reaches(u, a.Province(at))
	})
}

// places converts the values of a name to places.
func places(vals []int) []diplomacy.Loc {
	out := make([]diplomacy.Loc, len(vals))
	for i, v := range vals {
		out[i] = diplomacy.Loc(v)
	}
	return out
}

// locOf returns the first place that a name may stand for; powerOf does the same for powers.
func locOf(b kit.Bind) diplomacy.Loc     { return diplomacy.Loc(b.Vals[0]) }
func powerOf(b kit.Bind) diplomacy.Power { return diplomacy.Power(b.Vals[0]) }

// landing returns the exact location in which a unit arrives: for an army the province, for a fleet the only coast
// that it can reach.
func (a *author) landing(u diplomacy.Unit, to diplomacy.Loc) diplomacy.Loc {
	if u.Type == diplomacy.Army || to == diplomacy.NoLoc {
		return a.Province(to)
	}
	var can []diplomacy.Loc
	for _, coast := range a.Coasts(to) {
		if a.CanReach(u.Type, u.At, coast) {
			can = append(can, coast)
		}
	}
	if len(can) == 1 {
		return can[0]
	}
	return to
}

// reaches reports whether a unit can move to an adjacent place without a convoy.
func (a *author) reaches(u diplomacy.Unit, to diplomacy.Loc) bool {
	return a.CanReach(u.Type, u.At, a.landing(u, to))
}

// besides returns an error if a unit can't move to a place without a convoy.
func (a *author) besides(u diplomacy.Unit, to diplomacy.Loc) error {
	if a.reaches(u, to) {
		return nil
	}
	return fmt.Errorf("%s does not border %s", a.the(to), a.the(u.At))
}

// stand returns the exact location of a unit in a place; for a fleet in a province with several coasts, the coast
// must be given.
func (a *author) stand(t diplomacy.UnitType, at diplomacy.Loc) (diplomacy.Loc, kit.Outcome) {
	if t == diplomacy.Army {
		at = a.Province(at)
	}
	coasts := a.Coasts(at)
	switch {
	case a.CanStand(t, at):
		return at, kit.Outcome{}
	case t == diplomacy.Fleet && len(coasts) > 0:
		return at, question("Which coast? Write F %s.", strings.Join(a.abbrs(coasts), " or F "))
	case t == diplomacy.Fleet:
		return at, refusal("A fleet can't stand in %s.", a.the(at))
	}
	return at, refusal("An army can't stand in %s.", a.the(at))
}

// choose returns the place that a name stands for. If there are several, exactly one must be possible.
func (a *author) choose(c *kit.Context, b kit.Bind, possible func(diplomacy.Loc) error) (diplomacy.Loc, kit.Outcome) {
	var can []diplomacy.Loc
	for _, at := range places(b.Vals) {
		err := possible(at)
		if err != nil && len(b.Vals) == 1 {
			return at, impossible(err)
		}
		if err == nil {
			can = append(can, at)
		}
	}
	if len(can) == 1 {
		return can[0], kit.Outcome{}
	}
	return diplomacy.NoLoc, a.whichPlace(c, b)
}

// whichPlace asks which of several places a name is for.
func (a *author) whichPlace(c *kit.Context, b kit.Bind) kit.Outcome {
	return question("%q may be %s. Which one?", c.Quote(b.From, b.To), a.either(b.Vals))
}

// plain returns the places that some names stand for; each must stand for exactly one.
func (a *author) plain(named []kit.Bind, c *kit.Context) ([]diplomacy.Loc, kit.Outcome) {
	var out []diplomacy.Loc
	for _, b := range named {
		if len(b.Vals) > 1 {
			return nil, a.whichPlace(c, b)
		}
		out = append(out, locOf(b))
	}
	return out, kit.Outcome{}
}

// either lists the places that a name may stand for.
func (a *author) either(vals []int) string {
	var names []string
	for _, at := range places(vals) {
		names = append(names, a.Name(at))
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// vacantCentre returns an error if nothing can be built in a place. The owner knows which of their centres are vacant
// (DM-29).
func (a *author) vacantCentre(at diplomacy.Loc) error {
	where := a.Province(at)
	switch {
	case a.then && !a.IsCentre(where):
		return fmt.Errorf("there is no centre in %s", a.the(where))
	case a.then || slices.Contains(a.vacant, where):
		return nil
	case a.open:
		return fmt.Errorf("you may build in %s, and not in %s", strings.Join(a.Vacant, ", "), a.Name(where))
	}
	return fmt.Errorf("%s is not a vacant centre of yours; you may build in %s", a.Name(where),
		strings.Join(a.Vacant, ", "))
}

// thenAuthor returns an author for orders at a time when the units will be different. Such orders are checked only
// against the map.
func (a *author) thenAuthor() *author {
	v := View{Power: a.Power, Phase: a.Phase, Peeks: 1, own: a.own, rules: a.rules, open: a.open}
	then := v.author("orders", sheet{})
	then.then, then.depth, then.now = true, a.depth+1, a
	return then
}

// Block reads the text after a heading, on its line or below it.
func (a *author) Block(b kit.Block, c *kit.Context) { headingReader{a}.block(b, c) }
