package dishonest

import (
	"strings"
	"testing"
)

// No letter suggests that a player build or fortify where a unit would be lost at the end of the turn; a garrison
// counts as a unit.
func TestExamplesLeaveRoom(t *testing.T) {
	board := "board England: UK 1 inf; India: UK 1 inf, colony UK, garrison 1; Egypt: colony UK\npool UK 1\n"
	v, ok := asking(t, board).view.(View)
	if !ok {
		t.Fatal("nobody is asked")
	}
	shown := strings.Join(append((sampler{&v}).mobilizations(), (sampler{&v}).garrisons()...), "\n") + "\n"
	for line, want := range map[string]bool{
		"MOBILIZE 1 INF AT England\n": false, "MOBILIZE 1 INF AT India\n": false, "MOBILIZE 1 INF AT Egypt\n": true,
		"GARRISON England\n": false, "GARRISON India\n": true, "GARRISON Egypt\n": true,
	} {
		if strings.Contains(shown, line) != want {
			t.Errorf("%q is shown: %t, want %t, in\n%s", line, !want, want, shown)
		}
	}
}
