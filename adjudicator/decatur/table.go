package decatur

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
)

// Rows are what letters print of one region: its locations that somebody controls, and the names of the others.
type Rows struct {
	Region    Region // "" where the board is not known: then all locations are in one list
	Open      int    // prosperity cards of it that lie face up
	Known     int    // and face down ones that the reader knows
	Own, All  bool   // the reader has cards of their own; they know all
	Locations []Row
	Empty     []string
}

// A Row is what letters print of one location.
type Row struct {
	Location
	Holding
	Wide  int      // how many letters the column of the names needs
	Mine  bool     // it is the reader's
	Links []string // the locations at the other ends of its dashed lines
}

// Coast is where a location lies, in no more than eight letters: "inland", "Indian", "Atl+Ind".
func (r Row) Coast() string {
	switch {
	case r.Region == "":
		return "" // not known
	case len(r.Oceans) == 0:
		return "inland"
	case len(r.Oceans) == 1:
		return string(r.Oceans[0])
	}
	var short []string
	for _, o := range r.Oceans {
		short = append(short, string(o[:3]))
	}
	return strings.Join(short, "+")
}

// row is one location of a table for a reader.
func row(b *Board, s *State, i int, seat string) Row {
	r := Row{Holding: s.Locations[i], Wide: s.Wide()}
	r.Mine = seat != "" && r.Owner == seat
	r.Name = r.Holding.Location
	if b == nil {
		return r
	}
	r.Location = b.Locations[i]
	for j := range b.Locations {
		if b.Adjacent(Loc(i), Loc(j)) {
			r.Links = append(r.Links, b.Name(Loc(j)))
		}
	}
	return r
}

// table is the board by regions, as a reader sees it who knows those face down prosperity cards. Without a board, as
// in a view that was read back, it has what the state has.
func table(b *Board, s *State, seat string, known []Region) []Rows {
	var out []Rows
	regions := []Region{""}
	if b != nil {
		regions = b.Precedence
	}
	for _, region := range regions {
		rows := Rows{Region: region, Open: countOf(s.Open, region), Known: countOf(known, region), Own: seat != ""}
		for i := range s.Locations {
			r := row(b, s, i, seat)
			switch {
			case r.Region != region:
			case r.Owner == "":
				rows.Empty = append(rows.Empty, r.Name)
			default:
				rows.Locations = append(rows.Locations, r)
			}
		}
		out = append(out, rows)
	}
	return out
}

// atlas is the board by regions with all locations, empty or not.
func atlas(b *Board, s *State, seat string, known []Region) []Rows {
	out := table(b, s, seat, known)
	for i := range out {
		out[i].Locations, out[i].Empty = nil, nil
		for j := range s.Locations {
			if r := row(b, s, j, seat); r.Region == out[i].Region {
				out[i].Locations = append(out[i].Locations, r)
			}
		}
	}
	return out
}

// Wide is how many letters the column of the locations' names needs.
func (s State) Wide() int {
	n := len("West Australia")
	for _, h := range s.Locations {
		n = max(n, len([]rune(h.Location)))
	}
	return n
}

// A Line is what letters print of one player.
type Line struct {
	Player
	Factors, Ports int
	Fleets         []int // by ocean, from west to east
	Cost           int   // of the next port, in factors (DC-16); 0 where there is none to build any more
	Mine           bool  // it is the reader
}

// lines are the players in the order of play, for a reader.
func (s State) lines(seat string) []Line {
	var out []Line
	for _, p := range s.Players {
		l := Line{Player: p, Factors: s.Factors(p.Seat), Ports: s.Ports(p.Seat), Mine: p.Seat == seat}
		if l.Ports < maxPorts {
			l.Cost = l.Ports + 2
		}
		for _, o := range Oceans {
			l.Fleets = append(l.Fleets, s.Fleets(p.Seat, o))
		}
		out = append(out, l)
	}
	return out
}

// Tally is the player's cards in play by kind: "2 Orient, Russian".
func (p Player) Tally() string { return tally(p.InPlay) }

// Tally is the player's hand by kind.
func (s Score) Tally() string { return tally(s.Held) }

// Pile is the discarded influence cards by kind.
func (s State) Pile() string { return tally(s.Discards) }

// tally counts cards by kind: "2 Orient, Russian"; "none" for none.
func tally(cards []Commonwealth) string {
	var out []string
	for _, c := range Commonwealths {
		switch n := countOf(cards, c); n {
		case 0:
		case 1:
			out = append(out, string(c))
		default:
			out = append(out, fmt.Sprint(n, " ", c))
		}
	}
	return cmp.Or(strings.Join(out, ", "), "none")
}

// A Step is a space of the round track that the clock marker will come to, if the interval lasts (DC-6, DC-7).
type Step struct {
	Space    int
	Turns    bool // the marker is turned up here
	Multiple int  // with the marker face up, the dice are rolled for a multiple of this; 0: they are not
	Ways     int  // of the 36 throws, those that are one
	Idle     int  // it would be rolled for a multiple of this, but the marker comes here face down
}

// steps are the next spaces of the round track.
func steps(b *Board, s *State, n int) []Step {
	if b == nil || len(b.Track) == 0 {
		return nil
	}
	var out []Step
	up := s.Up
	for i := range n {
		at := (s.Space + i) % len(b.Track)
		space := b.Track[at]
		step := Step{Space: at + 1, Turns: space.Clock && !up}
		up = up || space.Clock
		if up {
			step.Multiple, step.Ways = space.Multiple, ways(space.Multiple)
		} else {
			step.Idle = space.Multiple
		}
		out = append(out, step)
	}
	for len(out) > 1 && out[len(out)-1] == (Step{Space: out[len(out)-1].Space}) { // nothing comes to pass there
		out = out[:len(out)-1]
	}
	return out
}

// ways is how many of the 36 throws of two dice are a multiple.
func ways(multiple int) int {
	n := 0
	for total := 2; total <= 12 && multiple > 0; total++ {
		if total%multiple == 0 {
			n += 6 - max(total-7, 7-total)
		}
	}
	return n
}

// shown is how many spaces ahead letters show.
const shown = 6

// Table is the board by regions, in the order of precedence of odd intervals.
func (v View) Table() []Rows { return table(v.board, &v.State, v.Seat, v.Prosperity) }

// Atlas is the board by regions with all its locations and their links.
func (v View) Atlas() []Rows { return atlas(v.board, &v.State, v.Seat, v.Prosperity) }

// Lines are the players in the order of play.
func (v View) Lines() []Line { return v.lines(v.Seat) }

// Ahead is where the clock marker comes to in the next rounds.
func (v View) Ahead() []Step { return steps(v.board, &v.State, shown) }

// Settled are the regions of the table where something stands.
func (v View) Settled() []Rows {
	return slices.DeleteFunc(v.Table(), func(r Rows) bool { return len(r.Locations) == 0 })
}

// Vacant are the regions of the table where nothing stands.
func (v View) Vacant() []Rows {
	return slices.DeleteFunc(v.Table(), func(r Rows) bool { return len(r.Locations) > 0 })
}

// Rolls are the steps of them at which the dice may end the interval.
func (v View) Rolls() []Step {
	return slices.DeleteFunc(v.Ahead(), func(s Step) bool { return s.Multiple == 0 })
}

// Begun reports whether anything stands on the board.
func (s State) Begun() bool {
	return slices.ContainsFunc(s.Locations, func(h Holding) bool { return h.Owner != "" })
}

// Board is the edition of the board; nil in a view that was read back.
func (v View) Board() *Board { return v.board }

// Note is what a first letter says of the edition of the board; "" for nothing.
func (v View) Note() string { return v.board.note() }

func (b *Board) note() string {
	if b == nil {
		return ""
	}
	return b.Note
}

// Calls reports whether the first player moves the clock marker themself (DC-6).
func (v View) Calls() bool { return v.rules[optCall] == "on" }

// Patient reports whether players are asked one after another (DC-5).
func (v View) Patient() bool { return v.rules[optSpeed] == patient }

// Whose is who has their turn, where players are asked one after another; else "".
func (v View) Whose() string {
	if parts := strings.Split(v.Phase, ", "); len(parts) == 3 {
		return parts[2]
	}
	return ""
}

// Chooses reports whether a defender says how many of their factors relocate (DC-25).
func (v View) Chooses() bool { return v.rules[optRelocation] == "choice" }

// FaceDown is how many prosperity cards lie face down before others (DC-4; three for each of two players).
func (v View) FaceDown() int {
	n := 2
	if len(v.Players) == 2 {
		n = 3
	}
	return n*len(v.Players) - len(v.Prosperity)
}

// Own is what lies open of the reader; nil for observers.
func (v View) Own() *Line {
	for _, l := range v.Lines() {
		if l.Mine {
			return &l
		}
	}
	return nil
}

// Table is the board by regions; all face down cards are known.
func (t Truth) Table() []Rows {
	var known []Region
	for _, h := range t.Secrets {
		known = append(known, h.Prosperity...)
	}
	out := table(t.board, &t.State, "", known)
	for i := range out {
		out[i].All = true
	}
	return out
}

// Lines are the players in the order of play.
func (t Truth) Lines() []Line { return t.lines("") }

// Ahead is where the clock marker comes to in the next rounds.
func (t Truth) Ahead() []Step { return steps(t.board, &t.State, shown) }

// Note is what a first letter says of the edition of the board; "" for nothing.
func (t Truth) Note() string { return t.board.note() }

// Board is the edition of the board; nil in a view that was read back.
func (t Truth) Board() *Board { return t.board }

// Shaded are the shaded spaces of the round track, and Clocks where the marker is turned up, as letters print them.
func (b *Board) Shaded() []Step {
	var out []Step
	for i, space := range b.Track {
		if space.Multiple > 0 {
			out = append(out, Step{Space: i + 1, Multiple: space.Multiple, Ways: ways(space.Multiple)})
		}
	}
	return out
}

// Clock is the number of the clock space.
func (b *Board) Clock() int {
	return 1 + slices.IndexFunc(b.Track, func(s Space) bool { return s.Clock })
}

// Seas are the oceans from west to east.
func (*Board) Seas() []Ocean { return Oceans }

// Kinds are the commonwealths, in the order in which cards are listed.
func (*Board) Kinds() []Commonwealth { return Commonwealths }

// A Suit is what letters print of one kind of influence card: the locations that it counts for.
type Suit struct {
	Kind      Commonwealth
	All       int // in the game
	Hand      int // in the reader's hand
	Locations []string
}

// Any is one of its locations, whichever.
func (s Suit) Any() string { return adjudicator.Listed(s.Locations, "or") }

// Suits are all kinds of influence cards.
func (b *Board) Suits() []Suit {
	var out []Suit
	for _, kind := range Commonwealths {
		s := Suit{Kind: kind, All: b.Influence[kind]}
		for _, l := range b.Locations {
			if l.Commonwealth == kind {
				s.Locations = append(s.Locations, l.Name)
			}
		}
		out = append(out, s)
	}
	return out
}

// Cards are the kinds of influence cards in the reader's hand.
func (v View) Cards() []Suit {
	var out []Suit
	for _, s := range v.board.Suits() {
		if s.Hand = countOf(v.Hand, s.Kind); s.Hand > 0 {
			out = append(out, s)
		}
	}
	return out
}

// A Loss is which totals of the dice have the same effect in attrition.
type Loss struct {
	Hit
	Totals []int
}

// Losses is the attrition table by what happens.
func (b *Board) Losses() []Loss {
	out := []Loss{{Hit: Hit{Contender: true, Defender: true}}, {Hit: Hit{Contender: true}},
		{Hit: Hit{Defender: true}}, {}}
	for total := 2; total <= 12; total++ {
		i := slices.IndexFunc(out, func(l Loss) bool { return l.Hit == b.Attrition[total] })
		out[i].Totals = append(out[i].Totals, total)
	}
	return slices.DeleteFunc(out, func(l Loss) bool { return len(l.Totals) == 0 })
}

// Tied reports whether regions have as many cards as others, so that precedence decides (DC-27).
func (u upheaval) Tied() bool {
	for i, r := range u.Regions {
		if i > 0 && r.Cards == u.Regions[i-1].Cards {
			return true
		}
	}
	return false
}

// In lists what the upheaval changed in a region.
func (u upheaval) In(r Region) []Adjusted {
	return slices.DeleteFunc(slices.Clone(u.Changed), func(a Adjusted) bool { return a.Region != r })
}
