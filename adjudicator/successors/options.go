package successors

import "deaddrop/adjudicator"

// The names of the options.
const (
	optSpeed   = "speed"
	optOrder   = "order"
	optControl = "control"
	optTied    = "tied"
	optUnrest  = "unrest"
	optRaise   = "raise"
	optNewly   = "first_turn"
	optMarch   = "march"
	optMinimum = "minimum"
	optLone    = "lone_fleets"
	optSea     = "sea_fights"
	optAshore  = "ashore"
	optAllies  = "allies"
	optFirst   = "first_rolls"
	optRetreat = "retreat"
	optLanding = "landing"
	optRansom  = "ransom"
	optOut     = "elimination"
	optLeader  = "leader_home"
	optChits   = "chits"
	optPace    = "pace"
	optTurns   = "game_turns"
)

// The values of the option speed, which determines who is asked what, and when.
const (
	patient  = "patient"
	standard = "standard"
	fast     = "fast"
)

// options has the options of the game. The first value of each is the default.
var options = []adjudicator.Option{
	{Name: optSpeed, Rule: "SU-18", Values: []string{standard, patient, fast},
		Doc: "what players are asked, and when",
		Means: []string{
			"everybody chooses a home by list; in a turn the mover writes orders while the others may change their " +
				"standing orders; nobody is asked during a battle",
			"homes are chosen one after another; and after each round of a battle a player without a standing order " +
				"for it is asked whether to retreat",
			"everybody chooses a home by list; in a turn only the mover is asked, and players change their " +
				"standing orders only in their own turns",
		}},
	{Name: optTurns, Rule: "SU-35", Values: []string{"edition", "8", "7", "6"},
		Doc: "how many game turns the game has",
		Means: []string{"the game has its full length",
			"it is a short game of 8 game turns", "it is a short game of 7 game turns",
			"it is a short game of 6 game turns"}},
	{Name: optOrder, Rule: "SU-3", Values: []string{"backwards", "clockwise"},
		Doc: "the order of play",
		Means: []string{"whoever chose a home last moves first, then backwards through the order of choosing",
			"whoever chose a home last moves first, then in the order of the seats"}},
	{Name: optControl, Rule: "SU-5", Values: []string{"occupy", "marker"},
		Doc: "whether a province gives revenue to a player who has left it",
		Means: []string{"only land units control a province, except that a home is its owner's while no enemy is in it",
			"a province that was left stays its last controller's until another controls it"}},
	{Name: optTied, Rule: "SU-5", Values: []string{"nobody", "half"},
		Doc: "whom a province pays if two sides have equally many units in it",
		Means: []string{"a province in which the largest sides are equal pays nobody",
			"it pays the largest sides half of its value each, rounded down"}},
	{Name: optUnrest, Rule: "SU-6", Values: []string{"none", "revenue"},
		Doc: "whether a province with a revolt or invasion chit gives revenue",
		Means: []string{"a province with a revolt or invasion chit gives no revenue",
			"a province with a revolt or invasion chit gives its revenue, and is worth nothing only at the end"}},
	{Name: optRaise, Rule: "SU-9", Values: []string{"own", "either"},
		Doc: "what infantry and cavalry need to be raised",
		Means: []string{"infantry needs a controlled province that shows infantry, and cavalry one that shows cavalry",
			"either needs a controlled province that shows infantry or cavalry"}},
	{Name: optNewly, Rule: "SU-25", Values: []string{"nothing", "purchases"}, Before: "purchases",
		Doc: "whether units are bought in the first game turn",
		Means: []string{"nothing is bought in the first game turn, and what is left of the talents of the " +
			"set-up is kept",
			"what is left of the talents of the set-up may be spent in the first game turn"}},
	{Name: optMarch, Rule: "SU-10", Values: []string{"start", "along"},
		Doc: "which units have the four movement points of a leader",
		Means: []string{"land units that start their turn with their leader have four movement points",
			"units that march with their leader from the leader's province have four movement points"}},
	{Name: optMinimum, Rule: "SU-10", Values: []string{"none", "one"},
		Doc: "whether units may enter a province without enough movement points",
		Means: []string{"no unit enters a province without enough movement points",
			"units that have not moved yet may always enter one province"}},
	{Name: optLone, Rule: "SU-27", Values: []string{"stop", "pass"}, Before: "pass",
		Doc: "whether land units stop where only unfriendly fleets are",
		Means: []string{"land units stop on entering a province with unfriendly units, even if only fleets are " +
			"in its port",
			"land units march past unfriendly fleets that lie alone in a port"}},
	{Name: optSea, Rule: "SU-26", Values: []string{"wished", "always"}, Before: "always",
		Doc: "whether fleets fight wherever they meet at sea",
		Means: []string{"fleets that enter a sea with unfriendly fleets stop there; they fight if their player wants " +
			"it (FIGHT) or the owner of those fleets insists, and whoever is left may sail on",
			"fleets that enter a sea with unfriendly fleets fight there at once, and whoever is left may sail on"}},
	{Name: optAshore, Rule: "SU-11", Values: []string{"walk", "stay"},
		Doc: "whether troops may march and sail in the same turn",
		Means: []string{
			"troops may march to the port before they sail, and on after they have landed, within their movement " +
				"points",
			"troops that sail don't march in that turn",
		}},
	{Name: optAllies, Rule: "SU-13", Values: []string{"join", "aside"},
		Doc: "whether allies of an attacked player who stand in the province fight with them",
		Means: []string{
			"allies of the attacked who stand in the province defend with them, unless they are allied with the " +
				"attacker as well", "only the attacked player's own units defend",
		}},
	{Name: optFirst, Rule: "SU-15", Values: []string{"together", "defender"},
		Doc: "in which order the cavalry rolls before a battle",
		Means: []string{"both sides roll for their cavalry at the same time",
			"the defender's cavalry rolls first, and what it hits does not roll"}},
	{Name: optRetreat, Rule: "SU-18", Values: []string{"one", "several"},
		Doc: "how many provinces a side may retreat to after one round",
		Means: []string{"all that retreat after a round go to one province",
			"units that retreat after a round may go to several provinces"}},
	{Name: optLanding, Rule: "SU-19", Values: []string{"every", "first"},
		Doc: "in which rounds the defender rolls twice against a sea invasion",
		Means: []string{"the defender rolls twice for each unit in every round",
			"the defender rolls twice for each unit in the first round only"}},
	{Name: optRansom, Rule: "SU-20", Values: []string{"choice", "compulsory"},
		Doc: "whether a ransom must be paid",
		Means: []string{
			"the owner of a captured leader may pay the ransom in one of their turns, and the captor can't refuse it",
			"the ransom is paid in the owner's turn as soon as they have the money",
		}},
	{Name: optOut, Rule: "SU-23", Values: []string{"unpaid", "turn", "none"}, Before: "turn",
		Doc: "when a player is eliminated",
		Means: []string{"a player without land units, whose leader is captive and whose home an enemy holds, is out " +
			"if they can't pay the ransom after their next revenue",
			"a player is out if, at the end of one of their turns, they have no land unit and no free leader while " +
				"an enemy holds their home",
			"nobody is eliminated"}},
	{Name: optLeader, Rule: "SU-4", Values: []string{"alone", "army", "levies"},
		Doc: "which units go along when an event sends a leader home",
		Means: []string{"the leader alone is put into their home",
			"the leader is put into their home, and the units there but levies march towards it as far as they can",
			"the leader is put into their home, and all land units there march towards it as far as they can"}},
	{Name: optChits, Rule: "SU-4", Values: []string{"secret", "open"},
		Doc:   "who knows which chits a player has",
		Means: []string{"only the player knows which chits they have", "everybody knows which chits each player has"}},
	{Name: optPace, Rule: "SU-34", Values: []string{"swift", "even"},
		Doc: "whether the time of a report may give away what was on file",
		Means: []string{
			"with speed=patient whoever has a standing order for a battle, or has filed a list of homes ahead, is " +
				"not asked, so the time of a report gives away whether one was on file",
			"questions within a turn are asked whatever is on file for them, and nothing goes on before its " +
				"deadline, so the time of a report gives away nothing about standing orders"}},
}

// UnmarshalJSON decodes a saved position, which may be older than some of the options.
func (p *position) UnmarshalJSON(js []byte) error {
	type saved position
	return adjudicator.Restore(js, (*saved)(p), &p.Options, options)
}
