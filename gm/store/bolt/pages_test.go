package bolt_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
)

// TestDamagedPages damages each page of a file in several ways. Whether that is found when it is opened or by Check, or
// does no harm, nothing may panic.
func TestDamagedPages(t *testing.T) {
	db := open(t, t.TempDir())
	fill(t, db)
	for i := range 80 { // so that there are branches, and pages that go on in others
		if _, err := db.Commit(t.Context(), fmt.Sprint("game", i), store.Change{Head: make([]byte, i*7), Log: []store.Entry{{Kind: "letter", Key: fmt.Sprint(i), Body: make([]byte, i*i)}}}); err != nil {
			t.Fatal(err)
		}
	}
	var good bytes.Buffer
	if err := db.Backup(t.Context(), &good); err != nil {
		t.Fatal(err)
	}
	closeDB(t, db)
	path, size := filepath.Join(t.TempDir(), "games"), os.Getpagesize()
	luck := rand.New(rand.NewPCG(1, 2))
	pages := good.Len() / size
	found := map[string]int{}
	for p := range pages {
		for name, damage := range map[string]func(page []byte) int{
			"zeros":   func(page []byte) int { clear(page); return -1 },
			"ones":    func(page []byte) int { copy(page, bytes.Repeat([]byte{0xff}, size)); return -1 },
			"another": func(page []byte) int { copy(page, good.Bytes()[(p+1)%pages*size:][:size]); return -1 },
			"head":    func(page []byte) int { page[8+luck.IntN(8)] ^= 1 << luck.IntN(8); return -1 },
			"bits": func(page []byte) int {
				for range 8 {
					page[16+luck.IntN(256)] ^= 1 << luck.IntN(8)
				}
				return -1
			},
			"cut": func([]byte) int { return p*size + 100 },
		} {
			file := bytes.Clone(good.Bytes())
			if end := damage(file[p*size:][:size]); end >= 0 {
				file = file[:end]
			}
			if err := os.WriteFile(path, file, 0o600); err != nil {
				t.Fatal(err)
			}
			db, err := bolt.Open(path, bolt.Options{NoSync: true})
			if err == nil {
				if err = db.Check(t.Context()); err != nil {
					found[name]++
				}
				closeDB(t, db)
			} else if errors.Is(err, bolt.ErrDamaged) {
				found[name]++
			} else {
				t.Errorf("page %d, %s: %v", p, name, err)
			}
			if err == nil && name == "cut" {
				t.Errorf("nobody sees that the file was cut at page %d", p)
			}
		}
	}
	if found["zeros"] < pages/8 || found["ones"] < pages/8 || found["bits"] < pages/16 {
		t.Errorf("of %d pages: %v", pages, found)
	}
	t.Log(pages, found)
}
