package deadman

import "deaddrop/adjudicator"

// The names of the options: the rulings with a choice.
const (
	optDB          = "db"
	optStars       = "stars"
	optPAS         = "pas_per_season"
	optVoidSupport = "void_support"
	optDislodger   = "dislodger"
)

// options are the rulings that have a choice, each with its default first.
var options = []adjudicator.Option{
	{Name: optStars, Rule: "DM-13", Values: []string{"power", "spy"},
		Doc:   "whether a found unit has a star for each power that found it, or for each spy",
		Tells: "how many spies of a power stand near"},
	{Name: optDB, Rule: "DM-16", Values: []string{"after", "before"},
		Doc: "whether a unit that disbands stands until after the movement, or is gone before it"},
	{Name: optPAS, Rule: "DM-18", Values: []string{"power", "unit"},
		Doc: "whether a power has one peek a season, or as many as units at its start"},
	{Name: optVoidSupport, Rule: "DM-21", Values: []string{"silent", "underline"},
		Doc:   "whether a support of a foreign unit that did something else is underlined",
		Tells: "that the foreign unit did something else, or was not there"},
	{Name: optDislodger, Rule: "DM-24", Values: []string{"hidden", "power"},
		Doc:   "whether the owner of a dislodged unit is told which power dislodged it",
		Tells: "which power dislodged a unit"},
}

// is reports whether an option of the game has that value.
func (p *position) is(option, value string) bool { return p.Options[option] == value }
