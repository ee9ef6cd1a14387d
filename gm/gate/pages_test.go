package gate_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/gm"
	"deaddrop/gm/gate"
	"deaddrop/gm/inspect"
	"deaddrop/gm/pages"
	"deaddrop/gm/refusal"
)

// Public pages that reveal too much are found: what is on file, the length of the log, the whole truth.
func TestLeakingPages(t *testing.T) {
	leaks := map[string]func(context.Context, *gm.Master, string) (string, error){
		"how long the log is": func(ctx context.Context, m *gm.Master, name string) (string, error) {
			s, err := m.Load(ctx, name)
			return fmt.Sprint(s.Next), err
		},
		"what is on file": func(ctx context.Context, m *gm.Master, name string) (string, error) {
			filed, err := inspect.OrdersOf(ctx, m, name, "", "")
			return fmt.Sprint(filed), err
		},
		"what really is": func(ctx context.Context, m *gm.Master, name string) (string, error) {
			text, _, err := inspect.PositionOf(ctx, m, name)
			if refused := (*refusal.Error)(nil); errors.As(err, &refused) { // in the middle of a turn
				return "", nil
			}
			return string(text), err
		},
		"who is late": func(ctx context.Context, m *gm.Master, name string) (string, error) {
			o, err := inspect.OverviewOf(ctx, m, name)
			in := ""
			for _, seat := range o.Seats {
				in += fmt.Sprint(seat.In)
			}
			return in, err
		},
	}
	for name, leak := range leaks {
		t.Run(name, func(t *testing.T) {
			g := number(t, adjudicatortest.Haggle)
			g.Player = adjudicatortest.Haggler
			g.Config = adjudicator.Config{Seats: adjudicatortest.Haggle.Seats[:3], Options: map[string]string{"pace": "turns"}}
			g.Twin = func(p adjudicator.Position, watcher adjudicator.Seat, r *rand.Rand) (adjudicator.Position, map[adjudicator.Seat]adjudicator.Seat) {
				return adjudicatortest.Richer(p, watcher, r), nil
			}
			g.Pages = func(ctx context.Context, m *gm.Master, game string) (pages.Files, error) {
				files, err := gate.PublicPages(ctx, m, game)
				if err != nil {
					return nil, err
				}
				text, err := leak(ctx, m, game)
				files["leak.html"] = []byte(text)
				return files, err
			}
			for seed := range uint64(40) {
				_, err := g.Play(t.Context(), t.TempDir(), seed+1, io.Discard)
				var found *gate.Leak
				if errors.As(err, &found) {
					if !strings.HasPrefix(found.What, "the public page leak.html") {
						t.Errorf("it is told so: %v", found)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			t.Error("it is not found in 40 pairs of worlds")
		})
	}
}
