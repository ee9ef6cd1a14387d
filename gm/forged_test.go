package gm_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/inspect"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
)

// A letter in the name of a player who is gone does not keep seat or address for them, although it is answered.
func TestForgedSignOfLife(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	desk := func() *desk.Operator { return desk.At(tb.m, gm.ActOptions{}) }
	if err := errors.Join(desk().Missing(t.Context(), tb.now, "g1", []string{"standby=1"}), desk().Standby(t.Context(), tb.now, "g1", reception.ListAdd, []string{"hal@example.org"})); err != nil {
		t.Fatal(err)
	}
	tb.now = tb.now.Add(73 * time.Hour)
	tb.deliver()
	offered := func() bool {
		t.Helper()
		o, err := inspect.OverviewOf(t.Context(), tb.m, "g1")
		if err != nil || len(o.Standbys) != 1 {
			t.Fatalf("%+v, %v", o.Standbys, err)
		}
		return o.Standbys[0].Seat == "X"
	}
	if !offered() {
		t.Fatal("the seat of a player who is silent is not offered")
	}
	if got := tb.write(letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: "STATUS\n"}); !strings.Contains(got, "you are X") {
		t.Fatalf("STATUS gets %q", got)
	}
	if !offered() {
		t.Error("a letter that anybody could have written takes the offer back")
	}
	if tb.write(letter.Letter{From: "ann@example.org", Subject: "[g1]", Text: "STATUS\n", Proof: letter.Proved}); offered() {
		t.Error("a letter of the player's own does not take the offer back")
	}
}
