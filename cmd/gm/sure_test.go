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

// At a terminal, an act that writes to everybody needs a confirmation, with a service and without. With --yes, in a
// dry run, or without a terminal it does not.
func TestAskedFirst(t *testing.T) {
	eitherWay(t, func(t *testing.T, w *towntest.Town) {
		const question = "Go on? [y/N]"
		run := func(answer string, words ...string) (string, error) {
			t.Helper()
			return typed(t, answer, append([]string{"-c", w.Config}, words...)...)
		}
		phase := func() string { return strings.Join(strings.Fields(mustRun(t, "-c", w.Config, "list"))[3:7], " ") }
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
		if err != nil || !strings.Contains(said, question) || !strings.Contains(said, " and 5 others, which can't be recalled") || phase() == before {
			t.Errorf("%v\n%s%s", err, said, phase())
		}
		if said, err := run("", "rollback", "d1", "--yes", "--same-luck"); err != nil || strings.Contains(said, question) || phase() != before {
			t.Errorf("%v\n%s%s", err, said, phase())
		}
		mustRun(t, "-c", w.Config, "resolve", "d1") // as a script does
		if phase() == before {
			t.Error("a script is asked")
		}
		if said, err := run("", "switch", "d1"); err != nil || strings.Contains(said, question) {
			t.Errorf("%v\n%s", err, said)
		}
	})
}

// Whatever writes to players asks first, also what takes an act back, and what writes to nobody does not.
func TestAskedBeforeItWrites(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	newGame(t, w)
	mustRun(t, "-c", w.Config, "deadline", "d1", "+1h")
	for _, c := range []struct {
		words string
		asked bool
	}{
		{"undo d1", true}, {"eject d1 Turkey", true}, {"deadline d1 +2h", true}, {"pause d1", true}, {"clock d1 --grace 1h", true},
		{"missing d1 absence=20", true}, {"press-rules d1 copy=gm", true}, {"switch d1 db=before", true}, {"end d1", true},
		{"rule d1 db=before", true}, {"new d2 decatur --player ann@town.invalid --player bob@town.invalid", true},
		{"press d1 Hello.", false}, {"trust d1 signed", false}, {"notify d1 now", false},
	} {
		said, err := typed(t, "n\n", append([]string{"-c", w.Config}, strings.Fields(c.words)...)...)
		if asked := strings.Contains(said, "Go on? [y/N]"); asked != c.asked || asked != (err != nil) {
			t.Errorf("gm %s: %v\n%s", c.words, err, said)
		}
	}
}

// Commands and flags that have another name today go on to work under the former one, and are listed nowhere.
func TestFormerNames(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	newGame(t, w)
	run := func(words ...string) string {
		t.Helper()
		return mustRun(t, append([]string{"-c", w.Config}, words...)...)
	}
	if was, is := run("rule", "d1"), run("switch", "d1"); was != is {
		t.Errorf("gm rule says\n%s", was)
	}
	run("mute", "d1", "France")
	run("mute", "d1", "France", "--off")
	run("absence", "d1", "France", tomorrow(), tomorrow())
	run("absence", "d1", "France", "--off")
	help := run("help") + run("help", "inbox") + run("help", "mute") + run("help", "absence")
	for _, former := range []string{"\n  hold ", "\n  release ", "\n  rule ", "\n  ruling ", "--off"} {
		if strings.Contains(help, former) {
			t.Errorf("%q is listed", former)
		}
	}
	for _, former := range [][]string{{"hold", "d1/1"}, {"release", "d1/1"}, {"inbox", "release", "d1/1"}, {"ruling", "d1", "yes"}} {
		if _, complaint, err := gmRun(t, append([]string{"-c", w.Config}, former...)...); err == nil || codeOf(err) != exitFailed {
			t.Errorf("gm %v: %v\n%s", former, err, complaint)
		}
	}
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
	if out := mustRun(t, "-c", w.Config, "doctor", "--wait", "1m"); !strings.Contains(out, "ok       The game looked-at is a copy that is kept to be looked at") {
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
