package dishonest

import (
	"fmt"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
)

// A position is the complete state of the game before an income phase or a turn, secrets included.
type position struct {
	State
	Pack    string // the text of the edition of the board
	Options map[string]string
	Secrets []Secret // in the order of the seats
	Draw    []int    // numbers of the cards to be drawn, the next one first
	// seats that are left in this round of turns, in the order in which it began; used only under one ruling
	Round  []string `json:",omitempty"`
	Winner []string `json:",omitempty"` // the winners, when the game is over
	Over   bool     `json:",omitempty"`

	battle *Battle // the battle that somebody is asked about; nil if none
	tile   *Played // the tile whose gifts others are asked about; nil if none
	league *League // the income phase while somebody is asked for a bid or a tile; nil otherwise
	ruling *Ruling // the ruling that the game master is asked for; nil if none
}

// A Secret is what only one player knows: their cards and cubes, and the orders that they have filed for later.
type Secret struct {
	queue.OnFile
	Hand  []int `json:",omitempty"` // numbers of the player's cards, ascending
	Stock Cubes // cubes behind the player's screen
}

// A League is the state of the income phase.
type League struct {
	Card  int      // number of the card that was revealed
	Tiles []string // tiles that are still free
}

// A Played is a tile that a player has just played, whose secondary effects others may use (DD-39).
type Played struct{ Seat, Tile string }

// A Battle is the public state of a battle while somebody is asked about it, without anything that was committed.
type Battle struct {
	Area               string
	Attacker, Defender string
	Attackers          Force
	Defenders          Force // units of the defender, deployed fighters included
	Garrison           int
	Deployed           int // number of fighters that the defender has deployed
	// whether fighters have been deployed, and both sides commit; if not, the defender is asked for everything at
	// once
	Committing bool
}

// A Ruling is a question to the game master.
type Ruling struct {
	Seat string // the player whose card or tile it is
	Card string // title of the card
	Text string // the text to rule on
}

// ready sets the state's board and options, which are not saved with it.
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

// secret returns a player's secret; there is one for each player.
func (p *position) secret(seat string) *Secret {
	return &p.Secrets[slices.IndexFunc(p.Secrets, func(s Secret) bool { return s.Seat == seat })]
}

// Phase returns the name of the current phase: "Year 2, income", "Year 2, 5th turn, UK" or "Year 2, round 3".
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

// View returns everything that a seat may know: the public state and a player's own cards, cubes and orders; the game
// master knows everything.
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
