package dealers

import (
	"fmt"
	"slices"

	"deaddrop/adjudicator/queue"
)

// What the writer is told of lines that can't be carried out as things stand, or that he may not mean. They stay on file.

// doubts say what of a sheet may not come as it is written.
func (v *View) doubts(kind string, s sheet) []string {
	d := doubter{View: v, b: v.edition(), m: v.on(), kind: kind}
	for i, p := range s.turns {
		d.turn(i+1, p)
		if i > 0 && len(s.turns[i-1]) == 0 {
			d.note("Nothing is on file for TURN %d: when it comes you are asked.", i)
		}
		if len(p) > 0 && p[0].pass == passYear && i+1 < len(s.turns) {
			d.note("PASS YEAR stands until winter, so TURN %d waits for the next year.", i+2)
		}
	}
	d.standing(s.rules)
	return d.notes
}

// A doubter looks at a sheet as things stand.
type doubter struct {
	*View
	b     *Board
	m     *Map
	kind  string
	notes []string
}

func (d *doubter) note(format string, args ...any) {
	d.notes = append(d.notes, fmt.Sprintf(format, args...))
}

// has reports whether the writer has a card anywhere.
func (d *doubter) has(card string) bool {
	r := reader{b: d.b, m: d.m, v: d.View}
	return slices.ContainsFunc(r.held(), func(some []string) bool {
		return slices.ContainsFunc(some, func(n string) bool { return plain(n) == plain(card) })
	})
}

// turn looks at one of the queue.
func (d *doubter) turn(number int, p queue.Plan[deed]) {
	if number == 1 && d.Turn > 0 {
		d.now(p)
	}
	for _, x := range p {
		d.counts(x)
		d.lacking(x)
		for _, s := range x.steps {
			switch s.kind {
			case stepPlay, stepUse:
				d.leaves(s.play)
			case stepAssault:
				for _, p := range slices.Concat(s.battle.first, s.battle.final) {
					d.leaves(p)
				}
			}
		}
	}
}

// now looks at the writer's next turn: which of its alternatives can't be carried out as things stand.
func (d *doubter) now(p queue.Plan[deed]) {
	for i, x := range p {
		err := d.check(x)
		if err == nil {
			if i > 0 {
				d.note("As things stand TURN 1 is %q.", x.words(d.m))
			}
			if err := d.checkTidy(x); err != nil {
				d.note("%s: %v", x.tidy.words(), err)
			}
			return
		}
		d.note("%q can't be carried out as things stand: %v", x.words(d.m), err)
	}
}

// counts looks for a turn that trains or dismisses more or fewer cards than its action demands (DH-12, DH-18).
func (d *doubter) counts(x deed) {
	a := d.era().action(x.action)
	if a == nil || !x.done && slices.ContainsFunc(x.steps, d.draws) {
		return
	}
	trained, dismissed, assaults := 0, 0, 0
	for _, s := range x.steps {
		switch s.kind {
		case stepTrain:
			trained += len(s.cards)
		case stepPlay, stepUse:
			trained += d.gifts(s.play)
		case stepDismiss:
			dismissed += len(s.cards)
		case stepAssault:
			assaults++
		}
	}
	switch {
	case a.Group == Train && trained < a.Least:
		d.note("%s needs %s, and you train %d: you lose %s (DH-18).", a.Name, a.demands(), trained, count(a.Least-trained, "point"))
	case a.Group == Train && trained > a.Most:
		d.note("%s needs %s, and you train %d: you lose %s (DH-18).", a.Name, a.demands(), trained, count(trained-a.Most, "point"))
	case a.Dismiss > dismissed:
		d.note("%s is to dismiss %d, and you dismiss %d: you lose %s (DH-12).", a.Name, a.Dismiss, dismissed, count(a.Dismiss-dismissed, "point"))
	case a.Group == Assault && assaults == 0:
		d.note("%s is an assault, and no territory is attacked in this turn.", a.Name)
	}
}

// gifts is how many cards are trained by the effect of a play, which the action counts as well (DH-18).
func (d *doubter) gifts(p play) int {
	trains := func(e Effect) bool { return e.Op == OpTrain }
	if p.choice.none || !slices.ContainsFunc(d.b.skill(p).effects, trains) {
		return 0
	}
	return len(p.choice.take)
}

// demands is how many cards an action trains.
func (a *Action) demands() string {
	switch {
	case a.Least == a.Most && a.Most == 1:
		return "1 card"
	case a.Least == a.Most:
		return fmt.Sprintf("%d cards", a.Most)
	}
	return fmt.Sprintf("%d to %d cards", a.Least, a.Most)
}

// draws reports whether cards may be drawn in a step, so that the player may be asked again.
func (d *doubter) draws(s step) bool {
	return one(s.kind, stepPlay, stepUse) && !s.play.choice.none && slices.ContainsFunc(d.b.skill(s.play).effects, func(e Effect) bool { return e.Op == OpDraw })
}

// leaves looks whether what effects leave open is said, and nothing else.
func (d *doubter) leaves(p play) {
	has := map[string]bool{}
	for _, e := range d.b.skill(p).effects {
		if e.Target == toChosen {
			has["ON"] = true
		}
		switch e.Op {
		case OpDismiss:
			has["DISMISS"] = true
		case OpReady:
			has["READY"] = true
		case OpRecover, OpTrain:
			has["TAKE"] = true
		}
	}
	c := p.choice
	for _, x := range []struct {
		word string
		said bool
	}{{"ON", c.on != ""}, {"TAKE", len(c.take) > 0}, {"DISMISS", len(c.dismiss) > 0}, {"READY", len(c.ready) > 0}} {
		switch {
		case x.said && !has[x.word]:
			d.note("%s: its effect has no use for %s.", p.words(unsaid), x.word)
		case !x.said && has[x.word] && !c.none:
			d.note("%s: without %s in brackets behind it, nothing comes of its effect.", p.words(unsaid), x.word)
		}
	}
}

// lacking looks for cards of a turn that the writer has nowhere.
func (d *doubter) lacking(x deed) {
	lack := func(line, card string) {
		if !d.has(card) {
			d.note("%q: you have no %s now.", line, card)
		}
	}
	for _, s := range x.steps {
		switch {
		case s.kind == stepPlay:
			lack(s.words(d.m), s.play.card)
		case one(s.kind, stepDismiss, stepReady):
			for _, n := range s.cards {
				lack(s.words(d.m), n)
			}
		case s.kind == stepAssault:
			for _, p := range slices.Concat(s.battle.first, s.battle.final) {
				if !p.use {
					lack(s.words(d.m), p.card)
				}
			}
		}
	}
	for _, n := range slices.Concat(x.bonus, x.tidy.cards) {
		lack(x.words(d.m), n)
	}
}

// standing looks at orders for others' turns and for winter.
func (d *doubter) standing(s standing) {
	for i, x := range s.defend {
		line := standing{defend: s.defend[i : i+1]}.lines(d.m)[0]
		for _, p := range x.plays {
			if !p.use && !d.has(p.card) {
				d.note("%q: you have no %s now. It counts when you do.", line, p.card)
			}
			d.leaves(p)
		}
		switch {
		case x.at == nowhere:
		case d.owner(x.at) != d.Seat:
			d.note("%q: %s is not yours now. The line counts when it is.", line, d.m.Name(x.at))
		case d.capital(x.at) == d.Seat:
			d.note("%q: %s is your capital, which can't be attacked (DH-23).", line, d.m.Name(x.at))
		}
	}
	if s.winter != nil {
		for _, n := range s.winter.cards {
			if !d.has(n) {
				d.note("%q: you have no %s now.", "WINTER "+s.winter.words(), n)
			}
		}
	}
}

// answerDoubts say what of an answer may not come as it is written.
func (v *View) answerDoubts(r *reader, kind, answer string) []string {
	d := doubter{View: v, b: r.b, m: r.m, kind: kind}
	var plays []play
	switch kind {
	case "winter":
		d.standing(standing{winter: new(parseTidy(r.b, answer))})
		return d.notes
	case "final":
		plays = parseFinal(r.b, r.m, answer).final
	case "defence":
		plays = parseDefence(r.b, r.m, answer).plays
	}
	p := v.player(v.Seat)
	for _, x := range plays {
		if !x.use && !slices.ContainsFunc(slices.Concat(v.Hand, p.Ready), func(n string) bool { return plain(n) == x.card }) {
			d.note("You have no %s in hand or in your ready area, so it is not played.", x.card)
		}
		d.leaves(x)
	}
	return d.notes
}
