package dealers

import "deaddrop/adjudicator/queue"

// play has a player play a card or use an ability, if they can: they get the markers of the chosen value, and the
// effects happen (DH-7, DH-8). If they can't, they are told why; a play that is only for a card drawn before is
// skipped silently. It reports whether the play was made.
func (r *turn) play(seat string, p play) bool {
	w := r.viewOf(seat).walk()
	var err error
	switch {
	case p.use:
		err = w.use(p)
	case p.drawn && !w.holds(p):
		return false
	case r.board.card(p.card) == nil:
		err = complain("There is no card %s.", p.card)
	default:
		err = w.lay(p)
	}
	if err != nil {
		s := step{kind: stepPlay, play: p}
		if p.use {
			s.kind = stepUse
		}
		r.fail(seat, s, err)
		return false
	}
	if s := r.board.skill(p); p.use {
		r.use(seat, p, s)
	} else {
		r.lay(seat, p, s)
	}
	return true
}

// fail tells a player why one of their steps is not carried out.
func (r *turn) fail(seat string, s step, err error) {
	queue.Skip(r.Table, seat, r.line(s), err.Error())
}

// lay plays a card (DH-7).
func (r *turn) lay(seat string, p play, s skill) {
	m := r.mat(seat)
	hand := len(*m.hand)
	card := m.lay(p)
	n := r.board.card(card).Values[p.value]
	m.p.Markers[p.value] += n
	r.tell("played", played{Seat: seat, Card: plain(card), Value: p.value, N: n, Ready: len(*m.hand) == hand,
		Markers: m.p.Markers, Text: s.text, NoEffect: p.choice.none})
	r.apply(seat, s, p.choice)
}

// use uses a location card or an ability (DH-8). A spoils card is put back right after its effect.
func (r *turn) use(seat string, p play, s skill) {
	l := r.board.location(p.card)
	spoils := l != nil && l.Spoils()
	if spoils {
		pluck(&r.player(seat).Locations, l.Name, false)
	} else if r.acting != nil {
		put(&r.acting.Used, p.card)
	}
	r.tell("used", uses{Seat: seat, What: s.name, Text: s.text, Spoils: spoils})
	r.apply(seat, s, p.choice)
	if spoils {
		r.spent(l)
	}
}

// apply carries out the effects of a skill, in order, as their player chooses. An effect that is not possible does
// nothing, and the player is told why if they had chosen something for it.
func (r *turn) apply(seat string, s skill, c choice) {
	if c.none {
		return
	}
	parts := r.viewOf(seat).walk().share(s.effects, c)
	for i, e := range s.effects {
		if err := r.viewOf(seat).walk().lacks(e, parts[i]); err == nil {
			r.effect(seat, s.name, e, parts[i])
		} else if e.says(parts[i]) {
			r.inform(seat, "void", void{s.name, err.Error()})
		}
	}
}

// effect carries out one effect, which must be possible.
func (r *turn) effect(seat, name string, e Effect, c choice) {
	switch e.Op {
	case OpNone:
	case OpGM:
		r.rule(seat, name, e.Text)
	case OpDismiss:
		r.dismiss(seat, c.dismiss)
	case OpReady:
		r.readies(seat, c.ready)
	case OpRecover:
		cards := r.mat(seat).recover(c.take)
		r.tell("recovered", recovered{seat, len(cards), plain(r.player(seat).Top)})
		r.inform(seat, "back", drawnCards{plains(cards)})
	case OpTrain:
		for _, card := range c.take { // one after another, as each reveals another card of the masses
			if err := r.viewOf(seat).walk().gift(e, card); err != nil {
				r.inform(seat, "void", void{name, err.Error()})
				continue
			}
			card = r.trainee(card)
			r.acquire(seat, card, &trains{Seat: seat, Card: card, By: name})
		}
	default:
		targets, _ := r.viewOf(seat).targets(e, c.on)
		for _, target := range targets {
			r.touch(target, name, e)
		}
	}
}

// touch carries out an effect on one player.
func (r *turn) touch(target, name string, e Effect) {
	switch e.Op {
	case OpGain:
		p := r.player(target)
		var x Strengths
		x[e.strength()] = e.Amount
		p.Markers = p.Markers.plus(x)
		r.tell("gained", gained{Seat: target, From: name, Markers: x, Now: p.Markers})
	case OpDraw:
		r.draw(target, e.Amount)
	case OpPoints:
		r.score(target, e.Amount, name)
	case OpSpoils:
		r.gainSpoils(target, e.stack(), e.Amount)
	case OpDiscard:
		r.lose(target, e.Amount)
	case OpShuffle:
		r.renew(target)
	}
}
