package main

import (
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"deaddrop/gm/config"
	"deaddrop/gm/setup"
	"deaddrop/gm/towntest"
	"deaddrop/templates"
)

// Commands overwrite older files of the same kind, and no others.
func TestFilesAreKept(t *testing.T) {
	eitherWay(t, func(t *testing.T, w *towntest.Town) {
		t.Chdir(t.TempDir())
		for name, text := range map[string]string{"dm1.json": "{}\n", "letter.txt": "Dear all", "game.bak.new-17": "half a backup"} {
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Symlink(fileOf(t, w), "link"); err != nil {
			t.Fatal(err)
		}
		before := mustRun(t, "-c", w.Config, "show", "d1", "--as", "GM")
		for _, write := range [][]string{{"export", "d1"}, {"store", "backup"}, {"load", "--games", "1", "--turns", "1", "--titles", "decatur", "--processes", "0", "--json"}} {
			for name, want := range map[string]string{fileOf(t, w): "the file that the games are in", "link": "the file that the games are in", w.Config: "is the configuration", os.DevNull: "no ordinary file",
				".": "is a directory", "dm1.json": "something other than", "letter.txt": "something other than", "no/": "directory"} {
				refuses(t, w, want, append(write, name)...)
			}
			for range 2 {
				mustRun(t, append(append([]string{"-c", w.Config}, write...), "game.bak")...)
			}
			if err := os.Remove("game.bak"); err != nil {
				t.Fatal(err)
			}
		}
		refuses(t, w, "without a name", "store", "backup", "")
		if mustRun(t, "-c", w.Config, "show", "d1", "--as", "GM") != before {
			t.Error("the games have changed")
		}
		if left, err := filepath.Glob("*.new-*"); err != nil || len(left) > 0 {
			t.Error(left, err)
		}
	})
}

// Only gm new creates a file of games: a file that is missing is not mistaken for one without games.
func TestLostFileIsNotBegun(t *testing.T) {
	w := towntest.New(t)
	w.Unbegin(t)
	path := filepath.Join(filepath.Dir(w.Config), "deaddrop.db")
	backup := filepath.Join(t.TempDir(), "games.bak")
	for _, command := range []string{"serve", "new d1 decatur --player ann@town.invalid --player bob@town.invalid", "list", "list --json", "show d1", "inbox", "outbox", "store check", "store backup " + backup, "archive list", "end d1", "trust d1", "clock --is-right"} {
		refuses(t, w, "There are no games at "+path, strings.Fields(command)...)
	}
	refuses(t, w, "There is no file", "store", "compact")
	refuses(t, w, "There is no file", "move", "--to", backup)
	refuses(t, w, "There is no file", "move", "--from", path+"2", "--to", backup)
	if files, err := filepath.Glob(filepath.Join(filepath.Dir(w.Config), "*.db*")); err != nil || len(files) > 0 {
		t.Error(files, err)
	}
	w.Put(t, "data", "nowhere/deaddrop.db")
	refuses(t, w, "There is no directory "+filepath.Join(filepath.Dir(path), "nowhere"), "init")
	refuses(t, w, "There are no games at", "serve")
	w.Remove(t, "data")
	if dirs, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*.run")); err != nil || len(dirs) > 0 {
		t.Error(dirs, err)
	}
	if out := mustRun(t, "-c", w.Config, "init"); !strings.Contains(out, "are kept in "+path) {
		t.Error(out)
	}
	refuses(t, w, "already exists: its games", "init")
	mustRun(t, "-c", w.Config, "new", "d1", "decatur", "--player", "ann@town.invalid", "--player", "bob@town.invalid")
	mustRun(t, "-c", w.Config, "store", "backup", backup)
	other := towntest.New(t)
	m, err := setup.Open(must(config.Read(other.Config)), nil, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Store.Close(); err != nil {
		t.Fatal(err)
	}
	refuses(t, other, "which stays as it is", "store", "backup", backup)
}

// A backup overwrites an earlier backup of the same games, but nothing of another site, even if that has a game of
// the same name.
func TestBackupKeepsOtherSites(t *testing.T) {
	eitherWay(t, func(t *testing.T, w *towntest.Town) {
		t.Chdir(t.TempDir())
		mustRun(t, "-c", w.Config, "store", "backup", "ours.db")
		other := towntest.New(t)
		mustRun(t, "-c", other.Config, "new", "d1", "decatur", "--player", "ann@town.invalid", "--player", "bob@town.invalid")
		before := mustRun(t, "-c", other.Config, "show", "d1", "--as", "GM")
		refuses(t, w, "games of another site", "store", "backup", fileOf(t, other))
		refuses(t, other, "games of another site", "store", "backup", "ours.db")
		if mustRun(t, "-c", other.Config, "show", "d1", "--as", "GM") != before {
			t.Error("the other site's games have changed")
		}
		damageLog(t, "ours.db", "d1")
		mustRun(t, "-c", w.Config, "store", "backup", "ours.db")
	})
}

// After games were moved away, their old file stays marked as moved, also if somebody tries to write a backup over
// it.
func TestBackupKeepsMarks(t *testing.T) {
	w := towntest.New(t)
	newGame(t, w)
	old, moved := fileOf(t, w), filepath.Join(t.TempDir(), "moved.db")
	mustRun(t, "-c", w.Config, "move", "--to", moved)
	w.Put(t, "data", moved)
	refuses(t, w, "has games that were moved away", "store", "backup", old)
	w.Remove(t, "data")
	refuses(t, w, "The games were moved from here", "list")
}

// A map overwrites an older map, but no other file of such a name.
func TestMapsAreKept(t *testing.T) {
	eitherWay(t, func(t *testing.T, w *towntest.Town) {
		t.Chdir(t.TempDir())
		for _, kind := range mapKinds {
			name, other := "it"+kind, "notes"+kind
			for range 2 {
				mustRun(t, "-c", w.Config, "map", "d1", "--out", name)
			}
			if err := os.WriteFile(other, []byte("Dear all,\n\nd1: Deadman Diplomacy is on."), 0o644); err != nil {
				t.Fatal(err)
			}
			refuses(t, w, other+" contains something other than a map", "map", "d1", "--out", other)
			refuses(t, w, "there is no directory nowhere", "map", "d1", "--out", "nowhere/"+name)
		}
		if err := os.Link("it.txt", "kept.txt"); err != nil {
			t.Fatal(err)
		}
		mustRun(t, "-c", w.Config, "map", "d1", "--as", "France", "--out", "it.txt")
		if was, err := os.ReadFile("kept.txt"); err != nil || strings.Contains(string(was), "France knows") {
			t.Errorf("a map is written into an older one, of which half may be left: %s, %v", was, err)
		}
		if files, err := filepath.Glob("*"); err != nil || len(files) != 2*len(mapKinds)+1 {
			t.Error(files, err)
		}
	})
}

// A letter that is written to a file overwrites an older letter, but no other file that happens to have the name.
func TestSpecimensAreKept(t *testing.T) {
	dir := t.TempDir()
	words := must(templates.New())
	show := func() error {
		cmd := &cobra.Command{}
		cmd.SetOut(io.Discard)
		for _, s := range fixedSpecimens() {
			if err := (lettersOptions{html: dir}).show(cmd, "none.toml", words, s); err != nil {
				return err
			}
		}
		return nil
	}
	if err := os.WriteFile(filepath.Join(dir, "stopped.txt"), []byte("When we stopped."), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 { // a page beside it would make it one of ours
		if err := show(); err == nil || !strings.Contains(err.Error(), "stopped.txt contains something other than "+
			"a letter that gm letters wrote") {
			t.Fatal(err)
		}
	}
	if err := os.Remove(filepath.Join(dir, "stopped.txt")); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := show(); err != nil {
			t.Fatal(err)
		}
	}
}

// A demo overwrites no files.
func TestDemoWantsADirectory(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "deaddrop.toml")
	if err := os.WriteFile(path, []byte("address = \"gm@town.invalid\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, complaint, err := gmRun(t, "demo", "decatur", "--players", "2", "--dir", dir); err == nil || !strings.Contains(complaint, "such as deaddrop.toml. Name a new directory") {
		t.Error(complaint, err)
	}
	if text, err := os.ReadFile(path); err != nil || !strings.Contains(string(text), "town.invalid") {
		t.Errorf("the configuration is now %q, %v", text, err)
	}
}
