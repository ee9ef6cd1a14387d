package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/towntest"
)

// Pages are written by hand into the directory of the configuration or another one, beside nothing else, and with
// the public names of players.
func TestSite(t *testing.T) {
	w := towntest.New(t)
	mustRun(t, "-c", w.Config, "new", "d1", "decatur", "--player", "ann@"+towntest.Domain, "--player", "bob@"+towntest.Domain,
		"--press", "observe=mail")
	refuses(t, w, "Name the directory for the pages", "site")
	dir := filepath.Join(t.TempDir(), "public")
	out := mustRun(t, "-c", w.Config, "site", dir, "--title", "A club")
	if !strings.Contains(out, "has pages of 1 game;") {
		t.Errorf("gm site says %q", out)
	}
	if page := text(t, filepath.Join(dir, "games", "d1", "index.html")); !strings.Contains(page, "Interval 1, round 1") ||
		!strings.Contains(page, "A club") || strings.Contains(page, "ann@") {
		t.Errorf("the page of the game:\n%s", page)
	}
	if out = mustRun(t, "-c", w.Config, "site", dir, "--title", "A club"); !strings.Contains(out, "0 files are new or changed") {
		t.Errorf("the second time gm site says %q", out)
	}
	refuses(t, w, "contains files that are not pages", "site", filepath.Dir(w.Config))
	refuses(t, w, "not an address", "player", "name", "ann@"+towntest.Domain, "ann@"+towntest.Domain)
	if out := mustRun(t, "-c", w.Config, "player", "name", "ann@"+towntest.Domain, "Ann", "B."); !strings.Contains(out, "is called Ann B.") {
		t.Errorf("gm player name says %q", out)
	}
}

// The service keeps the pages of the configuration up to date.
func TestServiceKeepsPages(t *testing.T) {
	w := towntest.New(t)
	dir := filepath.Join(filepath.Dir(w.Config), "public")
	settings := text(t, w.Config)
	if err := os.WriteFile(w.Config, []byte(settings+"\n[site]\ndir = \"public\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	mustRun(t, "-c", w.Config, "new", "d1", "decatur", "--player", "ann@"+towntest.Domain, "--player", "bob@"+towntest.Domain)
	startServing(t, w)
	for range 600 {
		if _, err := os.Stat(filepath.Join(dir, "index.html")); err == nil {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Error("the service has written no pages")
}

func text(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
