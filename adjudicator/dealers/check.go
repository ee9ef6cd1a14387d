package dealers

import (
	"slices"

	"deaddrop/adjudicator/queue"
)

// A walk goes through a turn on a copy of what a player sees, step by step, to find out whether it can be carried out.
// What is secret to them is not looked at. After a step that could not be done the walk is of no use any more.
type walk struct {
	View
	from    *View // what they see before it
	answers bool  // it is another's turn, in which the player only answers an assault
	open    bool  // they have got what they do not know yet, so that what they have is not certain
	bold    bool  // an assault that can't succeed is no reason against the turn (DH-34)
}

// walk begins a walk with what a player sees: within a turn, or at the beginning of one of their own.
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

// start begins a walk with a turn of the player's own.
func (v *View) start(action string) *walk {
	w := &walk{View: *v, from: v}
	w.Acting = &Acting{Action: action, Stale: len(v.player(v.Seat).Play)}
	return w.branch()
}

// branch is a copy of a walk.
func (w *walk) branch() *walk {
	to := *w
	to.State = w.State.copy()
	acting := *w.Acting
	to.Acting = &acting
	return &to
}

// action is the box of the action board that was chosen.
func (w *walk) action() *Action { return w.era().action(w.Acting.Action) }

// check says why a turn can't be carried out as things stand, with the step that fails; nil if it can. Within a turn it
// is what is left of it. What follows on cards that are not known yet is looked at as far as it does not depend on
// them.
func (v *View) check(d deed) error { return v.walk().through(d) }

// can is check, but that an assault may be one that can't succeed, where such a one may be ordered (DH-34).
func (v *View) can(d deed) error { return v.boldly().through(d) }

// against says what is against the alternatives of a turn: as long as one of them can be carried out that does not fail
// for certain, those that do are passed over (DH-34).
func (v *View) against(p queue.Plan[deed]) func(deed) error {
	if p.First(v.check) == len(p) {
		return v.can
	}
	return v.check
}

// boldly begins a walk in which an assault may be one that can't succeed, if such a one may be ordered.
func (v *View) boldly() *walk {
	w := v.walk()
	w.bold = v.is(optHopeless, "ordered")
	return w
}

// through goes through a turn, or what is left of it.
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

// failed is a complaint with the step that it is about.
func (v *View) failed(s step, err error) error { return complain("%s: %s", v.line(s), err) }

// line is a step as it is written.
func (s *State) line(of step) string { return deed{steps: []step{of}}.words(s.on()) }

// whole are the steps of a turn with what the action does of itself, if that is still to come: before all, if the
// player does not say when.
func (d deed) whole(did bool) []step {
	if did || slices.ContainsFunc(d.steps, func(s step) bool { return s.kind == stepDo }) {
		return d.steps
	}
	return append([]step{{kind: stepDo}}, d.steps...)
}

// checkAction says why an action can't be chosen as a turn has it; nil if it can (DH-6, DH-11).
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

// by is with what a turn's action is chosen: as the player says, else with a small cube, else with the start player
// token.
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

// checkCube says why a player has no cube for an action, or the action has no room for it; nil if all is well (DH-3,
// DH-6).
func (v *View) checkCube(d deed, a *Action) error {
	p := v.player(v.Seat)
	switch v.by(d) {
	case ByLeader:
		if !p.Leader {
			return complain("Your leader cube is used in this era (DH-6).")
		}
		return nil // and it needs no room
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
		return complain("There is no room left on the action board (DH-6).%s", v.hint(p.Leader))
	}
	return nil
}

// hint tells who can use their leader cube how.
func (v *View) hint(has bool) string {
	if has {
		return " BY LEADER you can take it all the same."
	}
	return ""
}

// step does a step of the turn on the copy, or says why it can't be done.
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

// battle is an assault on the copy: who plays what, and whether it can be at all (DH-21 to DH-25).
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
		attack = -1 // which is not certain, or no matter
	}
	if err := w.checkAssault(b, attack); err != nil {
		return err
	}
	last := w.branch()
	if b.min {
		last = before // what the first step does not need is left for the last one
	}
	if err := last.plays(b.final); err != nil {
		return err
	}
	w.open = true // a spoils card may be won, and of the last step nobody knows
	return nil
}

// plays are some plays on the copy, one after another.
func (w *walk) plays(list []play) error {
	for _, p := range list {
		if err := w.play(p); err != nil {
			return err
		}
	}
	return nil
}

// checkPlays says why plays can't be made in that order as things stand; nil if they can.
func (v *View) checkPlays(list []play) error { return v.walk().plays(list) }

// checkTidy says what of the cards that are to be discarded or kept at the end of a turn is not in the hand by then, as
// far as that is certain; nil if all is well, or the turn itself can't be.
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
