package adjudicator

import (
	"fmt"
	"regexp"
	"strings"
)

// Spoken returns the Part for words of a player that are not an order. thing is something of the game that they name,
// such as a place, in the player's own words, or "". If they name something, or seem to take something back, they may
// be meant as an order, so the player is asked. Questions and words to the game master are passed on to the game
// master.
func Spoken(quote, thing string) Part {
	said := strings.TrimSpace(quote)
	switch {
	case Addressed(said) || question.MatchString(said):
		return Part{Fate: ToGM, Quote: said}
	case thing != "":
		return Part{
			Fate: Unsure, Quote: said, Why: fmt.Sprintf("This names %s, but it is not an order that I "+
				"understand.", thing),
		}
	case takesBack.MatchString(said) && !introduces.MatchString(said):
		return Part{
			Fate: Unsure, Quote: said,
			Why: "This seems to take something back or to change it, but I don't understand what.",
		}
	}
	return Part{Fate: Talk, Quote: said}
}

// Addressed reports whether words address the game master.
func Addressed(words string) bool { return toGM.MatchString(strings.TrimSpace(words)) }

var (
	toGM = regexp.MustCompile(`(?i)^(?:(?:` +
		`dear|hi|hello|hey|to|for|@|and|ask|tell|please|pls|plz|the|note|lieber|liebe|an|bitte)[ :,]*)*` +
		`(?:gm|game ?-?master|judge|moderator|spielleiter(?:in)?|sl)\b`)

	question = regexp.MustCompile(`(?i)\?\W*$|\?\s|` +
		`^(?:(?:gm|hi|hello|please|pls|plz|and|also|but|so|well|btw|by the way)[ ,:.]*)*` +
		`(?:do (?:i|you|we|they|the|my|your|our|any|anybody|anyone|somebody|someone)\b|` +
		`(?:can|could|may|might|would|should|shall|will|does|did|is|are|am|was|were|has|have|` +
		`how|what|when|where|why|who|which|whose) ` +
		`(?:i|you|we|he|she|it|they|there|the|my|your|our|this|that|any|anybody|anyone|somebody|someone|` +
		`many|much|long|does|do|is|are|can|if|happens)\b)`)

	// Such words introduce a replacement for what was said before.
	introduces = regexp.MustCompile(
		`(?i)\b(?:changed? my mind|correction|i meant|i mean|make (?:that|it)|instead|rather)\b[^.!;]*:$`)

	takesBack = regexp.MustCompile(`(?i)\b(?:` +
		`scratch (?:that|it|the|my)|ignore (?:that|it|the|my)|forget (?:that|it|the|my)|` +
		`disregard|cancel|never ?mind|i meant|i mean|instead|make (?:that|it)|correction|no,? wait|` +
		`on second thoughts?|rather|take (?:that|it) back|undo|withdraw|changed? (?:that|my mind|it to))\b`)
)
