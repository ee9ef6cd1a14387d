package dealers

import (
	"fmt"
	"slices"

	"deaddrop/adjudicator"
)

// A position is the game before the draft, a turn or a winter: the whole truth.
type position struct {
	State
	Pack    string // the edition, as it is written
	Options map[string]string
	Secrets []Secret    // in the order of the table
	Pile    []string    // the masses to train, the top first
	Hidden  [2][]string // the spoils of value 2 and of value 3, the top first
	Winner  []string    `json:",omitempty"` // when the game is over
	Over    bool        `json:",omitempty"`

	acting *Acting // while somebody is asked within a turn
	battle *Battle // while somebody is asked about an assault
	pick   *Draft  // while somebody is asked in the draft
	ruling *Ruling // while the game master is asked
}

// A Secret is what a player alone knows, and what not even they know, and what they have filed for later.
type Secret struct {
	Seat string
	Hand []string `json:",omitempty"` // sorted
	// their draw pile in layers, the top first: what winter puts under it is a layer of its own, shuffled in itself
	// (DH-10). Its order they don't know
	Draw     [][]string `json:",omitempty"`
	Discard  []string   `json:",omitempty"` // the top last
	Standing string     `json:",omitempty"` // his standing orders and his queue of turns in normal form
	Silent   bool       `json:",omitempty"` // nothing came from him when he was last asked this year
	Attacked []string   `json:",omitempty"` // where he was attacked since his last turn, for STOP IF
}

// An Acting is what lies open of a turn that goes on while somebody is asked.
type Acting struct {
	Action string
	Did    bool `json:",omitempty"` // what the action does of itself has happened
	// so many cards of the mover's play area, the first, are not of this turn: they do not help to train (DH-17)
	Stale     int      `json:",omitempty"`
	Trained   int      // cards and masters
	Raised    int      `json:",omitempty"` // those of them for which others were dismissed (DH-20)
	Dismissed int      `json:",omitempty"` // cards, as the action has it (DH-12)
	Readied   int      `json:",omitempty"` // likewise (DH-15)
	Drawn     int      // cards and spoils that the mover did not know, and got within the turn
	Used      []string `json:",omitempty"` // cities, factions and masters whose abilities the mover has used in it
	Fought    bool     `json:",omitempty"`
	// what the player wrote for the rest of their turn, in normal form; they alone get it
	Left string `json:",omitempty"`
}

// A Battle is an assault on a player's territory that goes on while somebody is asked.
type Battle struct {
	Area, From         string
	Attacker, Defender string
	Oversea            bool
	Attack, Defence    int  // the totals until now
	Final              bool // the attacker has their last step, else the defender plays
}

// A Draft is what can still be taken.
type Draft struct {
	Factions, Cities []string
	Order            []string // who takes when, by seats: each comes twice
	Taken            []Took   `json:",omitempty"`
}

// A Took is a faction or a city that a player has taken.
type Took struct {
	Seat, What string
	City       bool
}

// A Ruling is what the game master is asked for.
type Ruling struct {
	Seat string // whose card it is
	Card string
	Text string // what they have to rule
}

// ready gives the state its board and rulings, which are not saved with it.
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

// secret finds a player's; there is one for each.
func (p *position) secret(seat string) *Secret {
	return &p.Secrets[slices.IndexFunc(p.Secrets, func(s Secret) bool { return s.Seat == seat })]
}

// Phase is the draft, a turn, a round of turns or a winter: "Draft", "Year 2, 5th turn, Red", "Year 2, round 3",
// "Year 2, winter".
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

// View is all that a seat may know: what lies open, and a player their own cards, but not the order of those that they
// will draw; the game master knows everything.
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
