package store_test

import (
	"errors"
	"io/fs"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/store"
)

func TestValidate(t *testing.T) {
	noon := time.Date(1901, 3, 1, 12, 0, 0, 0, time.UTC)
	good := func(game string, c store.Change) {
		t.Helper()
		if err := c.Validate(game); err != nil {
			t.Errorf("refused: %v", err)
		}
	}
	bad := func(says, game string, c store.Change) {
		t.Helper()
		err := c.Validate(game)
		if !errors.Is(err, store.ErrInvalid) || !strings.Contains(err.Error(), says) {
			t.Errorf("got %v, want ErrInvalid that says %q", err, says)
		}
	}
	entry := func(e store.Entry) store.Change { return store.Change{Log: []store.Entry{e}} }
	task := func(ts ...store.Task) store.Change { return store.Change{Set: ts} }
	name := func(n int) string { return strings.Repeat("n", n) }

	good("g1", store.Change{})
	good(name(store.MaxName), store.Change{Head: make([]byte, store.MaxBody)})
	good("player/ann@example.org", entry(store.Entry{}))
	good("g1", entry(store.Entry{Kind: name(store.MaxName), Key: name(store.MaxKey), At: noon, Body: make([]byte, store.MaxBody)}))
	good("g1", task(store.Task{Game: "g1", Name: "Größe", Due: noon, Body: make([]byte, store.MaxBody)}))
	good("g1", store.Change{Log: []store.Entry{{}, {}, {Key: "a"}, {Key: "b"}}}) // many without a key
	good("g1", store.Change{Done: []string{"a", "a"}})

	bad("empty name", "", store.Change{})
	bad("has 201 bytes", name(store.MaxName+1), store.Change{})
	bad("NUL", "a\x00b", store.Change{})
	bad("not UTF-8", "a\xff", store.Change{})
	bad("head of", "g1", store.Change{Head: make([]byte, store.MaxBody+1)})
	bad("kind", "g1", entry(store.Entry{Kind: name(store.MaxName + 1)}))
	bad("key", "g1", entry(store.Entry{Key: name(store.MaxKey + 1)}))
	bad("NUL", "g1", entry(store.Entry{Key: "a\x00"}))
	bad("body of", "g1", entry(store.Entry{Body: make([]byte, store.MaxBody+1)}))
	bad("year 10000", "g1", entry(store.Entry{At: noon.AddDate(8099, 0, 0)}))
	bad("key \"k\" is twice", "g1", store.Change{Log: []store.Entry{{Key: "k"}, {Key: "k"}}})
	bad("another game", "g1", task(store.Task{Game: "g2", Name: "a", Due: noon}))
	bad("empty name", "g1", task(store.Task{Due: noon}))
	bad("never due", "g1", task(store.Task{Name: "a"}))
	bad("year 10000", "g1", task(store.Task{Name: "a", Due: noon.AddDate(8099, 0, 0)}))
	bad("body of", "g1", task(store.Task{Name: "a", Due: noon, Body: make([]byte, store.MaxBody+1)}))
	bad("set twice", "g1", task(store.Task{Name: "a", Due: noon}, store.Task{Name: "a", Due: noon}))
	bad("both set and done", "g1", store.Change{Set: []store.Task{{Name: "a", Due: noon}}, Done: []string{"a"}})
	bad("task that is done", "g1", store.Change{Done: []string{""}})
}

func TestCheckHold(t *testing.T) {
	noon := time.Date(1901, 3, 1, 12, 0, 0, 0, time.UTC)
	check := func(now, until time.Time, good bool) {
		t.Helper()
		if err := store.CheckHold(now, until); (err == nil) != good || !good && !errors.Is(err, store.ErrInvalid) {
			t.Errorf("from %v until %v: %v", now, until, err)
		}
	}
	check(noon, noon.Add(1), true)
	check(noon, noon, false)
	check(noon, time.Time{}, false)
	check(noon, noon.AddDate(9000, 0, 0), false)
	check(noon.AddDate(-3000, 0, 0), noon, false)
}

func TestRef(t *testing.T) {
	const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	r := store.RefOf([]byte("abc"))
	if r.String() != abc {
		t.Errorf("RefOf(abc) = %v", r)
	}
	for _, s := range []string{abc, strings.ToUpper(abc)} {
		if got, err := store.ParseRef(s); err != nil || got != r {
			t.Errorf("ParseRef(%s) = %v, %v", s, got, err)
		}
	}
	for _, s := range []string{"", abc[2:], abc + "00", "zz" + abc[2:]} {
		if got, err := store.ParseRef(s); !errors.Is(err, store.ErrInvalid) || got != (store.Ref{}) {
			t.Errorf("ParseRef(%q) = %v, %v", s, got, err)
		}
	}
}

func TestSyncDir(t *testing.T) {
	dir := t.TempDir()
	if err := store.SyncDir(dir); err != nil {
		t.Error(err)
	}
	if err := store.SyncDir(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) && runtime.GOOS != "windows" {
		t.Errorf("a directory that is not there: %v", err)
	}
}
