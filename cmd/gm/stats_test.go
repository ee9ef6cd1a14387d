package main

import (
	"encoding/csv"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/intake"
	"deaddrop/gm/record"
	"deaddrop/gm/towntest"
)

// The statistics are a table with headers, CSV with a line for each player and title, and JSON; one player's are
// shown by title and by game, and can be forgotten.
func TestStats(t *testing.T) {
	w := towntest.New(t)
	run := func(args ...string) string {
		t.Helper()
		return mustRun(t, append([]string{"-c", w.Config}, args...)...)
	}
	if got := run("stats"); got != "Nobody has played yet.\n" {
		t.Errorf("without games, it is said: %s", got)
	}
	for _, game := range []string{"a1 deadman", "a2 diplomacy"} {
		args := append([]string{"new"}, append(strings.Fields(game), "--every", "72h")...)
		for _, p := range powers() {
			args = append(args, "--player", p+"="+strings.ToLower(p)+"@"+towntest.Domain)
		}
		run(args...)
	}
	run("resolve", "a2")
	table := run("stats")
	for _, want := range []string{`^address +games +running +turns +missed +rate +late +left +won +shared +lost +titles\n`,
		`\nfrance@town.invalid +2 +2 +1 +1 +100.0% +0 +0 +0 +0 +0 +deadman, diplomacy\n`} {
		if !regexp.MustCompile(want).MatchString(table) {
			t.Errorf("%q is not in\n%s", want, table)
		}
	}
	rows, err := csv.NewReader(strings.NewReader(run("stats", "--csv"))).ReadAll()
	if err != nil || len(rows) != 1+7*3 || strings.Join(rows[2], " ") != "austria@town.invalid deadman 1 1 1 0 0 0 0 0 0 0 0 0" {
		t.Errorf("%d rows (%v): %v", len(rows), err, rows)
	}
	var players []record.Player
	if err := json.Unmarshal([]byte(run("stats", "--json")), &players); err != nil || len(players) != 7 || players[0].Missed != 1 {
		t.Errorf("as JSON: %v, %+v", err, players)
	}
	one := run("player", "France@town.invalid")
	for _, want := range []string{"france@town.invalid: 2 games, 1 turn, of which 1 missed (100.0%)", "  a1        " +
		"   deadman    running and blind: its turns are counted when it is over", "  a2           diplomacy  1 " +
		"turn, 1 missed; running"} {
		if !strings.Contains(one, want) {
			t.Errorf("%q is not in\n%s", want, one)
		}
	}
	if got := run("player", "forget", "france@town.invalid"); !strings.Contains(got, "2 games of france@town.invalid no longer count. The logs") {
		t.Errorf("who forgets is told: %s", got)
	}
	if got := run("stats"); strings.Contains(got, "france") {
		t.Errorf("forgotten, and shown:\n%s", got)
	}
	run("player", "forget", "france@town.invalid", "--undo")
	if got := run("player", "france@town.invalid"); got != one {
		t.Errorf("forgotten and taken back:\n%s", got)
	}
}

// The game master of only one game gets no statistics by mail, and sees no other games in the calendar.
func TestStatsAreTheSites(t *testing.T) {
	w := towntest.New(t)
	for _, game := range []string{"mine", "others"} {
		args := []string{"-c", w.Config, "new", game, "deadman", "--every", "72h"}
		for _, p := range powers() {
			args = append(args, "--player", p+"="+strings.ToLower(p)+"@"+towntest.Domain)
		}
		mustRun(t, args...)
	}
	m := masterOf(t, w)
	defer m.Store.Close()
	c := newClerk(m, nil, commandTree)
	lines := []string{"gm stats", "gm stats --json", "gm player france@town.invalid", "gm player forget france@town.invalid"}
	for _, s := range c.CarryOut(t.Context(), time.Now(), intake.MailedCommands{Lines: lines, Of: []string{"mine"}, Once: "desk/1"}) {
		if !s.Failed || strings.Contains(s.Text, "games") && !strings.Contains(s.Text, "for the game master of all games") {
			t.Errorf("%s gets: %s", s.Line, s.Text)
		}
	}
	lines = []string{"gm calendar", "gm calendar --player france@town.invalid", "gm calendar others"}
	for i, s := range c.CarryOut(t.Context(), time.Now(), intake.MailedCommands{Lines: lines, Of: []string{"mine"}, Once: "desk/2"}) {
		if own := i < 2; s.Failed == own || strings.Contains(s.Text, "SUMMARY:others") || own != strings.Contains(s.Text, "SUMMARY:mine") {
			t.Errorf("%s gets: %s", s.Line, s.Text)
		}
	}
	for _, s := range c.CarryOut(t.Context(), time.Now(), intake.MailedCommands{Lines: []string{"gm stats"}, All: true, Once: "desk/3"}) {
		if s.Failed || !strings.Contains(s.Text, "france@town.invalid") {
			t.Errorf("the game master of the site gets: %s", s.Text)
		}
	}
}
