// Package deadman has the rules of Deadman Diplomacy (rd05, by Bob Arnett): Diplomacy in which nobody
// sees more than his own orders, with spies, peeks and units that disband.
//
// It is in charge of the season as a whole: reading a player's orders, the set-up, the Winter and Spring
// combination, what is seen and who is told. The board and the resolution of movement are those of
// package diplomacy. Rules are cited as DM-1 to DM-40; PAS is the peek-a-sneak order, DB disbands.
package deadman

import (
	"errors"
	"fmt"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/diplomacy"
)

// Rules are the rules of Deadman Diplomacy.
var Rules = &adjudicator.Rules{
	Name:    "deadman",
	Title:   "Deadman Diplomacy",
	Doc:     doc,
	Seats:   []adjudicator.Seat{"Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"},
	Min:     7,
	Blind:   true,
	Options: options,
	Setup:   setup,
	Blank:   func() adjudicator.Position { return new(position) },
	Switch:  func(p adjudicator.Position, options map[string]string) { p.(*position).Options = options },
}

const doc = `Deadman Diplomacy is Diplomacy on the standard board in which you see
only what is yours: your own orders and whether they failed, your own
centres, and everybody's press.

Start with any mix of armies and fleets, one in each home centre:
    SETUP F Lon, A Lvp, F Edi
A year has two letters: Winter and Spring together, then Fall.

A unit may hold, move, support, convoy, disband or spy:
    A Mun H            A Mun-Bur          F Nth C A Lon-Nwy
    A Par S A Mun      A Par S A Mun-Bur
    F Nth DB           it disbands, after the movement
    F Nth E France     it spies: you are told in which spaces next to
                       it French units are at the season's end. It
                       fails when it is attacked. A unit that was
                       found has a star for each power that found it.
From 1902 on you may peek at one space a season; you are told whether
anybody is there:
    PAS-Nth
Say where a unit should go if it is dislodged, best first; without such
a list it is removed:
    A Mun-Bur R Ber, Kie, DB
In Winter build in any vacant centre of yours, or remove:
    Build F Bre        Remove A Pic       Waive
A failed order is _underlined_, without a reason. 18 centres win.`

const (
	spring = "Spring"
	fall   = "Fall"
)

// A position is the board before a season, or as far as the season was played.
type position struct {
	Season  string
	Year    int
	Units   units  // in the order of the powers, then of the board
	Owners  owners // of the centres, since the last Fall
	Out     []string
	Options map[string]string
	Winner  string
	History []Season

	sheets map[diplomacy.Power]sheet // while the season is played
}

func setup(_ *adjudicator.Table, c adjudicator.Config) (adjudicator.Position, error) {
	if c.Pack != nil {
		return nil, errors.New("the standard board is the only one for this game, so it takes no pack")
	}
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

// Phase is the season: "Spring 1901".
func (p *position) Phase() string {
	if p.Winner != "" {
		return ""
	}
	return fmt.Sprintf("%s %d", p.Season, p.Year)
}

// Play plays one season: everybody's orders, then what becomes of them in the order of the rules.
func (p *position) Play(t *adjudicator.Table) {
	b := standard()
	var reqs []adjudicator.Request
	for _, name := range b.Powers() {
		if !slices.Contains(p.Out, name) {
			reqs = append(reqs, adjudicator.Request{Seat: adjudicator.Seat(name), Kind: "orders", Default: noOrders})
		}
	}
	p.sheets = map[diplomacy.Power]sheet{}
	for i, answer := range t.Ask(reqs...) {
		power := b.Power(string(reqs[i].Seat))
		p.sheets[power] = p.view(power).sheetOf(answer)
	}
	phase := p.Phase()
	p.setUp()
	adjusted := p.adjust()
	s := p.move()
	s.retreat()
	p.Units = s.units
	s.spy()
	s.peek()
	year := p.count()

	p.History = append(p.History, p.ledger(phase, s, adjusted))
	for _, r := range reqs {
		power := b.Power(string(r.Seat))
		t.Tell(adjudicator.Event{Kind: "season", Data: p.report(phase, power, s, adjusted, year)}, adjudicator.To(r.Seat))
	}
	t.Tell(adjudicator.Event{Kind: "ledger", Data: p.History[len(p.History)-1]}, adjudicator.To(adjudicator.GM))
	p.next(t)
}

// next ends the season: eliminations and victory after a Fall, and the turn of the calendar.
func (p *position) next(t *adjudicator.Table) {
	if p.Season == spring {
		p.Season = fall
		return
	}
	p.Season, p.Year = spring, p.Year+1
	b := standard()
	for i, name := range b.Powers() {
		power := diplomacy.Power(i)
		if len(p.centres(power)) >= b.Victory() { // DM-36
			p.Winner = name
		}
		if !slices.Contains(p.Out, name) && len(p.centres(power)) == 0 && len(p.Units.of(power)) == 0 { // DM-35
			p.Out = append(p.Out, name)
			t.Tell(adjudicator.Event{Kind: "eliminated"}, adjudicator.To(adjudicator.Seat(name)))
		}
	}
	if p.Winner != "" {
		t.Tell(adjudicator.Event{Kind: "victory", Data: Victory{Power: p.Winner, Year: p.Year - 1, Seasons: p.History}}, adjudicator.All())
	}
}

// centres are those that a power owns, in the order of the board.
func (p *position) centres(power diplomacy.Power) []diplomacy.Loc {
	var out []diplomacy.Loc
	for _, c := range standard().Centres() {
		if p.Owners[c] == power {
			out = append(out, c)
		}
	}
	return out
}
