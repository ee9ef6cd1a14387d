package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/calendar"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/towntest"
)

// A service with real mail plays a game of one person and robots, whom the game master seats and unseats; the game
// can be verified and moved elsewhere.
func TestRobotsInTheService(t *testing.T) {
	t.Parallel()
	w := configured(t)
	if err := w.Office.Add("france", "secret"); err != nil {
		t.Fatal(err)
	}
	startServing(t, w)
	france := "france@" + towntest.Domain
	mustRun(t, "-c", w.Config, "new", "d1", "diplomacy", "--every", "48h", "--delay", "0s", "--trust", "open", "--player", "France="+france, "--robots")
	seat := func(o inspect.Overview, name string) inspect.SeatOverview {
		for _, s := range o.Seats {
			if string(s.Name) == name {
				return s
			}
		}
		return inspect.SeatOverview{}
	}
	until := func(what string, is func(inspect.Overview) bool) inspect.Overview {
		t.Helper()
		for range 6000 {
			if o := shown(t, w, "d1"); is(o) {
				return o
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Fatalf("never: %s", what)
		return inspect.Overview{}
	}
	until("robots have written", func(o inspect.Overview) bool { return seat(o, "Turkey").In && !seat(o, "France").In })
	if err := w.Write(t.Context(), "france", "ready@"+towntest.Domain, "[d1] orders", "READY\n"); err != nil {
		t.Fatal(err)
	}
	o := until("the next turn", func(o inspect.Overview) bool { return o.Phase == "Fall 1901" && seat(o, "Turkey").In })
	if turkey := seat(o, "Turkey"); turkey.Robot != game.KnownRobot || turkey.Address != "" {
		t.Errorf("Turkey is %+v", turkey)
	}
	if out := mustRun(t, "-c", w.Config, "show", "d1"); !strings.Contains(out, "Turkey     robot  ") {
		t.Errorf("gm show says\n%s", out)
	}
	mustRun(t, "-c", w.Config, "seat", "d1", "Turkey="+france)
	if turkey := seat(shown(t, w, "d1"), "Turkey"); turkey.Robot != game.NoRobot || turkey.In {
		t.Errorf("with a person, Turkey is %+v", turkey)
	}
	mustRun(t, "-c", w.Config, "undo", "d1")
	if out := mustRun(t, "-c", w.Config, "show", "d1"); !strings.Contains(out, "robot, which others are not told") {
		t.Errorf("after gm undo, gm show says\n%s", out)
	}
	if out := mustRun(t, "-c", w.Config, "log", "d1"); !strings.Contains(out, "the robot of Turkey, orders") {
		t.Errorf("the log says\n%s", out)
	}
	file := filepath.Join(t.TempDir(), "d1.json")
	mustRun(t, "-c", w.Config, "export", "d1", file)
	mustRun(t, "-c", w.Config, "verify", "d1")
	mustRun(t, "-c", w.Config, "import", file, "--as", "look")
	if robot := seat(shown(t, w, "look"), "England").Robot; robot != game.KnownRobot {
		t.Errorf("in a copy England is %q", robot)
	}
}

// A person who plays a blind game against robots alone does not wait for its deadlines; two people do.
func TestOnePersonAgainstRobotsNeedNotWait(t *testing.T) {
	t.Parallel()
	w := configured(t)
	mustRun(t, "-c", w.Config, "new", "d1", "deadman", "--player", "ann@"+towntest.Domain, "--robots")
	mustRun(t, "-c", w.Config, "new", "d2", "deadman", "--player", "ann@"+towntest.Domain, "--player", "bob@"+towntest.Domain, "--robots")
	mustRun(t, "-c", w.Config, "new", "d3", "deadman", "--player", "ann@"+towntest.Domain, "--robots", "--ends", "deadline")
	for name, want := range map[string]calendar.Ending{"d1": calendar.WhenIn, "d2": calendar.AtDeadline, "d3": calendar.AtDeadline} {
		if got := shown(t, w, name).Clock.Ends; got != want {
			t.Errorf("turns of %s end %q, not %q", name, got, want)
		}
	}
}

// gm refuses robots what they can't do, and says why.
func TestRobotsRefused(t *testing.T) {
	t.Parallel()
	w := configured(t)
	ann := "ann@" + towntest.Domain
	mustRun(t, "-c", w.Config, "new", "d1", "decatur", "--player", ann, "--robots", "--seats", "3", "--missing", "standby=2,then=robot")
	if n := len(shown(t, w, "d1").Seats); n != 3+1 { // and the game master
		t.Errorf("--seats 3 seats %d", n-1)
	}
	for words, want := range map[string]string{
		"new d2 decatur --robots --open":                                       "A game that takes players begins without robots",
		"new d2 decatur --seats 3 --player " + ann:                             "--seats is for a game that takes players, or one with robots",
		"new d2 decatur --robots --seats 9 --player " + ann:                    "can't be played by 9",
		"new d2 decatur --robots --missing standby=off,then=robot":             "then=robot needs standby=N",
		"missing d1 standby=off":                                               "then=robot needs standby=N",
		"missing d1 then=nobody":                                               "then=default, then=hold or then=robot",
		"seat d1 GM=robot":                                                     "The game master is not a player",
		"new d2 deadman --robots --player Atlantis=" + ann:                     `There is no free seat "Atlantis"`,
		"new d2 decatur --player Red=robot --player Red=robot --player " + ann: "Red is given to two players",
	} {
		if _, said, err := gmRun(t, append([]string{"-c", w.Config}, strings.Fields(words)...)...); err == nil ||
			!strings.Contains(strings.Join(strings.Fields(said), " "), want) {
			t.Errorf("gm %s: %v, %s", words, err, said)
		}
	}
}
