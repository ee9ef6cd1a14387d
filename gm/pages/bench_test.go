package pages_test

import (
	"bytes"
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/pages"
	"deaddrop/gm/site"
)

var benchGames = flag.Int("pages.games", 70, "how many games BenchmarkSite makes pages of")

// BenchmarkSite makes the pages of many games anew, and then those of one in which the deadline was moved. The games are
// the examples, each many times.
//
//	go test ./gm/pages -run xxx -bench Site -benchtime 1x -pages.games 1000
func BenchmarkSite(b *testing.B) {
	m, draws := newMaster(b)
	files := map[string]string{}
	for _, text := range stories(b) {
		alone, _ := newMaster(b)
		play(b, alone, text)
		for name, err := range alone.GameNames(b.Context(), "") {
			if err != nil {
				b.Fatal(err)
			}
			var file bytes.Buffer
			if err := site.Export(b.Context(), alone, name, &file); err != nil {
				b.Fatal(err)
			}
			files[name] = file.String()
		}
	}
	for n := 0; n < *benchGames; {
		for name, file := range files {
			if n++; n > *benchGames {
				break
			}
			file = strings.ReplaceAll(file, fmt.Sprintf(`"Name":%q`, name), fmt.Sprintf(`"Name":"%s-%d"`, name, n))
			if _, err := site.Import(b.Context(), m, []byte(file), "", false); err != nil {
				b.Fatal(err)
			}
		}
	}
	dir, err := pages.OpenFolder(filepath.Join(b.TempDir(), "site"))
	if err != nil {
		b.Fatal(err)
	}
	var maker *pages.Site
	update := func(b *testing.B, least int) {
		b.Helper()
		c, err := maker.Update(b.Context(), dir)
		if err != nil || len(c.Unread) > 0 || c.Made < least {
			b.Fatalf("%v, %v; %d games made", err, c.Unread, c.Made)
		}
	}
	b.Run("anew", func(b *testing.B) {
		for b.Loop() {
			if maker, err = pages.New(m, options(draws)); err != nil {
				b.Fatal(err)
			}
			update(b, *benchGames)
		}
	})
	b.Run("turn", func(b *testing.B) {
		now := time.Date(2030, 1, 4, 12, 0, 0, 0, time.UTC)
		var name string
		for found, err := range m.GameNames(b.Context(), "dc1") {
			if name = found; err != nil {
				b.Fatal(err)
			}
			break
		}
		for b.Loop() {
			if err := desk.At(m, gm.ActOptions{}).Extend(b.Context(), now, name, time.Hour); err != nil {
				b.Fatal(err)
			}
			update(b, 1)
		}
	})
}
