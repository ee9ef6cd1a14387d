package dealers

import "deaddrop/adjudicator/pack"

// An Op is the kind of an effect.
type Op = pack.Op

// The kinds of effects. Apart from Target, an effect uses only the fields that the comment on its kind names. The
// player who plays or uses the card decides what is left open: with ON for another player, and TAKE, DISMISS and
// READY for cards. An effect without a choice that it needs, or one that is impossible, does nothing.
const (
	// Target gains Amount markers of the strength What for this turn; defence until their next turn (DH-27)
	OpGain       = pack.OpGain
	OpDraw       = pack.OpDraw // Target draws Amount cards, even beyond the size of their hand
	OpPoints  Op = "points"    // Target scores Amount points, or loses them if negative
	OpDismiss Op = "dismiss"   // up to Amount cards of the player's hand or discard pile are dismissed (DISMISS; DH-12)
	OpReady   Op = "ready"     // up to Amount cards of the player's hand go to their ready area (READY; DH-15)
	OpRecover Op = "recover"   // up to Amount cards of the player's discard pile go to their hand (TAKE)
	// up to Amount cards that cost no more than Cost are trained for free (TAKE), of the kind What if it is not "". A
	// level 2 card needs what it always needs, and masters can't be trained in this way
	OpTrain   Op = "train"
	OpSpoils  Op = "spoils"  // Target gains Amount cards of the stack What, "2" or "3"
	OpDiscard Op = "discard" // Target discards Amount random cards of their hand
	OpShuffle Op = "shuffle" // the player's discard pile is shuffled and put under their draw pile
	OpGM         = pack.OpGM // left to the game master, who is shown Text
	OpNone       = pack.OpNone
)

// The targets of effects, in addition to those of all games.
const (
	toChosen = "chosen" // another player, whom the player names (ON)
	// the player with the most points apart from the one who plays the card; on a tie the next one to the left of
	// that player
	toLeader = "leader"
)

// An Effect is one thing that a card does.
type Effect struct {
	pack.Effect
	Cost int // for train, the highest cost of a card
}

// A Passive is the permanent bonuses that a player has from a faction, a city or a master.
type Passive struct {
	Hand    int // additional cards in hand
	Attack  int // additional attack in each assault
	Oversea int // additional attack in each assault over sea
	Raid    int // additional attack in each assault on a player
	Defence int // additional defence in each territory
	Support int // additional support in each train action
	// reduction of the difficulty of each sea on the path, to no less than 0
	Sea                                     int
	Victory                                 int // additional points for a territory taken from a player
	Masses, Citizen, Level1, Level2, Master int // reduction of the cost to train such a card, to no less than 0
}

// A Scoring is a rule by which a leader scores in winter (DH-10): Points for every Each of what Per counts, up to
// Most.
type Scoring struct {
	Per    Measure
	Each   int
	Points int
	Most   int
}

// A Measure is a count for which a leader scores.
type Measure string

// The measures.
const (
	PerTerritories Measure = "territories" // territories that they hold
	PerCoast       Measure = "coast"       // territories that they hold on a coast
	PerInland      Measure = "inland"      // territories that they hold inland
	PerCities      Measure = "cities"      // start and prize cities that they hold, including their capital
	PerMasters     Measure = "masters"
	PerSpoils      Measure = "spoils"   // spoils cards that they have not used
	PerTaken       Measure = "taken"    // territories that they took this year
	PerWon         Measure = "won"      // territories that they took from players this year
	PerTrained     Measure = "trained"  // cards and masters that they trained this year
	PerDefended    Measure = "defended" // assaults on them this year that failed
	PerReady       Measure = "ready"    // cards in their ready area
	PerMost        Measure = "most"     // 1 if nobody holds more territories
)
