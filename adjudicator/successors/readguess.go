package successors

import (
	"slices"

	"deaddrop/parser/order"
)

// Suggest says what may be meant by areas, units and words of orders that are no order together: a move between two areas with what is
// named, a battle in one, or another end of the last move.
func (a *author) Suggest(said []order.Bind, c *order.Context) []string {
	if a.kind != "turn" {
		return nil
	}
	var places []Area
	var units []portion
	verb, leader := "", false
	for _, b := range said {
		switch {
		case b.Class == "place" && len(b.Vals) == 1:
			places = append(places, Area(b.Vals[0]))
		case b.Class == "leader":
			leader = true
		case slices.Contains(typeClasses[:], b.Class):
			units, _ = merged(units, portion{a.counting(b, c), Type(b.Vals[0] - typeThing)})
		case len(b.Vals) == 0 && verb == "":
			verb = b.Class
		}
	}
	g := marching{move: move{land: nowhere}, from: nowhere, seq: places}
	g.party.units, g.party.leader = units, leader
	g.sail = verb == "sail"
	var out order.Outcome
	m := &order.Match{Form: "MOVE"}
	notes := a.notes
	switch {
	case verb == "fight" && len(places) == 1 && len(units) == 0:
		out = a.fighting(fight{at: places[0]}, 0, m, c)
	case len(places) == 2 && a.units(places[0], a.Seat).Total() > 0 && (len(units) > 0 || leader):
		out = a.settled(g, m, c)
	}
	a.notes = notes
	if failed(out) {
		return out.Suggest
	}
	return linesOf(out)
}

// counting is the number that stands right before units.
func (a *author) counting(b order.Bind, c *order.Context) int {
	if n, ok := order.Numeral(c.Word(b.From - 1)); ok && n > 0 && n <= maxUnits {
		return n
	}
	return theUnits
}
