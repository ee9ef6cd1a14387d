package dealers

import "deaddrop/adjudicator"

// The names of the options.
const (
	optTurns    = "turns"
	optYears    = "years"
	optSpeed    = "speed"
	optFamilies = "families"
	optDraft    = "draft"
	optCubes    = "cubes"
	optToken    = "token"
	optRefill   = "refill"
	optFloor    = "points"
	optBorder   = "oversea_defence"
	optTie      = "battle_tie"
	optVictory  = "victory"
	optMarkers  = "markers"
	optSpent    = "defenders_cards"
	optTopmost  = "discards"
	optCities   = "start_cities"
	optPieces   = "pieces"
	optWorth    = "territory_points"
	optEqual    = "equal"
	optLeader   = "leader_cube"
	optHopeless = "hopeless"
	optDismiss  = "dismissed"
	optCredits  = "credits"
	optPace     = "pace"
)

// The values of the option speed, which determines who is asked what, and when.
const (
	patient  = "patient"
	standard = "standard"
	fast     = "fast"
)

// together is the value of the option turns with which everybody files for a round of turns at once (DH-40).
const together = "together"

// options has the options of the game. The first value of each is the default.
var options = []adjudicator.Option{
	{Name: optSpeed, Rule: "DH-4", Values: []string{standard, patient, fast},
		Doc: "what players are asked, and when",
		Means: []string{
			"players with a queue of turns are not waited for; what follows cards drawn in mid-turn, defences, " +
				"last steps of assaults and winters are asked for once, if nothing is on file for them",
			"each turn is waited for, leaders and cities are chosen one after another, and what follows new cards, " +
				"defences, last steps and winters are always asked for",
			"players with a queue of turns are not waited for, and apart from turns and the draft nobody is asked " +
				"anything: what is on file counts",
		}},
	{Name: optTurns, Rule: "DH-40", Values: []string{"apart", together},
		Doc: "whether each turn has a deadline of its own",
		Means: []string{"each turn has a deadline of its own",
			"everybody who can still act files their next turn by one deadline, and these turns are carried out " +
				"one after another; whoever can't carry out what they filed passes, and may go on in the next round"}},
	{Name: optYears, Rule: "DH-41", Values: []string{"edition", "half", "3", "2"},
		Doc: "how many years the game has",
		Means: []string{"the game has its full length",
			"it is a short game with one year for each player, so that everybody begins one; the late era begins " +
				"when at least half of them are over",
			"it is a short game of three years; the late era begins with the third",
			"it is a short game of two years; the late era begins with the second"}},
	{Name: optDraft, Rule: "DH-1", Values: []string{"choose", "lot"},
		Doc:   "how leaders and cities are given out",
		Means: []string{"players choose leaders and start cities", "leaders and start cities are drawn by lot"}},
	{Name: optFamilies, Rule: "DH-1", Values: []string{"lot", "first"},
		Doc: "which families of professionals are in play",
		Means: []string{"the families of professionals in play are drawn by lot",
			"the first families of the edition are in play, up to the number that a game has"}},
	{Name: optCubes, Rule: "DH-3", Values: []string{"winter", "era"},
		Doc: "when action cubes are taken back",
		Means: []string{"action cubes and the start player token are taken back each winter",
			"action cubes are taken back when the late era begins; the start player token each winter"}},
	{Name: optToken, Rule: "DH-3", Values: []string{"last", "any"},
		Doc: "when the start player may use the token",
		Means: []string{"the start player token is used after all small cubes",
			"the start player may use the token at any time: BY TOKEN"}},
	{Name: optRefill, Rule: "DH-5", Values: []string{"both", "end", "start"},
		Doc: "when hands are refilled",
		Means: []string{"hands are refilled at the end of a turn, and at its start if a defence has cost cards",
			"hands are refilled at the end of a turn only", "hands are refilled at the start of a turn only"}},
	{Name: optFloor, Rule: "DH-18", Values: []string{"floor", "below"},
		Doc:   "whether points can fall below zero",
		Means: []string{"points never fall below 0", "points can fall below 0"}},
	{Name: optBorder, Rule: "DH-24", Values: []string{"sea", "interior"},
		Doc: "what an overseas assault on a player's territory has to overcome",
		Means: []string{"an overseas assault has to overcome seas and border, even on a player's territory",
			"an overseas assault on a player's territory has to overcome only its interior defence"}},
	{Name: optTie, Rule: "DH-25", Values: []string{"attacker", "defender"},
		Doc: "who wins when attack and defence are equal at the end",
		Means: []string{
			"an attack that equals the defence wins",
			"an attack has to exceed the defence to win against a player",
		}},
	{Name: optVictory, Rule: "DH-26", Values: []string{"always", "first"},
		Doc: "when a territory taken from a player is worth 2 points",
		Means: []string{
			"a territory taken from a player is worth 2 points at once",
			"a territory taken from a player is worth 2 points if the defender could not answer the first step, " +
				"and none if the last step was needed",
		}},
	{Name: optMarkers, Rule: "DH-27", Values: []string{"stay", "spent"},
		Doc: "what happens to defence markers that helped in a defence",
		Means: []string{"defence markers stay until their player's next turn, and help in each defence",
			"defence markers are spent in the defence in which they helped"}},
	{Name: optSpent, Rule: "DH-27", Values: []string{"discarded", "stay"},
		Doc: "what happens to the cards that a defender has played",
		Means: []string{"a defender's cards go to the discard pile when the assault is over",
			"a defender's cards stay in the play area until the end of the defender's next turn, and do not help " +
				"with training there"}},
	{Name: optTopmost, Rule: "DH-9", Values: []string{"top", "open"},
		Doc: "what others see of a discard pile",
		Means: []string{"players see only the size and the top card of others' discard piles",
			"all discard piles lie open"}},
	{Name: optCities, Rule: "DH-23", Values: []string{"capitals", "all"},
		Doc: "which start cities are safe from assaults",
		Means: []string{"only capitals can't be attacked; start cities that were conquered can",
			"no start city that a player holds can be attacked"}},
	{Name: optPieces, Rule: "DH-29", Values: []string{"limit", "unlimited"},
		Doc: "what happens when a player's control markers run out",
		Means: []string{"a player with no control marker left can't take a territory", "control markers never run " +
			"out"}},
	{Name: optWorth, Rule: "DH-30", Values: []string{"edition", "none", "one"},
		Doc: "how many points each territory gives at the end",
		Means: []string{"territories give as many points at the end as the edition says",
			"territories give no points at the end", "each territory gives 1 point at the end"}},
	{Name: optEqual, Rule: "DH-31", Values: []string{"masters", "shared"},
		Doc: "which of several players with equal points wins",
		Means: []string{
			"a tie goes to the player with the most masters, then with the most territories, and then they share " +
				"the victory",
			"tied players share the victory",
		}},
	{Name: optLeader, Rule: "DH-33", Values: []string{"fills", "shares"}, Before: "shares",
		Doc: "whether a leader cube takes up a space in a box of the action board",
		Means: []string{
			"a leader cube needs no free space in a box, but takes one up if there is one",
			"a leader cube takes up no space in a box: small cubes have as many as before"}},
	{Name: optHopeless, Rule: "DH-34", Values: []string{"ordered", "refused"}, Before: "refused",
		Doc: "whether an assault that can't succeed may be ordered",
		Means: []string{
			"an assault that can't succeed may be ordered, and is carried out, so the bonus of its box counts; an " +
				"alternative that can succeed comes first",
			"an assault that can't succeed can't be ordered, and is skipped when its turn comes"}},
	{Name: optDismiss, Rule: "DH-35", Values: []string{"own_last", "own_first"}, Before: "own_first",
		Doc: "which copy of a card is dismissed if its player does not say FROM HAND or FROM DISCARD",
		Means: []string{
			"a copy that goes back to the supply is dismissed before one of the faction's own, which leaves the " +
				"game; otherwise one in the discard pile before one in the hand",
			"a copy in the discard pile is dismissed before one in the hand; otherwise one of the faction's own, " +
				"which leaves the game"}},
	{Name: optCredits, Rule: "DH-36", Values: []string{"each", "sum"}, Before: "sum",
		Doc: "how reports tell what a player has gained or lost",
		Means: []string{
			"reports list separately what box, leader, city and master give, and tell of no loss of points that a " +
				"player can't lose",
			"reports add up what box, leader, cities and masters give, and tell of each loss of points as it is " +
				"demanded"}},
	{Name: optPace, Rule: "DH-39", Values: []string{"swift", "even"},
		Doc: "whether the time of a report may give away what was on file",
		Means: []string{
			"whoever has an answer on file is not asked for it, so the time of a report gives away whether a queue " +
				"or a standing defence was on file",
			"questions within a turn are asked whatever is on file for them, and nothing goes on before its " +
				"deadline, so the time of a report gives away nothing about a standing defence or a queue"}},
}

// UnmarshalJSON decodes a saved position, which may be older than some of the options.
func (p *position) UnmarshalJSON(js []byte) error {
	type saved position
	return adjudicator.Restore(js, (*saved)(p), &p.Options, options)
}
