package decatur

import (
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
	"deaddrop/parser/strict"
)

// A round is a round, or a single turn of it, while it is played.
type round struct {
	*position
	queue.Asker
	sheets map[string]sheet
	heard  map[string]bool // players who have sent anything
	begun  map[string]bool // players who have had their turn, or are having it
}

// open returns a round in which nobody has been asked yet. With even pace or patience questions are asked even if
// orders on file answer them (DC-35).
func (p *position) open(t *adjudicator.Table) *round {
	return &round{position: p, Asker: queue.Asker{Table: t, Rulings: p.Options}, sheets: map[string]sheet{},
		heard: map[string]bool{}, begun: map[string]bool{}}
}

// Play plays a round (DC-5): everybody's sheets, turn by turn, and then the clock. If players are asked one after
// another, it plays one turn.
func (p *position) Play(t *adjudicator.Table) {
	r := p.open(t)
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

// acting returns the players who have their turns in this phase, in the order of play: all who have not had theirs in
// this round, or only the next one.
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

// collect asks for orders. What was filed in advance is on file, and standing orders stay until they are changed. If
// players are asked one after another, all others may file in advance meanwhile (DC-36).
func (r *round) collect(seats []string) {
	for _, p := range r.Players { // in a round, all sheets begin empty; in a single turn, those of the others do
		r.begun[p.Seat] = !slices.Contains(seats, p.Seat)
	}
	if r.is(optSpeed, patient) {
		r.collectOne(seats[0])
		return
	}
	var reqs []adjudicator.Request
	for _, seat := range seats {
		filed := r.secret(seat).Standing
		reqs = append(reqs, adjudicator.Request{Seat: adjudicator.Seat(seat), Kind: "round", Default: r.idle(),
			Filed: filed, Stands: r.goes(seat)})
	}
	for i, answer := range r.Put(reqs...) {
		r.take(reqs[i], answer)
	}
}

// collectOne asks the player whose turn it is, unless they have filed something for it.
func (r *round) collectOne(seat string) {
	req := adjudicator.Request{Seat: adjudicator.Seat(seat), Kind: "turn", Default: r.idle(),
		Filed: r.secret(seat).Standing, Aside: true}
	if r.goes(seat) && r.is(optPace, "swift") {
		r.take(req, req.Filed)
		return
	}
	r.take(req, r.within(req))
}

// idle returns the sheet of a player who sends nothing.
func (r *round) idle() string {
	if r.is(optPass, "draw") {
		return "1: DRAW"
	}
	return "1: PASS"
}

// goes reports whether nobody waits for a player, because they have filed something that is possible now. After the
// start of an interval, every player is asked.
func (r *round) goes(seat string) bool {
	return r.Round > 1 && r.first(seat, strict.Must(parseSheet(r.edition(), r.secret(seat).Standing)).turn, nil) != nil
}

// take applies a player's answer in this round. Only standing orders are kept for later rounds.
func (r *round) take(q adjudicator.Request, answer string) {
	seat, s := string(q.Seat), strict.Must(parseSheet(r.edition(), answer))
	ahead := answer == q.Filed && len(s.turn) > 0
	r.sheets[seat], r.heard[seat] = s, ahead || r.Table.Responded(q.Seat)
	r.secret(seat).Standing = s.rules.words(r.edition())
}

// within asks a player a question within a round. Meanwhile, all others may change what they have on file: for this
// round if their turn is still to come, otherwise for the next one. Nobody waits for them.
func (r *round) within(req adjudicator.Request) string {
	reqs := []adjudicator.Request{req}
	for _, p := range r.Players {
		if p.Seat != string(req.Seat) {
			reqs = append(reqs, r.meanwhile(p.Seat))
		}
	}
	answers := r.Put(reqs...)
	for i, q := range reqs {
		if i > 0 && answers[i] != q.Filed {
			r.refile(q, answers[i])
		}
	}
	return answers[0]
}

// Kinds of requests for what a player may file while another one is asked.
const (
	coming = "coming" // for this round, in which their turn is still to come
	later  = "standing"
)

// meanwhile returns the request for what a player wants on file while another one is asked.
func (r *round) meanwhile(seat string) adjudicator.Request {
	kind, filed := later, r.secret(seat).Standing
	if !r.begun[seat] {
		kind, filed = coming, r.sheets[seat].words(r.edition())
	}
	q := queue.Standing(seat, filed, noOrders)
	q.Kind, q.Short, q.Aside = kind, true, true
	return q
}

// refile files what a player sent while another one was asked.
func (r *round) refile(q adjudicator.Request, answer string) {
	seat, s := string(q.Seat), strict.Must(parseSheet(r.edition(), answer))
	if q.Kind == coming {
		r.sheets[seat], r.heard[seat] = s, true
		s = sheet{rules: s.rules}
	}
	r.secret(seat).Standing = s.words(r.edition())
}

// standing returns a player's standing orders.
func (r *round) standing(seat string) standing {
	return strict.Must(parseSheet(r.edition(), r.secret(seat).Standing)).rules
}

// turn plays a player's turn: the first of their alternatives that is possible and whose condition is true (DC-9).
func (r *round) turn(seat string) {
	r.begun[seat] = true
	r.call(seat)
	if !r.heard[seat] {
		queue.Silent(r.Table, seat)
	}
	var passedOver []Skip
	alt := r.first(seat, r.sheets[seat].turn, func(x alternative, why string) {
		passedOver = append(passedOver, Skip{x.words(r.edition()), why})
	})
	r.skip(seat, passedOver)
	if alt != nil {
		r.do(seat, alt.do)
		return
	}
	told := turn{Seat: seat}
	if r.is(optPass, "draw") {
		r.draw(seat, told)
		return
	}
	told.Action = "pass"
	r.tell("turn", told)
}

// first returns the first of a player's alternatives that is possible and whose condition is true, or nil. over, if
// not nil, is called for each alternative before it with the reason.
func (r *round) first(seat string, list []alternative, over func(alternative, string)) *alternative {
	for i, alt := range list {
		sight := r.sight(seat, alt.do)
		why := sight.impossible(alt.do)
		if why == "" && alt.when != nil && !alt.when.holds(sight) {
			why = "Its condition does not hold."
		}
		if why == "" {
			return &list[i]
		}
		if over != nil {
			over(alt, why)
		}
	}
	return nil
}

// skip tells a player which of their alternatives were skipped. It is secret from others.
func (r *round) skip(seat string, lines []Skip) {
	if len(lines) > 0 {
		r.Table.Tell(adjudicator.Event{Kind: "skipped", Data: skipped{lines}}, adjudicator.To(adjudicator.Seat(seat)))
	}
}

// tell tells everybody an event.
func (r *round) tell(kind string, data any) {
	r.Table.Tell(adjudicator.Event{Kind: kind, Data: data}, adjudicator.All())
}

// sight returns what a player can see when their alternative is considered.
func (r *round) sight(seat string, a action) *sight {
	s := &sight{State: &r.State, board: r.edition(), rules: r.Options, seat: seat, hand: r.secret(seat).Hand,
		taken: slices.Contains(r.Robbed, seat)}
	if v, ok := a.(venture); ok {
		s.wins = s.prevails(v)
	}
	return s
}

// call handles the clock marker if the first player has to move it before their turn. If they forget, they lose a
// factor to the first player who notices (DC-6).
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

// clock moves the marker at the end of a round (DC-6, DC-7, DC-8), and ends the interval if the dice
// require that; otherwise it goes on, for as many laps as it takes (DC-34).
func (r *round) clock() {
	r.Space = r.Space%len(r.edition().Track) + 1
	space := r.edition().Track[r.Space-1]
	told := clocked{Space: r.Space, Turned: space.Clock && !r.Up, Multiple: space.Multiple}
	r.Up = r.Up || space.Clock
	told.Up = r.Up
	if r.Up && space.Multiple > 0 {
		told.Dice = []int{r.Table.Roll("clock", 6), r.Table.Roll("clock", 6)}
		told.Ends = (told.Dice[0]+told.Dice[1])%space.Multiple == 0
	}
	r.tell("clock", told)
	if told.Ends {
		r.upheaval()
		return
	}
	r.Round++
}
