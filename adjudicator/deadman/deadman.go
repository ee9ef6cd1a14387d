package deadman

import (
	_ "embed"
	"fmt"
	"iter"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/diplomacy"
)

// The summaries of the rules for players who ask for them, of Deadman Diplomacy and of open Diplomacy.
var (
	//go:embed summary.txt
	summary string
	//go:embed summaryopen.txt
	summaryOpen string
)

// Rules are the rules of Deadman Diplomacy.
var Rules = &adjudicator.Rules{
	Name:      "deadman",
	Title:     "Deadman Diplomacy",
	Doc:       summary,
	Published: "the rules, and the board, which is that of Diplomacy",
	Seats:     []adjudicator.Seat{"Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"},
	Min:       7,
	Blind:     true,
	Discloses: true,
	Options:   options,
	Setup:     setup,
	Blank:     func() adjudicator.Position { return new(position) },
	Winners:   winners,
	Switch:    func(p adjudicator.Position, options map[string]string) { p.(*position).Options = options },
}

const (
	spring = "Spring"
	fall   = "Fall"
	winter = "Winter" // the Winter of an open game; otherwise Winter is combined with Spring (DM-31)
)

// A position is the state of a game before a season.
type position struct {
	Season   string
	Year     int
	Units    units  // sorted by power, then in the order of the board
	Owners   owners // owners of the centres since the last Fall
	Out      []string
	Options  map[string]string
	Ended    string            `json:",omitempty"` // the kind of the event that ended the game
	Winner   string            `json:",omitempty"`
	Ahead    map[string]string `json:",omitempty"` // by power: its standing orders, and its orders for this season
	Silent   map[string]int    `json:",omitempty"` // by power: number of consecutive seasons without orders
	Disorder []string          `json:",omitempty"` // powers that were told that they are in civil disorder
	History  []Season
	Wintered []Deeds `json:",omitempty"` // of an open game: what was built and removed in the Winter before this season

	open       bool    // whether it is ordinary Diplomacy, in which everybody sees the board
	retreating *season // set while the owners of dislodged units are asked for retreats (DM-26)
}

func setup(_ *adjudicator.Table, c adjudicator.Config) (adjudicator.Position, error) {
	b := standard()
	p := &position{Season: spring, Year: 1901, Owners: make(owners, b.Locs()), Options: c.Options}
	for l := range p.Owners {
		p.Owners[l] = diplomacy.Nobody
	}
	for i := range b.Powers() {
		for _, home := range b.Homes(diplomacy.Power(i)) {
			p.Owners[home] = diplomacy.Power(i)
		}
	}
	return p, nil
}

// Phase returns the season, such as "Spring 1901".
func (p *position) Phase() string {
	if p.Ended != "" {
		return ""
	}
	return fmt.Sprintf("%s %d", p.Season, p.Year)
}

// Play plays one season: it collects everybody's orders and resolves them in the sequence of the rules. The position
// stays unchanged until everything is known, so that views of players who are asked nothing more do not change.
func (p *position) Play(t *adjudicator.Table) {
	if p.Season == winter {
		p.playWinter(t)
		return
	}
	s := &season{position: p, phase: p.Phase()}
	s.collect(t)
	s.setUp()
	s.adjust()
	s.move()
	s.tellMoves(t)
	s.retreat(t)
	s.spy()
	s.peek()
	p.Units = s.units
	s.count()
	s.tell(t)
	s.close(t)
}

// centres returns the centres that a power owns, in the order of the board.
func (p *position) centres(power diplomacy.Power) []diplomacy.Loc {
	var out []diplomacy.Loc
	for _, c := range standard().Centres() {
		if p.Owners[c] == power {
			out = append(out, c)
		}
	}
	return out
}

// seats yields the powers by number, and whether they are still in the game.
func (p *position) seats() iter.Seq2[diplomacy.Power, bool] {
	return func(yield func(diplomacy.Power, bool) bool) {
		for i, name := range standard().Powers() {
			if !yield(diplomacy.Power(i), !slices.Contains(p.Out, name)) {
				return
			}
		}
	}
}

func seat(power diplomacy.Power) adjudicator.Seat {
	return adjudicator.Seat(standard().power(power))
}
