package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/letter"
	"deaddrop/gm/towntest"
	"deaddrop/gm/work"
)

// The times of a game are changed, shown and taken back, and the file with the holidays is read where the command is typed.
func TestClockCommands(t *testing.T) {
	for name, serving := range map[string]bool{"beside the service": true, "without the service": false} {
		t.Run(name, func(t *testing.T) {
			w := towntest.New(t)
			mustRun(t, "-c", w.Config, "new", "d1", "deadman", "--at", "20:00", "--zone", "Europe/London", "--days", "Mon-Fri", "--kind", "retreats=12h@08:00",
				"--player", "a@"+towntest.Domain, "--player", "b@"+towntest.Domain, "--player", "c@"+towntest.Domain, "--player", "d@"+towntest.Domain, "--player", "e@"+towntest.Domain, "--player", "f@"+towntest.Domain, "--player", "g@"+towntest.Domain)
			if serving {
				startServing(t, w)
			}
			t.Chdir(t.TempDir())
			year := time.Now().Year() + 1
			if err := os.WriteFile("off.txt", []byte(strings.ReplaceAll("Y-12-24..Y-12-26 Christmas\nY-01-01\n", "Y", time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC).Format("2006"))), 0o666); err != nil {
				t.Fatal(err)
			}
			say := func(want string, args ...string) {
				t.Helper()
				out, complaint, err := gmRun(t, append([]string{"-c", w.Config}, args...)...)
				if err != nil || !strings.Contains(out, want) {
					t.Errorf("gm %s: %v\n%s%s\nwant %q", strings.Join(args, " "), err, out, complaint, want)
				}
			}
			refuse := func(want string, args ...string) {
				t.Helper()
				if out, complaint, err := gmRun(t, append([]string{"-c", w.Config}, args...)...); err == nil || !strings.Contains(complaint, want) {
					t.Errorf("gm %s: %v\n%s%s\nwant a complaint with %q", strings.Join(args, " "), err, out, complaint, want)
				}
			}
			say("  for retreats there is 12 hours, until 08:00\n", "clock", "d1")
			say("days without a deadline are: ", "clock", "d1", "--holidays", "off.txt", "--dry-run")
			before := mustRun(t, "-c", w.Config, "clock", "d1", "--json")
			say("--every 72h --days Mon,Tue,Wed,Thu,Fri --off none --kind retreats=12h@08:00)", "clock", "d1", "--holidays", "off.txt", "--days", "all", "--every", "2d", "--kind", "retreats=none")
			say("-12-24..", "clock", "d1")
			say("takes that back", "undo", "d1")
			if after := mustRun(t, "-c", w.Config, "clock", "d1", "--json"); after != before {
				t.Errorf("taken back, it is\n%s\nand was\n%s", after, before)
			}
			say("deadline: ", "deadline", "d1", "-6h", "--dry-run")
			say("deadline: ", "extend", "d1", "--", "-6h")
			say("deadline: ", "deadline", "d1", "+1d12h", "--reason", "Easter")
			say("20:00 GMT", "deadline", "d1", "31", "Jan", "--dry-run")
			say("paused since: ", "pause", "d1")
			say("paused since ", "list")
			refuse("is paused", "deadline", "d1", "+1d")
			say("paused since: no longer", "undo", "d1")
			refuse("neither paused nor held", "resume", "d1")
			refuse("Say when", "deadline", "d1")
			refuse("in Spring 1901, not in Fall 1901", "deadline", "d1", "Friday", "--phase", "Fall 1901")
			refuse("There is no file nowhere/off.ics. --holidays takes", "clock", "d1", "--holidays", filepath.Join("nowhere", "off.ics"))
			refuse(`has no question called "retreat"; it asks for`, "clock", "d1", "--kind", "retreat=1d")
			refuse("a minute or more", "clock", "d1", "--kind", "retreats=1s")
			refuse("a minute or more", "clock", "d1", "--every", "1s")
			for _, args := range [][]string{{"clock", "d1"}, {"new", "d2", "deadman", "--open"}} {
				if _, complaint, err := gmRun(t, append(append([]string{"-c", w.Config}, args...), "--days", "Foo")...); err == nil || !strings.HasPrefix(complaint, `"Foo" are no days`) {
					t.Errorf("gm %s --days Foo: %v\n%s", strings.Join(args, " "), err, complaint)
				}
			}
			refuse("Name a game", "clock", "--every", "1d")
			refuse("already trusted", "clock", "--is-right")
			want := "has never run here"
			if serving {
				want = "by the machine's clock"
			}
			deadline := time.Now().Add(time.Minute)
			for serving && !strings.Contains(mustRun(t, "-c", w.Config, "clock"), want) && time.Now().Before(deadline) { // it may not have read its mailbox yet
				time.Sleep(10 * time.Millisecond)
			}
			say(want, "clock")
		})
	}
}

// While the machine's clock is not trusted, so that no turn is resolved, each of gm list, clock and inbox says so.
func TestDisbelief(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	m := masterOf(t, w)
	for _, at := range []time.Time{time.Now().Add(30 * 24 * time.Hour), time.Now()} {
		if _, err := work.Due(t.Context(), m, at, func(context.Context, letter.Letter) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.Store.Close(); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"list"}, {"clock"}, {"inbox"}} {
		if out := mustRun(t, append([]string{"-c", w.Config}, args...)...); !strings.Contains(out, "gm clock --is-right") {
			t.Errorf("gm %s says %s", args[0], out)
		}
	}
	if out := mustRun(t, "-c", w.Config, "clock", "--is-right"); !strings.Contains(out, "Turns are resolved by the machine's clock.") {
		t.Errorf("it is believed: %s", out)
	}
	if out := mustRun(t, "-c", w.Config, "list"); strings.Contains(out, "is-right") {
		t.Errorf("gm list still says %s", out)
	}
}
