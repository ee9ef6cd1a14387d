package gate

import (
	"errors"
	"flag"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"

	"deaddrop/gm/post"
	"deaddrop/templates"
	"deaddrop/templates/atlas"
	"deaddrop/tier"
)

var (
	flagTurns = flag.Int("gate.turns", 0, "how many turns the gate compares; 0: as many as the game's test says")
	flagSeed  = flag.Uint64("gate.seed", 0,
		"play the gate's worlds of this seed only, and print the watcher's letters")
	flagPlants = flag.Int("gate.plants", tier.Pick(1, 3), "how many leaks of each kind are put into a gate; 0: all")
	flagDry    = flag.Bool("gate.dry", false, "leave the game masters and their letters out of the gate")
	flagOption = flag.String("gate.option", "", "NAME=VALUE: a ruling that the gate always plays by")
)

// Draftsman returns a draftsman that all gates share: their worlds begin alike, so what they have in common is drawn
// only once.
func Draftsman(t testing.TB) *post.Draftsman {
	t.Helper()
	d, err := draftsman()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

var draftsman = sync.OnceValues(func() (*post.Draftsman, error) {
	words, err := templates.New()
	return &post.Draftsman{Atlas: sync.OnceValues(atlas.New), Words: words, Log: slog.New(slog.DiscardHandler)}, err
})

// Test runs the gate over a number of turns, or as its flags say, and checks that the worlds differ enough for the
// result to prove anything.
func (g Gate) Test(t *testing.T, turns int) {
	t.Helper()
	g.Dry = *flagDry
	if name, value, ok := strings.Cut(*flagOption, "="); ok {
		g.Config.Options = ruled(g.Config.Options, name, value)
	}
	if *flagSeed > 0 {
		tally, err := g.Play(t.Context(), t.TempDir(), *flagSeed, os.Stdout)
		t.Log(tally)
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	switch {
	case *flagTurns > 0:
		turns = *flagTurns
	case Raced: // the race detector is slow, and all turns are played without it as well
		turns /= 10
		g.Turns = min(g.Turns, turns)
	case !tier.Full():
		turns /= 8
	}
	tally := g.Run(t, 1, turns)
	t.Log(tally)
	if tally.Share() < 70 || tally.Things < 4*tally.Apart || tally.Acts < tally.Turns/2 {
		t.Error("the worlds differ too little for this to prove anything")
	}
	if g.Rules.Blind && tally.Open < tally.Turns/4 {
		t.Error("too few letters leave something open")
	}
	for _, kind := range g.Tries {
		if tally.Tried[kind] == 0 && tier.Full() && !Raced {
			t.Errorf("nothing was tried in answer to a question of the kind %q", kind)
		}
	}
}

// Finds checks that the gate finds each leak that is put into it, in at most seeds pairs of worlds. The leaks are
// grouped by kind. All but the longest tests plant only the first few of each kind, so these should be the ones found
// most quickly.
func Finds(t *testing.T, of func(testing.TB) Gate, seeds int, kinds [][]Plant) {
	t.Helper()
	planted(t, of, kinds, func(t *testing.T, g Gate) {
		for seed := range uint64(seeds) {
			_, err := g.Play(t.Context(), t.TempDir(), seed+1, io.Discard)
			var leak *Leak
			if errors.As(err, &leak) {
				t.Logf("found at seed %d, turn %d: %s", leak.Seed, leak.Turn, leak.What)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		t.Errorf("not found in %d pairs of worlds", seeds)
	})
}

// FindsNone checks that the gate finds nothing, in the given number of pairs of worlds, if the changes put into it
// reveal nothing secret. The short tier puts in a few of each kind, into one pair of worlds.
func FindsNone(t *testing.T, of func(testing.TB) Gate, seeds int, kinds [][]Plant) {
	t.Helper()
	planted(t, of, kinds, func(t *testing.T, g Gate) {
		for seed := range uint64(tier.Pick(1, seeds)) {
			if _, err := g.Play(t.Context(), t.TempDir(), seed+1, io.Discard); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func planted(t *testing.T, of func(testing.TB) Gate, kinds [][]Plant, check func(*testing.T, Gate)) {
	t.Helper()
	if Raced {
		t.Skip("the race detector sees the gate itself, which runs the same code")
	}
	var plants []Plant
	for _, kind := range kinds {
		if n := *flagPlants; n > 0 {
			kind = kind[:min(n, len(kind))]
		}
		plants = append(plants, kind...)
	}
	for _, p := range plants {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			g := of(t)
			g.Robots = nil // most leaks show in letters, which robots don't get
			p.Into(&g)
			check(t, g)
		})
	}
}
