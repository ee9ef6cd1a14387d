package successors

import (
	"slices"

	"deaddrop/parser"
	"deaddrop/parser/order"
)

// How the short lines of a turn are read: homes, chits, gifts, the ransom and purchases.

// homes reads "HOME Babylonia, Lower Egypt", provinces to begin in, best first.
func (s *sheetReader) homes(c *cursor, none bool) error {
	if none {
		s.home = nil
		return nil
	}
	const how = "Which provinces would be your home, best first? For example: HOME Babylonia, Lower Egypt."
	var list []Area
	if s.head == doHome && s.homed { // a list below a heading
		list = slices.Clone(s.home)
	}
	for {
		c.Skip("province", "provinces", "in", "is", "at", "preferences", "list", ":", "choice", "choices", "my", ".", ",", ")", "(", "then", "and", "or", "else", "otherwise", "alternatively")
		c.Number()
		if c.Skip(".", ":", ")", "-"); c.Done() {
			break
		}
		some, err := s.provinces(c, how)
		if err != nil {
			return err
		}
		for _, a := range some {
			if !slices.Contains(list, a) {
				list = append(list, a)
			}
		}
		c.Skip("please", "preferably", "if", "its", "it", "is", "that", "thats", "gone", "taken", "not", "free", "available", "still", "possible", "otherwise", "failing", "alternatively")
		if !c.Done() && !order.IsSign(c.Peek()) && !order.IsNumeral(c.Peek()) && !one(c.Peek(), "or", "and", "else", "then") && !s.isPlace(c) {
			return leftover(c)
		}
	}
	if len(list) == 0 {
		return order.Complain("%s", how)
	}
	if err := s.checkHome(list); err != nil {
		return err
	}
	s.home, s.homed = list, true
	return nil
}

const howToPlay = "Which chit? For example: PLAY 3, PLAY 3 AT Babylonia, or PLAY 15 WHEN REVOLT."

// plays reads a chit, in this turn or whenever it may be played.
func (s *sheetReader) plays(c *cursor, none bool) error {
	if none {
		s.play = nil
		return nil
	}
	c.Skip("chit", "chits", "event", "number", "nr", "no", "my", "the", "card")
	n, ok := c.Number()
	if !ok {
		return order.Complain("%s", howToPlay)
	}
	numbers := []int{n}
	for c.Phrase(",") || c.Accept("and", "or") {
		if n, ok = c.Number(); ok {
			numbers = append(numbers, n)
			continue
		}
		break
	}
	if last, is := order.Numeral(c.At(1)); is && c.Peek() == parser.Dash && last > n && last-n < len(s.b.Chits) { // "15-17"
		for c.Pos += 2; n < last; numbers = append(numbers, n) {
			n++
		}
	}
	p := playing{react: react{when: AnyTurn}}
	for !c.Done() {
		if c.Skip(",", "please", ":", "."); c.Done() {
			break
		}
		if err := s.playWord(c, &p); err != nil {
			return err
		}
	}
	for _, n := range numbers {
		if p.chit = n; p.off {
			s.rules.react = slices.DeleteFunc(s.rules.react, func(r react) bool { return r.chit == n })
			s.play = slices.DeleteFunc(s.play, func(o play) bool { return o.chit == n })
			continue
		}
		if err := s.playing(p.react, p.timed); err != nil {
			return err
		}
	}
	return nil
}

// A playing is a chit as its words come in.
type playing struct {
	react
	timed bool // when it is played was said
	off   bool // never
}

// playWord reads the next part of a line about a chit.
func (s *sheetReader) playWord(c *cursor, p *playing) error {
	switch {
	case c.Accept("now") || c.Phrase("at once", "immediately", "any time", "anytime", "as soon as possible", "when possible"):
		p.timed = true
	case c.Accept("never", "off", "none"):
		p.off = true
	case c.starts():
		p.when, p.timed = AtTurnStart, true
	case c.revolts():
		p.when, p.timed = OnRevolt, true
	case c.Accept("with", "using"):
		p.with = s.seat(c)
		if p.with == "" && !c.Accept("my", "own") {
			return order.Complain("With whose cavalry? For example: PLAY 19 AT Babylonia WITH Blue.")
		}
		if p.with != "" && p.with == s.v.Seat {
			p.with = ""
		}
		c.Skip("own", "cavalry", "cav")
	case c.Accept("at", "in", "on", "for", "from"), s.isPlace(c):
		at, err := s.areaList(c, "Where? For example: PLAY 3 AT Babylonia.")
		if err != nil {
			return err
		}
		for _, a := range at {
			p.at = putBy(p.at, a, func(o Area) bool { return o == a })
		}
	default:
		return leftover(c)
	}
	return nil
}

// starts goes past "when the turn starts".
func (c *cursor) starts() bool {
	return c.Phrase("when turn starts", "when the turn starts", "when a turn starts", "when turn begins", "when the turn begins", "when the game turn starts", "at start of turn", "at the start of the turn",
		"at the start of a turn", "at the start of the game turn", "at the start of the next turn", "at the start of next turn", "at start of next turn", "at turn start", "at the beginning of the turn", "at start")
}

// revolts goes past "if a revolt breaks out".
func (c *cursor) revolts() bool {
	if !c.Phrase("when revolt", "if revolt", "on revolt", "when a revolt", "if a revolt", "when there is a revolt", "if there is a revolt", "against revolt", "against a revolt", "on a revolt", "when revolts", "in case of revolt", "in case of a revolt") {
		return false
	}
	c.Phrase("breaks out", "occurs", "happens", "comes", "begins")
	return true
}

// areaList reads a list of areas.
func (r *reader) areaList(c *cursor, what string) ([]Area, error) {
	var out []Area
	for {
		a, err := r.needArea(c, what)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(out, a) {
			out = append(out, a)
		}
		mark := c.Pos
		c.Skip(",", "and", "or", "/")
		if c.Pos == mark || !r.isPlace(c) {
			c.Pos = mark
			return out, nil
		}
	}
}

// playing puts a chit on the sheet.
func (s *sheetReader) playing(re react, when bool) error {
	if !when && s.kind == "standing" {
		when = true
	}
	if err := s.checkChit(&re, &when); err != nil {
		return err
	}
	if when {
		re.at = slices.Clone(re.at)
		s.rules.react = putBy(s.rules.react, re, func(o react) bool { return o.chit == re.chit })
		return nil
	}
	if len(re.at) > 1 {
		return order.Complain("A chit is played in one place. Which one?")
	}
	p := play{chit: re.chit, at: nowhere, with: re.with}
	if len(re.at) == 1 {
		p.at = re.at[0]
	}
	s.play = putBy(s.play, p, func(o play) bool { return o.chit == p.chit })
	s.write(p.words(s.b))
	return nil
}

// putBy puts an item on a list, in the place of that which it replaces.
func putBy[T any](list []T, x T, same func(T) bool) []T {
	if i := slices.IndexFunc(list, same); i >= 0 {
		list[i] = x
		return list
	}
	return append(list, x)
}

const howToGive = "How many talents, and to whom? For example: GIVE 3 TO Blue."

// gives reads "GIVE 3 TO Blue" and "pay Blue 3 talents".
func (s *sheetReader) gives(c *cursor, none bool) error {
	if none {
		s.give = nil
		return nil
	}
	n, to := -1, ""
	for !c.Done() {
		if m, ok := c.Number(); ok {
			if n >= 0 {
				return order.Complain("%s", howToGive)
			}
			n = m
			continue
		}
		if seat := s.seat(c); seat != "" {
			if to != "" {
				return order.Complain("One line gives to one player. %s", howToGive)
			}
			to = seat
			continue
		}
		if c.Peek() == "event" {
			return order.Complain("What an event costs is paid if you have it, and else you lose a unit (SU-4). Which one goes first is said by LOSE levy, el, inf, cav, fleet.")
		}
		if one(c.Peek(), "all", "everything", "half", "some", "any") {
			return order.Complain("%s", howToGive)
		}
		if !c.Accept("talent", "talents", "t", "to", "money", "of", "my", "a", "tp", "gold", "the", "for", "his", "help", "please", ",", "player", "from", "me", "treasury") {
			return leftover(c)
		}
	}
	if n < 0 || to == "" {
		return order.Complain("%s", howToGive)
	}
	g := gift{n, to}
	if n == 0 {
		s.give = slices.DeleteFunc(s.give, func(o gift) bool { return o.to == to })
		return nil
	}
	if err := s.checkGift(g); err != nil {
		return err
	}
	s.give = putBy(s.give, g, func(o gift) bool { return o.to == g.to })
	s.write(g.words())
	return nil
}

func (s *sheetReader) ransoms(c *cursor, none bool) error {
	if none {
		s.ransom = false
		return nil
	}
	c.Skip("5", "talents", "t", "for", "my", "leader", "now", "to", "the", "captor", "five", "him", "pay")
	s.seat(c)
	if !c.Done() {
		return leftover(c)
	}
	if err := s.checkRansom(); err != nil {
		return err
	}
	s.ransom = true
	s.write("RANSOM")
	return nil
}

const howToBuy = "Which units, and where? For example: BUY 2 INF, 1 CAV AT Babylonia."

// A buying is purchases as their words come in.
type buying struct {
	list  []purchase
	units []portion // that have no place yet
}

// at puts the units that were named into a place.
func (p *buying) at(a Area) error {
	if len(p.units) == 0 {
		return order.Complain("%s", howToBuy)
	}
	next := purchase{at: a}
	for _, q := range p.units {
		if q.n == all {
			return order.Complain("How many %s? %s", q.unit.short(), howToBuy)
		}
		next.units[q.unit] += q.n
	}
	p.list, p.units = append(p.list, next), nil
	return nil
}

// buys reads "BUY 2 INF, 1 CAV AT Babylonia, 1 FLEET AT Thrace".
func (s *sheetReader) buys(c *cursor, none bool) error {
	if none {
		s.buy.clear(s.number)
		return nil
	}
	var p buying
	for !c.Done() {
		if c.Skip(",", "and", "for", ":", "new", "also", "plus", "."); c.Done() {
			break
		}
		if err := s.buyWord(c, &p); err != nil {
			return err
		}
	}
	if len(p.units) > 0 || len(p.list) == 0 {
		if err := p.at(nowhere); err != nil {
			return err
		}
	}
	for _, o := range p.list {
		if err := s.checkPurchase(o); err != nil {
			return err
		}
	}
	for i, o := range p.list {
		s.write(o.words(s.b))
		if s.buy.put(o, s.number, s.also || i > 0); s.number > 0 {
			s.number, s.also = 0, true
		}
	}
	return nil
}

// buyWord reads the next part of a purchase.
func (s *sheetReader) buyWord(c *cursor, p *buying) error {
	more, err := s.units(c)
	if err != nil {
		return err
	}
	for _, o := range more {
		if p.units, err = merged(p.units, o); err != nil {
			return err
		}
	}
	switch {
	case len(more) > 0:
		return nil
	case c.Accept("at", "in", "on", "to", "near", "with", "off", "place", "placed", "them", "all", "there", "both", "each", "it", "(", ")", parser.Dash):
		if c.Phrase("home", "my home", "my leader", "the leader", "leader") && len(p.units) > 0 {
			return p.at(s.whereIs(c))
		}
		return nil
	case s.isPlace(c):
		at, err := s.needArea(c, howToBuy)
		if err != nil {
			return err
		}
		if len(p.units)+len(p.list) == 0 { // "in Babylonia: 2 INF"
			c.Skip(":", ",", parser.Dash)
			if p.units, err = s.units(c); err != nil {
				return err
			}
		}
		return p.at(at)
	case order.IsNumeral(c.Peek()) && one(c.At(1), "talents", "talent", "t"): // "for 5 talents"
		c.Pos += 2
		return nil
	case c.Phrase("the money", "my money", "the rest", "if possible", "if i can"): // "with the money"
		return nil
	case order.IsNumeral(c.Peek()):
		return c.noUnits(howToBuy)
	case c.Pos > 0 && one(c.Tokens[c.Pos-1].Word, "at", "in", "on"):
		_, err := s.needArea(c, howToBuy)
		return err
	case len(p.units)+len(p.list) == 0:
		return order.Complain("%s", howToBuy)
	}
	return leftover(c)
}

// whereIs is the place that a word just before names: the writer's home or his leader's province.
func (s *sheetReader) whereIs(c *cursor) Area {
	me := s.v.player(s.v.Seat)
	name := me.Home
	if one(c.Tokens[c.Pos-1].Word, "leader", "ldr") {
		name = me.Leader.At
	}
	if a, ok := s.b.Area(name); ok {
		return a
	}
	return nowhere
}
