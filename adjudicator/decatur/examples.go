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

// A sampler finds orders that the reader of a view could send now.
type sampler struct{ view *View }

// Examples returns answers to a request of the given kind that the reader could send now; see [adjudicator.Exemplar].
func (v View) Examples(kind string) []adjudicator.Example {
	s := sampler{&v}
	switch {
	case v.board == nil || v.player(v.Seat) == nil:
		return nil
	case isSheet(kind):
		return s.deeds()
	case kind == "bid" && v.Takeover != nil:
		return s.biddings()
	case kind == "excess" && v.Excess != nil:
		return s.partings()
	case kind == "relocation" && v.Takeover != nil:
		return s.flights()
	case kind == "advance" && v.Takeover != nil:
		return s.advances()
	}
	return nil
}

// deeds returns examples for a sheet: first what can be done now, then what can be filed for later.
func (s sampler) deeds() []adjudicator.Example {
	var out []adjudicator.Example
	show := func(kind string, do action) {
		if do != nil && s.view.hinders(do) == "" {
			out = append(out, adjudicator.Example{Kind: kind, Lines: []string{do.words(s.view.board)}})
		}
	}
	own := s.view.where(s.view.isOwn)
	if len(own) == 0 {
		return append(s.beginnings(), s.answers()...)
	}
	slices.SortStableFunc(own, func(x, y Loc) int { return s.view.at(y).Factors - s.view.at(x).Factors })
	show("attack", s.attack())
	show("settle", s.settlement(own[0]))
	show("expand", s.growth())
	show("port", s.harbour(own))
	show("gather", s.gathering(own))
	if len(out) < mostExamples-1 {
		show("draw", drawCard{})
	}
	return append(out, s.answers()...)
}

// beginnings returns what a player with nothing on the board can do. The lines are alternatives, the best first.
func (s sampler) beginnings() []adjudicator.Example {
	var lines []string
	for _, l := range s.view.where(s.view.isEmpty) {
		if do := (restructure{l}); len(lines) < 2 && s.view.hinders(do) == "" {
			lines = append(lines, fmt.Sprintf("%d: %s", len(lines)+1, do.words(s.view.board)))
		}
	}
	if len(lines) == 0 {
		return []adjudicator.Example{{Kind: "draw", Lines: []string{"DRAW"}}}
	}
	lines = append(lines, fmt.Sprintf("%d: DRAW", len(lines)+1))
	return []adjudicator.Example{{Kind: "begin", Lines: lines}}
}

// answers returns what can be filed for takeovers by others.
func (s sampler) answers() []adjudicator.Example {
	out := "DEFEND ALL PLAY matching UP TO 1"
	for _, l := range s.view.where(s.view.isOwn) {
		if kind := s.view.board.Locations[l].Commonwealth; slices.Contains(s.view.Hand, kind) {
			out = fmt.Sprintf("DEFEND %s PLAY %s", s.view.board.Name(l), kind)
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
func (s sampler) settlement(from Loc) action {
	empty := s.view.where(func(to Loc) bool { return s.view.isEmpty(to) && s.view.board.InReach(from, to) })
	n := s.view.at(from).Factors / 2
	if n == 0 || len(empty) == 0 {
		return nil
	}
	if s.view.at(from).Port != "" {
		n = all // the location that they leave is held by a port
	}
	return venture{from, empty[0], ladder{commit: unset, max: unset, move: n}}
}

// attack returns the easiest takeover in reach, or nil if none can succeed in the present situation.
func (s sampler) attack() action {
	aims := slices.DeleteFunc(s.view.Aims(), func(a Aim) bool { return a.Lacks() > 0 })
	if len(aims) == 0 {
		return nil
	}
	a := aims[0]
	do := venture{a.from, a.to, ladder{commit: min(a.Factors, max(1, a.Takes)), max: unset, move: unset}}
	if do.ladder.commit < a.Factors {
		do.ladder.max = a.Factors
	}
	if s.view.at(a.from).Port != "" {
		do.ladder.move = all // the location that they leave is held by a port
	}
	if n := (a.Takes - a.Factors + 1) / 2; n > 0 {
		do.ladder.play = slices.Repeat([]Commonwealth{s.view.board.Locations[a.to].Commonwealth}, n)
	}
	return do
}

// growth returns an action that adds to one or two locations with room in the best regions, or nil.
func (s sampler) growth() action {
	room := s.view.where(func(l Loc) bool { return s.view.isOwn(l) && s.view.at(l).Factors < maxFactors })
	if len(room) == 0 {
		return nil
	}
	return expand{room[:min(2, len(room))]}
}

// harbour returns the first port that can be built, or nil.
func (s sampler) harbour(own []Loc) action {
	for _, l := range own {
		for _, o := range s.view.board.Locations[l].Oceans {
			if do := (port{l, o}); s.view.hinders(do) == "" {
				if len(s.view.board.Locations[l].Oceans) == 1 {
					do.ocean = ""
				}
				return do
			}
		}
	}
	return nil
}

// gathering returns an action that moves all but one factor from a location to another one nearby, or nil.
func (s sampler) gathering(own []Loc) action {
	for _, from := range own {
		for _, to := range own {
			isNear := s.view.board.Near(from, to) && s.view.at(to).Factors < maxFactors
			if n := s.view.at(from).Factors - 1; n > 0 && isNear {
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
func (s sampler) biddings() []adjudicator.Example {
	var out []adjudicator.Example
	add := func(kind, line string) { out = append(out, adjudicator.Example{Kind: kind, Lines: []string{line}}) }
	for _, line := range s.view.Raises() {
		switch {
		case !strings.Contains(line, "PLAY"):
			add("with factors", line)
		case !strings.Contains(line, "COMMIT"):
			add("with cards", line)
		default:
			add("with both", line)
		}
	}
	if s.view.Short() == 0 {
		add("pat", "PAT")
	}
	add("concede", "CONCEDE")
	return out
}

// partings returns choices for a player with excess cards: for each kind of card in hand, that it goes first.
func (s sampler) partings() []adjudicator.Example {
	var out []adjudicator.Example
	for _, kind := range Commonwealths {
		if slices.Contains(s.view.Hand, kind) {
			others := slices.DeleteFunc(slices.Clone(Commonwealths), func(k Commonwealth) bool { return k == kind })
			parts := usualParting(s.view.Hand, s.view.player(s.view.Seat).InPlay, standing{keep: others})
			out = append(out, adjudicator.Example{Kind: "part", Lines: strings.Split(parts.words(), "\n")})
		}
	}
	return out
}

// advances returns choices of how many factors move into a location that was taken: those committed, one more, and
// all.
func (s sampler) advances() []adjudicator.Example {
	least, most := max(1, s.view.Takeover.Committed), min(maxFactors, s.view.Takeover.Committed+s.view.Takeover.Left)
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
func (s sampler) flights() []adjudicator.Example {
	fleet := ""
	if len(s.view.Takeover.Fleets) > 0 {
		fleet = " FLEET " + string(s.view.Takeover.Fleets[0])
	}
	var out []adjudicator.Example
	mayStay := s.view.Chooses() && len(s.view.Takeover.Goes) > 0
	if l, ok := s.view.board.Loc(s.view.Takeover.To); mayStay && ok && s.view.at(l).Factors > 1 {
		line := fmt.Sprintf("RELOCATE TO %s FACTORS %d%s", s.view.Takeover.Goes[0], s.view.at(l).Factors-1, fleet)
		out = append(out, adjudicator.Example{Kind: "some flee", Lines: []string{line}})
	}
	for _, name := range s.view.Takeover.Goes[:min(mostExamples, len(s.view.Takeover.Goes))] {
		out = append(out, adjudicator.Example{Kind: "flee", Lines: []string{"RELOCATE TO " + name + fleet}})
	}
	if len(out) == 0 && fleet != "" {
		out = append(out, adjudicator.Example{Kind: "flee", Lines: []string{strings.TrimSpace(fleet)}})
	}
	return out
}
