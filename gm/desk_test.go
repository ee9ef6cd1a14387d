package gm_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/inspect"
	"deaddrop/gm/letter"
	"deaddrop/gm/outbox"
	"deaddrop/gm/reception"
	"deaddrop/gm/site"
)

// The lists show what is to be done: who is missing when a deadline is near, what was given up, what is held.
func TestChores(t *testing.T) {
	m := started(t)
	chores := func(now time.Time) []string {
		t.Helper()
		list, err := site.Todos(t.Context(), m, now)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, c := range list {
			out = append(out, c.Game+": "+c.Text+" "+c.Do)
		}
		return out
	}
	if got := chores(noon); len(got) > 0 {
		t.Errorf("when nothing is near: %q", got)
	}
	if err := reception.Receive(t.Context(), m, noon, letter.Letter{ID: "1@example.org", From: "france@example.org", Subject: "[d1]", Text: "A Par H\nA Mar H\nF Bre H\nREADY\n"}); err != nil {
		t.Fatal(err)
	}
	got := chores(noon.Add(71 * time.Hour))
	if len(got) != 1 || strings.Contains(got[0], "France") || !strings.Contains(got[0], "waiting for Austria, England, Germany") {
		t.Errorf("before a deadline: %q", got)
	}
}

// A letter that was dropped can be restored; one that was sent can't.
func TestRestore(t *testing.T) {
	m := started(t)
	unsent, err := outbox.List(t.Context(), m)
	if err != nil || len(unsent) != 7 {
		t.Fatalf("%d letters, %v", len(unsent), err)
	}
	drop := unsent[2]
	if err := desk.At(m, gm.ActOptions{}).Drop(t.Context(), noon, "d1", drop.Number); err != nil {
		t.Fatal(err)
	}
	var to []string
	take := func(l letter.Letter) { to = append(to, l.To) }
	deliver(t, m, noon, take)
	if len(to) != 6 || slices.Contains(to, drop.To) {
		t.Fatalf("letters went to %q", to)
	}
	if err := desk.At(m, gm.ActOptions{}).Restore(t.Context(), noon, "d1", unsent[0].Number); err == nil {
		t.Error("a letter that was sent is restored")
	}
	for i := range 2 {
		err := desk.At(m, gm.ActOptions{}).Restore(t.Context(), noon, "d1", drop.Number)
		if deliver(t, m, noon, take); (err == nil) != (i == 0) {
			t.Errorf("restoring it, time %d: %v", i+1, err)
		}
	}
	if len(to) != 7 || to[6] != drop.To {
		t.Errorf("letters went to %q", to)
	}
}

// An item that was taken off the list can be put back.
func TestHold(t *testing.T) {
	m := started(t)
	if err := reception.Receive(t.Context(), m, noon, letter.Letter{ID: "1@example.org", From: "eve@example.org", Text: "Let me in."}); err != nil {
		t.Fatal(err)
	}
	waits := func() []string {
		t.Helper()
		items, err := desk.Inbox(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, it := range items {
			out = append(out, it.Ref)
		}
		return out
	}
	before := waits()
	if err := desk.At(m, gm.ActOptions{}).Hold(t.Context(), noon, before[0]); err == nil {
		t.Error("what is on the list is put on it once more")
	}
	if err := desk.At(m, gm.ActOptions{}).Done(t.Context(), noon, before[0]); err != nil {
		t.Fatal(err)
	}
	if err := desk.At(m, gm.ActOptions{}).Hold(t.Context(), noon, before[0]); err != nil || !slices.Equal(waits(), before) {
		t.Errorf("put back, the list is %q, not %q: %v", waits(), before, err)
	}
}

// A game that is not there is told from those that are.
func TestNoGame(t *testing.T) {
	m := started(t)
	for name, want := range map[string]string{"d2": "there is d1", "D1": "Did you mean d1?"} {
		if _, err := inspect.OverviewOf(t.Context(), m, name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
