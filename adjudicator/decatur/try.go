package decatur

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deck"
	"deaddrop/parser/strict"
)

var _ adjudicator.Trier = View{}

// Try plays the player's turn out as if nobody had moved before it: with the odds of a takeover, and what the turn
// would leave them.
func (v View) Try(t adjudicator.Trial) adjudicator.Tried {
	if !one(t.Kind, "round", "turn") || v.board == nil {
		return adjudicator.Tried{}
	}
	return t.Turn(adjudicator.TurnTrial{Rivals: v.rivals(), Read: v.supposedOf, Lines: v.comesTo, Others: v.assumed,
		Play: func(orders map[string]string) (*adjudicator.Tally, bool, error) { return v.odds(t, orders) }})
}

// comesTo says what became of the turn in all ways in which luck may fall.
func (v View) comesTo(tally *adjudicator.Tally) []string {
	return append(tally.Lines(), fmt.Sprintf("After that you have %s on the board, %s, %s in hand and %s in play.",
		tally.Count("factors", "factor", "factors"), tally.Count("ports", "port", "ports"),
		tally.Count("hand", "influence card", "influence cards"), tally.Spanned("in play")))
}

// odds plays the turn out, with what others are supposed to have on file.
func (v View) odds(t adjudicator.Trial, orders map[string]string) (*adjudicator.Tally, bool, error) {
	tally := &adjudicator.Tally{}
	var r *round
	exact, err := adjudicator.Playout{
		Play: func(table *adjudicator.Table) { r = v.rehearse(table, t.Answer, orders) },
		Seen: func(weight float64, told []adjudicator.EventRecord) {
			for _, e := range told {
				v.note(tally, weight, e)
			}
			tally.Span("hand", r.player(v.Seat).Hand)
			tally.Span("in play", len(r.player(v.Seat).InPlay))
			tally.Span("factors", r.Factors(v.Seat))
			tally.Span("ports", r.Ports(v.Seat))
		},
	}.Run(t.Stream())
	return tally, exact, err
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
	theirs.Seat, theirs.Hand, theirs.Prosperity, theirs.Excess = seat, nil, nil, nil
	return adjudicator.ReadStanding(theirs, old, text)
}

// assumed says what others are taken to do.
func (v View) assumed(orders map[string]string) []string {
	out := []string{"Nobody is assumed to move before you."}
	for _, seat := range v.rivals() {
		if orders[seat] != "" {
			out = append(out, fmt.Sprintf("Assumed for %s: %s. Their hand is dealt at random from the cards that you "+
				"don't see.", seat, strings.ReplaceAll(orders[seat], "\n", "; ")))
		}
	}
	return append(out, "Other players are assumed to defend with what is on the board, and with no cards from their "+
		"hands. Each card of theirs that matches can add 2.")
}

// rehearse plays the player's turn from what the view knows. Hands of others matter only if orders are supposed of
// them; then they are dealt at random.
func (v View) rehearse(t *adjudicator.Table, answer string, orders map[string]string) *round {
	p := &position{State: v.State.copy(), Options: v.rules, board: v.board}
	unseen := v.unseen()
	if len(orders) > 0 {
		deck.Shuffle(t, "unseen", unseen)
	}
	for _, x := range p.Players {
		s := Secret{Seat: x.Seat, Hand: slices.Clone(v.Hand)}
		if x.Seat != v.Seat {
			n := min(x.Hand, len(unseen))
			s.Hand, s.Standing, unseen = unseen[:n:n], orders[x.Seat], unseen[n:]
		}
		p.Secrets = append(p.Secrets, s)
	}
	p.Draw = unseen
	r := &round{position: p, t: t, sheets: map[string]sheet{}, heard: map[string]bool{v.Seat: true}, begun: map[string]bool{}}
	s := strict.Must(parseSheet(v.board, answer))
	r.sheets[v.Seat] = s
	r.secret(v.Seat).Standing = s.rules.words(v.board)
	r.turn(v.Seat)
	return r
}

// copy returns an independent copy of the state.
func (s *State) copy() State {
	out := *s
	out.Players, out.Locations, out.Discards = slices.Clone(s.Players), slices.Clone(s.Locations), slices.Clone(s.Discards)
	for i := range out.Players {
		out.Players[i].InPlay = slices.Clone(out.Players[i].InPlay)
	}
	return out
}

// unseen returns the influence cards that the player does not see: those in the hands of others and in the deck.
func (v View) unseen() []Commonwealth {
	seen := slices.Concat(v.Hand, v.Discards)
	for _, p := range v.Players {
		seen = append(seen, p.InPlay...)
	}
	var out []Commonwealth
	for _, kind := range Commonwealths {
		n := v.board.Influence[kind] - countOf(seen, kind)
		out = append(out, slices.Repeat([]Commonwealth{kind}, max(0, n))...)
	}
	return out
}

// note adds what happened in one way to a tally.
func (v View) note(tally *adjudicator.Tally, weight float64, e adjudicator.EventRecord) {
	switch x := e.Event.Data.(type) {
	case takenOver:
		won := x.Defender + " keeps " + x.To
		if x.Won {
			won = "you take " + x.To + " from " + x.Defender
		}
		tally.Add(fmt.Sprintf("The takeover of %s: %s, %d against %d", x.To, won, x.Strength, x.Against), weight)
		if x.Hit.Contender {
			tally.Add("Attrition takes a factor of yours", weight)
		}
		if x.Hit.Defender {
			tally.Add("Attrition takes a factor of "+x.Defender+"'s", weight)
		}
	case skipped:
		if e.To.Has(adjudicator.Seat(v.Seat)) {
			for _, s := range x.Lines {
				tally.Add(fmt.Sprintf("Not carried out: %s: %s", s.Line, strings.TrimRight(s.Why, ".")), weight)
			}
		}
	}
}
