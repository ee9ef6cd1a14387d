package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
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
		if got := Hidden(dsn); got != want {
			t.Errorf("%s is shown as %s, want %s", dsn, got, want)
		}
	}
}

func TestStoreSetting(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deaddrop.toml")
	for setting, want := range map[string]string{
		`store = "games.db"`: "name a file with data", `store = ""`: "store is empty",
		`data = ""`: "data is empty", `data = "."`: "is a directory; name a file in it",
		`data = "postgres://gm:Hidden@db/games"`: "name a database with store",
		`data = "host=db password=Hidden"`:       "name a database with store",
	} {
		if err := os.WriteFile(path, []byte("address = \"gm@example.org\"\n"+setting+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(path); err == nil || !strings.Contains(err.Error(), want) ||
			strings.Contains(err.Error(), "Hidden") {
			t.Errorf("%s: %v", setting, err)
		}
	}
	for dsn, want := range map[string]string{"host=db dbname=games": "not words like",
		"mysql://db/games": "no other kind of database", "postgres:/x": "begins with postgres://"} {
		if err := CheckStore(dsn); err == nil || !strings.Contains(err.Error(), want) {
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
		config, err := Read(path)
		if files := config.PrivateFiles(path); err != nil || len(files) != c.files {
			t.Errorf("with %s these are private: %v; %v", c.text, files, err)
		}
	}
}
