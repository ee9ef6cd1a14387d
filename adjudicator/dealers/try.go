package dealers

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deck"
	"deaddrop/adjudicator/queue"
)

var _ adjudicator.Trier = View{}

// Try plays the player's turn out: with the odds of its assault, and what it would leave them. The player does not
// know in which order they draw, so draws make odds.
func (v View) Try(t adjudicator.Trial) adjudicator.Tried {
	if t.Kind != "turn" || v.Seat == "" || v.Year == 0 || v.on() == nil {
		return adjudicator.Tried{}
	}
	return t.Turn(adjudicator.TurnTrial{Rivals: v.rivals(), Read: v.supposedOf, Lines: v.comesTo, Others: v.assumed,
		Play: func(orders map[string]string) (*adjudicator.Tally, bool, error) { return v.odds(t, orders) }})
}

// comesTo says what became of the turn in all ways in which luck may fall.
func (v View) comesTo(tally *adjudicator.Tally) []string {
	return append(tally.Lines(), fmt.Sprintf("After that you have %s, %s in hand, %s in your draw pile, %s in "+
		"your ready area, and %s.", tally.Count("points", "point", "points"), tally.Count("hand", "card", "cards"),
		tally.Spanned("draw"), tally.Spanned("ready"), tally.Count("cubes", "action cube", "action cubes")))
}

// odds plays the turn out, with what others are supposed to have on file. The draw pile is put in random order only if
// cards are drawn.
func (v View) odds(t adjudicator.Trial, orders map[string]string) (*adjudicator.Tally, bool, error) {
	drawn := false
	tally, exact, err := v.playOut(t, orders, false, &drawn)
	if err == nil && drawn {
		return v.playOut(t, orders, true, &drawn)
	}
	return tally, exact, err
}

// playOut plays the turn out; shuffled says whether the draw pile is put in random order. It notes whether cards were
// drawn from it.
func (v View) playOut(t adjudicator.Trial, orders map[string]string, shuffled bool, drawn *bool) (*adjudicator.Tally,
	bool, error) {
	tally := &adjudicator.Tally{}
	var r *turn
	exact, err := adjudicator.Playout{
		Play: func(table *adjudicator.Table) { r = v.rehearse(table, t.Answer, orders, shuffled) },
		Seen: func(weight float64, told []adjudicator.EventRecord) {
			for _, e := range told {
				v.note(tally, weight, e)
			}
			p := r.player(v.Seat)
			*drawn = *drawn || p.Draw < v.player(v.Seat).Draw
			for name, n := range map[string]int{"points": p.Points, "hand": p.Hand, "draw": p.Draw, "ready": len(p.Ready),
				"cubes": p.cubes()} {
				tally.Span(name, n)
			}
		},
	}.Run(t.Stream())
	return tally, exact, err
}

// After returns the view after the player's turn, as it may come to be by a stream of luck, with what others are supposed
// to have on file. The answer is in normal form.
func (v View) After(answer string, orders map[string]string, luck *rand.Rand) (View, error) {
	var r *turn
	err := adjudicator.Playout{Play: func(table *adjudicator.Table) {
		r = v.rehearse(table, answer, orders, true)
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

// supposedOf reads what is supposed of another player's standing orders.
func (v View) supposedOf(seat, old, text string) (orders, fault string) {
	theirs := v
	theirs.Seat, theirs.Hand, theirs.Draw, theirs.Discard, theirs.Standing = seat, nil, nil, nil, ""
	return adjudicator.ReadStanding(&theirs, old, text)
}

// assumed says what others are taken to do.
func (v View) assumed(orders map[string]string) []string {
	var out []string
	for _, seat := range v.rivals() {
		if orders[seat] != "" {
			out = append(out, fmt.Sprintf("Assumed for %s: %s. They are assumed to have the cards that these "+
				"name.", seat,
				strings.ReplaceAll(orders[seat], "\n", "; ")))
		}
	}
	return append(out, "Other players are assumed to defend with the cards of their ready area and their spoils, if "+
		"that is enough, and with none from their hands.")
}

// rehearse plays the player's turn from what the view knows.
func (v View) rehearse(t *adjudicator.Table, answer string, orders map[string]string, shuffled bool) *turn {
	p := &position{State: v.State.copy(), Options: v.rules}
	p.board = v.edition()
	for _, x := range p.Players {
		s := Secret{Seat: x.Seat, Standing: orders[x.Seat]}
		if x.Seat == v.Seat {
			s = Secret{Seat: x.Seat, Hand: slices.Clone(v.Hand), Discard: slices.Clone(v.Discard), Standing: v.Standing}
			for i, layer := range v.Draw {
				layer = slices.Clone(layer)
				if shuffled {
					deck.Shuffle(t, fmt.Sprintf("layer %d", i), layer)
				}
				s.Draw = append(s.Draw, layer)
			}
		}
		p.Secrets = append(p.Secrets, s)
	}
	p.Pile = slices.Repeat([]string{v.Masses.Top}, v.Masses.N)
	r := p.begin(t)
	r.Mover = v.Seat
	for seat := range orders {
		r.secret(seat).Hand = named(r.sheets[seat].rules)
		r.player(seat).Hand = len(r.secret(seat).Hand)
	}
	r.file(v.Seat, answer)
	s := r.sheets[v.Seat]
	view := r.viewOf(v.Seat)
	against := view.check
	if len(s.turns) > 0 {
		against = view.against(s.turns[0])
	}
	d, ok := s.turns.Next(against, func(d deed, why error) { r.skip(v.Seat, d, why) })
	r.sheets[v.Seat] = s
	if ok && d.pass == passNot {
		r.carry(v.Seat, d)
	}
	return r
}

// named returns the cards that standing orders for defences name.
func named(s standing) []string {
	var out []string
	for _, d := range s.defend {
		for _, p := range d.plays {
			if !p.use && !p.ready && p.card != "" {
				out = append(out, p.card)
			}
		}
	}
	slices.Sort(out)
	return out
}

// note adds what happened in one way to a tally.
func (v View) note(tally *adjudicator.Tally, weight float64, e adjudicator.EventRecord) {
	switch x := e.Event.Data.(type) {
	case conquered:
		from := ""
		if x.From != "" {
			from = " from " + x.From
		}
		tally.Add(fmt.Sprintf("You take %s%s, %d against %d", x.At, from, x.Attack, x.Defence), weight)
	case repelled:
		tally.Add(fmt.Sprintf("Your assault on %s fails, %d against %d", x.At, x.Attack, x.Defence), weight)
	case queue.Skipped:
		if e.To.Has(adjudicator.Seat(v.Seat)) {
			tally.Add(fmt.Sprintf("Not carried out: %s: %s", x.Whole(), strings.TrimRight(x.Why, ".")), weight)
		}
	}
}
