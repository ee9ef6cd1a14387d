package gate

import (
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
)

// When the next letter comes, it reveals which seat got a small question, and how long they have. Which seats are asked
// together for a sealed answer stays secret.
func TestToldToWhoIsAsked(t *testing.T) {
	start, err := adjudicatortest.Haggle.Setup(adjudicator.NewTable(adjudicator.Luck{}, adjudicator.Record{}), adjudicator.Config{
		Seats: adjudicatortest.Haggle.Seats, Options: map[string]string{"pace": "turns"}})
	if err != nil {
		t.Fatal(err)
	}
	ann := func(next ...adjudicator.Request) string {
		return toldTo(Turn{After: start, Next: next}, "Ann")
	}
	bob := adjudicator.Request{Seat: "Bob", Kind: "raise", Default: "pass"}
	sealed := ann(bob)
	if sealed != ann() {
		t.Error("Ann knows that Bob is asked for a sealed answer")
	}
	bob.Aside = true
	aside := ann(bob)
	bob.Default = "7"
	if aside == sealed || ann(bob) != aside {
		t.Error("of a question aside Ann must know that it is put to Bob, and nothing more")
	}
	bob.Short = true
	if ann(bob) == aside {
		t.Error("that Bob has less time does not show")
	}
}
