package dealers

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
	orders "deaddrop/parser/order"
	"deaddrop/parser/strict"
)

// How a player says in the midst of a turn how it goes on. Lines go beside what is on file for the rest of the turn:
// one that has all of one on file in it, or another assault, takes its place, and the others come before what is left.
// What is on file goes only by a word: NOTHING takes off all, and DROP ASSAULT or DROP TRAIN Recruit one thing. The
// line of the form is the whole rest of the turn, and so is a letter if nothing is on file.

// readMore reads the rest of a turn, in which cards were drawn.
func (v *View) readMore(r *reader, old, text string) adjudicator.Reading {
	s := r.sheetReader("more", sheet{})
	said := unlabelled(text, "more")
	none := saysNone(said)
	if none {
		s.add(adjudicator.Part{Fate: adjudicator.Filed, Quote: strings.TrimSpace(text)}, origin{})
	} else {
		s.read(said)
	}
	out := adjudicator.Reading{Answer: old}
	before := r.left(old)
	now, ok := queue.Plan[deed](nil), none
	if !none {
		now, ok = s.rest(before, old == "" || said != text)
	}
	if ok {
		now = slices.DeleteFunc(now, deed.idle)
		out.Answer = restWords(now, r.m)
		if old == "" && v.Acting != nil { // CLEAR
			before = r.left(v.Acting.Left)
		}
		s.gone(before, now)
		s.remaining(before, now)
	}
	out.Parts, out.Notes = s.parts, orders.Unique(s.notes)
	out.Form = answerForm("more", strings.Split(out.Answer, "\n"))
	return out
}

// left is the rest of a turn in normal form, taken apart.
func (r *reader) left(text string) queue.Plan[deed] {
	if text != "" {
		if p := strict.Must(parseRest(r.b, r.m, text)); len(p) > 0 {
			return p
		}
	}
	return queue.Plan[deed]{{}}
}

// rest is how the turn goes on by the letter, with what was on file before unless the letter is the whole of it. Not
// ok: the letter changes nothing, or can't be taken.
func (s *sheetReader) rest(before queue.Plan[deed], whole bool) (now queue.Plan[deed], ok bool) {
	var said queue.Plan[deed]
	if len(s.sheet.turns) > 0 {
		said = s.sheet.turns[0]
	}
	if len(s.broken) > 0 {
		untaken(s.parts, otherLine)
	}
	if len(s.broken) > 0 || len(said) == 0 && len(s.drops) == 0 {
		return nil, false
	}
	before = s.without(before)
	switch {
	case len(said) == 0:
		return before, slices.ContainsFunc(s.parts, filed)
	case whole:
		now = said
	default:
		for _, n := range said {
			for _, o := range before {
				d := s.v.beside(n, o)
				same := func(x deed) bool { return x.words(s.m) == d.words(s.m) }
				if !slices.ContainsFunc(now, same) && len(now) < maxSteps {
					now = append(now, d)
				}
			}
		}
	}
	return now, s.refusable(now)
}

// refusable refuses what is to be added of which no alternative can be done, and reports whether one can be.
func (s *sheetReader) refusable(now queue.Plan[deed]) (ok bool) {
	if now.First(s.v.addable) < len(now) {
		return true
	}
	for _, d := range now {
		s.refuse(d, s.v.addable(d))
	}
	untaken(s.parts, otherLine)
	return false
}

// beside puts what a letter says for the rest of a turn together with what is on file for it, in the first way in
// which all can be done, if there is one. What is new comes first, or else last; a card that can't be played twice is
// played as is said now.
func (v *View) beside(n, o deed) deed {
	for _, way := range []struct {
		replaces func(n, o step) bool
		against  func(deed) error
	}{{step.covers, v.check}, {step.again, v.check}, {step.again, v.addable}} {
		for _, last := range []bool{false, true} {
			if d := n.beside(o, way.replaces, last); way.against(d) == nil {
				return d
			}
		}
	}
	return n.beside(o, step.covers, false)
}

// beside puts two parts of a turn together: a step of this that replaces one of the other stands in its place, and the
// others of this come before it, or last.
func (d deed) beside(o deed, replaces func(n, o step) bool, last bool) deed {
	out := d
	out.steps, out.done = nil, d.done || o.done
	if !d.tidy.keep && len(d.tidy.cards) == 0 {
		out.tidy = o.tidy
	}
	old := slices.Clone(o.steps)
	var end []step
	for _, n := range d.steps {
		i := slices.IndexFunc(old, func(x step) bool { return replaces(n, x) })
		switch {
		case i >= 0:
			out.steps, old = append(append(out.steps, old[:i]...), n), old[i+1:]
		case last:
			end = append(end, n)
		default:
			out.steps = append(out.steps, n)
		}
	}
	out.steps = append(out.steps, old...)
	for _, n := range end {
		i := n.place(out.steps)
		out.steps = slices.Insert(out.steps, i, n)
	}
	return out
}

// place is where a step comes in last among others: cards before what they are played for, and all before an assault.
func (s step) place(among []step) int {
	if one(s.kind, stepPlay, stepUse) {
		for i, o := range slices.Backward(among) {
			if one(o.kind, stepPlay, stepUse) {
				return i + 1
			}
		}
	}
	if i := slices.IndexFunc(among, func(o step) bool { return o.kind == stepAssault }); i >= 0 {
		return i
	}
	return len(among)
}

// covers reports whether a step has all of another in it, so that it stands for it; or is another assault, as a turn
// has one.
func (s step) covers(o step) bool {
	switch {
	case s.kind != o.kind:
		return false
	case one(s.kind, stepPlay, stepUse):
		return s.play.words(unsaid) == o.play.words(unsaid)
	}
	return lacking(s.cards, o.cards) == ""
}

// again reports whether a step covers another, or plays the same card.
func (s step) again(o step) bool {
	return s.covers(o) || s.kind == o.kind && s.play.card != "" && s.play.card == o.play.card
}

// addable says why something can't be added to the rest of a turn. What was on file when its player was asked is no
// reason: what can be done of it is done.
func (v *View) addable(d deed) error {
	if err := d.begun(); err != nil {
		return err
	}
	err := v.check(d)
	if err == nil || v.Acting == nil {
		return err
	}
	on, was := v.on(), strings.Split(v.Acting.Left, "\n")
	old := func(x step) bool { return slices.Contains(was, x.words(on)) }
	fails := slices.IndexFunc(d.steps, func(x step) bool { return strings.HasPrefix(err.Error(), x.words(on)+": ") })
	if fails >= 0 && !old(d.steps[fails]) {
		return err
	}
	d.steps = slices.DeleteFunc(slices.Clone(d.steps), old)
	if len(d.steps) == 0 {
		return nil
	}
	return v.check(d)
}

// gone notes which steps that were on file are not any more.
func (s *sheetReader) gone(before, now queue.Plan[deed]) {
	var steps []step
	if len(now) > 0 {
		steps = slices.Clone(now[0].steps)
	}
	var out []string
	for _, o := range before[0].steps {
		i := slices.IndexFunc(steps, func(n step) bool { return n.covers(o) })
		if i < 0 {
			i = slices.IndexFunc(steps, func(n step) bool { return n.again(o) })
		}
		switch {
		case i < 0:
			out = append(out, o.words(s.m))
		case one(o.kind, stepPlay, stepUse, stepAssault) && o.words(s.m) != steps[i].words(s.m):
			s.note("%q takes the place of %q, which was on file.", steps[i].words(s.m), o.words(s.m))
		}
		if i >= 0 {
			steps = slices.Delete(steps, i, i+1)
		}
	}
	if len(out) > 0 {
		s.note("Dropped, though it was on file for this turn: %s.", strings.Join(out, "; "))
	}
}

// remaining says of the letter why the rest of the turn can't be carried out as it stands, and notes if there is no
// assault though the turn is for one.
func (s *sheetReader) remaining(before, now queue.Plan[deed]) {
	if len(now) == 0 {
		return
	}
	assaults := func(d deed) bool {
		return slices.ContainsFunc(d.steps, func(x step) bool { return x.kind == stepAssault })
	}
	box := s.v.Acting
	idle := box != nil && s.b.groupOf(box.Action) == Assault && !box.Fought
	if idle && !slices.ContainsFunc(slices.Concat(before, now), assaults) {
		s.note("%s is an assault, and no territory is attacked in this turn.", box.Action)
	}
	n := now.First(s.v.check)
	if n < len(now) {
		if err := s.v.checkTidy(now[n]); err != nil {
			s.doubt(s.tidied(now[n]), fmt.Sprintf("%s: %v", now[n].tidy.words(), err))
		}
		return
	}
	err := s.v.check(now[0])
	part := s.blamed(now[0], err)
	if part < 0 {
		part = slices.IndexFunc(s.parts, filed)
	}
	s.doubt(part, err.Error())
}

// A dropping is what a letter takes off the rest of a turn.
type dropping struct {
	part  int // the place of its part
	verb  verb
	steps []step // only what these name; nil: all that begin with the verb
}

// step is the kind of step that a verb is for; "" for none.
func (v verb) step() stepKind {
	switch v {
	case doPlay:
		return stepPlay
	case doUse:
		return stepUse
	case doTrain:
		return stepTrain
	case doDismiss:
		return stepDismiss
	case doReady:
		return stepReady
	case doDo:
		return stepDo
	case doAssault:
		return stepAssault
	}
	return ""
}

// dropped reads DROP ASSAULT, or DROP TRAIN Recruit.
func (s *sheetReader) dropped(c *cursor) (done bool, err error) {
	at := c.From(c.Pos)
	if !at.Phrase("drop", "cancel", "scrap", "call off", "take back", "no", "without") {
		return false, nil
	}
	at.Skip("the", "my", "any", "order", "orders")
	v, used := s.verbAt(&at, 0)
	if v.step() == "" && !one(v, doDiscard, doKeep, doDone) {
		return false, nil
	}
	at.Pos += used
	x := dropping{part: len(s.parts), verb: v}
	if trim(&at); !at.Done() {
		if x.steps, err = s.steps(v, &at); err == nil {
			err = whole(&at)
		}
	}
	if err == nil {
		s.drops = append(s.drops, x)
	}
	return true, err
}

// without is the rest of a turn without what the letter drops. What is not there is refused.
func (s *sheetReader) without(before queue.Plan[deed]) queue.Plan[deed] {
	now := slices.Clone(before)
	for _, x := range s.drops {
		found := false
		for i := range now {
			found = x.from(&now[i]) || found
		}
		if !found {
			err := complain("There is nothing of that on file for the rest of this turn.")
			s.parts[x.part] = refused(s.parts[x.part].Quote, err)
		}
	}
	return now
}

// from takes something off an alternative, and reports whether it was there.
func (x dropping) from(d *deed) (found bool) {
	switch {
	case x.verb == doDone:
		found, d.done = d.done, false
	case one(x.verb, doDiscard, doKeep):
		found, d.tidy = d.tidy.keep || len(d.tidy.cards) > 0, tidy{}
	}
	var out []step
	for _, s := range d.steps {
		is := s.kind == x.verb.step() && len(x.steps) == 0
		for _, o := range x.steps {
			switch {
			case one(s.kind, stepPlay, stepUse):
				is = is || s.play.card == o.play.card
			case s.kind != o.kind:
			case s.kind == stepAssault:
				is = is || s.battle.at == o.battle.at
			case lacking(s.cards, o.cards) == "":
				s.cards = slices.Clone(s.cards)
				for _, name := range o.cards {
					pluck(&s.cards, name, false)
				}
				found, is = true, is || len(s.cards) == 0
			}
		}
		if found = found || is; !is {
			out = append(out, s)
		}
	}
	d.steps = out
	return found
}

// begun refuses what can't be any more in the rest of a turn.
func (d deed) begun() error {
	switch {
	case d.action != "" || d.leader || d.token:
		return complain("The action of this turn is chosen already. Write what you still do: PLAY, TRAIN, ASSAULT, DISCARD, or DONE for nothing.")
	case len(d.bonus) > 0:
		return complain("The bonus of the era comes before the action, and that has begun (DH-11).")
	case d.pass != passNot:
		return complain("The action of this turn is chosen already, so you can't pass any more. Write DONE if you do nothing else.")
	}
	return nil
}
