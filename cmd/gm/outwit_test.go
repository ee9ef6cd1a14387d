package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/intake"
	"deaddrop/gm/transcript"
)

// twoDesks returns a master of two games, each with a game master of its own.
func twoDesks(t *testing.T) *gm.Master {
	t.Helper()
	m, err := nowhere().tryMaster(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Store.Close() })
	for _, name := range []string{"mine", "theirs"} {
		plan := desk.Plan{Name: name, Rules: "decatur", Desk: name + "@example.org", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour},
			Players: []game.Player{{Address: "ann@example.org"}, {Address: "bob@example.org"}}}
		if err := desk.At(m, gm.ActOptions{}).New(t.Context(), transcript.Start, plan); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// A game's own game master can change nothing but that game, however they write a command.
func TestClerkIsNotOutwitted(t *testing.T) {
	t.Parallel()
	dir, m := t.TempDir(), twoDesks(t)
	secret := filepath.Join(dir, "secret.txt")
	if err := os.WriteFile(secret, []byte("hunter2"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := newClerk(m, nil, commandTree)
	lines := []string{
		"gm show theirs --help=false",
		"gm list mine theirs",
		"gm list --archived",
		"gm inbox lobby",
		"gm outbox theirs",
		"gm outbox list mine theirs",
		"gm export mine " + filepath.Join(dir, "out.json") + " --help=false",
		"gm adjudicate " + secret + " --help=false",
		"gm end theirs --help=false",
		"gm show theirs -h=false",
		"gm --config=x show theirs",
		"gm show mine --config=x",
		"gm --config=x __complete show ''",
		"gm -c x __complete show ''",
		"gm __complete show ''",
		"gm --config=x completion bash",
		"gm -- show theirs",
		"gm outbox retry all",
		"gm inbox show theirs/1",
		"gm inbox done mine/1 theirs/1",
		"gm rulings decatur --help=false --config=x",
		"gm press mine --to ALL 'a\nb' --help=false --config=" + secret,
		"gm new other decatur --player ann@example.org --player bob@example.org --help=false",
		"gm clock --is-right --help=false",
		"gm clock mine --holidays " + secret + " --help=false",
		"gm read theirs --seat Ann",
		"gm read mine --seat Ann " + secret,
		"gm read --jsonl",
	}
	said := c.CarryOut(t.Context(), transcript.Start, intake.MailedCommands{Lines: lines, Of: []string{"mine"}, Once: "desk/1"})
	if len(said) != len(lines) {
		t.Fatalf("%d lines are answered, not %d", len(said), len(lines))
	}
	for _, s := range said {
		if !s.Failed || strings.Contains(s.Text, "hunter2") || strings.Contains(s.Text, "ann@example.org") || strings.Contains(s.Text, "GAME=") {
			t.Errorf("%s: failed %v, and says\n%s", s.Line, s.Failed, s.Text)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "out.json")); err == nil {
		t.Error("a file was written")
	}
	games, err := inspect.Games(t.Context(), m)
	if err != nil || len(games) != 2 {
		t.Fatalf("there are %d games, %v", len(games), err)
	}
	for _, g := range games {
		if g.State != "running" {
			t.Errorf("%s is %s", g.Name, g.State)
		}
	}
	if said := c.CarryOut(t.Context(), transcript.Start, intake.MailedCommands{Lines: []string{"gm show mine", "gm help press", "help", "gm press --help", "gm"}, Of: []string{"mine"}, Once: "desk/2"}); len(said) != 5 ||
		said[0].Failed || said[1].Failed || said[2].Failed || said[3].Failed {
		t.Errorf("what he may do fails: %+v", said)
	}
}

// The game master of one game gets its lists by mail, and no other game's, also if the command names no game.
func TestOwnListsByMail(t *testing.T) {
	c := newClerk(twoDesks(t), nil, commandTree)
	for _, line := range []string{"gm list mine", "gm list", "list --state running", "gm inbox mine", "gm inbox", "gm outbox mine", "gm outbox list"} {
		said := c.CarryOut(t.Context(), transcript.Start, intake.MailedCommands{Lines: []string{line}, Of: []string{"mine"}, Once: "desk/1"})
		if len(said) != 1 || said[0].Failed || !strings.Contains(said[0].Text, "mine") || strings.Contains(said[0].Text, "theirs") {
			t.Errorf("%s gets %+v", line, said)
		}
	}
}
