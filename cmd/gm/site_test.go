package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/store/transfer"
)

// A database's address is shown without its password, wherever that stands.
func TestHidden(t *testing.T) {
	for dsn, want := range map[string]string{
		"postgres://db.example.org/games":                                     "postgres://db.example.org/games",
		"postgres://gm@db.example.org:5432/games?sslmode=require":             "postgres://gm@db.example.org:5432/games?sslmode=require",
		"postgres://gm:secret@db.example.org/games":                           "postgres://gm@db.example.org/games",
		"postgres://gm:se:c@r/et@a.example.org:5432,b.example.org:5433/games": "postgres://gm@a.example.org:5432,b.example.org:5433/games",
		"postgresql:///games?host=/run&user=gm&password=secret&port=1":        "postgresql:///games?host=/run&user=gm&password=...&port=1",
		"postgres://db/games?password=secret":                                 "postgres://db/games?password=...",
		"postgres://db/games?sslpassword=secret&password=secret":              "postgres://db/games?sslpassword=...&password=...",
		"postgres://db.example.org:5432/games?password=s@cret":                "postgres://db.example.org:5432/games?password=...",
	} {
		if got := hidden(dsn); got != want {
			t.Errorf("%s is shown as %s, want %s", dsn, got, want)
		}
	}
}

func TestStoreSetting(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deaddrop.toml")
	for setting, want := range map[string]string{
		`store = "games.db"`: "a file with games is named by data", `store = ""`: "store is empty", `data = ""`: "data is empty", `data = "."`: "is a directory; name a file in it",
		`data = "postgres://gm:Hidden@db/games"`: "a database with all games is named by store", `data = "host=db password=Hidden"`: "a database with all games is named by store",
	} {
		if err := os.WriteFile(path, []byte("address = \"gm@example.org\"\n"+setting+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := readConfig(path); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "Hidden") {
			t.Errorf("%s: %v", setting, err)
		}
	}
	for dsn, want := range map[string]string{"host=db dbname=games": "not as words", "mysql://db/games": "no other kind of database", "postgres:/x": "begins with postgres://"} {
		if err := checkStore(dsn); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", dsn, err)
		}
	}
	for _, c := range []struct {
		text  string
		files int
	}{{"store = \"postgres://db/games\"\n", 0}, {"store = \"postgres://gm:secret@db/games\"\n", 1}} {
		if err := os.WriteFile(path, []byte("address = \"gm@example.org\"\n"+c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		config, err := readConfig(path)
		if files := config.private(path); err != nil || len(files) != c.files {
			t.Errorf("with %s these are private: %v; %v", c.text, files, err)
		}
	}
}

// A farClock is a store that does nothing but tell the time.
type farClock struct {
	store.Store
	now func() time.Time
	err error
}

func (c farClock) Now(context.Context) (time.Time, error) { return c.now(), c.err }

// The games go by the store's clock, whatever becomes of this machine's.
func TestSiteClock(t *testing.T) {
	real := time.Now()
	own := real
	c := &siteClock{own: func() time.Time { return own }}
	if !c.now().Equal(real) {
		t.Errorf("before it is set it is %v", c.now())
	}
	ahead, err := c.set(t.Context(), farClock{now: func() time.Time { own = own.Add(2 * time.Second); return real.Add(time.Hour + time.Second) }})
	if err != nil || ahead != time.Hour { // it was asked at 0, and answered for 1 by its clock less an hour, heard at 2
		t.Errorf("it is %v ahead; %v", ahead, err)
	}
	own = own.Add(time.Minute)
	if want := real.Add(time.Hour + time.Minute + 2*time.Second); !c.now().Equal(want) {
		t.Errorf("a minute later it is %v, want %v", c.now(), want)
	}
	if _, err := c.set(t.Context(), farClock{now: time.Now, err: errors.New("gone")}); err == nil {
		t.Error("a store that does not answer is believed")
	}
	if want := real.Add(time.Hour + time.Minute + 2*time.Second); !c.now().Equal(want) {
		t.Errorf("when the store has gone it is %v, want %v", c.now(), want)
	}
	var said strings.Builder
	if err := c.follow(t.Context(), farClock{now: func() time.Time { return own.Add(time.Second) }}, slog.New(slog.NewTextHandler(&said, nil))); err != nil || said.Len() > 0 {
		t.Errorf("a clock that is a second off: %s; %v", said.String(), err)
	}
	if err := c.follow(t.Context(), farClock{now: func() time.Time { return own.Add(time.Minute) }}, slog.New(slog.NewTextHandler(&said, nil))); err != nil || !strings.Contains(said.String(), "1m0s") {
		t.Errorf("a clock that is a minute off: %s; %v", said.String(), err)
	}
}

// An answer that took long, as when another server took the store over, says little of the time: it is asked for again.
func TestSiteClockOfSlowStore(t *testing.T) {
	own := time.Now()
	c := &siteClock{own: func() time.Time { return own }}
	wait := 20 * time.Second
	slow := farClock{now: func() time.Time { own = own.Add(wait); wait /= 100; return own }} // it is said at the last moment
	ahead, err := c.set(t.Context(), slow)
	if off := c.now().Sub(own).Abs(); err != nil || off > strayed || ahead.Abs() > strayed {
		t.Errorf("it is off by %v, and said to be ahead by %v; %v", off, ahead, err)
	}
}

// A service ends within a minute when its games are moved away.
func TestServiceHeedsMoves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var stores []store.Store
		for range 2 {
			db, err := bolt.Open(filepath.Join(t.TempDir(), "games"), bolt.Options{NoSync: true})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			stores = append(stores, db)
		}
		s := &service{master: &gm.Master{Store: stores[0]}, now: time.Now}
		ended := make(chan error, 1)
		go func() { ended <- s.heed(t.Context()) }()
		time.Sleep(10 * time.Minute)
		select {
		case err := <-ended:
			t.Fatalf("it ended though nothing was moved: %v", err)
		default:
		}
		if _, err := transfer.Move(t.Context(), stores[0], stores[1], transfer.Options{From: "here", To: "there", ID: "x", Now: time.Now}); err != nil {
			t.Fatal(err)
		}
		moved := time.Now()
		err := <-ended
		if refused := (*refusal.Error)(nil); !errors.As(err, &refused) || !strings.Contains(refused.Text, "there") || time.Since(moved) > time.Minute {
			t.Errorf("after %v it ended: %v", time.Since(moved), err)
		}
	})
}
