package decatur

import (
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
	"deaddrop/parser/strict"
)

// A round is a round while it is played, or one player's turn of it.
type round struct {
	*position
	t      *adjudicator.Table
	sheets map[string]sheet
	heard  map[string]bool // from whom something came
}

// Play plays a round (DC-5): what everybody has filed, turn after turn, then the clock. Where players are asked one
// after another it plays one turn.
func (p *position) Play(t *adjudicator.Table) {
	r := &round{position: p, t: t, sheets: map[string]sheet{}, heard: map[string]bool{}}
	seats := r.acting()
	r.collect(seats)
	for _, seat := range seats {
		r.turn(seat)
	}
	if p.Turn += len(seats); p.Turn < len(p.Players) {
		return
	}
	p.Turn, p.Robbed = 0, nil
	r.clock()
}

// acting are those who take their turns in this phase, in the order of play: all who have not had theirs in this round,
// or the next of them.
func (r *round) acting() []string {
	var out []string
	for _, p := range r.Players {
		out = append(out, p.Seat)
	}
	if r.is(optSpeed, patient) {
		return out[r.Turn : r.Turn+1]
	}
	return out[r.Turn:]
}

// collect asks for orders. Standing orders stay until they are changed.
func (r *round) collect(seats []string) {
	idle := "1: PASS"
	if r.is(optPass, "draw") {
		idle = "1: DRAW"
	}
	one := r.is(optSpeed, patient)
	kind := "round"
	if one {
		kind = "turn"
	}
	var reqs []adjudicator.Request
	for _, seat := range seats {
		reqs = append(reqs, adjudicator.Request{Seat: adjudicator.Seat(seat), Kind: kind, Default: idle,
			Filed: r.secret(seat).Standing, Aside: one})
	}
	for i, answer := range r.put(reqs...) {
		seat := seats[i]
		s := strict.Must(parseSheet(r.edition(), answer))
		r.sheets[seat], r.heard[seat] = s, r.t.Responded(adjudicator.Seat(seat))
		r.secret(seat).Standing = s.rules.words(r.edition())
	}
}

// standing returns a player's standing orders.
func (r *round) standing(seat string) standing {
	return strict.Must(parseSheet(r.edition(), r.secret(seat).Standing)).rules
}

// turn plays a player's turn: the first of their alternatives that can be done and whose condition holds (DC-9).
func (r *round) turn(seat string) {
	r.call(seat)
	if !r.heard[seat] {
		queue.Silent(r.t, seat)
	}
	var passedOver []Skip
	for _, alt := range r.sheets[seat].turn {
		why := r.sight(seat, alt.do).impossible(alt.do)
		if why == "" && alt.when != nil && !alt.when.holds(r.sight(seat, alt.do)) {
			why = "Its condition does not hold."
		}
		if why != "" {
			passedOver = append(passedOver, Skip{alt.words(r.edition()), why})
			continue
		}
		r.skip(seat, passedOver)
		r.do(seat, alt.do)
		return
	}
	r.skip(seat, passedOver)
	told := turn{Seat: seat}
	if r.is(optPass, "draw") {
		r.draw(seat, told)
		return
	}
	told.Action = "pass"
	r.tell("turn", told)
}

// skip tells a player which of their alternatives were passed over. To others that is a secret.
func (r *round) skip(seat string, lines []Skip) {
	if len(lines) > 0 {
		r.t.Tell(adjudicator.Event{Kind: "skipped", Data: skipped{lines}}, adjudicator.To(adjudicator.Seat(seat)))
	}
}

// tell tells everybody.
func (r *round) tell(kind string, data any) {
	r.t.Tell(adjudicator.Event{Kind: kind, Data: data}, adjudicator.All())
}

// sight is what a player sees when an alternative of theirs is looked at.
func (r *round) sight(seat string, a action) *sight {
	s := &sight{State: &r.State, board: r.edition(), rules: r.Options, seat: seat, hand: r.secret(seat).Hand,
		taken: slices.Contains(r.Robbed, seat)}
	if v, ok := a.(venture); ok {
		s.wins = s.prevails(v)
	}
	return s
}

// call is about the clock marker, where the first player has to move it before their turn, and loses a factor to the
// first of the others who notices that they did not (DC-6).
func (r *round) call(seat string) {
	first := r.Players[0].Seat
	switch c := r.sheets[seat].call; {
	case !r.is(optCall, "on"):
	case seat == first:
		r.Forgot = r.Round > 1 && !c.clock
	case r.Forgot && len(c.decatur) > 0:
		r.Forgot = false
		i := slices.IndexFunc(c.decatur, func(l Loc) bool {
			h := r.at(l)
			least := 2
			if h.Port != "" {
				least = 1
			}
			return h.Owner == first && h.Factors >= least
		})
		told := called{By: seat, Forgot: first}
		if i >= 0 {
			told.Location = r.edition().Name(c.decatur[i])
			r.at(c.decatur[i]).Factors--
		}
		r.tell("called", told)
	}
}

// clock moves the marker at the end of a round (DC-6 to DC-8), and ends the interval if the dice say so.
func (r *round) clock() {
	r.Space = r.Space%len(r.edition().Track) + 1
	space := r.edition().Track[r.Space-1]
	told := clocked{Space: r.Space, Turned: space.Clock && !r.Up, Multiple: space.Multiple}
	r.Up = r.Up || space.Clock
	told.Up = r.Up
	if r.Up && space.Multiple > 0 {
		told.Dice = []int{r.t.Roll("clock", 6), r.t.Roll("clock", 6)}
		told.Ends = (told.Dice[0]+told.Dice[1])%space.Multiple == 0
	}
	r.tell("clock", told)
	if told.Ends {
		r.upheaval()
		return
	}
	r.Round++
}
