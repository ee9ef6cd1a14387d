package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"deaddrop/gm/towntest"
)

// typed carries out a command as somebody at a terminal types it, who answers what they are asked.
func typed(t *testing.T, answer string, args ...string) (said string, err error) {
	t.Helper()
	var out bytes.Buffer
	d := &console{args: args, now: time.Now, terminal: func(*cobra.Command) bool { return true }}
	root := commandTree(d)
	root.SetArgs(args)
	root.SetIn(strings.NewReader(answer))
	root.SetOut(&out)
	root.SetErr(&out)
	if err = root.ExecuteContext(t.Context()); err != nil {
		complain(&out, err)
	}
	return out.String(), err
}

// Whoever types an act that writes to everybody is asked first, with a service and without; with --yes, in a dry run,
// and where nobody is at a terminal, nobody is.
func TestAskedFirst(t *testing.T) {
	eitherWay(t, func(t *testing.T, w *towntest.Town) {
		const question = "Go on? [y/N]"
		run := func(answer string, words ...string) (string, error) {
			t.Helper()
			return typed(t, answer, append([]string{"-c", w.Config}, words...)...)
		}
		phase := func() string { return strings.Join(strings.Fields(mustRun(t, "-c", w.Config, "list"))[:4], " ") }
		before := phase()
		for _, answer := range []string{"n\n", "\n", ""} {
			said, err := run(answer, "resolve", "d1")
			if err == nil || !strings.Contains(said, question) || !strings.Contains(said, "Nothing was done.") || phase() != before {
				t.Errorf("%q: %v\n%s%s", answer, err, said, phase())
			}
		}
		if said, err := run("", "resolve", "d1", "--dry-run"); err != nil || strings.Contains(said, question) {
			t.Errorf("%v\n%s", err, said)
		}
		said, err := run("y\n", "resolve", "d1")
		if err != nil || !strings.Contains(said, question) || !strings.Contains(said, " and 5 others, which can't be called back") || phase() == before {
			t.Errorf("%v\n%s%s", err, said, phase())
		}
		if said, err := run("", "rollback", "d1", "--yes", "--same-luck"); err != nil || strings.Contains(said, question) || phase() != before {
			t.Errorf("%v\n%s%s", err, said, phase())
		}
		mustRun(t, "-c", w.Config, "resolve", "d1") // as a script does
		if phase() == before {
			t.Error("a script is asked")
		}
		if said, err := run("", "rule", "d1"); err != nil || strings.Contains(said, question) {
			t.Errorf("%v\n%s", err, said)
		}
	})
}

// A copy of a game that is kept to be looked at is no fault, and goes on only when that is surely meant, as it would
// write to the players of the real game.
func TestCopyIsNoFault(t *testing.T) {
	t.Parallel()
	w := towntest.New(t, "austria", "england", "france", "germany", "italy", "russia", "turkey")
	newGame(t, w)
	startServing(t, w)
	file := filepath.Join(t.TempDir(), "d1.json")
	mustRun(t, "-c", w.Config, "export", "d1", file)
	mustRun(t, "-c", w.Config, "import", file, "--as", "looked-at")
	if out := mustRun(t, "-c", w.Config, "doctor", "--wait", "1m"); !strings.Contains(out, "ok       The game looked-at is kept to be looked at") {
		t.Errorf("the doctor says\n%s", out)
	}
	refuses(t, w, "it writes to the players of the game that it is a copy of", "resume", "looked-at")
	refuses(t, w, "france@town.invalid", "resume", "looked-at")
	if out := mustRun(t, "-c", w.Config, "show", "looked-at", "--json"); !strings.Contains(out, `"copy": true`) {
		t.Error(out)
	}
	if out := mustRun(t, "-c", w.Config, "resume", "looked-at", "--dry-run"); !strings.Contains(out, "letter to france@town.invalid") {
		t.Errorf("the dry run says\n%s", out)
	}
	mustRun(t, "-c", w.Config, "resume", "looked-at", "--yes")
	if out := mustRun(t, "-c", w.Config, "show", "looked-at", "--json"); strings.Contains(out, `"copy": true`) {
		t.Error(out)
	}
}
