package dishonest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// String returns a force in words: "2 infantry, 1 armour, 1 fleet"; "nothing" if it is empty.
func (f Force) String() string {
	var out []string
	for _, t := range Types {
		if n := f[t]; n > 0 {
			out = append(out, fmt.Sprintf("%d %s", n, plural(t, n)))
		}
	}
	return orNothing(out)
}

// plural returns the name of a type for a number of units.
func plural(t Type, n int) string {
	if n == 1 || t.IsLand() {
		return t.String()
	}
	return t.String() + "s"
}

// String returns cubes in words: "3 money, 1 oil"; "nothing" if there are none.
func (c Cubes) String() string {
	var out []string
	for _, r := range Resources {
		switch n := c[r]; {
		case n == 1 && r == Operations:
			out = append(out, "1 operation")
		case n > 0:
			out = append(out, fmt.Sprintf("%d %s", n, r))
		}
	}
	return orNothing(out)
}

// Short returns cubes as numbers, in the order of the resources: "3/2/1/0".
func (c Cubes) Short() string {
	return fmt.Sprintf("%d/%d/%d/%d", c[Money], c[Supply], c[Operations], c[Oil])
}

func orNothing(parts []string) string {
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, ", ")
}

// symbols has the names of the symbol that yields each resource, singular and plural.
var symbols = [...][2]string{Money: {"factory", "factories"}, Supply: {"crate", "crates"},
	Operations: {"government", "governments"}, Oil: {"derrick", "derricks"}}

// Symbols returns the symbols of a place in words: "2 factories, 1 crate"; "" if none.
func (p Place) Symbols() string {
	var out []string
	for _, r := range Resources {
		switch n := p.Yield[r]; {
		case n == 1:
			out = append(out, "1 "+symbols[r][0])
		case n > 1:
			out = append(out, fmt.Sprintf("%d %s", n, symbols[r][1]))
		}
	}
	return strings.Join(out, ", ")
}

// A Row is an area as letters print it.
type Row struct {
	Place
	Holder string // the holder; "" if nobody
	// the contents, such as "UK 1 infantry, 1 fighter", "garrison 1", "UK colony", "neutral garrison 2", "quagmire"
	Stands  []string
	Closed  bool     // whether only air units pass
	Mine    bool     // whether the reader holds it, or has a marker there
	Next    []string // adjacent areas: regions, then sea-zones
	Through []string // canals, such as "Suez, to the Red Sea"
}

// Worth returns the features of a region, as they stand in brackets after its name: "objective, 1 factory"; "" if
// none.
func (r Row) Worth() string {
	var out []string
	if r.Objective {
		out = append(out, "objective")
	}
	if s := r.Symbols(); s != "" {
		out = append(out, s)
	}
	return strings.Join(out, ", ")
}

// row returns the row of an area for the reader. The pieces of the power of are listed without its name if no other
// power has units there; with "" all are named.
func (v View) row(a Area, of string) Row {
	b, h := v.Board(), v.Areas[a]
	out := Row{Place: b.Places[a], Holder: v.holder(a), Closed: v.closed(a)}
	shared := slices.ContainsFunc(h.Stacks, func(k Stack) bool { return k.Seat != of })
	whose := func(seat, text string) string {
		if seat == of && !shared {
			return text
		}
		return seat + " " + text
	}
	for _, k := range h.Stacks {
		out.Stands = append(out.Stands, whose(k.Seat, k.Force.String()))
	}
	if h.Garrison > 0 {
		text := fmt.Sprintf("garrison %d", h.Garrison)
		if h.Keeper != out.Holder {
			text = h.Keeper + " " + text
		}
		out.Stands = append(out.Stands, text)
	}
	if h.Colony != "" {
		out.Stands = append(out.Stands, whose(h.Colony, "colony"))
	}
	if h.Neutral > 0 {
		out.Stands = append(out.Stands, neutral(h.Neutral))
	}
	if h.Quagmire {
		out.Stands = append(out.Stands, "quagmire")
	}
	out.Mine = v.Seat != "" && slices.Contains([]string{out.Holder, h.Colony, v.owner(a)}, v.Seat)
	var seas []string
	for _, o := range b.Next(a) {
		if b.IsSea(o) {
			seas = append(seas, b.Name(o))
		} else {
			out.Next = append(out.Next, b.Name(o))
		}
	}
	out.Next = append(out.Next, seas...)
	for _, c := range b.Canals {
		switch a {
		case c.Seas[0]:
			out.Through = append(out.Through, fmt.Sprintf("%s by %s (%s)", b.Name(c.Seas[1]), c.Name, b.Name(c.Region)))
		case c.Seas[1]:
			out.Through = append(out.Through, fmt.Sprintf("%s by %s (%s)", b.Name(c.Seas[0]), c.Name, b.Name(c.Region)))
		}
	}
	return out
}

// neutral returns the words for a neutral garrison.
func neutral(strength int) string { return fmt.Sprintf("neutral garrison %d", strength) }

// rows returns the rows that satisfy want, in the order of the board.
func (v View) rows(of string, want func(Row) bool) []Row {
	var out []Row
	for a := range v.Areas {
		if r := v.row(Area(a), of); want(r) {
			out = append(out, r)
		}
	}
	return out
}

// Own returns the areas that the reader holds, or that are the reader's and others occupy.
func (v View) Own() []Row { return v.rows(v.Seat, func(r Row) bool { return r.Mine }) }

// Manned returns the reader's areas in which the reader or an enemy has units.
func (v View) Manned() []Row {
	return slices.DeleteFunc(v.Own(), func(r Row) bool { return len(v.holding(r).Stacks) == 0 })
}

// Unmanned returns the other areas of the reader, with their contents apart from a marker: "England*, Malaya
// (garrison 1)"; an objective has a star.
func (v View) Unmanned() []string {
	var out []string
	for _, r := range v.Own() {
		if len(v.holding(r).Stacks) > 0 {
			continue
		}
		name := r.Starred()
		beside := slices.DeleteFunc(r.Stands, func(what string) bool { return what == "colony" })
		if len(beside) > 0 {
			name += " (" + strings.Join(beside, "; ") + ")"
		}
		out = append(out, name)
	}
	return out
}

// holding returns the contents of the area of a row.
func (v View) holding(r Row) Holding {
	a, _ := v.Board().Area(r.Name)
	return v.Areas[a]
}

// Near returns the areas one step from the reader's units that are not the reader's and not empty: "Poland*: neutral
// garrison 3".
func (v View) Near() []string {
	var out []string
	for _, r := range v.beside() {
		switch {
		case len(r.Stands) > 0:
			out = append(out, r.Starred()+": "+strings.Join(r.Stands, ", "))
		case !r.Sea && r.Holder != "":
			out = append(out, r.Starred()+": "+r.Holder)
		case !r.Sea:
			out = append(out, r.Starred()+": nobody")
		}
	}
	return out
}

// Armed returns the areas in Near in which others have units.
func (v View) Armed() []string {
	var out []string
	for _, r := range v.beside() {
		if len(v.holding(r).Stacks) > 0 {
			out = append(out, r.Starred()+": "+strings.Join(r.Stands, ", "))
		}
	}
	return out
}

// beside returns the areas one step from the reader's units that are not the reader's.
func (v View) beside() []Row {
	var out []Row
	for a := range v.Areas {
		r := v.row(Area(a), "")
		reached := func(o Area) bool { return v.force(o, v.Seat).Total() > 0 }
		if !r.Mine && !r.Closed && slices.ContainsFunc(v.Board().Next(Area(a)), reached) {
			out = append(out, r)
		}
	}
	return out
}

// A Realm is everything that one power holds.
type Realm struct {
	Seat     string
	Rows     []Row    // its other areas: those with more in them than a colony marker
	Empty    []string // its homelands without units; an objective has a star
	Colonies []string // its colonies without units
}

// Realms returns the realms of the other powers, in the order of the League track.
func (v View) Realms() []Realm {
	var out []Realm
	for _, seat := range v.order() {
		if seat == v.Seat {
			continue
		}
		m := Realm{Seat: seat}
		for _, r := range v.rows(seat, func(r Row) bool { return r.Holder == seat && !r.Mine }) {
			switch {
			case len(r.Stands) == 0:
				m.Empty = append(m.Empty, r.Starred())
			case len(r.Stands) == 1 && r.Stands[0] == "colony":
				m.Colonies = append(m.Colonies, r.Starred())
			default:
				m.Rows = append(m.Rows, r)
			}
		}
		out = append(out, m)
	}
	return out
}

// Neutral returns the regions that nobody holds, by the strength of their neutral garrisons: "3: Afghanistan,
// Brazil*".
func (v View) Neutral() []string {
	by := map[int][]string{}
	most := 0
	for a, h := range v.Areas {
		r := v.row(Area(a), "")
		if r.Sea || r.Closed {
			continue
		}
		if r.Holder != "" || r.Mine {
			continue
		}
		name := r.Starred()
		for _, text := range r.Stands {
			if text != neutral(h.Neutral) {
				name += " (" + text + ")"
			}
		}
		by[h.Neutral], most = append(by[h.Neutral], name), max(most, h.Neutral)
	}
	var out []string
	for n := most; n >= 0; n-- {
		if names := by[n]; len(names) > 0 {
			out = append(out, fmt.Sprintf("%d: %s", n, strings.Join(names, ", ")))
		}
	}
	return out
}

// Starred returns the name of a place, with a star if it is an objective.
func (r Row) Starred() string {
	if r.Objective {
		return r.Name + "*"
	}
	return r.Name
}

// Regions returns all regions.
func (v View) Regions() []Row { return v.rows("", func(r Row) bool { return !r.Sea }) }

// Seas returns all sea-zones.
func (v View) Seas() []Row { return v.rows("", func(r Row) bool { return r.Sea }) }

// A Line is a player as letters print them.
type Line struct {
	Player
	Place  int   // place on the League track, from 1
	Income Cubes // what the player's regions would yield now
	Mine   bool
	Units  int
}

// State returns a player's ideology and whether it was played, their ally, and whether they have passed: "Fascism
// (played), ally UK".
func (l Line) State() string {
	var out []string
	switch {
	case l.Tile != "" && l.Spent:
		out = append(out, l.Tile+" (played)")
	case l.Tile != "":
		out = append(out, l.Tile)
	}
	if l.Ally != "" {
		out = append(out, "ally "+l.Ally)
	}
	if l.Passed {
		out = append(out, "passed")
	}
	return strings.Join(out, ", ")
}

// Lines returns the players in the order of the League track.
func (v View) Lines() []Line {
	var out []Line
	for i, p := range v.Players {
		out = append(out, Line{Player: p, Place: i + 1, Income: v.yield(p.Seat), Mine: p.Seat == v.Seat,
			Units: v.count(p.Seat).Total()})
	}
	return out
}

// Limit returns the number of units that the reader may have in one area at the end of a turn (DD-8).
func (v View) Limit() int { return v.limit(v.Seat) }

// fewMarkers is the largest number of control markers left at which letters mention it.
const fewMarkers = 3

// Scarce returns a note on the number of control markers that the reader has left, if there are few (DD-48); ""
// otherwise.
func (v View) Scarce() string {
	left, limited := v.markers(v.Seat)
	if !limited || left > fewMarkers {
		return ""
	}
	return count(left, "control marker")
}

// Cards returns the cards in the reader's hand.
func (v View) Cards() []Card {
	var out []Card
	for _, n := range v.Hand {
		if c := v.Board().card(n); c != nil {
			out = append(out, *c)
		}
	}
	return out
}

// Out returns the powers that nobody plays, in words: "Italy (conquerable)".
func (v View) Out() []string {
	var out []string
	for _, u := range v.Unplayed {
		text := "impassable"
		if u.Conquerable {
			text = "conquerable"
		}
		out = append(out, fmt.Sprintf("%s (%s)", u.Seat, text))
	}
	return out
}

// Ideology returns the reader's tile of this year; nil if they have none.
func (v View) Ideology() *Tile { return v.Board().tile(v.Me().Tile) }

// Other returns the tile that was just played, while others are asked about it; nil if none.
func (v View) Other() *Tile {
	if v.Tile == nil {
		return nil
	}
	return v.Board().tile(v.Tile.Tile)
}

// Note returns the note of the edition for letters; "" if none.
func (v View) Note() string { return v.Board().Note }

// Worth returns a card's symbol and battle effect in words: "League; battle: strength 2, 1 sword"; "" if it has
// neither.
func (c Card) Worth() string {
	var out []string
	if c.League {
		out = append(out, "League")
	}
	if c.Battle != nil {
		out = append(out, "battle: "+c.Fights())
	}
	return strings.Join(out, "; ")
}

// Fights returns a card's battle effect in words: "strength 2, 1 sword"; "" if it has none.
func (c Card) Fights() string {
	w := c.Battle
	if w == nil || w.Strength == 0 {
		return cmp.Or(w, &Battling{}).signs()
	}
	return strings.TrimSuffix(fmt.Sprintf("strength %d, %s", w.Strength, w.signs()), ", ")
}

// signs returns swords, shields and explosions in words.
func (w Battling) signs() string {
	var out []string
	for _, x := range []struct {
		n    int
		name string
	}{{w.Swords, "sword"}, {w.Shields, "shield"}, {w.Explosions, "explosion"}} {
		if x.n > 0 {
			out = append(out, count(x.n, x.name))
		}
	}
	return strings.Join(out, ", ")
}

// count returns a number of things in words.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
