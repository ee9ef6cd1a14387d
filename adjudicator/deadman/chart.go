package deadman

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/diplomacy"
)

// boardName is what charts call the board.
const boardName = "standard"

// A charter builds a chart: the places in the order of the board, and what is known about them.
type charter struct {
	board
	adjudicator.Chart
}

func newCharter(unknown bool) *charter {
	c := &charter{board: standard(), Chart: adjudicator.Chart{Board: boardName}}
	for _, l := range c.Provinces() {
		c.Places = append(c.Places, adjudicator.Place{Name: c.Abbr(l), Unknown: unknown})
	}
	return c
}

// Chart returns the chart for a power: its units with their orders in the last season, its centres, and what spies
// and peeks found. Everything else is unknown. On an open board, and when the game is over, it shows everything.
func (v View) Chart() adjudicator.Chart {
	if v.whole != nil {
		return v.whole.Chart()
	}
	c := newCharter(true)
	for _, abbr := range v.Centres {
		c.at(abbr).Owner = adjudicator.Seat(v.Power)
	}
	for _, home := range v.homes {
		c.at(c.Abbr(home)).Unknown = false // before the set-up there are no units
	}
	for _, k := range v.Known {
		c.sighting(k, v.Last)
	}
	for _, unit := range v.Units {
		if place := c.at(placeOf(unit)); place.Unknown {
			*place = adjudicator.Place{Name: place.Name, Owner: place.Owner}
		} else {
			place.Pieces = nil // what was found there is out of date
		}
		c.stand(v.Power, unit, slices.Contains(v.Starred, unit), slices.Contains(v.Dislodged, unit))
	}
	c.deeds(v.Deeds)
	return c.Chart
}

// Chart returns the chart for the game master, which shows everything.
func (t Truth) Chart() adjudicator.Chart {
	c := newCharter(false)
	for _, h := range t.Powers {
		for _, abbr := range h.Centres {
			c.at(abbr).Owner = adjudicator.Seat(h.Power)
		}
		for _, unit := range h.Units {
			c.stand(h.Power, unit, slices.Contains(t.Starred, h.Power+" "+unit), false)
		}
	}
	for _, text := range t.Dislodged {
		power, unit, _ := strings.Cut(text, " ")
		c.stand(power, unit, false, true)
	}
	c.deeds(t.Deeds)
	return c.Chart
}

// at returns the place of a chart, by the name of the place or of one of its coasts. For a name that does not exist,
// which may occur in an edited history, it returns a place that is not part of the chart.
func (c *charter) at(name string) *adjudicator.Place {
	name, _, _ = strings.Cut(name, "(")
	i := slices.IndexFunc(c.Places, func(p adjudicator.Place) bool { return p.Name == name })
	if i < 0 {
		return new(adjudicator.Place)
	}
	return &c.Places[i]
}

// placeOf returns the place of a unit written as "F Spa(sc)".
func placeOf(unit string) string {
	_, at, _ := strings.Cut(unit, " ")
	return at
}

// shore returns the name of a coast, such as "nc", or "" for a province.
func shore(name string) string {
	_, coast, _ := strings.Cut(name, "(")
	return strings.TrimSuffix(coast, ")")
}

// stand adds a unit to its place.
func (c *charter) stand(power, unit string, found, dislodged bool) {
	kind, at, _ := strings.Cut(unit, " ")
	p := adjudicator.Piece{Kind: pieceKind(kind), Owner: adjudicator.Seat(power), Count: 1, Coast: shore(at)}
	switch {
	case dislodged:
		p.Mark = "dislodged"
	case found:
		p.Mark = "found"
	}
	place := c.at(at)
	place.Pieces = append(place.Pieces, p)
}

func pieceKind(letter string) string {
	if letter == "F" {
		return "fleet"
	}
	return "army"
}

// sighting adds what was found in a space. It counts as current if it is from the last season, and as old otherwise.
// If a spy and a peek looked in the same season, the spy's report comes first, because it says more.
func (c *charter) sighting(k Sighting, last string) {
	place, since := c.at(k.Space), k.Phase
	if len(place.Pieces) > 0 {
		return
	}
	if k.Phase == last {
		since, place.Unknown = "", false
	}
	place.Since = since
	if k.Occupied {
		place.Pieces = []adjudicator.Piece{
			{Kind: c.kindIn(k.Space), Owner: adjudicator.Seat(k.Power), Count: 1, Since: since},
		}
	}
}

// kindIn returns the only kind of unit that can be in a space, or "unit".
func (c *charter) kindIn(abbr string) string {
	at := c.places.Find(abbr)
	if len(at) != 1 {
		return "unit"
	}
	switch c.Terrain(at[0]) {
	case diplomacy.Sea:
		return "fleet"
	case diplomacy.Inland:
		return "army"
	}
	return "unit"
}

// deeds adds the orders of a season and their results.
func (c *charter) deeds(all []Deeds) {
	var orders []order
	for _, d := range all {
		for _, l := range d.Lines {
			if o, ok := c.ordered(l.Text); ok {
				orders = append(orders, o)
			}
		}
	}
	for _, d := range all {
		owner := adjudicator.Seat(d.Power)
		for _, unit := range d.Removed {
			c.arrow(adjudicator.Arrow{Kind: "disband", From: placeOf(unit), Owner: owner})
		}
		for _, unit := range d.Built {
			at := placeOf(unit)
			c.arrow(adjudicator.Arrow{Kind: "build", From: at, Coast: shore(at), Owner: owner})
			c.renew(d.Power, unit)
		}
		for _, l := range d.Lines {
			c.line(l, owner, orders)
		}
		for _, l := range d.Lost {
			c.loss(l, owner)
		}
		for _, p := range d.Peeks {
			c.arrow(adjudicator.Arrow{Kind: "peek", From: p.Space, Owner: owner})
		}
	}
}

// renew marks a unit as newly built, if it is still there and has no other mark.
func (c *charter) renew(power, unit string) {
	kind, at, _ := strings.Cut(unit, " ")
	for i, p := range c.at(at).Pieces {
		if p.Owner == adjudicator.Seat(power) && p.Kind == pieceKind(kind) && p.Mark == "" {
			c.at(at).Pieces[i].Mark = "new"
		}
	}
}

// line adds the arrow for an order.
func (c *charter) line(l Line, owner adjudicator.Seat, all []order) {
	o, ok := c.ordered(l.Text)
	if !ok {
		return
	}
	a := adjudicator.Arrow{From: c.Abbr(o.at), Owner: owner, Failed: l.Failed}
	if o.target != diplomacy.NoLoc {
		a.Of = c.Abbr(o.target)
	}
	if o.to != diplomacy.NoLoc {
		a.To = c.Abbr(o.to)
	}
	switch o.verb {
	case hold:
		a.Kind = "hold"
	case move:
		a.Kind, a.Coast, a.Via = "move", shore(a.To), c.via(o, all)
	case support:
		a.Kind = "support"
	case convoy:
		a.Kind = "convoy"
	case disband:
		a.Kind = "disband"
	case spy:
		c.saw(a, l.Found)
		return
	}
	c.arrow(a)
}

// saw adds what a spy saw.
func (c *charter) saw(a adjudicator.Arrow, found []string) {
	a.Kind = "spy"
	if len(found) == 0 {
		c.arrow(a)
	}
	for _, a.To = range found {
		c.arrow(a)
	}
}

// loss shows where a dislodged unit went, or that it is gone.
func (c *charter) loss(l Loss, owner adjudicator.Seat) {
	a := adjudicator.Arrow{Kind: "disband", From: placeOf(l.Unit), Owner: owner}
	if to := strings.TrimRight(l.To, "*"); to != "" {
		a.Kind, a.To, a.Coast = "retreat", to, shore(to)
	}
	c.arrow(a)
}

// arrow adds an arrow, between provinces.
func (c *charter) arrow(a adjudicator.Arrow) {
	for _, name := range []*string{&a.From, &a.To, &a.Of} {
		if *name, _, _ = strings.Cut(*name, "("); *name != "" && c.at(*name).Name == "" || a.From == "" {
			return
		}
	}
	c.Arrows = append(c.Arrows, a)
}

// via returns the sea route of an army, according to the orders of the fleets that are known to have convoyed it; nil
// if it went by land, or if these fleets do not connect the places.
func (c *charter) via(o order, all []order) []string {
	from, to := c.Province(o.at), c.Province(o.to)
	if o.unit != diplomacy.Army || !o.via && slices.Contains(c.Touching(from), to) {
		return nil
	}
	var fleets []diplomacy.Loc
	for _, other := range all {
		if other.verb == convoy && c.Province(other.target) == from && c.Province(other.to) == to {
			fleets = append(fleets, c.Province(other.at))
		}
	}
	came := map[diplomacy.Loc]diplomacy.Loc{}
	for queue := []diplomacy.Loc{from}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if at != from && slices.Contains(c.Touching(at), to) {
			return c.back(came, at, from)
		}
		for _, next := range fleets {
			if _, been := came[next]; !been && slices.Contains(c.Touching(at), next) {
				came[next] = at
				queue = append(queue, next)
			}
		}
	}
	return nil
}

// back returns the path that led to a place, without its start.
func (c *charter) back(came map[diplomacy.Loc]diplomacy.Loc, at, from diplomacy.Loc) []string {
	var way []string
	for ; at != from; at = came[at] {
		way = append(way, c.Abbr(at))
	}
	slices.Reverse(way)
	return way
}
