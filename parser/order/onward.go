package order

import "slices"

// This file asks about text that was ignored although it may say that units go on: "A to B. From there on to C."

var (
	// onwards are words with which a way goes on.
	onwards = []string{"there", "thence", "then", "on", "onward", "onwards", "further", "next", "continue", "continues",
		"continuing", "dort", "dann", "danach", "weiter", "anschliessend"}

	// towards are words before the place that units go on to.
	towards = []string{"to", "into", "onto", "on", "in", "nach", "ins", "zu", "zum", "zur", "weiter"}

	// amid are the other words that may stand before that place.
	amid = []string{"and", "from", "the", "it", "they", "he", "she", "i", "we", "go", "goes", "going", "move", "moves",
		"all", "with", "them", "will", "und", "von", "da", "aus", "die", "der", "das", "den", "dem", "es", "sie",
		"geht", "gehen", "gehts", "zieht", "ziehen", "ziehe", "ruckt", "fahrt", "soll", "sollen", "ich", "wir", "mit",
		"ihnen", "ihr", "allem", "auch", "also", ",", ":", "-"}
)

// askOnward asks about ignored text that may say that the units of an order before it go on to another place.
func (t *settlement) askOnward() {
	for i := range t.ctx.Parts {
		p := &t.ctx.Parts[i]
		if isAside := p.of != nil && p.of.aside; p.Fate != Talk || isAside {
			continue
		}
		if hasFate(t.ctx.Parts[:i], Filed, Asked, Refused) && t.goesOn(p.Quote) {
			p.Fate, p.Why = Asked, t.lexicon.Says("unclear")
		}
	}
}

// goesOn reports whether a text says that units go on to a place: words of a way that goes on, and then its name, or
// another order keyword.
func (t *settlement) goesOn(text string) bool {
	said, lexemes := t.ctx.saidIn(text)
	isTo := func(w string) bool { return slices.Contains(towards, w) }
	isOnward := func(w string) bool { return slices.Contains(onwards, w) }
	isOther := func(w string) bool { return !isOnward(w) && !isTo(w) && !slices.Contains(amid, w) }
	first := slices.IndexFunc(said, func(b Bind) bool { return len(b.Vals) > 0 || isOther(lexemes[b.From].Word) })
	if first < 0 {
		return false
	}
	var before []string
	for _, x := range lexemes[:said[first].From] {
		before = append(before, x.Word)
	}
	if slices.ContainsFunc(before, isOther) || !slices.ContainsFunc(before, isTo) {
		return false
	}
	fromThere := slices.Contains(before, "da") && slices.Contains(before, "nach") // such as "von da nach Tunis"
	return fromThere || slices.ContainsFunc(before, isOnward)
}
