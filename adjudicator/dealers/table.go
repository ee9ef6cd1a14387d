package dealers

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// This file has the methods that letters use to print a view: players, territories, cards and boxes, in words.

// count returns a number of things in words: "1 card", "2 cards".
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// String returns the values of a card as letters print them: attack, defence and support, such as "3/2/1".
func (x Strengths) String() string {
	return fmt.Sprintf("%d/%d/%d", x[Attack], x[Defence], x[Support])
}

// Words returns markers in words: "2 attack, 1 support"; "nothing" if there are none.
func (x Strengths) Words() string {
	var out []string
	for i, n := range x {
		if n != 0 {
			out = append(out, fmt.Sprintf("%d %s", n, Strength(i)))
		}
	}
	return cmp.Or(strings.Join(out, ", "), "nothing")
}

// Heap returns a list of cards as letters print it, in order: each name once, with the number if there are several,
// and without the mark of a faction's copy: "2 Tutor, Veteran"; "none" if it is empty.
func Heap(cards []string) string {
	var names []string
	n := map[string]int{}
	for _, c := range cards {
		name := plain(c)
		if n[name]++; n[name] == 1 {
			names = append(names, name)
		}
	}
	for i, name := range names {
		if n[name] > 1 {
			names[i] = fmt.Sprintf("%d %s", n[name], name)
		}
	}
	return cmp.Or(strings.Join(names, ", "), "none")
}

// A Line is a player as letters print them.
type Line struct {
	Player
	Place int // place in the order of turns of the year, from 1
	Total int // points, including those for masters and territories at the end
	Mine  bool
	guard int // defence of each territory in addition to its own
	land  []string
}

// Lines returns the players in the order of turns of the year.
func (v View) Lines() []Line {
	var out []Line
	for i, seat := range v.from(v.Starter) {
		p := *v.player(seat)
		l := Line{Player: p, Place: i + 1, Mine: seat == v.Seat}
		if p.Faction != "" && p.Capital != "" {
			l.guard = v.passive(seat).Defence + p.Shield + p.Markers[Defence]
		}
		l.Total = p.Points + v.Worth()*len(v.territories(seat))
		for _, name := range p.Masters {
			l.Total += v.edition().family(name).Points
		}
		for _, a := range v.territories(seat) {
			l.land = append(l.land, v.ground(a, l.Mine))
		}
		out = append(out, l)
	}
	return out
}

// ground returns a territory that somebody holds in words: "Bern (capital)"; for its holder with its defences: "Milan
// 3/2".
func (v View) ground(a Area, mine bool) string {
	p := v.on().Places[a]
	switch {
	case v.capital(a) != "":
		return p.Name + " (capital)"
	case !mine:
		return p.Name
	case p.Border == 0:
		return fmt.Sprintf("%s %d", p.Name, p.Interior)
	default:
		return fmt.Sprintf("%s %d/%d", p.Name, p.Interior, p.Border)
	}
}

// Others returns the lines of the other players.
func (v View) Others() []Line {
	return slices.DeleteFunc(v.Lines(), func(l Line) bool { return l.Mine })
}

// Actions returns the cubes that are left: "2+T+L", with T for the start player token and L for the leader cube; "-"
// if none.
func (l Line) Actions() string {
	var out []string
	if l.Cubes > 0 {
		out = append(out, fmt.Sprint(l.Cubes))
	}
	if l.Token {
		out = append(out, "T")
	}
	if l.Leader {
		out = append(out, "L")
	}
	return cmp.Or(strings.Join(out, "+"), "-")
}

// Piles returns the numbers of cards in hand, draw pile and discard pile: "4/10/0".
func (l Line) Piles() string { return fmt.Sprintf("%d/%d/%d", l.Hand, l.Draw, l.Discard) }

// Holds returns the number of territories that the player holds.
func (l Line) Holds() int { return len(l.land) }

// Land returns the territories that the player holds: "Bern (capital), Milan"; "" if none.
func (l Line) Land() string { return strings.Join(l.land, ", ") }

// House returns leader and capital: "Navaa, Madrid"; "" before the draft.
func (l Line) House() string {
	return strings.Join(slices.DeleteFunc([]string{l.Faction, l.Capital}, func(s string) bool { return s == "" }), ", ")
}

// Shows returns the open cards and markers of the player, one item a line.
func (l Line) Shows() []string {
	var out []string
	add := func(what, list string) {
		if list != "" && list != "none" {
			out = append(out, what+": "+list+".")
		}
	}
	add("Play area", Heap(l.Play))
	add("Ready area", Heap(l.Ready))
	add("Location cards", Heap(l.Locations))
	add("Masters", strings.Join(l.Masters, ", "))
	if len(l.Player.Open) > 0 {
		add("Discard pile", Heap(l.Player.Open))
	} else {
		add("On top of the discard pile", plain(l.Top))
	}
	if g := l.Guard(); g != "" {
		out = append(out, g)
	}
	if x := l.Markers; x[Attack]+x[Support] > 0 {
		add("Markers", x.Words())
	}
	return out
}

// Guard returns the defence of each territory of the player in addition to its own, as a sentence: "More defence in
// each territory: 4 (1 by actions, 2 markers)."; "" if none.
func (l Line) Guard() string {
	if l.guard == 0 {
		return ""
	}
	var parts []string
	if l.Shield > 0 {
		parts = append(parts, fmt.Sprintf("%d by actions until winter", l.Shield))
	}
	if n := l.Markers[Defence]; n > 0 {
		parts = append(parts, fmt.Sprintf("%d by markers until the next turn", n))
	}
	text := fmt.Sprintf("More defence in each territory: %d", l.guard)
	if len(parts) > 0 {
		text += " (" + strings.Join(parts, ", ") + ")"
	}
	return text + "."
}

// Strengthened returns the additional defence in a few words: "Defence +4."; "" if none.
func (l Line) Strengthened() string {
	if l.guard == 0 {
		return ""
	}
	return fmt.Sprintf("Defence +%d.", l.guard)
}

// Brief returns the open cards and markers of the player that matter to others, in one line.
func (l Line) Brief() string {
	var out []string
	for _, x := range []struct{ what, list string }{{"Ready", Heap(l.Ready)}, {"Cards", Heap(l.Locations)},
		{"Masters", strings.Join(l.Masters, ", ")}} {
		if x.list != "" && x.list != "none" {
			out = append(out, x.what+": "+x.list+".")
		}
	}
	return strings.TrimSpace(strings.Join(out, " ") + " " + l.Strengthened())
}

// A Held is identical cards in the reader's hand or ready area.
type Held struct {
	Name   string
	N      int
	Values string // such as "3/2/1"
	Text   string
}

// Title returns the name, with the number of copies if there are several: "2 Tutor".
func (h Held) Title() string {
	if h.N > 1 {
		return fmt.Sprintf("%d %s", h.N, h.Name)
	}
	return h.Name
}

// held returns cards grouped by name, in the order of their names.
func (b *Board) held(cards []string) []Held {
	var out []Held
	for _, name := range cards {
		name = plain(name)
		i := slices.IndexFunc(out, func(h Held) bool { return h.Name == name })
		if i >= 0 {
			out[i].N++
			continue
		}
		c := b.card(name)
		out = append(out, Held{name, 1, c.Values.String(), c.Text})
	}
	slices.SortFunc(out, func(x, y Held) int { return cmp.Compare(x.Name, y.Name) })
	return out
}

// Cards returns the cards in the reader's hand.
func (v View) Cards() []Held { return v.edition().held(v.Hand) }

// Saved returns the cards in the reader's ready area.
func (v View) Saved() []Held { return v.edition().held(v.mine().Ready) }

// mine returns the public state of the reader; an empty one for an observer.
func (v View) mine() Player {
	if p := v.player(v.Seat); p != nil {
		return *p
	}
	return Player{}
}

// Deck returns the cards of the reader's draw pile: "2 Tutor, Veteran; below them Recruit"; "none" if it is empty.
func (v View) Deck() string {
	var out []string
	for _, layer := range v.Draw {
		out = append(out, Heap(layer))
	}
	return cmp.Or(strings.Join(out, "; below them "), "none")
}

// Past returns the cards of the reader's discard pile, with the top card marked: "2 Tutor, Veteran (on top)".
func (v View) Past() string {
	if len(v.Discard) == 0 {
		return "none"
	}
	return Heap(v.Discard) + "; on top " + plain(v.Discard[len(v.Discard)-1])
}

// Most returns the reader's markers of each strength if all cards in hand and ready area are played for it, and all
// spoils and abilities are used.
func (v View) Most() Strengths {
	var sum Strengths
	for i := range sum {
		x := Strength(i)
		for _, name := range slices.Concat(v.Hand, v.mine().Ready) {
			sum[x] += v.values(v.Seat, play{card: name, value: x})[x]
		}
		for _, name := range v.abilities() {
			sum[x] += v.values(v.Seat, play{card: name, use: true})[x]
		}
	}
	return sum
}

// abilities returns what the reader can use: location cards, the leader and masters; in another player's turn only
// spoils.
func (v View) abilities() []string {
	me := v.mine()
	if v.Battle != nil && v.Seat != v.Mover {
		return slices.DeleteFunc(slices.Clone(me.Locations), func(name string) bool {
			return !v.edition().location(name).Spoils()
		})
	}
	out := slices.Concat(me.Locations, me.Masters)
	if me.Faction != "" {
		out = append(out, me.Faction)
	}
	return out
}

// A Thing is something that lies before the reader, with its effects.
type Thing struct{ Name, Text string }

// ForWinter returns the reader's standing order for winters, or "".
func (v View) ForWinter() string {
	for line := range strings.Lines(v.Standing) {
		if strings.HasPrefix(line, "WINTER ") {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

// Before returns the reader's leader, location cards and masters, with their effects.
func (v View) Before() []Thing {
	var out []Thing
	b, me := v.edition(), v.mine()
	if f := b.faction(me.Faction); f != nil {
		out = append(out, Thing{f.Name + " (your leader)", f.Text})
	}
	for i, name := range me.Locations {
		l := b.location(name)
		switch n := v.copies(name); {
		case slices.Contains(me.Locations[:i], name):
		case l.Spoils() && n > 1:
			out = append(out, Thing{fmt.Sprintf("%d %s (spoils %d)", n, name, l.Value), l.Text})
		case l.Spoils():
			out = append(out, Thing{fmt.Sprintf("%s (spoils %d)", name, l.Value), l.Text})
		default:
			out = append(out, Thing{name + " (city)", l.Text})
		}
	}
	for _, name := range me.Masters {
		f := b.family(name)
		out = append(out, Thing{fmt.Sprintf("%s master (%s)", name, count(f.Points, "point")), f.Text})
	}
	return out
}

// copies returns the number of location cards of a name before the reader.
func (v View) copies(name string) int {
	n := 0
	for _, l := range v.mine().Locations {
		if l == name {
			n++
		}
	}
	return n
}

// EraName returns the name of the era: "early" or "late".
func (s State) EraName() string {
	if s.late() {
		return "late"
	}
	return "early"
}

// Years returns the number of years in the game.
func (s State) Years() int { return s.years() }

// Note returns the note of the edition for a first letter; "" if none.
func (s State) Note() string { return s.edition().Note }

// Chooses returns the players who choose in the draft, in order, and back.
func (d Draft) Chooses() string {
	return strings.Join(d.Order[:len(d.Order)/2], ", ")
}
