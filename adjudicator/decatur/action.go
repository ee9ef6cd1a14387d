package decatur

import (
	"cmp"
	"fmt"
	"slices"
)

// do carries out an action, which must be possible, and tells everybody.
func (r *round) do(seat string, a action) {
	told := turn{Seat: seat}
	switch a := a.(type) {
	case pass:
		told.Action = "pass"
	case drawCard:
		r.draw(seat, told)
		return
	case exchange:
		r.exchange(seat, a, told)
		return
	case restructure:
		told.Action, told.To = "restructure", r.edition().Name(a.at)
		r.restructure(seat, a, &told)
	case expand:
		told.Action = "expand"
		for _, at := range a.at {
			r.add(seat, at, 1, &told)
		}
	case port:
		told.Action, told.To = "port", r.edition().Name(a.at)
		told.Cost, told.Ocean = r.Ports(seat)+2, r.sight(seat, a).ocean(a)
		r.add(seat, a.at, -told.Cost, &told)
		r.at(a.at).Owner, r.at(a.at).Port = seat, told.Ocean
	case consolidate:
		told.Action, told.To = "consolidate", r.edition().Name(a.to)
		r.consolidate(seat, a, &told)
	case venture:
		told.Action, told.From, told.To = "venture", r.edition().Name(a.from), r.edition().Name(a.to)
		r.venture(seat, a, told)
		return
	}
	r.tell("turn", told)
}

// add adds n factors of a player to a location, or removes them if n is negative.
func (r *round) add(seat string, at Loc, n int, told *turn) {
	if n == 0 {
		return
	}
	h := r.at(at)
	h.Owner, h.Factors = seat, h.Factors+n
	h.tidy()
	if told != nil {
		told.Moved = append(told.Moved, Move{h.Location, n, h.Factors})
	}
}

// tidy frees a location where nothing stands any more (DC-11).
func (h *Holding) tidy() {
	if h.Factors == 0 && h.Port == "" {
		h.Owner = ""
	}
}

// restructure removes all factors of a player from the board, and puts seven into one location (DC-14). A player without
// pieces can do so, too (DC-31).
func (r *round) restructure(seat string, a restructure, told *turn) {
	for l := range r.Locations {
		if h := r.at(Loc(l)); h.Owner == seat && h.Factors > 0 && Loc(l) != a.at {
			r.add(seat, Loc(l), -h.Factors, told)
		}
	}
	r.add(seat, a.at, maxFactors-r.at(a.at).Factors, told)
	r.player(seat).Restructured = true
}

// consolidate moves factors to a location, as far as it has room for them (DC-17, DC-10).
func (r *round) consolidate(seat string, a consolidate, told *turn) {
	came := 0
	for _, from := range a.from {
		n := r.at(from.at).Factors
		if from.n != 0 {
			n = min(n, from.n)
		}
		n = min(n, maxFactors-r.at(a.to).Factors-came)
		r.add(seat, from.at, -n, told)
		came += n
	}
	r.add(seat, a.to, came, told)
}

// venture moves factors to an empty or own location, or attempts a takeover (DC-18).
func (r *round) venture(seat string, a venture, told turn) {
	to := r.at(a.to)
	if to.Owner != "" && to.Owner != seat {
		told.Hostile = true
		r.tell("turn", told)
		r.attempt(seat, a)
		return
	}
	n := r.at(a.from).Factors
	if want := a.ladder.moved(); want != all {
		n = min(n, max(1, want))
	}
	n = min(n, maxFactors-to.Factors)
	r.add(seat, a.from, -n, &told)
	r.add(seat, a.to, n, &told)
	r.tell("turn", told)
}

// moved returns how many factors a venture moves if it meets nobody.
func (l ladder) moved() int {
	switch {
	case l.move != unset:
		return l.move
	case l.commit != unset:
		return l.commit
	case l.max != unset:
		return l.max
	}
	return all
}

// empties returns the locations that an action takes a player's last factor from and that the player loses because
// they have no port there. For a takeover that commits all factors, that is only possible. Consolidations that say
// ALL are not included.
func (s *sight) empties(do action) []Loc {
	goes := map[Loc]int{}
	switch do := do.(type) {
	case consolidate:
		room := maxFactors - s.at(do.to).Factors
		for _, from := range do.from {
			goes[from.at] = min(room, from.n)
			room -= cmp.Or(goes[from.at], s.at(from.at).Factors)
		}
	case venture:
		goes[do.from] = s.moves(do)
	}
	var out []Loc
	for l := range s.Locations {
		h := s.at(Loc(l))
		if n := goes[Loc(l)]; n > 0 && n >= h.Factors && h.Port == "" {
			out = append(out, Loc(l))
		}
	}
	return out
}

// moves returns how many factors a venture moves. If it meets another player, that is the number committed from the
// beginning, if that is all.
func (s *sight) moves(do venture) int {
	have, to := s.at(do.from).Factors, s.at(do.to)
	n, room := do.ladder.moved(), maxFactors-to.Factors
	if to.Owner != "" && to.Owner != s.seat {
		if do.ladder.commit != all {
			return 0
		}
		room = maxFactors
	}
	if n == all {
		n = have
	}
	return min(have, max(1, n), room)
}

// impossible returns the reason why an action can't be carried out in the present situation; "" if it can. Actions
// that the board never allows are never on file.
func (s *sight) impossible(a action) string {
	switch a := a.(type) {
	case pass:
		if s.rules[optPass] == "draw" {
			return "By a ruling of this game nobody passes (DC-9)."
		}
	case exchange:
		return s.noExchange(a)
	case restructure:
		return s.noRestructure(a)
	case expand:
		return s.noExpand(a)
	case port:
		return s.noPort(a)
	case consolidate:
		return s.noConsolidate(a)
	case venture:
		return s.noVenture(a)
	}
	return ""
}

func (s *sight) name(l Loc) string { return s.board.Name(l) }

// notOwn returns a text that a location does not belong to the player (DC-11), or "" if it does.
func (s *sight) notOwn(l Loc) string {
	if s.owns(s.seat, l) {
		return ""
	}
	if owner := s.at(l).Owner; owner != "" {
		return s.name(l) + " is not yours, but " + owner + "'s."
	}
	return s.name(l) + " is not yours; it is empty."
}

func (s *sight) noExchange(a exchange) string {
	hand, inPlay := s.given(a)
	inHand, lying := countOf(s.hand, a.kind), s.player(s.seat).matching(a.kind)
	if hand > inHand || inPlay > lying || hand+inPlay == 0 {
		return fmt.Sprintf("You have %s in hand and %s in play.", cardsOf(inHand, a.kind), cardsOf(lying, a.kind))
	}
	return ""
}

// given returns how many cards from the hand and from play an exchange discards: all of the kind, unless it gives
// numbers (DC-13).
func (s *sight) given(a exchange) (hand, inPlay int) {
	if a.hand > 0 || a.inPlay > 0 {
		return a.hand, a.inPlay
	}
	return countOf(s.hand, a.kind), s.player(s.seat).matching(a.kind)
}

func (s *sight) noRestructure(a restructure) string {
	h := s.at(a.at)
	switch {
	case s.player(s.seat).Restructured:
		return "You have restructured in this interval, and can do it only once (DC-14)."
	case h.Owner != "" && h.Owner != s.seat:
		return fmt.Sprintf("%s is %s's; seven factors go into an empty location, or one with a port of yours (DC-14).",
			h.Location, h.Owner)
	case h.Owner == s.seat && h.Port == "" && s.rules[optVacated] == "forbidden":
		return h.Location +
			" is empty only when you have left it, and by a ruling of this game that does not count (DC-14)."
	}
	return ""
}

func (s *sight) noExpand(a expand) string {
	for _, at := range a.at {
		if why := s.notOwn(at); why != "" {
			return why
		}
		if s.at(at).Factors >= maxFactors {
			return fmt.Sprintf("%s has seven factors, and no location has more (DC-10).", s.name(at))
		}
	}
	if s.rules[optPieces] == "42" && s.Factors(s.seat)+len(a.at) > 42 {
		return fmt.Sprintf("You have %d of your 42 factors on the board (DC-14).", s.Factors(s.seat))
	}
	return ""
}

func (s *sight) noPort(a port) string {
	h, cost := s.at(a.at), s.Ports(s.seat)+2
	switch why := s.notOwn(a.at); {
	case why != "":
		return why
	case h.Port != "":
		return h.Location + " has a port already (DC-16)."
	case cost-2 >= maxPorts:
		return "You have six ports, and that is all (DC-16)."
	case h.Factors < cost:
		return fmt.Sprintf("A port costs you %d factors now, and %s has %d (DC-16).", cost, h.Location, h.Factors)
	case s.ocean(a) == "" && a.ocean == "" && s.hasChoice(a.at):
		return fmt.Sprintf("%s is on two oceans; say in which its fleet is to lie (DC-16).", h.Location)
	case s.ocean(a) == "":
		return fmt.Sprintf("You have two fleets in the %s Ocean, and it holds no more (DC-16).",
			cmp.Or(a.ocean, s.board.Locations[a.at].Oceans[0]))
	}
	return ""
}

// ocean returns the ocean of a new port's fleet (DC-16), or "" if there is none or the player must choose.
func (s *sight) ocean(a port) Ocean {
	var free []Ocean
	for _, o := range s.board.Locations[a.at].Oceans {
		if !s.full(o) && (a.ocean == "" || a.ocean == o) {
			free = append(free, o)
		}
	}
	if len(free) != 1 {
		return ""
	}
	return free[0]
}

// hasChoice reports whether a location borders on two oceans, and the player has room for another fleet in at least
// one.
func (s *sight) hasChoice(at Loc) bool {
	oceans := s.board.Locations[at].Oceans
	return len(oceans) > 1 && !s.full(oceans...)
}

// full reports whether the player can have no more fleets in any of some oceans.
func (s *sight) full(oceans ...Ocean) bool {
	return !slices.ContainsFunc(oceans, func(o Ocean) bool { return s.Fleets(s.seat, o) < maxFleets })
}

func (s *sight) noConsolidate(a consolidate) string {
	if why := s.notOwn(a.to); why != "" {
		return why
	}
	for _, from := range a.from {
		switch why := s.notOwn(from.at); {
		case why != "":
			return why
		case s.at(from.at).Factors < max(1, from.n):
			return fmt.Sprintf("%s has %s.", s.name(from.at), factors(s.at(from.at).Factors))
		}
	}
	if s.at(a.to).Factors >= maxFactors {
		return fmt.Sprintf("%s has seven factors, and no location has more (DC-10).", s.name(a.to))
	}
	return ""
}

func (s *sight) noVenture(a venture) string {
	from, to := s.at(a.from), s.at(a.to)
	hostile := to.Owner != "" && to.Owner != s.seat
	switch why := s.notOwn(a.from); {
	case why != "":
		return why
	case !hostile && from.Factors == 0:
		return from.Location + " has no factor to move."
	case !hostile && to.Factors >= maxFactors:
		return fmt.Sprintf("%s has seven factors, and no location has more (DC-10).", to.Location)
	case a.ladder.commit > from.Factors:
		return fmt.Sprintf("%s has %s, and %d were to be committed.", from.Location, factors(from.Factors),
			a.ladder.commit)
	case hostile:
		return s.noTakeover(a)
	}
	return ""
}

// noTakeover returns the reason why a venture that meets another player is not declared: because it was only meant as
// a move, or because it is hopeless, and the options skip such ones (DC-32).
func (s *sight) noTakeover(a venture) string {
	to := s.at(a.to)
	if a.ladder.moves() {
		return fmt.Sprintf("%s is %s's, and MOVE alone is for empty locations and your own. To take it over, "+
			"say COMMIT.", to.Location, to.Owner)
	}
	if s.rules[optHopeless] != "passed" {
		return ""
	}
	return s.hopeless(a)
}

// hopeless returns the reason why the ladder of a takeover does not reach a first bid, or "" if it does.
func (s *sight) hopeless(a venture) string {
	to, more := s.at(a.to), 0
	if s.rules[optSpeed] == patient || s.rules[optSpeed] == standard && a.ladder.interactive {
		// The player is asked, and may bid everything. Only public information counts: otherwise, whether the player
		// is asked would reveal their hand.
		a.ladder = ladder{commit: all, max: unset}
		me := s.player(s.seat)
		more = 2 * min(me.Hand, maxInPlay-me.matching(s.board.Locations[a.to].Commonwealth))
	}
	if mine, theirs := s.weigh(a); mine+more <= theirs {
		return fmt.Sprintf("To take over %s of %s takes %d now, and this comes to %d at the most.",
			to.Location, to.Owner, theirs+1, mine+more)
	}
	return ""
}

// moves reports whether a venture is meant only for empty and own locations, because it says nothing about bids.
func (l ladder) moves() bool {
	bids := l.commit != unset || l.max != unset || len(l.play) > 0
	return l.move != unset && !bids && !l.interactive
}

func factors(n int) string {
	if n == 1 {
		return "1 factor"
	}
	return fmt.Sprintf("%d factors", n)
}

func cardsOf(n int, kind Commonwealth) string {
	switch n {
	case 0:
		return fmt.Sprintf("no %s card", kind)
	case 1:
		return fmt.Sprintf("1 %s card", kind)
	}
	return fmt.Sprintf("%d %s cards", n, kind)
}
