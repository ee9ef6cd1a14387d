package dealers

import (
	"slices"

	"deaddrop/adjudicator/queue"
	"deaddrop/parser"
)

const maxSteps = 40 // of a turn

// heading reads TURN 2, which may have an order behind it.
func (s *sheetReader) heading(c *cursor) (done bool, err error) {
	at := *c
	if _, ok := queue.TurnNumber(&at); ok && s.kind == "more" {
		return true, complain("Only the rest of this turn is asked for. Your queue of turns can be changed when it is over.")
	}
	done, err = s.turns.Heading(c)
	switch {
	case err != nil:
		s.breaks()
	case done:
		s.now.turn = s.turns.Number()
	}
	return done, err
}

// part reads a part of a turn; other is that it begins an alternative.
func (s *sheetReader) part(v verb, c *cursor, other bool) error {
	return s.turns.Part(!v.isTidy(), other, func(d *deed) (breaks bool, err error) {
		s.now = origin{s.turns.Number(), v}
		steps := len(d.steps)
		d.steps, d.said = slices.Clone(d.steps), append(slices.Clone(d.said), len(s.parts))
		if n := s.turns.Number(); one(v, doDiscard, doKeep) && s.turns.Amends() && !slices.Contains(s.again, n) {
			d.tidy, s.again = tidy{}, append(s.again, n)
		}
		if err = s.deed(v, c, d); err == nil {
			err = whole(c)
		}
		if err == nil && len(d.steps) > maxSteps {
			err = complain("A turn has %d steps at most.", maxSteps)
		}
		if err != nil {
			s.breaks()
			return true, err
		}
		for i := steps; i < len(d.steps); i++ {
			d.steps[i].said = 1 + len(s.parts)
		}
		return true, nil
	})
}

// idle reports whether nothing is said in a deed.
func (d deed) idle() bool {
	return d.pass == passNot && d.action == "" && !d.leader && !d.token && len(d.bonus) == 0 && len(d.steps) == 0 && !d.done && !d.tidy.keep && len(d.tidy.cards) == 0
}

// deed reads a part of one.
func (s *sheetReader) deed(v verb, c *cursor, d *deed) error {
	if d.pass != passNot && v != doDone {
		return complain("This turn is passed, so nothing else is done in it. Write OR before this line if it is for when the line above can't be done, or TURN %d above it if it is for the turn after.", s.turns.Number()+1)
	}
	if v == doDismiss && forBonus(c) {
		v = doBonus
	}
	switch v {
	case doPass:
		return s.passing(c, d)
	case doAction:
		return s.action(c, d)
	case doBy:
		c.Pos-- // the last word says which cube
		if err := s.by(c, d); err != nil || d.action != "" {
			return err
		}
		if c.Skip(":", ",", parser.Dash, "for", "on", "action"); c.Done() {
			return nil
		}
		return s.action(c, d)
	case doBonus:
		return s.bonus(c, d)
	case doDone:
		d.done = true
		c.Skip("ask", "me", "again", "this", "turn", "the", "with")
		return nil
	case doDiscard, doKeep:
		return s.tidies(v, c, &d.tidy)
	}
	list, err := s.steps(v, c)
	d.steps = append(d.steps, list...)
	return err
}

// passing reads "PASS", "PASS YEAR", "PASS for the rest of the year".
func (s *sheetReader) passing(c *cursor, d *deed) error {
	if !d.idle() {
		return complain("Something is done in this turn already, so it can't be passed. Write OR before this line if it is for when that can't be done, or TURN %d above it if it is for the turn after.", s.turns.Number()+1)
	}
	d.pass = passOnce
	c.Skip(":", "this", "turn", "for", "now", "the", "my", "rest", "of", "whole", "all", "until", "till", "remaining", "turns", "in")
	if c.Accept("year", "years", "winter") {
		d.pass = passYear
	}
	return nil
}

// action reads "Train 2 BY LEADER", and a step behind it without its own word: "Train 2: Tutor, Recruit".
func (s *sheetReader) action(c *cursor, d *deed) error {
	if d.action != "" {
		return complain("One turn has one action, and this one has %s already. Write OR before this line if it is for when that can't be done, or TURN %d above it if it is for the turn after.", d.action, s.turns.Number()+1)
	}
	c.Skip(":", parser.Dash, "is")
	if c.Accept("pass") {
		return s.passing(c, d)
	}
	if c.Phrase(cubes...) { // "ACTION BY LEADER: Train 2"
		c.Pos--
		if err := s.by(c, d); err != nil {
			return err
		}
		c.Skip(":", ",", parser.Dash, "for", "on", ")")
	}
	name, err := s.needBox(c)
	if err != nil {
		return err
	}
	d.action = name
	if s.v.era().action(name) == nil && !s.v.late() && (s.turns.Number() > 1 || s.kind != "turn") {
		s.note("%s is a box of the late era. It is not there now.", name)
	} else if s.v.era().action(name) == nil && s.v.late() {
		return complain("%s is a box of the early era, which is over. %s", name, boxList(s.boxes("")))
	}
	if c.Skip(",", "(", "action", "box", "."); c.Phrase(cubes...) {
		c.Pos--
		if err := s.by(c, d); err != nil {
			return err
		}
	}
	if c.Skip(")", ":", ";", ",", ".", parser.Dash); c.Done() {
		return nil
	}
	v, used := s.verbAt(c, 0)
	if c.Pos += used; v == noVerb {
		v = s.b.usual(name)
	}
	return s.deed(v, c, d)
}

// cubes are words for with what an action is chosen.
var cubes = []string{"by leader", "by the leader", "by my leader", "with leader", "with the leader", "with my leader", "using leader", "using the leader", "using my leader", "leader", "by token", "by the token",
	"by start player token", "by the start player token", "with token", "with the token", "with the start player token", "by cube", "with a cube", "by small cube", "with small cube", "by"}

// usual is what a step of an action does if that is not said.
func (b *Board) usual(name string) verb {
	for i := range b.Eras {
		switch a := b.Eras[i].action(name); {
		case a == nil:
		case a.Group == Assault:
			return doAssault
		case a.Group == Train:
			return doTrain
		case a.Dismiss > 0:
			return doDismiss
		case a.Ready > 0:
			return doReady
		}
	}
	return doPlay
}

// by reads with which cube an action is chosen: LEADER or TOKEN; a small cube is taken without a word.
func (s *sheetReader) by(c *cursor, d *deed) error {
	c.Skip("by", "with", "using", "the", "my", "start", "player", "small")
	switch {
	case c.Accept("leader"):
		d.leader = true
	case c.Accept("cube") && c.Tokens[max(c.Pos-2, 0)].Word == "leader":
		d.leader = true
	case c.Accept("token"):
		d.token = true
	case c.Tokens[c.Pos-1].Word == "cube":
	default:
		return complain("With which cube? BY LEADER is with the leader cube, BY TOKEN with the start player token; a small cube is used without a word.")
	}
	if c.Skip("cube", "action", "token"); d.leader && d.token {
		return complain("An action is chosen with one cube: BY LEADER or BY TOKEN, and not both (DH-6).")
	}
	return nil
}

// bonus reads the cards that the era lets a player dismiss before a reorganize action (DH-11).
func (s *sheetReader) bonus(c *cursor, d *deed) error {
	c.Skip(":", parser.Dash)
	if c.Skip("dismiss", "dismissing", ":", ","); nothing(c) {
		d.bonus = nil
		return nil
	}
	cards, err := s.cardList(c, "Which cards are dismissed for the bonus of the era? For example: BONUS DISMISS "+s.example()+".")
	d.bonus = append(slices.Clone(d.bonus), cards...)
	return err
}

// forBonus takes words off the end of a line that say that cards are dismissed for the bonus of the era.
func forBonus(c *cursor) bool {
	n := len(c.Tokens)
	if n <= c.Pos || c.Tokens[n-1].Word != "bonus" {
		return false
	}
	for n--; n > c.Pos && one(c.Tokens[n-1].Word, "as", "for", "the", "a", "my", "era"); n-- {
	}
	c.Tokens = c.Tokens[:n]
	return true
}

// steps reads one or more steps of a kind.
func (s *sheetReader) steps(v verb, c *cursor) ([]step, error) {
	switch v {
	case doPlay, doUse:
		in := playing{how: howToPlay, value: unsaid}
		if v == doUse {
			in.how, in.use = howToUse, true
		}
		c.Skip(":", parser.Dash)
		list, err := s.plays(c, in)
		var out []step
		for _, p := range list {
			kind := stepPlay
			if p.use {
				kind = stepUse
			}
			out = append(out, step{kind: kind, play: p})
		}
		return out, err
	case doTrain:
		c.Skip(":", parser.Dash)
		cards, err := s.trainees(c, "Which cards are trained? For example: TRAIN Tutor, Recruit.")
		var out []step
		if c.Skip("("); err == nil && c.Accept("using", "with", "by", "playing") { // "TRAIN Veteran using Tutor and Recruit"
			c.Skip("using", "playing", "use", "play")
			out, err = s.steps(doPlay, c)
			c.Skip(")")
		}
		return append(out, step{kind: stepTrain, cards: cards}), err
	case doDismiss:
		c.Skip(":", parser.Dash)
		cards, err := s.cardList(c, "Which cards are dismissed? For example: DISMISS "+s.example()+".")
		c.Phrase("from hand", "from my hand", "from discard", "from my discard pile", "from discard pile", "from the discard pile")
		return []step{{kind: stepDismiss, cards: cards}}, err
	case doReady:
		c.Skip(":", parser.Dash)
		cards, err := s.cardList(c, "Which hand cards go to your ready area? For example: READY "+s.example()+".")
		return []step{{kind: stepReady, cards: cards}}, err
	case doAssault:
		b, err := s.battle(c)
		return []step{{kind: stepAssault, battle: b}}, err
	}
	c.Skip("it", "action", "the", "now", "here")
	return []step{{kind: stepDo}}, nil
}

// groupOf is the group of an action by its name; "" for none.
func (b *Board) groupOf(name string) Group {
	for i := range b.Eras {
		if a := b.Eras[i].action(name); a != nil {
			return a.Group
		}
	}
	return ""
}
