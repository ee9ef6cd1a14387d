package dishonest

import (
	"slices"

	"deaddrop/adjudicator/queue"
)

// A sheet is what a player has filed: turns for the action phase, the first of which is their next one, and how they
// want others' deeds answered; in the income phase what they do there. In normal form it has a line for each thing.
type sheet struct {
	income income
	turns  queue.Queue[deed]
	rules  standing
}

// An income is what a player decides in the income phase, all at once.
type income struct {
	draw int // cards that they draw, at most 2; unsaid: as many as they may
	// cubes for the supply pool: supply and oil (DD-7); nil: they have said nothing, and get what their largest stack
	// needs
	pool     *bundle
	bid      *bundle  // for the League of Nations (DD-9); nil: they have said nothing
	ideology []string // tiles, best first (DD-11)
	ally     []string // with whom they would ally, best first (DD-12)
	none     bool     // they say that they do nothing of it
	ifs      []provided
}

// A provided is what a player does in the income phase if what is revealed before it is so (DD-47): that they draw a
// card, or that their bid is the first.
type provided struct {
	drawn int    // the number of a card; 0: that the bid has won
	says  income // one line
}

// holds reports whether the condition holds for who has drawn these cards, and has won the bidding or not.
func (x provided) holds(drawn []int, won bool) bool {
	if x.drawn == 0 {
		return won
	}
	return slices.Contains(drawn, x.drawn)
}

// knowing is an income with what of its conditions holds. Of several for the same thing the first counts.
func (in income) knowing(drawn []int, won bool) income {
	for _, x := range slices.Backward(in.ifs) {
		if x.holds(drawn, won) {
			in = in.overlaid(x.says)
		}
	}
	return in
}

// overlaid is an income in which what another one says takes the place of what was said.
func (in income) overlaid(x income) income {
	if x.pool != nil {
		in.pool = x.pool
	}
	if x.bid != nil {
		in.bid = x.bid
	}
	if len(x.ideology) > 0 {
		in.ideology = x.ideology
	}
	if len(x.ally) > 0 {
		in.ally = x.ally
	}
	return in
}

// unsaid, as a number of cards, is what is not said.
const unsaid = -1

// A bundle is cubes: so many of each, and so many more of one kind, for which oil stands where that runs out.
type bundle struct {
	cubes Cubes
	any   int // of supply, then oil, in a pool; of a bid nothing
}

// A deed is one alternative for a turn: the card step, the action or pass, the battles that it leads to, and annexing.
type deed struct {
	play    *play // nil: no card
	act     act
	battles []order // of the attacker, in the order in which the battles are fought (DD-18)
	annex   Area    // nowhere: none (DD-40)

}

// A play is a card that is played in the card step (DD-14).
type play struct {
	card   int
	score  bool // for its scoring effect, else for its strategy effect
	choice choice
}

// An actKind is what a player does in their turn.
type actKind string

// The actions (the rule text's section 5). With a card that is an action there is no other.
const (
	actNone     actKind = "" // a card that is an action, or nothing said
	actTactics  actKind = "tactics"
	actMobilize actKind = "mobilize"
	actGarrison actKind = "garrison"
	actIdeology actKind = "ideology"
	actPass     actKind = "pass"
)

// An act is the action of a turn.
type act struct {
	kind   actKind
	ops    int        // of tactics: what is paid, 1 to 3; 0: as few as the moves need
	moves  []move     // of tactics
	buy    []purchase // of mobilize
	at     Area       // of garrison
	choice choice     // of ideology: for the primary effects of the tile
}

// A choice is what a player says of what effects leave open.
type choice struct {
	at   []Area
	on   []string  // powers
	take *Resource // nil: not said
	buy  []purchase
	move []move
}

// A purchase is units that are built (DD-37).
type purchase struct {
	n    int
	unit Type
	at   Area
}

// A move is the way of so many units of one type, together, in one tactics action (DD-18): as many movements as it
// needs.
type move struct {
	n    int
	unit Type
	// where they start, then each space in which they pass or stop; a stop at sea is not for whoever is carried
	path []Area
	home Area // of fighters that go to a battle: where they return to, which is where they start; nowhere: not said
}

// An order is what a player wants in a battle: the attacker's rides with their action, the defender's stands.
type order struct {
	at      Area     // nowhere: anywhere
	against string   // only against this power; "": against any
	deploy  []deploy // of a defender (DD-26)
	stakes  []stake  // the first whose condition holds counts (DD-27); none: nothing is committed
	lose    []Type   // what is lost first (DD-29); types that are not named follow in the order of the default
	retreat []Area   // where to, best first (DD-31); none: the nearest own region or zone is found
}

// A deploy is fighters that a defender brings from a region next to a battle.
type deploy struct {
	n    int // or all
	from Area
}

// all, as a number of fighters or cubes, is as many as there are.
const all = -2

// A stake is what is committed to a battle, and when.
type stake struct {
	supply int    // cubes of supply, then oil; or all
	card   int    // 0: none
	when   []when // all must hold
}

// A when is a condition of a stake, on what lies open when commitments are due: units, garrison and deployed fighters.
type when struct {
	kind whenKind
	n, m int  // DEPLOYED >= n; STRENGTH >= n or < n; ODDS >= n:m of own to the enemy's strength
	less bool // "<" in the place of ">="
}

// A whenKind is what a condition looks at.
type whenKind string

// The conditions.
const (
	whenDeployed whenKind = "deployed" // fighters that the defender has deployed
	whenStrength whenKind = "strength" // of the enemy, with garrison
	whenOdds     whenKind = "odds"     // own strength to the enemy's
)

// A standing is what stays in force until its player changes it.
type standing struct {
	defend    []order     // as the defender; the one for the place comes before the one for any
	secondary []secondary // by tile (DD-39)
	lose      []Type      // what goes first, where no order for a battle says it, and in supply checks (DD-41)
	ties      []string    // the Speaker's order of who comes first among equal bids (DD-9)
	stop      []stop      // when the queue of turns is not to go on
}

// A secondary is what a player does when another plays a tile.
type secondary struct {
	tile   string // "": any
	no     bool
	choice choice
}

// A stop is an event at which the queue waits, and its player is asked.
type stop struct {
	at Area // attacked or entered there; nowhere: wherever they are attacked
}

// empty reports whether there are no standing orders.
func (rules standing) empty() bool {
	return len(rules.defend)+len(rules.secondary)+len(rules.lose)+len(rules.ties)+len(rules.stop) == 0
}

// of is what a sheet has on it that can answer a question of a kind.
func (s sheet) of(kind string) sheet {
	x := s.income
	nothing := x.none && len(s.turns) == 0 && s.rules.empty()
	switch kind {
	case "income":
		return s
	case "bid":
		return sheet{income: income{draw: unsaid, bid: x.bid}}
	case "ideology":
		return sheet{income: income{draw: unsaid, ideology: x.ideology}}
	}
	s.income = income{draw: unsaid, none: nothing}
	return s
}

// deed is the alternative that a line of a turn is for.
func (s *sheet) deed() *deed { return s.turns.Part(false, deed{annex: nowhere}) }

// putBattle puts an attacker's order in a deed, or takes that for the same place out if it says nothing.
func (d *deed) putBattle(o order) {
	same := func(x order) bool { return x.at == o.at }
	if o.isNone() {
		d.battles = slices.DeleteFunc(d.battles, same)
		return
	}
	d.battles = putBy(d.battles, o, same)
}

// putDefence puts an order of a defender on the list, or takes that for the same place and power off if it says
// nothing.
func (rules *standing) putDefence(o order) {
	same := func(x order) bool { return x.at == o.at && x.against == o.against }
	if o.isNone() {
		rules.defend = slices.DeleteFunc(rules.defend, same)
		return
	}
	rules.defend = lastly(putBy(rules.defend, o, same), func(o order) int {
		n := 0
		if o.at == nowhere {
			n += 2
		}
		if o.against == "" {
			n++
		}
		return n
	})
}

// putDeploy puts fighters on a list of those that a defender brings, in the place of those from the same region.
func putDeploy(list []deploy, x deploy) []deploy {
	return putBy(list, x, func(d deploy) bool { return d.from == x.from })
}

// putSecondary puts what is wanted of a tile on the list.
func (rules *standing) putSecondary(x secondary) {
	list := putBy(rules.secondary, x, func(o secondary) bool { return o.tile == x.tile })
	rules.secondary = lastly(list, func(x secondary) int {
		if x.tile == "" {
			return 1
		}
		return 0
	})
}

// putStop puts a stop on the list.
func (rules *standing) putStop(x stop) {
	rules.stop = putBy(rules.stop, x, func(o stop) bool { return o == x })
}

// isNone reports whether an order for a battle says nothing.
func (o order) isNone() bool { return len(o.deploy)+len(o.stakes)+len(o.lose)+len(o.retreat) == 0 }
