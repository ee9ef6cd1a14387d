package decatur

import (
	"testing"

	"deaddrop/adjudicator/adjudicatortest"
)

// The page for players says what the program does: every letter that it shows comes to what stands beside it.
func TestPage(t *testing.T) {
	adjudicatortest.Page(t, "../../docs/orders-decatur.md", 90, func(t testing.TB, section string) adjudicatortest.Asker {
		return asking(t, section).reads()
	})
}
