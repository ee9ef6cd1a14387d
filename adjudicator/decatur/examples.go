package decatur

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
)

// Examples of orders from a player's own position, as shown in letters. Each can be sent as it is.

// mostExamples is the largest number of examples in a letter.
const mostExamples = 5

// Examples returns answers to a request of the given kind that the reader could send now; see [adjudicator.Exemplar].
func (v View) Examples(kind string) []adjudicator.Example {
	switch {
	case v.board == nil || v.player(v.Seat) == nil:
		return nil
	case isSheet(kind):
		return v.deeds()
	case kind == "bid" && v.Takeover != nil:
		return v.biddings()
	case kind == "excess" && v.Excess != nil:
		return v.partings()
	case kind == "relocation" && v.Takeover != nil:
		return v.flights()
	case kind == "advance" && v.Takeover != nil:
		return v.advances()
	}
	return nil
}

// deeds returns examples for a sheet: first what can be done now, then what can be filed for later.
func (v *View) deeds() []adjudicator.Example {
	var out []adjudicator.Example
	show := func(kind string, do action) {
		if do != nil && v.hinders(do) == "" {
			out = append(out, adjudicator.Example{Kind: kind, Lines: []string{do.words(v.board)}})
		}
	}
	own := v.where(v.isOwn)
	if len(own) == 0 {
		return append(v.beginnings(), v.answers()...)
	}
	slices.SortStableFunc(own, func(x, y Loc) int { return v.at(y).Factors - v.at(x).Factors })
	show("attack", v.attack())
	show("settle", v.settlement(own[0]))
	show("expand", v.growth())
	show("port", v.harbour(own))
	show("gather", v.gathering(own))
	if len(out) < mostExamples-1 {
		show("draw", drawCard{})
	}
	return append(out, v.answers()...)
}

// beginnings returns what a player with nothing on the board can do. The lines are alternatives, the best first.
func (v *View) beginnings() []adjudicator.Example {
	var lines []string
	for _, l := range v.where(v.isEmpty) {
		if do := (restructure{l}); len(lines) < 2 && v.hinders(do) == "" {
			lines = append(lines, fmt.Sprintf("%d: %s", len(lines)+1, do.words(v.board)))
		}
	}
	if len(lines) == 0 {
		return []adjudicator.Example{{Kind: "draw", Lines: []string{"DRAW"}}}
	}
	lines = append(lines, fmt.Sprintf("%d: DRAW", len(lines)+1))
	return []adjudicator.Example{{Kind: "begin", Lines: lines}}
}

// answers returns what can be filed for takeovers by others.
func (v *View) answers() []adjudicator.Example {
	out := "DEFEND ALL PLAY matching UP TO 1"
	for _, l := range v.where(v.isOwn) {
		if kind := v.board.Locations[l].Commonwealth; slices.Contains(v.Hand, kind) {
			out = fmt.Sprintf("DEFEND %s PLAY %s", v.board.Name(l), kind)
			break
		}
	}
	return []adjudicator.Example{{Kind: "defend", Lines: []string{out}}}
}

func (v *View) isOwn(l Loc) bool   { return v.owns(v.Seat, l) }
func (v *View) isEmpty(l Loc) bool { return v.at(l).Owner == "" }

func (v *View) isHostile(l Loc) bool { return !v.isOwn(l) && !v.isEmpty(l) }

// where returns the locations for which a condition is true, starting with those in regions with most known
// prosperity cards.
func (v *View) where(is func(Loc) bool) []Loc {
	var out []Loc
	for i := range v.Locations {
		if is(Loc(i)) {
			out = append(out, Loc(i))
		}
	}
	worth := func(l Loc) int {
		region := v.board.Locations[l].Region
		return countOf(v.Open, region) + countOf(v.Prosperity, region)
	}
	slices.SortStableFunc(out, func(x, y Loc) int { return worth(y) - worth(x) })
	return out
}

// settlement returns an action that moves half of a location's factors to an empty one, or nil if none is in reach.
func (v *View) settlement(from Loc) action {
	empty := v.where(func(to Loc) bool { return v.isEmpty(to) && v.board.InReach(from, to) })
	n := v.at(from).Factors / 2
	if n == 0 || len(empty) == 0 {
		return nil
	}
	if v.at(from).Port != "" {
		n = all // the location that they leave is held by a port
	}
	return venture{from, empty[0], ladder{commit: unset, max: unset, move: n}}
}

// attack returns the easiest takeover in reach, or nil if none can succeed in the present situation.
func (v *View) attack() action {
	aims := slices.DeleteFunc(v.Aims(), func(a Aim) bool { return a.Lacks() > 0 })
	if len(aims) == 0 {
		return nil
	}
	a := aims[0]
	do := venture{a.from, a.to, ladder{commit: min(a.Factors, max(1, a.Takes)), max: unset, move: unset}}
	if do.ladder.commit < a.Factors {
		do.ladder.max = a.Factors
	}
	if v.at(a.from).Port != "" {
		do.ladder.move = all // the location that they leave is held by a port
	}
	if n := (a.Takes - a.Factors + 1) / 2; n > 0 {
		do.ladder.play = slices.Repeat([]Commonwealth{v.board.Locations[a.to].Commonwealth}, n)
	}
	return do
}

// growth returns an action that adds to one or two locations with room in the best regions, or nil.
func (v *View) growth() action {
	room := v.where(func(l Loc) bool { return v.isOwn(l) && v.at(l).Factors < maxFactors })
	if len(room) == 0 {
		return nil
	}
	return expand{room[:min(2, len(room))]}
}

// harbour returns the first port that can be built, or nil.
func (v *View) harbour(own []Loc) action {
	for _, l := range own {
		for _, o := range v.board.Locations[l].Oceans {
			if do := (port{l, o}); v.hinders(do) == "" {
				if len(v.board.Locations[l].Oceans) == 1 {
					do.ocean = ""
				}
				return do
			}
		}
	}
	return nil
}

// gathering returns an action that moves all but one factor from a location to another one nearby, or nil.
func (v *View) gathering(own []Loc) action {
	for _, from := range own {
		for _, to := range own {
			isNear := v.board.Near(from, to) && v.at(to).Factors < maxFactors
			if n := v.at(from).Factors - 1; n > 0 && isNear {
				return consolidate{to, []origin{{from, n}}}
			}
		}
	}
	return nil
}

// An Aim is another player's location that the reader can reach with a venture.
type Aim struct {
	Name, Owner, From string
	Kind              Commonwealth
	Takes             int // what a bid needs in the present situation, in factors; a card counts as two
	Factors           int // number of factors in From
	Cards             int // what the cards in hand could add

	from, to Loc
}

// Lacks returns how much strength is missing to take the aim; at 0 or less it can be taken in the present situation.
func (a Aim) Lacks() int { return a.Takes - a.Factors - a.Cards }

// Aims returns other players' locations in reach, each from the location where the reader is strongest, the easiest
// first.
func (v View) Aims() []Aim {
	if v.board == nil || v.player(v.Seat) == nil {
		return nil
	}
	var out []Aim
	for _, to := range v.where(v.isHostile) {
		var all []Aim
		for _, from := range v.where(v.isOwn) {
			if v.board.InReach(from, to) && v.at(from).Factors > 0 {
				all = append(all, v.aim(from, to))
			}
		}
		if len(all) > 0 {
			out = append(out, slices.MinFunc(all, easier))
		}
	}
	slices.SortStableFunc(out, easier)
	return out
}

// easier compares aims by the factors that are missing without cards, then by what is missing in all.
func easier(x, y Aim) int {
	return cmp.Or(cmp.Compare(x.Takes-x.Factors, y.Takes-y.Factors), cmp.Compare(x.Lacks(), y.Lacks()))
}

func (v *View) aim(from, to Loc) Aim {
	kind := v.board.Locations[to].Commonwealth
	mine := v.strength(v.board, v.Seat, to).Total()
	cards := min(countOf(v.Hand, kind), maxInPlay-v.player(v.Seat).matching(kind))
	return Aim{Name: v.board.Name(to), Owner: v.at(to).Owner, From: v.board.Name(from), Kind: kind,
		Takes:   max(1, v.resistance(v.board, from, to).Total()+1-mine),
		Factors: v.at(from).Factors, Cards: 2 * cards, from: from, to: to}
}

// mostAims is the largest number of aims that letters describe in detail.
const mostAims = 3

// Near returns the easiest aims.
func (v View) Near() []Aim { return v.Aims()[:min(mostAims, len(v.Aims()))] }

// Far returns the other aims.
func (v View) Far() []Aim { return v.Aims()[len(v.Near()):] }

// InReach reports whether the reader can reach anything with a venture.
func (v View) InReach() bool { return len(v.Aims())+len(v.Free()) > 0 }

// Free returns the empty locations that a venture of the reader's can reach.
func (v View) Free() []string {
	if v.board == nil || v.player(v.Seat) == nil {
		return nil
	}
	var out []string
	own := v.where(func(l Loc) bool { return v.isOwn(l) && v.at(l).Factors > 0 })
	for _, to := range v.where(v.isEmpty) {
		if slices.ContainsFunc(own, func(from Loc) bool { return v.board.InReach(from, to) }) {
			out = append(out, v.board.Name(to))
		}
	}
	return out
}

// biddings returns bids that are just sufficient, standing pat, and conceding.
func (v *View) biddings() []adjudicator.Example {
	var out []adjudicator.Example
	add := func(kind, line string) { out = append(out, adjudicator.Example{Kind: kind, Lines: []string{line}}) }
	for _, line := range v.Raises() {
		switch {
		case !strings.Contains(line, "PLAY"):
			add("with factors", line)
		case !strings.Contains(line, "COMMIT"):
			add("with cards", line)
		default:
			add("with both", line)
		}
	}
	if v.Short() == 0 {
		add("pat", "PAT")
	}
	add("concede", "CONCEDE")
	return out
}

// partings returns choices for a player with excess cards: for each kind of card in hand, that it goes first.
func (v *View) partings() []adjudicator.Example {
	var out []adjudicator.Example
	for _, kind := range Commonwealths {
		if slices.Contains(v.Hand, kind) {
			others := slices.DeleteFunc(slices.Clone(Commonwealths), func(k Commonwealth) bool { return k == kind })
			parts := usualParting(v.Hand, v.player(v.Seat).InPlay, standing{keep: others})
			out = append(out, adjudicator.Example{Kind: "part", Lines: strings.Split(parts.words(), "\n")})
		}
	}
	return out
}

// advances returns choices of how many factors move into a location that was taken: those committed, one more, and
// all.
func (v *View) advances() []adjudicator.Example {
	least, most := max(1, v.Takeover.Committed), min(maxFactors, v.Takeover.Committed+v.Takeover.Left)
	var out []adjudicator.Example
	for n := least; n < min(most, least+2); n++ {
		out = append(out, adjudicator.Example{Kind: "some", Lines: []string{fmt.Sprint("MOVE ", n)}})
	}
	return append(out, adjudicator.Example{Kind: "all", Lines: []string{"MOVE ALL"}})
}

// Abandoned returns the location that its reader loses if all factors move on, or "" if they keep it anyway.
func (v View) Abandoned() string {
	t := v.Takeover
	from, ok := v.board.Loc(t.From)
	if !ok || v.at(from).Port != "" || t.Committed+t.Left > maxFactors {
		return ""
	}
	return t.From
}

// MoreGoes returns the places where factors can go that are not in the examples.
func (v View) MoreGoes() string {
	goes := v.Takeover.Goes
	return adjudicator.Listed(goes[min(mostExamples, len(goes)):], "or")
}

// AnyFleet lists the fleets, one of which may go with a port.
func (t Takeover) AnyFleet() string { return adjudicator.Listed(t.Fleets, "or") }

// flights returns examples of where factors that are driven out can go.
func (v *View) flights() []adjudicator.Example {
	fleet := ""
	if len(v.Takeover.Fleets) > 0 {
		fleet = " FLEET " + string(v.Takeover.Fleets[0])
	}
	var out []adjudicator.Example
	mayStay := v.Chooses() && len(v.Takeover.Goes) > 0
	if l, ok := v.board.Loc(v.Takeover.To); mayStay && ok && v.at(l).Factors > 1 {
		line := fmt.Sprintf("RELOCATE TO %s FACTORS %d%s", v.Takeover.Goes[0], v.at(l).Factors-1, fleet)
		out = append(out, adjudicator.Example{Kind: "some flee", Lines: []string{line}})
	}
	for _, name := range v.Takeover.Goes[:min(mostExamples, len(v.Takeover.Goes))] {
		out = append(out, adjudicator.Example{Kind: "flee", Lines: []string{"RELOCATE TO " + name + fleet}})
	}
	if len(out) == 0 && fleet != "" {
		out = append(out, adjudicator.Example{Kind: "flee", Lines: []string{strings.TrimSpace(fleet)}})
	}
	return out
}
