package main

import (
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"deaddrop/gm/inspect"
	"deaddrop/gm/meter"
	"deaddrop/gm/towntest"
)

// A command with too few or too many words is answered in a sentence, with its form and an example.
func TestMisused(t *testing.T) {
	var all []*cobra.Command
	var add func(*cobra.Command)
	add = func(cmd *cobra.Command) {
		all = append(all, cmd.Commands()...)
		for _, sub := range cmd.Commands() {
			add(sub)
		}
	}
	add(commandTree(&console{now: time.Now}))
	said := func(path []string, more ...string) string {
		t.Helper()
		_, complaint, err := gmRun(t, append(slices.Clone(path), more...)...)
		if err == nil || strings.Contains(complaint, "arg(s)") || !strings.Contains(complaint, "\nUsage: gm "+strings.Join(path, " ")) {
			t.Errorf("gm %v %v says %v\n%s", path, more, err, complaint)
		}
		return complaint
	}
	needy := 0
	for _, cmd := range all {
		if !cmd.Runnable() || cmd.Hidden {
			continue // a page of help, or a former name
		}
		path := strings.Fields(cmd.CommandPath())[1:]
		if out := said(path, "--nonsense"); !strings.Contains(out, "unknown flag: --nonsense.") {
			t.Errorf("gm %v --nonsense says %s", path, out)
		}
		if cmd.Args(cmd, nil) == nil {
			continue
		}
		needy++
		if out := said(path); !strings.Contains(out, "needs more arguments.") || !strings.Contains(out, "\nFor example:\n") || !strings.Contains(out, "\n  gm "+strings.Join(path, " ")+" ") {
			t.Errorf("gm %v says %s", path, out)
		}
	}
	if needy < 10 {
		t.Errorf("only %d commands take something", needy)
	}
	if out := said([]string{"store", "check"}, "x", "y"); !strings.Contains(out, "does not take x y.\n") {
		t.Errorf("with too much: %s", out)
	}
	if out := said([]string{"show"}, "d1", "north", "pole"); !strings.Contains(out, "does not take north pole. What has blanks") {
		t.Errorf("with too much: %s", out)
	}
	if out := said([]string{"move"}, "--to", "x.db", "--reopen"); !strings.HasPrefix(out, "gm move: --reopen and --to don't go together.\n") {
		t.Errorf("with flags that exclude each other: %s", out)
	}
}

// An operator with several machines can ask each for the version of its program.
func TestVersion(t *testing.T) {
	out, made := mustRun(t, "--version"), ", made with "+runtime.Version()+"\n"
	if !strings.HasPrefix(out, "gm ") || !strings.HasSuffix(out, made) {
		t.Errorf("gm --version says %q", out)
	}
	const pseudo, commit = "v0.0.0-20261123025014-3acde225e097", "3acde225e097ab969a382bd61a8330c089eebc5c"
	date := time.Date(2026, 11, 23, 2, 50, 14, 0, time.UTC)
	unknown := "gm (devel), commit not recorded (go build -buildvcs=true ./cmd/gm in a git clone records it)"
	for _, c := range []struct {
		build meter.Build
		want  string
	}{
		{meter.Build{Version: pseudo, Revision: commit, Date: date, Modified: "false"},
			"gm " + pseudo + ", commit 3acde225e097 of 2026-11-23"},
		{meter.Build{Version: pseudo + "+dirty", Revision: commit, Date: date, Modified: "true"},
			"gm " + pseudo + "+dirty, commit 3acde225e097 of 2026-11-23, with local changes"},
		{meter.Build{Version: "v0.3.0", Revision: commit, Date: date, Modified: "false"},
			"gm v0.3.0, commit 3acde225e097 of 2026-11-23"},
		{meter.Build{Version: "v0.3.0"}, "gm v0.3.0"},
		{meter.Build{Version: "(devel)", Revision: commit}, "gm (devel), commit 3acde225e097"},
		{meter.Build{Version: "(devel)"}, unknown},
		{meter.Build{}, unknown},
	} {
		if got := versionOf(c.build); got != c.want {
			t.Errorf("%+v is called %q, want %q", c.build, got, c.want)
		}
	}
	if _, complaint, err := gmRun(t, "doctor", "--wait", "-5s"); err == nil || !strings.Contains(complaint, "can't be negative") {
		t.Errorf("gm doctor --wait -5s says %q", complaint)
	}
}

// Each command stands in a group of the help, and no group names one that is not there.
func TestGroups(t *testing.T) {
	root := commandTree(&console{now: time.Now})
	n := 0
	for _, cmd := range root.Commands() {
		if cmd.Hidden || !cmd.Runnable() { // it is for packagers, or a page of help
			continue
		}
		if n++; cmd.GroupID == "" {
			t.Errorf("gm %s is in no group", cmd.Name())
		}
	}
	for _, g := range helpGroups() {
		n -= len(g.names)
	}
	if n != 0 {
		t.Errorf("there are %d commands more than in all groups", n)
	}
	help := mustRun(t, "help")
	if i, j := strings.Index(help, "To run it:"), strings.Index(help, "\n  serve "); i < 0 || j < i {
		t.Errorf("gm help says\n%s", help)
	}
}

func TestSecondService(t *testing.T) {
	w := towntest.New(t)
	startServing(t, w)
	if _, complaint, err := gmRun(t, "-c", w.Config, "serve"); err == nil || !strings.HasPrefix(complaint, "gm serve is already running") {
		t.Errorf("a second one: %v, %s", err, complaint)
	}
}

// A service that begins while a command has the games open waits for its end.
func TestServiceWaitsForCommands(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	held := masterOf(t, w)
	ended := make(chan error, 1)
	time.AfterFunc(2*time.Second, func() { ended <- held.Store.Close() })
	startServing(t, w)
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// gm new refuses what makes no sense, and warns of choices that reveal everything to a player.
func TestNewTakesNoNonsense(t *testing.T) {
	w := towntest.New(t)
	args := func(name string, more ...string) []string {
		args := append([]string{"-c", w.Config, "new", name, "decatur"}, more...)
		return append(args, "--player", "ann@"+towntest.Domain)
	}
	for want, more := range map[string][]string{
		"give --every a minute or more": {"--every", "1s", "--player", "bob@x.org"},
		"give --short a minute or more": {"--short", "59s", "--player", "bob@x.org"},
		"come back to it":               {"--player", "GM@" + towntest.Domain},
		"writes from":                   {"--player", "bob@x.org", "--gm", "gm@" + towntest.Domain},
	} {
		if out, complaint, err := gmRun(t, args("d1", more...)...); err == nil || !strings.Contains(complaint, want) {
			t.Errorf("gm new %v: %v\n%s%s", more, err, out, complaint)
		}
	}
	if _, complaint, err := gmRun(t, args("d1", "--every", "1m", "--player", "bob@x.org")...); err != nil || complaint != "" {
		t.Errorf("an ordinary game: %v, %s", err, complaint)
	}
	if _, complaint, err := gmRun(t, args("d2", "--player", "Desk@"+towntest.Domain)...); err != nil || !strings.Contains(complaint, "Warning: Desk@"+towntest.Domain+" plays, and is the game master's") {
		t.Errorf("with the game master's address: %v, %s", err, complaint)
	}
	names := titleNames()
	if _, complaint, err := gmRun(t, "-c", w.Config, "new", "d3", "chess", "--player", "a@x.org"); err == nil || strings.Contains(complaint, "[") || !strings.Contains(complaint, " and "+names[len(names)-1]+".") {
		t.Errorf("an unknown title: %s", complaint)
	}
	if out := mustRun(t, "-c", w.Config, "press", "d1", "hello"); !strings.Contains(out, "letter to bob@x.org: [d1.1] ") || strings.Contains(out, "was ") || !strings.Contains(out, "when gm serve runs") {
		t.Errorf("press says %s", out)
	}
}

// Wherever a game is shown, the players whose letters come back are marked.
func TestShowTellsSuspension(t *testing.T) {
	since := time.Date(2030, 1, 2, 3, 4, 0, 0, time.UTC)
	o := inspect.Overview{Name: "d1", State: "running", Deadline: since, Seats: []inspect.SeatOverview{{Name: "X", Address: "ann@x.org", Suspended: since}, {Name: "O", Address: "bob@x.org"}}}
	if out := overviewText(o); !strings.Contains(out, "ann@x.org                    nothing is asked; letters to it come back since Wed 2 Jan 2030 03:04 UTC\n") || strings.Count(out, "come back") != 1 {
		t.Errorf("show prints\n%s", out)
	}
	if got := unreached(o); got != "; letters come back from X" {
		t.Errorf("list says %q", got)
	}
	if got := unreached(inspect.Overview{Seats: o.Seats[1:]}); got != "" {
		t.Errorf("list says %q where all is well", got)
	}
}
