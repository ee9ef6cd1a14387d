package dealers

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// This file has the methods that letters use to print the draft, the map and all cards.

// Leaders returns the leaders who can still be chosen in the draft.
func (v View) Leaders() []Chief {
	if v.Draft == nil {
		return nil
	}
	var out []Chief
	for _, name := range v.Draft.Factions {
		out = append(out, v.chief(name))
	}
	return out
}

// Everybody returns all leaders.
func (s State) Everybody() []Chief {
	var out []Chief
	for _, f := range s.edition().Factions {
		out = append(out, s.chief(f.Name))
	}
	return out
}

// A Chief is a leader with a deck, as letters print it.
type Chief struct{ Name, Text, Deck string }

func (s State) chief(name string) Chief {
	b := s.edition()
	f := b.faction(name)
	var rest, own []string
	for _, card := range f.Deck {
		if c := b.card(card); c.Kind == Leader {
			own = append(own, fmt.Sprintf("%s %s (%s)", c.Name, c.Values,
				strings.TrimSuffix(cmp.Or(c.Text, "no effect"), ".")))
		} else {
			rest = append(rest, card)
		}
	}
	return Chief{name, f.Text, strings.Join(append([]string{Heap(rest)}, own...), ", ")}
}

// A Land is a territory or a sea of the map, as letters print it.
type Land struct {
	Name       string
	Text       string // for a city, the effects of its card
	Gives      string // what is won there: "spoils 2", "start city" or "prize city"
	Defences   string // native, interior and border defence, such as "3/3/2"; an inland territory has no border defence
	Owner      string // the holder; "" if nobody
	Difficulty int    // difficulty of a sea
	Next       []string
}

// land returns an area with the adjacent ones: territories, then seas.
func (s State) land(a Area) Land {
	m := s.on()
	p := m.Places[a]
	out := Land{Name: p.Name, Difficulty: p.Difficulty}
	var seas []string
	for _, o := range m.Next(a) {
		switch {
		case m.IsSea(o):
			seas = append(seas, m.Name(o))
		case p.Sea: // the seas of a coast are listed with the territory
		case m.arrows.Linked(a, o):
			out.Next = append(out.Next, m.Name(o)+" (by an arrow)")
		default:
			out.Next = append(out.Next, m.Name(o))
		}
	}
	out.Next = append(out.Next, seas...)
	if p.Sea {
		return out
	}
	out.Owner, out.Gives, out.Defences = s.owner(a), p.prize(), fmt.Sprintf("%d/%d", p.Native, p.Interior)
	if p.Border > 0 {
		out.Defences += fmt.Sprintf("/%d", p.Border)
	}
	if l := s.edition().location(p.Name); l != nil {
		out.Text = l.Text
	}
	return out
}

// areas returns the areas of the map that satisfy want, in its order.
func (s State) areas(want func(Place) bool) []Land {
	var out []Land
	for a, p := range s.on().Places {
		if want(p) {
			out = append(out, s.land(Area(a)))
		}
	}
	return out
}

// Lands returns all territories of the map.
func (s State) Lands() []Land { return s.areas(func(p Place) bool { return !p.Sea }) }

// Seas returns all seas of the map.
func (s State) Seas() []Land { return s.areas(func(p Place) bool { return p.Sea }) }

// Cities returns all start and prize cities of the map.
func (s State) Cities() []Land { return s.areas(func(p Place) bool { return !p.Sea && p.Native > 3 }) }

// Starts returns the start cities that can still be chosen in the draft.
func (v View) Starts() []Land {
	return v.areas(func(p Place) bool { return v.Draft != nil && slices.Contains(v.Draft.Cities, p.Name) })
}

// Wish returns an example of a list for the draft, from what can still be chosen.
func (v View) Wish() string {
	if v.Draft == nil {
		return ""
	}
	var out []string
	for i := range 2 {
		for _, list := range [][]string{v.Draft.Factions, v.Draft.Cities} {
			if i < len(list) {
				out = append(out, list[i])
			}
		}
	}
	return strings.Join(out, ", ")
}

// A Side is a side of the action board, as letters print it.
type Side struct {
	Name  string
	Boxes []string
}

// Sides returns both sides of the action board.
func (s State) Sides() []Side {
	var out []Side
	for i, name := range []string{"Early era", "Late era"} {
		era := &s.edition().Eras[i]
		side := Side{Name: name}
		for k := range era.Actions {
			a := &era.Actions[k]
			room := "any number of cubes"
			if a.Slots > 0 {
				room = count(a.Slots, "cube")
			}
			side.Boxes = append(side.Boxes, fmt.Sprintf("%s (%s, %s): %s", a.Name, a.Group, room, a.Does()))
		}
		if bonus := era.Bonus(); bonus != "" {
			side.Boxes = append(side.Boxes, "Before each reorganize action "+bonus+".")
		}
		out = append(out, side)
	}
	return out
}

// Catalogue returns the cards that can be trained in the game, one a line.
func (s State) Catalogue() []string {
	b := s.edition()
	var out []string
	add := func(text string, more string) { out = append(out, strings.TrimSpace(text+" "+more)) }
	card := func(c *Card) { add(fmt.Sprintf("%s: cost %d, %s.", c.Name, c.Cost, c.Values), c.Text) }
	for i := range b.Cards {
		if c := &b.Cards[i]; c.Kind == Masses || c.Kind == Citizen {
			card(c)
		}
	}
	for _, name := range s.Families {
		for _, level := range b.names(name, 1, 2) {
			card(b.card(level))
		}
		f := b.family(name)
		add(fmt.Sprintf("%s master: cost %d, %s at the end.", name, f.Cost, count(f.Points, "point")), f.Text)
	}
	return out
}

// Loot returns the cards of spoils of war, one a line.
func (s State) Loot() []string {
	var out []string
	for _, l := range s.edition().Locations {
		if l.Spoils() {
			out = append(out, fmt.Sprintf("%s (spoils %d, %d of them): %s", l.Name, l.Value, l.Copies, l.Text))
		}
	}
	return out
}
