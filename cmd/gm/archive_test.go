package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/store/postgres/postgrestest"
	"deaddrop/gm/towntest"
)

// A game that is over is put away and brought back, with the service and without it, in a directory and in the store.
func TestArchiveCommands(t *testing.T) {
	t.Parallel()
	for _, serving := range []bool{true, false} {
		t.Run(fmt.Sprintf("serving %v", serving), func(t *testing.T) {
			t.Parallel()
			w := towntest.New(t)
			newGame(t, w)
			if serving {
				w.Put(t, "archive", "away") // which is not there yet
				startServing(t, w)
				endAndArchive(t, w)
				shelf := filepath.Join(filepath.Dir(w.Config), "away")
				if info, err := os.Stat(shelf); err != nil || info.Mode() != os.ModeDir|0o700 {
					t.Error(info, err)
				}
			} else {
				t.Run("letters go out", func(t *testing.T) {
					startServing(t, w)
					endAndArchive(t, w)
				})
			}
			archiveCommands(t, w)
		})
	}
}

// archiveCommands goes through all that can be done with d1, which is archived.
func archiveCommands(t *testing.T, w *towntest.Town) {
	t.Helper()
	has := func(want string, args ...string) string {
		t.Helper()
		out := mustRun(t, append([]string{"-c", w.Config}, args...)...)
		if !strings.Contains(out, want) {
			t.Errorf("gm %s says\n%s\nwithout %q", strings.Join(args, " "), out, want)
		}
		return out
	}
	has("No games yet", "list")
	has("d1           deadman    over since", "list", "--archived")
	has("ended by the game master; ", "archive", "list")
	has(`"blob": "`, "archive", "list", "--json")
	has("d1, deadman: over", "show", "d1")
	has("act: end d1", "log", "d1", "--acts")
	has("as the players were told", "verify", "d1")
	has("A Austria, E England", "map", "d1")
	whole := has("a game of Deaddrop", "export", "d1", "-")
	has("", "history", "d1")
	has("1 game is put away", "store", "check")
	refuses(t, w, "gm archive restore d1 brings it back", "press", "d1", "Hello.")
	refuses(t, w, "gm archive restore d1 brings it back", "archive", "d1")
	refuses(t, w, "called d1 in the archive", "new", "d1", "decatur", "--player", "ann@example.org", "--player", "bob@example.org")
	has("d1 is active again", "archive", "restore", "d1")
	if has("", "export", "d1", "-") != whole {
		t.Error("it came back otherwise")
	}
	has("No game has been archived", "archive", "list")
	has("No game ended that long ago", "archive", "--finished-before", "1h")
	refuses(t, w, "can't be negative", "archive", "--finished-before", "-5d")
	has("would be archived", "archive", "--finished-before", "0s", "--dry-run")
	has("archived: ", "archive", "--finished-before", "0s")
	has("d1 is active again", "archive", "restore", "d1")
	has("archived: ", "archive", "d1", "d1")
}

// The directory for games that were put away is made for the first of them, and not again: it may be on a mount that
// is missing.
func TestShelfIsMade(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	newGame(t, w)
	above := filepath.Join(t.TempDir(), "mount")
	shelf := filepath.Join(above, "away")
	t.Run("letters go out", func(t *testing.T) {
		startServing(t, w)
		endAndArchive(t, w)
	})
	mustRun(t, "-c", w.Config, "archive", "restore", "d1")
	twin(t, w)
	mustRun(t, "-c", w.Config, "new", "d3", "decatur", "--player", "ann@example.org", "--player", "bob@example.org")
	w.Put(t, "archive", shelf)
	refuses(t, w, "can't be created: there is no directory "+above+". Create it", "archive", "d1")
	if err := os.Mkdir(above, 0o700); err != nil {
		t.Fatal(err)
	}
	refuses(t, w, "not over", "archive", "d3")
	mustRun(t, "-c", w.Config, "archive", "--finished-before", "0s", "--dry-run")
	if _, err := os.Stat(shelf); err == nil {
		t.Error("a directory was made for a game that stays")
	}
	if out := mustRun(t, "-c", w.Config, "archive", "d1"); !strings.Contains(out, shelf+" was created") {
		t.Error(out)
	}
	if err := os.Rename(shelf, shelf+".old"); err != nil {
		t.Fatal(err)
	}
	refuses(t, w, "there is no directory "+shelf+"; make it, or mount", "archive", "d2")
	if _, err := os.Stat(shelf); err == nil {
		t.Error("a directory was made though games lie in another")
	}
	out, _, _ := gmRun(t, "-c", w.Config, "doctor")
	if !strings.Contains(out, "1 game was archived, but the directory "+shelf) {
		t.Error(out)
	}
}

// endAndArchive ends d1 and puts it away as soon as its letters have gone out.
func endAndArchive(t *testing.T, w *towntest.Town) {
	t.Helper()
	mustRun(t, "-c", w.Config, "end", "d1", "--secret")
	for range 6000 {
		_, complaint, err := gmRun(t, "-c", w.Config, "archive", "d1")
		if err == nil {
			return
		}
		if !strings.Contains(complaint, "wait to be sent") {
			t.Fatal(complaint)
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("its letters do not go out")
}

// twin makes a copy of d1, called d2, which is over and has written to nobody.
func twin(t *testing.T, w *towntest.Town) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "d1.json")
	mustRun(t, "-c", w.Config, "export", "d1", file)
	mustRun(t, "-c", w.Config, "import", file, "--as", "d2")
	mustRun(t, "-c", w.Config, "end", "d2", "--secret")
}

// A list of archived games marks those whose file can't be read, has all the others, and fails.
func TestArchiveListMarks(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	newGame(t, w)
	w.Put(t, "archive", "away")
	startServing(t, w)
	shelf := filepath.Join(filepath.Dir(w.Config), "away")
	endAndArchive(t, w)
	twin(t, w)
	mustRun(t, "-c", w.Config, "archive", "d2")
	clean := mustRun(t, "-c", w.Config, "archive", "list")
	lines := strings.SplitAfter(clean, "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[0], "d1 ") || !strings.HasPrefix(lines[1], "d2 ") {
		t.Fatal(clean)
	}
	var games []struct{ Blob, Unreadable string }
	if err := json.Unmarshal([]byte(mustRun(t, "-c", w.Config, "archive", "list", "--json")), &games); err != nil || games[0].Unreadable != "" {
		t.Fatal(games, err)
	}
	file := filepath.Join(shelf, games[0].Blob[:2], games[0].Blob)
	for _, c := range []struct {
		harm func() error
		want string
	}{
		{func() error { return os.WriteFile(file, []byte("what was here?"), 0o600) }, file + " is damaged\n"},
		{func() error { return os.Remove(file) }, ", is not where archived games are kept"},
	} {
		if err := c.harm(); err != nil {
			t.Fatal(err)
		}
		for _, list := range []string{"archive list", "list --archived"} {
			out, _, err := gmRun(t, append([]string{"-c", w.Config}, strings.Fields(list)...)...)
			before, after, marked := strings.Cut(out, "             UNREADABLE: ")
			if err == nil || !marked || before != lines[0] || !strings.Contains(after, c.want) || !strings.Contains(after, "\n"+lines[1]+"\n") || !strings.Contains(after, "restore that game's file") {
				t.Errorf("gm %s says\n%s\n%v", list, out, err)
			}
			out, _, err = gmRun(t, append([]string{"-c", w.Config}, strings.Fields(list+" --json")...)...)
			if bad := json.Unmarshal([]byte(out), &games); err == nil || bad != nil || len(games) != 2 || games[0].Unreadable == "" || games[1].Unreadable != "" {
				t.Errorf("gm %s --json says\n%s\n%v", list, out, err)
			}
			games[0].Unreadable = ""
		}
	}
}

// Backups are made beside the service and without it; each is whole, can be used in the place of the games, and is its owner's alone.
func TestStoreCommands(t *testing.T) {
	eitherWay(t, func(t *testing.T, w *towntest.Town) {
		t.Chdir(t.TempDir())
		out := mustRun(t, "-c", w.Config, "store", "check")
		if !strings.Contains(out, "There are 1 game and ") || !strings.Contains(out, "Nothing is damaged.") {
			t.Error(out)
		}
		for range 2 { // over the first one, too
			if out := mustRun(t, "-c", w.Config, "store", "backup", "games.bak"); !strings.Contains(out, "is complete") {
				t.Error(out)
			}
		}
		files, err := filepath.Glob("*")
		if info, bad := os.Stat("games.bak"); err != nil || bad != nil || info.Mode().Perm() != 0o600 || len(files) != 1 {
			t.Error(files, info, err, bad)
		}
		was := mustRun(t, "-c", w.Config, "show", "d1", "--as", "GM") // its log tells of letters that go out meanwhile
		other := towntest.New(t)
		other.Put(t, "data", filepath.Join(must(os.Getwd()), "games.bak"))
		if now := mustRun(t, "-c", other.Config, "show", "d1", "--as", "GM"); now != was {
			t.Error("the backup has another game")
		}
		refuses(t, w, "is the file that the games are in", "store", "backup", fileOf(t, w))
		refuses(t, w, "there is no directory", "store", "backup", "nowhere/games.bak")
		for _, name := range []string{"backup", "store"} { // which are words of the command, too
			mustRun(t, "-c", w.Config, "store", "backup", name)
			if _, err := os.Stat(name); err != nil {
				t.Error(err)
			}
		}
	})
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// A file becomes as small as what is in it while nobody uses it.
func TestCompactCommand(t *testing.T) {
	t.Parallel()
	w := played(t)
	before := told(t, w)
	if out := mustRun(t, "-c", w.Config, "store", "compact"); !strings.Contains(out, " and has ") {
		t.Error(out)
	}
	if told(t, w) != before {
		t.Error("it is another story now")
	}
	startServing(t, w)
	refuses(t, w, "are in use", "store", "compact")
	none := towntest.New(t)
	none.Unbegin(t)
	refuses(t, none, "There is no file", "store", "compact")
	none.Put(t, "store", "postgres://gm@db.example.org/games")
	refuses(t, none, "autovacuum", "store", "compact")
}

// gm check finds damaged games, and says what to do.
func TestCheckFindsDamage(t *testing.T) {
	t.Parallel()
	w := played(t)
	shelf := t.TempDir()
	w.Put(t, "archive", shelf)
	startServing(t, w)
	endAndArchive(t, w)
	files, err := filepath.Glob(filepath.Join(shelf, "*", "*"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	if err := os.WriteFile(files[0], []byte("what was here?"), 0o600); err != nil {
		t.Fatal(err)
	}
	refuses(t, w, "DAMAGED: the archived game d1", "store", "check")
	refuses(t, w, "leave the store as it is", "store", "check")
	if out, _, _ := gmRun(t, "-c", w.Config, "store", "check"); strings.Contains(out, "last backup") {
		t.Error(out)
	}
	refuses(t, w, files[0]+" is damaged", "archive", "restore", "d1")
	refuses(t, w, files[0]+" is damaged", "show", "d1")
	if out := mustRun(t, "-c", w.Config, "store", "backup", filepath.Join(t.TempDir(), "games.bak")); !strings.Contains(out, "Games that were archived in "+shelf+" are not in it") {
		t.Error("a backup does not say what it leaves out: " + out)
	}
}

// A backup of a database is a file with which the games go on without it.
func TestBackupOfDatabase(t *testing.T) {
	t.Parallel()
	dsn := postgrestest.Start(t, postgrestest.Options{}).DSN(t)
	w := played(t)
	mustRun(t, "-c", w.Config, "move", "--to", dsn)
	w.Put(t, "store", dsn)
	was, file := told(t, w), filepath.Join(t.TempDir(), "games.bak")
	mustRun(t, "-c", w.Config, "store", "check")
	mustRun(t, "-c", w.Config, "store", "backup", file)
	w.Remove(t, "store")
	w.Put(t, "data", file)
	if told(t, w) != was {
		t.Error("the backup has another story")
	}
}

// A file that is damaged is told of in a sentence by every command.
func TestDamagedFile(t *testing.T) {
	t.Parallel()
	w := played(t)
	good, err := os.ReadFile(fileOf(t, w))
	if err != nil {
		t.Fatal(err)
	}
	size := os.Getpagesize()
	zeroed := bytes.Clone(good)
	clear(zeroed[2*size:])
	backup := filepath.Join(t.TempDir(), "games.bak")
	for _, damaged := range [][]byte{zeroed, good[:3*size]} {
		if err := os.WriteFile(fileOf(t, w), damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		refuses(t, w, "DAMAGED: ", "store", "check")
		refuses(t, w, "put the last backup in its place", "store", "check")
		for _, command := range []string{"list", "show d1", "store backup " + backup, "store compact", "move --to " + backup} {
			refuses(t, w, "the file is damaged", strings.Fields(command)...)
		}
		out, _, err := gmRun(t, "-c", w.Config, "doctor")
		if err == nil || !strings.Contains(out, "DAMAGED") {
			t.Error(out)
		}
	}
}

// A watched shelf is read as its test will have it.
type watchedShelf struct {
	store.Blobs
	read func(context.Context, store.Ref) ([]byte, error)
}

func (s watchedShelf) Blob(ctx context.Context, ref store.Ref) ([]byte, error) {
	return s.read(ctx, ref)
}

// shelvedGame returns a master of an archive with one game, of which the record and the file are there.
func shelvedGame(t *testing.T) (*gm.Master, *bolt.DB) {
	t.Helper()
	db, err := bolt.Open(filepath.Join(t.TempDir(), "games"), bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	ref, err := db.PutBlob(t.Context(), []byte("a game"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Commit(t.Context(), "archive/d1", store.Change{Head: fmt.Appendf(nil, `{"Name":"d1","Rules":"decatur","Blob":%q}`, ref)}); err != nil {
		t.Fatal(err)
	}
	return &gm.Master{Store: db}, db
}

// If the listing of the archive is interrupted, it does not say that the archive is empty.
func TestArchiveListGivenUp(t *testing.T) {
	m, db := shelvedGame(t)
	ctx, giveUp := context.WithCancel(t.Context())
	m.Shelf = watchedShelf{db, func(ctx context.Context, ref store.Ref) ([]byte, error) {
		defer giveUp() // when the file was read
		return db.Blob(ctx, ref)
	}}
	if text, _, err := listArchive(ctx, m); !errors.Is(err, context.Canceled) {
		t.Errorf("it lists %q, %v", text, err)
	}
}

// A store that does not answer any more is not called damaged.
func TestArchiveOfStoreThatIsGone(t *testing.T) {
	m, db := shelvedGame(t)
	m.Shelf = watchedShelf{db, func(ctx context.Context, ref store.Ref) ([]byte, error) {
		_ = db.Close()
		return db.Blob(ctx, ref)
	}}
	if _, found, err := archiveSound(t.Context(), m); len(found) > 0 || !errors.Is(err, store.ErrClosed) {
		t.Errorf("it finds %v, %v", found, err)
	}
}
