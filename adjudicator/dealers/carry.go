package dealers

import (
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
	"deaddrop/parser/strict"
)

// carry carries out the mover's turn: they place a cube on their action; a reorganize action begins with the bonus of
// the era (DH-38); then come the steps; at the end the player pays for too few or too many cards, played cards are discarded,
// and the hand is refilled (DH-6 to DH-20).
func (r *turn) carry(seat string, d deed) {
	a := r.era().action(d.action)
	p := r.player(seat)
	r.acting = &Acting{Action: a.Name, Stale: len(p.Play)}
	r.placeCube(p, a, r.viewOf(seat).by(d))
	if a.Group == Reorganize {
		r.prelude(seat, d.bonus)
	}
	rest := r.steps(seat, d)
	r.dues(seat, a)
	r.finish(seat, rest)
	r.acting = nil
}

// placeCube puts a cube on the action board (DH-3, DH-6).
func (r *turn) placeCube(p *Player, a *Action, by By) {
	switch by {
	case ByLeader:
		p.Leader = false
	case ByToken:
		p.Token = false
	case ByCube:
		p.Cubes--
	}
	r.Placed = append(slices.Clone(r.Placed), Cube{a.Name, p.Seat, by})
	r.tell("action", chosen{p.Seat, a.Name, by})
}

// steps carries out the steps of a turn in order. If the mover got cards or spoils that they did not know before,
// they may add to the remaining steps. It returns the order for the hand at the end of the turn.
func (r *turn) steps(seat string, d deed) tidy {
	quiet := d.quiet()
	todo := d.whole(r.acting.Did)
	for len(todo) > 0 {
		known := r.acting.Drawn
		s := todo[0]
		todo = todo[1:]
		r.step(seat, s)
		enough := quiet && !r.AsksAlways()
		if enough || r.acting.Drawn == known || r.is(optSpeed, fast) {
			continue
		}
		d = r.more(seat, deed{steps: todo, tidy: d.tidy, done: d.done})
		quiet = d.quiet()
		todo = d.whole(r.acting.Did)
	}
	return d.tidy
}

// quiet reports whether a player need not be asked after they have drawn cards, since they have said what they want
// then: that they are done, or what they play if they have drawn it.
func (d deed) quiet() bool {
	return d.done || slices.ContainsFunc(d.steps, func(s step) bool { return s.play.drawn })
}

// more asks the mover for the rest of their turn, after they have got something. If they do not answer, the rest
// stays as it was.
func (r *turn) more(seat string, left deed) deed {
	text := restWords(queue.Plan[deed]{left}, r.on())
	r.acting.Left = text
	answer := r.within(adjudicator.Request{Seat: adjudicator.Seat(seat), Kind: "more", Default: text, Filed: text})
	r.acting.Left = ""
	if answer == text {
		return left
	}
	v, p := r.viewOf(seat), strict.Must(parseRest(r.board, r.on(), answer))
	if len(p) == 0 {
		return deed{}
	}
	against := v.against(p)
	n := p.First(against)
	if n == len(p) {
		n = 0 // without an answer, the possible steps are carried out
	}
	for _, d := range p[:n] {
		r.skip(seat, d, against(d))
	}
	return p[n]
}

// step carries out one step of the turn, if possible; if not, its player is told why.
func (r *turn) step(seat string, s step) {
	switch s.kind {
	case stepPlay, stepUse:
		r.play(seat, s.play)
		return
	case stepTrain:
		for _, name := range s.cards { // one after another, as each reveals another card of the masses
			one := step{kind: stepTrain, cards: []string{name}}
			if r.allows(seat, one) {
				r.train(seat, name)
			}
		}
		return
	}
	if !r.allows(seat, s) {
		return
	}
	switch s.kind {
	case stepDismiss:
		r.acting.Dismissed += len(s.cards)
		r.dismiss(seat, s.cards)
	case stepReady:
		r.acting.Readied += r.board.others(s.cards)
		r.readies(seat, s.cards)
	case stepDo:
		r.do(seat, r.era().action(r.acting.Action))
	case stepAssault:
		r.acting.Fought = true
		r.assault(seat, s.battle)
	}
}

// allows reports whether a step is possible now, or at least may be ordered (DH-34); if not, its player is told why.
func (r *turn) allows(seat string, s step) bool {
	err := r.viewOf(seat).boldly().step(s)
	if err != nil {
		r.fail(seat, s, err)
	}
	return err == nil
}

// finish ends a turn: played cards and unwanted hand cards are discarded, and the hand is refilled (DH-9). Of the
// player's markers only defence stays (DH-27).
func (r *turn) finish(seat string, t tidy) {
	p := r.player(seat)
	p.Markers = Strengths{Defence: p.Markers[Defence]}
	r.sweep(seat)
	cards := t.drops(r.secret(seat).Hand)
	r.discardFrom(seat, cards)
	r.discarded(seat, cards)
	if name := lacking(slices.Concat(cards, r.secret(seat).Hand), t.cards); name != "" {
		line := deed{tidy: t}.words(r.on())
		queue.Skip(r.Table, seat, line, complain("You have no %s in your hand any more.", name).Error())
	}
	if !r.is(optRefill, "start") {
		r.refill(seat)
	}
}
