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

// A trial plays on from a question with the player's answer to it, from what their view knows.
type trial struct {
	adjudicator.Trial
	view View
}

// Try plays the player's turn out, with the odds of a takeover, and what it would leave them. Others move before or
// after them only as the player supposes. Answers within a turn are played on from there.
func (v View) Try(t adjudicator.Trial) adjudicator.Tried {
	tr := trial{t, v}
	switch {
	case v.board == nil || v.player(v.Seat) == nil:
		return adjudicator.Tried{}
	case questions[t.Kind].read != nil:
		return tr.tryAnswer()
	case !isSheet(t.Kind):
		return adjudicator.Tried{}
	}
	return t.Turn(adjudicator.TurnTrial{Rivals: tr.rivals(), Read: tr.supposedOf, Play: tr.odds, Lines: tr.comesTo,
		Others: tr.assumed})
}

// comesTo says what became of the turn in all ways in which luck may fall.
func (tr trial) comesTo(tally *adjudicator.Tally) []string {
	return append(tally.Lines(), fmt.Sprintf("After that you have %s on the board, %s, %s in hand and %s in play.",
		tally.Count("factors", "factor", "factors"), tally.Count("ports", "port", "ports"),
		tally.Count("hand", "influence card", "influence cards"), tally.Spanned("in play")))
}

// odds plays the turn out, with what others are supposed to have on file.
func (tr trial) odds(orders map[string]string) (*adjudicator.Tally, bool, error) {
	tally := &adjudicator.Tally{}
	exact, err := adjudicator.Playout{
		Play: func(table *adjudicator.Table) func(float64, []adjudicator.EventRecord) {
			r, said := tr.rehearse(table, orders)
			return tr.takesIn(tally, r, said)
		},
	}.Run(tr.Stream())
	return tally, exact, err
}

// takesIn adds to a tally what was said and told in one way, and what it leaves the player.
func (tr trial) takesIn(tally *adjudicator.Tally, r *round, said []string) func(float64, []adjudicator.EventRecord) {
	return func(weight float64, told []adjudicator.EventRecord) {
		for _, line := range said {
			tally.Add(line, weight)
		}
		for _, e := range told {
			tr.note(tally, weight, e)
		}
		tally.Span("hand", r.player(tr.view.Seat).Hand)
		tally.Span("in play", len(r.player(tr.view.Seat).InPlay))
		tally.Span("factors", r.Factors(tr.view.Seat))
		tally.Span("ports", r.Ports(tr.view.Seat))
	}
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

// supposedOf reads what is supposed of another player's standing orders.
func (tr trial) supposedOf(seat, old, text string) (orders, fault string) {
	theirs := tr.view
	theirs.Seat, theirs.Hand, theirs.Prosperity, theirs.Excess = seat, nil, nil, nil
	return adjudicator.ReadStanding(theirs, old, text)
}

// assumed says what others are taken to do.
func (tr trial) assumed(orders map[string]string) []string {
	out := tr.supposes(orders)
	if !slices.ContainsFunc(tr.rivals(), func(seat string) bool { return tr.moves(orders[seat]) }) {
		out = append(out, "Nobody is assumed to move before you.")
	}
	return append(out, "Other players are assumed to defend with what is on the board, and with no cards from their "+
		"hands. Each card of theirs that matches can add 2.")
}

// moves reports whether orders on file contain an action.
func (tr trial) moves(orders string) bool {
	return orders != "" && len(strict.Must(parseSheet(tr.view.board, orders)).turn) > 0
}

// table returns a round from what the view knows. Hands of others matter only if orders are supposed of them; then
// they are dealt at random.
func (tr trial) table(t *adjudicator.Table, orders map[string]string) *round {
	p := &position{State: tr.view.State.copy(), Options: tr.view.rules, board: tr.view.board}
	unseen := tr.unseen()
	if len(orders) > 0 {
		deck.Shuffle(t, "unseen", unseen)
	}
	r := p.open(t)
	for _, x := range p.Players {
		s := Secret{Seat: x.Seat, Hand: slices.Clone(tr.view.Hand)}
		if x.Seat != tr.view.Seat {
			n := min(x.Hand, len(unseen))
			s.Hand, unseen = unseen[:n:n], unseen[n:]
		}
		if orders[x.Seat] != "" {
			theirs := strict.Must(parseSheet(tr.view.board, orders[x.Seat]))
			r.sheets[x.Seat], s.Standing = theirs, theirs.rules.words(tr.view.board)
		}
		r.heard[x.Seat] = true
		p.Secrets = append(p.Secrets, s)
	}
	p.Draw = unseen
	return r
}

// rehearse plays the player's turn from what the view knows, and those that are supposed of others, in the order of
// play. It says which alternative of the player's is carried out.
func (tr trial) rehearse(t *adjudicator.Table, orders map[string]string) (*round, []string) {
	r := tr.table(t, orders)
	s := strict.Must(parseSheet(tr.view.board, tr.Answer))
	r.sheets[tr.view.Seat] = s
	r.secret(tr.view.Seat).Standing = s.rules.words(tr.view.board)
	var said []string
	for _, seat := range tr.inOrder() {
		if seat != tr.view.Seat {
			if len(r.sheets[seat].turn) > 0 {
				r.turn(seat)
			}
			continue
		}
		if tr.Kind == later && len(s.turn) == 0 { // only standing orders
			continue
		}
		if alt := r.first(seat, s.turn, nil); alt != nil {
			said = append(said, "Carried out: "+alt.do.words(tr.view.board))
		} else {
			said = append(said, tr.nothingDone())
		}
		r.turn(seat)
	}
	return r, said
}

// nothingDone says what a player does of whose alternatives none is possible.
func (tr trial) nothingDone() string {
	if tr.view.rules[optPass] == "draw" {
		return "None of your alternatives is possible: you draw an influence card"
	}
	return "None of your alternatives is possible: you pass"
}

// inOrder returns all players in the order in which their turns are tried: the order of play, or the player last if
// their turn in this round is over, or first if it has come.
func (tr trial) inOrder() []string {
	others := tr.rivals()
	switch tr.Kind {
	case later:
		return append(others, tr.view.Seat)
	case "turn":
		return append([]string{tr.view.Seat}, others...)
	}
	var out []string
	for _, p := range tr.view.Players {
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
func (tr trial) unseen() []Commonwealth {
	seen := slices.Concat(tr.view.Hand, tr.view.Discards)
	for _, p := range tr.view.Players {
		seen = append(seen, p.InPlay...)
	}
	var out []Commonwealth
	for _, kind := range Commonwealths {
		n := tr.view.board.Influence[kind] - countOf(seen, kind)
		out = append(out, slices.Repeat([]Commonwealth{kind}, max(0, n))...)
	}
	return out
}

// note adds what happened in one way to a tally.
func (tr trial) note(tally *adjudicator.Tally, weight float64, e adjudicator.EventRecord) {
	switch x := e.Event.Data.(type) {
	case takenOver:
		won := tr.you(x.Defender) + " " + does(x.Defender == tr.view.Seat, "keep") + " " + x.To
		if x.Won {
			won = tr.you(x.Contender) + " " + does(x.Contender == tr.view.Seat, "take") + " " + x.To + " from " +
				tr.you(x.Defender)
		}
		tally.Add(fmt.Sprintf("The takeover of %s: %s, %d against %d", x.To, won, x.Strength, x.Against), weight)
		if x.Hit.Contender {
			tally.Add("Attrition takes a factor of "+tr.yours(x.Contender), weight)
		}
		if x.Hit.Defender {
			tally.Add("Attrition takes a factor of "+tr.yours(x.Defender), weight)
		}
	case skipped:
		if e.To.Has(adjudicator.Seat(tr.view.Seat)) {
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
func (tr trial) you(seat string) string {
	if seat == tr.view.Seat {
		return "you"
	}
	return seat
}

// yours returns a player's name in the possessive, or "yours".
func (tr trial) yours(seat string) string {
	if seat == tr.view.Seat {
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
