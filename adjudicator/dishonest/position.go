package dishonest

import (
	"fmt"
	"slices"

	"deaddrop/adjudicator"
)

// A position is the game before an income phase or a turn: the whole truth.
type position struct {
	State
	Pack    string // the edition of the board, as it is written
	Options map[string]string
	Secrets []Secret // in the order of the seats
	Draw    []int    // the cards to be drawn, by number, the next one first
	// who is left in this round of turns, in the order in which it began; only by ruling
	Round  []string `json:",omitempty"`
	Winner []string `json:",omitempty"` // when the game is over
	Over   bool     `json:",omitempty"`

	battle *Battle // while somebody is asked about it
	tile   *Played // while others are asked for what it gives them
	league *League // while somebody is asked for a bid or a tile
	ruling *Ruling // while the game master is asked
}

// A Secret is what a player alone knows, and what they have filed for later.
type Secret struct {
	Seat     string
	Hand     []int    `json:",omitempty"` // his cards, by number, in order
	Stock    Cubes    // behind their screen
	Standing string   `json:",omitempty"` // his standing orders and his queue of turns in normal form
	Silent   bool     `json:",omitempty"` // nothing came from him when he was last asked in this action phase
	Attacked []string `json:",omitempty"` // where he was attacked or entered since his last turn, for STOP IF
}

// A League is what is settled in the income phase, as far as it has come.
type League struct {
	Card  int      // that was revealed
	Tiles []string // that can still be taken
}

// A Played is a tile that a player has just played, whose secondary effects others may use (DD-39).
type Played struct{ Seat, Tile string }

// A Battle is what lies open of one that goes on while somebody is asked: nothing that was committed.
type Battle struct {
	Area               string
	Attacker, Defender string
	Attackers          Force
	Defenders          Force // with deployed fighters
	Garrison           int
	Deployed           int  // fighters that the defender has deployed
	Committing         bool // fighters have been deployed, and both sides commit; else the defender says all at once
}

// A Ruling is what the game master is asked for.
type Ruling struct {
	Seat string // whose card or tile it is
	Card string // its title
	Text string // what they have to rule
}

// ready gives the state its board and rulings, which are not saved with it.
func (p *position) ready() *position {
	if p.board == nil {
		b, err := house.Of(p.Pack)
		if err != nil {
			panic(fmt.Sprintf("dishonest: the board was good when the game began: %v", err))
		}
		p.board = b
	}
	p.rules = p.Options
	return p
}

// secret finds a player's; there is one for each.
func (p *position) secret(seat string) *Secret {
	return &p.Secrets[slices.IndexFunc(p.Secrets, func(s Secret) bool { return s.Seat == seat })]
}

// Phase is the income phase of a year, a turn, or a round of turns: "Year 2, income", "Year 2, 5th turn, UK",
// "Year 2, round 3".
func (p *position) Phase() string {
	switch {
	case p.Over:
		return ""
	case p.Turn == 0:
		return fmt.Sprintf("Year %d, income", p.Year)
	case p.Options[optTurns] == together:
		return fmt.Sprintf("Year %d, round %d", p.Year, max(1, p.Lap))
	default:
		return fmt.Sprintf("Year %d, %s turn, %s", p.Year, adjudicator.Nth(p.Turn), p.Mover)
	}
}

// View is all that a seat may know: what lies open, and a player their own cards, cubes and orders; the game master
// knows everything.
func (p *position) View(s adjudicator.Seat) adjudicator.View {
	p.ready()
	v := View{State: p.State, Phase: p.Phase(), League: p.league, Tile: p.tile, Battle: p.battle,
		Edition: p.board.Edition}
	if s == adjudicator.GM {
		return Truth{View: v, Secrets: p.Secrets, Draw: p.Draw, Ruling: p.ruling}
	}
	if i := slices.IndexFunc(p.Secrets, func(x Secret) bool { return x.Seat == string(s) }); i >= 0 {
		x := p.Secrets[i]
		v.Seat, v.Hand, v.Stock, v.Standing = x.Seat, x.Hand, x.Stock, x.Standing
	}
	return v
}
