package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/inspect"
	"deaddrop/gm/play"
	"deaddrop/gm/towntest"
)

// configured returns a town with edits of its configuration.
func configured(t *testing.T, edits ...func(string) string) *towntest.Town {
	t.Helper()
	w := towntest.New(t)
	for _, edit := range edits {
		w.Configure(t, edit)
	}
	return w
}

// sevenPlayers returns the players of a game of Diplomacy, as flags.
func sevenPlayers() []string {
	var out []string
	for _, p := range powers() {
		out = append(out, "--player", p+"="+strings.ToLower(p)+"@"+towntest.Domain)
	}
	return out
}

// shown returns the overview of a game.
func shown(t *testing.T, w *towntest.Town, name string) (o inspect.Overview) {
	t.Helper()
	if err := json.Unmarshal([]byte(mustRun(t, "-c", w.Config, "show", name, "--json")), &o); err != nil {
		t.Fatal(err)
	}
	return o
}

// switched returns the rulings of a game that differ from the defaults.
func switched(o inspect.Overview) string {
	var out []string
	for _, r := range o.Rulings {
		if r.Switched {
			out = append(out, r.Name+"="+r.Value)
		}
	}
	return strings.Join(out, " ")
}

// gm new takes what it is not told from the configuration, first from the part for the title and then from the part
// for all, and says what it took.
func TestDefaultsOfNewGames(t *testing.T) {
	t.Parallel()
	w := configured(t, towntest.Last(`
[defaults]
every = "48h"
at = "20:00"
zone = "Europe/London"
missing = ["standby=1", "absence=21"]
press = { sign = "grey" }

[defaults.deadman]
every = "96h"
rule = { db = "before" }
press = { copy = "gm" }
`))
	new := func(args ...string) string {
		t.Helper()
		return mustRun(t, append(append([]string{"-c", w.Config, "new"}, args...), sevenPlayers()...)...)
	}
	out := new("d1", "deadman")
	for _, want := range []string{"From [defaults] in the configuration: at 20:00; every 96h; missing standby=1,absence=21; press copy=gm,sign=grey; rule db=before; zone Europe/London.",
		"  first deadline: ", ", 20:00 ", "  reminders: 1 day before the deadline, first on ", "  letters: 8\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	o := shown(t, w, "d1")
	if o.Clock.Every.Hours() != 96 || o.Clock.At != "20:00" || o.Missing.Standby != 1 || switched(o) != "db=before" || len(o.Press) != 2 {
		t.Errorf("it is begun as %+v, %s", o, switched(o))
	}
	new("d2", "deadman", "--every", "24h", "--rule", "db=after", "--press", "sign=white")
	if o := shown(t, w, "d2"); o.Clock.Every.Hours() != 24 || switched(o) != "" || len(o.Press) != 1 {
		t.Errorf("with flags it is begun as %+v, %s", o, switched(o))
	}
	new("d3", "diplomacy")
	if o := shown(t, w, "d3"); o.Clock.Every.Hours() != 48 {
		t.Errorf("another title is begun as %+v", o)
	}
	if n := strings.Count(out, "\n"); n > 20 {
		t.Errorf("a new game is told in %d lines:\n%s", n, out)
	}
}

// Defaults that can't be are refused when the configuration is read, and say what is wrong.
func TestWrongDefaults(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"[defaults]\nevry = \"48h\"":            `[defaults] has a setting "evry"`,
		"[defaults]\nevery = 48":                "every: 48 is not text",
		"[defaults.chess]\nevery = \"48h\"":     "[defaults.chess]: there is no title of that name",
		"[defaults.deadman]\nplayer = \"x\"":    `[defaults.deadman] has a setting "player"`,
		"[defaults]\nevery = \"soon\"":          `[defaults] in the configuration: every = "soon"`,
		"[defaults]\nrule = { db = true }":      "rule: db = true: write the value between quotation marks",
		"[defaults]\nrule = { xx = \"before\"}": `no ruling "xx"`,
	} {
		w := configured(t, towntest.Last(text))
		args := append([]string{"-c", w.Config, "new", "d1", "deadman"}, sevenPlayers()...)
		if _, said, err := gmRun(t, args...); err == nil || !strings.Contains(said, want) {
			t.Errorf("%s: %v, %s", text, err, said)
		}
	}
}

// A game like another one has its settings, its edition and its house rules, but what is given.
func TestNewLike(t *testing.T) {
	t.Parallel()
	w := configured(t, towntest.First("house_rules = \"Be kind.\""), towntest.Last("[defaults]\nevery = \"48h\""))
	pack := filepath.Join(t.TempDir(), "own.toml")
	own := strings.Replace(mustRun(t, "pack", "decatur"), "Britain", "Albion", -1)
	if err := os.WriteFile(pack, []byte(own), 0o666); err != nil {
		t.Fatal(err)
	}
	two := []string{"--player", "ann@" + towntest.Domain, "--player", "bob@" + towntest.Domain}
	mustRun(t, append([]string{"-c", w.Config, "new", "d1", "decatur", "--every", "30h", "--at", "18:30", "--zone", "Europe/Paris", "--pack", pack,
		"--press", "sign=choice", "--missing", "standby=3", "--rule", "off_colour=forbidden", "--grace", "5h", "--blind"}, two...)...)
	out := mustRun(t, append([]string{"-c", w.Config, "new", "d2", "--like", "d1", "--every", "50h"}, two...)...)
	if !strings.Contains(out, "Taken from d1 unless you gave something else") {
		t.Errorf("it says\n%s", out)
	}
	was, is := shown(t, w, "d1"), shown(t, w, "d2")
	if is.Clock.Every.Hours() != 50 {
		t.Errorf("--every is not heeded: %v", is.Clock.Every)
	}
	is.Clock.Every, is.Clock.Short, is.Clock.Delay = was.Clock.Every, was.Clock.Short, was.Clock.Delay
	a, _ := json.Marshal([]any{was.Rules, was.Rulings, was.Clock, was.Press, was.Missing, was.Trust, was.Blindfold})
	b, _ := json.Marshal([]any{is.Rules, is.Rulings, is.Clock, is.Press, is.Missing, is.Trust, is.Blindfold})
	if string(a) != string(b) {
		t.Errorf("a game is\n%s\nand one like it\n%s", a, b)
	}
	if log := mustRun(t, "-c", w.Config, "log", "d2", "--whole"); !strings.Contains(log, "Albion") || !strings.Contains(log, "HOUSE RULES\n        Be kind.") {
		t.Error("its letters have another edition, or no house rules")
	}
	mustRun(t, append([]string{"-c", w.Config, "new", "d3", "--like", "d2", "--house-edition"}, two...)...)
	if log := mustRun(t, "-c", w.Config, "log", "d3", "--whole"); strings.Contains(log, "Albion") {
		t.Error("the house edition is not taken")
	}
	for words, want := range map[string]string{"new d4 deadman --like d1": "d1 is a game of decatur, not of deadman", "new d4 --like d9": `no game "d9"`,
		"new d4 decatur --house-edition": "--house-edition works only with --like"} {
		args := append(append([]string{"-c", w.Config}, strings.Fields(words)...), two...)
		if _, said, err := gmRun(t, args...); err == nil || !strings.Contains(said, want) {
			t.Errorf("gm %s: %v, %s", words, err, said)
		}
	}
}

// House rules that are long are told by RULES, and the first letter says so.
func TestHouseRules(t *testing.T) {
	t.Parallel()
	w := configured(t, towntest.First("house_rules_file = \"house.txt\""))
	if err := os.WriteFile(filepath.Join(filepath.Dir(w.Config), "house.txt"), []byte(strings.Repeat("No lawyers at this table.\n", 20)), 0o666); err != nil {
		t.Fatal(err)
	}
	mustRun(t, append([]string{"-c", w.Config, "new", "d1", "deadman"}, sevenPlayers()...)...)
	log := mustRun(t, "-c", w.Config, "log", "d1", "--whole")
	if strings.Contains(log, "No lawyers") || !strings.Contains(log, "This club has house rules: send RULES to read them.") {
		t.Errorf("the first letters have\n%s", log)
	}
	now := shown(t, w, "d1").Deadline.AddDate(0, 0, -1)
	m := masterOf(t, w)
	defer m.Store.Close()
	b := &bench{T: t, m: m, now: now}
	if got := b.writes("france@"+towntest.Domain, "RULES", "proved"); strings.Count(got, "No lawyers at this table.") != 20 {
		t.Errorf("RULES gets %s", got)
	}
}

// First letters name the game's public page, where it has one.
func TestLettersNamePublicPage(t *testing.T) {
	t.Parallel()
	w := configured(t, towntest.Last("[site]\ndir = \"pages\"\nurl = \"https://games.example.org\"\nexcept = [\"d2\"]\n"))
	const where = "https://games.example.org/games/d1/"
	for _, game := range []string{"d1", "d2"} {
		mustRun(t, append([]string{"-c", w.Config, "new", game, "deadman"}, sevenPlayers()...)...)
		mustRun(t, "-c", w.Config, "resolve", game, "--yes")
	}
	log := mustRun(t, "-c", w.Config, "log", "d1", "--whole")
	if n := strings.Count(log, where); n != 8 {
		t.Errorf("the page is named %d times in\n%s", n, log)
	}
	if log := mustRun(t, "-c", w.Config, "log", "d2", "--whole"); strings.Contains(log, "public page") {
		t.Errorf("a game without a page has\n%s", log)
	}
}

// For a game from an older program it is unknown whether it has an edition of its own, so gm new asks.
func TestNewLikeAnOldGame(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	two := []string{"--player", "ann@" + towntest.Domain, "--player", "bob@" + towntest.Domain}
	mustRun(t, append([]string{"-c", w.Config, "new", "d1", "decatur", "--every", "30h"}, two...)...)
	m := masterOf(t, w)
	err := play.Do(t.Context(), m, time.Now(), "d1", nil, func(s *gm.Step) error { s.Game.EditionKept = false; return nil })
	if err := errors.Join(err, m.Store.Close()); err != nil {
		t.Fatal(err)
	}
	like := append([]string{"-c", w.Config, "new", "d2", "--like", "d1"}, two...)
	if _, said, err := gmRun(t, like...); err == nil || !strings.Contains(said, "did not record whether it has an edition of its own") {
		t.Errorf("%v: %s", err, said)
	}
	mustRun(t, append(like, "--house-edition")...)
	if o := shown(t, w, "d2"); o.Clock.Every != 30*time.Hour {
		t.Errorf("it is begun as %+v", o)
	}
}
