package main

import (
	"strings"
	"testing"
	"time"

	"deaddrop/gm"
)

// Who mistypes a command is told which one he may have meant.
func TestWrongCommands(t *testing.T) {
	for words, want := range map[string]string{
		"lst":           "Did you mean gm list?",
		"shwo d1":       "Did you mean gm show?",
		"undoo":         "Did you mean gm undo?",
		"rol d1":        "Did you mean gm rollback, or gm rollforward?",
		"status":        "Did you mean gm show?",
		"postpone d1":   "Did you mean gm deadline?",
		"help lst":      "Did you mean gm list?",
		"help outbox x": "gm outbox has no command \"x\"; it has drop, list, restore, retry.",
		"outbox drp":    "Did you mean gm outbox drop?",
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

// Who names a file that is not there is told so, and what file it should be.
func TestFilesThatAreNotThere(t *testing.T) {
	w := newTown(t)
	mustRun(t, "-c", w.config, "new", "d1", "decatur", "--player", "ann@x.org", "--player", "bob@x.org")
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
		"new d2 decatur --pack . --player ann@x.org --player b@x.org": ". is a directory, and no file. --pack",
	} {
		if _, said, err := gmRun(t, append([]string{"-c", w.config}, strings.Fields(words)...)...); err == nil || !strings.HasPrefix(said, want) {
			t.Errorf("gm %s says %v\n%s", words, err, said)
		}
	}
}

// A game's log has the times of its zone, and of its letters the headlines alone unless they are asked for whole.
func TestLogInZone(t *testing.T) {
	w := newTown(t)
	mustRun(t, "-c", w.config, "new", "d1", "decatur", "--zone", "Asia/Kolkata", "--player", "ann@x.org", "--player", "bob@x.org")
	out := mustRun(t, "-c", w.config, "log", "d1")
	if lines := strings.Split(strings.TrimSpace(out), "\n"); !strings.Contains(lines[0], " IST  ") || strings.Contains(out, "you are Red") || strings.Contains(out, "{") {
		t.Errorf("the log says\n%s", out)
	}
	if out := mustRun(t, "-c", w.config, "log", "d1", "--whole"); !strings.Contains(out, "you are Red.") {
		t.Errorf("the whole log says\n%s", out)
	}
	if out := mustRun(t, "-c", w.config, "outbox"); !strings.Contains(out, "[d1") {
		t.Errorf("the outbox says\n%s", out)
	}
}

// The subject of a letter stands above it, as the game master may have chosen it.
func TestLettersHaveSubjects(t *testing.T) {
	w := newTown(t)
	mustRun(t, "-c", w.config, "new", "d1", "decatur", "--player", "ann@x.org", "--player", "bob@x.org")
	out := mustRun(t, "-c", w.config, "letter", "d1", "Red", "--subject", "Your question", "--letters", "--dry-run", "Yes.")
	if !strings.Contains(out, "    | Subject: [d1] Your question: Red\n") {
		t.Errorf("gm letter says\n%s", out)
	}
}

// More may confirm than a game takes.
func TestMoreThanWanted(t *testing.T) {
	o := gm.Overview{SignUp: &gm.SignUpOverview{Wanted: 2}}
	for range 3 {
		o.SignUp.Asked = append(o.SignUp.Asked, gm.ApplicantOverview{Confirmed: time.Unix(1, 0)})
	}
	if line := formingLine(o); line != "takes players, 2 of 2 confirmed, and 1 more, who will stand by" {
		t.Errorf("%q", line)
	}
}
