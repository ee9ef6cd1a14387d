package dealers

import (
	"fmt"
	"math/rand/v2"
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

// Try plays on from a question with the player's answer to it: with the odds of assaults, and what it would leave them.
// The player does not know in which order they draw, so draws make odds.
func (v View) Try(t adjudicator.Trial) adjudicator.Tried {
	tr := trial{t, v}
	if t.Kind == "standing" && v.Draft != nil { // the list for the player's turn to choose
		tr.Kind = "draft"
	}
	if !tr.open() {
		return adjudicator.Tried{}
	}
	return tr.Turn(adjudicator.TurnTrial{Rivals: tr.rivals(), Read: tr.supposedOf, Play: tr.odds, Lines: tr.comesTo,
		Others: tr.assumed})
}

// comesTo says what became of the turn in all ways in which luck may fall.
func (tr trial) comesTo(tally *adjudicator.Tally) []string {
	if tr.Kind == "draft" {
		return tally.Lines()
	}
	return append(tally.Lines(), fmt.Sprintf("After that you have %s, %s in hand, %s in your draw pile, %s in "+
		"your ready area, and %s.", tally.Count("points", "point", "points"), tally.Count("hand", "card", "cards"),
		tally.Spanned("draw"), tally.Spanned("ready"), tally.Count("cubes", "action cube", "action cubes")))
}

// odds plays the turn out, with what others are supposed to have on file. The draw pile is put in random order only if
// cards are drawn.
func (tr trial) odds(orders map[string]string) (*adjudicator.Tally, bool, error) {
	drawn := false
	tally, exact, err := tr.playOut(orders, false, &drawn)
	if err == nil && drawn {
		return tr.playOut(orders, true, &drawn)
	}
	return tally, exact, err
}

// playOut plays the turn out; shuffled says whether the draw pile is put in random order. It notes whether cards were
// drawn from it.
func (tr trial) playOut(orders map[string]string, shuffled bool, drawn *bool) (*adjudicator.Tally,
	bool, error) {
	tally := &adjudicator.Tally{}
	exact, err := adjudicator.Playout{
		Play: func(table *adjudicator.Table) func(float64, []adjudicator.EventRecord) {
			r := tr.table(table, orders, shuffled)
			said := rehearsals[tr.Kind].play(tr, r, orders)
			return func(weight float64, told []adjudicator.EventRecord) {
				for _, line := range said {
					tally.Add(line, weight)
				}
				for _, e := range told {
					tr.note(tally, weight, e)
				}
				p := r.player(tr.view.Seat)
				*drawn = *drawn || p.Draw < tr.view.player(tr.view.Seat).Draw
				for name, n := range map[string]int{"points": p.Points, "hand": p.Hand, "draw": p.Draw, "ready": len(p.Ready),
					"cubes": p.cubes()} {
					tally.Span(name, n)
				}
			}
		},
	}.Run(tr.Stream())
	return tally, exact, err
}

// After returns the view after the player's turn, as it may come to be by a stream of luck, with what others are supposed
// to have on file. The answer is in normal form.
func (v View) After(answer string, orders map[string]string, luck *rand.Rand) (View, error) {
	tr := trial{adjudicator.Trial{Kind: "turn", Answer: answer}, v}
	var r *turn
	err := adjudicator.Playout{Play: func(table *adjudicator.Table) func(float64, []adjudicator.EventRecord) {
		r = tr.table(table, orders, true)
		r.File(v.Seat, "turn", answer)
		tr.playTurn(r, v.Seat)
		return nil
	}}.Draw(luck)
	if err != nil {
		return View{}, err
	}
	return *r.viewOf(v.Seat), nil
}

// rivals returns the seats of the other players.
func (tr trial) rivals() []string {
	var out []string
	for _, p := range tr.view.Players {
		if p.Seat != tr.view.Seat {
			out = append(out, p.Seat)
		}
	}
	return out
}

// supposedOf reads what is supposed of another player: their list in a draft, otherwise their standing orders and their
// next turn.
func (tr trial) supposedOf(seat, old, text string) (orders, fault string) {
	theirs := tr.view
	theirs.Seat, theirs.Hand, theirs.Draw, theirs.Discard, theirs.Standing = seat, nil, nil, nil, ""
	return adjudicator.ReadSupposed(&theirs, rehearsals[tr.Kind].suppose, old, text)
}

// assumed says what others are taken to do.
func (tr trial) assumed(orders map[string]string) []string {
	var out []string
	for _, seat := range tr.rivals() {
		if orders[seat] == "" {
			continue
		}
		line := fmt.Sprintf("Assumed for %s: %s.", seat, strings.ReplaceAll(orders[seat], "\n", "; "))
		if tr.Kind != "draft" {
			line += " They are assumed to have the cards that these name."
		}
		out = append(out, line)
	}
	return append(out, rehearsals[tr.Kind].assumed)
}

// note adds what happened in one way to a tally.
func (tr trial) note(tally *adjudicator.Tally, weight float64, e adjudicator.EventRecord) {
	switch x := e.Event.Data.(type) {
	case conquered:
		from := ""
		if x.From != "" {
			from = " from " + x.From
		}
		if x.From == tr.view.Seat {
			from = " from you"
		}
		if x.Seat == tr.view.Seat {
			tally.Add(fmt.Sprintf("You take %s%s, %d against %d", x.At, from, x.Attack, x.Defence), weight)
		} else {
			tally.Add(fmt.Sprintf("%s takes %s%s, %d against %d", x.Seat, x.At, from, x.Attack, x.Defence), weight)
		}
	case repelled:
		whose := "Your"
		if x.Seat != tr.view.Seat {
			whose = x.Seat + "'s"
		}
		tally.Add(fmt.Sprintf("%s assault on %s fails, %d against %d", whose, x.At, x.Attack, x.Defence), weight)
	case queue.Skipped:
		if e.To.Has(adjudicator.Seat(tr.view.Seat)) {
			tally.Add(fmt.Sprintf("Not carried out: %s: %s", x.Whole(), strings.TrimRight(x.Why, ".")), weight)
		} else {
			tally.Add("Of what you suppose, this is not possible: "+x.Whole(), weight)
		}
	}
}
