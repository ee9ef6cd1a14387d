package decatur

import "slices"

// A sheet is what a player has filed for a round: alternatives for their turn, the best first, and standing orders
// for answers to others' actions. Its normal form has a line for each.
type sheet struct {
	turn  []alternative
	rules standing
	call  call
}

// An alternative is one of several possible actions in a player's turn.
type alternative struct {
	do   action
	when condition // nil if there is no condition
}

// An action is one of the seven actions of the rules, or passing.
type action interface {
	// words returns the action in normal form.
	words(*Board) string
}

type (
	// pass does nothing (DC-9).
	pass struct{}
	// drawCard draws an influence card (DC-12).
	drawCard struct{}
	// exchange discards cards of one kind, and draws the same number (DC-13).
	exchange struct {
		kind         Commonwealth
		hand, inPlay int // numbers of cards; all if both are 0
	}
	// restructure removes all of the player's factors from the board, and places seven (DC-14).
	restructure struct{ at Loc }
	// expand adds a factor to each of one or two locations (DC-15).
	expand struct{ at []Loc }
	// port builds a port (DC-16).
	port struct {
		at    Loc
		ocean Ocean // "" for the only ocean, or the only one that has room
	}
	// consolidate moves factors from several locations to one (DC-17).
	consolidate struct {
		to   Loc
		from []origin
	}
	// venture moves factors from one location to another, or attempts a takeover there (DC-18).
	venture struct {
		from, to Loc
		ladder   ladder
	}
)

// An origin is a location that factors are moved from, and their number; 0 for all.
type origin struct {
	at Loc
	n  int
}

// A ladder says how a contender bids, with factors from the origin.
type ladder struct {
	// factors at the beginning, or all; unset means none if max is given or the player is asked, otherwise all
	commit     int
	max        int            // largest number of factors, or all; unset means the same as commit
	play       []Commonwealth // cards to be played, in this order
	discard    []Commonwealth // kinds that leave play first if there is no room (DC-22)
	cardsFirst bool           // whether to raise by a card rather than by factors, if both are possible
	// number of factors that move into the vacated location, including those committed; unset for only those
	move        int
	interactive bool // whether the player is asked for each bid
}

// Special values for a number of factors.
const (
	unset = -2
	all   = -1
)

// standing contains a player's standing orders, which stay in force until they are changed.
type standing struct {
	defend   []defence      // by location; the one for all others comes last
	relocate []relocation   // in the same order as defend
	keep     []Commonwealth // kinds of cards to be kept in hand, the most important first (DC-12)
	discard  []Commonwealth // kinds of cards that leave play first, if there are more than three
}

// A defence says how a player answers a takeover of one of their locations.
type defence struct {
	at          Loc            // the location, or everywhere
	matching    bool           // whether to use all matching cards instead of those in play
	play        []Commonwealth // cards to be played, in this order; if empty and matching is not set, none
	upTo        int            // largest number of cards; unset for any number
	onlyIfWins  bool           // whether to bid only what the contender can't beat with what they may still have
	interactive bool           // whether the player is asked for each bid
}

// A relocation says where factors go that are driven out of a location.
type relocation struct {
	at Loc   // the location, or everywhere
	to []Loc // destinations, the best first
	// the ocean of the fleet that is lost with the port, if there is a choice (DC-26); "" for the port's own
	ocean Ocean
	n     int // number of factors that go; unset for all that can. Used only if the options let the player choose
}

// everywhere stands for all of a player's locations without an entry of their own.
const everywhere Loc = -1

// A call says what a player does about the clock marker, if players move it themselves (DC-6).
type call struct {
	clock bool // whether the first player moves the clock marker
	// for the other players: call "Decatur", with the locations that should lose a factor, in order of preference
	decatur []Loc
}

// A bidding is a player's answer to the request for a bid.
type bidding struct {
	concede bool
	commit  int            // for the contender: total number of factors committed; unset for no change
	play    []Commonwealth // cards to be played
	discard []Commonwealth // kinds that leave play first to make room; nil to use the standing orders
}

// A parting is a player's answer if they have too many cards.
type parting struct {
	play    []Commonwealth // cards of the hand that go into play
	discard []Commonwealth // cards that are then discarded from play
}

// setDefence adds a defence, replacing the one for the same location. The defence for all others stays last.
func (s *standing) setDefence(d defence) {
	if i := slices.IndexFunc(s.defend, func(o defence) bool { return o.at == d.at }); i >= 0 {
		s.defend[i] = d
		return
	}
	s.defend = append(s.defend, d)
	slices.SortFunc(s.defend, func(a, b defence) int { return rank(a.at) - rank(b.at) })
}

func (s *standing) setRelocation(d relocation) {
	if i := slices.IndexFunc(s.relocate, func(o relocation) bool { return o.at == d.at }); i >= 0 {
		s.relocate[i] = d
		return
	}
	s.relocate = append(s.relocate, d)
	slices.SortFunc(s.relocate, func(a, b relocation) int { return rank(a.at) - rank(b.at) })
}

// rank sorts everywhere after all locations.
func rank(l Loc) int {
	if l == everywhere {
		return 1 << 20
	}
	return int(l)
}
