package successors

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
)

var _ adjudicator.Trier = View{}

// Try plays the player's turn out: with the odds of its battles, and what it would leave them.
func (v View) Try(t adjudicator.Trial) adjudicator.Tried {
	if t.Kind != "turn" || v.Mover != v.Seat || v.board == nil {
		return adjudicator.Tried{}
	}
	return t.Turn(adjudicator.TurnTrial{Rivals: v.rivals(), Read: v.supposedOf, Lines: v.comesTo, Others: v.assumed,
		Play: func(orders map[string]string) (*adjudicator.Tally, bool, error) { return v.odds(t, orders) }})
}

// comesTo says what became of the turn in all ways in which luck may fall.
func (v View) comesTo(tally *adjudicator.Tally) []string {
	var out []string
	for _, name := range tally.Names() {
		out = append(out, v.line(tally, name)...)
	}
	return append(out, fmt.Sprintf("After that you have %s and %s.", tally.Count("talents", "talent", "talents"),
		tally.Count("chits", "chit", "chits")))
}

// odds plays the turn out, with what others are supposed to have on file.
func (v View) odds(t adjudicator.Trial, orders map[string]string) (*adjudicator.Tally, bool, error) {
	tally := &adjudicator.Tally{}
	var r *turn
	exact, err := adjudicator.Playout{
		Play: func(table *adjudicator.Table) { r = v.rehearse(table, t.Answer, orders) },
		Seen: func(weight float64, told []adjudicator.EventRecord) {
			for _, e := range told {
				v.note(tally, weight, e)
			}
			tally.Span("talents", r.player(v.Seat).Talents)
			tally.Span("chits", r.player(v.Seat).Chits)
		},
	}.Run(t.Stream())
	return tally, exact, err
}

// rivals returns the seats of the other players.
func (v View) rivals() []string {
	return slices.DeleteFunc(v.seats(), func(seat string) bool { return seat == v.Seat })
}

// supposedOf reads what is supposed of another player's standing orders.
func (v View) supposedOf(seat, old, text string) (orders, fault string) {
	theirs := v
	theirs.Seat, theirs.Hand, theirs.Standing, theirs.Rides = seat, nil, "", nil
	return adjudicator.ReadStanding(theirs, old, text)
}

// assumed says what others are taken to do.
func (v View) assumed(orders map[string]string) []string {
	var out []string
	for _, seat := range v.rivals() {
		if orders[seat] != "" {
			out = append(out, fmt.Sprintf("Assumed for %s: %s.", seat, queue.Skipped{Line: orders[seat]}.Whole()))
		}
	}
	return append(out, "All other players are assumed to have no standing orders: they stay in a battle until they "+
		"are weaker.")
}

// rehearse plays the player's turn from what the view knows, up to the end of its battles.
func (v View) rehearse(t *adjudicator.Table, answer string, orders map[string]string) *turn {
	p := &position{State: v.State.copy(), Options: v.rules, board: v.board, event: v.Event}
	for _, x := range p.Players {
		s := Secret{Seat: x.Seat, Standing: orders[x.Seat]}
		if x.Seat == v.Seat {
			s.Hand, s.Standing = slices.Clone(v.Hand), v.Standing
		}
		p.Secrets = append(p.Secrets, s)
	}
	for _, chit := range v.board.Chits {
		if len(p.Draw) < v.Deck && !slices.Contains(v.Hand, chit.Number) {
			p.Draw = append(p.Draw, chit.Number)
		}
	}
	r := p.begin(t, v.Seat)
	r.file(v.Seat, "turn", answer)
	r.alliances()
	r.loans()
	r.gifts()
	r.ransom()
	r.chits(InTurn)
	r.chits(AnyTurn)
	r.purchases(r.mover)
	r.moves()
	r.battles()
	return r
}

// note adds what happened in one way to a tally.
func (v View) note(tally *adjudicator.Tally, weight float64, e adjudicator.EventRecord) {
	switch x := e.Event.Data.(type) {
	case Battle:
		name := fmt.Sprintf("The battle of %s: %s against %s", x.At, x.Attacker, x.Defender)
		tally.Add(name, weight)
		won := x.Won
		if won == "" {
			won = "nobody"
		}
		tally.Add(name+"\x00"+won, weight)
		for side := range x.Left {
			lost := x.Began[side].Minus(x.Left[side])
			for _, round := range x.Rounds {
				for _, gone := range round.Retreats {
					if gone.Side == []string{x.Attacker, x.Defender}[side] {
						lost = lost.Minus(gone.Units)
					}
				}
			}
			tally.Add(fmt.Sprintf("%s\x00lost%d", name, side), weight*float64(lost.Army()))
			tally.Add(fmt.Sprintf("%s\x00began%d", name, side), weight*float64(x.Began[side].Army()))
		}
	case SeaBattle:
		name := "The battle at sea in the " + x.At
		tally.Add(name, weight)
		tally.Add(name+"\x00sunk", weight*float64(x.Sunk))
		for _, q := range x.Enemies {
			tally.Add(name+"\x00sunk of "+q.Side, weight*float64(q.Sunk))
		}
	case queue.Skipped:
		if e.To.Has(adjudicator.Seat(v.Seat)) {
			tally.Add("Not carried out: "+x.Whole()+": "+x.Why, weight)
		}
	}
}

// line returns the sentence about something in a tally; none for a part of something else.
func (v View) line(t *adjudicator.Tally, name string) []string {
	if strings.Contains(name, "\x00") {
		return nil
	}
	p := t.Of(name)
	if said := strings.TrimRight(name, "."); !strings.HasPrefix(name, "The battle") {
		if p < 1-1e-9 {
			said += " (" + adjudicator.Percent(p) + ")"
		}
		return []string{said + "."}
	}
	of := func(part string) float64 { return t.Of(name+"\x00"+part) / p }
	var won []string
	for _, side := range append(v.seats(), white, "nobody") {
		if of(side) > 0 {
			won = append(won, side+" wins in "+adjudicator.Percent(of(side)))
		}
	}
	if len(won) == 0 { // at sea
		for _, side := range append(v.seats(), white) {
			if strings.Contains(strings.Join(t.Names(), "\n"), name+"\x00sunk of "+side) {
				won = append(won, fmt.Sprintf("%s loses %.1f fleets", side, of("sunk of "+side)))
			}
		}
		return []string{fmt.Sprintf("%s: you lose %.1f fleets, %s, on "+
			"average.", name, of("sunk"), strings.Join(won, ", "))}
	}
	said := fmt.Sprintf("%s: %s. On average the attacker loses %.1f of %.1f land units, the defender %.1f of "+
		"%.1f.", name,
		strings.Join(won, ", "), of("lost0"), of("began0"), of("lost1"), of("began1"))
	if p < 1-1e-9 {
		said += fmt.Sprintf(" It comes to that battle in %s.", adjudicator.Percent(p))
	}
	return []string{said}
}
