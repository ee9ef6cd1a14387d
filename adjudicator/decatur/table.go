package decatur

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
)

// Rows are what letters print about a region: its locations with an owner, and the names of the others.
type Rows struct {
	Region    Region // "" if the board is not known; then all locations are in one list
	Open      int    // number of its prosperity cards that are face up
	Known     int    // number of face-down ones that the reader knows
	Own, All  bool   // whether the reader has cards of their own, or knows all cards
	Locations []Row
	Empty     []string
}

// A Row is what letters print about a location.
type Row struct {
	Location
	Holding
	Wide  int      // width of the column of names
	Mine  bool     // whether it belongs to the reader
	Links []string // the locations connected to it by dashed lines
}

// Coast returns the coasts of a location in at most eight letters: "inland", "Indian", "Atl+Ind".
func (r Row) Coast() string {
	switch {
	case r.Region == "":
		return "" // unknown
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

// row returns the row of a location, for a reader.
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

// table returns the board by regions, for a reader who knows some face-down prosperity cards. Without a board, as in
// a view that was decoded, it uses only the state.
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

// atlas returns the board by regions with all locations, including empty ones.
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

// Wide returns the width of the column of location names.
func (s State) Wide() int {
	n := len("West Australia")
	for _, h := range s.Locations {
		n = max(n, len([]rune(h.Location)))
	}
	return n
}

// A Line is what letters print about a player.
type Line struct {
	Player
	Factors, Ports int
	Fleets         []int // number of fleets by ocean, from west to east
	Cost           int   // cost of the next port in factors (DC-16); 0 if none can be built
	Mine           bool  // whether it is the reader
}

// lines returns the players in the order of play, for a reader.
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

// Tally returns the player's cards in play by kind: "2 Orient, Russian".
func (p Player) Tally() string { return tally(p.InPlay) }

// Tally returns the player's hand by kind.
func (s Score) Tally() string { return tally(s.Held) }

// Pile returns the discarded influence cards by kind.
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

// A Step is a future space of the clock marker on the round track, if the interval lasts that long (DC-6, DC-7).
type Step struct {
	Space    int
	Turns    bool // whether the marker is turned face up there
	Multiple int  // if the marker is face up, the number of which the dice must be a multiple; 0 if they are not rolled
	Ways     int  // number of the 36 throws that are such a multiple
	Idle     int  // the same number if the marker will be face down there, so that no dice are rolled
}

// steps returns the next spaces of the round track.
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
	for len(out) > 1 && out[len(out)-1] == (Step{Space: out[len(out)-1].Space}) { // nothing happens there
		out = out[:len(out)-1]
	}
	return out
}

// ways returns how many of the 36 throws of two dice are a multiple.
func ways(multiple int) int {
	n := 0
	for total := 2; total <= 12 && multiple > 0; total++ {
		if total%multiple == 0 {
			n += 6 - max(total-7, 7-total)
		}
	}
	return n
}

// shown is the number of future spaces that letters show.
const shown = 6

// Table returns the board by regions, in the order of precedence of odd intervals.
func (v View) Table() []Rows { return table(v.board, &v.State, v.Seat, v.Prosperity) }

// Atlas returns the board by regions with all its locations and their links.
func (v View) Atlas() []Rows { return atlas(v.board, &v.State, v.Seat, v.Prosperity) }

// Lines returns the players in the order of play.
func (v View) Lines() []Line { return v.lines(v.Seat) }

// Ahead returns the spaces of the clock marker in the next rounds.
func (v View) Ahead() []Step { return steps(v.board, &v.State, shown) }

// Settled returns the regions of the table with occupied locations.
func (v View) Settled() []Rows {
	return slices.DeleteFunc(v.Table(), func(r Rows) bool { return len(r.Locations) == 0 })
}

// Vacant returns the regions of the table without occupied locations.
func (v View) Vacant() []Rows {
	return slices.DeleteFunc(v.Table(), func(r Rows) bool { return len(r.Locations) > 0 })
}

// Rolls returns the steps of the round track at which the dice may end the interval.
func (v View) Rolls() []Step {
	return slices.DeleteFunc(v.Ahead(), func(s Step) bool { return s.Multiple == 0 })
}

// Begun reports whether there is anything on the board.
func (s State) Begun() bool {
	return slices.ContainsFunc(s.Locations, func(h Holding) bool { return h.Owner != "" })
}

// Board returns the edition's board, or nil in a view that was decoded.
func (v View) Board() *Board { return v.board }

// Note returns the remark on the edition in a first letter, or "".
func (v View) Note() string { return v.board.note() }

func (b *Board) note() string {
	if b == nil {
		return ""
	}
	return b.Note
}

// Calls reports whether players move the clock marker themselves (DC-6).
func (v View) Calls() bool { return v.rules[optCall] == "on" }

// Patient reports whether players are asked one after another (DC-5).
func (v View) Patient() bool { return v.rules[optSpeed] == patient }

// Whose returns the player whose turn it is, if players are asked one after another; otherwise "".
func (v View) Whose() string {
	if parts := strings.Split(v.Phase, ", "); len(parts) == 3 {
		return parts[2]
	}
	return ""
}

// Chooses reports whether a defender chooses how many of their factors relocate (DC-25).
func (v View) Chooses() bool { return v.rules[optRelocation] == "choice" }

// FaceDown returns the number of prosperity cards that other players have face down (DC-4; three each with two
// players).
func (v View) FaceDown() int {
	n := 2
	if len(v.Players) == 2 {
		n = 3
	}
	return n*len(v.Players) - len(v.Prosperity)
}

// Own returns the reader's own line, or nil for observers.
func (v View) Own() *Line {
	for _, l := range v.Lines() {
		if l.Mine {
			return &l
		}
	}
	return nil
}

// Table returns the board by regions; all face-down cards are known.
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

// Lines returns the players in the order of play.
func (t Truth) Lines() []Line { return t.lines("") }

// Ahead returns the spaces of the clock marker in the next rounds.
func (t Truth) Ahead() []Step { return steps(t.board, &t.State, shown) }

// Note returns the remark on the edition in a first letter, or "".
func (t Truth) Note() string { return t.board.note() }

// Board returns the edition's board, or nil in a view that was decoded.
func (t Truth) Board() *Board { return t.board }

// Shaded returns the shaded spaces of the round track, and Clocks those where the marker is turned face up, for
// letters.
func (b *Board) Shaded() []Step {
	var out []Step
	for i, space := range b.Track {
		if space.Multiple > 0 {
			out = append(out, Step{Space: i + 1, Multiple: space.Multiple, Ways: ways(space.Multiple)})
		}
	}
	return out
}

// Clock returns the number of the clock space.
func (b *Board) Clock() int {
	return 1 + slices.IndexFunc(b.Track, func(s Space) bool { return s.Clock })
}

// Seas returns the oceans from west to east.
func (*Board) Seas() []Ocean { return Oceans }

// Kinds returns the commonwealths, in the order in which cards are listed.
func (*Board) Kinds() []Commonwealth { return Commonwealths }

// A Suit is what letters print about a kind of influence card: the locations for which it counts.
type Suit struct {
	Kind      Commonwealth
	All       int // number of cards in the game
	Hand      int // number of cards in the reader's hand
	Locations []string
}

// Any lists its locations, with "or".
func (s Suit) Any() string { return adjudicator.Listed(s.Locations, "or") }

// Suits returns all kinds of influence cards.
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

// Cards returns the kinds of influence cards in the reader's hand.
func (v View) Cards() []Suit {
	var out []Suit
	for _, s := range v.board.Suits() {
		if s.Hand = countOf(v.Hand, s.Kind); s.Hand > 0 {
			out = append(out, s)
		}
	}
	return out
}

// A Loss lists the totals of the dice with the same effect in attrition.
type Loss struct {
	Hit
	Totals []int
}

// Losses returns the attrition table, grouped by effect.
func (b *Board) Losses() []Loss {
	out := []Loss{{Hit: Hit{Contender: true, Defender: true}}, {Hit: Hit{Contender: true}},
		{Hit: Hit{Defender: true}}, {}}
	for total := 2; total <= 12; total++ {
		i := slices.IndexFunc(out, func(l Loss) bool { return l.Hit == b.Attrition[total] })
		out[i].Totals = append(out[i].Totals, total)
	}
	return slices.DeleteFunc(out, func(l Loss) bool { return len(l.Totals) == 0 })
}

// Tied reports whether some regions have equal numbers of cards, so that precedence decides (DC-27).
func (u upheaval) Tied() bool {
	for i, r := range u.Regions {
		if i > 0 && r.Cards == u.Regions[i-1].Cards {
			return true
		}
	}
	return false
}

// In returns the changes of the upheaval in a region.
func (u upheaval) In(r Region) []Adjusted {
	return slices.DeleteFunc(slices.Clone(u.Changed), func(a Adjusted) bool { return a.Region != r })
}
