package successors

import (
	"slices"

	"deaddrop/parser"
	"deaddrop/parser/order"
)

const (
	howToMove = "From where to where, and which units? For example: MOVE Babylonia-Susiana 3 INF, 2 CAV LEADER, or MOVE Babylonia-Susiana ALL."
	howToSail = "From where to where, and with what? For example: SAIL Thrace-Aegean Sea-Lydia 2 FLEET CARRY 2 INF LEADER."
)

// A marching is a move as its words come in, in any order.
type marching struct {
	move
	from       Area   // "from Babylonia"; nowhere: the path begins with what is named first
	via        []Area // "via Susiana"
	seq        []Area // all others, in order
	everything bool   // ALL, or no units named
	whole      bool   // with the leader, if he is there
	carries    bool   // CARRY was said
	except     []portion
	fight      bool // "and attack"
}

// marches reads a march or a voyage.
func (s *sheetReader) marches(v verb, c *cursor, none bool) error {
	if none {
		s.moves.clear(s.number)
		return nil
	}
	how := howToMove
	if c.Accept("sail") || v == doSail {
		v, how = doSail, howToSail
		c.Skip(":", parser.Dash)
	} else {
		c.Accept("move", "march")
	}
	m := marching{move: move{land: nowhere, sail: v == doSail}, from: nowhere}
	for !c.Done() {
		if err := s.marchWord(c, &m, how); err != nil {
			return err
		}
	}
	if err := s.settleMove(&m, how); err != nil {
		return err
	}
	if err := s.checkMove(m.move); err != nil {
		return err
	}
	s.moves.put(m.move, s.number, s.also)
	s.write(m.words(s.b))
	if m.fight {
		s.fightThere(m.move)
	}
	return nil
}

// marchWord reads the next part of a march.
func (s *sheetReader) marchWord(c *cursor, m *marching, how string) error {
	switch {
	case c.Accept(",", ":", "then", "(", ")", parser.Dash, ">", ">=", "and", "to", "into", "in", "at", "towards", "toward", "the", "my", "also", "next", ".", "moving", "going", "sailing", "together", "on", "please", "onto", "through to", "by land", "a") || c.Phrase("by land", "on foot"):
		return nil
	case c.Accept("land", "lands", "landing", "disembark", "disembarking", "ashore", "invade", "invading"):
		return s.landing(c, m, how)
	case c.Phrase("by sea", "by ship", "by fleet"):
		m.sail = true
		return nil
	case c.Phrase("and attack", "attack", "and fight", "fight", "to attack"):
		m.fight = true
		s.seat(c)
		c.Skip("there", "them", "him", "it")
		return nil
	case c.Accept("from", "out"):
		c.Skip("of")
		a, err := s.needArea(c, how)
		if err == nil && m.from != nowhere {
			err = order.Complain("One line moves units from one place. %s", how)
		}
		m.from = a
		return err
	case c.Accept("via", "through", "over", "across", "by"):
		for {
			a, err := s.needArea(c, how)
			if err != nil {
				return err
			}
			m.via = append(m.via, a)
			mark := c.Pos
			if c.Skip("and", ",", parser.Dash, "via", "then", "through"); c.Pos == mark || !s.isPlace(c) || one(c.Tokens[mark].Word, parser.Dash, "then") && !s.morePlaces(c) {
				c.Pos = mark
				return nil
			}
		}
	case c.Accept("carry", "carrying", "carries", "with", "transporting", "taking", "bringing", "accompanied", "led"):
		m.carries = m.carries || m.sail
		c.Skip("by", "aboard", "on", "board")
		return nil
	case c.Accept("leader", "ldr", "leaders", "general", "lead", "leadr", "commander"):
		m.leader = true
		return nil
	case c.Phrase("all but", "everything but", "everybody but", "all except", "everything except", "everyone except", "except", "but not", "all units except", "all units but", "without", "leaving", "leave"):
		return s.exception(c, m)
	case c.Accept("of"):
		if seat := s.seat(c); seat != "" {
			m.of = seat
		}
		return nil
	}
	return s.marchUnits(c, m, how)
}

// morePlaces reports whether another place follows the one that is named here.
func (s *sheetReader) morePlaces(c *cursor) bool {
	mark, notes := c.Pos, len(s.notes)
	defer func() { c.Pos, s.notes = mark, s.notes[:notes] }()
	if _, ok, err := s.area(c); !ok || err != nil {
		return false
	}
	c.Skip(parser.Dash, "to", "then", ",", "and", ">")
	return s.isPlace(c)
}

// landing reads where troops go ashore.
func (s *sheetReader) landing(c *cursor, m *marching, how string) error {
	c.Skip("at", "in", "on", "the", "them", "troops", "units", "army", "all", ":", "and")
	a, err := s.needProvince(c, how)
	if err == nil && m.land != nowhere && m.land != a {
		err = order.Complain("Troops of one voyage land in one province. Write a line for each.")
	}
	m.land, m.sail = a, true
	return err
}

// exception reads which units stay.
func (s *sheetReader) exception(c *cursor, m *marching) error {
	c.Skip("for", "behind", "my", "the", "leader")
	less, err := s.units(c)
	if err != nil {
		return err
	}
	if c.Tokens[c.Pos-1].Word == "leader" && len(less) == 0 {
		return nil
	}
	if len(less) == 0 {
		return order.Complain("Which units stay? Name those that go: MOVE Babylonia-Susiana 3 INF, 2 CAV.")
	}
	c.Skip("behind", "there", "stay", "in")
	m.except = append(m.except, less...)
	return nil
}

// marchUnits reads units or an area.
func (s *sheetReader) marchUnits(c *cursor, m *marching, how string) error {
	if seat := s.seat(c); seat != "" { // "Blue's cavalry"
		if m.of = seat; seat == s.v.Seat {
			m.of = ""
		}
		return nil
	}
	units, err := s.units(c)
	if err != nil {
		return err
	}
	for _, p := range units {
		if p.unit == Fleet {
			if m.fleets = m.fleets + p.n; p.n == all || m.fleets > maxUnits {
				m.fleets = all
			}
			continue
		}
		if m.units, err = merged(m.units, p); err != nil {
			return err
		}
	}
	if len(units) > 0 {
		return nil
	}
	if c.Phrase("everything", "everybody", "everyone", "whole army", "entire army", "all units", "all my units", "all of my units", "all of them", "all my army", "all my troops", "all troops", "army", "troops", "all the units", "all forces", "units") {
		m.everything, m.whole = true, true
		return nil
	}
	if c.Accept("all") {
		m.everything = true
		return nil
	}
	if order.IsNumeral(c.Peek()) {
		return c.noUnits(how)
	}
	a, err := s.needArea(c, how)
	if err != nil {
		return err
	}
	m.seq = append(m.seq, a)
	return nil
}

// noUnits complains of a number behind which no units stand.
func (c *cursor) noUnits(how string) error {
	if w := c.At(1); len(w) > 2 && !isKeyword(w) && !order.IsNumeral(w) {
		return order.Complain("There are no units called %q; there are cavalry, infantry, elephants, levies and fleets.", w)
	}
	return order.Complain("%s", how)
}

// settleMove makes a move of its words.
func (s *sheetReader) settleMove(m *marching, how string) error {
	path := m.seq
	if m.from != nowhere && (len(path) == 0 || path[0] != m.from) {
		path = append([]Area{m.from}, path...)
	}
	if len(m.via) > 0 {
		if n := len(path); n > 1 {
			path = slices.Concat(path[:n-1], m.via, path[n-1:])
		} else {
			path = append(path, m.via...)
		}
	}
	m.path = path
	if slices.ContainsFunc(path, s.b.IsSea) || m.fleets != 0 {
		m.sail = true
	}
	if err := s.settlePath(m, how); err != nil {
		return err
	}
	return s.settleUnits(m)
}

// settleUnits says which units a move is of.
func (s *sheetReader) settleUnits(m *marching) error {
	if len(m.except) > 0 {
		if err := s.allBut(m); err != nil {
			return err
		}
	}
	if m.whole && m.of == "" && s.v.leads(m.path[0], s.v.Seat) {
		m.leader = true
	}
	switch {
	case m.sail:
		s.settleFleets(m)
		return nil
	case m.everything:
		m.units = allLand()
	case len(m.units) == 0 && !m.leader && len(m.except) == 0:
		m.units = allLand()
		s.note("No units were named, so all that can go do.")
	}
	return nil
}

// settleFleets says how many fleets sail, and with what.
func (s *sheetReader) settleFleets(m *marching) {
	if m.everything && len(m.units) == 0 {
		m.units = allLand()
	}
	if m.fleets != 0 {
		return
	}
	for _, p := range m.units {
		if m.fleets += p.n; p.n == all || m.fleets > maxUnits {
			m.fleets = all
			return
		}
	}
	switch {
	case m.fleets > 0:
	case m.leader:
		m.fleets = 1
	default:
		m.fleets = all
		return
	}
	s.note("The number of fleets was not named: %d sail.", m.fleets)
}

// allBut makes a move of all units but those that stay.
func (s *sheetReader) allBut(m *marching) error {
	if len(m.path) == 0 || m.of != "" {
		return order.Complain("Name the units that go. %s", howToMove)
	}
	have := s.v.units(m.path[0], s.v.Seat)
	for _, p := range s.buy.items {
		if p.at == m.path[0] {
			have = have.Plus(p.units)
		}
	}
	named := m.units
	m.units = nil
	for _, t := range Land {
		n := have[t]
		if i := slices.IndexFunc(named, func(p portion) bool { return p.unit == t }); len(named) > 0 && i < 0 {
			n = 0
		} else if len(named) > 0 && named[i].n != all { // what is counted is what goes
			m.units = append(m.units, named[i])
			continue
		}
		for _, p := range m.except {
			if p.unit == t && p.n == all {
				n = 0
			} else if p.unit == t {
				n -= p.n
			}
		}
		if n > 0 {
			m.units = append(m.units, portion{min(n, maxUnits), t})
		}
	}
	if m.everything = false; len(m.units) == 0 {
		return order.Complain("Then nobody goes from %s, as you have %s there now.", s.b.Name(m.path[0]), have.Only(Land...))
	}
	return nil
}
