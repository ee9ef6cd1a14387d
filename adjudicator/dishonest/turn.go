package dishonest

import (
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
	"deaddrop/parser/strict"
)

// A turn is a phase while it is played: one player's turn, or the income phase.
type turn struct {
	*position
	queue.Clerk
	sheets map[string]sheet // filed sheets by seat
	coming []Area           // areas where battles of the action are still to be fought after the current one
	held   []int            // scored cards whose conditions held when the action began
	tactic bool             // whether battles result from a tactics action, and not from a card or an ideology
	due    []string         // seats that have yet to move in a round of turns for which everybody has filed
}

// begin returns a new phase, with everybody's orders on file. With even pace or patience questions are asked even if
// these answer them (DD-51).
func (p *position) begin(t *adjudicator.Table) *turn {
	p.ready()
	r := &turn{position: p, sheets: map[string]sheet{}}
	r.Clerk = queue.Clerk{Asker: queue.Asker{Table: t, Rulings: p.Options}, None: noOrders, Read: r.read}
	for i := range p.Secrets {
		s := &p.Secrets[i].OnFile
		r.Files = append(r.Files, s)
		r.sheets[s.Seat] = strict.Must(parseSheet(p.board, "standing", s.Standing))
	}
	return r
}

// Play plays the income phase, or a turn and, in a fast game, the following turns that are queued (DD-1, DD-13); or a
// round of turns for which everybody files at once (DD-52).
func (p *position) Play(t *adjudicator.Table) {
	r := p.begin(t)
	if r.Turn == 0 {
		r.incomePhase().run()
		return
	}
	r.collect()
	r.move()
	for !r.Over && len(r.due) > 0 {
		r.move()
	}
	if r.is(optTurns, together) {
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

// collect asks the mover for their turn, or in a game of rounds everybody who has not passed, and all others for
// orders to keep on file. Everybody is asked, whatever they hold, so that the requests reveal nothing; nobody waits
// for players whose queue goes on.
func (r *turn) collect() {
	r.Collect(func(x *queue.OnFile) (req adjudicator.Request, moves bool) {
		if !r.moves(x.Seat) {
			return req, false
		}
		return queue.Turn(x.Seat, x.Standing, r.idle(x.Seat), r.queued(x.Seat) || x.Silent), true
	})
	if r.is(optTurns, together) {
		r.allDue()
	}
}

// moves reports whether a player has a turn in this phase.
func (r *turn) moves(seat string) bool {
	if r.is(optTurns, together) {
		return !r.player(seat).Passed
	}
	return seat == r.Mover
}

// allDue puts everybody who has not passed on the list of players due in a new round. Earlier attacks on them have
// already stopped their queues where they do.
func (r *turn) allDue() {
	for _, seat := range r.order() {
		if r.moves(seat) {
			r.due = append(r.due, seat)
			r.secret(seat).Attacked = nil
		}
	}
}

// idle returns the turn of a player who files nothing: they pass, or, if they can't yet, play their ideology without
// a choice (DD-39).
func (r *turn) idle(seat string) string {
	if r.viewOf(seat).checkPass() != nil {
		return "IDEOLOGY"
	}
	return passes
}

// read reads a player's answer to a question of a kind, and keeps what is for later phases. What they have decided for
// an income phase can't be changed when they are asked for orders to keep on file.
func (r *turn) read(seat, kind, text string) {
	s := strict.Must(parseSheet(r.board, kind, text))
	if kind == "standing" {
		s.income = r.sheets[seat].income
	}
	r.sheets[seat] = s
	r.keep(seat)
}

// keep saves a player's queue and standing orders for later phases.
func (r *turn) keep(seat string) {
	s := r.sheets[seat]
	r.secret(seat).Standing = sheet{income: income{draw: unsaid}, turns: s.turns, rules: s.rules}.words(r.board)
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
			if stop.at == nowhere || r.board.Name(stop.at) == at {
				return true
			}
		}
	}
	return false
}

// check returns an error, with the step that fails, if a deed can't be carried out as things stand. Steps that depend
// on the result of a battle, such as annexing, are not checked.
func (v *View) check(d deed) error {
	if d.play != nil {
		if err := v.checkPlay(*d.play); err != nil {
			return err
		}
	}
	action := v.isAction(d.play)
	switch {
	case action && d.act.kind != actNone:
		return complain("The card %d is the action of the turn, so there is no other (DD-14).", d.play.card)
	case action:
		return nil
	case d.play != nil:
		v = v.after(d.play)
	}
	return v.checkAct(d.act)
}

// checkAct is like check, for the action or pass alone.
func (v *View) checkAct(a act) error {
	switch a.kind {
	case actTactics:
		return v.checkTactics(a)
	case actMobilize:
		paid, ok := v.Stock.Pay(1, Operations)
		if !ok {
			return complain("To mobilize costs 1 operation, and you have none (K4).")
		}
		rest := *v
		rest.Stock = v.Stock.Minus(paid) // oil that is spent as an operation can't buy units
		return rest.checkMobilize(a.buy, mobilized, 0)
	case actGarrison:
		if _, ok := v.Stock.Pay(1, Operations); !ok {
			return complain("A garrison costs 1 operation, and you have none (K4).")
		}
		return v.checkGarrison(a.at)
	case actIdeology:
		return v.checkIdeology(a.choice)
	case actPass:
		return v.checkPass()
	}
	return complain("There is no action, and no pass.")
}

// mobilized is the largest number of units that a mobilize action builds (DD-37).
const mobilized = 2

// isAction reports whether a card's strategy effect uses up the action of the turn (DD-14).
func (v *View) isAction(p *play) bool {
	if p == nil || p.score {
		return false
	}
	c := v.edition().card(p.card)
	return c != nil && c.Action
}

// checkPass returns an error if a player can't pass because they have yet to play their ideology (DD-39).
func (v *View) checkPass() error {
	if p := v.player(v.Seat); v.is(optMust, "yes") && p.Tile != "" && !p.Spent {
		return complain("You have to play your ideology, %s, before you can pass: IDEOLOGY (DD-39).", p.Tile)
	}
	return nil
}

// move plays the mover's turn: the first alternative of their queue that can be carried out; without one they play
// their tile without a choice, or pass.
func (r *turn) move() {
	seat := r.Mover
	r.tell("turn", begun{r.Year, r.Turn, seat})
	if !r.is(optTurns, together) {
		r.secret(seat).Attacked = nil
	}
	s := r.sheets[seat]
	planned := len(s.turns) > 0 && len(s.turns[0]) > 0
	d, ok := s.turns.Next(r.viewOf(seat).check, func(d deed, why error) {
		queue.Skip(r.Table, seat, d.words(r.board), why.Error()) // this is secret from others
	})
	if !ok {
		d = r.nothing(seat, planned)
	}
	r.player(seat).Missed = !ok && d.act.kind == actNone
	r.sheets[seat] = s
	r.keep(seat)
	if d.act.kind == actPass && r.viewOf(seat).checkPass() != nil {
		d.act = act{kind: actIdeology} // without a choice (DD-39)
	}
	r.carry(seat, d)
	if !r.Over {
		r.next()
	}
}

// nothing returns the turn of a player none of whose orders for it can be carried out: they pass. In a round for
// which everybody files at once they miss a turn first (DD-52).
func (r *turn) nothing(seat string, planned bool) deed {
	d := deed{act: act{kind: actPass}, annex: nowhere}
	if planned && r.is(optTurns, together) && !r.player(seat).Missed {
		d.act.kind = actNone
		r.tell("missed", passedBy{seat})
	}
	return d
}

// carry carries out a turn: card, action or pass, annexing, supply check (DD-13).
func (r *turn) carry(seat string, d deed) {
	action := r.viewOf(seat).isAction(d.play)
	if d.play != nil {
		r.play(seat, *d.play, d.battles)
		r.score()
	}
	acted := action
	if !action && !r.Over {
		d.act = r.recheck(seat, d.act)
		acted = d.act.kind != actNone && d.act.kind != actPass
		switch d.act.kind {
		case actTactics:
			r.tactics(seat, d.act, d.battles)
		case actMobilize:
			r.spend(seat, 1, Operations)
			r.mobilize(seat, d.act.buy, 0)
		case actGarrison:
			r.spend(seat, 1, Operations)
			r.garrison(seat, d.act.at)
		case actIdeology:
			r.ideology(seat, d.act.choice, d.battles)
		case actPass:
			r.player(seat).Passed = true
			r.tell("passed", passedBy{seat})
		}
		r.score()
	}
	if !r.Over && acted && d.annex != nowhere {
		r.annex(seat, d.annex)
		r.score()
	}
	if !r.Over {
		r.supply()
		r.score()
	}
}

// recheck returns an action as it was chosen, or none if the card before it has made it impossible, of which its
// player is told. A tile is played even if its effects do nothing.
func (r *turn) recheck(seat string, a act) act {
	if a.kind == actPass || a.kind == actIdeology {
		return a
	}
	if err := r.viewOf(seat).checkAct(a); err != nil {
		queue.Skip(r.Table, seat, a.words(r.board), err.Error())
		return act{}
	}
	return a
}

// actions begins the action phase with the Speaker's turn (DD-13).
func (r *turn) actions() {
	for i := range r.Players {
		r.Players[i].Passed, r.Players[i].Missed = false, false
	}
	for i := range r.Secrets {
		r.Secrets[i].Silent, r.Secrets[i].Attacked = false, nil
	}
	order := r.order()
	r.Turn, r.Mover, r.Round = 1, order[0], order[1:]
	if r.is(optTurns, together) {
		r.Lap = 1
	}
}

// next sets whose turn comes (DD-13): the player who follows on the current League track and has not passed, or, by
// ruling, the next in the round of turns that began before the order changed. When everybody has passed, the next
// year begins.
func (r *turn) next() {
	if r.is(optTurns, together) {
		r.nextDue()
		return
	}
	order := r.order()
	i := slices.Index(order, r.Mover)
	after, left := slices.Concat(order[i+1:], order[:i+1]), 0
	if r.is(optOrder, "old") {
		after, left = slices.Concat(r.Round, order), len(r.Round)
	}
	if i = slices.IndexFunc(after, func(seat string) bool { return !r.player(seat).Passed }); i < 0 {
		r.year()
		return
	}
	r.Turn, r.Mover, r.Round = r.Turn+1, after[i], after[i+1:]
	if i < left {
		r.Round = after[i+1 : left]
	}
}

// nextDue is like next, for a game of rounds: it returns the next player on the League track who has yet to move in
// this round; when everybody has moved, another round begins.
func (r *turn) nextDue() {
	isDone := func(seat string) bool { return seat == r.Mover || r.player(seat).Passed }
	r.due = slices.DeleteFunc(r.due, isDone)
	from := r.due
	if len(from) == 0 {
		from = slices.DeleteFunc(r.Seats(), func(seat string) bool { return r.player(seat).Passed })
		r.Lap = max(1, r.Lap) + 1
	}
	if len(from) == 0 {
		r.year()
		return
	}
	i := slices.IndexFunc(r.order(), func(seat string) bool { return slices.Contains(from, seat) })
	r.Turn, r.Mover = r.Turn+1, r.order()[i]
}

// tell tells everybody.
func (r *turn) tell(kind string, data any) {
	r.Table.Tell(adjudicator.Event{Kind: kind, Data: data}, adjudicator.All())
}

// inform tells one player.
func (r *turn) inform(seat, kind string, data any) {
	r.Table.Tell(adjudicator.Event{Kind: kind, Data: data}, adjudicator.To(adjudicator.Seat(seat)))
}
