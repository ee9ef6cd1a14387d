package dealers

import "slices"

// A route is the path of an assault to a territory, and the defence against it there.
type route struct {
	path    []Area // from the attacker's own territory, over seas if it is oversea, to the target
	oversea bool
	holder  string // holder of the target; "" if nobody
	wall    int    // interior defence, or border defence for an assault over sea (DH-21, DH-22)
	seas    int    // total difficulty of the seas
	native  int    // native defence, if nobody holds the territory (DH-24)
}

// route returns the path of an assault for which a player needs the least attack, from the territory that they name
// or else from any of theirs; of equal paths the one over land. The error is the reason that they can't assault that
// territory at all (DH-21 to DH-24, DH-29).
func (s *State) route(seat string, b battle) (route, error) {
	m := s.on()
	if err := s.mayAssault(seat, b); err != nil {
		return route{}, err
	}
	from := func(a Area) bool { return s.owner(a) == seat && (b.from == nowhere || a == b.from) }
	var ways []route
	if i := slices.IndexFunc(m.Next(b.at), func(a Area) bool { return from(a) }); i >= 0 {
		ways = append(ways, s.opposed(route{path: []Area{m.Next(b.at)[i], b.at}}))
	}
	easier := s.passive(seat).Sea
	if path, seas, ok := m.cheapest(from, b.at, func(a Area) int { return max(0, m.Places[a].Difficulty-easier) }); ok {
		ways = append(ways, s.opposed(route{path: path, oversea: true, seas: seas}))
	}
	if len(ways) == 0 {
		return route{}, s.noWay(b)
	}
	return slices.MinFunc(ways, func(x, y route) int {
		return s.defence(x) - s.bonus(seat, x) - (s.defence(y) - s.bonus(seat, y))
	}), nil
}

// mayAssault returns an error if a player can't assault a territory from anywhere.
func (s *State) mayAssault(seat string, b battle) error {
	m := s.on()
	place, holder := m.Places[b.at], s.owner(b.at)
	switch {
	case place.Sea:
		return complain("%s is a sea. An assault is on a territory.", place.Name)
	case holder == seat:
		return complain("%s is yours already.", place.Name)
	case s.capital(b.at) != "":
		return complain("%s is the capital of %s. Capitals can't be attacked (DH-23).", place.Name, s.capital(b.at))
	case holder != "" && place.Native == startCity && s.is(optCities, "all"):
		return complain("%s is a start city that %s holds. Those can't be attacked in this game (DH-23).",
			place.Name, holder)
	case s.is(optPieces, "limit") && s.player(seat).Pieces == 0:
		return complain("You have no control marker left, which you need to take a territory (DH-29).")
	case b.from != nowhere && s.owner(b.from) != seat:
		return complain("%s is not yours. An assault starts from a territory that you hold.", m.Name(b.from))
	}
	return nil
}

// noWay returns an error saying that there is no path to a territory.
func (s *State) noWay(b battle) error {
	m, from := s.on(), "any of your territories"
	if b.from != nowhere {
		from = m.Name(b.from)
	}
	if !m.coastal(b.at) {
		return complain("There is no border and no arrow from %s to %s, which has no coast (DH-21).",
			from, m.Name(b.at))
	}
	return complain("There is no border, no arrow and no way over sea from %s to %s (DH-21, DH-22).",
		from, m.Name(b.at))
}

// opposed returns a route with the defence against it, except the holder's own bonuses.
func (s *State) opposed(w route) route {
	at := w.path[len(w.path)-1]
	place := s.on().Places[at]
	w.holder, w.wall = s.owner(at), place.Interior
	switch {
	case w.holder == "":
		w.native = place.Native
	case s.is(optBorder, "interior"):
		w.seas = 0
		return w
	}
	if w.oversea {
		w.wall = place.Border
	}
	return w
}

// defence returns the total that an attack by a route has to reach now: for a territory that nobody holds, native and
// interior or border defence, and the seas; for a player's, instead of the native defence, that of their cities,
// faction and masters, of assault actions of this year, and the markers that they have left (DH-24, DH-27).
func (s *State) defence(w route) int {
	n := w.wall + w.seas + w.native
	if w.holder != "" {
		p := s.player(w.holder)
		n += s.passive(w.holder).Defence + p.Shield + p.Markers[Defence]
	}
	return n
}

// bonus returns the attack that a player has by a route in addition to markers.
func (s *State) bonus(seat string, w route) int {
	return w.raises(s.passive(seat))
}

// raises returns the attack that a permanent bonus gives by the route.
func (w route) raises(x Passive) int {
	n := x.Attack
	if w.oversea {
		n += x.Oversea
	}
	if w.holder != "" {
		n += x.Raid
	}
	return n
}

// attack returns the current total of an attack by a route.
func (s *State) attack(seat string, w route) int {
	return s.player(seat).Markers[Attack] + s.bonus(seat, w)
}

// need returns the number of attack markers that an assault needs as things stand, and its path; path is nil if there
// is none.
func (v *View) need(b battle) (n int, path []Area) {
	w, err := v.route(v.Seat, b)
	if err != nil {
		return 0, nil
	}
	return max(0, v.defence(w)-v.bonus(v.Seat, w)), w.path
}

// checkAssault returns an error if an assault can't be carried out, or is lost for certain, as things stand. attack
// is the number of attack markers of the player after all plays of their first step; it is negative if that is not
// certain.
func (v *View) checkAssault(b battle, attack int) error {
	w, err := v.route(v.Seat, b)
	if err != nil {
		return err
	}
	have, need := attack+v.bonus(v.Seat, w), v.defence(w)
	if attack < 0 || have >= need {
		return nil
	}
	name := v.on().Name(b.at)
	if w.holder != "" {
		return complain("%s of %s has defence %d before a card is played for it, and your attack is %d with all of "+
			"your first step (DH-25).", name, w.holder, need, have)
	}
	return complain("%s has defence %d, and your attack is %d (DH-21).", name, need, have)
}
