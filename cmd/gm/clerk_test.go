package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/config"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/gm/setup"
	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/transcript"
	"deaddrop/gm/work"
)

// TestDeskByMail plays the story of a game master who steers by mail; GM_TEST_UPDATE=1 rewrites its letters.
func TestDeskByMail(t *testing.T) {
	t.Parallel()
	const file = "testdata/desk.txtar"
	want, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	have, err := transcript.Play(t.Context(), want, func() (*gm.Master, error) { return nowhere().tryMaster(dir) })
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("GM_TEST_UPDATE") != "" && !bytes.Equal(txtar.Format(have), txtar.Format(want)) {
		if err := os.WriteFile(file, txtar.Format(have), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if w, h, differ := transcript.Differ(want, have); differ {
		t.Errorf("want:\n%s\nhave:\n%s", w, h)
	}
}

// A frail store has the lobby's commits fail while it is told to.
type frail struct {
	store.Store
	down bool
}

func (f *frail) Commit(ctx context.Context, game string, c store.Change) (uint64, error) {
	if f.down && game == "lobby" {
		return 0, errors.New("the disk is full")
	}
	return f.Store.Commit(ctx, game, c)
}

// A letter whose commands were carried out, and whose answer was not kept, is handed in again: each command is done
// once, and there is one answer.
func TestDeskByMailOnce(t *testing.T) {
	t.Parallel()
	db, err := bolt.Open(filepath.Join(t.TempDir(), "games.db"), bolt.Options{NoSync: true, Check: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	held := &frail{Store: db}
	m, err := setup.NewMaster(held, config.Config{Address: "gm@deaddrop.example", GM: "boss@example.org"}, titles(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	m.Commands = newClerk(m, nil, commandTree)
	now := transcript.Start
	plan := desk.Plan{Name: "g1", Rules: "decatur", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour},
		Players: []game.Player{{Address: "ann@example.org"}, {Address: "bob@example.org"}}}
	if err := desk.At(m, gm.ActOptions{}).New(t.Context(), now, plan); err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	var last string
	work := func() {
		t.Helper()
		for n := 1; n > 0; {
			if n, err = work.Due(t.Context(), m, now, func(_ context.Context, l letter.Letter) error { got[l.To]++; last = l.Text; return nil }); err != nil {
				t.Fatal(err)
			}
		}
	}
	work()
	l := letter.Letter{ID: "1@example.org", From: "boss@example.org", Subject: "[g1] later", Proof: letter.Proved, Text: "extend 1d\nresolve Interval 1, round 1\nextend 2d\n"}
	held.down = true
	if err := reception.Receive(t.Context(), m, now, l); err == nil {
		work()
		t.Fatal("it was taken in, though that could not be kept", got, last)
	}
	held.down = false
	work()
	before, err := inspect.OverviewOf(t.Context(), m, "g1")
	if err != nil || before.Phase != "Interval 1, round 2" {
		t.Fatalf("the game is in %q, %v", before.Phase, err)
	}
	letters := got["ann@example.org"]
	for range 2 {
		if err := reception.Receive(t.Context(), m, now, l); err != nil {
			t.Fatal(err)
		}
		work()
	}
	if after, err := inspect.OverviewOf(t.Context(), m, "g1"); err != nil || !after.Deadline.Equal(before.Deadline) || after.Phase != before.Phase {
		t.Errorf("handed in again, it does more: %v and %s, %v", after.Deadline, after.Phase, err)
	}
	if got["ann@example.org"] != letters || strings.Count(last, "is not done again") != 3 {
		t.Errorf("a player got %d letters more, and the answer is:\n%s", got["ann@example.org"]-letters, last)
	}
	desk := got["boss@example.org"]
	l.ID = "2@example.org"
	l.Text = "show\n"
	if err := reception.Receive(t.Context(), m, now, l); err != nil {
		t.Fatal(err)
	}
	if work(); got["boss@example.org"] != desk+1 {
		t.Errorf("the desk got %d letters more", got["boss@example.org"]-desk)
	}
}

// A line is taken apart as a shell would, or as near to it as prose allows.
func TestSplit(t *testing.T) {
	for line, want := range map[string][]string{
		`press dm1 'The deadline stays.'`:              {"press", "dm1", "The deadline stays."},
		`press dm1 don't panic`:                        {"press", "dm1", "don't", "panic"},
		`extend dm1 1d --reason "Ann's away"  `:        {"extend", "dm1", "1d", "--reason", "Ann's away"},
		`extend dm1 1d --reason='two words' --dry-run`: {"extend", "dm1", "1d", "--reason=two words", "--dry-run"},
		"extend dm1 1d \u2014dry-run":                  {"extend", "dm1", "1d", "--dry-run"},
		"press dm1 \u201cIt stays.\u201d":              {"press", "dm1", "It stays."},
		`press dm1 'no end`:                            {"press", "dm1", "'no", "end"},
		`press dm1 'no 'end "one two" 'x`:              {"press", "dm1", "'no", "'end", "one two", "'x"},
		`press dm1 'it''s' 'it's'`:                     {"press", "dm1", "it''s", "it's"},
		``:                                             nil,
		`ruling dm1 ''`:                                {"ruling", "dm1", ""},
	} {
		if got := split(line); !slices.Equal(got, want) {
			t.Errorf("%s is split into %q, not %q", line, got, want)
		}
	}
}

// Words that are quoted for a shell are split into the same words again.
func FuzzSplit(f *testing.F) {
	f.Add("press", "dm1 it's")
	f.Add("--reason=x y", "''")
	f.Fuzz(func(t *testing.T, a, b string) {
		split(a + " " + b)
		for _, word := range []string{a, b} {
			if strings.ContainsAny(word, "'\n\t") || strings.ContainsFunc(word, func(r rune) bool { return r > '~' || r < ' ' }) || word == "" {
				continue
			}
			if got := split("gm " + quoted([]string{word})); strings.Contains(word, " ") && !slices.Equal(got, []string{"gm", word}) {
				t.Errorf("%q is split into %q", word, got)
			}
		}
	})
}

// Commands are believed when they are proved, whatever their game wants of letters, and whatever game the letter
// answers or is tagged with.
func TestDeskByMailUnproved(t *testing.T) {
	t.Parallel()
	db, err := bolt.Open(filepath.Join(t.TempDir(), "games.db"), bolt.Options{NoSync: true, Check: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	m, err := setup.NewMaster(db, config.Config{Address: "gm@deaddrop.example", GM: "boss@example.org"}, titles(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	m.Key = []byte("the key of a test")
	m.Commands = newClerk(m, nil, commandTree)
	now := transcript.Start
	for name, gmSeat := range map[string]string{"g1": "desk@example.org", "g2": "boss@example.org"} {
		plan := desk.Plan{Name: name, Rules: "decatur", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour}, Desk: gmSeat,
			Players: []game.Player{{Address: "ann@example.org"}, {Address: "bob@example.org"}}}
		if name == "g1" {
			plan.Trust = intake.TrustSigned
		}
		if err := desk.At(m, gm.ActOptions{}).New(t.Context(), now, plan); err != nil {
			t.Fatal(err)
		}
	}
	var last letter.Letter // to the service's game master
	work := func() {
		for n := 1; n > 0; {
			if n, err = work.Due(t.Context(), m, now, func(_ context.Context, l letter.Letter) error {
				if l.To == "boss@example.org" {
					last = l
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
	}
	work()
	token := last.ID
	paused := func(game string) bool {
		o, err := inspect.OverviewOf(t.Context(), m, game)
		if err != nil {
			t.Fatal(err)
		}
		return !o.Paused.IsZero()
	}
	for i, l := range []letter.Letter{
		{Subject: "[g2]", Text: "gm pause g1"},
		{Subject: "[g2]", Text: "gm pause --reason x g1\n"},
		{Subject: "[g1]", Text: "pause\n"},
		{Subject: "x", Text: "gm list\nGM pause 'g1'\n"},
		{Subject: "[g2]", Text: "gm trust g1 open\ngm pause g1"},
		{Subject: "[g2]", Text: "pause"},
	} {
		l.ID, l.From, l.InReplyTo = fmt.Sprint(i, "@example.org"), "boss@example.org", token
		if err := reception.Receive(t.Context(), m, now, l); err != nil {
			t.Fatal(err)
		}
		work()
		if paused("g1") || paused("g2") || !strings.Contains(strings.Join(strings.Fields(last.Text), " "), "and a game master's commands need that") {
			t.Fatalf("%q is believed, or the game master is not told why it is not:\n%s", l.Text, last.Text)
		}
	}
	if err := reception.Receive(t.Context(), m, now, letter.Letter{ID: "x@example.org", From: "boss@example.org", Proof: letter.Proved, Subject: "[g2]", Text: "pause"}); err != nil {
		t.Fatal(err)
	}
	if !paused("g2") {
		t.Error("a letter that is proved is not believed")
	}
}
