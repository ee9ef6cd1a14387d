package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/meter"
	"deaddrop/gm/store"
	"deaddrop/mailer"
)

// A countedStore counts how often something is loaded from it.
type countedStore struct {
	store.Store
	loads atomic.Int64
}

func (s *countedStore) Load(ctx context.Context, game string) (store.Game, error) {
	s.loads.Add(1)
	return s.Store.Load(ctx, game)
}

// However many lines a game master's letter has, the game that they are about is loaded once, and the commands are
// built once.
func TestDeskLoadsOnce(t *testing.T) {
	t.Parallel()
	sc := newScene(t, intake.TrustReply)
	counted := &countedStore{Store: sc.master.Store}
	sc.master.Store = counted
	c := newClerk(sc.master, nil, commandTree)
	for _, line := range []string{"press d1 x", "pause", "show d1 at last", "clock d9", "A Par-Bur", "press d9 x"} {
		loads := func(lines int) (int64, *cobra.Command) {
			before := counted.loads.Load()
			r := c.readDictation(t.Context(), intake.MailedCommands{Game: "d1", All: true, Plays: true, Lines: slices.Repeat([]string{line}, lines)})
			root := r.unset()
			for _, it := range r.items() {
				r.isPlayers(it)
			}
			if r.root != root {
				t.Errorf("%q: the commands were built again", line)
			}
			return counted.loads.Load() - before, root
		}
		few, _ := loads(2)
		if many, _ := loads(maxLines); many != few {
			t.Errorf("%q: of two lines games are loaded %d times, of many %d times", line, few, many)
		}
	}
}

// Flags of one line do not apply to the next one, although the commands are built once.
func TestDeskForgetsFlags(t *testing.T) {
	t.Parallel()
	sc := newScene(t, intake.TrustReply)
	r := newClerk(sc.master, nil, commandTree).readDictation(t.Context(), intake.MailedCommands{All: true})
	for _, line := range []string{"show d1 --as France", "list --help", "list --config x", "deadline d1 -6h"} {
		if _, _, err := r.parse(strings.Fields(line)); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		for _, next := range []string{"show d1", "list", "deadline d1 +1d"} {
			cmd, _, err := r.parse(strings.Fields(next))
			if err != nil || cmd.Flags().NFlag() > 0 || cmd.Flags().Changed("config") || cmd.Flags().Changed("help") {
				t.Errorf("after %q, %q has its flags: %v", line, next, err)
			}
		}
	}
}

// Only the first lines of a very long letter are read.
func TestDeskLooksAtSoManyLines(t *testing.T) {
	t.Parallel()
	sc := newScene(t, intake.TrustReply)
	c := newClerk(sc.master, nil, commandTree)
	lines := append(slices.Repeat([]string{"We met again."}, maxLines+1), "list")
	if c.Reads(t.Context(), intake.MailedCommands{All: true, Lines: lines}) {
		t.Error("a command behind so many lines is found")
	}
	if !c.Reads(t.Context(), intake.MailedCommands{All: true, Lines: lines[2:]}) {
		t.Error("a command is not found")
	}
	said := c.CarryOut(t.Context(), sc.now(), intake.MailedCommands{All: true, Game: "d1", Lines: slices.Concat([]string{"AS France"}, slices.Repeat([]string{forged}, maxLines))})
	if len(said) != 1 || !said[0].Failed || !strings.Contains(said[0].Text, "200 lines") {
		t.Errorf("orders that are looked at in part are filed: %+v", said)
	}
	if c.Reads(t.Context(), intake.MailedCommands{All: true, Lines: []string{"gm press d1 " + strings.Repeat("'a ", maxLine)}}) {
		t.Error("a line without end is looked at")
	}
}

// A letter in the name of the service's game master, who may have the games of all, costs the same however many those are.
func TestForgedLettersLoadNoGames(t *testing.T) {
	t.Parallel()
	sc := newScene(t, intake.TrustReply)
	sc.master.Commands = newClerk(sc.master, nil, commandTree)
	counted := &countedStore{Store: sc.master.Store}
	sc.master.Store = counted
	loads := func() int64 {
		before := counted.loads.Load()
		l, err := mailer.Read(sc.plain("boss@example.org", strings.Repeat("show d1\n", 100)).bytes(), sc.now())
		if err == nil {
			err = sc.door.Take(t.Context(), meter.IMAP, l)
		}
		if err != nil {
			t.Fatal(err)
		}
		return counted.loads.Load() - before
	}
	loads() // before the first line, the desk is new
	few := loads()
	for i := range 5 {
		plan := desk.Plan{Name: fmt.Sprint("m", i), Rules: "decatur", Desk: "boss@example.org", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour},
			Players: []game.Player{{Address: "ann@example.org"}, {Address: "bob@example.org"}}}
		if err := desk.At(sc.master, gm.ActOptions{}).New(t.Context(), sc.now(), plan); err != nil {
			t.Fatal(err)
		}
	}
	if many := loads(); many > few {
		t.Errorf("with one game %d records are loaded, with more %d", few, many)
	}
}
