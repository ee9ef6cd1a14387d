package decatur

import "slices"

// A sheet is what a player has filed for a round: what they would do, best first, and how they want others' deeds
// answered. In normal form it has a line for each.
type sheet struct {
	turn  []alternative
	rules standing
	call  call
}

// An alternative is one of the things that a player would do in their turn.
type alternative struct {
	do   action
	when condition // nil: always
}

// An action is one of the seven of the rules, or to pass.
type action interface {
	// words are the action in normal form.
	words(*Board) string
}

type (
	// pass does nothing (DC-9).
	pass struct{}
	// drawCard draws an influence card (DC-12).
	drawCard struct{}
	// exchange discards cards of one kind, and draws as many (DC-13).
	exchange struct {
		kind         Commonwealth
		hand, inPlay int // how many; all if both are 0
	}
	// restructure takes all factors off the board, and places seven (DC-14).
	restructure struct{ at Loc }
	// expand adds a factor to each of one or two locations (DC-15).
	expand struct{ at []Loc }
	// port builds one (DC-16).
	port struct {
		at    Loc
		ocean Ocean // "": the only one, or the only one that can be
	}
	// consolidate moves factors from other locations to one (DC-17).
	consolidate struct {
		to   Loc
		from []origin
	}
	// venture moves from one location to another, or attempts a takeover there (DC-18).
	venture struct {
		from, to Loc
		ladder   ladder
	}
)

// An origin is where factors are moved from, and how many; 0 for all.
type origin struct {
	at Loc
	n  int
}

// A ladder is how a contender bids. Factors are of the origin.
type ladder struct {
	// factors to begin with, or all; unset: none where max is said or the player is asked, else all
	commit      int
	max         int            // factors at the most, or all; unset: as many as commit
	play        []Commonwealth // the cards that they are ready to play, first to last
	discard     []Commonwealth // the kinds that go first from play where there is no room (DC-22)
	cardsFirst  bool           // a raise takes a card rather than factors; else factors rather than a card
	move        int            // factors that go into the vacated location, committed ones included; unset: those
	interactive bool           // each bid is asked
}

// Special values of a number of factors.
const (
	unset = -2
	all   = -1
)

// standing is what a player has filed for whenever it may be needed. It stays in force until they change it.
type standing struct {
	defend   []defence      // by location, that for all others last
	relocate []relocation   // likewise
	keep     []Commonwealth // cards to be kept in hand, best first (DC-12)
	discard  []Commonwealth // kinds that go first from play, where there are more than three cards
}

// A defence is how a player answers a takeover of one of their locations.
type defence struct {
	at          Loc            // everywhere
	matching    bool           // all cards that match; else those of play
	play        []Commonwealth // first to last; empty and not matching: none
	upTo        int            // cards at the most; unset: as many as there are
	onlyIfWins  bool           // only such a bid as nothing can beat that the contender may still have
	interactive bool           // each bid is asked
}

// A relocation is where factors go that are driven out of a location.
type relocation struct {
	at    Loc   // everywhere
	to    []Loc // best first
	ocean Ocean // of the fleet that goes with the port, where there is a choice (DC-26); "": the port's own
	n     int   // factors that go; unset: all that can. Only where that is ruled to be the player's choice
}

// everywhere stands for a player's locations that are not named.
const everywhere Loc = -1

// A call is what a player does about the clock marker, where players have to move it themselves (DC-6).
type call struct {
	clock   bool  // the first player moves it
	decatur []Loc // another calls "Decatur": where the penalty is taken, best first
}

// bidding is a player's answer when they are asked for a bid.
type bidding struct {
	concede bool
	commit  int            // factors committed in all, by the contender; unset: as they are
	play    []Commonwealth // cards to be played
	discard []Commonwealth // kinds that go first from play to make room; else by their standing orders
}

// parting is a player's answer when they have too many cards.
type parting struct {
	play    []Commonwealth // of the hand, that go into play
	discard []Commonwealth // then of those in play
}

// setDefence puts one in the place of that for the same location; that for all others is the last.
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

// rank puts everywhere behind all locations.
func rank(l Loc) int {
	if l == everywhere {
		return 1 << 20
	}
	return int(l)
}
