// Package examples_test plays the example games.
package examples_test

import (
	"bytes"
	"errors"
	"flag"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deadman"
	"deaddrop/adjudicator/dealers"
	"deaddrop/adjudicator/decatur"
	"deaddrop/adjudicator/dishonest"
	"deaddrop/adjudicator/successors"
	"deaddrop/gm"
	"deaddrop/gm/post"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/transcript"
	"deaddrop/templates"
	"deaddrop/templates/atlas"
)

var update = flag.Bool("update", false, "write the letters into the correspondences as they came out")

// Each story comes out byte for byte as it is written, with a restart before each letter. To write new
// letters into one: go run ./cmd/gm try --update examples/NAME.txtar; into all: go test ./examples -update
func TestStories(t *testing.T) {
	for _, file := range stories(t) {
		t.Run(file, func(t *testing.T) {
			want, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			have, err := transcript.Play(t.Context(), want, opener(t, filepath.Join(t.TempDir(), "games.db")))
			if err != nil {
				t.Fatal(err)
			}
			compare(t, file, want, have)
		})
	}
}

// stories returns the files of all stories.
func stories(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("*.txtar")
	asked, err2 := filepath.Glob("testdata/asked/*.txtar")
	if err := errors.Join(err, err2); err != nil || len(files) == 0 || len(asked) == 0 {
		t.Fatal("no stories", err)
	}
	return append(files, asked...)
}

var lastHeadline = regexp.MustCompile(`(?m)^The last letter is headed “(.+)”\.$`)

// Each story says how its last letter is headed. If that letter is another, then the story has come to a halt: a letter in it
// no longer does what it did, and the turns that were to follow are not played.
func TestStoriesGoOnToTheirEnd(t *testing.T) {
	for _, file := range stories(t) {
		story, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		last := ""
		for _, f := range story.Files {
			if strings.HasPrefix(f.Name, "to ") {
				last = f.Name
			}
		}
		promised := lastHeadline.FindSubmatch(story.Comment)
		if promised == nil || !strings.HasSuffix(last, ": "+string(promised[1])) {
			t.Errorf("%s promises %q as its last letter, and ends with %q", file, promised, last)
		}
	}
}

// compare holds a correspondence to what it should be, or writes it down.
func compare(t *testing.T, file string, want, have *txtar.Archive) {
	t.Helper()
	text := txtar.Format(have)
	if bytes.Equal(text, txtar.Format(want)) {
		return
	}
	if *update {
		if err := os.WriteFile(file, text, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	w, h, _ := transcript.Differ(want, have)
	t.Errorf("want:\n%s\nhave:\n%s", w, h)
}

// opener returns what opens a game master on the store at path, which is checked when it is closed.
func opener(t *testing.T, path string) func() (*gm.Master, error) {
	t.Helper()
	words, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	draws := &post.Draftsman{Atlas: sync.OnceValues(atlas.New), Words: words, Log: slog.New(slog.DiscardHandler)}
	return func() (*gm.Master, error) {
		db, err := bolt.Open(path, bolt.Options{NoSync: true, Check: true})
		return &gm.Master{Key: []byte("the key of a test"), Store: db, Words: words, Rules: []*adjudicator.Rules{deadman.Rules, deadman.Diplomacy, decatur.Rules, successors.Rules, dishonest.Rules, dealers.Rules},
			Address: "gm@deaddrop.example", Name: "Deaddrop", Log: slog.New(slog.DiscardHandler), Maps: draws}, err
	}
}

// The letters in the README are those of the year.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	year, err := os.ReadFile("year.txtar")
	if err != nil {
		t.Fatal(err)
	}
	_, letters, _ := strings.Cut(string(readme), "## A season in five letters")
	letters, _, _ = strings.Cut(letters, "\n## ")
	checked := 0
	for line := range strings.Lines(letters) {
		line, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), "    ")
		if !ok {
			continue
		}
		line = strings.TrimPrefix(line, "Subject: ")
		if checked++; !strings.Contains(string(year), strings.TrimSpace(line)) {
			t.Errorf("the README shows %q, which is in no letter of the year", line)
		}
	}
	if checked < 20 {
		t.Errorf("the README shows only %d lines of letters", checked)
	}
}
