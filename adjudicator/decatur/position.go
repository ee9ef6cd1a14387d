package decatur

import (
	"fmt"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deck"
)

// A position is the complete state of the game before a round or, if players are asked one after another, before a
// turn.
type position struct {
	State
	Pack    string // text of the edition
	Options map[string]string
	// number of players who have had their turn in this round, if players are asked one after another
	Turn int `json:",omitempty"`
	// whether the first player has forgotten to move the clock marker, and nobody has called yet (DC-6)
	Forgot  bool     `json:",omitempty"`
	Robbed  []string `json:",omitempty"` // players who have lost a location by a takeover in this round
	Cup     []string // players with a factor in the cup of reckoning (DC-3)
	Secrets []Secret // in the order of seating, which is the order of play (DC-2)
	Draw    []Commonwealth
	Rest    []Region // prosperity cards that were not dealt
	Over    bool     `json:",omitempty"`

	board    *Board
	takeover *Takeover // the current takeover, while somebody is asked about it
	excess   map[string]Excess
}

// A Secret is what only one player knows, and what they have filed for later.
type Secret struct {
	Seat       string
	Hand       []Commonwealth // influence cards, the newest last
	Prosperity []Region       // prosperity cards dealt to them face down
	Standing   string         `json:",omitempty"` // standing orders in normal form, one per line
}

// setup assigns seats at random, shuffles and deals (DC-2 to DC-4).
func setup(t *adjudicator.Table, c adjudicator.Config) (adjudicator.Position, error) {
	b, err := house.Of(string(c.Pack))
	if err != nil {
		return nil, fmt.Errorf("reading the board: %w", err)
	}
	p := &position{Pack: string(c.Pack), Options: c.Options, board: b}
	p.Interval, p.Round, p.Space = 1, 1, 1
	p.rule(c.Options)
	for _, l := range b.Locations {
		p.Locations = append(p.Locations, Holding{Location: l.Name})
	}
	for _, s := range c.Seats {
		p.Secrets = append(p.Secrets, Secret{Seat: string(s)})
	}
	deck.Shuffle(t, "seating", p.Secrets)
	for _, s := range p.Secrets {
		p.Players = append(p.Players, Player{Seat: s.Seat})
	}
	for _, kind := range Commonwealths {
		p.Draw = append(p.Draw, slices.Repeat([]Commonwealth{kind}, b.Influence[kind])...)
	}
	deck.Shuffle(t, "influence", p.Draw)
	for i := range p.Secrets {
		p.Secrets[i].Hand, p.Draw = p.Draw[:1:1], p.Draw[1:]
	}
	p.count()
	p.begin(t)
	return p, nil
}

// rule changes the options. An interval that has begun is played to its end by the earlier number of intervals
// (DC-29).
func (p *position) rule(options map[string]string) {
	p.Options, p.Intervals = options, 4
	if p.is(optIntervals, "three") {
		p.Intervals = max(3, p.Interval)
	}
}

// edition returns the board that the game is played on.
func (p *position) edition() *Board {
	if p.board == nil {
		b, err := house.Of(p.Pack)
		if err != nil {
			panic(fmt.Sprintf("decatur: the board was good when the game began: %v", err))
		}
		p.board = b
	}
	return p.board
}

func (p *position) is(option, value string) bool { return p.Options[option] == value }

// secret returns the secret of a player.
func (p *position) secret(seat string) *Secret {
	return &p.Secrets[slices.IndexFunc(p.Secrets, func(s Secret) bool { return s.Seat == seat })]
}

// count updates the numbers of cards, which are public.
func (p *position) count() {
	for i := range p.Players {
		p.Players[i].Hand = len(p.secret(p.Players[i].Seat).Hand)
	}
	p.Deck = len(p.Draw)
}

// Phase returns the round, such as "Interval 1, round 2"; if players are asked one after another, also whose turn it
// is.
func (p *position) Phase() string {
	switch name := fmt.Sprintf("Interval %d, round %d", p.Interval, p.Round); {
	case p.Over:
		return ""
	case p.is(optSpeed, patient):
		return name + ", " + p.Players[p.Turn].Seat
	default:
		return name
	}
}

// View returns everything that a seat may know: what is public, for a player their own cards, and for the game master
// everything.
func (p *position) View(s adjudicator.Seat) adjudicator.View {
	if s == adjudicator.GM {
		return Truth{State: p.State, Phase: p.Phase(), Secrets: p.Secrets, Draw: p.Draw, Rest: p.Rest,
			board: p.edition()}
	}
	v := View{State: p.State, Phase: p.Phase(), Takeover: p.takeover, board: p.edition(), rules: p.Options}
	if i := slices.IndexFunc(p.Secrets, func(x Secret) bool { return x.Seat == string(s) }); i >= 0 {
		v.Seat, v.Hand, v.Prosperity = p.Secrets[i].Seat, p.Secrets[i].Hand, p.Secrets[i].Prosperity
		if e, ok := p.excess[v.Seat]; ok {
			v.Excess = &e
		}
	}
	return v
}
