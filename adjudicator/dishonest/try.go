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

// Try plays on from a question with the player's answer to it: how battles end, and what it would leave them.
func (v View) Try(t adjudicator.Trial) adjudicator.Tried {
	if v.player(v.Seat) == nil || rehearsals[t.Kind].play == nil || !v.open(t.Kind) {
		return adjudicator.Tried{}
	}
	read := func(seat, old, text string) (orders, fault string) { return v.supposedOf(t.Kind, seat, old, text) }
	others := func(orders map[string]string) []string { return v.assumed(t.Kind, orders) }
	return t.Turn(adjudicator.TurnTrial{Rivals: v.rivals(), Read: read, Lines: v.comesTo, Others: others,
		Play: func(orders map[string]string) (*adjudicator.Tally, bool, error) { return v.odds(t, orders) }})
}

// comesTo says what became of the turn in all ways in which luck may fall.
func (v View) comesTo(tally *adjudicator.Tally) []string {
	var left []string
	for i := range v.Stock {
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
func (v View) odds(t adjudicator.Trial, orders map[string]string) (*adjudicator.Tally, bool, error) {
	tally := &adjudicator.Tally{}
	exact, err := adjudicator.Playout{
		Play: func(table *adjudicator.Table) func(float64, []adjudicator.EventRecord) {
			r := v.table(table, t.Kind, orders)
			said := rehearsals[t.Kind].play(v, r, t.Answer, orders)
			return func(weight float64, told []adjudicator.EventRecord) {
				for _, line := range said {
					tally.Add(line, weight)
				}
				for _, e := range told {
					v.note(tally, weight, e)
				}
				x := r.secret(v.Seat)
				tally.Span("cards", len(x.Hand))
				for i, n := range x.Stock {
					tally.Span(Resource(i).String(), n)
				}
			}
		},
	}.Run(t.Stream())
	return tally, exact, err
}

// After returns the view after the player's turn, as it may come to be by a stream of luck, with what others are supposed
// to have on file. The answer is in normal form.
func (v View) After(answer string, orders map[string]string, luck *rand.Rand) (View, error) {
	var r *turn
	err := adjudicator.Playout{Play: func(table *adjudicator.Table) func(float64, []adjudicator.EventRecord) {
		r = v.table(table, "turn", orders)
		r.file(v.Seat, "turn", answer)
		v.playTurn(r, v.Seat)
		return nil
	}}.Draw(luck)
	if err != nil {
		return View{}, err
	}
	return *r.viewOf(v.Seat), nil
}

// rivals returns the seats of the other players.
func (v View) rivals() []string {
	var out []string
	for _, p := range v.Players {
		if p.Seat != v.Seat {
			out = append(out, p.Seat)
		}
	}
	return out
}

// supposedOf reads what is supposed of another player: their answer to the same question, or their standing orders and
// their next turn. They are taken to have every card that the player does not see.
func (v View) supposedOf(kind, seat, old, text string) (orders, fault string) {
	theirs := v
	theirs.Seat, theirs.Hand, theirs.Stock, theirs.Standing = seat, v.unseen(), plenty(), ""
	return adjudicator.ReadSupposed(theirs, rehearsals[kind].suppose, old, text)
}

// plenty returns more cubes of each resource than anybody commits.
func plenty() (c Cubes) {
	for i := range c {
		c[i] = 50
	}
	return c
}

// unseen returns the cards that the player does not see.
func (v View) unseen() []int {
	gone := slices.Concat(v.Hand, v.Discard)
	for _, p := range v.Players {
		gone = append(gone, p.Scored...)
	}
	var out []int
	for _, c := range v.edition().Cards {
		if !slices.Contains(gone, c.Number) {
			out = append(out, c.Number)
		}
	}
	return out
}

// assumed says what others are taken to do.
func (v View) assumed(kind string, orders map[string]string) []string {
	var out []string
	for _, seat := range v.rivals() {
		if orders[seat] != "" {
			out = append(out, fmt.Sprintf("Assumed for %s: %s. They are assumed to have what that takes.", seat,
				strings.ReplaceAll(orders[seat], "\n", "; ")))
		}
	}
	return append(out, rehearsals[kind].assumed)
}

// note adds what happened in one way to a tally.
func (v View) note(tally *adjudicator.Tally, weight float64, e adjudicator.EventRecord) {
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
		if e.To.Has(adjudicator.Seat(v.Seat)) {
			tally.Add(fmt.Sprintf("Not carried out: %s: %s", x.Whole(), strings.TrimRight(x.Why, ".")), weight)
		} else {
			tally.Add("Of what you suppose, this is not possible: "+x.Whole(), weight)
		}
	default:
		for _, said := range append(v.effected(x), v.decided(x, e.To.Has(adjudicator.Seat(v.Seat)))...) {
			tally.Add(said, weight)
		}
	}
}

// effected says what an event does to the board or gives the player; nil for others. Of what other players own,
// nothing is known.
func (v View) effected(event any) (out []string) {
	say := func(seat, format string, args ...any) {
		if seat == v.Seat {
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
