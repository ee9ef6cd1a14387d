package main

import (
	"strings"
	"testing"

	"deaddrop/gm/towntest"
)

// An act says what it would do, does it, and can be taken back and done once more.
func TestUndo(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	mustRun(t, "-c", w.Config, "new", "d1", "decatur", "--player", "ann@"+towntest.Domain, "--player", "bob@"+towntest.Domain)
	deadline := func() string {
		t.Helper()
		return mustRun(t, "-c", w.Config, "list")
	}
	before := deadline()
	dry := mustRun(t, "-c", w.Config, "deadline", "d1", "+1d", "--dry-run", "--letters", "--reason", "Christmas")
	if !strings.Contains(dry, "Nothing is done yet") || !strings.Contains(dry, "deadline: ") || !strings.Contains(dry, "Christmas.") || deadline() != before {
		t.Errorf("a dry run says\n%s\nand leaves\n%s", dry, deadline())
	}
	done := mustRun(t, "-c", w.Config, "extend", "d1", "1d")
	if !strings.Contains(done, "gm undo d1 takes it back (gm deadline d1 20") || deadline() == before {
		t.Errorf("it says\n%s\nand leaves\n%s", done, deadline())
	}
	after := deadline()
	if out := mustRun(t, "-c", w.Config, "undo", "d1", "--dry-run"); !strings.Contains(out, "Nothing is done yet") || deadline() != after {
		t.Errorf("undone for a try:\n%s", out)
	}
	if out := mustRun(t, "-c", w.Config, "undo", "d1"); !strings.Contains(out, " takes that back.") || deadline() != before {
		t.Errorf("undone:\n%s\nnow\n%s", out, deadline())
	}
	if _, complaint, err := gmRun(t, "-c", w.Config, "undo", "d1"); err == nil || !strings.Contains(complaint, "nothing to take back in d1") {
		t.Errorf("undone twice: %v, %s", err, complaint)
	}
	mustRun(t, "-c", w.Config, "deadline", "d1", "+1d")
	mustRun(t, "-c", w.Config, "press", "d1", "It is a day later.")
	if _, complaint, err := gmRun(t, "-c", w.Config, "undo", "d1"); err == nil || !strings.Contains(complaint, "Before it there was deadline d1, which gm undo d1 --act ") {
		t.Errorf("undone after press: %v, %s", err, complaint)
	}
	if _, complaint, err := gmRun(t, "-c", w.Config, "letter", "d1", "nobody@example.org", "Hello."); err == nil || !strings.Contains(complaint, "d1 has ") {
		t.Errorf("a letter to nobody: %v, %s", err, complaint)
	}
	if js := mustRun(t, "-c", w.Config, "seat", "d1", "Red=hal@"+towntest.Domain, "--json"); !strings.Contains(js, `"name": "Red: address"`) {
		t.Errorf("for programs: %s", js)
	}
}

// A turn that was resolved by mistake is taken back by the same word as any other act.
func TestUndoResolve(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	mustRun(t, "-c", w.Config, "new", "d1", "decatur", "--player", "ann@"+towntest.Domain, "--player", "bob@"+towntest.Domain)
	phase := func(want string) {
		t.Helper()
		if out := mustRun(t, "-c", w.Config, "list"); !strings.Contains(out, want) {
			t.Errorf("not in %s:\n%s", want, out)
		}
	}
	if out := mustRun(t, "-c", w.Config, "resolve", "d1"); !strings.Contains(out, "gm undo d1 takes it back (gm rollback d1 'Interval 1, round 1').") {
		t.Errorf("resolve says\n%s", out)
	}
	phase("round 2,")
	mustRun(t, "-c", w.Config, "undo", "d1")
	phase("round 1,")
	mustRun(t, "-c", w.Config, "rollforward", "d1")
	phase("round 2,")
}
