package dealers

import (
	"slices"

	"deaddrop/adjudicator/queue"
)

// A sheet is what a player has filed: turns for the year, the first of which is their next one, and how they want
// others' assaults answered. In normal form it has a line for each thing.
type sheet struct {
	turns queue.Queue[deed]
	rules standing
}

// A deed is one alternative for a turn.
type deed struct {
	pass   passing
	action string   // name of the box of the action board; "" with a pass
	leader bool     // it is chosen with the leader cube: BY LEADER (DH-6)
	token  bool     // it is chosen with the start player token: BY TOKEN (option token)
	bonus  []string // cards that are dismissed before a reorganize action (DH-11)
	steps  []step   // in the order in which they are carried out
	tidy   tidy     // at the end of the turn (DH-9)
	done   bool     // they are not asked again in the middle of the turn
	said   []int    // the parts of the letter that it is made of, by their places
	tidied int      // the part of the letter that has tidy, by its place counted from 1; 0 for none
}

// A passing says for how long a player passes.
type passing string

const (
	passNot  passing = ""
	passOnce passing = "once"
	passYear passing = "year" // as often as they are on turn this year
)

// A stepKind is what is done in a step.
type stepKind string

// The steps of a turn (DH-7).
const (
	stepPlay    stepKind = "play"    // cards from hand or ready area
	stepUse     stepKind = "use"     // a location, or the ability of a city, a faction or a master
	stepTrain   stepKind = "train"   // cards, for the support that there is (DH-17)
	stepDismiss stepKind = "dismiss" // cards, as the action has it (DH-12)
	// hand cards to the ready area: leader cards in any turn, others as the action has it (DH-7, DH-15)
	stepReady   stepKind = "ready"
	stepDo      stepKind = "do" // what the action does of itself; before all steps if it is not among them
	stepAssault stepKind = "assault"
)

// A step is one thing of a turn.
type step struct {
	kind   stepKind
	play   play     // of play and use: one card or ability
	cards  []string // of train, dismiss and ready
	battle battle   // of assault
	said   int      // the part of the letter that it comes from, by its place counted from 1; 0 for none
}

// A play is a card that is played with one of its values, or, if use is set, a location or an ability that is used.
type play struct {
	card   string // the name of a card, location, faction or family
	use    bool
	value  Strength // of a card
	ready  bool     // from the ready area, even if such a card is in hand
	drawn  bool     // only if it is in hand by then
	choice choice
}

// A choice is what a player says of what effects leave open.
type choice struct {
	none    bool   // the effect is not wanted
	on      string // a player
	take    []string
	dismiss []string
	ready   []string
}

// A battle is an assault as it is ordered (DH-21 to DH-25).
type battle struct {
	at, from Area // from is nowhere: the cheapest way from any territory
	first    []play
	min      bool // of the first step only as many as are needed, in their order
	// if the defender reaches the attack, as many as are needed, in their order; nothing if all together can't win
	final []play
	all   bool // of the final step all
	said  bool // something was said of the final step, so that they are not asked
}

// A tidy is which hand cards are discarded before the hand is refilled: those named, or, if keep is set, all but those.
type tidy struct {
	keep  bool
	cards []string
}

// A standing is how a player wants others' deeds and winters to be answered, whenever they happen.
type standing struct {
	defend []defence
	winter *tidy // nil: not said, so that they are asked (DH-10)
	stop   []halt
}

// A defence is which cards a player plays when they are attacked (DH-25): the first whose place and attacker fit
// counts.
type defence struct {
	at      Area   // nowhere: anywhere
	against string // only against this player; "": against any
	// in this order, as far as they have them, and as few as hold the territory against the attack as it stands
	plays  []play
	area   bool // after those: what is in the ready area
	hand   bool // and then all cards of the hand, the strongest first
	more   int  // so much more than is needed, if that can be
	all    bool // all of them are played
	anyway bool // even if all together do not hold the territory; else nothing is played then
}

// A halt is when a queue is to wait for its player.
type halt struct {
	at Area // nowhere: anywhere
}

// deed is the alternative that a line of a turn is for.
func (s *sheet) deed() *deed { return s.turns.Part(false, deed{}) }

func (d *deed) add(x step) { d.steps = append(d.steps, x) }

// isChosen reports whether a deed says what kind of turn it is: an action, or a pass.
func (d *deed) isChosen() bool { return d.action != "" || d.pass != passNot }

// putDefence puts one in the place of that for the same place and player.
func (s *standing) putDefence(d defence) {
	same := func(x defence) bool { return x.at == d.at && x.against == d.against }
	s.defend = lastly(putBy(s.defend, d, same), defence.rank)
}

func (s *standing) putHalt(h halt) {
	s.stop = putBy(s.stop, h, func(o halt) bool { return o == h })
}

// rank puts a defence of one place before one of all, and against one before that against any.
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

// putBy puts an item on a list, in the place of that which it replaces.
func putBy[T any](list []T, x T, same func(T) bool) []T {
	if i := slices.IndexFunc(list, same); i >= 0 {
		list[i] = x
		return list
	}
	return append(list, x)
}

// lastly puts what is for all others behind what is for one, and keeps the order else.
func lastly[T any](list []T, rank func(T) int) []T {
	slices.SortStableFunc(list, func(x, y T) int { return rank(x) - rank(y) })
	return list
}
