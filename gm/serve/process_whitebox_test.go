package serve

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"deaddrop/gm/config"
	"deaddrop/gm/refusal"
)

// One service runs for a configuration on a machine. It has the same name when it starts again, and no other has it,
// also on a machine that is called the same.
func TestOneServiceHere(t *testing.T) {
	here := config.Config{Data: filepath.Join(t.TempDir(), "games.db"), Store: "postgres://gm@db.example.org/one"}
	first, err := lockGames(here)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := lockGames(here); !errors.As(err, new(*refusal.Error)) || !strings.Contains(err.Error(), "is already running") {
		t.Errorf("a second one: %v", err)
	}
	if err := first.release(); err != nil {
		t.Fatal(err)
	}
	again, err := lockGames(here)
	if err != nil {
		t.Fatal(err)
	}
	defer again.release()
	if again.name != first.name || len(again.name) < 9 {
		t.Errorf("it is %q, and was %q", again.name, first.name)
	}
	elsewhere, err := lockGames(config.Config{Data: filepath.Join(t.TempDir(), "games.db"), Store: here.Store})
	if err != nil {
		t.Fatal(err)
	}
	defer elsewhere.release()
	if elsewhere.name == again.name {
		t.Errorf("two are called %q", again.name)
	}
}

// Commands go to the service that has the games of their own configuration.
func TestSocketsOfStores(t *testing.T) {
	seen := map[string]string{}
	for _, c := range []config.Config{{Data: "/x/deaddrop.db"}, {Data: "/x/deaddrop.db", Store: "postgres://h/one"},
		{Data: "/x/deaddrop.db", Store: "postgres://h/two"}, {Data: "/x/other.db"}} {
		if was := seen[c.Socket()]; was != "" {
			t.Errorf("%s and %s have one socket, %s", c.Games(), was, c.Socket())
		}
		seen[c.Socket()] = c.Games()
	}
	was, is := config.Config{Data: "/x/a.db", Store: "postgres://gm:old@h/one"},
		config.Config{Data: "/x/a.db", Store: "postgres://gm:new@h/one"}
	if was.Socket() != is.Socket() {
		t.Error("a new password makes it another store")
	}
}
