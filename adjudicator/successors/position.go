package successors

import (
	"fmt"
	"slices"
	"strconv"

	"deaddrop/adjudicator"
	"deaddrop/parser/strict"
)

// A position is the complete state of the game before a player's turn, or before homes are chosen, secrets included.
type position struct {
	State
	Pack    string // the text of the edition of the board
	Options map[string]string
	Choose  []string `json:",omitempty"` // seats that have yet to choose a home, in that order (SU-1)
	Next    int      `json:",omitempty"` // number of players who have moved in this game turn
	Opened  bool     `json:",omitempty"` // whether the start of the game turn has been carried out
	Secrets []Secret // in the order of the seats
	Draw    []int    // numbers of the chits to be drawn, the next one first
	Spent   []int    `json:",omitempty"` // numbers of the chits that were played
	Over    bool     `json:",omitempty"`

	board  *Board
	event  *Happened // the event of this turn; nil before it
	battle *Battle   // the battle that somebody is asked about; nil if none
	ruling *Ruling   // the ruling that the game master is asked for; nil if none
}

// A Secret is what only one player knows: their chits and the orders that they have filed for later.
type Secret struct {
	Seat     string
	Hand     []int  `json:",omitempty"` // numbers of the player's chits, ascending
	Standing string `json:",omitempty"` // the player's standing orders in normal form, one a line
	Ahead    string `json:",omitempty"` // the list of homes filed before it is the player's turn to choose
}

// A Happened is the event of a player's turn (SU-4).
type Happened struct {
	Dice  []int // the first die selects the odd or the even table; then tens and ones
	Title string
	Text  string
}

// A Ruling is a question to the game master.
type Ruling struct {
	Seat string // the player whose event or chit it is
	Card string // title of the card
	Text string // the text to rule on
}

// edition returns the board that the game is played on.
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

// rule puts rulings in force. A game turn that has begun is finished under the old ones (SU-35).
func (p *position) rule(options map[string]string) {
	p.Options, p.Turns = options, p.edition().Turns
	if short, err := strconv.Atoi(options[optTurns]); err == nil {
		p.Turns = max(short, p.Turn)
	}
}

func (p *position) is(option, value string) bool { return p.Options[option] == value }

// secret returns a player's secret; there is one for each player.
func (p *position) secret(seat string) *Secret {
	return &p.Secrets[slices.IndexFunc(p.Secrets, func(s Secret) bool { return s.Seat == seat })]
}

// standing returns a player's standing orders as they are on file.
func (p *position) standing(seat string) standing {
	return strict.Must(parseSheet(p.edition(), "standing", p.secret(seat).Standing)).rules
}

// Phase returns the name of the current turn, such as "Turn 3, Red"; before the first turn "Set-up", with the player
// who chooses where they choose one after another.
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

// View returns everything that a seat may know: the public state and a player's own chits and standing orders; the
// game master knows everything.
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
