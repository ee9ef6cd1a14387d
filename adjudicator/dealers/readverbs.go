package dealers

import (
	"slices"

	"deaddrop/parser"
	orders "deaddrop/parser/order"
)

// A verb is what a line is about.
type verb int

const (
	noVerb verb = iota
	doAction
	doBy
	doBonus
	doPlay
	doUse
	doTrain
	doDismiss
	doReady
	doDo
	doAssault
	doDiscard
	doKeep
	doDone
	doPass
	doDefend
	doWinter
	doStop
	doTake
)

// verbWords are what lines begin with.
var verbWords = []called[verb]{
	{doAction, []string{"action", "actions", "act", "choose", "choose action", "choose the action", "choose box", "action box", "box", "take action", "take the action", "my action", "my action is", "action is", "select", "select action"}},
	{doBy, []string{"by leader", "by the leader", "by leader cube", "by token", "with leader cube", "with the leader cube", "with my leader cube", "use leader cube", "use the leader cube", "use my leader cube", "using leader cube", "using my leader cube", "leader cube"}},
	{doBonus, []string{"bonus", "era bonus", "bonus dismiss", "first dismiss", "dismiss first", "dismiss as bonus", "dismiss as a bonus", "dismiss for bonus", "dismiss for the bonus"}},
	{doPlay, []string{"play", "plays", "playing", "play card", "play cards", "use card", "use cards"}},
	{doUse, []string{"use", "uses", "using", "use ability", "use the ability", "use ability of", "use the ability of", "use location", "use city", "use master", "use faction", "activate", "spend"}},
	{doTrain, []string{"train", "trains", "training", "buy", "buys", "purchase", "recruit", "hire", "acquire", "train card", "train cards", "train master"}},
	{doDismiss, []string{"dismiss", "dismisses", "dismissing", "trash", "remove", "dismiss card", "dismiss cards"}},
	{doReady, []string{"ready", "readies", "readying", "ready card", "ready cards", "put in ready area", "put in the ready area", "move to ready area", "move to the ready area"}},
	{doDo, []string{"do", "do it", "do action", "do the action", "carry out", "carry out action", "carry out the action", "perform action", "perform the action"}},
	{doAssault, []string{"assault", "assaults", "assaulting", "attack", "attacks", "attacking", "invade", "conquer", "assault on", "attack on"}},
	{doDiscard, []string{"discard", "discards", "discarding", "throw away"}},
	{doKeep, []string{"keep", "keeps", "keeping", "retain"}},
	{doDone, []string{"done", "finished", "do not ask", "dont ask", "do not ask me", "dont ask me", "do not ask me again", "dont ask again", "end of turn", "end turn"}},
	{doPass, []string{"pass", "passes", "passing", "i pass"}},
	{doDefend, []string{"defend", "defends", "defending", "defence", "defense", "if attacked", "if attacked in", "if attacked at", "when attacked", "when attacked in", "when attacked at", "if i am attacked", "when i am attacked"}},
	{doWinter, []string{"winter", "in winter", "at winter", "for winter", "winters"}},
	{doStop, []string{"stop", "halt", "stop queue", "stop the queue", "stop my queue", "wait"}},
	{doTake, []string{"take", "takes", "draft", "pick", "picks", "prefer", "preference", "preferences", "draft list"}},
}

// ofTurn reports whether a verb is a part of a turn, and isTidy whether it is of its end or beginning, and so may stand alone.
func (v verb) ofTurn() bool { return doAction <= v && v <= doPass }
func (v verb) isTidy() bool { return one(v, doDiscard, doKeep, doDone, doBy) }

// verbAt is the verb that begins at a word from here, and how many words it takes.
func (r *reader) verbAt(c *cursor, k int) (verb, int) {
	var words []string
	for ; len(words) < 6 && c.At(k+len(words)) != ""; words = append(words, c.At(k+len(words))) {
	}
	found, used := r.verbs.Prefix(words)
	if used == 0 {
		return noVerb, 0
	}
	if v, ok := r.really(c, found[0], k, used); ok {
		return v, used
	}
	return noVerb, 0
}

// really reports whether the words are that verb, and not a name: "Recruit" is a card, too, and "Hit and Run" has no verb.
func (r *reader) really(c *cursor, v verb, k, used int) (verb, bool) {
	on := c.From(c.Pos + k)
	names, n := r.things.Prefix(ahead(&on))
	switch {
	case n > used:
		return noVerb, false
	case n == used && len(names) > 0: // the verb if a name follows
		on.Pos += used
		on.Skip(":", "a", "an", "the", "x")
		on.Number()
		on.Skip("x")
		_, m := r.things.Prefix(ahead(&on))
		return v, m > 0
	}
	return v, true
}

// isNamed is how many words from here are a name of a thing or a box of the action board; 0 if they are none.
func (r *reader) isNamed(c *cursor) int {
	words := ahead(c)
	_, n := r.things.Prefix(words)
	_, m := r.actions.Prefix(words)
	return max(n, m)
}

// nothing are words for no cards, and takenBack those that take back what is on file.
func nothing(c *cursor) bool {
	return c.Accept("nothing", "none", "no") && (c.Accept("cards", "card") || true)
}

// isNone reports whether nothing but NONE stands here, which takes a line back.
func isNone(c *cursor) bool {
	return len(c.Tokens) == c.Pos+1 && one(c.Peek(), "none", "off", "never", "cancel")
}

// strengthWords are what people call the strengths.
var strengthWords = []called[Strength]{
	{Attack, []string{"a", "att", "atk", "attack", "attacks", "attacking", "sword", "swords", "spade", "spades", "chevron"}},
	{Defence, []string{"d", "def", "defence", "defense", "defend", "defending", "shield", "shields", "heart", "hearts"}},
	{Support, []string{"s", "sup", "supp", "support", "supports", "cross", "club", "clubs", "training"}},
}

// strengthAt is the strength that a word names.
func strengthAt(w string) (Strength, bool) {
	i := slices.IndexFunc(strengthWords, func(c called[Strength]) bool { return slices.Contains(c.words, w) })
	return Strength(i), i >= 0
}

// strengthBehind reads "=S", "for support", "(S)" or "S" behind a card.
func strengthBehind(c *cursor) (Strength, bool, error) {
	mark := c.Pos
	sign := c.Accept("=", ":", parser.Dash, "as", "for")
	c.Skip("its", "the", "=")
	bracket := c.Peek() == "("
	if bracket {
		c.Pos++
	}
	if _, ok := strengthAt(c.At(1)); ok && orders.IsNumeral(c.Peek()) { // "=2A"
		c.Pos++
	}
	x, ok := strengthAt(c.Peek())
	if ok && bracket && c.At(1) != ")" {
		ok = false
	}
	if !ok {
		wrong := c.Written(c.Pos, c.Pos+1)
		named := mark < len(c.Tokens) && c.Tokens[mark].Word == "="
		c.Pos = mark
		if named && sign {
			return 0, false, complain("%q is none of the strengths: A for attack, D for defence, S for support, such as Tutor=S.", wrong)
		}
		return 0, false, nil
	}
	c.Pos++
	if bracket {
		c.Pos++
	}
	return x, true, nil
}

// maxCopies is how many of a card anybody may name: far more than there are.
const maxCopies = 12

// times reads "x2", "(x2)" or "2" behind a name; 1 for nothing. "(2)" may be a cost.
func times(c *cursor) int {
	mark := c.Pos
	bracket := c.Accept("(")
	x := c.Accept("x")
	n, ok := c.Number()
	if ok && c.Peek() == "x" && !bracket { // "Tutor, 2x Recruit" without the comma
		ok = false
	}
	if ok && (!bracket || x && c.Accept(")")) && n > 0 {
		return n
	}
	c.Pos = mark
	return 1
}

// counted reads the number before a name: "2", "2x", "two", "a"; 1 for nothing.
func counted(c *cursor) int {
	if one(c.Peek(), "a", "an", "one") && !orders.IsSign(c.At(1)) && c.At(1) != "" {
		c.Pos++
		return 1
	}
	n, ok := c.Number()
	if !ok || n == 0 {
		n = 1
	}
	c.Skip("x", "of", "times")
	return n
}

var verbNames = [...]string{"", "ACTION", "BY", "BONUS", "PLAY", "USE", "TRAIN", "DISMISS", "READY", "DO", "ASSAULT", "DISCARD", "KEEP", "DONE", "PASS", "DEFEND", "WINTER", "STOP", "TAKE"}
