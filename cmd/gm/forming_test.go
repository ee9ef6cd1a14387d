package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A game is announced, filled, begun, taken back and called off, each of which can be seen before and undone.
func TestForming(t *testing.T) {
	t.Parallel()
	config := desked(t)
	run := func(args ...string) string {
		t.Helper()
		return mustRun(t, append([]string{"-c", config}, args...)...)
	}
	has := func(text string, want ...string) {
		t.Helper()
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%q is not in\n%s", w, text)
			}
		}
	}
	open := []string{"new", "su1", "deadman", "--open", "--player", "ann@example.org", "--player", "France=bob@example.org"}
	run("init")
	has(run(append(open, "--dry-run", "--full")...), "Nothing is done yet", "letter to ann@example.org: [su1] sign-up: do you want to play?")
	has(run("list", "--open"), "No game takes players")
	has(run(open...), "gm undo su1 takes it back (gm end su1)")
	has(run("list", "--open"), "su1", "takes players, 0 of 7 confirmed, 2 asked to")
	has(run("seat", "su1", "add", "cyd@example.org", "Ita, Turkey/Russia", "--confirmed"), "confirmed, wishes Italy, Turkey or Russia", "(gm seat su1 drop cyd@example.org)")
	has(run("seat", "su1", "drop", "cyd@example.org"), "(gm seat su1 add cyd@example.org 'Italy, Turkey or Russia' --confirmed)")
	has(run("undo", "su1"), "confirmed, wishes Italy, Turkey or Russia (was left)")
	for _, bad := range [][]string{
		{"seat", "su1", "add", "dan@example.org", "Frnace"}, {"seat", "su1", "add", "France=dan@example.org"}, {"seat", "su1", "add", "dan"},
		{"seat", "su1", "drop", "dan@example.org"}, {"start", "su1"}, {"start", "su1", "--again"}, {"unstart", "su1"}, {"show", "su1", "--as", "France"},
		{"press", "su1", "Hello."}, {"reopen", "su1"}, {"new", "su2", "deadman", "--open", "--seats", "5"}, {"new", "su2", "deadman", "--seats", "7"},
	} {
		if out, complaint, err := gmRun(t, append([]string{"-c", config}, bad...)...); err == nil || strings.HasPrefix(complaint, "gm: ") {
			t.Errorf("gm %s: %v\n%s%s", strings.Join(bad, " "), err, out, complaint)
		}
	}
	for _, who := range []string{"dan", "eve", "fay", "guy"} {
		run("seat", "su1", "add", who+"@example.org")
	}
	has(run("show", "su1"), "ann@example.org", "bob@example.org              asked, not confirmed yet; to be France", "Italy, then Turkey or Russia")
	has(run("start", "su1", "--anyway", "--dry-run"), "France: address: bob@example.org", "Italy: address: cyd@example.org")
	has(run("start", "su1", "--anyway"), "letter to bob@example.org: [su1.1] France: welcome", "(gm unstart su1)")
	has(run("undo", "su1"), "state: forming (was running)")
	has(run("start", "su1", "--again"), "state: running (was forming)", "phase: Spring 1901")
	has(run("end", "su1"), "state: over: ended by the game master (was running)", "(gm reopen su1)")
	has(run("undo", "su1"), "state: running (was over: ended by the game master)")
	has(run("end", "su1", "--secret"), "letter to ann@example.org")
	if _, complaint, err := gmRun(t, "-c", config, "reopen", "su1"); err == nil || !strings.Contains(complaint, "secret") {
		t.Errorf("reopened: %v %s", err, complaint)
	}
}

// desked returns the path of a configuration with a store of its own.
func desked(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "deaddrop.toml")
	text := "address = \"gm@example.org\"\ndata = \"" + filepath.Join(dir, "games.db") + "\"\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
