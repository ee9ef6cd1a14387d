package dishonest

import "deaddrop/adjudicator/pack"

// An Op is the kind of an effect.
type Op = pack.Op

// The kinds of effects. Apart from Target, an effect uses only the fields that the comment on its kind names. The
// player of the card or tile decides what is left open: with AT for places, ON for a power, TAKE for a resource,
// BUILD for units, MOVE for movements. An effect without a choice that it needs, or one that is impossible, does
// nothing. An effect with a Place is there, without a choice; it then needs no factory, and no adjacent region of the
// player.
const (
	// Target gains Amount of What, or loses as many if negative; the player chooses the resource if What is "" (TAKE)
	OpGain = pack.OpGain
	// takes Amount of What from Target, as far as they have them; the player chooses the resource if What is ""
	// (TAKE)
	OpSteal Op = "steal"
	OpDraw     = pack.OpDraw // Target draws Amount cards
	// Target gets Units in places of the player's choice (AT), where they could mobilize them; if Amount is negative,
	// loses as many units there (AT), the cheapest first
	OpUnits = pack.OpUnits
	// Amount units are mobilized (BUILD) at a discount of Less money each, without operations (DD-37)
	OpBuild    Op = "build"
	OpMove     Op = "move"     // Amount movements as in a tactics action (MOVE), without operations (DD-18)
	OpGarrison Op = "garrison" // Amount garrisons are placed or upgraded (AT), without operations (DD-38)
	// a neutral garrison of at most Amount is removed (AT), in a region adjacent to one that the player holds or to
	// their ships
	OpSubvert Op = "subvert"
	// Target gets markers in Amount neutral regions without a garrison (AT), each adjacent to a region that they hold
	// or to their ships
	OpColony   Op = "colony"
	OpQuagmire Op = "quagmire" // a quagmire in a region other than a homeland (AT) (DD-24)
	OpOrder    Op = "order"    // Target goes up Amount places on the League track, or down if negative (DD-13)
	OpPool     Op = "pool"     // Target gets Amount more cubes in their pool, from the bank (DD-8)
	OpPoints   Op = "points"   // Target gets Amount points, or loses them if negative
	OpScore    Op = "score"    // used by the game master only: the card in question is scored
	OpGM          = pack.OpGM  // left to the game master, who is shown Text
	OpNone        = pack.OpNone
)

// The targets of effects, in addition to those of all games and the powers.
const (
	toChosen  = "chosen"  // another power that the player names (ON)
	toSpeaker = "speaker" // the first on the League track
	toLast    = "last"    // the last on the League track
	// the player with the most points apart from the one who plays the card; on a tie the first on the League track
	toLeader = "leader"
)

// An Effect is one thing that a card or tile does. Its What is a resource, and its Place an area.
type Effect struct {
	pack.Effect
	Less  int
	Units Force
}

// A Condition is a requirement for scoring a card (DD-15).
type Condition struct {
	Kind   Test
	Amount int
	What   string   // for regions, a continent; for symbols, a resource; otherwise ""
	Type   Type     // type of units
	Areas  []string // places that the effect is limited to
	Text   string   // what the game master is to decide
}

// A Test is a kind of condition.
type Test string

// The kinds of conditions.
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
	IfGM         Test = "gm"         // left to the game master, who is shown Text
)
