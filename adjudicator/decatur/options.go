package decatur

import "deaddrop/adjudicator"

// Names of the options.
const (
	optSpeed      = "speed"
	optIntervals  = "intervals"
	optCup        = "cup"
	optCall       = "decatur_call"
	optPass       = "passing"
	optPieces     = "factors"
	optVacated    = "vacated"
	optHopeless   = "hopeless"
	optPlay       = "play"
	optOverbid    = "overbid"
	optOffColour  = "off_colour"
	optRelocation = "relocation"
	optFleet      = "fleet_lost"
	optDuplicates = "last_duplicates"
	optPace       = "pace"
)

// Values of the option speed: which questions are asked within a round (DC-5).
const (
	patient  = "patient"
	standard = "standard"
	fast     = "fast"
)

// options are the options of the game, with the default value first.
var options = []adjudicator.Option{
	{Name: optSpeed, Rule: "DC-5", Values: []string{standard, patient, fast},
		Doc: "what players are asked, and when",
		Means: []string{
			"everybody files for a round together; during the round players are asked only for what their standing " +
				"orders leave open",
			"players are asked one after another, for each choice and each bid that they have to make",
			"everybody files for a round together, and nobody is asked during the round: standing orders and the " +
				"usual choices decide",
		}},
	{Name: optIntervals, Rule: "DC-29", Values: []string{"four", "three"},
		Doc:   "how many intervals the game has",
		Means: []string{"the game has four intervals", "it is the short game of three intervals"}},
	{Name: optCup, Rule: "DC-3", Values: []string{"any", "other"},
		Doc: "whether the first player may be drawn again once the cup has been refilled",
		Means: []string{"whoever was first in the last interval may be drawn again from a refilled cup",
			"whoever was first in the last interval is not drawn at once from a refilled cup"}},
	{Name: optCall, Rule: "DC-6", Values: []string{"off", "on"},
		Doc: "whether the first player has to move the clock marker, and loses a factor to a call of Decatur if " +
			"they forget",
		Means: []string{"the clock marker moves by itself",
			"the first player moves the clock marker with a line CLOCK in their orders, and if they forget, " +
				"another player's line DECATUR may cost them a factor"}},
	{Name: optPass, Rule: "DC-9", Values: []string{"allowed", "draw"},
		Doc: "whether a player may pass",
		Means: []string{"a player may pass, and a player who sends nothing passes",
			"nobody can pass: whoever sends nothing, or nothing that can be done, draws an influence card"}},
	{Name: optPieces, Rule: "DC-14", Values: []string{"unlimited", "42"},
		Doc: "whether the number of a player's factors is limited",
		Means: []string{"a player who runs out of factors takes more from an unused set",
			"a player has 42 factors and no more"}},
	{Name: optVacated, Rule: "DC-14", Values: []string{"allowed", "forbidden"},
		Doc: "whether a player may restructure into a location that they have just left",
		Means: []string{"a player may restructure into a location that they leave in the same action",
			"a player may not restructure into a location that they leave in the same action, unless they have a " +
				"port there"}},
	{Name: optHopeless, Rule: "DC-32", Values: []string{"declared", "passed"}, Before: "passed",
		Doc: "whether a takeover is declared if its contender could only concede at once",
		Means: []string{"a takeover is declared even if its line concedes it at once, and attrition is rolled for it",
			"a takeover whose line could only concede at once is skipped, and the next alternative is tried"}},
	{Name: optPlay, Rule: "DC-33", Values: []string{"cheapest", "all"}, Before: "all",
		Doc: "what a venture with PLAY and without COMMIT begins with",
		Means: []string{"a venture with PLAY and without COMMIT begins with as few factors and cards as are needed " +
			"to prevail, as with MAX ALL",
			"a venture with PLAY and without COMMIT begins with all factors"}},
	{Name: optOverbid, Rule: "DC-21", Values: []string{"allowed", "exact"},
		Doc: "whether a bid may be more than it needs",
		Means: []string{"a bid may be more than it needs to prevail",
			"no card and no factor of a bid may be more than it needs to prevail"}},
	{Name: optOffColour, Rule: "DC-21", Values: []string{"forbidden", "allowed"},
		Doc: "whether a bidder may play cards that don't match the location",
		Means: []string{"only cards that match the location can be played in a bid",
			"cards that don't match the location can be played with a bid, but count for nothing"}},
	{Name: optRelocation, Rule: "DC-25", Values: []string{"all", "choice"},
		Doc: "how many of the factors that were driven out relocate",
		Means: []string{
			"all factors that fit relocate", "the defender chooses how many factors relocate; the others are removed",
		}},
	{Name: optFleet, Rule: "DC-26", Values: []string{"choice", "paired"},
		Doc: "which fleet is lost with a port in Egypt or South Africa, if the other one has its own fleet in " +
			"another ocean",
		Means: []string{"its owner chooses which fleet is lost", "the fleet that was placed with the port is lost"}},
	{Name: optDuplicates, Rule: "DC-28", Values: []string{"discard", "keep"},
		Doc: "whether duplicate cards in play are discarded at the end of the last interval too, before ties are " +
			"broken",
		Means: []string{"duplicate cards in play are discarded at the end of the last interval, too",
			"duplicate cards in play stay at the end of the last interval, and count in ties"}},
	{Name: optPace, Rule: "DC-35", Values: []string{"swift", "even"},
		Doc: "whether the time of a report may give away what was on file",
		Means: []string{
			"whoever has a standing order for a question, or has filed their turn ahead, is not asked, so the time " +
				"of a report gives away whether one was on file",
			"questions are asked whatever is on file for them, and nothing goes on before its deadline, so the " +
				"time of a report gives away nothing about standing orders and turns that were filed ahead"}},
}

// UnmarshalJSON decodes a saved position, which may be older than some of the options.
func (p *position) UnmarshalJSON(js []byte) error {
	type saved position
	return adjudicator.Restore(js, (*saved)(p), &p.Options, options)
}
