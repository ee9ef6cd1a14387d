package dealers

import (
	"slices"

	"deaddrop/adjudicator/queue"
)

// A sheet is what a player has filed: turns for the year, beginning with their next one, and standing orders for
// other players' assaults. In normal form it has one order a line.
type sheet struct {
	turns queue.Queue[deed]
	rules standing
}

// A deed is one alternative for a turn.
type deed struct {
	pass   passing
	action string   // name of the box of the action board; "" with a pass
	leader bool     // whether it is chosen with the leader cube: BY LEADER (DH-6)
	token  bool     // whether it is chosen with the start player token: BY TOKEN (option token)
	bonus  []string // cards to dismiss before a reorganize action (DH-11)
	steps  []step   // steps, in the order in which they are carried out
	tidy   tidy     // cards to discard at the end of the turn (DH-9)
	done   bool     // whether the player is not to be asked again in the middle of the turn
	said   []int    // indices of the parts of the letter that it comes from
	tidied int      // number of the part of the letter with tidy, counted from 1; 0 if none
}

// A passing says for how long a player passes.
type passing string

const (
	passNot  passing = ""
	passOnce passing = "once"
	passYear passing = "year" // the player passes for the rest of the year
)

// A stepKind is the kind of a step.
type stepKind string

// The steps of a turn (DH-7).
const (
	stepPlay    stepKind = "play"    // cards from hand or ready area
	stepUse     stepKind = "use"     // a location, or the ability of a city, a faction or a master
	stepTrain   stepKind = "train"   // cards, paid for with the available support (DH-17)
	stepDismiss stepKind = "dismiss" // cards, as the action demands (DH-12)
	// hand cards to the ready area: leader cards in any turn, others as the action allows (DH-7, DH-15)
	stepReady   stepKind = "ready"
	stepDo      stepKind = "do" // the automatic effect of the action; before all steps if it is not among them
	stepAssault stepKind = "assault"
)

// A step is a step of a turn.
type step struct {
	kind   stepKind
	play   play     // the card or ability, for play and use
	cards  []string // the cards, for train, dismiss and ready
	battle battle   // how the battle is fought, for assault
	said   int      // number of the part of the letter that it comes from, counted from 1; 0 if none
}

// A play is a card that is played for one of its values, or, if use is set, a location or an ability that is used.
type play struct {
	card   string // name of a card, location, faction or family
	use    bool
	value  Strength // value that a card is given
	ready  bool     // whether it is played from the ready area, even if such a card is in hand
	drawn  bool     // whether it is played only if it is in hand by then
	choice choice
}

// A choice is what a player chooses where effects leave something open.
type choice struct {
	none    bool   // whether the effect is declined
	on      string // another player
	take    []string
	dismiss []string
	ready   []string
}

// A battle is an order for an assault (DH-21 to DH-25).
type battle struct {
	at, from Area // target and start; from is nowhere for the cheapest path from any territory
	first    []play
	min      bool // whether only as many plays of the first step are made as are needed, in their order
	// plays if the defender reaches the attack: as many as are needed, in their order, or none if all together can't
	// win
	final []play
	all   bool // whether all plays of the final step are made
	said  bool // whether the order covers the final step, so that the player is not asked
}

// A tidy is which hand cards are discarded before the hand is refilled: the named ones, or, if keep is set, all
// others.
type tidy struct {
	keep  bool
	cards []string
}

// A standing is a player's standing orders for other players' assaults and for winters.
type standing struct {
	defend []defence
	winter *tidy // cards to discard in winter; nil if not given, so that the player is asked (DH-10)
	stop   []halt
}

// A defence is an order for which cards to play when attacked (DH-25). The first one with the right place and
// attacker counts.
type defence struct {
	at      Area   // the place; nowhere for any
	against string // the only attacker that it applies to; "" for any
	// plays in this order, as far as possible, and as few as are needed to hold the territory against the current
	// attack
	plays []play
	area  bool // whether the cards in the ready area follow
	hand  bool // whether all hand cards follow after that, the strongest first
	more  int  // surplus over what is needed, if possible
	all   bool // whether all of them are played
	// whether they are played even if all together do not hold the territory; otherwise nothing is played then
	anyway bool
}

// A halt is an event at which a queue stops for its player.
type halt struct {
	at Area // the place; nowhere for any
}

// deed returns the alternative that the current line of a turn is for.
func (s *sheet) deed() *deed { return s.turns.Part(false, deed{}) }

func (d *deed) add(x step) { d.steps = append(d.steps, x) }

// isChosen reports whether a deed has an action or a pass.
func (d *deed) isChosen() bool { return d.action != "" || d.pass != passNot }

// putDefence puts a defence on the list, replacing the one for the same place and player.
func (s *standing) putDefence(d defence) {
	same := func(x defence) bool { return x.at == d.at && x.against == d.against }
	s.defend = lastly(putBy(s.defend, d, same), defence.rank)
}

func (s *standing) putHalt(h halt) {
	s.stop = putBy(s.stop, h, func(o halt) bool { return o == h })
}

// rank returns the rank of a defence for sorting: those for one place before those for any, and against one player
// before those against any.
func (d defence) rank() int {
	n := 0
	if d.at == nowhere {
		n += 2
	}
	if d.against == "" {
		n++
	}
	return n
}

// putBy adds an item to a list, in place of the one that it replaces.
func putBy[T any](list []T, x T, same func(T) bool) []T {
	if i := slices.IndexFunc(list, same); i >= 0 {
		list[i] = x
		return list
	}
	return append(list, x)
}

// lastly moves the orders for all others behind those for one, and keeps the order otherwise.
func lastly[T any](list []T, rank func(T) int) []T {
	slices.SortStableFunc(list, func(x, y T) int { return rank(x) - rank(y) })
	return list
}
