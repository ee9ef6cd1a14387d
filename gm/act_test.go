package gm_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/inspect"
	"deaddrop/gm/intake"
)

// A dry run shows what an act would do, letters included, and does nothing; the act then does just that, and can be
// undone.
func TestActs(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	overview := func() inspect.Overview {
		t.Helper()
		o, err := inspect.OverviewOf(t.Context(), tb.m, "g1")
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	before := overview()
	extend := func(how gm.ActOptions) desk.Effect {
		t.Helper()
		at := desk.At(tb.m, how)
		if err := at.Extend(t.Context(), tb.now, "g1", 24*time.Hour); err != nil {
			t.Fatal(err)
		}
		return at.Effect
	}
	said := func(e desk.Effect) []string {
		var out []string
		for _, f := range e.Changes {
			out = append(out, f.Name)
		}
		for _, l := range e.Letters {
			out = append(out, "to "+l.To, l.ID, l.Text)
		}
		return out
	}
	would := extend(gm.ActOptions{Dry: true, Reason: "Christmas."})
	if now := overview(); !now.Deadline.Equal(before.Deadline) {
		t.Errorf("a dry run moves the deadline to %v", now.Deadline)
	}
	if got := would.Changes; len(got) != 1 || got[0].Name != "deadline" || got[0].Was == got[0].Is {
		t.Errorf("a dry run says that it would change %+v", got)
	}
	if got := said(would); !slices.Contains(got, "deadline") || !slices.Contains(got, "to ann@example.org") {
		t.Errorf("a dry run says %q", got)
	}
	if !strings.Contains(would.Letters[0].Text, "The reason: Christmas.") {
		t.Errorf("players are not told why:\n%s", would.Letters[0].Text)
	}
	did := extend(gm.ActOptions{Reason: "Christmas.", Once: "act/1"})
	if !slices.Equal(said(would), said(did)) {
		t.Errorf("it would do\n%q\nand did\n%q", said(would), said(did))
	}
	if again := extend(gm.ActOptions{Once: "act/1"}); !again.Before {
		t.Errorf("under the same key it is done twice: %+v", again)
	}
	if now := overview(); !now.Deadline.Equal(before.Deadline.Add(24 * time.Hour)) {
		t.Errorf("the deadline is %v", now.Deadline)
	}
	act, entry, err := desk.LastAct(t.Context(), tb.m, "g1", 0)
	if err != nil || act.Reason != "Christmas." || !slices.Equal(act.Undo, []string{"deadline", "g1", "2030-01-04T12:00:00Z", "--phase", "Move 1"}) {
		t.Fatalf("the last act is %+v, %v", act, err)
	}
	if err := desk.At(tb.m, gm.ActOptions{Undoes: entry}).Extend(t.Context(), tb.now, "g1", -24*time.Hour); err != nil {
		t.Fatal(err)
	}
	if _, _, err := desk.LastAct(t.Context(), tb.m, "g1", 0); err == nil {
		t.Error("what was taken back can be taken back once more without being named")
	}
	if _, _, err := desk.LastAct(t.Context(), tb.m, "g1", entry); err != nil {
		t.Errorf("by its number: %v", err)
	}
}
