package deadman

import (
	"regexp"
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
)

// Deeds are what a power did in the season before, and what became of it: all of it was told to that power.
type Deeds struct {
	Power   string
	Built   []string `json:",omitempty"` // "F Bre"
	Removed []string `json:",omitempty"`
	Lines   []Line   `json:",omitempty"`
	Peeks   []Peek   `json:",omitempty"`
	Lost    []Loss   `json:",omitempty"`
}

// lately is what all powers did in the season before, by their number; while retreats are asked for, it is the season
// that they are of.
func (p *position) lately() []Deeds {
	if p.retreating != nil {
		return p.retreating.moved()
	}
	if len(p.Wintered) > 0 || len(p.History) == 0 {
		return p.Wintered
	}
	var out []Deeds
	for _, part := range p.History[len(p.History)-1].Powers {
		out = append(out, part.deeds())
	}
	return out
}

// deeds are a power's part in a season as it was told to that power.
func (part PowerSeason) deeds() Deeds {
	d := Deeds{Power: part.Power, Built: part.Built, Removed: part.Removed, Peeks: part.Peeks,
		Lines: slices.Clone(part.Lines), Lost: slices.Clone(part.Lost)}
	for i := range d.Lines {
		d.Lines[i].SeenBy = nil // DM-13: it is never told who
	}
	for i := range d.Lost {
		d.Lost[i].By = "" // DM-24: by default that is not told either
	}
	return d
}

// moved are the orders of a season of which the retreats are not in yet.
func (s *season) moved() []Deeds {
	var out []Deeds
	for power := range s.seats() {
		out = append(out, Deeds{Power: standard().power(power), Lines: s.lines(power)})
	}
	return out
}

// wintered are the builds and removals of the Winter of an open game.
func (s *season) wintered() []Deeds {
	var out []Deeds
	for power := range s.seats() {
		out = append(out, Deeds{Power: standard().power(power), Built: s.winter[power].Built,
			Removed: s.winter[power].Removed})
	}
	return out
}

// orderForm is what [order.told] writes, without stars.
var orderForm = regexp.MustCompile(`^([AF]) ([^ -]+)` +
	`(?:( H| DB)|-Espionage (\w+)|-([^ -]+)( via convoy)?| ([SC]) (?:[AF] )?([^ -]+)(?:-([^ -]+))?)$`)

// ordered reads an order that was told. What a history has that was edited may be none.
func (b board) ordered(text string) (o order, ok bool) {
	m := orderForm.FindStringSubmatch(strings.ReplaceAll(text, "*", ""))
	if m == nil {
		return o, false
	}
	ok = true
	loc := func(name string) diplomacy.Loc {
		at := b.places.Find(name)
		if name == "" || len(at) != 1 {
			ok = ok && name == ""
			return diplomacy.NoLoc
		}
		return at[0]
	}
	o = order{unit: diplomacy.Army, at: loc(m[2]), verb: move, target: loc(m[8]), to: loc(m[5] + m[9]),
		via: m[6] != "", on: diplomacy.Nobody}
	if m[1] == "F" {
		o.unit = diplomacy.Fleet
	}
	switch {
	case m[3] == " H":
		o.verb = hold
	case m[3] == " DB":
		o.verb = disband
	case m[4] != "":
		o.verb, o.on = spy, b.Board.Power(m[4])
	case m[7] == "S":
		o.verb = support
	case m[7] == "C":
		o.verb, ok = convoy, ok && o.to != diplomacy.NoLoc
	}
	return o, ok
}
