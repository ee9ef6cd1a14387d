package main

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"deaddrop/gm/inspect"
	"deaddrop/gm/store"
	"deaddrop/gm/towntest"
)

// gm list lists the games that are named, or that are in a given state, with what waits for the game master in each.
func TestListsOfSome(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	for _, name := range []string{"d1", "d2", "d3"} {
		mustRun(t, "-c", w.Config, "new", name, "decatur", "--player", "ann@x.org", "--player", "bob@x.org")
	}
	mustRun(t, "-c", w.Config, "new", "d4", "decatur", "--open")
	mustRun(t, "-c", w.Config, "pause", "d2")
	mustRun(t, "-c", w.Config, "end", "d3")
	putLettersAside(t, w)
	const total = "2 things are waiting for you; gm inbox shows them."
	for _, try := range []struct{ words, has, lacks string }{
		{"list", "d1 d2 d3 d4", ""},
		{"list", "until | ; 1 thing waits for you\n | paused since | over: | takes players | " + total, ""},
		{"list --state running", "d1 | ; 1 thing waits for you\n | " + total, "d2 d3 d4"},
		{"list --state paused", "d2 | " + total, "d1 d3 d4"},
		{"list --state over", "d3", "d1 d2 d4"},
		{"list --state forming", "d4", "d1 d2 d3"},
		{"list --open", "d4", "d1 d2 d3"},
		{"list --state held", "No game is held.", "d1 d2 d3 d4"},
		{"list d3 d1", "d1 | ; 1 thing waits for you\n | d3", "d2 | d4 | gm inbox"},
		{"list --state over d3 d1", "d3", "d1 d2 d4"},
		{"inbox d1", "d1/", "lobby/ d2"},
		{"inbox lobby", "lobby/ hello", "d1/"},
		{"inbox d3", "Nothing from d3 is waiting for you.", "d1 lobby"},
		{"outbox d2", "d2 | to ann@x.org", "d1 d3"},
		{"outbox list d2 d1", "d1 d2", "d3"},
		{"outbox d4", "Every letter of d4 has been sent.", "d1 d2 d3"},
	} {
		out := mustRun(t, append([]string{"-c", w.Config}, strings.Fields(try.words)...)...)
		at := 0
		for _, want := range phrases(try.has) {
			i := strings.Index(out[at:], want)
			if i < 0 {
				t.Errorf("gm %s has no %q where it should:\n%s", try.words, want, out)
				break
			}
			at += i
		}
		for _, other := range phrases(try.lacks) {
			if strings.Contains(out, other) {
				t.Errorf("gm %s has %q:\n%s", try.words, other, out)
			}
		}
	}
	for words, want := range map[string]string{
		"list d9":              `There is no game "d9"`,
		"list --state rumming": `the states are forming, running, held, over, broken, paused.`,
		"list --archived d1":   "gm show d1",
		"inbox d1/5":           "gm inbox show d1/5 shows it",
		"inbox d9":             `There is no game "d9"`,
		"outbox d1 d9":         `There is no game "d9"`,
		"outbox drp":           `There is no game "drp"; there are d1, d2, d3 and d4. Or did you mean gm outbox drop?`,
		"inbox shw d1/5":       "gm inbox show d1/5 shows it",
		"inbox acc":            "Or did you mean gm inbox accept?",
	} {
		out, complaint, err := gmRun(t, append([]string{"-c", w.Config}, strings.Fields(words)...)...)
		if err == nil || out != "" || !strings.Contains(complaint, want) {
			t.Errorf("gm %s: %v\n%s%s", words, err, out, complaint)
		}
	}
	var games []inspect.Overview
	if err := json.Unmarshal([]byte(mustRun(t, "-c", w.Config, "list", "--json", "d1")), &games); err != nil || len(games) != 1 || games[0].Waits != 1 {
		t.Errorf("%v: %+v", err, games)
	}
}

// If what waits without belonging to a game can't be read, gm list lists the games nevertheless.
func TestListWithoutLobby(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	newGame(t, w)
	m := masterOf(t, w)
	g, err := m.Store.Load(t.Context(), "lobby")
	if err == nil {
		_, err = m.Store.Commit(t.Context(), "lobby", store.Change{Rev: g.Rev, Head: []byte("{")})
	}
	if err := errors.Join(err, m.Store.Close()); err != nil {
		t.Fatal(err)
	}
	if out := mustRun(t, "-c", w.Config, "list"); !strings.Contains(out, "d1 ") || !strings.Contains(out, "no game's can't be read: ") {
		t.Errorf("gm list says\n%s", out)
	}
}

// phrases returns the words of a line, or the cells between its bars.
func phrases(text string) []string {
	if strings.Contains(text, "|") {
		return strings.Split(text, " | ")
	}
	return strings.Fields(text)
}
