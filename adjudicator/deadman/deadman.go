// Package deadman implements the rules of Deadman Diplomacy (rd05, by Bob Arnett): Diplomacy in which players see
// only their own orders, with spies, peeks and units that disband.
//
// Diplomacy itself, with an open board, is a variant of it.
//
// The package implements a whole season: reading players' orders, the set-up, the combination of Winter and Spring,
// what is seen, and who is told. Package diplomacy provides the board and resolves movement. Rules are cited as DM-1
// to DM-45; PAS is the peek-a-sneak order, DB disbands.
package deadman

import (
	"fmt"
	"iter"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/diplomacy"
)

// Rules are the rules of Deadman Diplomacy.
var Rules = &adjudicator.Rules{
	Name:      "deadman",
	Title:     "Deadman Diplomacy",
	Doc:       doc,
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

const doc = `Deadman Diplomacy is Diplomacy on the standard board, except that you see
only what is yours: your own orders and whether they failed, your own
centres, and everybody's press.

Start with any mix of armies and fleets, one in each home centre:
    SETUP F Lon, A Lvp, F Edi
On a split coast, say which coast: F StP(nc), F Spa(sc), F Bul(ec).
A year has two letters: Winter and Spring together, then Fall.

A unit may hold, move, support, convoy, disband or spy:
    A Mun H            A Mun-Bur          F Nth C A Lon-Nwy
    A Par S A Bur      A Par S A Mun-Bur
    F Nth DB           it disbands, {{if .Is "db" "before"}}before{{else}}after{{end}} the movement
    F Nth E France     it spies: you are told in which spaces next to
                       it French units are at the season's end. It
                       fails when it is attacked. A unit that was
                       found has stars, one for each {{if .Is "stars" "spy"}}spy{{else}}power{{end}}
                       that found it. You are not told whose.
From 1902 on you may peek at {{if .Is "pas_per_season" "unit"}}as many spaces each season as you
have units when it begins{{else}}a space each season{{end}};
you are told whether anybody is there. A peek leaves no star:
    PAS-Nth            PAS NONE
Say where a unit should go if it is dislodged, best first; DB at the end
means nowhere else.
{{if .Is "retreats" "mini"}}You are also asked when it happens.
{{end}}Without a list {{if .Is "no_retreat_list" "auto"}}it finds its way as with RETREAT
AUTO{{else}}it is removed{{end}}:
    A Mun-Bur R Ber, Kie, DB              A Mun R NONE
    RETREAT AUTO       to a centre of yours if it can, else to any,
                       else to the first open one alphabetically
    RETREAT AUTO OFF
In Winter build in any vacant centre of yours, or remove units. A
unit that you build gets its order in the same letter. Builds that
you don't order are lost; without removals the units farthest from your
home centres are removed, fleets first in a tie:
    Build F Bre        Remove A Pic       Waive
Orders for every season in which you send no others, and orders for
the next season:
    ALWAYS A Mun H R Ber    ALWAYS A Mun OFF      ALWAYS OFF
    NEXT A Mun-Bur          NEXT OFF
    NEXT IF PAS Nth occupied THEN F Lon-Nth ELSE F Lon H
IF is for what you will know then, and can contain NOT and AND:
    IF PAS Nth empty   your peek said so, or: occupied
    IF found Bel       a spy of yours found a unit there
    IF seen A Bur      your army was found there: it has a star
    IF NOT A Bur       you have no army there
    IF own Bel AND own Hol                both are your centres
Failed orders are _underlined_; no reason is given. {{.centres}} centres win.
{{if .Is "last_year" "none"}}{{else}}The game ends after the Fall of {{.last_year}}, with the
players placed by their centres. {{end}}{{if .Is "votes" "on"}}The game
also ends when all survivors cast the same vote in one season:
    VOTE DRAW          VOTE FOR FRANCE    VOTE NONE
{{else}}There are no votes.
{{end}}Press to all goes out with the next report, press to some at once:
a line
PRESS TO ALL or PRESS TO ITALY, your words below it, and ENDPRESS.`

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
