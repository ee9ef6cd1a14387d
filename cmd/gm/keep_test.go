package main

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What commands write takes the place of an older file of its sort, and of nothing else.
func TestFilesAreKept(t *testing.T) {
	eitherWay(t, func(t *testing.T, w *town) {
		t.Chdir(t.TempDir())
		for name, text := range map[string]string{"dm1.json": "{}\n", "letter.txt": "Dear all", "game.bak.new-17": "half a backup"} {
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Symlink(w.file(t), "link"); err != nil {
			t.Fatal(err)
		}
		before := mustRun(t, "-c", w.config, "show", "d1", "--as", "GM")
		for _, write := range [][]string{{"export", "d1"}, {"store", "backup"}, {"load", "--games", "1", "--turns", "1", "--titles", "decatur", "--processes", "0", "--json"}} {
			for name, want := range map[string]string{w.file(t): "what the games are in", "link": "what the games are in", w.config: "is the configuration", os.DevNull: "no ordinary file",
				".": "is a directory", "dm1.json": "something else in it", "letter.txt": "something else in it", "no/": "directory"} {
				refuses(t, w, want, append(write, name)...)
			}
			for range 2 {
				mustRun(t, append(append([]string{"-c", w.config}, write...), "game.bak")...)
			}
			if err := os.Remove("game.bak"); err != nil {
				t.Fatal(err)
			}
		}
		refuses(t, w, "without a name", "store", "backup", "")
		if mustRun(t, "-c", w.config, "show", "d1", "--as", "GM") != before {
			t.Error("the games have changed")
		}
		if left, err := filepath.Glob("*.new-*"); err != nil || len(left) > 0 {
			t.Error(left, err)
		}
	})
}

// Only who starts a game begins a file for it: a file that is lost is not taken for one without games.
func TestLostFileIsNotBegun(t *testing.T) {
	w := newTown(t)
	path := filepath.Join(filepath.Dir(w.config), "deaddrop.db")
	backup := filepath.Join(t.TempDir(), "games.bak")
	for _, command := range []string{"list", "list --json", "show d1", "inbox", "outbox", "store check", "store backup " + backup, "archive list", "end d1", "trust d1", "clock --is-right"} {
		refuses(t, w, "There are no games at "+path, strings.Fields(command)...)
	}
	refuses(t, w, "There is no file", "store", "compact")
	refuses(t, w, "There is no file", "move", "--to", backup)
	refuses(t, w, "There is no file", "move", "--from", path+"2", "--to", backup)
	if files, err := filepath.Glob(filepath.Join(filepath.Dir(w.config), "*.db*")); err != nil || len(files) > 0 {
		t.Error(files, err)
	}
	_, said, err := gmRun(t, "-c", w.config, "new", "d1", "decatur", "--player", "ann@town.invalid", "--player", "bob@town.invalid")
	if err != nil || !strings.Contains(said, "no games at "+path) {
		t.Error(said, err)
	}
	mustRun(t, "-c", w.config, "store", "backup", backup)
	other := newTown(t)
	m, err := open(must(readConfig(other.config)), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Store.Close(); err != nil {
		t.Fatal(err)
	}
	refuses(t, other, "which stays as it is", "store", "backup", backup)
}
