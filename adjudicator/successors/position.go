package successors

import (
	"fmt"
	"slices"
	"strconv"

	"deaddrop/adjudicator"
	"deaddrop/parser/strict"
)

// A position is the game before a player's turn, or before homes are chosen: the whole truth.
type position struct {
	State
	Pack    string // the edition of the board, as it is written
	Options map[string]string
	Choose  []string `json:",omitempty"` // who has yet to choose a home, in that order (SU-1)
	Next    int      `json:",omitempty"` // how many have moved in this game turn
	Opened  bool     `json:",omitempty"` // what happens at its start has happened
	Secrets []Secret // in the order of the seats
	Draw    []int    // the chits to be drawn, by number, the next one first
	Spent   []int    `json:",omitempty"` // chits that were played
	Over    bool     `json:",omitempty"`

	board  *Board
	event  *Happened // of this turn, as far as it has come
	battle *Battle   // while somebody is asked about it
	ruling *Ruling   // while the game master is asked
}

// A Secret is what a player alone knows, and what they have filed for later.
type Secret struct {
	Seat     string
	Hand     []int  `json:",omitempty"` // his chits, by number, in order
	Standing string `json:",omitempty"` // his standing orders in normal form, a line each
	Ahead    string `json:",omitempty"` // the list of homes that they have filed before their choice
}

// A Happened is the event of a player's turn (SU-4).
type Happened struct {
	Dice  []int // the first says whether the odd or the even table; then tens and ones
	Title string
	Text  string
}

// A Ruling is what the game master is asked for.
type Ruling struct {
	Seat string // whose event or chit it is
	Card string // its title
	Text string // what they have to rule
}

// edition is the board that the game is played on.
func (p *position) edition() *Board {
	if p.board == nil {
		b, err := house.Of(p.Pack)
		if err != nil {
			panic(fmt.Sprintf("successors: the board was good when the game began: %v", err))
		}
		p.board = b
	}
	return p.board
}

// rule puts rulings in force. A game turn that has begun is played to its end (SU-35).
func (p *position) rule(options map[string]string) {
	p.Options, p.Turns = options, p.edition().Turns
	if short, err := strconv.Atoi(options[optTurns]); err == nil {
		p.Turns = max(short, p.Turn)
	}
}

func (p *position) is(option, value string) bool { return p.Options[option] == value }

// secret finds a player's; there is one for each.
func (p *position) secret(seat string) *Secret {
	return &p.Secrets[slices.IndexFunc(p.Secrets, func(s Secret) bool { return s.Seat == seat })]
}

// standing are a player's standing orders as they are on file.
func (p *position) standing(seat string) standing {
	return strict.Must(parseSheet(p.edition(), "standing", p.secret(seat).Standing)).rules
}

// Phase is the player's turn: "Turn 3, Red"; before the first "Set-up", with who chooses where players choose one after
// another.
func (p *position) Phase() string {
	switch {
	case p.Over:
		return ""
	case p.Turn > 0:
		return fmt.Sprintf("Turn %d, %s", p.Turn, p.Mover)
	case p.is(optSpeed, patient):
		return "Set-up, " + p.Choose[0]
	default:
		return "Set-up"
	}
}

// View is all that a seat may know: what lies open, and a player their own chits and standing orders; the game master
// knows everything.
func (p *position) View(s adjudicator.Seat) adjudicator.View {
	v := View{State: p.State, Phase: p.Phase(), Event: p.event, Battle: p.battle, Edition: p.edition().Edition,
		board: p.edition(), rules: p.Options}
	if s == adjudicator.GM {
		return Truth{View: v, Secrets: p.Secrets, Draw: p.Draw, Spent: p.Spent, Ruling: p.ruling}
	}
	if i := slices.IndexFunc(p.Secrets, func(x Secret) bool { return x.Seat == string(s) }); i >= 0 {
		v.Seat, v.Hand, v.Standing = p.Secrets[i].Seat, p.Secrets[i].Hand, p.Secrets[i].Standing
		if p.Turn > 0 && p.Mover == v.Seat && !p.Over {
			v.Rides = p.begin(nil, p.Mover).ridings(p.Mover)
		}
	}
	if p.is(optChits, "open") {
		for _, x := range p.Secrets {
			v.Hands = append(v.Hands, Hand{x.Seat, x.Hand})
		}
	}
	return v
}
