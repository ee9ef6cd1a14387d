package deadman_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deadman"
	"deaddrop/gm"
	"deaddrop/gm/gate"
)

// A plantable leak is one that a service of blind games has had, put into ours.
type plantable struct {
	name  string
	plant func(*gate.Gate)
}

// leaks are the kinds of leaks that blind games were seen to have, in the services that run them. Where ours can't
// have one as it was, it says why, and plants what comes nearest.
func leaks() []plantable {
	return slices.Concat(leaksOfReading(), leaksOfRules(), leaksOfService(), leaksOfMail())
}

func leaksOfReading() []plantable {
	return []plantable{
		{"an order to an unseen unit is refused if nobody is there", among(backers, reading(func(truth deadman.Truth, v deadman.View, kind, old, text string) adjudicator.Reading {
			r := v.Read(kind, old, text)
			for line := range strings.SplitSeq(r.Answer, "\n") {
				if _, _, w, ok := parseOrder(line); ok && w.other != "" && !occupied(truth, w.other) {
					r.Faults = append(r.Faults, adjudicator.Fault{Line: line, Text: "There is no unit in " + w.other + "."})
				}
			}
			return r
		}))},
		// Conditions are for the next season only, and tested on what their author knows then. Here they are
		// tested at once, on the board.
		{"a condition is tested on the true board", reading(func(truth deadman.Truth, v deadman.View, kind, old, text string) adjudicator.Reading {
			var lines []string
			for line := range strings.SplitSeq(text, "\n") {
				if guard, order, ok := strings.Cut(line, " occupied THEN "); ok {
					line = ""
					if occupied(truth, strings.TrimPrefix(guard, "NEXT IF PAS ")) {
						line = order
					}
				}
				lines = append(lines, line)
			}
			return v.Read(kind, old, strings.Join(lines, "\n"))
		})},
		{"a list of retreats is cut to what is open", among(attackers, reading(func(truth deadman.Truth, v deadman.View, kind, old, text string) adjudicator.Reading {
			r := v.Read(kind, old, text)
			for line := range strings.SplitSeq(r.Answer, "\n") {
				_, _, w, _ := parseOrder(line)
				if open := slices.DeleteFunc(slices.Clone(w.retreats), func(at string) bool { return occupied(truth, at) }); len(open) < len(w.retreats) {
					r.Notes = append(r.Notes, fmt.Sprintf("Of the retreats in %s these are open: %v.", line, open))
				}
			}
			return r
		}))},
	}
}

func leaksOfRules() []plantable {
	return []plantable{
		{"a support of a unit that does something else is marked void", dry(among(backers, playing("void_support", "underline")))},
		{"who dislodged a unit is told", dry(among(attackers, playing("dislodger", "power")))},
		{"powers are listed by size", hints(func(truth deadman.Truth) []string {
			powers := slices.Clone(truth.Powers)
			slices.SortStableFunc(powers, func(a, b deadman.Holding) int { return len(b.Units) - len(a.Units) })
			var names []string
			for _, h := range powers {
				names = append(names, h.Power)
			}
			return names
		})},
		{"a bar shows how much of the board is taken", hints(func(truth deadman.Truth) []string {
			n := 0
			for _, h := range truth.Powers {
				n += len(h.Units)
			}
			return []string{strings.Repeat("=", n)}
		})},
		{"all centres are listed, those of one owner together", telling(func(t *adjudicator.Table, s deadman.Season) {
			var all []string
			for _, p := range s.Powers {
				all = append(all, p.Centres...)
			}
			say(t, adjudicator.All(), strings.Join(all, ", "))
		})},
		{"builds are seen", crowded(telling(func(t *adjudicator.Table, s deadman.Season) {
			for _, p := range s.Powers {
				if len(p.Built) > 0 {
					say(t, adjudicator.All(), fmt.Sprintf("%s builds %d.", p.Power, len(p.Built)))
				}
			}
		}))},
		// Nobody bets here. What a seat is worth that has no player is seen when it is offered.
		{"a seat is offered with its size", telling(func(t *adjudicator.Table, s deadman.Season) {
			for _, p := range s.Powers {
				if p.Silent {
					say(t, adjudicator.All(), fmt.Sprintf("Wanted: somebody for a power of %d units.", len(p.Units)))
				}
			}
		})},
		{"all but the power that was found are told", telling(func(t *adjudicator.Table, s deadman.Season) {
			for _, p := range s.Powers {
				if len(p.Starred) > 0 {
					say(t, adjudicator.AllBut(adjudicator.Seat(p.Power)), "Units were found.")
				}
			}
		})},
		{"votes are counted in public", telling(func(t *adjudicator.Table, s deadman.Season) {
			n := 0
			for _, p := range s.Powers {
				if p.Vote != "" {
					n++
				}
			}
			say(t, adjudicator.All(), fmt.Sprintf("%d votes came in.", n))
		})},
		// Letters are written from data, and no text is ever filtered. Here the ledger is, for lines that have the
		// reader's name in them.
		{"a filter of text lets lines through that name the reader", telling(func(t *adjudicator.Table, s deadman.Season) {
			for _, reader := range deadman.Rules.Seats {
				var lines []string
				for _, p := range s.Powers {
					for _, l := range p.Lines {
						if strings.Contains(l.Text, string(reader)) {
							lines = append(lines, l.Text)
						}
					}
				}
				say(t, adjudicator.To(reader), lines...)
			}
		})},
		{"the whole state goes along with the view", tap{view: func(truth deadman.Truth, v deadman.View) adjudicator.View {
			return nosy{View: v, State: &truth}
		}}.rules},
		{"observers see everything", tap{seen: func(truth deadman.Truth, v deadman.View) adjudicator.View {
			return nosy{View: v, State: &truth}
		}}.rules},
		{"a map shows a unit that nobody has found", charting(func(truth adjudicator.Chart, p *adjudicator.Place, i int) {
			if p.Unknown {
				p.Pieces = truth.Places[i].Pieces
			}
		})},
		{"a map has fog only where somebody is", charting(func(truth adjudicator.Chart, p *adjudicator.Place, i int) {
			p.Unknown = p.Unknown && (p.Since != "" || len(truth.Places[i].Pieces) > 0)
		})},
		// Here a map has a name in the letter, made of the whole board.
		{"a map's file is named by what is on it", hints(func(truth deadman.Truth) []string {
			return []string{fmt.Sprintf("map-%x.png", sha256.Sum256(fmt.Append(nil, truth)))}
		})},
	}
}

func leaksOfService() []plantable {
	return []plantable{
		{"the late are named", closing(func(w *gate.World, ctx context.Context, now time.Time) error {
			names, err := late(ctx, w)
			if err != nil {
				return err
			}
			return letters(ctx, w, now, "ALL", "Still missing: "+strings.Join(names, ", "))
		})},
		{"all are reminded when somebody is late", closing(func(w *gate.World, ctx context.Context, now time.Time) error {
			names, err := late(ctx, w)
			if err != nil || len(names) < 3 {
				return err
			}
			return letters(ctx, w, now, "ALL", "The deadline is near.")
		})},
		{"a receipt says how many are in", adding(func(w *gate.World, _ int, l *gm.Letter) {
			if names, err := late(context.Background(), w); err == nil && l.Answer {
				l.Text += fmt.Sprintf("%d are not in.\n", len(names))
			}
		})},
		{"the history is the game master's", receiving(func(w *gate.World, ctx context.Context, now time.Time, l gm.Letter) error {
			words, _, err := w.Master.As(ctx, now, w.Game, string(adjudicator.GM))
			if err != nil || l.From != w.Watcher || !strings.Contains(l.Text, "HISTORY") {
				return err
			}
			return letters(ctx, w, now, "ALL", words)
		})},
		{"a list has all games", adding(func(w *gate.World, _ int, l *gm.Letter) {
			if games, err := w.Master.Games(context.Background()); err == nil {
				l.Text += fmt.Sprintf("%d games are running.\n", len(games))
			}
		})},
		{"an archive has the press to all but its reader", copying(func(l gm.Letter) bool { return strings.Contains(l.Subject, "press from") })},
		{"the game master's letters go to the player that he is as well", copying(func(l gm.Letter) bool { return strings.Contains(l.Subject, ": GM") })},
		{"a preview goes to the wrong player", copying(func(l gm.Letter) bool { return strings.Contains(l.Text, ": on file for") })},
		// A phase that was played is never taken back. Orders can be; here all hear of it, and so of who had sent some.
		{"all hear what was taken back", receiving(func(w *gate.World, ctx context.Context, now time.Time, l gm.Letter) error {
			if !strings.HasPrefix(l.Text, "CLEAR") {
				return nil
			}
			return letters(ctx, w, now, "ALL", l.FromName+" has taken his orders back.")
		})},
	}
}

func leaksOfMail() []plantable {
	return []plantable{
		{"the Message-ID counts all letters", adding(func(_ *gate.World, others int, l *gm.Letter) { l.ID = fmt.Sprintf("%d.%s", others, l.ID) })},
		{"HTML has the number of an entry in the log", adding(func(_ *gate.World, others int, l *gm.Letter) { l.HTML += fmt.Sprintf("<!-- %d -->", others) })},
		{"the length tells how full the board is", adding(func(w *gate.World, _ int, l *gm.Letter) {
			l.Text += strings.Repeat(" ", unitsThere(context.Background(), w)) + "\n"
		})},
		{"the number of lines tells it", adding(func(w *gate.World, _ int, l *gm.Letter) {
			l.Text += strings.Repeat("\n", unitsThere(context.Background(), w))
		})},
		{"a letter is sent twice after a busy night", posting(func(w *gate.World, others int, next post, ctx context.Context, now time.Time, l gm.Letter) error {
			if err := next(ctx, now, l); err != nil || others%5 > 0 {
				return err
			}
			return next(ctx, now, l)
		})},
		{"letters wait for those to others", posting(func(_ *gate.World, others int, next post, ctx context.Context, now time.Time, l gm.Letter) error {
			return next(ctx, now.Add(time.Duration(others)*time.Second), l)
		})},
	}
}

const (
	leakSeeds = 500 // pairs of worlds in which a leak must be found
	leakTurns = 4   // of each
)

// leakGate is Deadman's with a leak put in, for few turns and with the rulings that tell nothing.
func leakGate(t *testing.T, l plantable) gate.Gate {
	t.Helper()
	g := theGate(t)
	g.Turns = leakTurns
	g.Config.Options = map[string]string{"void_support": "silent", "dislodger": "hidden", "announce_nmr": "off"}
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
		{"nothing", func(*gate.Gate) {}},
		{"rules that are tapped", tap{}.rules},
		{"a hint that is always the same", hints(func(deadman.Truth) []string { return []string{"Good luck!"} })},
		{"a map that shows what is known", charting(func(adjudicator.Chart, *adjudicator.Place, int) {})},
		{"a reader that reads as the rules do", among(backers, reading(func(_ deadman.Truth, v deadman.View, kind, old, text string) adjudicator.Reading {
			return v.Read(kind, old, text)
		}))},
		{"news that are no news", telling(func(t *adjudicator.Table, s deadman.Season) { say(t, adjudicator.All(), s.Phase+" is over.") })},
		{"the ruling that is in force", among(attackers, playing("dislodger", "hidden"))},
		{"a reminder whoever is late", closing(func(w *gate.World, ctx context.Context, now time.Time) error {
			return letters(ctx, w, now, "ALL", "The deadline is near.")
		})},
		{"an answer to the watcher's own letter", receiving(func(w *gate.World, ctx context.Context, now time.Time, l gm.Letter) error {
			if l.From != w.Watcher {
				return nil
			}
			return letters(ctx, w, now, "ALL", "Thanks.")
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
