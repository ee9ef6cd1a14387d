package main

import (
	"errors"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/gm/towntest"
)

// Things are struck off the list by name, by game, by age, or all of them, and are put back by undo.
func TestInboxDone(t *testing.T) {
	w := towntest.New(t)
	newGame(t, w)
	m := masterOf(t, w)
	var err error
	old := time.Now().Add(-8 * 24 * time.Hour)
	write := func(at time.Time, id, from, text string) {
		err = errors.Join(err, reception.Receive(t.Context(), m, at, letter.Letter{ID: id, From: from, Subject: "[d1]", Text: text, Proof: letter.Disowned}))
	}
	write(old, "1@x.org", "eve@x.org", "Let me in.")
	write(time.Now(), "2@x.org", "eve@y.org", "Let me in.")
	write(old, "3@x.org", "france@"+towntest.Domain, "1: DRAW")
	write(time.Now(), "4@x.org", "italy@"+towntest.Domain, "1: DRAW")
	if err = errors.Join(err, m.Store.Close()); err != nil {
		t.Fatal(err)
	}
	listed := func(want int) {
		t.Helper()
		out := mustRun(t, "-c", w.Config, "inbox")
		if n := strings.Count(out, "eve@") + strings.Count(out, "france@") + strings.Count(out, "italy@"); n != want {
			t.Errorf("%d wait, not %d:\n%s", n, want, out)
		}
	}
	run := func(want int, args ...string) {
		t.Helper()
		mustRun(t, append([]string{"-c", w.Config}, args...)...)
		listed(want)
	}
	listed(4)
	run(2, "inbox", "done", "--older", "7d")
	run(3, "undo", "d1")
	run(2, "inbox", "done", "d1", "--older", "7d")
	run(1, "inbox", "done", "lobby")
	run(0, "inbox", "done", "all")
	if _, complaint, err := gmRun(t, "-c", w.Config, "inbox", "done", "all"); err == nil || !strings.Contains(complaint, "Nothing like that is waiting") {
		t.Errorf("once more: %q, %v", complaint, err)
	}
	if _, complaint, err := gmRun(t, "-c", w.Config, "inbox", "done", "nosuch"); err == nil || !strings.Contains(complaint, "no game") {
		t.Errorf("of no game: %q, %v", complaint, err)
	}
}
