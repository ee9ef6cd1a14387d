package main

import (
	"strings"
	"testing"
	"time"

	"deaddrop/gm/towntest"
)

func tomorrow() string { return time.Now().UTC().AddDate(0, 0, 1).Format(time.DateOnly) }

// gm missing shows beforehand what it will do about missing players, does it, and one command takes it back.
func TestMissing(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	at := func(name string) string { return name + "@" + towntest.Domain }
	mustRun(t, "-c", w.Config, "new", "d1", "decatur", "--player", "Red="+at("ann"), "--player", "Blue="+at("bob"), "--missing", "standby=3,absence=21")
	show := func() string {
		t.Helper()
		return mustRun(t, "-c", w.Config, "show", "d1")
	}
	if out := show(); !strings.Contains(out, "standby=3 then=default absence=21 (gm missing)") {
		t.Errorf("the game is\n%s", out)
	}
	check := func(shows string, args ...string) {
		t.Helper()
		args = append([]string{"-c", w.Config}, args...)
		before := show()
		if dry := mustRun(t, append(args, "--dry-run")...); !strings.Contains(dry, "Nothing is done yet") || show() != before {
			t.Errorf("%q, to try it: %s\nand then\n%s", args, dry, show())
		}
		said := mustRun(t, args...)
		if out := show(); !strings.Contains(out, shows) || out == before {
			t.Errorf("%q says\n%s\nand leaves\n%s\nwhich has no %q", args, said, out, shows)
		}
		undone := mustRun(t, "-c", w.Config, "undo", "d1")
		if out := show(); out != before {
			t.Errorf("%q, taken back:\n%s\nIt was\n%s\nand is now\n%s", args, undone, before, out)
		}
		mustRun(t, args...)
	}
	check("standby=off then=default absence=0", "missing", "d1", "standby=off", "absence=0")
	check("standby    "+at("hal"), "standby", "d1", "add", at("hal"), at("ida"))
	check("standby    "+at("ida"), "standby", "d1", "remove", at("hal"))
	check("away on ", "absence", "d1", "Blue", tomorrow(), tomorrow())
	check("Blue       "+at("bob"), "absence", "d1", "blue", "--off")
	check("(nobody)", "eject", "d1", "Red", "--reason", "no word")
	if out := mustRun(t, "-c", w.Config, "standby", "d1"); !strings.Contains(out, at("ida")+" ") || !strings.Contains(out, "is offered Red until") {
		t.Errorf("the standbys are\n%s", out)
	}
	if out := mustRun(t, "-c", w.Config, "standby", "d1", "--json"); !strings.Contains(out, `"seat": "Red"`) {
		t.Errorf("for programs: %s", out)
	}
	refused := func(want string, args ...string) {
		t.Helper()
		if _, complaint, err := gmRun(t, append([]string{"-c", w.Config}, args...)...); err == nil || !strings.Contains(complaint, want) {
			t.Errorf("%q: %v, %s", args, err, complaint)
		}
	}
	refused("Nobody sits in the seat of Red", "eject", "d1", "red")
	refused("There is no \"Green\" in this game. d1 has Red and Blue.", "eject", "d1", "Green")
	refused("Did you mean Blue?", "eject", "d1", "Bluue")
	refused("Name one seat; these are Red and Blue.", "orders", "d1", "Red and Blue")
	refused("plays in d1 already", "standby", "d1", "add", at("bob"))
	refused("is not a standby of d1", "standby", "d1", "remove", at("zoe"))
	refused("gm standby", "standby", "d1", "hal")
	refused("can't be set for missing", "missing", "d1", "standby=many")
	refused("already set like that", "missing", "d1", "standby=off")
	refused("Give the first and the last day", "absence", "d1", "Blue", tomorrow())
	refused("is over", "absence", "d1", "Blue", "2020-01-01", "2020-01-02")
	refused("nobody learns who is missing", "new", "d2", "deadman", "--missing", "then=hold", "--player", at("a"), "--player", at("b"), "--player", at("c"), "--player", at("d"),
		"--player", at("e"), "--player", at("f"), "--player", at("g"))
}
