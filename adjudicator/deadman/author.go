package deadman

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
	kit "deaddrop/parser/order"
)

// An author is a player whose letter is read. It knows the player's view and the board, and so can't say more than
// those (DM-6).
type author struct {
	View
	board
	kind    string // of the request that the letter answers
	mode    mode
	then    bool                             // orders are for whatever units there will be (NEXT, ALWAYS)
	now     *author                          // who has the units of now, if so,
	guarded bool                             // and stand behind a condition
	always  bool                             // and for every season
	depth   int                              // how many headings they stand under, one below the other
	raised  units                            // builds, of which those of the letter are the last
	builds  units                            // those that the letter is known to come to
	gone    []diplomacy.Loc                  // removals
	waives  bool                             // this letter waives builds
	earlier map[string]bool                  // keys that are on file from earlier letters
	starts  map[diplomacy.Loc]diplomacy.Unit // set-ups, by home centre
	before  diplomacy.Loc                    // where the unit is that was named before a form,
	last    kit.Order                        // and the order before it
	goesOn  string                           // the list of retreats with which the next one goes on
	dropped []string                         // what a text takes back that is for another season
	meant   []string                         // what the sentences before may mean, if that is sought
}

// retreats is the kind of the request that asks where dislodged units go.
const retreats = "retreats"

// A mode is what the lines below a heading are.
type mode byte

const (
	asOrders mode = iota
	asBuilds
	asRemovals
	asRetreats
	asSetUp
)

// author is the player with a view and what they have on file.
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

// sync makes the set-ups, builds and removals those of a sheet.
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

// pool has the units that orders may be for.
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

// unitAt is the unit of the pool that is in the province of a place.
func (a *author) unitAt(at diplomacy.Loc) (diplomacy.Unit, bool) { return a.pool().in(a.Province(at)) }

// startingIn is what starts in a home centre: as the player has it, or else as usual.
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

// Own reports whether a name, or a word such as "all", is that of a place where a unit of the player's is, or can
// retreat to, or of their power.
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

// Learn keeps what a sentence may mean.
func (a *author) Learn(lines []string) { a.meant = append(a.meant, lines...) }

// IsNarrow reports whether the letter answers a question for retreats, or for builds or removals, alone.
func (a *author) IsNarrow() bool { return a.kind == retreats || a.inWinter }

// concerns reports whether a unit of the player's is in a place, or can be built there or retreat to it.
func (a *author) concerns(at diplomacy.Loc) bool {
	_, ok := a.unitAt(at)
	if ok || a.Builds > 0 && a.vacantCentre(at) == nil {
		return true
	}
	return a.kind == retreats && slices.ContainsFunc(a.dislodged(), func(u diplomacy.Unit) bool {
		return a.reaches(u, a.Province(at))
	})
}

// places are what a name may stand for.
func places(vals []int) []diplomacy.Loc {
	out := make([]diplomacy.Loc, len(vals))
	for i, v := range vals {
		out[i] = diplomacy.Loc(v)
	}
	return out
}

// locOf is the first place that a name may stand for, and powerOf the power.
func locOf(b kit.Bind) diplomacy.Loc     { return diplomacy.Loc(b.Vals[0]) }
func powerOf(b kit.Bind) diplomacy.Power { return diplomacy.Power(b.Vals[0]) }

// landing is where exactly a unit comes that goes to a place: an army to the province, a fleet to the only coast that
// it can reach.
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

// reaches reports whether a place is next to a unit, which can go there by itself.
func (a *author) reaches(u diplomacy.Unit, to diplomacy.Loc) bool {
	return a.CanReach(u.Type, u.At, a.landing(u, to))
}

// besides says why a unit can't go to a place by itself.
func (a *author) besides(u diplomacy.Unit, to diplomacy.Loc) error {
	if a.reaches(u, to) {
		return nil
	}
	return fmt.Errorf("%s does not border %s", a.the(to), a.the(u.At))
}

// stand finds where exactly a unit would stand; a fleet on a split coast needs its coast.
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

// choose is the place that a name stands for: of several, the only one that is possible.
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

// plain are the places that names stand for, each of which stands for one.
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
