package successors

import (
	"fmt"
	"slices"
	"strings"
)

// String returns the units in words, the best first, such as "2 cavalry, 1 levy"; "nothing" if there are none.
func (u Units) String() string {
	var out []string
	for _, t := range Types {
		if n := u[t]; n > 0 {
			out = append(out, fmt.Sprintf("%d %s", n, plural(t, n)))
		}
	}
	if len(out) == 0 {
		return "nothing"
	}
	return strings.Join(out, ", ")
}

// plural returns the name of a type for a number of units.
func plural(t Type, n int) string {
	switch {
	case n == 1 || t == Cavalry || t == Infantry:
		return t.String()
	case t == Levy:
		return "levies"
	}
	return t.String() + "s"
}

// A Row is an area as letters print it.
type Row struct {
	Place
	Stacks []string // the units of each side, such as "Red 2 cavalry, 1 levy, leader"
	Unrest Unrest
	Marker string
	Mine   bool     // whether the reader has units there
	Land   []string // adjacent provinces
	Water  []string // adjacent seas; for a sea, everything adjacent
	From   []string // areas with units of the reader from which one step leads here
}

// Terrain returns the features of a province, as they stand in brackets after its name: "value 2, rough, port".
func (r Row) Terrain() string {
	out := []string{fmt.Sprint("value ", r.Value)}
	if r.Rough {
		out = append(out, "rough")
	}
	if r.Port {
		out = append(out, "port")
	}
	return strings.Join(out, ", ")
}

// Raises returns the types that can be raised in a province, such as "infantry, cavalry"; "" if none.
func (r Row) Raises() string {
	var out []string
	for _, t := range r.Raise {
		out = append(out, plural(t, 2))
	}
	return strings.Join(out, ", ")
}

// row returns the row of an area for the reader.
func (v View) row(a Area) Row {
	b, h := v.Board(), v.Areas[a]
	out := Row{Place: b.Places[a], Unrest: h.Unrest, Marker: h.Marker}
	leaderless := v.seats()
	for _, k := range h.Stacks {
		text := k.Side + " " + k.Units.String()
		if k.Hired.Total() > 0 {
			text += fmt.Sprintf(" (%d hired)", k.Hired.Total())
		}
		if v.leads(a, k.Side) {
			text += ", leader"
		}
		leaderless = slices.DeleteFunc(leaderless, func(s string) bool { return s == k.Side })
		out.Stacks = append(out.Stacks, text)
		out.Mine = out.Mine || k.Side == v.Seat
	}
	for _, seat := range leaderless {
		if v.leads(a, seat) {
			out.Stacks = append(out.Stacks, seat+" leader")
			out.Mine = out.Mine || seat == v.Seat
		}
	}
	for _, o := range b.Next(a, true) {
		out.Land = append(out.Land, b.Name(o))
	}
	for _, o := range b.Next(a, false) {
		out.Water = append(out.Water, b.Name(o))
	}
	for _, o := range b.links[a] {
		u := v.units(o, v.Seat)
		marches := b.Walks(o, a) && (u.Army() > 0 || v.isProvinceOf(o, v.Seat))
		if marches || b.Sails(o, a) && u[Fleet] > 0 {
			out.From = append(out.From, b.Name(o))
		}
	}
	return out
}

// isProvinceOf reports whether an area is a province that a seat controls, so that units bought there can start from
// it.
func (v View) isProvinceOf(a Area, seat string) bool {
	return !v.Board().IsSea(a) && v.controls(v.rules, a) == seat
}

// rows returns the rows that satisfy want, in the order of the board.
func (v View) rows(want func(Row) bool) []Row {
	var out []Row
	for a := range v.Areas {
		if r := v.row(Area(a)); want(r) {
			out = append(out, r)
		}
	}
	return out
}

// Board returns the board of the view; the house edition for a view that was decoded.
func (v View) Board() *Board {
	if v.board == nil {
		return House()
	}
	return v.board
}

// OnBoard returns the view as it is by the edition of a board, such as one that was made of a letter.
func (v View) OnBoard(b *Board) View {
	v.board = b
	return v
}

// Own returns the areas in which the reader has units.
func (v View) Own() []Row { return v.rows(func(r Row) bool { return r.Mine }) }

// isQuiet reports whether an area contains only units of the reader, without a leader.
func (v View) isQuiet(r Row) bool {
	a, _ := v.Board().Area(r.Name)
	return len(r.Stacks) == 1 && r.Unrest == "" && !v.leads(a, v.Seat)
}

// Busy returns the reader's areas that contain more than the reader's units.
func (v View) Busy() []Row { return v.rows(func(r Row) bool { return r.Mine && !v.isQuiet(r) }) }

// Quiet returns the other areas of the reader, each with its contents: "Persia 4: 1 levy".
func (v View) Quiet() []string {
	var out []string
	for _, r := range v.rows(func(r Row) bool { return r.Mine && v.isQuiet(r) }) {
		name := r.Name
		if !r.Sea {
			name += fmt.Sprint(" ", r.Value)
		}
		out = append(out, name+": "+strings.TrimPrefix(r.Stacks[0], v.Seat+" "))
	}
	return out
}

// isEmpty reports whether an area has neither units nor a marker.
func (r Row) isEmpty() bool { return len(r.Stacks) == 0 && r.Unrest == "" && r.Marker == "" }

// Foreign returns the areas in which only others have units or markers.
func (v View) Foreign() []Row {
	return v.rows(func(r Row) bool { return !r.Mine && !r.isEmpty() })
}

// Provinces returns all provinces.
func (v View) Provinces() []Row { return v.rows(func(r Row) bool { return !r.Sea }) }

// Seas returns all seas.
func (v View) Seas() []Row { return v.rows(func(r Row) bool { return r.Sea }) }

// Empty returns the provinces without units or markers, by value, the highest first: "3 Greece, Lydia".
func (v View) Empty() []string { return v.empties(func(Row) bool { return true }) }

// empties returns the empty provinces that satisfy want.
func (v View) empties(want func(Row) bool) []string {
	of := map[int][]string{}
	best := 0
	for _, r := range v.rows(func(r Row) bool { return !r.Sea && r.isEmpty() && want(r) }) {
		of[r.Value] = append(of[r.Value], r.Name)
		best = max(best, r.Value)
	}
	var out []string
	for value := best; value >= 0; value-- {
		if names := of[value]; len(names) > 0 {
			out = append(out, fmt.Sprint(value, " ", strings.Join(names, ", ")))
		}
	}
	return out
}

// Near returns the areas one step from the reader's units or provinces in which only others have units or markers.
func (v View) Near() []Row {
	return slices.DeleteFunc(v.Foreign(), func(r Row) bool { return len(r.From) == 0 })
}

// NearEmpty returns the empty provinces one step from the reader's units or provinces, in the format of Empty.
func (v View) NearEmpty() []string { return v.empties(func(r Row) bool { return len(r.From) > 0 }) }

// A Line is a player as letters print them.
type Line struct {
	Player
	Mine      bool // whether this is the reader
	Provinces int  // number of provinces that the player controls
	Revenue   int  // revenue a turn, before units are paid
	Units     int  // cost of the units a turn
	Where     string
}

// Lines returns the players in the order of play.
func (v View) Lines() []Line {
	var out []Line
	for _, p := range v.Players {
		l := Line{Player: p, Mine: p.Seat == v.Seat, Where: p.Leader.At, Units: v.allUnits(p.Seat).Total()}
		for a := range v.Areas {
			if v.isProvinceOf(Area(a), p.Seat) {
				l.Provinces++
			}
		}
		for _, y := range v.yields(v.Board(), v.rules, p.Seat) {
			l.Revenue += y.Talents
		}
		switch {
		case p.Out:
			l.Where = "out of the game"
		case p.Leader.Captor != "":
			l.Where = "held by " + p.Leader.Captor
		case l.Where == "":
			l.Where = "-"
		}
		out = append(out, l)
	}
	return out
}

// Homes returns the homes of all players who have one, such as "Red Babylonia".
func (v View) Homes() []string {
	var out []string
	for _, p := range v.Players {
		if p.Home != "" {
			out = append(out, p.Seat+" "+p.Home)
		}
	}
	return out
}

// Alliances returns the allied pairs in the order of play, such as "Red and Blue".
func (v View) Alliances() []string {
	var out []string
	for i, p := range v.Players {
		for _, q := range v.Players[i+1:] {
			if slices.Contains(p.Allies, q.Seat) {
				out = append(out, p.Seat+" and "+q.Seat)
			}
		}
	}
	return out
}

// Cards returns the reader's own chits.
func (v View) Cards() []Card { return v.Board().chits(v.Hand) }

// bestHomes is the number of provinces that a letter suggests as a home.
const bestHomes = 5

// FreeHomes returns the most valuable provinces that are nobody's home yet, the best first.
func (v View) FreeHomes() []Row {
	var out []Row
	for _, a := range v.byValue(func(a Area) bool { return v.homeOf(a) == "" }) {
		if len(out) < bestHomes {
			out = append(out, v.row(a))
		}
	}
	return out
}

// Money returns the reader's money, in talents.
func (v View) Money() int {
	if p := v.player(v.Seat); p != nil {
		return p.Talents
	}
	return 0
}

// Wares returns the types that the reader may raise now, money permitting, each with its price: "infantry 2". A fleet
// that can't be built at home has a place where it can.
func (v View) Wares() []string {
	b, s := v.Board(), v.State.copy()
	if s.player(v.Seat) == nil {
		return nil
	}
	s.player(v.Seat).Talents = maxPrice
	var out []string
	for _, t := range []Type{Levy, Infantry, Cavalry, Elephant, Fleet} {
		for _, at := range append([]Area{nowhere}, b.areas()...) {
			o, why := s.quoted(b, v.rules, v.Seat, t, at)
			if why != "" || at != nowhere && t != Fleet {
				continue
			}
			out = append(out, fmt.Sprint(t, " ", o.price, b.atPlace(at)))
			break
		}
	}
	return out
}

// maxPrice is an upper bound for the price of any unit.
const maxPrice = 99

// Camp returns the place other than home where land units can be put: with the reader's leader; "" if there is no
// such place.
func (v View) Camp() string {
	p := v.player(v.Seat)
	if p == nil || p.Leader.Captor != "" || p.Leader.At == p.Home {
		return ""
	}
	if a, ok := v.Board().Area(p.Leader.At); !ok || v.Board().IsSea(a) {
		return ""
	}
	return p.Leader.At
}

// Waters returns the seas in which the reader has fleets, under the ruling that fleets fight only if somebody wants it
// (SU-26).
func (v View) Waters() (out []string) {
	for a, h := range v.Areas {
		if v.rules[optSea] == "wished" && v.Board().IsSea(Area(a)) && v.units(Area(a), v.Seat)[Fleet] > 0 {
			out = append(out, h.Area)
		}
	}
	return out
}

// SeaFights returns the battles that the reader's fleets may seek where they are, each with its opponent (SU-26).
func (v View) SeaFights() (out []string) {
	for _, sea := range v.Waters() {
		a, _ := v.Board().Area(sea)
		var met []string
		for _, q := range v.squadrons(a, v.Seat) {
			met = append(met, unitsOf(q.Fleets, Fleet).String()+" of "+q.Side)
		}
		if len(met) > 0 {
			out = append(out, "FIGHT "+sea+" ("+strings.Join(met, ", ")+")")
		}
	}
	return out
}

// Note returns the note of the edition for letters; "" if none.
func (v View) Note() string { return v.Board().Note }

// Secret reports whether chits are known only to their owners.
func (v View) Secret() bool { return v.rules[optChits] != "open" }

// A Result is a result of an event table, or several with the same text.
type Result struct {
	At    string // rolls of the second and third dice, such as "25, 26"
	Title string
	Text  string
}

// results returns the results of an event table in which something happens, in the order of the dice.
func results(table map[int]Card) []Result {
	var out []Result
	for n := 11; n <= 66; n++ {
		c, ok := table[n]
		if !ok || !slices.ContainsFunc(c.Effects, func(e Effect) bool { return e.Op != OpNone }) {
			continue
		}
		if i := len(out) - 1; i >= 0 && out[i].Title == c.Title && out[i].Text == c.Text {
			out[i].At += fmt.Sprint(", ", n)
			continue
		}
		out = append(out, Result{fmt.Sprint(n), c.Title, c.Text})
	}
	return out
}

// OddResults returns the table of odd dice.
func (b *Board) OddResults() []Result { return results(b.Odd) }

// EvenResults returns the table of even dice.
func (b *Board) EvenResults() []Result { return results(b.Even) }

// Hits returns the lowest roll with which each land unit hits: "cavalry 4, infantry 5".
func (b *Board) Hits() string {
	var out []string
	for _, t := range Land {
		out = append(out, fmt.Sprintf("%s %d", plural(t, 2), b.Hit[t]))
	}
	return strings.Join(out, ", ")
}

// SeaHit returns the lowest roll with which a fleet hits.
func (b *Board) SeaHit() int { return b.Hit[Fleet] }

// Fates returns the fates of a fleet that is caught in a port, by the die: "1 kept, 2 kept".
func (b *Board) Fates() string {
	var out []string
	for i, f := range b.Caught {
		out = append(out, fmt.Sprintf("%d %s", i+1, f))
	}
	return strings.Join(out, ", ")
}

// Limits returns the number of counters of each colour, in words.
func (b *Board) Limits() string { return b.Counters.String() }

// String returns the dice in words: "infantry 4 6+1 2".
func (t Throw) String() string {
	var out []string
	for i, d := range t.Dice {
		text := fmt.Sprint(d)
		if i < t.Bonus {
			text += "+1"
		}
		out = append(out, text)
	}
	return plural(t.Unit, len(t.Dice)) + " " + strings.Join(out, " ")
}

// Attacks returns the attacker's dice in words; "no dice" if there are none.
func (v Volley) Attacks() string { return volleyWords(v.Throws[0]) }

// Defends returns the defender's dice in words; "no dice" if there are none.
func (v Volley) Defends() string { return volleyWords(v.Throws[1]) }

func volleyWords(list []Throw) string {
	var out []string
	hits := 0
	for _, t := range list {
		out = append(out, t.String())
		hits += t.Hits
	}
	if len(out) == 0 {
		return "no dice"
	}
	switch hits {
	case 0:
		return strings.Join(out, ", ") + ": no hit"
	case 1:
		return strings.Join(out, ", ") + ": 1 hit"
	}
	return fmt.Sprintf("%s: %d hits", strings.Join(out, ", "), hits)
}

// InPoints returns a score in points, such as "12.5".
func (s Score) InPoints() string {
	if s.Halves%2 == 0 {
		return fmt.Sprint(s.Halves / 2)
	}
	return fmt.Sprintf("%d.5", s.Halves/2)
}

// Paid returns the talents that an effect costs; 0 or less if it brings some.
func (i income) Paid() int { return -i.Talents }

// Fares returns the number of fleets with a fate.
func (c caught) Fares(f Fate) int {
	n := 0
	for _, o := range c.Fates {
		if o == f {
			n++
		}
	}
	return n
}

// Many reports whether several fleets were caught.
func (c caught) Many() bool { return len(c.Fates) > 1 }

// Lots returns what became of the fleets: "1 kept, 2 sunk". Fleets that escaped come last.
func (c caught) Lots() []string {
	var out []string
	for _, of := range []struct {
		fate Fate
		word string
	}{{Kept, "kept"}, {Sunk, "sunk"}, {Escape, "escaped"}} {
		if n := c.Fares(of.fate); n > 0 {
			out = append(out, fmt.Sprint(n, " ", of.word))
		}
	}
	return out
}

// A Fray is a round of a battle as it is reported, or the cavalry's rolls before the first one, with the sides of the
// battle.
type Fray struct {
	Round
	Nth                int // number of the round; 0 before the first
	Attacker, Defender string
}

// Frays returns the rounds of a battle so far.
func (b Battle) Frays() []Fray {
	var out []Fray
	if b.First != nil {
		out = append(out, Fray{Round{Volley: *b.First}, 0, b.Attacker, b.Defender})
	}
	for i, r := range b.Rounds {
		out = append(out, Fray{r, i + 1, b.Attacker, b.Defender})
	}
	return out
}
