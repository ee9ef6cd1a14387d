package dishonest

import "deaddrop/adjudicator/pack"

// An Op is what an effect does.
type Op = pack.Op

// The vocabulary of effects. An effect has only what its comment here names, beside a Target. What is left open the
// player says who plays the card or tile: with AT for places, ON for a power, TAKE for a resource, BUILD for units,
// MOVE for movements. An effect for which they say nothing, or which can't be, does nothing. What has a Place is there,
// and nothing is left open; it then needs no factory, and no region of the player's next to it.
const (
	// Target gains Amount of What, or loses so many if it is negative; of any resource (TAKE) if What is ""
	OpGain = pack.OpGain
	// takes Amount of What from Target, as far as they have them; which, if What is "", the player says (TAKE)
	OpSteal Op = "steal"
	OpDraw     = pack.OpDraw // Target draws Amount cards
	// Target gets Units where the player says (AT), in regions or sea-zones where they could mobilize them; or, if
	// Amount is negative, loses so many units there (AT), the cheapest first
	OpUnits = pack.OpUnits
	// Amount units are mobilized (BUILD), which cost Less money less each, and no operations (DD-37)
	OpBuild    Op = "build"
	OpMove     Op = "move"     // Amount movements as in a tactics action (MOVE), without operations (DD-18)
	OpGarrison Op = "garrison" // Amount garrisons are placed or upgraded (AT), without operations (DD-38)
	// a neutral garrison of at most Amount is gone (AT), in a region next to one that the player holds, or to ships of
	// theirs
	OpSubvert Op = "subvert"
	// markers of Target's in Amount neutral regions without a garrison (AT), each next to a region that they hold, or
	// to ships of theirs
	OpColony   Op = "colony"
	OpQuagmire Op = "quagmire" // a quagmire in a region (AT), but no homeland (DD-24)
	OpOrder    Op = "order"    // Target goes up Amount places on the League track, or down if it is negative (DD-13)
	OpPool     Op = "pool"     // Target has Amount cubes more in their pool, from the bank (DD-8)
	OpPoints   Op = "points"   // Target has Amount points more, or less if it is negative
	OpScore    Op = "score"    // of the game master: the card that they were asked about is scored
	OpGM          = pack.OpGM  // only the game master can say: they are asked, with Text
	OpNone        = pack.OpNone
)

// Targets of effects, beside those of all games and the powers.
const (
	toChosen  = "chosen"  // the power that the player names (ON), not themself
	toSpeaker = "speaker" // who is first on the League track
	toLast    = "last"    // who is last on the League track
	toLeader  = "leader"  // who has most points, of all but the player; of equals the first on the League track
)

// An Effect is one thing that a card or tile does. Its What is a resource, and its Place an area.
type Effect struct {
	pack.Effect
	Less  int
	Units Force
}

// A Condition is what has to be when a card is scored (DD-15).
type Condition struct {
	Kind   Test
	Amount int
	What   string   // a continent of regions, a resource of symbols; or ""
	Type   Type     // of units
	Areas  []string // of places
	Text   string   // of gm
}

// A Test is a kind of condition.
type Test string

// The vocabulary of conditions.
const (
	IfObjectives Test = "objectives" // holds Amount objectives or more
	IfRegions    Test = "regions"    // holds Amount regions or more in the continent What, or anywhere
	IfColonies   Test = "colonies"   // has Amount colonies or more that nobody else occupies
	IfSymbols    Test = "symbols"    // controls Amount symbols or more of What
	IfUnits      Test = "units"      // has Amount units of Type or more
	IfSeas       Test = "seas"       // has ships in Amount sea-zones or more
	IfPlaces     Test = "places"     // holds all of Areas
	IfWon        Test = "won"        // has won Amount battles or more as the attacker this year
	IfSpeaker    Test = "speaker"    // is first on the League track
	IfGM         Test = "gm"         // only the game master can say, with Text
)
