package dishonest

import (
	"testing"

	"deaddrop/adjudicator/adjudicatortest"
)

// The page for players says what the program does: every letter that it shows comes to what stands beside it.
func TestPage(t *testing.T) {
	adjudicatortest.Page(t, "../../docs/orders-dishonest.md", 80, func(t testing.TB, section string) adjudicatortest.Asker {
		a := asking(t, section)
		return adjudicatortest.Asker{View: a.view, Kind: a.kind, Old: a.old, Between: " / ", Verbatim: true}
	})
}
