package decatur

import (
	"encoding/json"

	"deaddrop/adjudicator"
)

// The names of the options: the rulings with a choice.
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

// The values of speed: what is asked in the middle of a round (DC-5).
const (
	patient  = "patient"
	standard = "standard"
	fast     = "fast"
)

// options are the rulings of the game that have a choice, each with its default first.
var options = []adjudicator.Option{
	{Name: optSpeed, Rule: "DC-5", Values: []string{standard, patient, fast},
		Doc: "what players are asked, and when",
		Means: []string{
			"all file for a round together; in its midst a player is asked only for what their standing orders " +
				"leave open",
			"players are asked one after another, and for each choice and each bid that they need",
			"all file for a round together, and nobody is asked in its midst: standing orders and what is usual decide",
		}},
	{Name: optIntervals, Rule: "DC-29", Values: []string{"four", "three"},
		Doc:   "how many intervals the game has",
		Means: []string{"the game has four intervals", "it is the short game of three intervals"}},
	{Name: optCup, Rule: "DC-3", Values: []string{"any", "other"},
		Doc: "whether the first player may be drawn again when the cup was refilled",
		Means: []string{"whoever was first in the last interval may be drawn again from a cup that was refilled",
			"whoever was first in the last interval is not drawn at once from a cup that was refilled"}},
	{Name: optCall, Rule: "DC-6", Values: []string{"off", "on"},
		Doc: "whether the first player has to move the clock marker themself, and loses a factor to a call of Decatur " +
			"if they forget",
		Means: []string{"the clock marker moves by itself",
			"the first player moves the clock marker with a line CLOCK in their orders, and one who forgets may lose " +
				"a factor to another's line DECATUR"}},
	{Name: optPass, Rule: "DC-9", Values: []string{"allowed", "draw"},
		Doc: "whether a player may pass",
		Means: []string{"a player may pass, and a player who says nothing does",
			"nobody passes: whoever says nothing, or nothing that can be done, draws an influence card"}},
	{Name: optPieces, Rule: "DC-14", Values: []string{"unlimited", "42"},
		Doc: "whether the number of a player's factors is limited",
		Means: []string{"a player who runs out of factors takes more from an unused set",
			"a player has 42 factors and no more"}},
	{Name: optVacated, Rule: "DC-14", Values: []string{"allowed", "forbidden"},
		Doc: "whether one may restructure into a location that one has just left",
		Means: []string{"one may restructure into a location that one leaves by it",
			"one may not restructure into a location that one leaves by it, unless a port of one's own is there"}},
	{Name: optHopeless, Rule: "DC-32", Values: []string{"declared", "passed"}, Before: "passed",
		Doc: "whether a takeover is declared that its contender could only concede at once",
		Means: []string{"a takeover is declared even if by its line it is conceded at once, and attrition is " +
			"rolled for it",
			"a takeover that by its line could only be conceded at once is passed over, and the next alternative " +
				"is looked at"}},
	{Name: optPlay, Rule: "DC-33", Values: []string{"cheapest", "all"}, Before: "all",
		Doc: "what a venture with PLAY and without COMMIT begins with",
		Means: []string{"a venture with PLAY and without COMMIT begins with the fewest factors and cards that " +
			"prevail, as with MAX ALL",
			"a venture with PLAY and without COMMIT begins with all factors"}},
	{Name: optOverbid, Rule: "DC-21", Values: []string{"allowed", "exact"},
		Doc: "whether a bid may be more than it needs",
		Means: []string{"a bid may be more than it needs to prevail",
			"no card and no factor of a bid may be more than it needs to prevail"}},
	{Name: optOffColour, Rule: "DC-21", Values: []string{"forbidden", "allowed"},
		Doc: "whether a bidder may play cards that don't match the location",
		Means: []string{"only cards that match the location can be played in a bid",
			"cards that don't match the location can be played with a bid, and count nothing"}},
	{Name: optRelocation, Rule: "DC-25", Values: []string{"all", "choice"},
		Doc: "how many factors relocate that were driven out",
		Means: []string{
			"all factors that fit relocate", "the defender chooses how many factors relocate; the others are removed",
		}},
	{Name: optFleet, Rule: "DC-26", Values: []string{"choice", "paired"},
		Doc: "which fleet goes with a lost port in Egypt or South Africa, where the other one has its own fleet " +
			"in another ocean",
		Means: []string{"either fleet goes, as its owner chooses", "the fleet goes that was placed with the port"}},
	{Name: optDuplicates, Rule: "DC-28", Values: []string{"discard", "keep"},
		Doc: "whether duplicate cards in play are discarded at the end of the last interval as well, before ties " +
			"are broken",
		Means: []string{"duplicate cards in play are discarded at the end of the last interval, too",
			"duplicate cards in play stay at the end of the last interval, and count in ties"}},
	{Name: optPace, Rule: "DC-35", Values: []string{"swift", "even"},
		Doc: "whether the time of a report may tell what was on file",
		Means: []string{
			"whoever has a standing order for a question, or has filed their turn ahead, is not asked, so the time " +
				"of a report tells whether one was on file",
			"questions are put whatever is on file for them, and nothing goes on before its deadline, so that the " +
				"time of a report tells nothing about standing orders and turns that were filed ahead"}},
}

// UnmarshalJSON decodes a position that was saved, perhaps before there were all of today's options.
func (p *position) UnmarshalJSON(js []byte) error {
	type saved position
	if err := json.Unmarshal(js, (*saved)(p)); err != nil {
		return err
	}
	adjudicator.AsBefore(options, p.Options)
	return nil
}
