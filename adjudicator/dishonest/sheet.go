package dishonest

import (
	"slices"

	"deaddrop/adjudicator/queue"
)

// A sheet is what a player has filed: turns for the action phase, beginning with their next one, and standing orders
// for other players' actions; in the income phase, their decisions there. In normal form it has one order a line.
type sheet struct {
	income income
	turns  queue.Queue[deed]
	rules  standing
}

// An income is a player's decisions in the income phase, all made at once.
type income struct {
	draw int // number of cards to draw, at most 2; unsaid for as many as possible
	// cubes for the supply pool: supply and oil (DD-7); nil if not given, for what the largest stack needs
	pool     *bundle
	bid      *bundle  // cubes for the League of Nations (DD-9); nil if not given
	ideology []string // tiles, best first (DD-11)
	ally     []string // preferred allies, best first (DD-12)
	none     bool     // whether the player explicitly does nothing
	ifs      []provided
}

// A provided is a decision in the income phase that depends on something revealed before it (DD-47): that the player
// draws a certain card, or wins the bidding.
type provided struct {
	drawn int    // the number of a card; 0 for a won bid
	says  income // the decision, which is a single line
}

// holds reports whether the condition holds for a player who has drawn these cards, and has won the bidding or not.
func (x provided) holds(drawn []int, won bool) bool {
	if x.drawn == 0 {
		return won
	}
	return slices.Contains(drawn, x.drawn)
}

// knowing returns an income with the decisions whose conditions hold. If several are for the same thing, the first
// counts.
func (in income) knowing(drawn []int, won bool) income {
	for _, x := range slices.Backward(in.ifs) {
		if x.holds(drawn, won) {
			in = in.overlaid(x.says)
		}
	}
	return in
}

// overlaid returns an income in which the decisions of another one replace its own.
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

// unsaid, as a number of cards, stands for a number that is not given.
const unsaid = -1

// A bundle is a number of cubes of each resource, and a further number of one kind, for which oil is used when that
// runs out.
type bundle struct {
	cubes Cubes
	any   int // cubes of supply, then oil, for a pool; unused for a bid
}

// A deed is one alternative for a turn: the card step, the action or pass, orders for the resulting battles, and
// annexing.
type deed struct {
	play    *play // the card; nil if none
	act     act
	battles []order // orders as the attacker, in the order in which the battles are fought (DD-18)
	annex   Area    // the region to annex; nowhere if none (DD-40)

}

// A play is a card that is played in the card step (DD-14).
type play struct {
	card   int
	score  bool // whether it is played for its scoring effect, and not its strategy effect
	choice choice
}

// An actKind is the kind of a player's action.
type actKind string

// The actions (section 5 of the rules). A card that counts as the action excludes any other.
const (
	actNone     actKind = "" // a card that counts as the action, or no action given
	actTactics  actKind = "tactics"
	actMobilize actKind = "mobilize"
	actGarrison actKind = "garrison"
	actIdeology actKind = "ideology"
	actPass     actKind = "pass"
)

// An act is the action of a turn.
type act struct {
	kind   actKind
	ops    int        // for tactics, the operations paid, 1 to 3; 0 for as few as the moves need
	moves  []move     // moves, for tactics
	buy    []purchase // purchases, for mobilize
	at     Area       // place, for garrison
	choice choice     // for ideology: the choice for the primary effects of the tile
}

// A choice is what a player chooses where effects leave something open.
type choice struct {
	at   []Area
	on   []string  // powers
	take *Resource // the chosen resource; nil if not given
	buy  []purchase
	move []move
}

// A purchase is units that are built (DD-37).
type purchase struct {
	n    int
	unit Type
	at   Area
}

// A move is the path of a number of units of one type that move together in one tactics action, with as many
// movements as needed (DD-18).
type move struct {
	n    int
	unit Type
	// the start, then each space that they pass or stop in; units that are carried don't stop at sea
	path []Area
	home Area // for fighters that go to a battle, where they return, which is where they start; nowhere if not given
}

// An order is what a player wants in a battle. The attacker's order comes with their action, the defender's is a
// standing order.
type order struct {
	at      Area     // the place; nowhere for any
	against string   // the only power that it applies to; "" for any
	deploy  []deploy // for a defender, the fighters to deploy (DD-26)
	// alternatives, of which the first whose condition holds counts (DD-27); none if nothing is committed
	stakes  []stake
	lose    []Type // order in which types are lost (DD-29); types that are not named follow in the default order
	retreat []Area // destinations, best first (DD-31); none for the nearest own region or zone
}

// A deploy is fighters that a defender brings from a region adjacent to a battle.
type deploy struct {
	n    int // number of fighters; may be all
	from Area
}

// all, as a number of fighters or cubes, stands for as many as there are.
const all = -2

// A stake is what is committed to a battle, and under which conditions.
type stake struct {
	supply int    // number of cubes of supply, then oil; may be all
	card   int    // number of the card; 0 if none
	when   []when // conditions, which must all hold
}

// A when is a condition of a stake, on what is public when commitments are due: units, garrison and deployed
// fighters.
type when struct {
	kind whenKind
	n, m int  // DEPLOYED >= n; STRENGTH >= n or < n; ODDS >= n:m of own to the enemy's strength
	less bool // whether the sign is "<" instead of ">="
}

// A whenKind is the quantity that a condition compares.
type whenKind string

// The quantities that conditions compare.
const (
	whenDeployed whenKind = "deployed" // number of fighters that the defender has deployed
	whenStrength whenKind = "strength" // the enemy's strength, garrison included
	whenOdds     whenKind = "odds"     // own strength to the enemy's
)

// A standing is a player's standing orders, which stay in force until the player changes them.
type standing struct {
	defend    []order     // orders as the defender; the one for the place takes precedence over the one for any
	secondary []secondary // by tile (DD-39)
	// order in which types are lost, where no order for a battle says it, and in supply checks (DD-41)
	lose []Type
	ties []string // as the Speaker, the order of players with equal bids (DD-9)
	stop []stop   // events that stop the queue of turns
}

// A secondary is what a player does when another player plays a tile.
type secondary struct {
	tile    string // name of the tile; "" for any
	no      bool
	choice  choice
	fitting bool // whether only the part of choice counts that the tile leaves open
}

// fit returns the reaction to a tile with effects.
func (x secondary) fit(effects []Effect) secondary {
	if !x.fitting {
		return x
	}
	x.fitting = false
	for extra, ok := fits(effects, x.choice); !ok; extra, ok = fits(effects, x.choice) {
		x.choice = x.choice.without(extra)
	}
	return x
}

// without returns a choice without the part that begins with a word.
func (c choice) without(word string) choice {
	switch word {
	case "AT":
		c.at = nil
	case "ON":
		c.on = nil
	case "TAKE":
		c.take = nil
	case "BUILD":
		c.buy = nil
	case "MOVE":
		c.move = nil
	}
	return c
}

// A stop is an event at which the queue stops, and its player is asked.
type stop struct {
	at Area // the area that is attacked or entered; nowhere for an attack anywhere
}

// empty reports whether there are no standing orders.
func (rules standing) empty() bool {
	return len(rules.defend)+len(rules.secondary)+len(rules.lose)+len(rules.ties)+len(rules.stop) == 0
}

// of returns the part of a sheet that can answer a question of a kind.
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

// deed returns the alternative that the current line of a turn is for.
func (s *sheet) deed() *deed { return s.turns.Part(false, deed{annex: nowhere}) }

// putBattle puts an attacker's order in a deed, or removes the one for the same place if the order is empty.
func (d *deed) putBattle(o order) {
	same := func(x order) bool { return x.at == o.at }
	if o.isNone() {
		d.battles = slices.DeleteFunc(d.battles, same)
		return
	}
	d.battles = putBy(d.battles, o, same)
}

// putDefence puts a defender's order on the list, or removes the one for the same place and power if the order is
// empty.
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

// putDeploy puts fighters on a list of those that a defender brings, replacing those from the same region.
func putDeploy(list []deploy, x deploy) []deploy {
	return putBy(list, x, func(d deploy) bool { return d.from == x.from })
}

// putSecondary puts a reaction to a tile on the list.
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

// isNone reports whether an order for a battle is empty.
func (o order) isNone() bool { return len(o.deploy)+len(o.stakes)+len(o.lose)+len(o.retreat) == 0 }
