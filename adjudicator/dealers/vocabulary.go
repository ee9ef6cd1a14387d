package dealers

import "deaddrop/adjudicator/pack"

// An Op is what an effect does.
type Op = pack.Op

// The vocabulary of effects. An effect has only what its comment here names, beside a Target. What is left open the
// player says who plays or uses the card: ON for another player, TAKE, DISMISS and READY for cards. An effect for which
// they say nothing, or which can't be, does nothing.
const (
	// Target gains Amount markers of the strength What for this turn; of defence, until their next turn (DH-27)
	OpGain       = pack.OpGain
	OpDraw       = pack.OpDraw // Target draws Amount cards, beyond the size of their hand
	OpPoints  Op = "points"    // Target scores Amount points, or loses so many if it is negative
	OpDismiss Op = "dismiss"   // up to Amount cards of the player's hand or discard pile are dismissed (DISMISS; DH-12)
	OpReady   Op = "ready"     // up to Amount cards of their hand go to their ready area (READY; DH-15)
	OpRecover Op = "recover"   // up to Amount cards of their discard pile go to their hand (TAKE)
	// up to Amount cards that cost no more than Cost are trained for nothing (TAKE); of the kind What, if it is not "".
	// A level 2 card needs what it always needs, and no master can be trained so
	OpTrain   Op = "train"
	OpSpoils  Op = "spoils"  // Target gains Amount cards of the stack What, "2" or "3"
	OpDiscard Op = "discard" // Target discards Amount cards of their hand by lot
	OpShuffle Op = "shuffle" // the player's discard pile is shuffled and put under their draw pile
	OpGM         = pack.OpGM // only the game master can say: they are asked, with Text
	OpNone       = pack.OpNone
)

// Targets of effects, beside those of all games.
const (
	toChosen = "chosen" // another player, whom the player names (ON)
	toLeader = "leader" // who has most points, of all but the player; of equals who sits next to their left
)

// An Effect is one thing that a card does.
type Effect struct {
	pack.Effect
	Cost int // of train
}

// A Passive is what somebody has for as long as they have a faction, a city or a master.
type Passive struct {
	Hand                                    int // more cards in their hand
	Attack                                  int // more attack in each assault
	Oversea                                 int // more attack in each assault over sea
	Raid                                    int // more attack in each assault on a player
	Defence                                 int // more defence in each of their territories
	Support                                 int // more support in each train action
	Sea                                     int // less difficulty for each sea on their way, which is never below 0
	Victory                                 int // more points for a territory that they take from a player
	Masses, Citizen, Level1, Level2, Master int // less cost to train such a card, which is never below 0
}

// A Scoring is what a leader scores in winter (DH-10): Points for each Each of what Per counts, and at most Most.
type Scoring struct {
	Per    Measure
	Each   int
	Points int
	Most   int
}

// A Measure is what can be counted of a player.
type Measure string

// The measures.
const (
	PerTerritories Measure = "territories" // that they hold
	PerCoast       Measure = "coast"       // that they hold, and that have a coast
	PerInland      Measure = "inland"      // that they hold, and that have none
	PerCities      Measure = "cities"      // start and prize cities that they hold, their capital among them
	PerMasters     Measure = "masters"
	PerSpoils      Measure = "spoils"   // cards of spoils before them that they have not used
	PerTaken       Measure = "taken"    // territories that they took this year
	PerWon         Measure = "won"      // territories that they took from players this year
	PerTrained     Measure = "trained"  // cards and masters that they trained this year
	PerDefended    Measure = "defended" // assaults on them this year that failed
	PerReady       Measure = "ready"    // cards in their ready area
	PerMost        Measure = "most"     // 1 if nobody holds more territories
)
