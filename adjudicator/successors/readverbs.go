package successors

// A verb is what a line is about.
type verb int

const (
	noVerb verb = iota
	doPass
	doHome
	doPlay
	doGive
	doRansom
	doBuy
	doMove
	doSail
	doFight
	doAttacked // "if attacked"
	doInsist
	doBonus
	doLose
	doAlly
	doUnally
	doLend
	doRetreat // an answer in the midst of a battle
	doLand    // goes on with a voyage
)

// verb reads what a line begins with.
func (c *cursor) verb() verb {
	if !opens(c.Peek()) {
		v := verbOf(c.Peek())
		if v != noVerb {
			c.Pos++
		}
		return v
	}
	switch {
	case c.Phrase("no orders", "do nothing", "no action", "stand pat", "nothing this turn", "no moves"):
		return doPass
	case c.Phrase("pay the ransom", "pay ransom", "pay my ransom", "pay for my leader", "pay the ransom for my leader", "ransom my leader", "ransom leader", "buy my leader back", "buy back my leader", "free my leader"):
		return doRansom
	case c.Phrase("end ally", "end alliance", "end the alliance", "end my alliance", "break alliance", "break the alliance", "break my alliance", "cancel alliance", "cancel the alliance", "cancel ally", "no alliance",
		"no longer ally", "not ally", "dont ally", "drop alliance", "drop the alliance", "terminate alliance", "terminate the alliance", "unally", "leave alliance", "leave the alliance"):
		return doUnally
	case c.Phrase("make an alliance", "make alliance", "form an alliance", "form alliance", "propose alliance", "propose an alliance", "alliance", "be allied", "become allied"):
		return doAlly
	case c.Phrase("leaders bonus", "leader bonus", "my leaders bonus", "bonus"):
		return doBonus
	case c.isAttacked():
		return doAttacked
	case c.Phrase("fall back", "run away", "pull back", "pull out", "give way"):
		return doRetreat
	case c.Phrase("take losses", "losses from", "losses", "disband first", "remove first", "disband"):
		return doLose
	}
	v := verbOf(c.Peek())
	if v != noVerb {
		c.Pos++
	}
	return v
}

// opens reports whether a word may begin several that make up a verb.
func opens(w string) bool {
	switch w {
	case "no", "do", "stand", "nothing", "pay", "ransom", "buy", "free", "end", "break", "cancel", "not", "dont", "drop", "terminate", "unally", "leave", "make", "form", "propose", "alliance", "be", "become",
		"leader", "leaders", "my", "bonus", "if", "when", "whenever", "should", "defend", "defending", "take", "losses", "disband", "remove", "fall", "run", "pull", "give":
		return true
	}
	return false
}

// isAttacked goes past "if I am attacked", "if Blue attacks me".
func (c *cursor) isAttacked() bool {
	mark := c.Pos
	if !c.Accept("if", "when", "whenever", "should", "defend", "defending") {
		return false
	}
	if one(c.Tokens[mark].Word, "defend", "defending") {
		return true
	}
	for range 4 {
		if c.Accept("attacked", "attacks", "attack", "invaded", "invades", "assaulted") {
			c.Skip("me", "my", "us", "army", "units", "forces", "troops")
			return true
		}
		if !one(c.Peek(), "i", "im", "am", "i'm", "we", "are", "my", "army", "units", "get", "gets", "is", "be", "somebody", "someone", "anybody", "anyone", "an", "enemy", "they", "he", "forces", "troops", "leader") && seatOf(c.Peek()) == "" {
			break
		}
		c.Pos++
	}
	c.Pos = mark
	return false
}

func verbOf(w string) verb {
	switch w {
	case "pass", "passes", "passing":
		return doPass
	case "home", "homes":
		return doHome
	case "play", "plays", "playing", "use":
		return doPlay
	case "give", "gives", "giving", "pay", "pays", "transfer", "gift", "donate":
		return doGive
	case "ransom":
		return doRansom
	case "buy", "buys", "buying", "purchase", "purchases", "raise", "recruit", "build", "builds", "purchasing", "hire":
		return doBuy
	case "move", "moves", "moving", "march", "marches", "marching", "mv", "go", "advance", "walk":
		return doMove
	case "sail", "sails", "sailing", "ship", "voyage", "ferry", "transport":
		return doSail
	case "fight", "fights", "attack", "attacks", "battle", "combat", "attacking", "fighting", "engage", "assault", "atk":
		return doFight
	case "insist":
		return doInsist
	case "lose", "loses":
		return doLose
	case "ally", "allies", "allied":
		return doAlly
	case "lend", "lends", "loan", "lending":
		return doLend
	case "retreat", "retreats", "retreating", "withdraw", "flee":
		return doRetreat
	case "land", "lands", "landing", "disembark", "disembarking":
		return doLand
	}
	return noVerb
}

// ofTurn reports whether a verb is of the player's own turn.
func (v verb) ofTurn() bool { return doHome <= v && v <= doFight || v == doPass }

// isVerbHere reports whether an order begins here.
func isVerbHere(c *cursor) bool {
	mark := c.Pos
	v := c.verb()
	c.Pos = mark
	return v != noVerb
}
