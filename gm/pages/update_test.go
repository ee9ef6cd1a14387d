package pages_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/pages"
)

// updated writes what has changed.
func updated(t *testing.T, s *pages.Site, dir pages.Folder) (pages.Change, int) {
	t.Helper()
	c, err := s.Update(t.Context(), dir)
	if err != nil || len(c.Unread) > 0 {
		t.Fatalf("%v, %v", err, c.Unread)
	}
	return c, c.Written
}

// Pages are made anew only of what has changed for everybody: not when a player files orders. Games that get no page
// any more lose theirs, and a new look at everything writes nothing.
func TestUpdate(t *testing.T) {
	m, draws := exampleGames(t)
	where := filepath.Join(t.TempDir(), "site")
	dir, err := pages.OpenFolder(where)
	if err != nil {
		t.Fatal(err)
	}
	s, err := pages.New(m, options(draws))
	if err != nil {
		t.Fatal(err)
	}
	if c, n := updated(t, s, dir); len(c.Games) != 7 || c.Made != 7 || n < 30 {
		t.Errorf("at first there are pages of %v, %d made, %d files", c.Games, c.Made, n)
	}
	if c, n := updated(t, s, dir); c.Made != 0 || n != 0 {
		t.Errorf("without a change %d games were made anew, and %d files written", c.Made, n)
	}
	now := time.Date(2030, 1, 8, 12, 0, 0, 0, time.UTC)
	if err := desk.At(m, gm.ActOptions{}).Orders(t.Context(), now, "year", "France", "A Spa H", false); err != nil {
		t.Fatal(err)
	}
	if c, n := updated(t, s, dir); c.Made != 0 || n != 0 {
		t.Errorf("when orders were filed %d games were made anew, and %d files written", c.Made, n)
	}
	if err := desk.At(m, gm.ActOptions{}).Pause(t.Context(), now, "year"); err != nil {
		t.Fatal(err)
	}
	if c, n := updated(t, s, dir); c.Made != 1 || n == 0 {
		t.Errorf("when a game was paused %d games were made anew, and %d files written", c.Made, n)
	}
	page, err := os.ReadFile(filepath.Join(where, "games", "year", "index.html"))
	if err != nil || !strings.Contains(string(page), "The game is paused.") {
		t.Errorf("the page does not say that the game is paused: %v\n%s", err, page)
	}
	o := options(draws)
	o.Except = []string{"trouble"}
	without, err := pages.New(m, o)
	if err != nil {
		t.Fatal(err)
	}
	if c, _ := updated(t, without, dir); slices.Contains(c.Games, "trouble") {
		t.Errorf("a game that is to have no page has one: %v", c.Games)
	}
	if _, err := os.Stat(filepath.Join(where, "games", "trouble")); err == nil {
		t.Error("its old pages are still there")
	}
	if _, err := os.Stat(filepath.Join(where, "de", "games", "trouble")); err == nil {
		t.Error("its old pages in German are still there")
	}
	if feed, err := os.ReadFile(filepath.Join(where, "feed.xml")); err != nil || strings.Contains(string(feed), "trouble") {
		t.Errorf("the feed still names it: %v", err)
	}
}

// A directory with other things in it is no place for pages.
func TestOpenFolder(t *testing.T) {
	where := t.TempDir()
	if err := os.WriteFile(filepath.Join(where, "thesis.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := pages.OpenFolder(where); err == nil || !strings.Contains(err.Error(), "not pages made by gm") {
		t.Errorf("pages would be written beside a thesis: %v", err)
	}
}

// A theme replaces files of the program's. What is wrong in one is said before anything is written.
func TestTheme(t *testing.T) {
	m, draws := newMaster(t)
	o := options(draws)
	o.Theme = fstest.MapFS{"club.html": {Data: []byte(`{{define "main"}}<h1>Welcome to {{.Site}}</h1>{{end}}`)},
		"style.css": {Data: []byte("body { color: red; }")}}
	s, err := pages.New(m, o)
	if err != nil {
		t.Fatal(err)
	}
	where := filepath.Join(t.TempDir(), "site")
	dir, err := pages.OpenFolder(where)
	if err != nil {
		t.Fatal(err)
	}
	updated(t, s, dir)
	index, failed := os.ReadFile(filepath.Join(where, "index.html"))
	style, err := os.ReadFile(filepath.Join(where, "style.css"))
	if failed != nil || err != nil || !strings.Contains(string(index), "<h1>Welcome to A club</h1>") ||
		string(style) != "body { color: red; }" {
		t.Errorf("the theme was not used: %v, %v, %s", failed, err, index)
	}
	o.Theme = fstest.MapFS{"turn.html": {Data: []byte("{{define")}}
	if _, err := pages.New(m, o); err == nil || !strings.Contains(err.Error(), "turn.html") {
		t.Errorf("a broken theme: %v", err)
	}
}

// The page of a game without public observers has only the phase and the deadline, until the game is over.
func TestUnwatched(t *testing.T) {
	m, draws := newMaster(t)
	play(t, m, strings.Replace(stories(t)["decatur"], "every: 72h", "press: observe=no\nevery: 72h", 1))
	files, err := pages.Of(t.Context(), m, "dc1", options(draws))
	if err != nil {
		t.Fatal(err)
	}
	page := string(files["games/dc1/index.html"])
	if !strings.Contains(page, "Nobody may watch this game until it is over.") || !strings.Contains(page, "Interval 2, round 1.") {
		t.Errorf("its page:\n%s", page)
	}
	for name := range files {
		if name != "games/dc1/index.html" && name != "games/dc1/feed.xml" && name != "games/dc1/deadline.ics" {
			t.Errorf("there is a file %s", name)
		}
	}
	if strings.Contains(page, "<img") || strings.Contains(page, "turns/") {
		t.Errorf("its page shows more than that:\n%s", page)
	}
}

// Turns that are taken back have no pages any more.
func TestRollback(t *testing.T) {
	m, draws := newMaster(t)
	play(t, m, stories(t)["decatur"])
	where := filepath.Join(t.TempDir(), "site")
	dir, err := pages.OpenFolder(where)
	if err != nil {
		t.Fatal(err)
	}
	s, err := pages.New(m, options(draws))
	if err != nil {
		t.Fatal(err)
	}
	updated(t, s, dir)
	turns := func() []string {
		found, err := filepath.Glob(filepath.Join(where, "games", "dc1", "turns", "*"))
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	before := len(turns())
	now := time.Date(2030, 1, 5, 12, 0, 0, 0, time.UTC)
	if err := desk.At(m, gm.ActOptions{}).Rollback(t.Context(), now, "dc1", desk.Back{Phase: "Interval 1, round 2"}); err != nil {
		t.Fatal(err)
	}
	updated(t, s, dir)
	if after := turns(); before < 4 || len(after) != 1 {
		t.Errorf("of %d turns these are left: %v", before, after)
	}
	page, err := os.ReadFile(filepath.Join(where, "games", "dc1", "index.html"))
	if err != nil || !strings.Contains(string(page), "<strong>Interval 1, round 2.</strong>") {
		t.Errorf("the page of the game: %v\n%s", err, page)
	}
}
