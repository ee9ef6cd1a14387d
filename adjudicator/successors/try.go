package successors

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
)

var _ adjudicator.Trier = View{}

// A trial plays on from a question with the player's answer to it, from what their view knows.
type trial struct {
	adjudicator.Trial
	view View
}

// Try plays on from a question with the player's answer to it: with the odds of battles, and what it would leave them.
func (v View) Try(t adjudicator.Trial) adjudicator.Tried {
	tr := trial{t, v}
	if !tr.open() {
		return adjudicator.Tried{}
	}
	return t.Turn(adjudicator.TurnTrial{Rivals: tr.rivals(), Read: tr.supposedOf, Play: tr.odds, Lines: tr.comesTo,
		Others: tr.assumed})
}

// comesTo says what became of the turn in all ways in which luck may fall.
func (tr trial) comesTo(tally *adjudicator.Tally) []string {
	var out []string
	for _, name := range tally.Names() {
		out = append(out, tr.line(tally, name)...)
	}
	return append(out, fmt.Sprintf("After that you have %s and %s.", tally.Count("talents", "talent", "talents"),
		tally.Count("chits", "chit", "chits")))
}

// odds plays the turn out, with what others are supposed to have on file.
func (tr trial) odds(orders map[string]string) (*adjudicator.Tally, bool, error) {
	tally := &adjudicator.Tally{}
	exact, err := adjudicator.Playout{
		Play: func(table *adjudicator.Table) func(float64, []adjudicator.EventRecord) {
			r, said := rehearsals[tr.Kind].play(tr, table, orders)
			return func(weight float64, told []adjudicator.EventRecord) {
				for _, line := range said {
					tally.Add(line, weight)
				}
				for _, e := range told {
					tr.note(tally, weight, e)
				}
				tally.Span("talents", r.player(tr.view.Seat).Talents)
				tally.Span("chits", r.player(tr.view.Seat).Chits)
			}
		},
	}.Run(tr.Stream())
	return tally, exact, err
}

// rivals returns the seats of the other players.
func (tr trial) rivals() []string {
	return slices.DeleteFunc(tr.view.seats(), func(seat string) bool { return seat == tr.view.Seat })
}

// supposedOf reads what is supposed of another player: their choice of a home, their turn if it is theirs, or else
// their standing orders.
func (tr trial) supposedOf(seat, old, text string) (orders, fault string) {
	theirs := tr.view
	theirs.Seat, theirs.Hand, theirs.Standing, theirs.Rides = seat, nil, "", nil
	kind := rehearsals[tr.Kind].suppose
	if kind == "turn" {
		theirs.Mover = seat
	}
	return adjudicator.ReadSupposed(theirs, kind, old, text)
}

// assumed says what others are taken to do.
func (tr trial) assumed(orders map[string]string) []string {
	var out []string
	for _, seat := range tr.rivals() {
		if orders[seat] != "" {
			out = append(out, fmt.Sprintf("Assumed for %s: %s.", seat, queue.Skipped{Line: orders[seat]}.Whole()))
		}
	}
	return append(out, rehearsals[tr.Kind].assumed)
}

// note adds what happened in one way to a tally.
func (tr trial) note(tally *adjudicator.Tally, weight float64, e adjudicator.EventRecord) {
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
		if e.To.Has(adjudicator.Seat(tr.view.Seat)) {
			tally.Add("Not carried out: "+x.Whole()+": "+x.Why, weight)
		} else {
			tally.Add("Of what you suppose, this is not possible: "+x.Whole(), weight)
		}
	case purchased:
		for _, bought := range x.Bought {
			if x.Seat == tr.view.Seat {
				tally.Add(fmt.Sprintf("You buy %s in %s for %d", bought.Units, bought.Area, bought.Talents), weight)
			}
		}
	}
}

// line returns the sentence about something in a tally; none for a part of something else.
func (tr trial) line(t *adjudicator.Tally, name string) []string {
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
	for _, side := range append(tr.view.seats(), white, "nobody") {
		if of(side) > 0 {
			won = append(won, side+" wins in "+adjudicator.Percent(of(side)))
		}
	}
	if len(won) == 0 { // the battle was at sea
		for _, side := range append(tr.view.seats(), white) {
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
