package deadman

import (
	"regexp"
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
)

// Deeds are what a power did in the previous season with the results, as the power was told.
type Deeds struct {
	Power   string
	Built   []string `json:",omitempty"` // such as "F Bre"
	Removed []string `json:",omitempty"`
	Lines   []Line   `json:",omitempty"`
	Peeks   []Peek   `json:",omitempty"`
	Lost    []Loss   `json:",omitempty"`
}

// lately returns the deeds of all powers in the previous season, by number of the power. While retreats are being
// asked for, it is the season that they belong to.
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

// deeds returns a power's part in a season, as that power was told.
func (part PowerSeason) deeds() Deeds {
	d := Deeds{Power: part.Power, Built: part.Built, Removed: part.Removed, Peeks: part.Peeks,
		Lines: slices.Clone(part.Lines), Lost: slices.Clone(part.Lost)}
	for i := range d.Lines {
		d.Lines[i].SeenBy = nil // DM-13: a power is never told who
	}
	for i := range d.Lost {
		d.Lost[i].By = "" // DM-24: by default a power is not told that either
	}
	return d
}

// moved returns the deeds of a season whose retreats are not known yet.
func (s *season) moved() []Deeds {
	var out []Deeds
	for power := range s.seats() {
		out = append(out, Deeds{Power: standard().power(power), Lines: s.lines(power)})
	}
	return out
}

// wintered returns the deeds of the Winter of an open game.
func (s *season) wintered() []Deeds {
	var out []Deeds
	for power := range s.seats() {
		out = append(out, Deeds{Power: standard().power(power), Built: s.winter[power].Built,
			Removed: s.winter[power].Removed})
	}
	return out
}

// orderForm matches the output of [order.told] without stars.
var orderForm = regexp.MustCompile(`^([AF]) ([^ -]+)` +
	`(?:( H| DB)|-Espionage (\w+)|-([^ -]+)( via convoy)?| ([SC]) (?:[AF] )?([^ -]+)(?:-([^ -]+))?)$`)

// ordered parses an order as it was told. ok is false if it is invalid, as it may be in an edited history.
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
