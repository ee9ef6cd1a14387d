package deadman_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deadman"
	"deaddrop/gm/gate"
	"deaddrop/gm/inspect"
	"deaddrop/gm/letter"
)

// leaks returns the kinds of leaks that blind games were seen to have, in the services that run them. Where ours
// can't have one as it was, it says why, and plants what comes nearest.
func leaks() [][]gate.Plant {
	return [][]gate.Plant{leaksOfReading(), leaksOfTrials(), leaksOfRules(), leaksOfService(), leaksOfMail()}
}

func leaksOfReading() []gate.Plant {
	return []gate.Plant{
		{Name: "a condition is tested on the true board", Into: reading(func(truth deadman.Truth, v deadman.View, kind, old, text string) adjudicator.Reading {
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
		{Name: "an order to an unseen unit is refused if nobody is there", Into: among(backers, reading(func(truth deadman.Truth, v deadman.View, kind, old, text string) adjudicator.Reading {
			r := v.Read(kind, old, text)
			for line := range strings.SplitSeq(r.Answer, "\n") {
				if _, _, w, ok := parseOrder(line); ok && w.other != "" && !occupied(truth, w.other) {
					r.Parts = append(r.Parts, adjudicator.Part{Fate: adjudicator.Refused, Quote: line, Why: "There is no unit in " + w.other + "."})
				}
			}
			return r
		}))},
		// Conditions are for the next season only, and tested on what their author knows then. Here they are
		// tested at once, on the board.
		{Name: "a list of retreats is cut to what is open", Into: among(attackers, reading(func(truth deadman.Truth, v deadman.View, kind, old, text string) adjudicator.Reading {
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

func leaksOfTrials() []gate.Plant {
	return []gate.Plant{
		{Name: "orders are tried on the true board", Into: tap{View: func(truth deadman.Truth, v deadman.View) adjudicator.View {
			return nosy{View: v, try: func(t adjudicator.Trial) adjudicator.Tried {
				for _, h := range truth.Powers {
					for _, unit := range h.Units {
						t.Suppose = append(t.Suppose, h.Power+": "+unit+" H")
					}
				}
				return v.Try(t)
			}}
		}}.Into},
		{Name: "WHY names a unit that others see", Into: tap{View: func(truth deadman.Truth, v deadman.View) adjudicator.View {
			return nosy{View: v, why: func(about string) []string { return append(v.Explain(about), truth.Starred...) }}
		}}.Into},
	}
}

func leaksOfRules() []gate.Plant {
	return []gate.Plant{
		{Name: "a support of a unit that does something else is marked void", Into: gate.Dry(1, among(backers, playing("void_support", "underline")))},
		{Name: "who dislodged a unit is told", Into: gate.Dry(1, among(attackers, playing("dislodger", "power")))},
		{Name: "powers are listed by size", Into: hints(func(truth deadman.Truth) []string {
			powers := slices.Clone(truth.Powers)
			slices.SortStableFunc(powers, func(a, b deadman.Holding) int { return len(b.Units) - len(a.Units) })
			var names []string
			for _, h := range powers {
				names = append(names, h.Power)
			}
			return names
		})},
		{Name: "a bar shows how much of the board is taken", Into: hints(func(truth deadman.Truth) []string {
			n := 0
			for _, h := range truth.Powers {
				n += len(h.Units)
			}
			return []string{strings.Repeat("=", n)}
		})},
		{Name: "all centres are listed, those of one owner together", Into: telling(func(t *adjudicator.Table, s deadman.Season) {
			var all []string
			for _, p := range s.Powers {
				all = append(all, p.Centres...)
			}
			gate.Say(t, adjudicator.All(), strings.Join(all, ", "))
		})},
		{Name: "builds are seen", Into: crowded(telling(func(t *adjudicator.Table, s deadman.Season) {
			for _, p := range s.Powers {
				if len(p.Built) > 0 {
					gate.Say(t, adjudicator.All(), fmt.Sprintf("%s builds %d.", p.Power, len(p.Built)))
				}
			}
		}))},
		// Nobody bets here. What a seat is worth that has no player is seen when it is offered.
		{Name: "a seat is offered with its size", Into: telling(func(t *adjudicator.Table, s deadman.Season) {
			for _, p := range s.Powers {
				if p.Silent {
					gate.Say(t, adjudicator.All(), fmt.Sprintf("Wanted: somebody for a power of %d units.", len(p.Units)))
				}
			}
		})},
		{Name: "all but the power that was found are told", Into: telling(func(t *adjudicator.Table, s deadman.Season) {
			for _, p := range s.Powers {
				if len(p.Starred) > 0 {
					gate.Say(t, adjudicator.AllBut(adjudicator.Seat(p.Power)), "Units were found.")
				}
			}
		})},
		{Name: "votes are counted in public", Into: telling(func(t *adjudicator.Table, s deadman.Season) {
			n := 0
			for _, p := range s.Powers {
				if p.Vote != "" {
					n++
				}
			}
			gate.Say(t, adjudicator.All(), fmt.Sprintf("%d votes came in.", n))
		})},
		// Letters are written from data, and no text is ever filtered. Here the ledger is, for lines that have the
		// reader's name in them.
		{Name: "a filter of text lets lines through that name the reader", Into: telling(func(t *adjudicator.Table, s deadman.Season) {
			for _, reader := range deadman.Rules.Seats {
				var lines []string
				for _, p := range s.Powers {
					for _, l := range p.Lines {
						if strings.Contains(l.Text, string(reader)) {
							lines = append(lines, l.Text)
						}
					}
				}
				gate.Say(t, adjudicator.To(reader), lines...)
			}
		})},
		{Name: "the whole state goes along with the view", Into: tap{View: func(truth deadman.Truth, v deadman.View) adjudicator.View {
			return nosy{View: v, State: &truth}
		}}.Into},
		{Name: "observers see everything", Into: tap{Seen: func(truth deadman.Truth, v deadman.View) adjudicator.View {
			return nosy{View: v, State: &truth}
		}}.Into},
		{Name: "a map shows a unit that nobody has found", Into: charting(func(truth adjudicator.Chart, p *adjudicator.Place, i int) {
			if p.Unknown {
				p.Pieces = truth.Places[i].Pieces
			}
		})},
		{Name: "a map has fog only where somebody is", Into: charting(func(truth adjudicator.Chart, p *adjudicator.Place, i int) {
			p.Unknown = p.Unknown && (p.Since != "" || len(truth.Places[i].Pieces) > 0)
		})},
		// Here a map has a name in the letter, made of the whole board.
		{Name: "a map's file is named by what is on it", Into: hints(func(truth deadman.Truth) []string {
			return []string{fmt.Sprintf("map-%x.png", sha256.Sum256(fmt.Append(nil, truth)))}
		})},
	}
}

func leaksOfService() []gate.Plant {
	return []gate.Plant{
		{Name: "the late are named", Into: gate.Closing(func(w *gate.World, ctx context.Context, now time.Time) error {
			names, err := w.Late(ctx)
			if err != nil {
				return err
			}
			return w.Press(ctx, now, "ALL", "Still missing: "+strings.Join(names, ", "))
		})},
		{Name: "all are reminded when somebody is late", Into: gate.Closing(func(w *gate.World, ctx context.Context, now time.Time) error {
			names, err := w.Late(ctx)
			if err != nil || len(names) < 3 {
				return err
			}
			return w.Press(ctx, now, "ALL", "The deadline is near.")
		})},
		{Name: "a receipt says how many are in", Into: gate.Adding(func(w *gate.World, _ int, l *letter.Letter) {
			if names, err := w.Late(context.Background()); err == nil && l.Answer {
				l.Text += fmt.Sprintf("%d are not in.\n", len(names))
			}
		})},
		{Name: "the history is the game master's", Into: gate.Receiving(func(w *gate.World, ctx context.Context, now time.Time, l letter.Letter) error {
			words, _, err := inspect.As(ctx, w.Master, now, w.Game, string(adjudicator.GM))
			if err != nil || l.From != w.Watcher || !strings.Contains(l.Text, "HISTORY") {
				return err
			}
			return w.Press(ctx, now, "ALL", words)
		})},
		{Name: "a list has all games", Into: gate.Adding(func(w *gate.World, _ int, l *letter.Letter) {
			if games, err := inspect.Games(context.Background(), w.Master); err == nil {
				l.Text += fmt.Sprintf("%d games are running.\n", len(games))
			}
		})},
		{Name: "an archive has the press to all but its reader", Into: gate.Copying(func(l letter.Letter) bool { return strings.Contains(l.Subject, "press from") })},
		{Name: "the game master's letters go to the player that he is as well", Into: gate.Copying(func(l letter.Letter) bool { return strings.Contains(l.Subject, ": GM") })},
		{Name: "a preview goes to the wrong player", Into: gate.Copying(func(l letter.Letter) bool { return strings.Contains(l.Text, ": on file for") })},
		// A phase that was played is never taken back. Orders can be; here all hear of it, and so of who had sent some.
		{Name: "all hear what was taken back", Into: gate.Receiving(func(w *gate.World, ctx context.Context, now time.Time, l letter.Letter) error {
			if !strings.HasPrefix(l.Text, "CLEAR") {
				return nil
			}
			return w.Press(ctx, now, "ALL", l.FromName+" has taken his orders back.")
		})},
	}
}

func leaksOfMail() []gate.Plant {
	return []gate.Plant{
		{Name: "the Message-ID counts all letters", Into: gate.Adding(func(_ *gate.World, others int, l *letter.Letter) { l.ID = fmt.Sprintf("%d.%s", others, l.ID) })},
		{Name: "HTML has the number of an entry in the log", Into: gate.Adding(func(_ *gate.World, others int, l *letter.Letter) { l.HTML += fmt.Sprintf("<!-- %d -->", others) })},
		{Name: "the length tells how full the board is", Into: gate.Adding(func(w *gate.World, _ int, l *letter.Letter) {
			l.Text += strings.Repeat(" ", unitsThere(context.Background(), w)) + "\n"
		})},
		{Name: "the number of lines tells it", Into: gate.Adding(func(w *gate.World, _ int, l *letter.Letter) {
			l.Text += strings.Repeat("\n", unitsThere(context.Background(), w))
		})},
		{Name: "a letter is sent twice after a busy night", Into: gate.Posting(func(w *gate.World, others int, next gate.Post, ctx context.Context, now time.Time, l letter.Letter) error {
			if err := next(ctx, now, l); err != nil || others%5 > 0 {
				return err
			}
			return next(ctx, now, l)
		})},
		{Name: "letters wait for those to others", Into: gate.Posting(func(_ *gate.World, others int, next gate.Post, ctx context.Context, now time.Time, l letter.Letter) error {
			return next(ctx, now.Add(time.Duration(others)*time.Second), l)
		})},
	}
}

// leakGate returns the gate with which leaks are looked for, of a few turns, with the rulings that reveal least.
func leakGate(t testing.TB) gate.Gate {
	t.Helper()
	g := theGate(t)
	g.Turns = 4
	g.Config.Options = map[string]string{"void_support": "silent", "dislodger": "hidden", "announce_nmr": "off"}
	return g
}

// Each kind of leak is found when it is put in.
func TestGateFindsLeaks(t *testing.T) { gate.Finds(t, leakGate, 500, leaks()) }

// With plants that give the watcher nothing new, the gate finds no leak.
func TestGateFindsOnlyLeaks(t *testing.T) {
	gate.FindsNone(t, leakGate, 3, [][]gate.Plant{gate.Harmless(), {
		{Name: "nothing", Into: func(*gate.Gate) {}},
		{Name: "rules that are tapped", Into: tap{}.Into},
		{Name: "a hint that is always the same", Into: hints(func(deadman.Truth) []string { return []string{"Good luck!"} })},
		{Name: "a map that shows what is known", Into: charting(func(adjudicator.Chart, *adjudicator.Place, int) {})},
		{Name: "a reader that reads as the rules do", Into: among(backers, reading(func(_ deadman.Truth, v deadman.View, kind, old, text string) adjudicator.Reading {
			return v.Read(kind, old, text)
		}))},
		{Name: "news that are no news", Into: telling(func(t *adjudicator.Table, s deadman.Season) { gate.Say(t, adjudicator.All(), s.Phase+" is over.") })},
		{Name: "the ruling that is in force", Into: among(attackers, playing("dislodger", "hidden"))},
	}})
}
