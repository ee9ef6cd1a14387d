package deadman

import (
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
	"deaddrop/parser"
)

// The words that orders are made of, in English and a few in the languages of the hobby.

func isUnit(w string) bool { return w == "a" || w == "f" || w == "army" || w == "fleet" }

// isVerb reports whether a word says what a unit is to do.
func isVerb(w string) bool {
	return isHold(w) || isDisband(w) || isSpy(w) || isSupport(w) || isConvoy(w) || isRetreat(w)
}

func isHold(w string) bool {
	switch w {
	case "h", "hold", "holds", "holding", "hld", "stand", "stands", "std", "standing", "stay", "stays", "pass", "passes", "nothing",
		"halt", "halten", "tient":
		return true
	}
	return false
}

// isStill reports whether a word may stand behind "holds" and says no more than that.
func isStill(w string) bool {
	switch w {
	case "in", "place", "put", "where", "it", "is", "its", "position", "ground", "firm", "still", "there":
		return true
	}
	return false
}

func isMove(w string) bool {
	switch w {
	case "to", "m", "mv", "x", "into", "move", "moves", "moving", "go", "goes", "going", "attack", "attacks", "attacking", "advance",
		"advances", "march", "marches", "sail", "sails", "nach", "zieht", "vers":
		return true
	}
	return false
}

func isSupport(w string) bool {
	switch w {
	case "s", "sup", "supp", "spt", "back", "backs", "help", "helps", "assist", "assists", "aids":
		return true
	}
	return strings.HasPrefix(w, "support") || strings.HasPrefix(w, "unterstutz") || strings.HasPrefix(w, "soutien")
}

func isConvoy(w string) bool {
	return w == "c" || strings.HasPrefix(w, "convoy") || strings.HasPrefix(w, "transport") || one(w, "carry", "carries", "ferry", "ferries")
}

func isSpy(w string) bool {
	return w == "e" || w == "esp" || strings.HasPrefix(w, "espion") || one(w, "spy", "spies", "spying")
}

func isDisband(w string) bool {
	return w == "db" || w == "d" || w == "otb" || strings.HasPrefix(w, "disband")
}

func isRetreat(w string) bool {
	switch w {
	case "r", "ret", "rtt", "retreat", "retreats", "retreating":
		return true
	}
	return false
}

func isBuild(w string) bool {
	switch w {
	case "b", "build", "builds":
		return true
	}
	return false
}
func isRemove(w string) bool {
	switch w {
	case "remove", "removes", "removal", "removals", "removed":
		return true
	}
	return false
}
func isPeek(w string) bool {
	switch w {
	case "pas", "sap", "peek", "peeks", "peekasneak":
		return true
	}
	return false
}

// isVia reports whether a word begins the route of a convoy.
func isVia(w string) bool {
	switch w {
	case "via", "by", "using", "through", "over", "vc", "sea":
		return true
	}
	return false
}

// isCondition reports whether a word makes an order depend on something (DM-40).
func isCondition(w string) bool {
	switch w {
	case "if", "unless", "when", "whenever", "while", "until", "otherwise", "else", "provided", "providing", "assuming":
		return true
	}
	return false
}

// isDenial reports whether a word may turn an order into its contrary.
func isDenial(w string) bool {
	switch w {
	case "not", "dont", "doesnt", "never", "was", "were", "cancel", "instead", "replace", "change", "forget", "ignore", "wrong", "old":
		return true
	}
	return false
}

// isUndo reports whether a word before a unit takes back what is said of it; "drop" may say something else elsewhere.
func isUndo(w string) bool {
	switch w {
	case "delete", "withdraw", "void", "no", "nicht", "kein", "keine", "strike", "scratch", "drop", "undo", "revoke", "rescind",
		"discard", "erase", "skip", "without", "scrap":
		return true
	}
	return false
}

// isExcept reports whether a word leaves out what follows, and isAll whether one is of all from which that is left out.
func isExcept(w string) bool {
	switch w {
	case "but", "except", "excepting", "excluding", "save", "besides":
		return true
	}
	return false
}

func isAll(w string) bool {
	switch w {
	case "anything", "everything", "all", "nothing", "everyone", "everybody", "anywhere", "every", "any", "standard", "usual", "none":
		return true
	}
	return false
}

// isAux reports whether a word may stand between a unit and what it is to do.
func isAux(w string) bool {
	switch w {
	case "will", "should", "shall", "must", "is", "are", "be", "being", "does", "do", "would", "please", "now", "just":
		return true
	}
	return false
}

// isThanks reports whether a word is one of courtesy behind an order.
func isThanks(w string) bool {
	switch w {
	case "please", "pls", "plz", "thanks", "thank", "thx", "cheers":
		return true
	}
	return false
}

// isHearsay reports whether a word makes what follows it something else than an order: "I think A Mun will go to
// Bur", "Germany says that A Ruh-Bur".
func isHearsay(w string) bool {
	switch w {
	case "think", "believe", "guess", "expect", "suppose", "say", "says", "said", "tell", "told", "that", "maybe", "perhaps", "might",
		"could", "ally", "hope", "wants", "ask", "asks", "asked", "suggest", "suggests", "why", "how", "promised", "promises", "thought",
		"planned", "considered", "considering", "intended", "tempted", "almost", "nearly", "had", "was", "circumstances":
		return true
	}
	return false
}

// isFiller reports whether a word may stand before an order and says nothing.
func isFiller(w string) bool {
	switch w {
	case "please", "i", "id", "we", "my", "our", "let", "lets", "have", "want", "would", "will", "like", "send", "order", "orders",
		"are", "also", "and", "then", "so", "but", "ok", "now", "final", "prelim", "preliminary", "moves", "winter", "spring", "fall",
		"autumn", "for", "to", "of", "be", "do", "this", "here", "und", "et", parser.Dash:
		return true
	}
	return false
}

// isJoint reports whether a word stands between orders.
func isJoint(w string) bool {
	switch w {
	case "and", "then", "also", "und", "et", "while":
		return true
	}
	return false
}

// isBound reports whether a unit behind a word belongs to the order that the word is in.
func isBound(w string) bool {
	switch w {
	case parser.Dash, "with", "from", "of", "my", "our", "his", "their", "an", "in", "at", "on", "against", "or", "con", "setup", "up",
		"start", "units", "position", "positions", "seen", "if", "own":
		return true
	}
	return isSpy(w) || isRetreat(w) || isSupport(w) || isConvoy(w) || isCondition(w) || isMove(w) || isVia(w) || isUnit(w) || isRemove(w) ||
		isBuild(w) || isDenial(w) || isPeek(w)
}

func isNumber(w string) bool { return strings.Trim(w, "0123456789") == "" }

func one(w string, of ...string) bool { return slices.Contains(of, w) }

// unitType takes a unit's type off words, and the "in" or dash behind it.
func unitType(words []string) (diplomacy.UnitType, []string) {
	if len(words) > 1 && (words[0] == "a" || words[0] == "an") && (words[1] == "army" || words[1] == "fleet") {
		words = words[1:] // "a fleet in London"
	}
	if len(words) == 0 || !isUnit(words[0]) {
		return diplomacy.Army, words
	}
	t, rest := diplomacy.Army, words[1:]
	if words[0][0] == 'f' {
		t = diplomacy.Fleet
	}
	if len(rest) > 1 && one(rest[0], "in", "at", "of", "from") {
		rest = rest[1:]
	}
	if len(rest) > 2 && rest[0] == parser.Dash { // "a-par-bur"
		if _, used := standard().places.Prefix(rest[1:]); used > 0 && used < len(rest)-1 {
			rest = rest[1:]
		}
	}
	return t, rest
}

// bareUnit reports whether words are a unit, with its type, and nothing else.
func bareUnit(words []string) bool {
	_, rest := unitType(words)
	_, used := standard().places.Prefix(rest)
	return len(rest) < len(words) && used > 0 && used == len(rest)
}

// doubts reports whether words behind an order may take it back: "but no", "seems bad".
func doubts(words []string) bool {
	const few = 3 // words in which "no" says it
	return slices.ContainsFunc(words, func(w string) bool {
		return one(w, "no", "nope", "nah", "nein") && len(words) <= few || one(w, "bad", "risky", "stupid", "doof", "schlecht")
	})
}

// asksWhether reports whether a word that begins a question asks whether something should be, or can be.
func asksWhether(w string) bool {
	return one(w, "is", "are", "should", "shall", "can", "may", "would", "does", "do", "soll", "kann", "ist")
}
