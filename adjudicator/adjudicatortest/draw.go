package adjudicatortest

import (
	"math/rand/v2"
	"strings"
	"testing"

	"deaddrop/adjudicator"
)

// DrawnOptions returns random options of a title.
func DrawnOptions(rules *adjudicator.Rules, r *rand.Rand) map[string]string {
	options := map[string]string{}
	for _, o := range rules.Options {
		options[o.Name] = o.Values[r.IntN(len(o.Values))]
	}
	return options
}

// Edited returns a pack with some texts replaced. edits are pairs of an old text, which must occur in the pack, and a
// new text.
func Edited(t testing.TB, pack []byte, edits ...string) string {
	t.Helper()
	text := string(pack)
	for i := 0; i < len(edits); i += 2 {
		if !strings.Contains(text, edits[i]) {
			t.Fatalf("the pack has no %q", edits[i])
		}
		text = strings.Replace(text, edits[i], edits[i+1], 1)
	}
	return text
}
