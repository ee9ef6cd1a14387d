package dealers

import (
	"fmt"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
)

// A position is the complete state of the game before the draft, a turn or a winter, secrets included.
type position struct {
	State
	Pack    string // the text of the edition
	Options map[string]string
	Secrets []Secret    // in the order of the table
	Pile    []string    // the masses to train, the top card first
	Hidden  [2][]string // the spoils of value 2 and of value 3, the top card first
	Winner  []string    `json:",omitempty"` // the winners, when the game is over
	Over    bool        `json:",omitempty"`

	acting *Acting // the current turn, while somebody is asked within it
	battle *Battle // the assault that somebody is asked about; nil if none
	pick   *Draft  // the draft, while somebody is asked in it
	ruling *Ruling // the ruling that the game master is asked for; nil if none
}

// A Secret is what only one player knows, their draw pile, whose order not even they know, and the orders that they
// have filed for later.
type Secret struct {
	queue.OnFile
	Hand []string `json:",omitempty"` // the player's hand, sorted
	// the player's draw pile in layers, the top card first: what winter puts under it is a layer of its own, shuffled
	// in itself (DH-10). The player does not know its order
	Draw    [][]string `json:",omitempty"`
	Discard []string   `json:",omitempty"` // the player's discard pile, the top card last
}

// An Acting is the public state of a turn while somebody is asked within it.
type Acting struct {
	Action string
	Did    bool `json:",omitempty"` // whether the automatic effect of the action has happened
	// number of cards in the mover's play area, from the first, that are not of this turn: they do not help to train
	// (DH-17)
	Stale     int `json:",omitempty"`
	Trained   int // number of cards and masters trained
	Raised    int `json:",omitempty"` // number of those for which others were dismissed (DH-20)
	Dismissed int `json:",omitempty"` // number of cards dismissed by the action (DH-12)
	Readied   int `json:",omitempty"` // number of cards moved to the ready area by the action (DH-15)
	Drawn     int // number of cards and spoils that the mover got within the turn without knowing them before
	// cities, factions and masters whose abilities the mover has used in the turn
	Used   []string `json:",omitempty"`
	Fought bool     `json:",omitempty"`
	// the player's orders for the rest of their turn, in normal form; only they get them
	Left string `json:",omitempty"`
}

// A Battle is an assault on a player's territory while somebody is asked about it.
type Battle struct {
	Area, From         string
	Attacker, Defender string
	Oversea            bool
	Attack, Defence    int  // the current totals
	Final              bool // whether the attacker is asked for their last step; if not, the defender is asked
}

// A Draft is what can still be taken.
type Draft struct {
	Factions, Cities []string
	Order            []string // seats in the order in which they take; each comes twice
	Taken            []Took   `json:",omitempty"`
}

// A Took is a faction or a city that a player has taken.
type Took struct {
	Seat, What string
	City       bool
}

// A Ruling is a question to the game master.
type Ruling struct {
	Seat string // the player whose card it is
	Card string
	Text string // the text to rule on
}

// ready sets the state's board and options, which are not saved with it.
func (p *position) ready() *position {
	if p.board == nil {
		b, err := house.Of(p.Pack)
		if err != nil {
			panic(fmt.Sprintf("dealers: the board was good when the game began: %v", err))
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

// Phase returns the name of the current phase: "Draft", "Year 2, 5th turn, Red", "Year 2, round 3" or "Year 2,
// winter".
func (p *position) Phase() string {
	switch {
	case p.Over:
		return ""
	case p.Year == 0:
		return "Draft"
	case p.Turn == 0:
		return fmt.Sprintf("Year %d, winter", p.Year)
	case p.Options[optTurns] == together:
		return fmt.Sprintf("Year %d, round %d", p.Year, max(1, p.Lap))
	default:
		return fmt.Sprintf("Year %d, %s turn, %s", p.Year, adjudicator.Nth(p.Turn), p.Mover)
	}
}

// View returns everything that a seat may know: the public state and a player's own cards, but not the order of their
// draw pile; the game master knows everything.
func (p *position) View(s adjudicator.Seat) adjudicator.View {
	p.ready()
	v := View{State: p.State, Phase: p.Phase(), Acting: p.acting, Battle: p.battle, Draft: p.pick,
		Edition: p.board.Edition}
	if p.acting != nil && string(s) != p.Mover {
		open := *p.acting
		open.Left = ""
		v.Acting = &open
	}
	if s == adjudicator.GM {
		return Truth{View: v, Secrets: p.Secrets, Pile: p.Pile, Hidden: p.Hidden, Ruling: p.ruling}
	}
	if i := slices.IndexFunc(p.Secrets, func(x Secret) bool { return x.Seat == string(s) }); i >= 0 {
		x := p.Secrets[i]
		v.Seat, v.Hand, v.Discard, v.Standing = x.Seat, x.Hand, x.Discard, x.Standing
		for _, layer := range x.Draw {
			v.Draw = append(v.Draw, slices.Sorted(slices.Values(layer)))
		}
	}
	return v
}
