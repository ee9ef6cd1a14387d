package dishonest

// A verb is what a line is about.
type verb int

const (
	noVerb verb = iota
	doPlay
	doScore
	doTactics
	doMobilize
	doGarrison
	doIdeology
	doPass
	doBattle
	doAnnex
	doDefend
	doSecondary
	doLose
	doTies
	doStop
	doDraw
	doPool
	doBid
	doAlly
)

// verbWords are what lines begin with.
var verbWords = []called[verb]{
	{doPlay, []string{"play", "plays", "playing", "play card", "use card"}},
	{doScore, []string{"score", "scores", "scoring", "score card", "play for score", "play for scoring"}},
	{doTactics, []string{"tactics", "tactic", "tactics action", "move", "moves", "moving", "march", "movement", "movements", "mv"}},
	{doMobilize, []string{"mobilize", "mobilise", "mobilizing", "mobilization", "mobilisation", "mobilize action", "mob", "build", "builds", "buy", "recruit"}},
	{doGarrison, []string{"garrison", "garrisons", "place garrison", "place a garrison", "upgrade garrison", "fortify", "garrison action"}},
	{doIdeology, []string{"ideology", "ideologies", "play ideology", "play my ideology", "play tile", "play my tile", "play ideology tile", "play the tile", "tile", "tiles", "ideology action"}},
	{doPass, []string{"pass", "passes", "passing", "i pass"}},
	{doBattle, []string{"battle", "battles", "battle order", "battle orders", "in battle", "fight"}},
	{doAnnex, []string{"annex", "annexes", "annexing", "annexation", "colonize", "colonise"}},
	{doDefend, []string{"defend", "defends", "defending", "defence", "defense", "if attacked", "if attacked in", "when attacked", "if i am attacked"}},
	{doSecondary, []string{"secondary", "secondaries", "secondary ability", "secondary abilities", "secondary effect", "secondary effects"}},
	{doLose, []string{"lose", "loses", "losses", "casualties", "lose first"}},
	{doTies, []string{"ties", "tie", "tiebreak", "tie break", "tiebreaks", "tie breaks", "break ties"}},
	{doStop, []string{"stop", "halt", "stop queue", "wait"}},
	{doDraw, []string{"draw", "draws", "drawing", "draw cards"}},
	{doPool, []string{"pool", "supply pool", "pools", "my pool"}},
	{doBid, []string{"bid", "bids", "bidding", "league bid", "league"}},
	{doAlly, []string{"ally", "allies", "alliance", "alliances", "ally with", "alliance with", "propose alliance", "form alliance"}},
}

// ofTurn reports whether a verb is a part of a turn in the action phase, and isAct whether it is the card step or the action.
func (v verb) ofTurn() bool { return doPlay <= v && v <= doAnnex }
func (v verb) isAct() bool  { return doPlay <= v && v <= doPass }

// ofIncome reports whether a verb is for the income phase.
func (v verb) ofIncome() bool { return doDraw <= v }

// takesNo reports whether "NO" before a verb says that there is to be none of it.
func (v verb) takesNo() bool { return one(v, doDraw, doPool, doBid, doAlly) }

// verbAt is the verb that begins at a word from here, and how many words it takes.
func (r *reader) verbAt(c *cursor, k int) (verb, int) {
	var words []string
	for ; len(words) < 4 && c.At(k+len(words)) != ""; words = append(words, c.At(k+len(words))) {
	}
	found, used := r.verbs.Prefix(words)
	if used == 0 {
		return noVerb, 0
	}
	return found[0], used
}

var verbNames = [...]string{"", "play", "score", "tactics", "mobilize", "garrison", "ideology", "pass", "battle", "annex", "defend", "secondary", "lose", "ties", "stop", "draw", "pool", "bid", "ally"}

func (v verb) String() string { return verbNames[v] }
