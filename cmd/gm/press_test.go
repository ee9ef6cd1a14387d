package main

import (
	"strings"
	"testing"

	"deaddrop/gm/towntest"
)

// A choice about press is tried, made, shown, and taken back.
func TestPressRules(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	run := func(args ...string) string {
		t.Helper()
		return mustRun(t, append([]string{"-c", w.Config}, args...)...)
	}
	run("new", "d1", "decatur", "--player", "Red=ann@"+towntest.Domain, "--player", "Blue=bob@"+towntest.Domain, "--press", "copy=gm")
	shown := func(want string) {
		t.Helper()
		if out := run("show", "d1"); !strings.Contains(out, "\n  The game master gets a copy of all press.") || strings.Contains(out, "\n  Press does not say") != (want == "grey") {
			t.Errorf("with %s press it shows\n%s", want, out)
		}
	}
	shown("white")
	if out := run("press-rules", "d1", "sign=grey", "--dry-run", "--letters"); !strings.Contains(out, "Press does not say who") {
		t.Errorf("tried:\n%s", out)
	}
	shown("white")
	run("press-rules", "d1", "sign=grey")
	shown("grey")
	run("undo", "d1")
	shown("white")
	if out := run("mute", "d1", "Red"); !strings.Contains(out, "Red: press: stopped") || !strings.Contains(out, "letter to ann@") || strings.Contains(out, "letter to bob@") {
		t.Errorf("muted:\n%s", out)
	}
	if out := run("undo", "d1"); !strings.Contains(out, "Red: press: no longer") {
		t.Errorf("no longer muted:\n%s", out)
	}
	for want, args := range map[string][]string{
		"no choice \"colour\" about press; there are sign, to": {"press-rules", "d1", "colour=grey"},
		"sign can be white, grey or choice, not \"black\"":     {"press-rules", "d1", "sign=black"},
		"write it as in sign=grey":                             {"press-rules", "d1", "grey"},
		"The game master is not a player":                      {"mute", "d1", "GM"},
	} {
		if _, complaint, err := gmRun(t, append([]string{"-c", w.Config}, args...)...); err == nil || !strings.Contains(complaint, want) {
			t.Errorf("gm %v: %v\n%s", args, err, complaint)
		}
	}
}
