package successors

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
)

var _ adjudicator.Trier = View{}

// Try plays on from a question with the player's answer to it: with the odds of battles, and what it would leave them.
func (v View) Try(t adjudicator.Trial) adjudicator.Tried {
	if !v.open(t.Kind) {
		return adjudicator.Tried{}
	}
	read := func(seat, old, text string) (orders, fault string) { return v.supposedOf(t.Kind, seat, old, text) }
	others := func(orders map[string]string) []string { return v.assumed(t.Kind, orders) }
	return t.Turn(adjudicator.TurnTrial{Rivals: v.rivals(), Read: read, Lines: v.comesTo, Others: others,
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
	exact, err := adjudicator.Playout{
		Play: func(table *adjudicator.Table) func(float64, []adjudicator.EventRecord) {
			r, said := rehearsals[t.Kind].play(v, table, t.Answer, orders)
			return func(weight float64, told []adjudicator.EventRecord) {
				for _, line := range said {
					tally.Add(line, weight)
				}
				for _, e := range told {
					v.note(tally, weight, e)
				}
				tally.Span("talents", r.player(v.Seat).Talents)
				tally.Span("chits", r.player(v.Seat).Chits)
			}
		},
	}.Run(t.Stream())
	return tally, exact, err
}

// rivals returns the seats of the other players.
func (v View) rivals() []string {
	return slices.DeleteFunc(v.seats(), func(seat string) bool { return seat == v.Seat })
}

// supposedOf reads what is supposed of another player: their choice of a home, their turn if it is theirs, or else
// their standing orders.
func (v View) supposedOf(kind, seat, old, text string) (orders, fault string) {
	theirs := v
	theirs.Seat, theirs.Hand, theirs.Standing, theirs.Rides = seat, nil, "", nil
	kind = rehearsals[kind].suppose
	if kind == "turn" {
		theirs.Mover = seat
	}
	return adjudicator.ReadSupposed(theirs, kind, old, text)
}

// assumed says what others are taken to do.
func (v View) assumed(kind string, orders map[string]string) []string {
	var out []string
	for _, seat := range v.rivals() {
		if orders[seat] != "" {
			out = append(out, fmt.Sprintf("Assumed for %s: %s.", seat, queue.Skipped{Line: orders[seat]}.Whole()))
		}
	}
	return append(out, rehearsals[kind].assumed)
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
		} else {
			tally.Add("Of what you suppose, this is not possible: "+x.Whole(), weight)
		}
	case purchased:
		for _, bought := range x.Bought {
			if x.Seat == v.Seat {
				tally.Add(fmt.Sprintf("You buy %s in %s for %d", bought.Units, bought.Area, bought.Talents), weight)
			}
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
