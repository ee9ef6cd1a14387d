package dishonest

import (
	"fmt"
	"math/rand/v2"
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

// Try plays on from a question with the player's answer to it: how battles end, and what it would leave them.
func (v View) Try(t adjudicator.Trial) adjudicator.Tried {
	tr := trial{t, v}
	if v.player(v.Seat) == nil || rehearsals[t.Kind].play == nil || !tr.open() {
		return adjudicator.Tried{}
	}
	return t.Turn(adjudicator.TurnTrial{Rivals: tr.rivals(), Read: tr.supposedOf, Play: tr.odds, Lines: tr.comesTo,
		Others: tr.assumed})
}

// comesTo says what became of the turn in all ways in which luck may fall.
func (tr trial) comesTo(tally *adjudicator.Tally) []string {
	var left []string
	for i := range tr.view.Stock {
		name := Resource(i).String()
		left = append(left, tally.Spanned(name)+" "+name)
	}
	out := tally.Lines()
	if !slices.ContainsFunc(out, func(line string) bool { return !strings.HasPrefix(line, carriedOut) }) {
		out = append(out, "No battle is fought, and no card or ideology has an effect.")
	}
	return append(out, fmt.Sprintf("After that you have %s, and of cubes: %s.", tally.Count("cards", "card", "cards"),
		strings.Join(left, ", ")))
}

// odds plays on from a question, with what others are supposed to have on file.
func (tr trial) odds(orders map[string]string) (*adjudicator.Tally, bool, error) {
	tally := &adjudicator.Tally{}
	exact, err := adjudicator.Playout{
		Play: func(table *adjudicator.Table) func(float64, []adjudicator.EventRecord) {
			r := tr.table(table, orders)
			said := rehearsals[tr.Kind].play(tr, r, orders)
			return func(weight float64, told []adjudicator.EventRecord) {
				for _, line := range said {
					tally.Add(line, weight)
				}
				for _, e := range told {
					tr.note(tally, weight, e)
				}
				x := r.secret(tr.view.Seat)
				tally.Span("cards", len(x.Hand))
				for i, n := range x.Stock {
					tally.Span(Resource(i).String(), n)
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
		r = tr.table(table, orders)
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

// supposedOf reads what is supposed of another player: their answer to the same question, or their standing orders and
// their next turn. They are taken to have every card that the player does not see.
func (tr trial) supposedOf(seat, old, text string) (orders, fault string) {
	theirs := tr.view
	theirs.Seat, theirs.Hand, theirs.Stock, theirs.Standing = seat, tr.unseen(), plenty(), ""
	return adjudicator.ReadSupposed(theirs, rehearsals[tr.Kind].suppose, old, text)
}

// plenty returns more cubes of each resource than anybody commits.
func plenty() (c Cubes) {
	for i := range c {
		c[i] = 50
	}
	return c
}

// unseen returns the cards that the player does not see.
func (tr trial) unseen() []int {
	gone := slices.Concat(tr.view.Hand, tr.view.Discard)
	for _, p := range tr.view.Players {
		gone = append(gone, p.Scored...)
	}
	var out []int
	for _, c := range tr.view.edition().Cards {
		if !slices.Contains(gone, c.Number) {
			out = append(out, c.Number)
		}
	}
	return out
}

// assumed says what others are taken to do.
func (tr trial) assumed(orders map[string]string) []string {
	var out []string
	for _, seat := range tr.rivals() {
		if orders[seat] != "" {
			out = append(out, fmt.Sprintf("Assumed for %s: %s. They are assumed to have what that takes.", seat,
				strings.ReplaceAll(orders[seat], "\n", "; ")))
		}
	}
	return append(out, rehearsals[tr.Kind].assumed)
}

// note adds what happened in one way to a tally.
func (tr trial) note(tally *adjudicator.Tally, weight float64, e adjudicator.EventRecord) {
	switch x := e.Event.Data.(type) {
	case fought:
		defender, winner := x.Defender, x.Won
		if defender == "" {
			defender = "the neutral garrison"
		}
		if winner == "" {
			winner = "the neutral garrison"
		}
		said := fmt.Sprintf("The battle of %s: %s against %s, strength %d against %d: %s "+
			"wins", x.At, x.Attacker, defender,
			x.Sides[0].Strength, x.Sides[1].Strength, winner)
		for i, side := range []string{x.Attacker, defender} {
			if gone := x.Sides[i].Lost.Plus(x.Sides[i].Stranded); gone.Total() > 0 {
				said += fmt.Sprintf(", and %s loses %s", side, gone)
			}
		}
		tally.Add(said, weight)
	case unopposed:
		tally.Add(fmt.Sprintf("In %s nobody is left to fight", x.At), weight)
	case queue.Skipped:
		if e.To.Has(adjudicator.Seat(tr.view.Seat)) {
			tally.Add(fmt.Sprintf("Not carried out: %s: %s", x.Whole(), strings.TrimRight(x.Why, ".")), weight)
		} else {
			tally.Add("Of what you suppose, this is not possible: "+x.Whole(), weight)
		}
	default:
		for _, said := range append(tr.effected(x), tr.decided(x, e.To.Has(adjudicator.Seat(tr.view.Seat)))...) {
			tally.Add(said, weight)
		}
	}
}

// effected says what an event does to the board or gives the player; nil for others. Of what other players own,
// nothing is known.
func (tr trial) effected(event any) (out []string) {
	say := func(seat, format string, args ...any) {
		if seat == tr.view.Seat {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	switch x := event.(type) {
	case subverted:
		say(x.Seat, "The neutral garrison of %s (strength %d) is removed", x.Area, x.Strength)
	case colonized:
		say(x.Seat, "You put a marker into %s", x.Area)
	case annexed:
		say(x.Seat, "You annex %s", x.Area)
	case garrisoned:
		say(x.Seat, "Your garrison of %s has strength %d", x.Area, x.Strength)
	case mired:
		say(x.Seat, "%s becomes a quagmire", x.Area)
	case mobilizes:
		for _, g := range x.Built {
			say(x.Seat, "You get %s in %s", g.Force, g.Area)
		}
	case removed:
		say(x.Seat, "%s loses %s in %s", x.Target, x.Force, x.Area)
	case gained:
		if x.Cubes.Total() > 0 {
			say(x.Seat, "You gain %s", x.Cubes)
		}
	case supplied:
		say(x.Seat, "Your supply pool has %s", count(x.Pool, "cube"))
	case awarded:
		say(x.Seat, "You get %s", count(x.Points, "point"))
	case void:
		out = append(out, fmt.Sprintf("%s: %s", x.Title, strings.TrimRight(x.Why, ".")))
	case unsupplied:
		for _, p := range x.Powers {
			for _, g := range p.Lost {
				say(p.Seat, "Your pool supplies only %s in one place: you lose %s in %s", count(p.Limit, "unit"),
					g.Force, g.Area)
			}
		}
	}
	return out
}
