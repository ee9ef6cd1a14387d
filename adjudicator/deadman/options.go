package deadman

import (
	"fmt"
	"math"
	"strconv"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/diplomacy"
)

// Names of the options.
const (
	optRulebook    = "rulebook"
	optDB          = "db"
	optStars       = "stars"
	optPAS         = "pas_per_season"
	optVoidSupport = "void_support"
	optDislodger   = "dislodger"
	optRetreats    = "retreats"
	optNoList      = "no_retreat_list"
	optNMR         = "announce_nmr"
	optDisorder    = "civil_disorder"
	optOut         = "announce_elimination"
	optVotes       = "votes"
	optNoVote      = "disorder_votes"
	optProposals   = "proposals"
	optCentres     = "centres"
	optLastYear    = "last_year"
)

// options are the options of the game, with the default value first.
var options = []adjudicator.Option{
	{Name: optRulebook, Rule: "DM-5", Values: []string{"default", "1971", "1982", "2000", "2023", "datc", "dptg"},
		Doc: "the rulebook that decides how movement is resolved; the default is that of 2000, with Szykman's rule " +
			"for paradoxes",
		Means: []string{
			"movement is resolved by the rulebook of 2000, with Szykman's rule for paradoxes",
			"movement is resolved by the rulebook of 1971",
			"movement is resolved by the rulebook of 1982",
			"movement is resolved by the rulebook of 2000, with its own rule for paradoxes",
			"movement is resolved by the rulebook of 2023",
			"movement is resolved as the Diplomacy Adjudicator Test Cases prefer",
			"movement is resolved by the Diplomacy Player's Technical Guide: an army that could walk is convoyed " +
				"only if its order says so",
		}},
	{Name: optStars, Rule: "DM-13", Values: []string{"power", "spy"},
		Doc: "whether a found unit has a star for each power that found it, or for each spy",
		Means: []string{"a unit that was found has a star for each power that found it",
			"a unit that was found has a star for each spy that found it"},
		Tells: "how many spies a power has nearby"},
	{Name: optDB, Rule: "DM-16", Values: []string{"after", "before"},
		Doc: "whether a unit that disbands stays until after the movement, or is gone before it",
		Means: []string{"a unit that disbands stays until after the movement",
			"a unit that disbands is gone before the movement"}},
	{Name: optPAS, Rule: "DM-18", Values: []string{"power", "unit"},
		Doc: "whether a power has one peek a season, or as many as units at its start",
		Means: []string{
			"a power has one peek a season",
			"a power has as many peeks a season as it has units when the season begins",
		}},
	{Name: optVoidSupport, Rule: "DM-21", Values: []string{"silent", "underline"},
		Doc: "whether a support of a foreign unit that did something else is underlined",
		Means: []string{"a support of a foreign unit is not underlined when that unit did something else, or was " +
			"not there",
			"a support of a foreign unit is underlined when that unit did something else, or was not there"},
		Tells: "that the foreign unit did something else, or was not there"},
	{Name: optDislodger, Rule: "DM-24", Values: []string{"hidden", "power"},
		Doc: "whether the owner of a dislodged unit is told which power dislodged it",
		Means: []string{"the owner of a dislodged unit is not told which power dislodged it",
			"the owner of a dislodged unit is told which power dislodged it"},
		Tells: "which power dislodged a unit"},
	{Name: optNoList, Rule: "DM-25", Values: []string{"removed", "auto"},
		Doc: "whether a dislodged unit without a list of retreats is removed, or goes to one of its power's " +
			"centres if it can, otherwise to any centre, otherwise to the first open space in alphabetical order",
		Means: []string{"a dislodged unit without a list of retreats is removed",
			"a dislodged unit without a list of retreats goes to one of its power's centres if it can, otherwise " +
				"to any centre, otherwise to the first open space in alphabetical order"}},
	{Name: optRetreats, Rule: "DM-26", Values: []string{"postal", "mini"},
		Doc: "whether retreats come from the lists sent with the orders, or have a deadline of their own",
		Means: []string{"retreats come from the lists that were sent with the orders",
			"the owners of dislodged units are asked for retreats, with a deadline of their own; what their orders " +
				"list is on file for it"},
		Tells: "by the delay of the report, that some unit was dislodged"},
	{Name: optNMR, Rule: "DM-33", Values: []string{"off", "on"},
		Doc:   "whether everybody is told who sent no orders",
		Means: []string{"the other players are not told who sent no orders", "everybody is told who sent no orders"},
		Tells: "that a power is still in the game, and that its units held, or did what its standing orders say"},
	{Name: optDisorder, Rule: "DM-34", Values: []string{"2", "1", "3", "never"},
		Doc: "after how many seasons in a row without orders a power is in civil disorder: its units hold, and " +
			"disband when dislodged",
		Means: []string{
			"after 2 seasons in a row without orders a power is in civil disorder: its units hold, and disband when " +
				"dislodged",
			"after 1 season without orders a power is in civil disorder: its units hold, and disband when dislodged",
			"after 3 seasons in a row without orders a power is in civil disorder: its units hold, and disband when " +
				"dislodged",
			"a power's standing orders and lists of retreats count, no matter how long it sends no orders",
		}},
	{Name: optOut, Rule: "DM-35", Values: []string{"off", "on"},
		Doc: "whether everybody is told when a power is eliminated",
		Means: []string{"the other players are not told when a power is eliminated",
			"everybody is told when a power is eliminated"},
		Tells: "which powers are left"},
	{Name: optVotes, Rule: "DM-37", Values: []string{"on", "off"},
		Doc: "whether the survivors can end the game by a draw or a concession that all of them vote for",
		Means: []string{"the survivors can end the game by a draw or a concession that all of them vote for",
			"there are no votes: nobody can end the game by a draw or a concession"}},
	{Name: optNoVote, Rule: "DM-34", Values: []string{"ignored", "block"}, Before: "block",
		Doc: "whether the game can end by vote without the powers in civil disorder",
		Means: []string{"a power in civil disorder has no vote: the others can end the game without it",
			"a power in civil disorder, which does not vote, keeps the others from ending the game"}},
	{Name: optProposals, Rule: "DM-43", Values: []string{"private", "shown"},
		Doc: "whether everybody is told when somebody votes for a draw that does not come about",
		Means: []string{"nobody is told that somebody else voted for a draw",
			"everybody is told that somebody voted for a draw, but not who"},
		Tells: "that somebody wants a draw"},
	{Name: optCentres, Rule: "DM-42", Values: centresToWin,
		Doc: "how many centres win the game; if several powers have that many, the one with the most wins, and " +
			"between equals the game goes on",
		Means: meaning("%s centres win the game", centresToWin)},
	{Name: optLastYear, Rule: "DM-42", Values: lastYears,
		Doc: "the year after whose Fall the game ends, with the players placed by their centres",
		Means: append([]string{"the game goes on until somebody wins, or everybody agrees to end it"},
			meaning("the game ends after the Fall of %s, if nobody has won before, with the players placed by "+
				"their centres", lastYears[1:])...)},
}

// Values of the options that make a game shorter (DM-42).
var (
	centresToWin = []string{"18", "10", "12", "14", "15", "16", "17", "20", "22", "24"}
	lastYears    = []string{"none", "1903", "1904", "1905", "1906", "1907", "1908", "1909", "1910",
		"1911", "1912", "1914", "1916", "1918", "1920"}
)

// meaning returns the meanings of some values.
func meaning(format string, values []string) []string {
	var means []string
	for _, v := range values {
		means = append(means, fmt.Sprintf(format, v))
	}
	return means
}

// is reports whether an option of the game has that value.
func (p *position) is(option, value string) bool { return p.Options[option] == value }

// rulebook returns the rules by which movement is resolved (DM-5).
func (p *position) rulebook() diplomacy.Rules {
	rules, err := diplomacy.ParseRules(p.Options[optRulebook])
	if err != nil {
		panic(fmt.Sprintf("deadman: option %s: %v", optRulebook, err))
	}
	return rules
}

// patience returns the number of seasons without orders after which a power is in civil disorder (DM-34).
func (p *position) patience() int {
	n, err := strconv.Atoi(p.Options[optDisorder])
	if err != nil {
		return math.MaxInt // never
	}
	return n
}

// victory returns the number of centres needed to win (DM-36, DM-42).
func (p *position) victory() int {
	if n, err := strconv.Atoi(p.Options[optCentres]); err == nil {
		return n
	}
	return standard().Victory() // the game began before the option existed
}

// lastYear returns the year whose Fall ends the game (DM-42), or 0 if there is none.
func (p *position) lastYear() int {
	last, _ := strconv.Atoi(p.Options[optLastYear]) // "none" gives 0
	return last
}

// isLastYear reports whether the game ends after the Fall of this year (DM-42).
func (p *position) isLastYear() bool { return p.lastYear() > 0 && p.Year >= p.lastYear() }

// disordered reports whether a power is in civil disorder, unless it sends orders now.
func (p *position) disordered(power diplomacy.Power) bool {
	return p.Silent[standard().power(power)] >= p.patience()
}

// UnmarshalJSON decodes a saved position, which may be older than some of the options.
func (p *position) UnmarshalJSON(js []byte) error {
	type saved position
	return adjudicator.Restore(js, (*saved)(p), &p.Options, options)
}
