package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"deaddrop/gm"
	"deaddrop/gm/config"
	"deaddrop/gm/desk"
	"deaddrop/gm/inspect"
	"deaddrop/gm/setup"
	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/store/postgres"
	"deaddrop/gm/store/postgres/postgrestest"
	"deaddrop/gm/store/transfer"
	"deaddrop/gm/towntest"
	"deaddrop/gm/transcript"
	"deaddrop/gm/work"
)

// played returns a configuration with a correspondence in its file: a game of which letters were written and taken
// in.
func played(t *testing.T) *towntest.Town {
	t.Helper()
	w := towntest.New(t)
	file, err := playedFile()
	if err == nil {
		err = os.WriteFile(fileOf(t, w), file, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// playedFile is the file with that correspondence.
var playedFile = sync.OnceValues(func() ([]byte, error) {
	story, err := txtar.ParseFile("../../gm/testdata/deadman.txtar")
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "played-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if _, err := transcript.Play(context.Background(), story, func() (*gm.Master, error) { return nowhere().tryMaster(dir) }); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, "games.db"))
})

// fileOf is where a town's games are while they are in a file.
func fileOf(t testing.TB, w *towntest.Town) string {
	t.Helper()
	c, err := config.Read(w.Config)
	if err != nil {
		t.Fatal(err)
	}
	return c.Data
}

// told is what commands say of all games.
func told(t *testing.T, w *towntest.Town) string {
	t.Helper()
	var b strings.Builder
	for _, args := range []string{"list --json", "outbox --json", "log d1 --whole", "show d1 --as GM", "verify d1"} {
		b.WriteString(mustRun(t, append([]string{"-c", w.Config}, strings.Fields(args)...)...))
	}
	return b.String()
}

func refuses(t *testing.T, w *towntest.Town, want string, args ...string) {
	t.Helper()
	out, complaint, err := gmRun(t, append([]string{"-c", w.Config}, args...)...)
	if err == nil || !strings.Contains(complaint+out, want) {
		t.Errorf("gm %s complains %q, want %q; %v", strings.Join(args, " "), complaint+out, want, err)
	}
}

// A correspondence goes into another file or a database and back, and all that can be read of it is the same; where
// it is not any more, nothing can be done.
func TestMoveBackAndForth(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"file", "database"} {
		t.Run(kind, func(t *testing.T) {
			there := filepath.Join(t.TempDir(), "there.db")
			if kind == "database" {
				there = postgrestest.Start(t, postgrestest.Options{}).DSN(t)
			}
			w := played(t)
			before := told(t, w)
			if !strings.Contains(before, "Spring 1901") || !strings.Contains(before, "letter from") {
				t.Fatalf("there is little to be moved:\n%.1000s", before)
			}
			has := func(want string, args ...string) {
				t.Helper()
				if out := mustRun(t, append([]string{"-c", w.Config}, args...)...); !strings.Contains(out, want) {
					t.Errorf("gm %s says\n%s\nwithout %q", strings.Join(args, " "), out, want)
				}
			}
			has("It was read back there and compared, and is the same", "move", "--to", there)
			for _, args := range []string{"list", "serve", "press d1 Hello."} {
				refuses(t, w, "The games were moved from here to ", strings.Fields(args)...)
			}
			refuses(t, w, "What is played since is there", "move", "--to", there)
			setting := map[string]string{"file": "data", "database": "store"}[kind]
			w.Put(t, setting, there)
			if told(t, w) != before {
				t.Error("it is another story there")
			}
			has("d1:", "press", "d1", "We have moved.")
			after := told(t, w)
			old := filepath.Join(filepath.Dir(w.Config), "deaddrop.db")
			move := []string{"move", "--to", old}
			if kind == "database" {
				move = append(move, "--nobody-serves")
			}
			refuses(t, w, "With --replace", move...)
			has("It was read back there", append(move, "--replace")...)
			refuses(t, w, "The games were moved from here to "+old, "list")
			w.Remove(t, setting)
			if told(t, w) != after {
				t.Error("it is another story here again")
			}
			has("Don't serve the games there", "move", "--reopen", "--from", there)
			w.Put(t, setting, there)
			if told(t, w) != after {
				t.Error("it is not as it was left there")
			}
		})
	}
}

func TestMoveRefuses(t *testing.T) {
	t.Parallel()
	w, other, dir := played(t), played(t), t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	refuses(t, w, "needs --to", "move")
	refuses(t, w, "already", "move", "--to", fileOf(t, w))
	refuses(t, w, "not moved away", "move", "--reopen")
	refuses(t, w, "no file", "move", "--reopen", "--from", in("none.db"))
	refuses(t, w, "no file", "move", "--from", in("none.db"), "--to", in("other.db"))
	refuses(t, w, "has games of its own", "move", "--to", fileOf(t, other))
	if err := os.Symlink(fileOf(t, w), in("alias.db")); err != nil {
		t.Fatal(err)
	}
	refuses(t, w, "are the same file", "move", "--to", in("alias.db"))
	for _, to := range []string{"mysql://gm:Hidden@db/games", "postgres:/x", "host=db dbname=games password=Hidden"} {
		refuses(t, w, "this is neither", "move", "--to", to)
	}
	refuses(t, w, "there is no directory", "move", "--to", in("none/new.db"))
	refuses(t, w, "is a directory; name a file in it", "move", "--to", dir)
	startServing(t, w)
	refuses(t, w, "probably by gm serve. End it first", "move", "--to", in("new.db"))
	if _, err := os.Stat(in("none.db")); err == nil {
		t.Error("a file was made where games should have been")
	}
	other.Put(t, "archive", t.TempDir())
	out := mustRun(t, "-c", other.Config, "move", "--to", in("second.db"))
	if !strings.Contains(out, " were not moved: they stay there") {
		t.Error("it does not say what it leaves where it is: " + out)
	}
	refuses(t, other, "What is played since is there", "move", "--to", in("third.db"))
	if _, err := os.Stat(in("third.db")); err == nil {
		t.Error("a file was made for games that did not come")
	}
}

// gm move leaves a database empty if no games come to it, and can't be used with one that has no games to move.
func TestMoveRefusesDatabase(t *testing.T) {
	dsn := postgrestest.Start(t, postgrestest.Options{}).DSN(t)
	w := played(t)
	before := told(t, w)
	t.Chdir(t.TempDir())
	mustRun(t, "-c", w.Config, "move", "--to", "second.db")
	refuses(t, w, "What is played since is there", "move", "--to", dsn)
	refuses(t, w, "There are no games in the database postgres://", "move", "--from", dsn, "--to", "third.db")
	refuses(t, w, "There are no games in the database postgres://", "move", "--from", dsn, "--reopen")
	if begun, err := postgres.Begun(t.Context(), dsn); begun || err != nil {
		t.Error("the database has become a store of games that did not come", err)
	}
	if _, err := os.Stat("third.db"); err == nil {
		t.Error("a file was made for games that did not come")
	}
	mustRun(t, "-c", w.Config, "move", "--reopen")
	mustRun(t, "-c", w.Config, "move", "--to", dsn)
	w.Put(t, "store", dsn)
	if told(t, w) != before {
		t.Error("it is another story there")
	}
}

// If the operator says that nobody serves a database, that is believed if nobody was heard of; otherwise the move
// waits.
func TestMovePatience(t *testing.T) {
	now := time.Date(2030, 1, 1, 12, 0, 20, 0, time.UTC)
	for _, c := range []struct {
		name     string
		watch    string        // the service's own record
		mailbox  string        // and of its mailbox
		due      time.Duration // of the mailbox's task
		wait     time.Duration
		unserved string // why it is refused
	}{
		{name: "never served"},
		{name: "now", watch: `{"Seen":"2030-01-01T11:59:40Z"}`, wait: barredWait, unserved: "A gm serve with the games in postgres://db/games was active 40 s ago. End it. If none runs any more, repeat the command at 12:02 UTC;"},
		{name: "long ago", watch: `{"Seen":"2030-01-01T11:50:00Z"}`},
		{name: "it does not believe the clock", watch: `{"Seen":"2030-01-01T11:50:00Z","Stopped":"2030-01-09T12:00:00Z"}`, wait: barredWait},
		{name: "it makes good", watch: `{"Seen":"2030-01-01T11:50:00Z","Mending":{}}`, wait: barredWait},
		{name: "the clock went back", watch: `{"Seen":"2030-01-01T12:50:00Z"}`, wait: barredWait},
		{name: "it can't read mail", watch: `{"Seen":"2030-01-01T11:50:00Z"}`, mailbox: `{"Reader":"a"}`, due: 25 * time.Second, wait: barredWait, unserved: "active 5 s ago"},
		{name: "it has ended", watch: `{"Seen":"2030-01-01T11:50:00Z"}`, mailbox: `{"Reader":""}`, due: 25 * time.Second},
		{name: "it has died", watch: `{"Seen":"2030-01-01T11:50:00Z"}`, mailbox: `{"Reader":"a"}`, due: -5 * time.Minute},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := bolt.Open(filepath.Join(t.TempDir(), "games"), bolt.Options{NoSync: true})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			for name, head := range map[string]string{"service/watch": c.watch, work.Mailboxes + "gm@x": c.mailbox} {
				change := store.Change{Head: []byte(head)}
				if name != "service/watch" {
					change.Set = []store.Task{{Name: "poll", Due: now.Add(c.due)}}
				}
				if head == "" {
					continue
				}
				if _, err := s.Commit(t.Context(), name, change); err != nil {
					t.Fatal(err)
				}
			}
			m := &mover{desk: &console{now: func() time.Time { return now }}}
			from := config.Config{Store: "postgres://db/games"}
			if wait, err := m.patience(t.Context(), from, s); err != nil || wait != c.wait {
				t.Errorf("it waits for %v, want %v; %v", wait, c.wait, err)
			}
			m.unserved = true
			wait, err := m.patience(t.Context(), from, s)
			if wait != 0 || (err == nil) != (c.unserved == "") || err != nil && !strings.Contains(err.Error(), c.unserved) {
				t.Errorf("with --nobody-serves it waits for %v, and says %v", wait, err)
			}
		})
	}
}

// A move that is interrupted says where the games are, and what to do.
func TestMoveInterrupted(t *testing.T) {
	t.Parallel()
	w := played(t)
	source, err := bolt.Open(fileOf(t, w), bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	to, err := bolt.Open(filepath.Join(t.TempDir(), "new.db"), bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	ctx, stop := context.WithCancel(t.Context())
	says := func(want string) {
		t.Helper()
		var out bytes.Buffer
		if complain(&out, interruptedAt(ctx, source, config.Config{Data: "old.db"})); out.String() != want {
			t.Errorf("it says %s, want %s", out.String(), want)
		}
	}
	says("The move was interrupted before it began: the games in old.db are as they were.\n")
	stands := time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)
	o := transfer.Options{From: "old.db", To: "new.db", ID: "1", Now: func() time.Time { return stands }, Wait: time.Hour, Waiting: func(time.Duration) { stop() }}
	_, err = transfer.Move(ctx, source, to, o)
	var out bytes.Buffer
	if complain(&out, err); err == nil || out.String() != "gm was interrupted.\n" {
		t.Errorf("%v; %s", err, out.String())
	}
	says("The move was interrupted. The games here are on their way to new.db since 1 January 2030 at 12:00 UTC, and can't be used until they are there. gm move with --to new.db goes on with that; gm move --reopen gives it up.\n")
}

var moveGames = flag.Int("move.games", 30, "how many games are moved while the move is killed")

// A move that is killed at any moment goes on when it is asked for again, and in the end all is there.
func TestMoveKilled(t *testing.T) {
	t.Parallel()
	var server postgrestest.Shared
	t.Cleanup(server.Stop)
	for _, way := range []string{"file to file", "file to database", "database to file"} {
		t.Run(way, func(t *testing.T) {
			w := towntest.New(t)
			file := filepath.Join(t.TempDir(), "games.db")
			from, to := file, filepath.Join(t.TempDir(), "new.db")
			if strings.Contains(way, "database") {
				to = server.Server(t).DSN(t)
			}
			want := crowd(t, file, *moveGames)
			if way == "database to file" {
				mustRun(t, "-c", w.Config, "move", "--from", from, "--to", to)
				from, to = to, filepath.Join(t.TempDir(), "back.db")
			}
			kills, halves := killedMoves(t, w, from, to)
			if got := sumsOf(t, to); !maps.Equal(got, want) {
				t.Errorf("%d records came, and %d were there, or they differ", len(got), len(want))
			}
			t.Logf("killed %d times, which left half a move %d times", kills, halves)
		})
	}
}

// killedMoves kills a move again and again, later each time, until it comes to its end.
func killedMoves(t *testing.T, w *towntest.Town, from, to string) (kills, halves int) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	for ; ; kills++ {
		child := exec.Command(exe, "-c", w.Config, "move", "--from", from, "--to", to, "--nobody-serves")
		child.Env = append(os.Environ(), "GM_TEST_MAIN=1")
		var said bytes.Buffer
		child.Stdout, child.Stderr = &said, &said
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		kill := time.AfterFunc(time.Duration(40+40*kills+r.IntN(40))*time.Millisecond, func() { _ = child.Process.Kill() })
		err := child.Wait()
		kill.Stop()
		if err == nil || kills > 0 && strings.Contains(said.String(), " were moved to "+config.Hidden(to)) { // the last one was killed when all was done
			return kills, halves
		}
		if child.ProcessState.Exited() {
			t.Fatalf("it was not killed, but ended: %v\n%s", err, said.String())
		}
		if half(t, to) {
			halves++
		}
	}
}

// half reports whether a place has half a move in it, and so can't be used.
func half(t *testing.T, where string) bool {
	t.Helper()
	c, err := configAt(where)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(c.Data); err != nil && !c.Shared() {
		return false
	}
	s, err := setup.OpenStore(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	return transfer.Barred(t.Context(), s) != nil
}

// crowd fills a file with games, and returns what is in it.
func crowd(t *testing.T, path string, games int) map[string]transfer.Sum {
	t.Helper()
	db, err := bolt.Open(path, bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	for i := range games {
		c := store.Change{Head: fmt.Appendf(nil, `{"Name":"g%d"}`, i), Set: []store.Task{{Name: "send/1", Due: time.Date(2030, 1, 1, 0, 0, i, 0, time.UTC), Tries: i % 3}}}
		for n := range i % 40 * 30 { // some need several commits
			c.Log = append(c.Log, store.Entry{Kind: "letter", Key: fmt.Sprint(n), At: time.Date(2030, 1, 1, 0, 0, n, 123456789, time.UTC), Body: fmt.Appendf(nil, "letter %d of game %d", n, i)})
		}
		if _, err := db.Commit(t.Context(), fmt.Sprintf("g%d", i), c); err != nil {
			t.Fatal(err)
		}
		if _, err := db.PutBlob(t.Context(), fmt.Append(nil, i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return sumsOf(t, path)
}

// sumsOf are all records of a file or a database with their sums, and its blobs.
func sumsOf(t *testing.T, where string) map[string]transfer.Sum {
	t.Helper()
	c, err := configAt(where)
	if err != nil {
		t.Fatal(err)
	}
	s, err := setup.OpenStore(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	out := map[string]transfer.Sum{}
	for name, err := range s.Games(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		if out[name], err = transfer.Read(t.Context(), s, name); err != nil {
			t.Fatal(err)
		}
	}
	blobs, ok := store.As[store.BlobLister](s)
	if !ok {
		t.Fatal("no blobs are listed")
	}
	for ref, err := range blobs.BlobRefs(t.Context(), store.Ref{}) {
		if err != nil {
			t.Fatal(err)
		}
		out[ref.String()] = transfer.Sum{}
	}
	return out
}

// While the games of a database are moved, the process that serves it is told to end, and what it did before it
// noticed is moved, too.
func TestMoveServed(t *testing.T) {
	t.Parallel()
	dsn := postgrestest.Start(t, postgrestest.Options{}).DSN(t)
	w := played(t)
	mustRun(t, "-c", w.Config, "move", "--to", dsn)
	from, err := postgres.Open(t.Context(), dsn, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	m, err := setup.NewMaster(from, config.Config{Address: "gm@deaddrop.example"}, titles(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	to, err := bolt.Open(filepath.Join(t.TempDir(), "new.db"), bolt.Options{Check: true})
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	stands := time.Now()
	o := transfer.Options{From: "database", To: "file", ID: "1", Now: func() time.Time { return stands }, Wait: 10 * time.Millisecond}
	o.Waiting = func(time.Duration) {
		if err := transfer.Barred(context.Background(), from); err == nil {
			t.Error("who serves is not told")
		}
		if err := desk.At(m, gm.ActOptions{}).Press(t.Context(), time.Now(), "d1", "ALL", "One last word."); err != nil {
			t.Error(err)
		}
	}
	r, err := transfer.Move(t.Context(), from, to, o)
	if err != nil || r.Again != 1 || r.Which[0] != "d1" {
		t.Errorf("%+v, %v", r, err)
	}
	moved, err := setup.NewMaster(to, config.Config{Address: "gm@deaddrop.example"}, titles(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	if err := inspect.Chronicle(t.Context(), moved, "d1", &log); err != nil || !strings.Contains(log.String(), "One last word.") {
		t.Errorf("the last word is lost; %v", err)
	}
}
