package decatur_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/decatur"
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
		{"observers see a hand", tap{seen: func(k decatur.Truth, v decatur.View) adjudicator.View {
			v.Hand = k.Secrets[0].Hand
			return v
		}}.rules},
		{"the whole state goes along with the view", tap{view: func(k decatur.Truth, v decatur.View) adjudicator.View {
			return nosy{View: v, State: &k}
		}}.rules},
		{"the next card of the deck is in the view", hints(func(k decatur.Truth, _ decatur.View) []string {
			return []string{fmt.Sprint(k.Draw[:min(1, len(k.Draw))])}
		})},
		{"what is left in the deck is counted by kind", hints(func(k decatur.Truth, _ decatur.View) []string {
			n := 0
			for _, card := range k.Draw {
				if card == decatur.Orient {
					n++
				}
			}
			return []string{fmt.Sprint(n)}
		})},
		{"the table counts the face down cards of the first player", hints(func(k decatur.Truth, _ decatur.View) []string {
			return []string{fmt.Sprint(secretOf(k, k.Players[0].Seat).Prosperity)}
		})},
		{"the table counts all cards that were dealt", hints(func(k decatur.Truth, _ decatur.View) []string {
			n := 0
			for _, s := range k.Secrets {
				for _, region := range s.Prosperity {
					if region == decatur.Africa {
						n++
					}
				}
			}
			return []string{fmt.Sprint(n)}
		})},
		{"standing orders are in the view of others", hints(func(k decatur.Truth, _ decatur.View) []string {
			return strings.Split(secretOf(k, k.Players[len(k.Players)-1].Seat).Standing, "\n")
		})},
		{"players are listed by their hands", hints(func(k decatur.Truth, _ decatur.View) []string {
			secrets := slices.Clone(k.Secrets)
			slices.SortStableFunc(secrets, func(a, b decatur.Secret) int { return strings.Compare(fmt.Sprint(a.Hand), fmt.Sprint(b.Hand)) })
			var names []string
			for _, s := range secrets {
				names = append(names, s.Seat)
			}
			return names
		})},
		{"an order check knows who could answer", reading(func(k decatur.Truth, v decatur.View, kind, old, text string) adjudicator.Reading {
			r := v.Read(kind, old, text)
			if strings.Contains(text, "VENTURE") && holds(k, decatur.Orient) == 0 {
				r.Notes = append(r.Notes, "Nobody else has an Orient card.")
			}
			return r
		})},
		{"a condition on a hand is taken only if it can hold", reading(func(k decatur.Truth, v decatur.View, kind, old, text string) adjudicator.Reading {
			r := v.Read(kind, old, text)
			if strings.Contains(text, "IF HAND(Blue)") && slices.Contains(secretOf(k, "Blue").Hand, decatur.British) {
				r.Faults = append(r.Faults, adjudicator.Fault{Line: "IF HAND(Blue)", Text: "Think again."})
			}
			return r
		})},
	}
}

func leaksOfNews() []plantable {
	return []plantable{
		{"all hear what was passed over", telling(func(t *adjudicator.Table, p phase) {
			for _, e := range p.told {
				var d struct{ Lines []decatur.Holding }
				if e.Kind == "skipped" && json.Unmarshal(e.Data, &d) == nil {
					say(t, adjudicator.All(), fmt.Sprintf("%d lines of %s were passed over.", len(d.Lines), e.To.Seats))
				}
			}
		})},
		{"how many alternatives were filed is told", telling(func(t *adjudicator.Table, p phase) {
			for _, s := range p.after.Players {
				n := len(filed(p.answers[s.Seat], func(line string) bool { return len(line) > 1 && line[1] == ':' }))
				say(t, adjudicator.All(), fmt.Sprintf("%s filed %d alternatives.", s.Seat, n))
			}
		})},
		{"a takeover is told with the whole ladder", telling(func(t *adjudicator.Table, p phase) {
			for _, d := range p.takeovers() {
				say(t, adjudicator.All(), filed(p.answers[d.Contender], func(line string) bool { return strings.Contains(line, d.From+"-"+d.To) })...)
			}
		})},
		{"who conceded is told whether he could have held it", telling(func(t *adjudicator.Table, p phase) {
			for _, d := range p.takeovers() {
				for _, line := range filed(p.answers[d.Contender], func(line string) bool { return strings.Contains(line, d.From+"-"+d.To) }) {
					say(t, adjudicator.To(adjudicator.Seat(d.Defender)), fmt.Sprintf("More was to come: %v.", strings.Contains(line, "PLAY")))
				}
			}
		})},
		{"it is told who conceded with a card in hand that matches", dry(telling(func(t *adjudicator.Table, p phase) {
			b := decatur.House()
			for _, d := range p.takeovers() {
				to, _ := b.Loc(d.To)
				if slices.Contains(secretOf(p.after, d.Defender).Hand, b.Locations[to].Commonwealth) {
					say(t, adjudicator.All(), d.Defender+" might have gone on.")
				}
			}
		}))},
		{"all hear who was silent", telling(func(t *adjudicator.Table, p phase) {
			for _, e := range p.told {
				if e.Kind == "nmr" {
					say(t, adjudicator.All(), fmt.Sprintf("Nothing came from %s.", e.To.Seats[0]))
				}
			}
		})},
		{"who draws a card of a kind that he has is heard", dry(telling(func(t *adjudicator.Table, p phase) {
			for _, s := range p.after.Secrets {
				was := secretOf(p.before, s.Seat).Hand
				if len(s.Hand) > len(was) && len(was) > 0 && slices.Contains(was, s.Hand[len(s.Hand)-1]) {
					say(t, adjudicator.All(), "A pair!")
				}
			}
		}))},
		{"an interval begins with a word on what was not dealt", telling(func(t *adjudicator.Table, p phase) {
			if len(p.after.Rest) > 0 {
				say(t, adjudicator.All(), string(p.after.Rest[0]))
			}
		})},
	}
}

func leaksOfPlay() []plantable {
	return []plantable{
		{"who has a card that may be of use is asked", at("fast", playing(func(l *leaky, t *adjudicator.Table) {
			for _, s := range truthOf(l).Secrets {
				if s.Seat != watcher && slices.Contains(s.Hand, decatur.Orient) {
					t.Ask(adjudicator.Request{Seat: adjudicator.Seat(s.Seat), Kind: "turn", Default: "1: PASS", Short: true, Aside: true})
				}
			}
			l.Position.Play(t)
		}))},
		{"secret draws and public dice are of one stream", playing(func(l *leaky, t *adjudicator.Table) {
			for range holds(truthOf(l), decatur.Orient) {
				t.Roll("clock", 6)
				t.Roll("attrition", 6)
			}
			l.Position.Play(t)
		})},
		{"the deal of an interval hangs on the deck", dry(playing(func(l *leaky, t *adjudicator.Table) {
			if k := truthOf(l); len(k.Draw) > 0 && k.Draw[0] == decatur.Russian {
				t.Roll("prosperity", 6)
				t.Roll("cup", 6)
				t.Roll("clock", 6)
			}
			l.Position.Play(t)
		}))},
		{"a secret decides where factors go", dry(at("fast", playing(func(l *leaky, t *adjudicator.Table) {
			before := len(t.Record().Told)
			l.Position.Play(t)
			p := phase{told: t.Record().Told[before:]}
			k := truthOf(l)
			for _, d := range p.takeovers() {
				s := secretOf(k, d.Defender)
				if i := slices.IndexFunc(k.Locations, func(h decatur.Holding) bool { return h.Location == d.Relocated }); i >= 0 && !strings.Contains(s.Standing, "RELOCATE") && len(s.Hand) > 0 && s.Hand[0] > decatur.Crescent && k.Locations[i].Factors > 1 {
					k.Locations[i].Factors--
				}
			}
		})))},
	}
}

func leaksOfLetters() []plantable {
	return []plantable{
		{"the length tells who has what", adding(func(w *gate.World, _ int, l *gm.Letter) {
			l.Text += strings.Repeat(" ", holds(whole(w), decatur.British)) + "\n"
		})},
		{"the number of lines tells it", adding(func(w *gate.World, _ int, l *gm.Letter) {
			l.Text += strings.Repeat("\n", holds(whole(w), decatur.Crescent))
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

// leakGate is Decatur's with a leak put in, for few turns.
func leakGate(t *testing.T, l plantable) gate.Gate {
	t.Helper()
	g := theGate(t)
	g.Turns = leakTurns
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
		{"a hint that is always the same", hints(func(decatur.Truth, decatur.View) []string { return []string{"Good luck!"} })},
		{"a hint of what is open", hints(func(k decatur.Truth, v decatur.View) []string {
			return []string{fmt.Sprint(len(k.Draw), k.Open, v.Hand)}
		})},
		{"a reader that reads as the rules do", reading(func(_ decatur.Truth, v decatur.View, kind, old, text string) adjudicator.Reading {
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
			for seed := range uint64(3) {
				if _, err := g.Play(t.Context(), t.TempDir(), seed+1, io.Discard); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}
