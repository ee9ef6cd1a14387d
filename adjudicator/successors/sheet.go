package successors

import (
	"fmt"
	"slices"

	"deaddrop/parser/strict"
)

// A sheet is what a player has filed: what they do in their turn, and how they want others' deeds answered. In normal
// form it has a line for each. The lines of a turn are carried out in the order of the rules: chits, gifts, ransom,
// purchases, then marches and voyages as they are written, then battles as they are written.
type sheet struct {
	pass   bool   // they do nothing in their turn, and say so
	home   []Area // provinces to begin in, best first (SU-1)
	play   []play
	give   []gift
	ransom bool   // pays for their leader (SU-20)
	refuge string // where they are to come then; "": anywhere (SU-28)
	buy    []purchase
	moves  []move
	fights []fight
	rules  standing
}

// A play is a chit that is played in this player's turn.
type play struct {
	chit int
	at   Area   // nowhere: as the chit has it
	with string // whose cavalry rides, of a raid: a seat; "" for their own
}

// A gift is money for another (SU-8).
type gift struct {
	talents int
	to      string
}

// A purchase is units that are bought (SU-9).
type purchase struct {
	units Units
	at    Area // nowhere: at home, or with the leader if home is not theirs
}

// all, as a number of units, is as many as there are when the time comes.
const all = -1

// A portion is units of one type.
type portion struct {
	n    int // or all
	unit Type
}

// A move is one march by land, or one voyage, of units together, in one player's turn (SU-10, SU-11).
type move struct {
	path   []Area    // from where they start on; of a voyage with land, the last is a sea
	units  []portion // land units; with none of them, no leader and no fleets, all that can go
	fleets int       // of a voyage; or all
	sail   bool
	leader bool
	land   Area   // where the troops go ashore, which the fleets don't enter (SU-19); nowhere: they stay together
	of     string // whose units, lent to the mover (SU-13); "": their own
}

// carries reports whether a voyage says that it has troops or the leader on board.
func (m move) carries() bool { return m.sail && (len(m.units) > 0 || m.leader) }

// isShuttle reports whether a move is a voyage that ends where it began, which may be made twice.
func (m move) isShuttle() bool {
	return m.sail && len(m.path) > 2 && m.path[0] == m.path[len(m.path)-1]
}

// A fight is a battle that the mover seeks (SU-14).
type fight struct {
	at      Area
	against string // a side; "": the only unfriendly one, or the strongest
	limit   limit
}

// battle says which one it is: of two fights for the same battle only one can count.
func (f fight) battle() string { return fmt.Sprint(f.at, " ", f.against) }

// A limit says how long a side fights, and what it does then (SU-18). The first of rounds, losses and odds that is
// reached counts; with none of them, and without stay, the default counts, which is odds. A limit is checked after each
// round, so nobody retreats before the first, and again after each later one, if some units fight on.
type limit struct {
	rounds  int       // fights so many rounds; 0: no limit by rounds
	losses  int       // until it has lost so many units; 0: no limit by losses
	odds    bool      // while its strength is not less than the enemy's
	stay    bool      // never retreats
	retreat []flight  // where to; none: to the nearest province of its own
	rear    []portion // units that stay and fight on while others retreat; none: all go
}

// A flight is units that retreat, and where to (SU-18). Of several, the first to a province that can be entered counts;
// if units may go to several provinces (option retreat), all do, each with the units that those before it have left.
type flight struct {
	to    Area      // nowhere: the nearest province of one's own
	units []portion // none: all but the rear guard
}

// A decision is what a player answers when they are asked after a round of battle (SU-18).
type decision struct {
	retreat []flight // none: they fight on
	rear    []portion
}

// standing is what a player has filed for whenever it may be needed. It stays in force until they change it.
type standing struct {
	attacked []attacked // by province, that for all others last
	insist   []insist   // likewise
	bonus    []Type     // which unit gets their leader's bonus, best first (SU-16)
	// which units go first where they have to choose: for want of money, from aboard (SU-4, SU-7, SU-12)
	lose  []Type
	react []react  // chits
	ally  []string // with whom they would be allied (SU-13); all others they would not
	lend  []loan
	raid  []ride
}

// attacked is what a player does when they are attacked.
type attacked struct {
	at    Area // nowhere: everywhere else
	limit limit
}

// insist is a battle that a player wants in another's turn, at odds of their strength to the enemy's (SU-14).
type insist struct {
	at       Area // nowhere: everywhere else
	num, den int  // "3:2"; 0:1 where no odds are named
}

// react is a chit that is played when it may be.
type react struct {
	chit int
	at   []Area // only there; none: anywhere
	with string // of a raid
	when When   // OnRevolt or AtTurnStart; AnyTurn: at once, in whosever turn
}

// A loan is units that an ally may move and fight with in their turn.
type loan struct {
	at    Area      // nowhere: wherever they are
	units []portion // none: all there
	to    string
}

// A ride is the price in talents at which a player lends cavalry for a raid (K6).
type ride struct {
	to    string
	price int
}

// losing are all types in the order in which a player would lose units where they have to choose: what they have said,
// then the worst first, fleets last.
func (s standing) losing() []Type {
	out := slices.Clone(s.lose)
	for t := Levy; t <= Fleet; t++ {
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// of is what a sheet has on it that can answer a question of a kind. Whoever passes does nothing else.
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

// idle reports whether nothing is on a sheet that is for a turn.
func (s sheet) idle() bool {
	return len(s.home)+len(s.play)+len(s.give)+len(s.buy)+len(s.moves)+len(s.fights) == 0 && !s.ransom
}

// once reports whether nothing is on a sheet twice of which only one can count.
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

// sort puts what is for all other provinces behind the rest.
func (s standing) sort() {
	lastly(s.attacked, func(a attacked) bool { return a.at == nowhere })
	lastly(s.insist, func(i insist) bool { return i.at == nowhere })
}
