package dealers

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
	"deaddrop/adjudicator/reading"
	kit "deaddrop/parser/order"
	"deaddrop/parser/strict"
)

// This file puts the lines of a letter onto a sheet.
//
// Turns are counted from the player's next one. A letter with the action of a turn, or a pass, starts a new turn, and
// a new queue from that turn on; but after a heading on the same line ("TURN 2: ACTION Spoils"), as in a form, it
// replaces that turn only. Other lines, and OR, amend the turn on file. If a line of a turn is refused, the turn is
// not accepted and the one on file stays; lines that are asked about are left out.

// A settling puts the lines that were read onto a sheet.
type settling struct {
	*author
	*kit.Context
	old, now sheet
	parts    []adjudicator.Part
	notes    []string
	drafts   map[int]queue.Plan[deed] // the turns of the letter, accepted or not
}

func (s *settling) note(format string, args ...any) {
	s.notes = append(s.notes, fmt.Sprintf(format, args...))
}

// settle puts the turns and the standing orders of the letter onto the sheet.
func (s *settling) settle() {
	s.parts, s.notes, s.drafts = s.fates(), s.Notes, map[int]queue.Plan[deed]{}
	s.now.turns = slices.Clone(s.old.turns)
	for _, k := range s.Sheet.Keys() {
		if t, _, _ := partOf(k); t > 0 {
			continue
		}
		rule, err := parseSheet(s.b, s.m, s.Sheet.Get(k))
		if err != nil {
			panic("dealers: what was read is not in normal form: " + err.Error())
		}
		for _, d := range rule.rules.defend {
			s.now.rules.putDefence(d)
		}
		for _, h := range rule.rules.stop {
			s.now.rules.putHalt(h)
		}
		if rule.rules.winter != nil {
			s.now.rules.winter = rule.rules.winter
		}
	}
	if n := len(s.now.rules.defend) + len(s.now.rules.stop); n > maxLines {
		s.now.rules.defend = s.now.rules.defend[:maxLines-min(maxLines, len(s.now.rules.stop))]
		s.note("There can be at most %d standing orders.", maxLines)
	}
	for _, t := range s.changed() {
		s.turn(t)
	}
	for n := len(s.now.turns); n > 0 && len(s.now.turns[n-1]) == 0; n-- {
		s.now.turns = s.now.turns[:n-1]
	}
	s.suggestTurns()
}

// fates returns the parts of the letter with their outcome. Orders that the letter itself takes back are not orders.
func (s *settling) fates() []adjudicator.Part {
	parts := reading.Parts(s.Parts)
	for i, p := range s.Parts {
		ordered, stands := false, false
		for _, key := range p.Keys {
			for of, quote := range s.quotes {
				ordered = ordered || quote == p.Quote && strings.HasPrefix(of, key)
			}
			stands = stands || s.Given[key] != ""
		}
		if filed(parts[i]) && ordered && !stands {
			parts[i].Fate = adjudicator.Talk
		}
	}
	return parts
}

// changed returns the numbers of the turns that the letter mentions, in its order.
func (s *settling) changed() []int {
	var out []int
	add := func(t int) {
		if t > 0 && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	for _, k := range s.Sheet.Keys() {
		if t, _, _ := partOf(k); s.Given[k] != "" {
			add(t)
		}
	}
	for _, x := range s.old.keyed(s.m) {
		if t, _, _ := partOf(x.Key); s.Sheet.Get(x.Key) != x.Line {
			add(t)
		}
	}
	return out
}

// turn settles one turn, given its number.
func (s *settling) turn(t int) {
	last := min(len(s.now.turns)+1, queue.MaxTurns)
	head := s.Given[keyOf(t, 0, "NUMBER")]
	switch {
	case t > last:
		s.refuseTurn(t, tooFar(t, last))
		return
	case strings.HasSuffix(head, noOrders):
		s.now.turns = s.now.turns[:min(len(s.now.turns), t-1)]
		return
	}
	first := keyOf(t, 1, "ACTION")
	begins := s.Given[first] != "" && !s.cubes[first]
	plan := s.plan(t, begins)
	s.drafts[t] = plan
	if len(plan) == 0 {
		if t <= len(s.now.turns) && !begins {
			s.now.turns[t-1] = nil
		}
		return
	}
	taken := !s.hasRefused(t)
	if taken && s.isForNothing(plan) && s.asks(t) {
		s.refuseTurn(t, nothingYet)
		return
	}
	if !s.complete(t, plan) || !taken {
		s.refuseRest(t)
		if t <= len(s.old.turns) && len(s.old.turns[t-1]) > 0 {
			s.note("TURN %d was not accepted, since one of its lines was refused; what was on file for it stays.", t)
		}
		return
	}
	for len(s.now.turns) < t {
		s.now.turns = append(s.now.turns, nil)
	}
	s.now.turns[t-1] = plan
	if begins && !strings.HasSuffix(head, ":") {
		s.now.turns = s.now.turns[:t]
	}
}

// tooFar returns the reason that a turn is not accepted: the turn before it is missing, or the queue is too short for
// it.
func tooFar(t, last int) string {
	const counting = "Turns are counted from your next one, whatever turn the game is in"
	if t > queue.MaxTurns {
		return fmt.Sprintf("%s, and there can be at most %d on file.", counting, queue.MaxTurns)
	}
	return fmt.Sprintf("%s, and nothing is on file for TURN %d: write that one first, or in the same letter.", counting,
		last)
}

// nothingYet is the reason that a turn is not accepted that would do nothing without the part that is asked about.
const nothingYet = "Without the part that is in question, this turn would achieve nothing, so it has not been " +
	"accepted yet."

// isForNothing reports whether a turn trains nobody, or assaults nothing, although its box is for that.
func (s *settling) isForNothing(p queue.Plan[deed]) bool {
	aims := map[Group]stepKind{Train: stepTrain, Assault: stepAssault}
	return slices.ContainsFunc(p, func(d deed) bool {
		aim := aims[s.b.groupOf(d.action)]
		does := func(x step) bool { return x.kind == aim || len(x.play.choice.take) > 0 }
		return aim != "" && !slices.ContainsFunc(d.steps, does)
	})
}

// asks reports whether a question is open about a part of a turn.
func (s *settling) asks(t int) bool {
	for i, p := range s.parts {
		if p.Fate == adjudicator.Unsure && s.turnOf(i) == t {
			return true
		}
	}
	return false
}

// plan returns a turn with its alternatives: those of the letter, or if it does not begin a new turn, those on file
// with the additions of the letter.
func (s *settling) plan(t int, begins bool) queue.Plan[deed] {
	said, left := map[int]*deed{}, map[int]*deed{}
	most := 0
	for _, k := range s.Sheet.Keys() {
		turn, alt, what := partOf(k)
		if turn != t || alt == 0 {
			continue
		}
		most = max(most, alt)
		of := left
		if s.Given[k] != "" {
			of = said
		} else if begins {
			continue
		}
		if of[alt] == nil {
			of[alt] = &deed{}
		}
		s.add(of[alt], what, k)
	}
	var out queue.Plan[deed]
	for alt := 1; alt <= min(most, queue.MaxEither); alt++ {
		n, o := said[alt], left[alt]
		switch {
		case n == nil && o == nil:
		case n == nil && s.kind != "more" && !o.isChosen(): // its action was dropped
		case n == nil:
			out = append(out, *o)
		case o == nil:
			out = append(out, s.takingOver(*n, out))
		default:
			out = append(out, s.beside(*n, *o))
		}
	}
	return out
}

// add adds a line to the deed of a turn.
func (s *settling) add(d *deed, what, key string) {
	line := s.Sheet.Get(key)
	p, err := parseRest(s.b, s.m, line)
	if err != nil || len(p) == 0 {
		panic(fmt.Sprintf("dealers: what was read is not in normal form: %q: %v", line, err))
	}
	x := p[0]
	part := s.part(key)
	for i := range x.steps {
		x.steps[i].said = part + 1
	}
	if part >= 0 {
		d.said = append(d.said, part)
	}
	d.steps = append(d.steps, x.steps...)
	switch what {
	case "ACTION":
		d.pass, d.action, d.leader, d.token = x.pass, x.action, x.leader, x.token
	case "BONUS":
		d.bonus = x.bonus
	case "TIDY":
		d.tidy, d.tidied = x.tidy, part+1
	case "DONE":
		d.done = true
	}
}

// part returns the index of the part of the letter that contains a line; -1 if none.
func (s *settling) part(key string) int {
	quote := s.quotes[key+s.Sheet.Get(key)]
	if s.Given[key] == "" {
		return -1
	}
	return slices.IndexFunc(s.parts, func(p adjudicator.Part) bool { return filed(p) && p.Quote == quote })
}

// turnOf returns the number of the turn to which a part of the letter belongs; 0 if none.
func (s *settling) turnOf(part int) int {
	if part >= len(s.Parts) || len(s.Parts[part].Keys) == 0 {
		return 1
	}
	t, _, _ := partOf(s.Parts[part].Keys[0])
	return t
}

// hasRefused reports whether a line of a turn was refused.
func (s *settling) hasRefused(t int) bool {
	for i, p := range s.parts {
		if p.Fate == adjudicator.Refused && s.turnOf(i) == t {
			return true
		}
	}
	return false
}

// refuseRest refuses the filed parts of a turn because of the first part that was not accepted.
func (s *settling) refuseRest(t int) {
	other := ""
	for i, p := range s.parts {
		if other == "" && p.Open() && !filed(p) && s.turnOf(i) == t {
			other = p.Quote
		}
	}
	s.refuseTurn(t, adjudicator.Beside("turn", other))
}

// refuseTurn refuses all filed parts of a turn.
func (s *settling) refuseTurn(t int, why string) {
	for i := range min(len(s.parts), len(s.Parts)) {
		if len(s.Parts[i].Keys) > 0 && filed(s.parts[i]) && s.turnOf(i) == t {
			s.parts[i].Fate, s.parts[i].Why = adjudicator.Refused, why
		}
	}
}

// complete reports whether a turn can be accepted, and notes what it lacks.
func (s *settling) complete(number int, p queue.Plan[deed]) bool {
	ok := true
	for i := range p {
		d := &p[i]
		s.nameBox(d)
		if err := s.lacks(d); err != nil {
			ok = s.refuse(*d, err)
			s.offerBoxes(*d)
			continue
		}
		s.bonused(d)
		s.raised(d)
		if len(d.steps) > maxSteps {
			ok = s.refuse(*d, complain("A turn can have at most %d steps.", maxSteps))
		}
	}
	for i := range p {
		s.inOrder(&p[i], number == 1)
	}
	if s.kind == "turn" && number == 1 && ok {
		ok = s.possible(p)
	}
	return ok
}

// nameBox takes the verb of an assault order for the box with that name, if no other box is chosen: "Assault Milan".
func (s *settling) nameBox(d *deed) {
	if d.isChosen() || s.kind == "more" {
		return
	}
	for _, x := range d.steps {
		if x.kind != stepAssault || x.said == 0 || x.said > len(s.parts) {
			continue
		}
		d.action = s.boxOfWord(s.parts[x.said-1].Quote)
	}
}

// bonused takes DISMISS in a reorganize action that does not itself dismiss cards for the bonus of the era (DH-11).
func (s *settling) bonused(d *deed) {
	e := s.era()
	a := e.action(d.action)
	if a == nil || a.Group != Reorganize {
		return
	}
	if a.Dismiss > 0 || e.Dismiss == 0 || len(d.bonus) > 0 {
		return
	}
	d.steps = slices.DeleteFunc(slices.Clone(d.steps), func(x step) bool {
		if x.kind == stepDismiss {
			d.bonus = append(d.bonus, x.cards...)
		}
		return x.kind == stepDismiss
	})
	if len(d.bonus) > 0 {
		s.note("DISMISS was read as BONUS DISMISS, since %s dismisses nothing by itself (DH-11).", a.Name)
	}
}

// raised drops DISMISS for a card that the action dismisses anyway for the card that is gained (DH-20).
func (s *settling) raised(d *deed) {
	a := s.era().action(d.action)
	if a == nil || a.From != FromDismiss {
		return
	}
	var below []string
	for _, x := range d.steps {
		for _, name := range x.cards {
			if needs := s.b.below(plain(name)); x.kind == stepTrain && len(needs) > 0 {
				below = append(below, needs[0])
			}
		}
	}
	other := func(n string) bool { return !slices.Contains(below, plain(n)) }
	d.steps = slices.DeleteFunc(slices.Clone(d.steps), func(x step) bool {
		return x.kind == stepDismiss && !slices.ContainsFunc(x.cards, other)
	})
}

// inOrder moves training, and in the writer's next turn the assault, behind the cards that are played: if the turn
// can't be carried out as written but can be in that order, or if this can't be known yet because the turn is later.
func (s *settling) inOrder(d *deed, next bool) {
	last := 0
	for i, x := range d.steps {
		if one(x.kind, stepPlay, stepUse) {
			last = i + 1
		}
	}
	assaults := next && s.Seat == s.Mover
	isAim := func(x step) bool { return x.kind == stepTrain || x.kind == stepAssault && assaults }
	if !slices.ContainsFunc(d.steps[:last], isAim) || s.check(*d) == nil && !d.wastes() {
		return
	}
	to := *d
	to.steps = nil
	for _, aim := range []bool{false, true} {
		for _, x := range d.steps[:last] {
			if isAim(x) == aim {
				to.steps = append(to.steps, x)
			}
		}
	}
	to.steps = append(to.steps, d.steps[last:]...)
	if now := next && s.Seat == s.Mover; now && s.check(to) != nil || s.isOnFile(*d) {
		return
	}
	*d = to
	s.note("What the cards are played for was put after them, since it needs them.")
}

// isOnFile reports whether a turn, or the rest of one, is on file unchanged. Its order was settled when it was filed.
func (s *settling) isOnFile(d deed) bool {
	filed := strict.Must(parseSheet(s.b, s.m, s.Standing)).turns
	if s.Acting != nil {
		filed = append(filed, s.left(s.Acting.Left))
	}
	words := d.words(s.m)
	return slices.ContainsFunc(slices.Concat(filed...), func(x deed) bool { return x.words(s.m) == words })
}

// wastes reports whether a card is played for its attack after the assault, where it is useless.
func (d *deed) wastes() bool {
	at := slices.IndexFunc(d.steps, func(x step) bool { return x.kind == stepAssault })
	return at >= 0 && slices.ContainsFunc(d.steps[at:], func(x step) bool {
		return x.kind == stepPlay && x.play.value == Attack
	})
}

// refuse refuses the part of the letter because of which an alternative is not accepted. It returns false.
func (s *settling) refuse(d deed, err error) (ok bool) {
	if part := s.blamed(d, err); part >= 0 && part < len(s.parts) {
		s.parts[part].Fate, s.parts[part].Why = adjudicator.Refused, err.Error()
	} else if !slices.ContainsFunc(s.parts, adjudicator.Part.Open) {
		s.parts = append(s.parts, adjudicator.Part{Fate: adjudicator.Refused, Quote: d.words(s.m), Why: err.Error()})
	}
	return false
}

// blamed returns the index of the part of the letter to which a complaint about an alternative belongs: the part of
// the step that can't be done, or else the first part of the alternative; -1 if it was on file.
func (s *settling) blamed(d deed, err error) int {
	if i := s.m.failing(d.steps, err); i >= 0 && d.steps[i].said > 0 {
		return d.steps[i].said - 1
	}
	if len(d.said) == 0 {
		return -1
	}
	return d.said[0]
}

// lacks returns an error for a turn without an action, or for a pass with one.
func (s *settling) lacks(d *deed) error {
	idle := len(d.steps)+len(d.bonus)+len(d.tidy.cards) == 0 && !d.tidy.keep
	switch {
	case d.pass != passNot && !idle:
		return complain("This turn is a pass, so nothing else can be done in it. Write OR before this line if it is " +
			"for when the line above can't be done, or TURN 2 above it if it is for the turn after.")
	case d.isChosen() || s.kind == "more":
		return nil
	}
	g, what := Group(""), "no action this turn, and no pass"
	for _, x := range d.steps {
		switch x.kind {
		case stepAssault:
			g, what = Assault, "an assault this turn, but no action"
		case stepTrain:
			if g == "" {
				g, what = Train, "training this turn, but no action"
			}
		}
	}
	var boxes []string
	for _, x := range s.era().Actions {
		if g == "" || x.Group == g {
			boxes = append(boxes, x.Name)
		}
	}
	return complain("There is %s. It needs ACTION with a box of the action board: %s.", what,
		adjudicator.Listed(boxes, "or"))
}

// offerBoxes suggests actions with which a turn without one can be carried out, starting with boxes that always have
// room.
func (s *settling) offerBoxes(d deed) {
	if s.kind != "turn" || d.pass != passNot {
		return
	}
	part := s.blamed(d, nil)
	if part < 0 || part >= len(s.parts) {
		return
	}
	isFor := func(x Action) bool {
		return slices.ContainsFunc(d.steps, func(s step) bool {
			switch s.kind {
			case stepAssault:
				return x.Group == Assault
			case stepTrain:
				return x.Group == Train
			case stepDismiss:
				return x.Dismiss > 0
			case stepReady:
				return x.Ready > 0
			}
			return false
		})
	}
	boxes := slices.Clone(s.era().Actions)
	slices.SortStableFunc(boxes, func(x, y Action) int { return min(x.Slots, 1) - min(y.Slots, 1) })
	var meant []string
	for _, x := range boxes {
		d.action = x.Name
		if isFor(x) && s.check(d) == nil && len(meant) < mostBoxes {
			meant = append(meant, strings.Join(d.lines(s.m), "\n"))
		}
	}
	if p := &s.parts[part]; len(meant) > 0 {
		p.Fate, p.Suggest = adjudicator.Unsure, meant
	}
}

const mostBoxes = 3 // actions that are suggested

// possible refuses the writer's next turn if it is played now and none of its alternatives can be carried out. It
// reports whether it is not refused.
func (s *settling) possible(p queue.Plan[deed]) (ok bool) {
	words := func(d deed) string { return d.words(s.m) }
	filed := strict.Must(parseSheet(s.b, s.m, s.Standing))
	if len(filed.turns) > 0 && filed.turns[0].Words(words) == p.Words(words) {
		return true // the line is on file, and may have been possible when it was filed
	}
	if p.First(s.can) < len(p) {
		return true
	}
	for _, d := range p {
		s.refuse(d, s.can(d))
	}
	return false
}
