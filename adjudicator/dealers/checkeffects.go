package dealers

import (
	"cmp"
	"slices"

	"deaddrop/adjudicator/pack"
)

// strength returns the strength of the markers that an effect gives.
func (e Effect) strength() Strength { return Strength(max(0, slices.Index(strengthNames[:], e.What))) }

// stack returns the index of the stack of spoils that an effect gives.
func (e Effect) stack() int {
	if e.What == "3" {
		return 3
	}
	return 2
}

// says reports whether a choice fills in anything that the effect leaves open.
func (e Effect) says(c choice) bool {
	if e.Target == toChosen && c.on != "" {
		return true
	}
	cards := e.list(&c)
	return cards != nil && len(*cards) > 0
}

// list returns the cards of a choice that an effect is about; nil if it leaves none open.
func (e Effect) list(c *choice) *[]string {
	switch e.Op {
	case OpRecover, OpTrain:
		return &c.take
	case OpDismiss:
		return &c.dismiss
	case OpReady:
		return &c.ready
	}
	return nil
}

// verb returns the keyword with which a player names the cards that list returns.
func (e Effect) verb() string {
	switch e.Op {
	case OpDismiss:
		return "DISMISS"
	case OpReady:
		return "READY"
	}
	return "TAKE"
}

// fits returns the part of a choice that the effects do not leave open; "" if none.
func fits(effects []Effect, c choice) string {
	none := func(open func(Effect) bool) bool { return !slices.ContainsFunc(effects, open) }
	switch {
	case c.on != "" && none(func(e Effect) bool { return e.Target == toChosen }):
		return "ON"
	case len(c.take) > 0 && none(func(e Effect) bool { return e.Op == OpRecover || e.Op == OpTrain }):
		return "TAKE"
	case len(c.dismiss) > 0 && none(func(e Effect) bool { return e.Op == OpDismiss }):
		return "DISMISS"
	case len(c.ready) > 0 && none(func(e Effect) bool { return e.Op == OpReady }):
		return "READY"
	}
	return ""
}

// share divides a choice among effects: each card goes to the first effect that has room for it and can take it, or
// else to the first that has room, or else to the last that is about such cards.
func (w *walk) share(effects []Effect, c choice) []choice {
	parts := make([]choice, len(effects))
	for i := range parts {
		parts[i] = choice{none: c.none, on: c.on}
	}
	for _, of := range []func(*choice) *[]string{
		func(c *choice) *[]string { return &c.take },
		func(c *choice) *[]string { return &c.dismiss },
		func(c *choice) *[]string { return &c.ready },
	} {
		for _, card := range *of(&c) {
			fit, room, last := -1, -1, -1
			for i, e := range slices.Backward(effects) {
				if e.list(&parts[i]) != of(&parts[i]) {
					continue
				}
				last = max(last, i)
				if list := *of(&parts[i]); len(list) < e.Amount {
					room = i
					one := choice{on: c.on}
					*of(&one) = append(slices.Clone(list), card)
					if w.lacks(e, one) == nil {
						fit = i
					}
				}
			}
			if fit < 0 {
				fit = room
			}
			if fit < 0 {
				fit = last
			}
			put(of(&parts[fit]), card)
		}
	}
	return parts
}

// apply applies the effects of a skill to the copy as a player chooses, or returns the reason that this is not
// possible. The choice has to be possible. An effect without a choice that it needs does nothing, but with needed at
// least one effect has to do something.
func (w *walk) apply(s skill, c choice, needed bool) error {
	if c.none {
		return nil
	}
	if extra := fits(s.effects, c); extra != "" {
		return complain("%s leaves nothing to choose with %s.", s.name, extra)
	}
	var first error
	works := false
	for i, part := range w.share(s.effects, c) {
		e := s.effects[i]
		err := w.lacks(e, part)
		if err != nil && e.says(part) {
			return err
		}
		if err == nil {
			works = true
			_ = w.effect(e, part) // it can't fail, as lacks has found
		}
		first = cmp.Or(first, err)
	}
	if needed && !works {
		return first
	}
	return nil
}

// lacks returns an error if an effect does nothing as things stand, with the player's choice: because a part of the
// choice is missing or not possible.
func (w *walk) lacks(e Effect, c choice) error { return w.branch().effect(e, c) }

// effect applies one effect to the copy, or returns the reason that it is not possible. After an effect that depends
// on chance or on the game master, the player's cards are not certain.
func (w *walk) effect(e Effect, c choice) error {
	targets, err := w.targets(e, c.on)
	if err != nil {
		return err
	}
	m, mine := w.mat(), slices.Contains(targets, w.Seat)
	switch e.Op {
	case OpNone:
		return complain("It does nothing.")
	case OpGM, OpShuffle:
		w.open = true
	case OpGain:
		if mine {
			m.p.Markers[e.strength()] += e.Amount
		}
	case OpDraw, OpSpoils, OpDiscard:
		w.open = w.open || mine
	case OpDismiss, OpReady, OpRecover, OpTrain:
		return w.chosen(e, *e.list(&c))
	}
	return nil
}

// chosen applies an effect to the cards that the player names.
func (w *walk) chosen(e Effect, cards []string) error {
	m := w.mat()
	switch {
	case len(cards) == 0:
		return complain("Say which: %s and up to %s.", e.verb(), count(e.Amount, "card"))
	case len(cards) > e.Amount:
		return complain("That is %s, and %d is the most.", count(len(cards), "card"), e.Amount)
	}
	switch e.Op {
	case OpDismiss:
		return w.dismiss(cards)
	case OpReady:
		if name := lacking(w.Hand, cards); name != "" && !w.open {
			return complain("You have no %s in your hand.", name)
		}
		m.ready(cards)
	case OpRecover:
		if name := lacking(w.Discard, cards); name != "" && !w.open {
			return complain("You have no %s in your discard pile.", name)
		}
		m.recover(cards)
	case OpTrain:
		for _, name := range cards {
			if err := w.gift(e, name); err != nil {
				return err
			}
		}
	}
	return nil
}

// targets returns the players that an effect applies to, in turn order; on is the player that is named.
func (v *View) targets(e Effect, on string) ([]string, error) {
	seats := v.from(v.Seat)
	switch e.Target {
	case pack.ToOthers:
		return seats[1:], nil
	case pack.ToAll:
		return seats, nil
	case toLeader:
		return []string{slices.MaxFunc(seats[1:], func(x, y string) int {
			return v.player(x).Points - v.player(y).Points
		})}, nil
	case toChosen:
		switch {
		case on == "":
			return nil, complain("Say whom it is for: ON and a player.")
		case on == v.Seat:
			return nil, complain("It is for another player, not for yourself.")
		case v.player(on) == nil:
			return nil, complain("Nobody plays %s.", on)
		}
		return []string{on}, nil
	case "", pack.ToPlayer:
		return seats[:1], nil
	}
	if v.player(e.Target) == nil {
		return nil, complain("Nobody plays %s.", e.Target)
	}
	return []string{e.Target}, nil
}
