package deadman

import (
	"regexp"
	"testing"
)

// What mayHave says a line has not, no expression that can't do without it finds.
func TestMayHave(t *testing.T) {
	for line, want := range map[string]bool{
		"A Par-Bur": false, "": false, "bac": false, "BACK": true, "go back to Par": true, "xbaCk": true,
		"bac\u212a": true, // the Kelvin sign is another case of k
		"Málaga":    true, // which may be anything
	} {
		got := mayHave(line, "land", "back")
		if got != want {
			t.Errorf("mayHave(%q) is %v", line, got)
		}
		if !got && regexp.MustCompile(`(?i)land|back`).MatchString(line) {
			t.Errorf("%q is passed over", line)
		}
	}
}
