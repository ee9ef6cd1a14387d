package adjudicator_test

import (
	"testing"

	"deaddrop/adjudicator"
)

func TestSpoken(t *testing.T) {
	check := func(want adjudicator.Fate, thing, quote string) {
		t.Helper()
		if p := adjudicator.Spoken(quote, thing); p.Fate != want || p.Quote != quote || (p.Why != "") != (want == adjudicator.Unsure) {
			t.Errorf("%q is %q: %+v", quote, want, p)
		}
	}
	for _, quote := range []string{
		"Thanks, I will look at it tonight.",
		"Thanks for the report, nice game!",
		"Hello, I am on holiday next week, sorry.",
		"What a battle that was!",
		"Sorry for being late.",
		"I have no time today.",
	} {
		check(adjudicator.Talk, "", quote)
		check(adjudicator.Unsure, "Syria", quote)
	}
	for _, quote := range []string{
		"GM: can you extend the deadline please? I need to talk to Bob first.",
		"Dear GM, how do I get my leader back",
		"Is anybody there?",
		"plz ask the GM for a day more",
		"Spielleiter: ich bin bis Montag weg",
		"What does a levy cost?",
		"can i have 24 hours more",
		"Btw. when is the deadline?",
		"and what happens if I get attacked in Syria??",
		"To the game master: I am away until Monday.",
	} {
		check(adjudicator.ToGM, "", quote)
		check(adjudicator.ToGM, "Syria", quote)
	}
	for _, quote := range []string{
		"Sorry, I meant the other one.",
		"scratch that",
		"cancel that",
		"No wait - make that three.",
		"Oh no, ignore the above",
		"the other one instead",
	} {
		check(adjudicator.Unsure, "", quote)
	}
	for _, quote := range []string{"I've changed my mind:", "Sorry, I meant:", "Do this instead:"} { // the orders stand below
		check(adjudicator.Talk, "", quote)
	}
	check(adjudicator.Unsure, "", "Cancel these:")
}
