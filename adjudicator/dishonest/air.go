package dishonest

// sky returns what an area is to a power's fighters (DD-21). They are never carried: wherever ships could carry them
// they fly as far in one movement.
func (s *State) sky(seat string, a Area) ground {
	switch {
	case s.closed(a):
		return ground{pass: true}
	case s.edition().IsSea(a):
		foe := s.enemy(a, seat)
		return ground{pass: !foe || s.is(optOversea, "yes"), end: foe}
	case s.friendly(a, seat):
		return ground{pass: s.is(optAirAlly, "yes")}
	case s.occupies(a, seat):
		return ground{pass: true, rest: true, end: true}
	}
	return ground{pass: !s.enemy(a, seat) && !s.resists(a, seat), end: true}
}

// resists reports whether a power's units have to fight when they enter an area: there are others' units or a
// garrison (DD-19, DD-20). A garrison in a region that the power holds itself, or its own garrison, does not count.
func (s *State) resists(a Area, seat string) bool {
	h := &s.Areas[a]
	for _, k := range h.Stacks {
		if k.Seat != seat {
			return true
		}
	}
	return h.Neutral > 0 || h.Garrison > 0 && h.Keeper != seat
}

// keeps reports whether a region is the player's after all moves of the action, before its battles: they control it,
// or their land units enter it without a battle, or their units stay there.
func (c *campaign) keeps(a Area) bool {
	if c.edition().IsSea(a) || c.closed(a) {
		return false
	}
	if c.resists(a, c.Seat) || c.friendly(a, c.Seat) {
		return false
	}
	return c.owner(a) == c.Seat || c.came[a].Army() > 0 || c.force(a, c.Seat).Minus(c.gone[a]).Total() > 0
}

// reached reports whether an area is the mover's, or their land units enter it in this action.
func (c *campaign) reached(a Area) bool { return c.occupies(a, c.Seat) || c.came[a].Army() > 0 }

// rests reports whether units of a type may stop in an area between two movements of their path.
func (c *campaign) rests(t Type, a Area) bool {
	return c.now.ground(c.Seat, t, a).rest || t == Fighter && c.keeps(a)
}

// flight returns the number of movements that fighters need that have reached the end of their path at these costs,
// including the way back if they go to a battle (K8) or have an order to return; or an error if they can't end there
// (DD-21). Each movement ends in one of their regions or at the battle, so that two spaces there and two back are one
// movement, and three and three are two.
func (c *campaign) flight(m move, p paces) (int, error) {
	b := c.edition()
	home, at := m.path[0], m.path[len(m.path)-1]
	battle := c.resists(at, c.Seat)
	stay := battle || m.home == nowhere
	switch {
	case m.home != nowhere && m.home != home:
		return 0, complain("Fighters return to where they began: RETURN %s (DD-21).", b.Name(home))
	case stay && !b.IsSea(at) && !c.reached(at):
		return 0,
			complain("%s is not yours: fighters go there only if land units of yours do, in the same action (DD-21).",
				b.Name(at))
	case battle:
		return c.back(at, home, p)
	case m.home != nowhere && !c.keeps(home):
		return 0, complain("When all have moved, %s is no longer yours, and the fighters can't land there (DD-21).",
			b.Name(home))
	case m.home != nowhere:
		return c.back(at, home, p)
	case !c.keeps(at):
		return 0, complain("When all have moved, %s is not yours, and the fighters can't land there (DD-21).",
			b.Name(at))
	}
	return p.fewest(), nil
}

// back returns the total number of movements of fighters that have reached a battle at these costs and return by the
// shortest path.
func (c *campaign) back(at, home Area, p paces) (int, error) {
	y := c.now.survey(c.Seat, Fighter, at, p, func(a Area) bool { return a == at || c.rests(Fighter, a) })
	if !y.costs[home].possible() {
		return 0, complain("From %s no way leads back to %s (DD-21).", c.edition().Name(at), c.edition().Name(home))
	}
	return y.costs[home].fewest(), nil
}

// barsFighters returns an error if fighters can't enter an area, or can't go on from it.
func (c *campaign) barsFighters(a Area, last bool) error {
	b, whose := c.edition(), c.now.holderBut(a, c.Seat)
	name := b.Name(a)
	switch {
	case c.now.closed(a):
		return complain("%s is impassable: fighters fly over it, but can't end there (DD-21).", name)
	case b.IsSea(a) && last:
		return complain("Fighters don't end at sea where there is no battle, and no enemy is in %s (DD-21).", name)
	case b.IsSea(a):
		return complain("Ships of %s are in %s: fighters don't fly over them (DD-21).", whose, name)
	case c.now.friendly(a, c.Seat) && c.is(optAirAlly, "yes"):
		return complain("%s is held by your ally %s: fighters fly over it, but don't stop there (DD-21).", name, whose)
	case c.now.friendly(a, c.Seat):
		return complain("%s is held by your ally %s: fighters don't fly over it (DD-21).", name, whose)
	case whose != "":
		return complain("%s is held by %s: fighters stop there (DD-21).", name, whose)
	}
	return complain("%s has a garrison: fighters stop there (DD-21).", name)
}
