package dealers

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator/queue"
	kit "deaddrop/parser/order"
	"deaddrop/parser/strict"
)

// This file finds lines that can't be carried out as things stand, or that the writer may not mean, and tells the
// writer so. The lines stay on file.

// doubts notes the orders on a sheet that may not happen as written. Orders for now that are impossible are marked in
// their part of the letter.
func (s *settling) doubts() {
	d := doubter{View: s.View, b: s.b, m: s.m, now: s.kind == "turn", letter: s}
	for i, p := range s.now.turns {
		d.turn(i+1, p)
		if i > 0 && len(s.now.turns[i-1]) == 0 {
			d.note("Nothing is on file for TURN %d: when it comes, you will be asked.", i)
		}
		if len(p) > 0 && p[0].pass == passYear && i+1 < len(s.now.turns) {
			d.note("PASS YEAR holds until winter, so TURN %d waits for the next year.", i+2)
		}
	}
	d.standing(s.now.rules)
	s.notes = append(s.notes, d.notes...)
}

// A doubter checks a sheet as things stand.
type doubter struct {
	*View
	b      *Board
	m      *Map
	now    bool // whether the current turn is the one that is asked for
	letter *settling
	notes  []string
}

// doubt marks a part of the letter that can't be carried out now; if it is for later, or there is no such part, it
// adds a note.
func (d *doubter) doubt(part int, format string, args ...any) {
	if !d.now {
		part = -1
	}
	d.letter.doubt(part, fmt.Sprintf(format, args...))
}

// doubt marks a part that can't be carried out; if there is no such part, it adds a note.
func (s *settling) doubt(part int, why string) {
	if part < 0 || !filed(s.parts[part]) {
		s.notes = append(s.notes, why)
		return
	}
	p := &s.parts[part]
	p.Why = strings.TrimPrefix(p.Why+" "+why, " ")
}

func (d *doubter) note(format string, args ...any) {
	d.notes = append(d.notes, fmt.Sprintf(format, args...))
}

// has reports whether the writer has a card anywhere.
func (d *doubter) has(card string) bool {
	return slices.ContainsFunc(d.piles(), func(some []string) bool {
		return slices.ContainsFunc(some, func(n string) bool { return plain(n) == plain(card) })
	})
}

// turn checks one turn of the queue.
func (d *doubter) turn(number int, p queue.Plan[deed]) {
	chosen := -1
	if number == 1 && d.Turn > 0 {
		chosen = d.next(p)
	}
	for i, x := range p {
		d.counts(x, d.now && i == chosen, whichOf(number, i, x))
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

// whichOf names one alternative of a turn by its action: "TURN 2: the alternative ACTION Assault".
func whichOf(turn, alt int, x deed) string {
	if alt == 0 {
		return fmt.Sprintf("TURN %d: ACTION %s", turn, x.action)
	}
	return fmt.Sprintf("TURN %d: the alternative ACTION %s", turn, x.action)
}

// next checks which alternatives of the writer's next turn can't be carried out as things stand. It returns the index
// of the first that can; -1 if none.
func (d *doubter) next(p queue.Plan[deed]) int {
	none := p.First(d.check) == len(p)
	for i, x := range p {
		err := d.check(x)
		if err == nil {
			if i > 0 {
				d.note("As things stand TURN 1 is %q.", x.words(d.m))
			}
			if err := d.checkTidy(x); err != nil {
				d.doubt(x.tidied-1, "%s: %v", x.tidy.words(), err)
			}
			return i
		}
		part := -1
		if none {
			part = d.letter.blamed(x, err)
		}
		if none && d.can(x) == nil {
			d.doubt(part, "%v It can't succeed, but will be carried out all the same (DH-34).", err)
			return i
		}
		d.doubt(part, "%q can't be carried out as things stand: %v", x.words(d.m), err)
	}
	return -1
}

// counts finds turns that train or dismiss more or fewer cards than their action demands (DH-12, DH-18). A turn that
// is carried out now and achieves nothing is marked. A remark on an assault without a target begins with its place in
// the queue.
func (d *doubter) counts(x deed, now bool, which string) {
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
	part := -1
	if now && len(x.said) > 0 {
		part = x.said[0]
	}
	switch {
	case a.Group == Train && trained == 0:
		d.doubt(part, "%s needs %s, and you train none: you lose %s (DH-18).", a.Name, a.demands(),
			count(a.Least, "point"))
	case a.Group == Train && trained < a.Least:
		d.note("%s needs %s, and you train %d: you lose %s (DH-18).", a.Name, a.demands(), trained,
			count(a.Least-trained, "point"))
	case a.Group == Train && trained > a.Most:
		d.note("%s needs %s, and you train %d: you lose %s (DH-18).", a.Name, a.demands(), trained,
			count(trained-a.Most, "point"))
	case a.Dismiss > dismissed:
		d.note("%s is to dismiss %d, and you dismiss %d: you lose %s (DH-12).", a.Name, a.Dismiss,
			dismissed, count(a.Dismiss-dismissed, "point"))
	case a.Group == Assault && assaults == 0:
		d.doubt(part, "%s attacks no territory.", which)
	}
}

// gifts returns the number of cards that the effect of a play trains, which the action counts as well (DH-18).
func (d *doubter) gifts(p play) int {
	trains := func(e Effect) bool { return e.Op == OpTrain }
	if p.choice.none || !slices.ContainsFunc(d.b.skill(p).effects, trains) {
		return 0
	}
	return len(p.choice.take)
}

// demands returns the number of cards that an action trains, in words.
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
	return one(s.kind, stepPlay, stepUse) && !s.play.choice.none &&
		slices.ContainsFunc(d.b.skill(s.play).effects, func(e Effect) bool {
			return e.Op == OpDraw
		})
}

// leaves checks that a play chooses exactly what its effects leave open.
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
			d.note("%s: without %s in brackets after it, its effect does nothing.", p.words(unsaid), x.word)
		}
	}
}

// lacking finds cards of a turn that the writer has nowhere.
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

// standing checks orders for other players' turns and for winter.
func (d *doubter) standing(s standing) {
	for i, x := range s.defend {
		line := standing{defend: s.defend[i : i+1]}.lines(d.m)[0]
		for _, p := range x.plays {
			if !p.use && !d.has(p.card) {
				d.note("%q: you have no %s now. It will count once you do.", line, p.card)
			}
			d.leaves(p)
		}
		switch {
		case x.at == nowhere:
		case d.owner(x.at) != d.Seat:
			d.note("%q: %s is not yours now. The line will count once it is.", line, d.m.Name(x.at))
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

// answerDoubts returns notes on what may not happen as written in an answer, and the reason that it can't be carried
// out; "" if it can.
func (v *View) answerDoubts(kind, answer string) (notes []string, why string) {
	b, m := v.edition(), v.on()
	d := doubter{View: v, b: b, m: m}
	switch {
	case answer == "":
	case kind == "draft" && v.Draft != nil:
		return v.Draft.gone(strict.Must(parseDraft(b, m, answer)))
	case kind == "winter":
		return nil, d.winterDoubt(strict.Must(parseTidy(b, answer)))
	case v.Battle == nil:
	case kind == "final":
		x := strict.Must(parseFinal(b, m, answer))
		why = d.unplayed(x.final)
		if able, _ := v.able(x.final); why == "" && len(able) > 0 && !x.all {
			why = d.tooWeak(able, Attack, d.short(), "to take the territory", "Begin with ALL")
		}
	case kind == "defence":
		x := strict.Must(parseDefence(b, m, answer))
		why = d.unplayed(x.plays)
		cardsAlone := len(x.plays) > 0 && !x.area && !x.hand
		if why == "" && cardsAlone && !x.anyway {
			why = d.tooWeak(v.defences(x), Defence, 1-d.short(), "to hold the territory", "Add ANYWAY")
		}
	}
	return d.notes, why
}

// unplayed checks the cards that are played in an assault now, and names those that the writer does not have; "" if
// they have all.
func (d *doubter) unplayed(plays []play) string {
	var out []string
	for _, x := range plays {
		has := func(n string) bool { return plain(n) == x.card }
		if !x.use && !x.drawn && !slices.ContainsFunc(slices.Concat(d.Hand, d.player(d.Seat).Ready), has) {
			out = append(out, fmt.Sprintf("You have no %s in hand or in your ready area, so it is not played.", x.card))
		}
		d.leaves(x)
	}
	return strings.Join(kit.Unique(out), " ")
}

// short returns the attack that is missing to take the territory that the writer is asked about.
func (d *doubter) short() int {
	n := d.Battle.Defence - d.Battle.Attack
	if d.is(optTie, "defender") {
		n++
	}
	return n
}

// tooWeak returns the reason that plays are not enough, so that none of them is made; "" if they may be enough.
func (d *doubter) tooWeak(plays []play, of Strength, need int, what, anyway string) string {
	n := 0
	for _, p := range plays {
		if !p.drawn {
			n += d.values(d.Seat, p)[of]
		}
	}
	if n >= need {
		return ""
	}
	return fmt.Sprintf("That gives %d %s, and %d is needed %s, so nothing is played. %s to play it all the same.",
		n, of, need, what, anyway)
}

// winterDoubt names the cards to be discarded or kept that the writer does not have in hand; "" if they have all.
func (d *doubter) winterDoubt(x tidy) string {
	if name := lacking(d.Hand, x.cards); name != "" {
		return fmt.Sprintf("You have no %s in your hand.", name)
	}
	return ""
}

// gone returns notes on the leaders and cities in a list that are no longer available; why is set if none is
// available.
func (d *Draft) gone(list []string) (notes []string, why string) {
	for _, n := range list {
		if !slices.Contains(d.Factions, n) && !slices.Contains(d.Cities, n) {
			notes = append(notes, n+" is no longer available.")
		}
	}
	if len(list) > 0 && len(notes) == len(list) {
		return nil, strings.Join(notes, " ")
	}
	return notes, ""
}
