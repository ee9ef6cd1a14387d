package successors_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/successors"
	"deaddrop/gm"
	"deaddrop/gm/gate"
)

// A plantable leak is one that a service of card games might have, put into ours.
type plantable struct {
	name  string
	plant func(*gate.Gate)
}

func leaks() []plantable {
	return slices.Concat(leaksOfViews(), leaksOfNews(), leaksOfPlay(), leaksOfLetters())
}

func leaksOfViews() []plantable {
	return []plantable{
		{"observers see a hand", tap{seen: func(k successors.Truth, v successors.View) adjudicator.View {
			v.Hand = k.Secrets[len(k.Secrets)-1].Hand
			return v
		}}.rules},
		{"the whole state goes along with the view", tap{view: func(k successors.Truth, v successors.View) adjudicator.View {
			return nosy{View: v, State: &k}
		}}.rules},
		{"the last chit of the pile is in the view", hints(func(k successors.Truth, _ successors.View) []string {
			return []string{fmt.Sprint(k.Draw[max(0, len(k.Draw)-1):])}
		})},
		{"the mercenaries that can still be drawn are counted", hints(func(k successors.Truth, _ successors.View) []string {
			n := 0
			for _, chit := range k.Draw {
				if chit <= 4 {
					n++
				}
			}
			return []string{fmt.Sprint(n)}
		})},
		{"standing orders are in the view of others", hints(func(k successors.Truth, _ successors.View) []string {
			return strings.Split(secretOf(k, k.Players[len(k.Players)-1].Seat).Standing, "\n")
		})},
		{"players are listed by their chits", hints(func(k successors.Truth, _ successors.View) []string {
			secrets := slices.Clone(k.Secrets)
			slices.SortStableFunc(secrets, func(a, b successors.Secret) int { return strings.Compare(fmt.Sprint(a.Hand), fmt.Sprint(b.Hand)) })
			var names []string
			for _, s := range secrets {
				names = append(names, s.Seat)
			}
			return names
		})},
		{"an order check knows what others could play", reading(func(k successors.Truth, v successors.View, kind, old, text string) adjudicator.Reading {
			r := v.Read(kind, old, text)
			r.Notes = append(r.Notes, fmt.Sprintf("Others have %d chits for their own turns.", holds(k, 1, 5, 6, 7, 8, 9, 10, 18, 19, 20)))
			return r
		})},
	}
}

func leaksOfNews() []plantable {
	return []plantable{
		{"all hear what was not carried out", telling(func(t *adjudicator.Table, p phase) {
			for _, e := range p.told {
				if e.Kind == "skipped" {
					say(t, adjudicator.All(), fmt.Sprintf("A line of %s was passed over.", e.To.Seats))
				}
			}
		})},
		{"how many standing orders there are is told", telling(func(t *adjudicator.Table, p phase) {
			for _, s := range p.after.Secrets {
				say(t, adjudicator.All(), fmt.Sprintf("%s has %d lines on file.", s.Seat, strings.Count(s.Standing, "\n")))
			}
		})},
		{"all hear who would attack at which odds", telling(func(t *adjudicator.Table, p phase) {
			for _, s := range p.after.Secrets {
				say(t, adjudicator.All(), filed(p.answers[s.Seat], func(line string) bool { return strings.HasPrefix(line, "INSIST") })...)
			}
		})},
		{"all hear who was silent", telling(func(t *adjudicator.Table, p phase) {
			for _, e := range p.told {
				if e.Kind == "nmr" {
					say(t, adjudicator.All(), "Nothing came from the mover.")
				}
			}
		})},
		{"who draws a chit next to one of his is heard", dry(telling(func(t *adjudicator.Table, p phase) {
			for _, s := range p.after.Secrets {
				if was := secretOf(p.before, s.Seat).Hand; len(s.Hand) > len(was) && len(was) > 0 && s.Hand[0]+1 == s.Hand[1] {
					say(t, adjudicator.All(), "A pair!")
				}
			}
		}))},
	}
}

func leaksOfPlay() []plantable {
	return []plantable{
		{"who has a chit that may be of use is asked", at("fast", playing(func(l *leaky, t *adjudicator.Table) {
			for _, s := range truth(l).Secrets {
				if s.Seat != watcher && len(s.Hand) > 0 && s.Hand[0]%2 == 0 {
					t.Ask(adjudicator.Request{Seat: adjudicator.Seat(s.Seat), Kind: "standing", Default: "NONE", Short: true, Aside: true})
				}
			}
			l.Position.Play(t)
		}))},
		{"secret chits and public dice are of one stream", playing(func(l *leaky, t *adjudicator.Table) {
			for range holds(truth(l), 2, 3, 4, 5, 6, 7, 8, 9, 10) {
				t.Roll("event", 6)
			}
			l.Position.Play(t)
		})},
		{"a secret decides where a revolt is", dry(playing(func(l *leaky, t *adjudicator.Table) {
			l.Position.Play(t)
			if k := truth(l); len(k.Draw) > 0 && k.Draw[len(k.Draw)-1]%2 == 0 {
				k.Areas[0].Unrest = successors.Revolt
			}
		}))},
	}
}

func leaksOfLetters() []plantable {
	return []plantable{
		{"the length tells who has what", adding(func(w *gate.World, _ int, l *gm.Letter) {
			l.Text += strings.Repeat(" ", holds(whole(w), 2, 3, 4, 5, 6, 7)) + "\n"
		})},
		{"the number of lines tells it", adding(func(w *gate.World, _ int, l *gm.Letter) {
			l.Text += strings.Repeat("\n", holds(whole(w), 8, 9, 10, 11, 12, 13))
		})},
		{"HTML has the game master's notes", adding(func(w *gate.World, _ int, l *gm.Letter) {
			l.HTML += fmt.Sprintf("<!-- %v -->", whole(w).Draw)
		})},
		{"a receipt says how many are in", adding(func(w *gate.World, _ int, l *gm.Letter) {
			if names, err := late(context.Background(), w); err == nil && l.Answer {
				l.Text += fmt.Sprintf("%d are not in.\n", len(names))
			}
		})},
		{"a receipt has what another one has filed", copying(func(l gm.Letter) bool { return strings.Contains(l.Text, ": on file for") })},
		{"the late are named", closing(func(w *gate.World, ctx context.Context, now time.Time) error {
			names, err := late(ctx, w)
			if err != nil {
				return err
			}
			return letters(ctx, w, now, "ALL", "Still missing: "+strings.Join(names, ", "))
		})},
		{"the Message-ID counts all letters", adding(func(_ *gate.World, others int, l *gm.Letter) { l.ID = fmt.Sprintf("%d.%s", others, l.ID) })},
		{"letters wait for those to others", posting(func(_ *gate.World, others int, next post, ctx context.Context, now time.Time, l gm.Letter) error {
			return next(ctx, now.Add(time.Duration(others)*time.Second), l)
		})},
	}
}

const (
	leakSeeds = 200 // pairs of worlds in which a leak must be found
	leakTurns = 5   // of each
)

// leakGate is the gate with a leak put in, for few turns and where chits are secret.
func leakGate(t *testing.T, l plantable) gate.Gate {
	t.Helper()
	g := theGate(t)
	g.Turns, g.Config.Options = leakTurns, map[string]string{"chits": "secret"}
	l.plant(&g)
	return g
}

func withoutDetector(t *testing.T) {
	t.Helper()
	if raced {
		t.Skip("the race detector sees TestGate, which runs the same code; CI runs this without it")
	}
}

// Each kind of leak is found when it is put in.
func TestGateFindsLeaks(t *testing.T) {
	withoutDetector(t)
	for _, l := range leaks() {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			g := leakGate(t, l)
			for seed := range uint64(leakSeeds) {
				_, err := g.Play(t.Context(), t.TempDir(), seed+1, io.Discard)
				var leak *gate.Leak
				if errors.As(err, &leak) {
					t.Logf("found at seed %d, turn %d: %s", leak.Seed, leak.Turn, leak.What)
					return
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			t.Errorf("not found in %d pairs of worlds", leakSeeds)
		})
	}
}

// What the leaks are put in with is none: with nothing in them that the watcher may not know, nothing is found.
func TestGateFindsOnlyLeaks(t *testing.T) {
	withoutDetector(t)
	for _, l := range []plantable{
		{"rules that are tapped", tap{}.rules},
		{"a hint that is always the same", hints(func(successors.Truth, successors.View) []string { return []string{"Good luck!"} })},
		{"a hint of what is open", hints(func(k successors.Truth, v successors.View) []string {
			return []string{fmt.Sprint(len(k.Draw), v.Hand)}
		})},
		{"a reader that reads as the rules do", reading(func(_ successors.Truth, v successors.View, kind, old, text string) adjudicator.Reading {
			return v.Read(kind, old, text)
		})},
		{"news that are no news", telling(func(t *adjudicator.Table, p phase) { say(t, adjudicator.All(), p.before.Phase+" is over.") })},
		{"a game that is played as it is", playing(func(l *leaky, t *adjudicator.Table) { l.Position.Play(t) })},
		{"a reminder whoever is late", closing(func(w *gate.World, ctx context.Context, now time.Time) error {
			return letters(ctx, w, now, "ALL", "The deadline is near.")
		})},
		{"a line below each letter", adding(func(_ *gate.World, _ int, l *gm.Letter) { l.Text += "Cheers, the game master.\n" })},
	} {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			g := leakGate(t, l)
			if _, err := g.Play(t.Context(), t.TempDir(), 1, io.Discard); err != nil {
				t.Fatal(err)
			}
		})
	}
}
