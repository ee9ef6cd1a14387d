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

// Try plays the player's turn out, with the odds of a takeover, and what it would leave them. Others move before or
// after them only as the player supposes. Answers within a turn are played on from there.
func (v View) Try(t adjudicator.Trial) adjudicator.Tried {
	switch {
	case v.board == nil || v.player(v.Seat) == nil:
		return adjudicator.Tried{}
	case questions[t.Kind].read != nil:
		return v.tryAnswer(t)
	case !isSheet(t.Kind):
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
	exact, err := adjudicator.Playout{
		Play: func(table *adjudicator.Table) func(float64, []adjudicator.EventRecord) {
			r, said := v.rehearse(table, t, orders)
			return v.takesIn(tally, r, said)
		},
	}.Run(t.Stream())
	return tally, exact, err
}

// takesIn adds to a tally what was said and told in one way, and what it leaves the player.
func (v View) takesIn(tally *adjudicator.Tally, r *round, said []string) func(float64, []adjudicator.EventRecord) {
	return func(weight float64, told []adjudicator.EventRecord) {
		for _, line := range said {
			tally.Add(line, weight)
		}
		for _, e := range told {
			v.note(tally, weight, e)
		}
		tally.Span("hand", r.player(v.Seat).Hand)
		tally.Span("in play", len(r.player(v.Seat).InPlay))
		tally.Span("factors", r.Factors(v.Seat))
		tally.Span("ports", r.Ports(v.Seat))
	}
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
	out := v.supposes(orders)
	if !slices.ContainsFunc(v.rivals(), func(seat string) bool { return v.moves(orders[seat]) }) {
		out = append(out, "Nobody is assumed to move before you.")
	}
	return append(out, "Other players are assumed to defend with what is on the board, and with no cards from their "+
		"hands. Each card of theirs that matches can add 2.")
}

// moves reports whether orders on file contain an action.
func (v View) moves(orders string) bool {
	return orders != "" && len(strict.Must(parseSheet(v.board, orders)).turn) > 0
}

// table returns a round from what the view knows. Hands of others matter only if orders are supposed of them; then
// they are dealt at random.
func (v View) table(t *adjudicator.Table, orders map[string]string) *round {
	p := &position{State: v.State.copy(), Options: v.rules, board: v.board}
	unseen := v.unseen()
	if len(orders) > 0 {
		deck.Shuffle(t, "unseen", unseen)
	}
	r := &round{position: p, t: t, sheets: map[string]sheet{}, heard: map[string]bool{}, begun: map[string]bool{}}
	for _, x := range p.Players {
		s := Secret{Seat: x.Seat, Hand: slices.Clone(v.Hand)}
		if x.Seat != v.Seat {
			n := min(x.Hand, len(unseen))
			s.Hand, unseen = unseen[:n:n], unseen[n:]
		}
		if orders[x.Seat] != "" {
			theirs := strict.Must(parseSheet(v.board, orders[x.Seat]))
			r.sheets[x.Seat], s.Standing = theirs, theirs.rules.words(v.board)
		}
		r.heard[x.Seat] = true
		p.Secrets = append(p.Secrets, s)
	}
	p.Draw = unseen
	return r
}

// rehearse plays the player's turn from what the view knows, and those that are supposed of others, in the order of
// play. It says which alternative of the player's is carried out.
func (v View) rehearse(t *adjudicator.Table, trial adjudicator.Trial, orders map[string]string) (*round, []string) {
	r := v.table(t, orders)
	s := strict.Must(parseSheet(v.board, trial.Answer))
	r.sheets[v.Seat] = s
	r.secret(v.Seat).Standing = s.rules.words(v.board)
	var said []string
	for _, seat := range v.inOrder(trial.Kind) {
		if seat != v.Seat {
			if len(r.sheets[seat].turn) > 0 {
				r.turn(seat)
			}
			continue
		}
		if trial.Kind == later && len(s.turn) == 0 { // only standing orders
			continue
		}
		if alt := r.first(seat, s.turn, nil); alt != nil {
			said = append(said, "Carried out: "+alt.do.words(v.board))
		} else {
			said = append(said, v.nothingDone())
		}
		r.turn(seat)
	}
	return r, said
}

// nothingDone says what a player does of whose alternatives none is possible.
func (v View) nothingDone() string {
	if v.rules[optPass] == "draw" {
		return "None of your alternatives is possible: you draw an influence card"
	}
	return "None of your alternatives is possible: you pass"
}

// inOrder returns all players in the order in which their turns are tried: the order of play, or the player last if
// their turn in this round is over, or first if it has come.
func (v View) inOrder(kind string) []string {
	others := v.rivals()
	switch kind {
	case later:
		return append(others, v.Seat)
	case "turn":
		return append([]string{v.Seat}, others...)
	}
	var out []string
	for _, p := range v.Players {
		out = append(out, p.Seat)
	}
	return out
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
		won := v.you(x.Defender) + " " + does(x.Defender == v.Seat, "keep") + " " + x.To
		if x.Won {
			won = v.you(x.Contender) + " " + does(x.Contender == v.Seat, "take") + " " + x.To + " from " +
				v.you(x.Defender)
		}
		tally.Add(fmt.Sprintf("The takeover of %s: %s, %d against %d", x.To, won, x.Strength, x.Against), weight)
		if x.Hit.Contender {
			tally.Add("Attrition takes a factor of "+v.yours(x.Contender), weight)
		}
		if x.Hit.Defender {
			tally.Add("Attrition takes a factor of "+v.yours(x.Defender), weight)
		}
	case skipped:
		if e.To.Has(adjudicator.Seat(v.Seat)) {
			for _, s := range x.Lines {
				tally.Add(fmt.Sprintf("Not carried out: %s: %s", s.Line, strings.TrimRight(s.Why, ".")), weight)
			}
			return
		}
		for _, s := range x.Lines {
			tally.Add(fmt.Sprintf("Of what you suppose, this is not possible: %s: %s", supposedSeat(e), s.Line), weight)
		}
	}
}

// you returns a player's name, or "you".
func (v View) you(seat string) string {
	if seat == v.Seat {
		return "you"
	}
	return seat
}

// yours returns a player's name in the possessive, or "yours".
func (v View) yours(seat string) string {
	if seat == v.Seat {
		return "yours"
	}
	return seat + "'s"
}

// does returns a verb for "you" or for somebody else.
func does(you bool, verb string) string {
	if you {
		return verb
	}
	return verb + "s"
}

// supposedSeat returns the only seat that an event is told to.
func supposedSeat(e adjudicator.EventRecord) adjudicator.Seat {
	if len(e.To.Seats) == 1 {
		return e.To.Seats[0]
	}
	return ""
}
