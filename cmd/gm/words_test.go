package main

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/towntest"
)

// A mistyped command is answered with the one that may have been meant.
func TestWrongCommands(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]string{
		"lst":           "Did you mean gm list?",
		"shwo d1":       "Did you mean gm show?",
		"undoo":         "Did you mean gm undo?",
		"rol d1":        "Did you mean gm rollback, or gm rollforward?",
		"status":        "Did you mean gm show?",
		"postpone d1":   "Did you mean gm deadline?",
		"help lst":      "Did you mean gm list?",
		"help outbox x": "gm outbox has no command \"x\"; it has drop, list, restore, retry.",
		"xyzzy":         "gm has no command \"xyzzy\".\ngm help",
	} {
		if _, said, err := gmRun(t, strings.Fields(words)...); err == nil || !strings.Contains(said, want) {
			t.Errorf("gm %s says %v\n%s", words, err, said)
		}
	}
	if out, _, err := gmRun(t, "help", "outbox", "drop"); err != nil || !strings.Contains(out, "gm outbox drop GAME NUMBER") {
		t.Errorf("gm help outbox drop says %v\n%s", err, out)
	}
}

// If a file that is named does not exist, the answer says so, and what kind of file it should be.
func TestFilesThatAreNotThere(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	mustRun(t, "-c", w.Config, "new", "d1", "decatur", "--player", "ann@x.org", "--player", "bob@x.org")
	for words, want := range map[string]string{
		"clock d1 --holidays nofile": "There is no file nofile. --holidays takes a calendar",
		"edit d1 --file nofile":      "There is no file nofile. gm edit d1 --text > nofile",
		"import nofile":              "There is no file nofile. gm export",
		"export d1 nowhere/d1.json":  "nowhere/d1.json can't be written: there is no directory nowhere.",
		"verify ./nofile":            "There is no file ./nofile. gm export",
		"try nofile":                 "There is no file nofile. examples/year.txtar",
		"adjudicate nofile":          "There is no file nofile. examples/opening.jsonl",
		"adjudicate --board no.toml": "There is no file no.toml. Boards",
		"pack decatur nofile":        "There is no file nofile. gm pack decatur > nofile",
		"new d2 decatur --pack . --player ann@x.org --player b@x.org": ". is a directory, not a file. --pack",
	} {
		if _, said, err := gmRun(t, append([]string{"-c", w.Config}, strings.Fields(words)...)...); err == nil || !strings.HasPrefix(said, want) {
			t.Errorf("gm %s says %v\n%s", words, err, said)
		}
	}
}

// A game's log has the times of its zone, and of its letters the headlines alone unless they are asked for whole.
func TestLogInZone(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	mustRun(t, "-c", w.Config, "new", "d1", "decatur", "--zone", "Asia/Kolkata", "--player", "ann@x.org", "--player", "bob@x.org")
	out := mustRun(t, "-c", w.Config, "log", "d1")
	if lines := strings.Split(strings.TrimSpace(out), "\n"); !strings.Contains(lines[1], " IST  ") || strings.Contains(out, "you are Red") || strings.Contains(out, "{") {
		t.Errorf("the log says\n%s", out)
	}
	if out := mustRun(t, "-c", w.Config, "log", "d1", "--whole"); !strings.Contains(out, "you are Red.") {
		t.Errorf("the whole log says\n%s", out)
	}
	if out := mustRun(t, "-c", w.Config, "outbox"); !strings.Contains(out, "[d1") {
		t.Errorf("the outbox says\n%s", out)
	}
}

// The subject of a letter stands above it, as the game master may have chosen it.
func TestLettersHaveSubjects(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	mustRun(t, "-c", w.Config, "new", "d1", "decatur", "--player", "ann@x.org", "--player", "bob@x.org")
	out := mustRun(t, "-c", w.Config, "letter", "d1", "Red", "--subject", "Your question", "--letters", "--dry-run", "Yes.")
	if !strings.Contains(out, "    | Subject: [d1] Your question: Red\n") {
		t.Errorf("gm letter says\n%s", out)
	}
}

// More may confirm than a game takes.
func TestMoreThanWanted(t *testing.T) {
	o := inspect.Overview{SignUp: &game.SignUpOverview{Wanted: 2}}
	for range 3 {
		o.SignUp.Asked = append(o.SignUp.Asked, game.ApplicantOverview{Confirmed: time.Unix(1, 0)})
	}
	if line := formingLine(o); line != "takes players, 2 of 2 confirmed, and 1 more, who will stand by" {
		t.Errorf("%q", line)
	}
}

// A dry run shows nothing that is drawn by lot when the game begins, since the real one draws anew.
func TestLotOfDryRun(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	game := []string{"-c", w.Config, "new", "d1", "decatur", "--player", "ann@x.org", "--player", "bob@x.org", "--player", "Red=cyd@x.org"}
	out := mustRun(t, append(game, "--dry-run", "--full")...)
	if strings.Contains(out, "ann@") || strings.Contains(out, "bob@") || !strings.Contains(out, "Red: address: cyd@x.org") || !strings.Contains(out, "Blue: address: by lot") ||
		!strings.Contains(out, "letter to whoever gets Blue: [d1.1] Blue: welcome") || !strings.Contains(out, "The lot for seats and all other luck") {
		t.Errorf("a dry run says\n%s", out)
	}
	if out := mustRun(t, append(game, "--full")...); strings.Contains(out, "by lot") || strings.Contains(out, "The lot") {
		t.Errorf("a real one says\n%s", out)
	}
}

// What the game master does with inbox and outbox are acts like all others: they can be tried first, have a reason,
// and can be undone, also if they concern no game.
func TestBoxesAreActs(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	mustRun(t, "-c", w.Config, "new", "d1", "decatur", "--player", "ann@x.org", "--player", "bob@x.org")
	putLettersAside(t, w)
	var box struct{ Waits []inboxItem }
	if err := json.Unmarshal([]byte(mustRun(t, "-c", w.Config, "inbox", "--json")), &box); err != nil || len(box.Waits) != 2 {
		t.Fatalf("%v: %+v", err, box)
	}
	strange, doubted := box.Waits[0].Name, box.Waits[1].Name
	week := strange[:strings.LastIndex(strange, "/")]
	for _, step := range []struct{ words, want, inbox, outbox string }{
		{"inbox done " + strange + " --dry-run", "Nothing is done yet. This would be done in " + week + ":\n  inbox " + strange + ": marked as done (was waiting for you)\n", strange, ""},
		{"inbox done " + strange + " " + doubted + " --reason spam", "gm undo " + week + " takes it back (gm inbox reopen " + strange + ").\nd1:\n", "Nothing is waiting", ""},
		{"undo " + week, "inbox " + strange + ": waiting for you", strange, ""},
		{"undo d1", "inbox " + doubted + ": waiting for you", doubted, ""},
		{"release " + doubted + " --dry-run", "inbox " + doubted + ": taken in by d1 (was waiting for you)\n  letter to ann@x.org: [d1.1] ", doubted, ""},
		{"release " + doubted, "  letter to ann@x.org: [d1.1] ", strange, ""},
		{"outbox drop d1 5 --dry-run", "letter d1 5 to ", "", "d1 5  ready"},
		{"outbox drop d1 5", ": dropped (was to be sent)\ngm undo d1 takes it back (gm outbox restore d1 5).\n", "", "d1 7  ready"},
		{"undo d1", ": to be sent (was dropped)\nIt goes out as soon as gm serve runs", "", "d1 5  ready"},
		{"outbox retry all --dry-run", "No letter is waiting to be sent again.", "", ""},
	} {
		if out := mustRun(t, append([]string{"-c", w.Config}, strings.Fields(step.words)...)...); !strings.Contains(out, step.want) {
			t.Errorf("gm %s says\n%s\nwant\n%s", step.words, out, step.want)
		}
		if out := mustRun(t, "-c", w.Config, "inbox"); !strings.Contains(out, step.inbox) {
			t.Errorf("after gm %s the inbox has\n%s", step.words, out)
		}
		if out := mustRun(t, "-c", w.Config, "outbox"); !strings.Contains(out, step.outbox) {
			t.Errorf("after gm %s the outbox has\n%s", step.words, out)
		}
	}
	if out := mustRun(t, "-c", w.Config, "log", week); !strings.Contains(out, "act: inbox done "+strange+" (spam), on the command line\n") {
		t.Errorf("the log has\n%s", out)
	}
}

// The lobby can't be used as a game.
func TestLobbyIsNoGame(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	mustRun(t, "-c", w.Config, "new", "d1", "decatur", "--player", "ann@x.org", "--player", "bob@x.org")
	for _, words := range []string{"press lobby hello", "pause lobby", "resolve lobby", "seat lobby Red=ann@x.org", "end lobby", "show lobby", "undo lobby", "rollback lobby", "trust lobby open"} {
		if _, said, err := gmRun(t, append([]string{"-c", w.Config}, strings.Fields(words)...)...); err == nil || !strings.Contains(said, `no game "lobby"`) && !strings.Contains(said, "nothing to take back in lobby") {
			t.Errorf("gm %s says %v: %s", words, err, said)
		}
	}
}
