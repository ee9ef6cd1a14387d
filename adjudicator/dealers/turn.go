package dealers

import (
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
	"deaddrop/parser/strict"
)

// A turn is a phase while it is played: the draft, one player's turn, or a winter.
type turn struct {
	*position
	queue.Clerk
	sheets map[string]sheet // filed sheets by seat
	due    []string         // seats that have yet to move in a round of turns for which everybody has filed
}

// begin returns a new phase, with everybody's orders on file. With even pace or patience questions are asked even if
// these answer them (DH-39).
func (p *position) begin(t *adjudicator.Table) *turn {
	p.ready()
	r := &turn{position: p, sheets: map[string]sheet{}}
	r.Clerk = queue.Clerk{Asker: queue.Asker{Table: t, Rulings: p.Options}, None: noOrders, Read: r.read}
	for i := range p.Secrets {
		s := &p.Secrets[i].OnFile
		r.Files = append(r.Files, s)
		r.sheets[s.Seat] = r.parse(s.Standing)
	}
	return r
}

// parse reads a sheet that is on file.
func (r *turn) parse(text string) sheet { return strict.Must(parseSheet(r.board, r.on(), text)) }

// Play plays the draft, a winter, or a turn and, in a fast game, the following turns that are queued (DH-4); or a
// round of turns for which everybody files at once (DH-40).
func (p *position) Play(t *adjudicator.Table) {
	r := p.begin(t)
	switch {
	case r.Year == 0:
		drafting{r}.drafts()
		return
	case r.Turn == 0:
		r.winter()
		return
	}
	r.collect()
	r.move()
	if r.is(optTurns, together) {
		r.round()
		return
	}
	if r.is(optSpeed, fast) && r.is(optPace, "swift") {
		for !r.Over && r.Turn > 0 && r.queued(r.Mover) {
			r.move()
		}
	}
}

// passes is the normal form of a sheet with only a pass, and noOrders that of an empty sheet.
const (
	passes   = "PASS"
	noOrders = "NONE"
)

// round plays the remaining turns of a round after the first one.
func (r *turn) round() {
	for !r.Over && r.Turn > 0 && slices.Contains(r.due, r.Mover) {
		r.move()
	}
	r.Lap = max(1, r.Lap) + 1
	if r.Turn == 0 {
		r.Lap = 0
	}
}

// collect asks the mover for their turn, or in a game of rounds everybody who can still act, and all others for
// orders to keep on file. Everybody is asked, whatever they hold, so that the requests reveal nothing; nobody waits
// for players whose queue goes on.
func (r *turn) collect() {
	r.Collect(func(x *queue.OnFile) (req adjudicator.Request, moves bool) {
		if !r.moves(x.Seat) {
			return req, false
		}
		return queue.Turn(x.Seat, x.Standing, passes, r.queued(x.Seat) || x.Silent), true
	})
	if r.is(optTurns, together) {
		r.allDue()
	}
}

// moves reports whether a player has a turn in this phase.
func (r *turn) moves(seat string) bool {
	if r.is(optTurns, together) {
		return r.player(seat).cubes() > 0 && !r.resting(seat)
	}
	return seat == r.Mover
}

// allDue puts everybody who can act on the list of players due in a new round. Earlier attacks on them have already
// stopped their queues where they do.
func (r *turn) allDue() {
	for _, seat := range r.Seats() {
		if r.moves(seat) {
			r.due = append(r.due, seat)
			r.secret(seat).Attacked = nil
		}
	}
}

// within asks one player, or the game master, a question in the middle of a turn.
func (r *turn) within(req adjudicator.Request) string {
	req.Short, req.Aside = req.Seat != adjudicator.GM, true
	return r.Within(req)[0]
}

// read reads a player's sheet, and keeps what is for later phases.
func (r *turn) read(seat, _, text string) {
	r.sheets[seat] = r.parse(text)
	r.keep(seat)
}

// keep saves a player's queue and standing orders for later phases.
func (r *turn) keep(seat string) {
	s := r.sheets[seat]
	r.secret(seat).Standing = sheet{turns: s.turns, rules: s.rules}.words(r.on())
}

// viewOf returns a player's current view.
func (r *turn) viewOf(seat string) *View {
	v := r.View(adjudicator.Seat(seat)).(View)
	return &v
}

// queued reports whether a player's queue goes on by itself: its next turn can be carried out, and nothing has
// stopped it.
func (r *turn) queued(seat string) bool {
	return !r.is(optSpeed, patient) && !r.stopped(seat) && r.sheets[seat].turns.Goes(r.viewOf(seat).check)
}

// stopped reports whether the player was attacked in a place at which their queue is to stop.
func (r *turn) stopped(seat string) bool {
	for _, stop := range r.sheets[seat].rules.stop {
		for _, at := range r.secret(seat).Attacked {
			if stop.at == nowhere || r.on().Name(stop.at) == at {
				return true
			}
		}
	}
	return false
}

// move plays the mover's turn: the first alternative of their queue that can be carried out; without one they pass.
func (r *turn) move() {
	seat := r.Mover
	r.tell("turn", begun{r.Year, r.Turn, seat})
	if r.is(optTurns, together) {
		r.due = slices.DeleteFunc(r.due, func(due string) bool { return due == seat })
	} else {
		r.secret(seat).Attacked = nil
	}
	s := r.sheets[seat]
	v := r.viewOf(seat)
	against := v.check
	if len(s.turns) > 0 {
		against = v.against(s.turns[0])
	}
	d, ok := s.turns.Next(against, func(d deed, why error) { r.skip(seat, d, why) })
	if !ok {
		d = deed{pass: passOnce}
	}
	if d.pass != passYear { // PASS YEAR stays until winter
		r.sheets[seat] = s
		r.keep(seat)
	}
	if d.pass == passNot {
		r.Passes = 0
		r.carry(seat, d)
	} else {
		r.pass(seat)
	}
	if !r.Over {
		r.next()
	}
}

// pass has a player pass, who may act later if others do (DH-4).
func (r *turn) pass(seat string) {
	r.Passes++
	r.tell("passed", passedBy{Seat: seat, NoCube: r.player(seat).cubes() == 0})
}

// year begins a year with its first turn.
func (r *turn) year() {
	for i := range r.Secrets {
		r.Secrets[i].Silent, r.Secrets[i].Attacked = false, nil
	}
	r.Turn, r.Passes = 1, 0
	if r.is(optTurns, together) {
		r.Lap = 1
	}
	r.start(r.Starter)
	r.after()
}

// next sets whose turn comes, clockwise (DH-4). When everybody has passed in succession, winter comes.
func (r *turn) next() {
	r.Turn++
	r.start(r.from(r.Mover)[1])
	r.after()
}

// after passes for players who can't act, or have passed for the rest of the year, and are not waited for; then comes
// winter, or the turn of a player who can choose.
func (r *turn) after() {
	for {
		switch {
		case r.Passes >= len(r.Players):
			r.Turn, r.Mover, r.Passes = 0, "", 0
			return
		case r.player(r.Mover).cubes() > 0 && !r.resting(r.Mover):
			return
		}
		r.pass(r.Mover)
		r.Turn++
		r.start(r.from(r.Mover)[1])
	}
}

// resting reports whether a player passes for the rest of the year, and nothing keeps them from it.
func (r *turn) resting(seat string) bool {
	s := r.sheets[seat]
	if len(s.turns) == 0 || len(s.turns[0]) == 0 || r.is(optPace, "even") {
		return false
	}
	return s.turns[0][0].pass == passYear && r.queued(seat)
}

// start begins a player's turn: their hand is refilled if a defence has cost them cards, and their markers are
// removed (DH-5).
func (r *turn) start(seat string) {
	r.Mover = seat
	if !r.is(optRefill, "end") {
		r.refill(seat)
	}
	r.player(seat).Markers = Strengths{}
}

// tell tells everybody.
func (r *turn) tell(kind string, data any) {
	r.Table.Tell(adjudicator.Event{Kind: kind, Data: data}, adjudicator.All())
}

// inform tells one player.
func (r *turn) inform(seat, kind string, data any) {
	r.Table.Tell(adjudicator.Event{Kind: kind, Data: data}, adjudicator.To(adjudicator.Seat(seat)))
}

// skip tells a player why an alternative of their turn is not carried out.
func (r *turn) skip(seat string, d deed, why error) {
	queue.Skip(r.Table, seat, d.words(r.on()), why.Error())
}

// roll returns a random number from 0 to n-1.
func (r *turn) roll(label string, n int) int { return r.Table.Roll(label, n) - 1 }
