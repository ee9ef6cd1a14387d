package dealers

import (
	"errors"
	"slices"

	"deaddrop/adjudicator/queue"
)

// A walk goes through a turn step by step on a copy of a player's view, to find out whether it can be carried out. It
// uses nothing that is secret from the player. After a step that fails, the walk can't be used any more.
type walk struct {
	View
	from    *View // the player's view before the walk
	answers bool  // whether it is another player's turn, in which the player only answers an assault
	open    bool  // whether the player has got unknown cards, so that their cards are not certain
	bold    bool  // whether an assault that can't succeed is accepted (DH-34)
}

// walk returns a new walk from a player's view, either within a turn or at the start of one of their own.
func (v *View) walk() *walk {
	if v.Acting == nil {
		return v.start("")
	}
	w := (&walk{View: *v, from: v, answers: v.Seat != v.Mover}).branch()
	if w.answers {
		w.Acting = &Acting{Action: v.Acting.Action}
	}
	return w
}

// start returns a new walk at the start of a turn of the player's own.
func (v *View) start(action string) *walk {
	w := &walk{View: *v, from: v}
	w.Acting = &Acting{Action: action, Stale: len(v.player(v.Seat).Play)}
	return w.branch()
}

// branch returns a copy of a walk.
func (w *walk) branch() *walk {
	to := *w
	to.State = w.State.copy()
	acting := *w.Acting
	to.Acting = &acting
	return &to
}

// action returns the box of the action board that was chosen.
func (w *walk) action() *Action { return w.era().action(w.Acting.Action) }

// check returns an error, with the step that fails, if a turn can't be carried out as things stand. Within a turn it
// checks the rest. Steps after cards that are not known yet are checked as far as they don't depend on them.
func (v *View) check(d deed) error { return v.walk().through(d) }

// can is like check, but accepts an assault that can't succeed, if that may be ordered (DH-34).
func (v *View) can(d deed) error { return v.boldly().through(d) }

// against returns a function that checks the alternatives of a turn: as long as one of them can be carried out
// without failing for certain, those that fail are passed over (DH-34).
func (v *View) against(p queue.Plan[deed]) func(deed) error {
	if p.First(v.check) == len(p) {
		return v.can
	}
	return v.check
}

// boldly returns a new walk that accepts an assault that can't succeed, if that may be ordered.
func (v *View) boldly() *walk {
	w := v.walk()
	w.bold = v.is(optHopeless, "ordered")
	return w
}

// through goes through a turn, or the rest of one.
func (w *walk) through(d deed) error {
	if d.pass != passNot {
		return nil
	}
	v := w.from
	if d.action != "" || v.Acting == nil {
		if err := v.checkAction(d); err != nil {
			return err
		}
		bold := w.bold
		w = v.start(d.action)
		w.bold = bold
		if err := w.dismiss(d.bonus); err != nil {
			return complain("BONUS DISMISS: %s", err)
		}
	}
	for _, s := range d.whole(w.Acting.Did) {
		if err := w.step(s); err != nil {
			return w.failed(s, err)
		}
	}
	return nil
}

// failed returns an error that names the step that failed.
func (w *walk) failed(s step, err error) error { return &stepError{w.line(s), err} }

// A stepError says why a step of a turn can't be done.
type stepError struct {
	step string // in normal form
	err  error
}

func (e *stepError) Error() string { return e.step + ": " + e.err.Error() }

func (e *stepError) Unwrap() error { return e.err }

// failing returns the index of the step that an error is about, or -1.
func (m *Map) failing(steps []step, err error) int {
	var at *stepError
	if !errors.As(err, &at) {
		return -1
	}
	return slices.IndexFunc(steps, func(x step) bool { return x.words(m) == at.step })
}

// line returns a step in normal form.
func (s *State) line(of step) string { return deed{steps: []step{of}}.words(s.on()) }

// whole returns the steps of a turn, including the automatic effect of the action if that is still to come: before
// everything else, unless the player says when.
func (d deed) whole(did bool) []step {
	if did || slices.ContainsFunc(d.steps, func(s step) bool { return s.kind == stepDo }) {
		return d.steps
	}
	return append([]step{{kind: stepDo}}, d.steps...)
}

// checkAction returns an error if the action of a turn can't be chosen in this way (DH-6, DH-11).
func (v *View) checkAction(d deed) error {
	if d.action == "" {
		return complain("A turn needs an action: ACTION and a box of the action board, or else PASS.")
	}
	a := v.era().action(d.action)
	if a == nil {
		return complain("The action board has no %s in this era.", d.action)
	}
	if err := v.checkCube(d, a); err != nil {
		return complain("ACTION %s: %s", d.action, err)
	}
	switch most := v.era().Dismiss; {
	case len(d.bonus) == 0:
	case a.Group != Reorganize:
		return complain("BONUS DISMISS: %s is no reorganize action; only those have a bonus (DH-11).", a.Name)
	case most == 0:
		return complain("BONUS DISMISS: In this era a reorganize action begins with a point, not with dismissing " +
			"cards (DH-11).")
	case len(d.bonus) > most:
		return complain("BONUS DISMISS: That is %s, and %d is the most (DH-11).", count(len(d.bonus), "card"), most)
	}
	return nil
}

// by returns the cube with which a turn's action is chosen: the one that the player names, or else a small cube, or
// else the start player token.
func (v *View) by(d deed) By {
	switch {
	case d.leader:
		return ByLeader
	case d.token || v.player(v.Seat).Cubes == 0:
		return ByToken
	default:
		return ByCube
	}
}

// checkCube returns an error if a player has no cube for an action, or the action has no room for it (DH-3, DH-6).
func (v *View) checkCube(d deed, a *Action) error {
	p := v.player(v.Seat)
	switch v.by(d) {
	case ByLeader:
		if !p.Leader {
			return complain("Your leader cube is used in this era (DH-6).")
		}
		return nil // the leader cube needs no room
	case ByToken:
		switch {
		case d.token && !p.Token:
			return complain("You don't have the start player token, or it is used in this year (DH-3).")
		case d.token && p.Cubes > 0 && !v.is(optToken, "any"):
			return complain("The start player token is used after all small cubes, and you have %s left (DH-3).",
				count(p.Cubes, "cube"))
		case !p.Token && p.Leader:
			return complain("You have no action cube left but your leader cube: add BY LEADER to use that (DH-6).")
		case !p.Token:
			return complain("You have no action cube left in this year: you can only PASS (DH-4).")
		}
	}
	if v.free(a) == 0 {
		return complain("There is no room left on the action board (DH-6).%s", hint(p.Leader))
	}
	return nil
}

// hint returns a note that the leader cube can be used instead, if the player has it; "" if not.
func hint(has bool) string {
	if has {
		return " BY LEADER you can take it all the same."
	}
	return ""
}

// step applies a step of the turn to the copy, or returns the reason that it is not possible.
func (w *walk) step(s step) error {
	switch s.kind {
	case stepPlay, stepUse:
		return w.play(s.play)
	case stepTrain:
		for _, name := range s.cards {
			if err := w.train(name); err != nil {
				return err
			}
		}
		return nil
	case stepDismiss:
		return w.dismissals(s.cards)
	case stepReady:
		return w.readies(s.cards)
	case stepDo:
		return w.do()
	case stepAssault:
		return w.battle(s.battle)
	}
	return nil
}

// battle applies an assault to the copy: the plays of both steps, and whether the assault is possible at all (DH-21
// to DH-25).
func (w *walk) battle(b battle) error {
	switch {
	case w.action().Group != Assault:
		return complain("%s is no assault action.", w.action().Name)
	case w.Acting.Fought:
		return complain("An action has one assault.")
	}
	w.Acting.Fought = true
	before := w.branch()
	if err := w.plays(b.first); err != nil {
		return err
	}
	attack := w.player(w.Seat).Markers[Attack]
	if w.open || w.bold {
		attack = -1 // the attack is not certain, or need not suffice (DH-34)
	}
	if err := w.checkAssault(b, attack); err != nil {
		return err
	}
	last := w.branch()
	if b.min {
		last = before // cards that the first step does not need are left for the last one
	}
	if err := last.plays(b.final); err != nil {
		return err
	}
	w.open = true // a spoils card may be won, and the outcome of the last step is unknown
	return nil
}

// plays applies some plays to the copy, one after another.
func (w *walk) plays(list []play) error {
	for _, p := range list {
		if err := w.play(p); err != nil {
			return err
		}
	}
	return nil
}

// checkTidy returns an error if a card to be discarded or kept at the end of a turn will certainly not be in the hand
// by then. It returns nil if the turn itself is not possible.
func (v *View) checkTidy(d deed) error {
	w := v.walk()
	if d.action != "" {
		w = v.start(d.action)
	}
	if d.pass != passNot || w.action() == nil || w.dismiss(d.bonus) != nil {
		return nil
	}
	for _, s := range d.whole(w.Acting.Did) {
		if w.step(s) != nil {
			return nil
		}
	}
	if name := lacking(w.Hand, d.tidy.cards); name != "" && !w.open {
		return complain("You will have no %s in your hand at the end of the turn.", name)
	}
	return nil
}
