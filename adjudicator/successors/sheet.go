package successors

import (
	"fmt"
	"slices"

	"deaddrop/parser/strict"
)

// A sheet is what a player has filed: orders for their turn, and standing orders for other players' actions. In
// normal form it has one order a line. The orders of a turn are carried out in the order of the rules: chits, gifts,
// ransom, purchases, then marches and voyages as written, then battles as written.
type sheet struct {
	pass   bool   // whether the player explicitly does nothing in their turn
	home   []Area // provinces to start in, best first (SU-1)
	play   []play
	give   []gift
	ransom bool   // whether the player pays for their leader (SU-20)
	refuge string // where the ransomed leader goes; "" if anywhere (SU-28)
	buy    []purchase
	moves  []move
	fights []fight
	rules  standing
}

// A play is a chit that is played in this player's turn.
type play struct {
	chit int
	at   Area   // the chosen place; nowhere if the chit decides
	with string // for a raid, the seat whose cavalry rides; "" if the player's own
}

// A gift is money for another player (SU-8).
type gift struct {
	talents int
	to      string
}

// A purchase is units that a player buys for one place (SU-9).
type purchase struct {
	units Units
	at    Area // nowhere stands for home, or the leader's place if the player does not hold home
}

// all, as a number of units, stands for as many as there are when the order is carried out.
const all = -1

// A portion is a number of units of one type.
type portion struct {
	n    int // number of units; may be all
	unit Type
}

// A move is one march by land or one voyage, of units that move together, in one player's turn (SU-10, SU-11).
type move struct {
	path   []Area    // areas from the start to the end; in a voyage that lands troops, the last one is a sea
	units  []portion // land units; if there are none, no leader and no fleets, all that can go
	fleets int       // number of fleets of a voyage; may be all
	sail   bool
	leader bool
	land   Area   // where the troops go ashore, which the fleets don't enter (SU-19); nowhere if they stay aboard
	of     string // owner of the units if they are lent to the mover (SU-13); "" if the mover's own
}

// carries reports whether a voyage explicitly has troops or the leader aboard.
func (m move) carries() bool { return m.sail && (len(m.units) > 0 || m.leader) }

// isShuttle reports whether a move is a voyage that ends where it began, and so may be made twice.
func (m move) isShuttle() bool {
	return m.sail && len(m.path) > 2 && m.path[0] == m.path[len(m.path)-1]
}

// A fight is a battle that the mover seeks (SU-14).
type fight struct {
	at      Area
	against string // the side to fight; "" for the only or the strongest unfriendly one
	limit   limit
}

// battle returns a key for the battle: of two fights with the same key only one can count.
func (f fight) battle() string { return fmt.Sprint(f.at, " ", f.against) }

// A limit is how long a side fights, and what it does then (SU-18). The first of rounds, losses and odds that is
// reached counts; with none of them, and without stay, the default applies, which is odds. A limit is checked after
// each round, so nobody retreats before the first one, and again after each later round if some units fight on.
type limit struct {
	rounds  int       // largest number of rounds; 0 for no limit
	losses  int       // number of lost units at which it stops; 0 for no limit
	odds    bool      // whether it fights only while its strength is not less than the enemy's
	stay    bool      // whether it never retreats
	retreat []flight  // where to retreat; none for the nearest province of its own
	rear    []portion // units that stay and fight on while others retreat; none if all go
}

// A flight is units that retreat, and their destination (SU-18). Of several flights, the first to a province that can
// be entered counts; if units may go to several provinces (option retreat), all count, each with the units that those
// before it have left.
type flight struct {
	to    Area      // destination; nowhere for the nearest province of one's own
	units []portion // units that go; none for all but the rear guard
}

// A decision is a player's answer after a round of battle (SU-18).
type decision struct {
	retreat []flight // where to retreat; none if the player fights on
	rear    []portion
}

// standing is a player's standing orders. They stay in force until the player changes them.
type standing struct {
	attacked []attacked // by province, with the entry for all others last
	insist   []insist   // by province, with the entry for all others last
	bonus    []Type     // order in which types get the leader's bonus (SU-16)
	// order in which types are lost where the player has a choice: for want of money, or from aboard (SU-4, SU-7,
	// SU-12)
	lose  []Type
	react []react  // chits to be played
	ally  []string // players with whom an alliance is wanted (SU-13); with all others it is not
	lend  []loan
	raid  []ride
}

// attacked is what a player does when attacked.
type attacked struct {
	at    Area // the province; nowhere for all others
	limit limit
}

// insist is a battle that a player wants in another player's turn, at given odds of their strength to the enemy's
// (SU-14).
type insist struct {
	at       Area // the province; nowhere for all others
	num, den int  // the odds, such as "3:2"; 0:1 if none are named
}

// react is a chit that is played as soon as it can be.
type react struct {
	chit int
	at   []Area // places where it may be played; none for anywhere
	with string // for a raid, the seat whose cavalry rides; "" if the player's own
	when When   // OnRevolt or AtTurnStart; AnyTurn means at once, in any player's turn
}

// A loan is units that an ally may move and fight with in the ally's turn.
type loan struct {
	at    Area      // where the units are; nowhere for anywhere
	units []portion // units that are lent; none for all there
	to    string
}

// A ride is the price in talents at which a player lends cavalry for a raid (K6).
type ride struct {
	to    string
	price int
}

// losing returns all types in the order in which a player would lose units by choice: the player's stated order, then
// the rest with the worst first and fleets last.
func (s standing) losing() []Type {
	out := slices.Clone(s.lose)
	for t := Levy; t <= Fleet; t++ {
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// of returns the part of a sheet that can answer a question of a kind. A sheet that passes has no other orders for
// the turn.
func (s sheet) of(kind string) sheet {
	switch kind {
	case "standing":
		return sheet{give: s.give, rules: s.rules}
	case "home":
		s = sheet{pass: s.pass, home: s.home, buy: s.buy, rules: s.rules}
	default:
		s.home = nil
	}
	s.pass = s.pass && s.idle()
	return s
}

// idle reports whether a sheet has no orders for the turn.
func (s sheet) idle() bool {
	return len(s.home)+len(s.play)+len(s.give)+len(s.buy)+len(s.moves)+len(s.fights) == 0 && !s.ransom
}

// once reports whether a sheet has no duplicates of orders of which only one can count.
func (s sheet) once() bool {
	r := s.rules
	once := slices.DeleteFunc(slices.Clone(s.moves), move.isShuttle)
	return strict.Distinct(s.play, func(p play) int { return p.chit }) &&
		strict.Distinct(s.buy, func(p purchase) purchase { return p }) &&
		strict.Distinct(once, func(m move) string { return fmt.Sprint(m) }) &&
		strict.Distinct(s.give, func(g gift) string { return g.to }) &&
		strict.Distinct(s.fights, fight.battle) &&
		strict.Distinct(r.attacked, func(a attacked) Area { return a.at }) &&
		strict.Distinct(r.insist, func(i insist) Area { return i.at }) &&
		strict.Distinct(r.react, func(c react) int { return c.chit }) &&
		strict.Distinct(r.ally, func(seat string) string { return seat }) &&
		strict.Distinct(r.lend, func(l loan) string { return fmt.Sprint(l.at, " ", l.to) }) &&
		strict.Distinct(r.raid, func(r ride) string { return r.to })
}

// sort moves the entries for all other provinces to the end.
func (s standing) sort() {
	lastly(s.attacked, func(a attacked) bool { return a.at == nowhere })
	lastly(s.insist, func(i insist) bool { return i.at == nowhere })
}
