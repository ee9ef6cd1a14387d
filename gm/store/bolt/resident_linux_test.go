package bolt

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"deaddrop/gm/store"
)

// TestResident says that what was once read of a large file does not stay in the process's memory, and is there when it
// is read again.
func TestResident(t *testing.T) {
	db := openDB(t)
	const games = 20
	for i := range games {
		c := store.Change{Log: make([]store.Entry, 2)}
		for j := range c.Log {
			c.Log[j].Body = make([]byte, store.MaxBody/2)
			c.Log[j].Body[0] = byte(i + 1)
		}
		if _, err := db.Commit(t.Context(), fmt.Sprint("g", i), c); err != nil {
			t.Fatal(err)
		}
	}
	read := func() {
		t.Helper()
		for i := range games {
			for e, err := range db.Log(t.Context(), fmt.Sprint("g", i), 1) {
				if err != nil || e.Body[0] != byte(i+1) {
					t.Fatal(i, e.Seq, err)
				}
			}
		}
	}
	rounds := func() {
		for rev := range uint64(letGoRounds) {
			if _, err := db.Commit(t.Context(), "small", store.Change{Rev: rev}); err != nil {
				t.Fatal(err)
			}
		}
	}
	steps := func() {
		var waits []func() error
		for i := range letGoAfter {
			wait, err := db.Enqueue(t.Context(), fmt.Sprint("small", i), store.Change{})
			if err != nil {
				t.Fatal(err)
			}
			waits = append(waits, wait)
		}
		for _, wait := range waits {
			if err := wait(); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, write := range map[string]func(){"many transactions": rounds, "many steps": steps} {
		read()
		const all = games * store.MaxBody / 1024
		if kb := resident(t, db.file.Path()); kb < all {
			t.Errorf("%d KB are mapped of more than %d that were read: what is measured?", kb, all)
		}
		write()
		if kb := resident(t, db.file.Path()); kb > all/4 {
			t.Errorf("%d KB of %d stay mapped after %s", kb, all, name)
		}
	}
	read()
}

// TestResidentAtOpen says that a file of many records takes no memory when it was opened, though the search for free pages
// has looked at all of it.
func TestResidentAtOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	for range 2 {
		db, err := Open(path, Options{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		if kb := resident(t, path); kb > 1000 {
			t.Errorf("%d KB are mapped", kb)
		}
		for g := range 4 {
			game := fmt.Sprint("g", g)
			was, err := db.Load(t.Context(), game)
			if err != nil {
				t.Fatal(err)
			}
			c := store.Change{Rev: was.Rev, Log: make([]store.Entry, 1000)}
			for i := range c.Log {
				c.Log[i].Body = make([]byte, 2000)
			}
			if _, err := db.Commit(t.Context(), game, c); err != nil {
				t.Fatal(err)
			}
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// resident returns how many KB of a file are in the memory of this process.
func resident(t *testing.T, path string) (kb int) {
	t.Helper()
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	within := false
	for s := bufio.NewScanner(f); s.Scan(); {
		switch line := s.Text(); {
		case strings.Contains(line, "/"):
			within = strings.HasSuffix(line, path)
		case within && strings.HasPrefix(line, "Rss:"):
			if _, err := fmt.Sscanf(line, "Rss: %d kB", &kb); err != nil {
				t.Fatal(err)
			}
			return kb
		}
	}
	t.Skip("the mapping is not told here")
	return 0
}
