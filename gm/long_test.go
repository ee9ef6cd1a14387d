//go:build !race

package gm_test

import (
	"testing"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/inspect"
	"deaddrop/tier"
)

// A game may last: what is kept of it fits into the store after more seasons than anybody will play.
func TestLongGame(t *testing.T) {
	if !tier.Full() {
		t.Skip("plays 250 seasons, as .ci/run does")
	}
	m := started(t)
	for i := range 250 {
		if err := desk.At(m, gm.ActOptions{}).Resolve(t.Context(), noon, "d1", ""); err != nil {
			t.Fatalf("season %d: %v", i, err)
		}
	}
	if o, err := inspect.OverviewOf(t.Context(), m, "d1"); err != nil || o.Phase != "Spring 2026" {
		t.Errorf("after 250 seasons it is %s (%v)", o.Phase, err)
	}
}
