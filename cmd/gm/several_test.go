package main

import (
	"strings"
	"testing"

	"deaddrop/gm/towntest"
)

// An act on several games, or on all, says what came of each, and fails if it failed in one.
func TestSeveralGames(t *testing.T) {
	eitherWay(t, func(t *testing.T, w *towntest.Town) {
		at := "@" + towntest.Domain
		for _, name := range []string{"t1", "t2"} {
			mustRun(t, "-c", w.Config, "new", name, "decatur", "--every", "72h", "--player", "Red=ann"+at, "--player", "Blue=bob"+at)
		}
		each := func(fails bool, want string, args ...string) {
			t.Helper()
			out, complaint, err := gmRun(t, append([]string{"-c", w.Config}, args...)...)
			lines := strings.Split(strings.TrimSpace(out+complaint), "\n")
			all := strings.Split(want, " | ")
			ok := len(lines) == len(all) && (err != nil) == fails
			for i := range all {
				ok = ok && strings.HasPrefix(lines[i], all[i])
			}
			if !ok {
				t.Errorf("gm %s, want %q: %v\n%s%s", strings.Join(args, " "), want, err, out, complaint)
			}
		}
		each(false, "t1: paused since: | t2: paused since: ", "pause", "t1", "t2", "--reason", "holidays")
		each(true, "t1: t1 is paused already | t2: t2 is paused already", "pause", "t1,t2")
		mustRun(t, "-c", w.Config, "resume", "t2")
		each(true, "t1: paused since: no longer | nosuch: There is no game \"nosuch\"", "resume", "t1", "nosuch")
		each(false, "d1: deadline: | t1: deadline: | t2: deadline: ", "deadline", "--all", "+1d")
		each(false, "d1: 7 letters | t1: 2 letters | t2: 2 letters", "press", "--all", "A happy new year.")
		each(false, "t1: clock: a turn lasts: 2 days | t2: clock: a turn lasts: 2 days", "clock", "t1,t2", "--every", "48h")
		each(false, "t1: Red: away | t2: ", "absence", "--all", "ann"+at, "24 Dec", "to", "26 Dec")
		each(true, "There is no game in which gm absence could do that now.", "absence", "--all", "nobody"+at, "24 Dec", "to", "26 Dec")
		each(true, "Give either names of games or --all, not both.", "pause", "--all", "t1")
	})
}
