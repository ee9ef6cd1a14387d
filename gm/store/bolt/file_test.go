package bolt_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"

	"go.etcd.io/bbolt"
)

var update = flag.Bool("update", false, "write testdata anew")

// at returns a time that many seconds after some day.
func at(s int) time.Time { return time.Date(1901, 3, 1, 12, 0, s, 0, time.UTC) }

// fill puts something of everything into a store.
func fill(t *testing.T, db *bolt.DB) {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ctx := t.Context()
	_, err := db.Commit(ctx, "g", store.Change{
		Head: []byte("head"),
		Log:  []store.Entry{{Kind: "letter", Key: "<1@example.org>", At: at(1), Body: []byte("F NTH E France")}, {Kind: "press", At: at(2)}},
		Set:  []store.Task{{Name: "deadline", Due: at(10), Body: []byte("1901")}, {Name: "letter/2", Due: at(5)}},
	})
	must(err)
	_, err = db.Commit(ctx, "lobby", store.Change{})
	must(err)
	tasks, err := db.Take(ctx, at(5), at(9), 1)
	must(err)
	must(db.Settle(ctx, tasks[0], at(20)))
	_, err = db.PutBlob(ctx, []byte("blob"))
	must(err)
}

// filled says that the store has what fill put into it.
func filled(t *testing.T, db *bolt.DB) {
	t.Helper()
	ctx := t.Context()
	g, err := db.Load(ctx, "g")
	got := fmt.Sprintf("%d %d %s %v\n", g.Rev, g.Next, g.Head, err)
	for e, err := range db.Log(ctx, "g", 1) {
		if got += fmt.Sprintf("%d %s %s %v %s %v\n", e.Seq, e.Kind, e.Key, e.At, e.Body, err); len(got) > 1000 {
			t.Fatalf("the log does not end:\n%s", got)
		}
	}
	for name, err := range db.Games(ctx, "") {
		got += fmt.Sprintln(name, err)
	}
	tasks, err := db.Take(ctx, at(20), at(30), 9)
	for _, k := range tasks {
		got += fmt.Sprintf("%s %s %v %d %s\n", k.Game, k.Name, k.Due, k.Tries, k.Body)
	}
	blob, err2 := db.Blob(ctx, store.RefOf([]byte("blob")))
	got += fmt.Sprintf("%v %s %v\n", err, blob, err2)
	const want = `1 3 head <nil>
1 letter <1@example.org> 1901-03-01 12:00:01 +0000 UTC F NTH E France <nil>
2 press  1901-03-01 12:00:02 +0000 UTC  <nil>
g <nil>
lobby <nil>
g deadline 1901-03-01 12:00:10 +0000 UTC 1 1901
g letter/2 1901-03-01 12:00:20 +0000 UTC 2 
<nil> blob <nil>
`
	if got != want {
		t.Errorf("the store has\n%s\nwant\n%s", got, want)
	}
}

// TestSchema1 reads a file as it was written when schema 1 was made: today's
// program must read what yesterday's wrote, and it notes its own number, so that yesterday's leaves the file alone.
func TestSchema1(t *testing.T) {
	const golden = "testdata/schema1.gz"
	path := filepath.Join(t.TempDir(), "games")
	if *update {
		pack(t, golden)
	}
	unpack(t, golden, path)
	db := open(t, filepath.Dir(path))
	filled(t, db)
	closeDB(t, db)
	err := edit(path, func(tx *bbolt.Tx) error {
		if n := string(tx.Bucket([]byte("meta")).Get([]byte("schema"))); n != strconv.Itoa(store.Format) {
			t.Errorf("after that the file has schema %s", n)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func pack(t *testing.T, golden string) {
	t.Helper()
	db := open(t, t.TempDir())
	fill(t, db)
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if err := errors.Join(db.Backup(t.Context(), z), z.Close(), os.WriteFile(golden, b.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
	closeDB(t, db)
}

func unpack(t *testing.T, golden, path string) {
	t.Helper()
	data, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if data, err = io.ReadAll(z); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func closeDB(t *testing.T, db *bolt.DB) {
	t.Helper()
	if err := db.Close(); err != nil {
		t.Fatalf("closing: %v", err)
	}
}

func TestMode(t *testing.T) {
	dir := t.TempDir()
	closeDB(t, open(t, dir))
	info, err := os.Stat(filepath.Join(dir, "games"))
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" && info.Mode() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
}

func TestLocked(t *testing.T) {
	t.Parallel() // it waits
	dir := t.TempDir()
	db := open(t, dir)
	_, err := bolt.Open(filepath.Join(dir, "games"), bolt.Options{})
	if !errors.Is(err, bolt.ErrLocked) || !strings.Contains(err.Error(), "in use by another process") {
		t.Errorf("opening twice: %v", err)
	}
	closeDB(t, db)
	closeDB(t, open(t, dir))
}

func TestRefusedFiles(t *testing.T) {
	// refused has a file made, which Open must refuse, saying so, and leave as it is.
	refused := func(says string, edit func(path string) error) {
		t.Helper()
		path := filepath.Join(t.TempDir(), "games")
		if err := edit(path); err != nil {
			t.Fatal(err)
		}
		before, _ := os.ReadFile(path)
		db, err := bolt.Open(path, bolt.Options{})
		if err == nil {
			db.Close()
		}
		if err == nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), path) {
			t.Errorf("got %v, want an error that says %q", err, says)
		}
		if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
			t.Errorf("%q: the file was changed", says)
		}
		if err := edit(path); err != nil { // it can be had again: the lock is free
			t.Errorf("%q: %v", says, err)
		}
	}
	schema := func(n string) func(string) error {
		return func(path string) error {
			closeDB(t, open(t, filepath.Dir(path)))
			return edit(path, func(tx *bbolt.Tx) error { return tx.Bucket([]byte("meta")).Put([]byte("schema"), []byte(n)) })
		}
	}
	once := func(f func(string) error) func(string) error {
		return func(path string) error {
			if _, err := os.Stat(path); err == nil {
				return nil
			}
			return f(path)
		}
	}
	newer := strconv.Itoa(store.Format + 1)
	refused(fmt.Sprintf("schema %s and was written by a newer program; this one reads up to %d: run the newer one", newer, store.Format),
		once(schema(newer)))
	refused("not a store of games: schema \"?\"", once(schema("?")))
	refused("not a store of games: schema \"0\"", once(schema("0")))
	refused("not a store of games", func(path string) error {
		return edit(path, func(tx *bbolt.Tx) error {
			_, err := tx.CreateBucketIfNotExists([]byte("somebody else's"))
			return err
		})
	})
	refused("no bucket \"due\"", once(func(path string) error {
		closeDB(t, open(t, filepath.Dir(path)))
		return edit(path, func(tx *bbolt.Tx) error { return tx.DeleteBucket([]byte("due")) })
	}))
	refused("invalid database", func(path string) error {
		return os.WriteFile(path, bytes.Repeat([]byte("From ann@example.org\n"), 1000), 0o600)
	})
	dir := t.TempDir()
	if _, err := bolt.Open(dir, bolt.Options{}); err == nil || errors.Is(err, bolt.ErrDamaged) || !strings.Contains(err.Error(), dir+": it is a directory; name a file in it") {
		t.Errorf("a directory: %v", err)
	}
	if _, err := bolt.Open(filepath.Join(t.TempDir(), "no", "games"), bolt.Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a directory that is not there: %v", err)
	}
}

// edit changes a file behind the store's back.
func edit(path string, f func(*bbolt.Tx) error) error {
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: time.Second, NoFreelistSync: true, NoSync: true})
	if err != nil {
		return err
	}
	return errors.Join(db.Update(f), db.Close())
}

// TestIdle says that looking for tasks in vain does not write.
func TestIdle(t *testing.T) {
	dir := t.TempDir()
	db := open(t, dir)
	defer closeDB(t, db)
	fill(t, db)
	before, _ := os.ReadFile(filepath.Join(dir, "games"))
	for range 3 {
		if tasks, err := db.Take(t.Context(), at(0), at(1), 10); len(tasks) > 0 || err != nil {
			t.Fatalf("%v, %v", tasks, err)
		}
	}
	if after, _ := os.ReadFile(filepath.Join(dir, "games")); !bytes.Equal(before, after) {
		t.Error("the file was written to")
	}
}

func TestBackup(t *testing.T) {
	db := open(t, t.TempDir())
	defer closeDB(t, db)
	fill(t, db)
	stop, written := make(chan struct{}), make(chan error)
	go func() { // others commit on
		for rev := uint64(1); ; rev++ {
			if _, err := db.Commit(t.Context(), "lobby", store.Change{Rev: rev, Log: []store.Entry{{Body: make([]byte, 9000)}}}); err != nil {
				written <- err
				return
			}
			select {
			case <-stop:
				written <- nil
				return
			default:
			}
		}
	}()
	for range 5 {
		dir := t.TempDir()
		f, err := os.Create(filepath.Join(dir, "games"))
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(db.Backup(t.Context(), f), f.Close()); err != nil {
			t.Fatal(err)
		}
		copied := open(t, dir)
		filled(t, copied)
		closeDB(t, copied)
	}
	close(stop)
	if err := <-written; err != nil {
		t.Fatal(err)
	}

	ctx, cancel := context.WithCancel(t.Context())
	if err := db.Backup(ctx, cancelling{cancel}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	full := errors.New("disk full")
	if err := db.Backup(t.Context(), failing{full}); err == nil || !strings.Contains(err.Error(), full.Error()) {
		t.Errorf("nowhere to write to: %v", err)
	}
}

// cancelling is a writer during which the context is cancelled.
type cancelling struct{ cancel func() }

func (w cancelling) Write(b []byte) (int, error) { w.cancel(); return len(b), nil }

type failing struct{ err error }

func (w failing) Write([]byte) (int, error) { return 0, w.err }
