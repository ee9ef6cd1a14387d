package successors

import (
	"fmt"
	"slices"
	"strings"
)

// String is units in words, the best first: "2 cavalry, 1 levy"; "nothing" for none.
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

// plural is what so many units of a type are called.
func plural(t Type, n int) string {
	switch {
	case n == 1 || t == Cavalry || t == Infantry:
		return t.String()
	case t == Levy:
		return "levies"
	}
	return t.String() + "s"
}

// A Row is what letters print of one area.
type Row struct {
	Place
	Stacks []string // who has what there: "Red 2 cavalry, 1 levy, leader"
	Unrest Unrest
	Marker string
	Mine   bool     // the reader has units there
	Land   []string // the provinces next to it
	Water  []string // the seas next to it; of a sea, all that is next to it
	From   []string // areas with units of the reader's from which one step leads to it
}

// Terrain is what is worth knowing of a province, in brackets behind its name: "value 2, rough, port".
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

// Raises is what can be raised in a province: "infantry, cavalry"; "" for nothing.
func (r Row) Raises() string {
	var out []string
	for _, t := range r.Raise {
		out = append(out, plural(t, 2))
	}
	return strings.Join(out, ", ")
}

// row is one area for a reader.
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

// isProvinceOf reports whether an area is a province that a seat controls: units that are bought there start from it.
func (v View) isProvinceOf(a Area, seat string) bool {
	return !v.Board().IsSea(a) && v.controls(v.rules, a) == seat
}

// rows are the areas that are wanted, in the order of the board.
func (v View) rows(want func(Row) bool) []Row {
	var out []Row
	for a := range v.Areas {
		if r := v.row(Area(a)); want(r) {
			out = append(out, r)
		}
	}
	return out
}

// Board is the board that the view is of; that of the house for a view that was read back.
func (v View) Board() *Board {
	if v.board == nil {
		return House()
	}
	return v.board
}

// Own are the areas in which the reader has units.
func (v View) Own() []Row { return v.rows(func(r Row) bool { return r.Mine }) }

// isQuiet reports whether an area has nothing but units of the reader's without a leader.
func (v View) isQuiet(r Row) bool {
	a, _ := v.Board().Area(r.Name)
	return len(r.Stacks) == 1 && r.Unrest == "" && !v.leads(a, v.Seat)
}

// Busy are those of the reader's areas in which there is more than units of theirs.
func (v View) Busy() []Row { return v.rows(func(r Row) bool { return r.Mine && !v.isQuiet(r) }) }

// Quiet are the others of them, each with what is there: "Persia 4: 1 levy".
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

// Foreign are the areas in which only others have something.
func (v View) Foreign() []Row {
	return v.rows(func(r Row) bool { return !r.Mine && !r.isEmpty() })
}

// Provinces and Seas are all areas of the one kind, and of the other.
func (v View) Provinces() []Row { return v.rows(func(r Row) bool { return !r.Sea }) }

// Seas are all seas.
func (v View) Seas() []Row { return v.rows(func(r Row) bool { return r.Sea }) }

// Empty are the provinces in which nobody has anything, by their value, the highest first: "3 Greece, Lydia".
func (v View) Empty() []string { return v.empties(func(Row) bool { return true }) }

// empties are those of the empty provinces that are wanted.
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

// Near are the areas one step from the reader's units or provinces in which only others have something.
func (v View) Near() []Row {
	return slices.DeleteFunc(v.Foreign(), func(r Row) bool { return len(r.From) == 0 })
}

// NearEmpty are the empty provinces one step from the reader's units or provinces, as Empty has them.
func (v View) NearEmpty() []string { return v.empties(func(r Row) bool { return len(r.From) > 0 }) }

// A Line is what letters print of one player.
type Line struct {
	Player
	Mine      bool // it is the reader
	Provinces int  // that they control
	Revenue   int  // what they give a turn, before units are paid
	Units     int  // what they cost
	Where     string
}

// Lines are the players in the order of play.
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

// Homes are those of all players who have one: "Red Babylonia".
func (v View) Homes() []string {
	var out []string
	for _, p := range v.Players {
		if p.Home != "" {
			out = append(out, p.Seat+" "+p.Home)
		}
	}
	return out
}

// Alliances are the pairs that are allied, in the order of play: "Red and Blue".
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

// Cards are the reader's own chits.
func (v View) Cards() []Card { return v.Board().chits(v.Hand) }

// bestHomes is how many provinces a letter names to whoever chooses a home.
const bestHomes = 5

// FreeHomes are the most valuable provinces that are nobody's home yet, the best first.
func (v View) FreeHomes() []Row {
	var out []Row
	for _, a := range v.byValue(func(a Area) bool { return v.homeOf(a) == "" }) {
		if len(out) < bestHomes {
			out = append(out, v.row(a))
		}
	}
	return out
}

// Money is what this player has, in talents.
func (v View) Money() int {
	if p := v.player(v.Seat); p != nil {
		return p.Talents
	}
	return 0
}

// Wares are what this player may raise now if they have the money, each with what one costs: "infantry 2". A fleet
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

// maxPrice is at least what any unit costs.
const maxPrice = 99

// Camp is where else than at home land units can be put: with this player's leader; "" if there is no such place.
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

// Waters are the seas in which this player has fleets, where fleets fight only if somebody wants it (SU-26).
func (v View) Waters() (out []string) {
	for a, h := range v.Areas {
		if v.rules[optSea] == "wished" && v.Board().IsSea(Area(a)) && v.units(Area(a), v.Seat)[Fleet] > 0 {
			out = append(out, h.Area)
		}
	}
	return out
}

// SeaFights are the battles that this player's fleets may seek where they are, each with whom they would fight (SU-26).
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

// Note is what letters say of the edition; "" for nothing.
func (v View) Note() string { return v.Board().Note }

// Secret reports whether only its owner knows a chit.
func (v View) Secret() bool { return v.rules[optChits] != "open" }

// A Result is a result of an event table, or several with the same words.
type Result struct {
	At    string // the throws of the second and third dice: "25, 26"
	Title string
	Text  string
}

// results are those of an event table in which something happens, in the order of the dice.
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

// OddResults is the table of odd dice.
func (b *Board) OddResults() []Result { return results(b.Odd) }

// EvenResults is the table of even dice.
func (b *Board) EvenResults() []Result { return results(b.Even) }

// Hits is what each land unit has to throw: "cavalry 4, infantry 5".
func (b *Board) Hits() string {
	var out []string
	for _, t := range Land {
		out = append(out, fmt.Sprintf("%s %d", plural(t, 2), b.Hit[t]))
	}
	return strings.Join(out, ", ")
}

// SeaHit is what a fleet has to throw.
func (b *Board) SeaHit() int { return b.Hit[Fleet] }

// Fates is what becomes of a fleet that is caught in a port, by the die: "1 kept, 2 kept".
func (b *Board) Fates() string {
	var out []string
	for i, f := range b.Caught {
		out = append(out, fmt.Sprintf("%d %s", i+1, f))
	}
	return strings.Join(out, ", ")
}

// Limits is how many counters each colour has.
func (b *Board) Limits() string { return b.Counters.String() }

// String is what a throw showed: "infantry 4 6+1 2".
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

// Attacks is the dice of the attacker in words; "no dice" where it has none.
func (v Volley) Attacks() string { return volleyWords(v.Throws[0]) }

// Defends is the dice of the defender in words.
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

// InPoints is a score in points: "12.5".
func (s Score) InPoints() string {
	if s.Halves%2 == 0 {
		return fmt.Sprint(s.Halves / 2)
	}
	return fmt.Sprintf("%d.5", s.Halves/2)
}

// Paid is what an effect costs; 0 or less if it brings something.
func (i income) Paid() int { return -i.Talents }

// Fares is how many fleets had one fate.
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

// Lots is what became of the fleets: "1 kept, 2 sunk". Those that escaped come last.
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

// A Fray is a round of a battle as it is told, or what cavalry does before the first, with the sides of the battle.
type Fray struct {
	Round
	Nth                int // 0: before the first round
	Attacker, Defender string
}

// Frays are all that has been fought of a battle.
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
