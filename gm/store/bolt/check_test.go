package bolt_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"

	"go.etcd.io/bbolt"
)

// TestCheck damages a good file in every way that Check looks for.
func TestCheck(t *testing.T) {
	db := open(t, t.TempDir())
	fill(t, db)
	var file bytes.Buffer
	if err := db.Backup(t.Context(), &file); err != nil {
		t.Fatal(err)
	}
	closeDB(t, db)
	bad := func(says string, damage func(in func(bucket string) *bbolt.Bucket) error) {
		t.Helper()
		path := filepath.Join(t.TempDir(), "games")
		if err := os.WriteFile(path, file.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		err := edit(path, func(tx *bbolt.Tx) error {
			return damage(func(bucket string) *bbolt.Bucket { return tx.Bucket([]byte(bucket)) })
		})
		if err != nil {
			t.Fatal(err)
		}
		db, err := bolt.Open(path, bolt.Options{Check: true, NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		found := db.Check(t.Context())
		if found == nil || !strings.Contains(found.Error(), says) {
			t.Errorf("Check found %v, want %q", found, says)
		}
		if err := db.Close(); err == nil || found != nil && err.Error() != found.Error() {
			t.Errorf("Close found %v", err)
		}
	}
	put := func(bucket, key, value string) func(func(string) *bbolt.Bucket) error {
		return func(in func(string) *bbolt.Bucket) error { return in(bucket).Put([]byte(key), []byte(value)) }
	}
	del := func(bucket, key string) func(func(string) *bbolt.Bucket) error {
		return func(in func(string) *bbolt.Bucket) error {
			if in(bucket).Get([]byte(key)) == nil {
				t.Errorf("no %q in %q", key, bucket)
			}
			return in(bucket).Delete([]byte(key))
		}
	}
	n := func(v uint64) string { return string(binary.BigEndian.AppendUint64(nil, v)) }
	longAgo := strings.Repeat("\x00", 12)

	bad(`game "g": damaged record`, put("game", "g", "short"))
	bad(`game "g": damaged record`, put("game", "g", n(0)+n(3)))
	bad(`next is 4, but there is no entry 3`, put("game", "g", n(1)+n(4)))
	bad(`entry 2, but next is 2`, put("game", "g", n(1)+n(2)))
	bad(`entry 1, but next is 1`, del("game", "g"))
	bad(`there is no game "g"`, del("game", "g"))
	bad("has a NUL in it", put("game", "a\x00b", n(1)+n(1)))
	bad("entry 2 follows entry 0", del("log", "g\x00"+n(1)))
	bad("there is no entry 2", del("log", "g\x00"+n(2)))
	bad("entry 4 follows entry 2", put("log", "g\x00"+n(4), longAgo+"\x00\x00"))
	bad("entry 1, but next is 1", put("log", "h\x00"+n(1), longAgo+"\x00\x00"))
	bad("entry 2 of game \"g\": damaged record", put("log", "g\x00"+n(2), longAgo+"\x09"))
	bad("entry 2 of game \"g\": damaged record", put("log", "g\x00"+n(2), strings.Repeat("\xff", 12)+"\x00\x00"))
	bad(`key "g" of the log`, put("log", "g", ""))
	bad(`entry 1 is not found by its key "<1@example.org>"`, del("key", "g\x00<1@example.org>"))
	bad(`entry 1 is not found by its key "<1@example.org>"`, put("key", "g\x00<1@example.org>", n(2)))
	bad(`key "x" leads to entry 1`, put("key", "g\x00x", n(1)))
	bad(`key "x" leads to entry 9`, put("key", "g\x00x", n(9)))
	bad(`key "x": damaged record`, put("key", "g\x00x", "9"))
	bad(`key "x": damaged record`, put("key", "x", n(1)))
	bad(`task "deadline" of game "g": damaged record`, put("task", "g\x00deadline", longAgo))
	bad(`leads to no task`, del("task", "g\x00deadline"))
	bad(`leads to no task`, put("due", longAgo+"g\x00deadline", ""))
	bad(`damaged record`, put("due", "short", ""))
	bad(`task "deadline" of game "g" is not found by its time`, func(in func(string) *bbolt.Bucket) error {
		c := in("due").Cursor()
		for k, _ := c.First(); k != nil; k, _ = c.Next() {
			if strings.HasSuffix(string(k), "deadline") {
				return c.Delete()
			}
		}
		return errors.New("no such time")
	})
	bad(`tag 99 was never given`, put("task", "g\x00deadline", longAgo+n(99)+"\x00\x00\x00\x00"))
	ref := store.RefOf([]byte("blob"))
	bad("blob "+ref.String(), put("blob", string(ref[:]), "block"))
}

// TestCheckPages puts keys out of order under an open store, which bbolt's own
// check finds.
func TestCheckPages(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "games")
	db := open(t, dir)
	fill(t, db)
	big := store.Change{Rev: 1, Head: make([]byte, 5000)} // so that the bucket has a page of its own
	if _, err := db.Commit(t.Context(), "lobby", big); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0) // not truncated, as it is mapped
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.WriteAt(bytes.ReplaceAll(data, []byte("lobby"), []byte("Lobby")), 0)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err == nil || !strings.Contains(err.Error(), "pages: ") {
		t.Errorf("Close found %v", err)
	}
}

func TestCheckCancelled(t *testing.T) {
	db := open(t, t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := db.Check(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	closeDB(t, db)
	if err := db.Check(t.Context()); !errors.Is(err, store.ErrClosed) {
		t.Errorf("closed: %v", err)
	}
	if err := db.Backup(t.Context(), nil); !errors.Is(err, store.ErrClosed) {
		t.Errorf("backup of a closed store: %v", err)
	}
}

// TestDamaged says that a damaged record is an error of whoever reads it, and of
// nobody else.
func TestDamaged(t *testing.T) {
	dir := t.TempDir()
	db, ctx := open(t, dir), t.Context()
	fill(t, db)
	closeDB(t, db)
	ref := store.RefOf([]byte("blob"))
	longAgo := strings.Repeat("\x00", 12)
	err := edit(filepath.Join(dir, "games"), func(tx *bbolt.Tx) error {
		put := func(bucket, key, value string) error {
			return tx.Bucket([]byte(bucket)).Put([]byte(key), []byte(value))
		}
		return errors.Join(
			put("game", "lobby", "short"), put("log", "g\x00\x00\x00\x00\x00\x00\x00\x00\x02", "short"),
			put("task", "g\x00x", longAgo), put("due", longAgo+"g\x00x", ""),
			put("task", "g\x00y", "short"), put("blob", string(ref[:]), "block"))
	})
	if err != nil {
		t.Fatal(err)
	}
	db, err = bolt.Open(filepath.Join(dir, "games"), bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	bad := func(what string, err error) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), "damaged record") {
			t.Errorf("%s: %v", what, err)
		}
	}
	_, err = db.Load(ctx, "lobby")
	bad("Load", err)
	_, err = db.Commit(ctx, "lobby", store.Change{Rev: 1})
	bad("Commit to a damaged game", err)
	_, err = db.Commit(ctx, "g", store.Change{Rev: 1, Head: []byte("?"), Done: []string{"deadline", "y"}})
	bad("Commit that removes a damaged task", err)
	_, err = db.Take(ctx, at(0), at(1), 1)
	bad("Take", err)
	bad("Settle", db.Settle(ctx, store.Task{Game: "g", Name: "x", Tag: 1}, at(0)))
	_, err = db.Blob(ctx, ref)
	bad("Blob", err)
	var seen []string
	for e, err := range db.Log(ctx, "g", 1) {
		if seen = append(seen, e.Kind); len(seen) == 2 {
			bad("Log", err)
		}
	}
	if strings.Join(seen, ",") != "letter," {
		t.Errorf("the log before the damage: %q", seen)
	}
	for g, err := range db.LoadAll(ctx, "") {
		if err != nil {
			t.Error(err)
		}
		if g.Name == "lobby" {
			bad("LoadAll", g.Err)
		} else if g.Err != nil || g.Rev == 0 {
			t.Errorf("what is not damaged: %+v", g)
		}
	}
	var listed error
	for _, listed = range db.AllTasks(ctx, "") {
	}
	bad("AllTasks", listed)
	if g, err := db.Load(ctx, "g"); g.Rev != 1 || string(g.Head) != "head" || err != nil {
		t.Errorf("a change that failed was made: %v, %v", g, err)
	}
	if _, err := db.Commit(ctx, "g", store.Change{Rev: 1, Done: []string{"deadline"}}); err != nil {
		t.Errorf("what is not damaged: %v", err)
	}
	closeDB(t, db)
}
