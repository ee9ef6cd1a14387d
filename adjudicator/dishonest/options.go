package dishonest

import "deaddrop/adjudicator"

// The names of the options.
const (
	optSpeed     = "speed"
	optUnplayed  = "unplayed"
	optYears     = "years"
	optTurns     = "turns"
	optGarrison  = "garrison_holds"
	optSpeaker   = "speaker_ties"
	optOrder     = "order_change"
	optScored    = "scored"
	optPlan      = "plan"
	optOversea   = "air_over_enemy_sea"
	optAirAlly   = "air_over_ally"
	optTransport = "transport"
	optQuagmire  = "quagmire"
	optSpent     = "committed"
	optSword     = "fascism"
	optFactory   = "factories"
	optMust      = "ideology_must"
	optLate      = "late_secondary"
	optOrigin    = "lost_origin"
	optTogether  = "together"
	optCube      = "victory_cube"
	optMarkers   = "markers"
	optPace      = "pace"
)

// The values of the option speed, which determines who is asked what, and when.
const (
	patient  = "patient"
	standard = "standard"
	fast     = "fast"
)

// together is the value of the option turns with which everybody files for a round of turns at once (DD-52).
const together = "together"

// options has the options of the game. The first value of each is the default.
var options = []adjudicator.Option{
	{Name: optSpeed, Rule: "DD-13", Values: []string{standard, patient, fast},
		Doc: "what players are asked, and when",
		Means: []string{
			"players with a queue of turns are not waited for; bids, battles and secondary abilities without an " +
				"order on file are asked for, once",
			"each turn is waited for, tiles are taken one after another, and in each battle fighters are deployed " +
				"before both sides are asked what they commit",
			"players with a queue of turns are not waited for, and apart from turns and the income phase nobody is " +
				"asked anything: what is on file counts",
		}},
	{Name: optUnplayed, Rule: "DD-43", Values: []string{"scenario", "conquerable", "impassable"},
		Doc: "what happens to powers that nobody plays",
		Means: []string{"powers that nobody plays are conquerable or impassable as the scenario says",
			"powers that nobody plays have neutral garrisons of 3, and can be conquered",
			"powers that nobody plays are impassable"}},
	{Name: optTurns, Rule: "DD-52", Values: []string{"apart", together},
		Doc: "whether each turn has a deadline of its own",
		Means: []string{"each turn has a deadline of its own",
			"everybody who has not passed files their next turn by one deadline, and these turns are carried out " +
				"in the order of the League track; whoever can't carry out what they filed misses that turn, and " +
				"passes if that happened in their previous turn, too"}},
	{Name: optYears, Rule: "DD-1", Values: []string{"unlimited", "3", "4", "5", "6", "8", "10", "12"},
		Doc: "how long the game lasts if nobody reaches the points needed to win",
		Means: []string{"the game goes on until somebody has the points needed to win",
			"after three years the player with the most points wins; a tie goes to the one higher on the League track",
			"after four years the player with the most points wins; a tie goes to the one higher on the League track",
			"after five years the player with the most points wins; a tie goes to the one higher on the League track",
			"after six years the player with the most points wins; a tie goes to the one higher on the League track",
			"after eight years the player with the most points wins; a tie goes to the one higher on the League track",
			"after ten years the player with the most points wins; a tie goes to the one higher on the League track",
			"after twelve years the player with the most points wins; a tie goes to the one higher on the League " +
				"track"}},
	{Name: optGarrison, Rule: "DD-2", Values: []string{"control", "occupation"},
		Doc: "whether a garrison alone counts as units that occupy",
		Means: []string{"a garrison keeps its owner in control, but does not occupy once control is lost",
			"a garrison occupies its region as a unit does"}},
	{Name: optSpeaker, Rule: "DD-9", Values: []string{"all", "others"},
		Doc: "whether the Speaker may favour their own bid among equal ones",
		Means: []string{"the previous Speaker puts equal bids in order, their own included",
			"the previous Speaker puts equal bids in order, and their own comes last"}},
	{Name: optOrder, Rule: "DD-13", Values: []string{"new", "old"},
		Doc: "who is next when the turn order changes within an action phase",
		Means: []string{
			"after the turn in which the order changed, whoever follows that player in the new order is next, so " +
				"turns may be missed", "the round of turns is finished in the old order first",
		}},
	{Name: optScored, Rule: "DD-15", Values: []string{"stays", "lapses"},
		Doc:   "whether the point of a scored card stays when its condition no longer holds",
		Means: []string{"the point of a scored card stays", "a scored card counts only while its condition holds"}},
	{Name: optPlan, Rule: "DD-18", Values: []string{"start", "running"},
		Doc: "against which position the moves of a tactics action are checked",
		Means: []string{"all moves are checked against the position at the start of the action",
			"each move is checked against the position that the moves before it have made"}},
	{Name: optOversea, Rule: "DD-21", Values: []string{"yes", "no"},
		Doc: "whether fighters may fly over sea-zones with enemy ships",
		Means: []string{"fighters may fly over sea-zones with enemy ships",
			"fighters may not fly over sea-zones with enemy ships"}},
	{Name: optAirAlly, Rule: "DD-21", Values: []string{"yes", "no"},
		Doc: "whether fighters may fly over an ally's regions",
		Means: []string{"fighters may fly over an ally's regions without stopping",
			"fighters may not fly over an ally's regions"}},
	{Name: optTransport, Rule: "DD-22", Values: []string{"unlimited", "strength"},
		Doc:   "how many units a ship next to the destination can carry in one action",
		Means: []string{"ships carry any number of units", "a fleet carries two units in an action, a squadron one"}},
	{Name: optQuagmire, Rule: "DD-24", Values: []string{"all", "moves"},
		Doc: "what a quagmire forbids",
		Means: []string{"no unit enters or leaves a quagmire by moving, retreating or deploying",
			"no unit enters or leaves a quagmire in a tactics action; units may retreat and deploy there"}},
	{Name: optSpent, Rule: "DD-27", Values: []string{"lost", "winner"},
		Doc: "what happens to supply that is committed to a battle",
		Means: []string{"supply that is committed is lost, win or lose",
			"the winner of a battle takes back the supply that they committed"}},
	{Name: optSword, Rule: "DD-30", Values: []string{"own", "all"},
		Doc: "in which battles the swords of a tile count",
		Means: []string{"the swords of a tile count only in battles of its holder's own turns",
			"the swords of a tile count in all battles of its holder"}},
	{Name: optFactory, Rule: "DD-37", Values: []string{"control", "occupy"},
		Doc: "where units can be mobilized",
		Means: []string{"units are mobilized in regions that their power controls",
			"units are mobilized in regions that their power controls or occupies"}},
	{Name: optMust, Rule: "DD-39", Values: []string{"yes", "no"},
		Doc: "whether a player may pass before playing their ideology",
		Means: []string{"a player who has not played their ideology can't pass",
			"a player may pass with their ideology unplayed"}},
	{Name: optLate, Rule: "DD-39", Values: []string{"yes", "no"},
		Doc: "whether a player who has passed may use the secondary ability of another's tile",
		Means: []string{"all other players may use a secondary ability, passed or not",
			"only players who have not passed may use a secondary ability"}},
	{Name: optOrigin, Rule: "DD-33", Values: []string{"nearest", "lost"},
		Doc: "what happens to fighters that return from a battle to a region that is no longer their own",
		Means: []string{"fighters whose region was lost go to their nearest region within four spaces, or are lost",
			"fighters whose region was lost are lost"}},
	{Name: optTogether, Rule: "DD-32", Values: []string{"each", "all"},
		Doc: "what happens to attackers that can't all retreat to one region",
		Means: []string{"they go to the region that most of them can reach, and the others are lost",
			"if there is no region that all can reach, all are lost"}},
	{Name: optCube, Rule: "DD-46", Values: []string{"tactics", "always"}, Before: "always",
		Doc: "which victories cost the attacker a cube of the supply pool",
		Means: []string{
			"an attacker who wins discards a cube of the pool in a tactics action only, and none for movements of " +
				"cards and ideologies",
			"an attacker who wins discards a cube of the pool, whatever brought the units there"}},
	{Name: optMarkers, Rule: "DD-48", Values: []string{"all", "colonies"}, Before: "colonies",
		Doc: "what control markers are needed for",
		Means: []string{
			"control markers are one supply: the League and the victory track take one each, an alliance takes one " +
				"while it lasts, and colonies have the rest",
			"control markers are counted for colonies only"}},
	{Name: optPace, Rule: "DD-51", Values: []string{"swift", "even"},
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
