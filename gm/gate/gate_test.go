package gate_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/gm/gate"
	"deaddrop/gm/letter"
	"deaddrop/templates"
	"deaddrop/tier"
)

func TestTicTacToe(t *testing.T) {
	tally := number(t, adjudicatortest.TicTacToe).Run(t, 1, turns())
	t.Log(tally)
	if tally.Apart > 0 {
		t.Error("an open game has no secrets, and yet the positions differed")
	}
}

func TestSealed(t *testing.T) {
	tally := number(t, adjudicatortest.Sealed).Run(t, 1, turns())
	t.Log(tally)
	if tally.Share() < 50 {
		t.Error("too few turns differ in what is secret")
	}
}

// Players who are asked one after another within a turn.
func TestHaggle(t *testing.T) {
	for _, pace := range []string{"turns", "rounds"} {
		g := number(t, adjudicatortest.Haggle)
		g.Player = adjudicatortest.Haggler
		g.Config = adjudicator.Config{Seats: adjudicatortest.Haggle.Seats[:3], Options: map[string]string{"pace": pace}}
		g.Twin = func(p adjudicator.Position, watcher adjudicator.Seat, r *rand.Rand) (adjudicator.Position, map[adjudicator.Seat]adjudicator.Seat) {
			return adjudicatortest.Richer(p, watcher, r), nil
		}
		tally := g.Run(t, 1, turns())
		t.Log(tally)
		if tally.Share() < 50 {
			t.Errorf("%s: too few turns differ in what is secret", pace)
		}
	}
}

// turns returns the least number of turns that the gates here compare.
func turns() int {
	if gate.Raced {
		return 25
	}
	return tier.Pick(25, 100)
}

// number returns a gate for a game whose answers are numbers.
func number(t testing.TB, rules *adjudicator.Rules) gate.Gate {
	t.Helper()
	words, err := templates.New(os.DirFS("../testdata"))
	if err != nil {
		t.Fatal(err)
	}
	return gate.Gate{
		Rules: rules, Words: words, Config: adjudicator.Config{Seats: rules.Seats},
		Player: func(_ adjudicator.View, _ adjudicator.Request, r *rand.Rand) string { return strconv.Itoa(r.IntN(11)) },
	}
}

// A leak is told so that one can find it: the seed to play again, the letter, and the lines that differ.
func TestLeak(t *testing.T) {
	g := number(t, adjudicatortest.Sealed)
	g.Alter = func(w *gate.World) {
		send, others := w.Send, 0
		w.Send = func(ctx context.Context, now time.Time, l letter.Letter) error {
			if l.To != w.Watcher {
				others++
			}
			l.Text += fmt.Sprintf("Letter %d of this evening.\n", others)
			return send(ctx, now, l)
		}
	}
	for seed := range uint64(10) {
		_, err := g.Play(t.Context(), t.TempDir(), seed, io.Discard)
		var leak *gate.Leak
		if !errors.As(err, &leak) {
			continue
		}
		if leak.Seed != seed || !strings.HasPrefix(leak.What, "letter ") || !strings.Contains(leak.Lines, "\n- Letter ") || !strings.Contains(leak.Lines, "\n+ Letter ") {
			t.Errorf("the leak is told so:\n%v", leak)
		}
		_, again := g.Play(t.Context(), t.TempDir(), seed, io.Discard)
		if again == nil || again.Error() != leak.Error() {
			t.Errorf("played again, seed %d says:\n%v\nand not:\n%v", seed, again, leak)
		}
		return
	}
	t.Error("a count of others' letters is not found")
}
