package solo_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator"
	deadmanrobot "deaddrop/adjudicator/deadman/robot"
	dealersrobot "deaddrop/adjudicator/dealers/robot"
	decaturrobot "deaddrop/adjudicator/decatur/robot"
	dishonestrobot "deaddrop/adjudicator/dishonest/robot"
	"deaddrop/adjudicator/robots"
	successorsrobot "deaddrop/adjudicator/successors/robot"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/config"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/setup"
	"deaddrop/gm/solo"
	"deaddrop/gm/store/bolt"
)

var titles = []robots.Game{deadmanrobot.Game, deadmanrobot.Diplomacy, decaturrobot.Game, successorsrobot.Game, dishonestrobot.Game,
	dealersrobot.Game}

// master opens the games in a directory.
func master(t *testing.T, dir string) *gm.Master {
	t.Helper()
	db, err := bolt.Open(filepath.Join(dir, "games.db"), bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	var rules []*adjudicator.Rules
	for _, g := range titles {
		rules = append(rules, g.Rules)
	}
	m, err := setup.NewMaster(db, config.Config{Address: "gm@deaddrop.example"}, rules, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func plan(seat string) solo.Plan {
	return solo.Plan{Seat: seat, Secret: bytes.Repeat([]byte{7}, 32), Start: time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)}
}

// A person plays a season, leaves, and goes on with it later. They get their own letters and nobody else's.
func TestPlayAndResume(t *testing.T) {
	dir := t.TempDir()
	m := master(t, dir)
	table, err := solo.Begin(t.Context(), m, deadmanrobot.Game, dir, plan("France"))
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Write(t.Context(), "A Par-Bur\nF Bre-Mao\nA Mar H"); err != nil {
		t.Fatal(err)
	}
	s, err := table.Standing(t.Context())
	if err != nil || !s.Asked || s.Phase != "Fall 1901" {
		t.Fatalf("after Spring 1901 it is %+v: %v", s, err)
	}
	for _, l := range table.News() {
		if !strings.Contains(l.Text, "you are France.") {
			t.Errorf("France has got the letter\n%s", l.Text)
		}
	}
	if err := m.Store.Close(); err != nil {
		t.Fatal(err)
	}

	if title, err := solo.Exists(dir); title != "deadman" || err != nil {
		t.Errorf("there is a game of %q: %v", title, err)
	}
	m = master(t, dir)
	defer m.Store.Close()
	table, err = solo.Resume(t.Context(), m, deadmanrobot.Game, dir)
	if err != nil {
		t.Fatal(err)
	}
	if news := table.News(); table.Seat() != "France" || len(news) != 1 || !strings.Contains(news[0].Text, "orders for Fall 1901") {
		t.Errorf("%s goes on with %v", table.Seat(), news)
	}
	if err := table.Write(t.Context(), "A Bur-Bel, F Mao-Spa(sc), A Mar H"); err != nil {
		t.Fatal(err)
	}
	if s, err = table.Standing(t.Context()); err != nil || s.Phase != "Spring 1902" {
		t.Errorf("after Fall 1901 it is %+v: %v", s, err)
	}
}

// Robots play each title on while their person says nothing at all.
func TestSkip(t *testing.T) {
	for _, title := range titles {
		t.Run(title.Rules.Name, func(t *testing.T) {
			dir := t.TempDir()
			m := master(t, dir)
			defer m.Store.Close()
			table, err := solo.Begin(t.Context(), m, title, dir, plan(""))
			if err != nil {
				t.Fatal(err)
			}
			var questions []string // a phase may ask more than once: for orders, then for retreats
			for range 4 {
				s, err := table.Standing(t.Context())
				if err != nil || !s.Asked {
					t.Fatalf("it is %+v: %v", s, err)
				}
				question := s.Phase + ", until " + s.Deadline.Format(time.DateTime)
				if slices.Contains(questions, question) {
					t.Errorf("/skip leaves the game where it is: %q, then %q", questions, question)
				}
				questions = append(questions, question)
				if err := table.Skip(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// A person at a terminal reads their letters, writes some lines, is told what was not taken, and leaves.
func TestTalk(t *testing.T) {
	dir := t.TempDir()
	m := master(t, dir)
	defer m.Store.Close()
	table, err := solo.Begin(t.Context(), m, deadmanrobot.Diplomacy, dir, plan("France"))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	in := strings.NewReader("A Par-Rome\n/quit\n/skip\n\nA Par-Bur\nF Bre-Mao\nA Mar-Spa\n\n/again\n/quit\nA Bur H\n\n")
	if err := table.Talk(t.Context(), in, &out); err != nil {
		t.Fatal(err)
	}
	said := out.String()
	for _, want := range []string{"welcome to Diplomacy", "NOT ACCEPTED", "Wrote " + filepath.Join(dir, "map.png"),
		"What you have written was not sent.", "[France, Fall 1901] Your orders", "The game is kept in " + dir} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not said in\n%s", want, said)
		}
	}
	if strings.Contains(said, "mailto:") || strings.Contains(said, "Fall 1901: report") {
		t.Errorf("it says\n%s", said)
	}
}

// There are refusals for a seat that the title does not have, and for one without robots.
func TestBeginRefuses(t *testing.T) {
	dir := t.TempDir()
	m := master(t, dir)
	defer m.Store.Close()
	if _, err := solo.Begin(t.Context(), m, deadmanrobot.Game, dir, plan("Spain")); err == nil || !strings.Contains(err.Error(), "There is no seat Spain; there are Austria") {
		t.Errorf("of Spain it says %v", err)
	}
	if _, err := solo.Begin(t.Context(), m, robots.Game{Rules: deadmanrobot.Game.Rules}, dir, plan("")); err == nil || !strings.Contains(err.Error(), "No robot plays") {
		t.Errorf("without robots it says %v", err)
	}
}

// Discard removes what a game has written, and nothing else.
func TestDiscard(t *testing.T) {
	dir := t.TempDir()
	own := filepath.Join(dir, "map of mine.txt")
	if err := os.WriteFile(own, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	m := master(t, dir)
	table, err := solo.Begin(t.Context(), m, deadmanrobot.Diplomacy, dir, plan("France"))
	if err == nil {
		err = table.Talk(t.Context(), strings.NewReader("/quit\n"), io.Discard)
	}
	if err := errors.Join(err, m.Store.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "map.png")); err != nil {
		t.Error(err)
	}
	if err := solo.Discard(dir); err != nil {
		t.Error(err)
	}
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || !slices.Equal(left, []string{own}) {
		t.Errorf("%q are left: %v", left, err)
	}
}

// A game that an older program saved, in which robots had addresses, goes on with robots in their seats.
func TestResumeOld(t *testing.T) {
	dir := t.TempDir()
	m := master(t, dir)
	defer m.Store.Close()
	start := plan("").Start
	old := desk.Plan{Name: "solo", Rules: "diplomacy", Secret: plan("").Secret, Clock: calendar.Clock{Every: time.Hour, Ends: calendar.WhenIn}}
	last := map[string]any{}
	for _, s := range deadmanrobot.Diplomacy.Rules.Seats {
		at := strings.ToLower(string(s)) + "@solo.invalid"
		old.Players = append(old.Players, game.Player{Seat: s, Address: at})
		if s != "France" {
			last[at] = map[string]any{"Seat": s, "Answered": 1, "Unread": nil}
		}
	}
	if err := desk.At(m, gm.ActOptions{}).New(t.Context(), start, old); err != nil {
		t.Fatal(err)
	}
	state, err := json.Marshal(map[string]any{"Title": "diplomacy", "Seat": "France", "Seed": 7, "At": start, "Sent": 12, "Last": last})
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "solo.json"), state, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	table, err := solo.Resume(t.Context(), m, deadmanrobot.Diplomacy, dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Write(t.Context(), "READY"); err != nil {
		t.Fatal(err)
	}
	if s, err := table.Standing(t.Context()); err != nil || !s.Asked || s.Phase != "Fall 1901" {
		t.Errorf("after Spring 1901 it is %+v: %v", s, err)
	}
	for _, l := range table.News() {
		if l.Text != "" && !strings.Contains(l.Text, "you are France.") {
			t.Errorf("France has got the letter\n%s", l.Text)
		}
	}
}
