package dishonest_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/dishonest"
	"deaddrop/gm/gate"
)

type (
	tap    = gate.Tap[dishonest.Truth, dishonest.View]
	played = gate.Played[dishonest.Truth]
)

// hints puts words into every player's view, which are printed.
func hints(of func(k dishonest.Truth, v dishonest.View) []string) func(*gate.Gate) {
	return tap{Words: hintWords, View: func(k dishonest.Truth, v dishonest.View) adjudicator.View { return nosy{View: v, Hints: of(k, v)} }}.Into
}

const hintWords = `{{define "dishonest own"}}{{if .Seat}}
{{range .Hints}}  {{.}}
{{end}}{{end}}{{end}}`

// reading reads orders with everybody's cards in sight.
func reading(read func(k dishonest.Truth, v dishonest.View, kind, old, text string) adjudicator.Reading) func(*gate.Gate) {
	return tap{View: func(k dishonest.Truth, v dishonest.View) adjudicator.View {
		return nosy{View: v, read: func(kind, old, text string) adjudicator.Reading { return read(k, v, kind, old, text) }}
	}}.Into
}

// telling tells more when a phase is over.
func telling(then func(*adjudicator.Table, played)) func(*gate.Gate) { return tap{Then: then}.Into }

// playing plays otherwise.
func playing(play func(adjudicator.Position, *adjudicator.Table)) func(*gate.Gate) {
	return tap{Play: play}.Into
}

// holds returns how many cards from one number to another others than the watcher have in hand.
func holds(k dishonest.Truth, from, to int) int {
	n := 0
	for _, s := range k.Secrets {
		for _, card := range s.Hand {
			if s.Seat != watcher && from <= card && card <= to {
				n++
			}
		}
	}
	return n
}

// other returns the secrets of a player other than the watcher.
func other(k dishonest.Truth) dishonest.Secret {
	return k.Secrets[slices.IndexFunc(k.Secrets, func(s dishonest.Secret) bool { return s.Seat != watcher })]
}

// leaks returns the leaks that a service of card games might have, by kind.
func leaks() [][]gate.Plant {
	return [][]gate.Plant{leaksOfTrials(), leaksOfViews(), leaksOfNews(), leaksOfPlay(), gate.Letters(
		func(k dishonest.Truth) int { return holds(k, 1, 30) },
		func(k dishonest.Truth) int { return holds(k, 31, 60) },
		func(k dishonest.Truth) any { return k.Draw })}
}

func leaksOfTrials() []gate.Plant {
	return []gate.Plant{
		{Name: "standing orders are tried with the true stocks of others", Into: tap{View: func(k dishonest.Truth, v dishonest.View) adjudicator.View {
			return nosy{View: v, try: func(t adjudicator.Trial) adjudicator.Tried {
				out := v.Try(t)
				if t.Kind == "standing" && len(out.Lines) > 0 {
					for _, s := range k.Secrets {
						out.Lines = append(out.Lines, fmt.Sprint(s.Seat, " has ", s.Stock))
					}
				}
				return out
			}}
		}}.Into},
	}
}

func leaksOfViews() []gate.Plant {
	return []gate.Plant{
		{Name: "the whole state goes along with the view", Into: tap{View: func(k dishonest.Truth, v dishonest.View) adjudicator.View {
			return nosy{View: v, State: &k}
		}}.Into},
		{Name: "observers see a hand", Into: tap{Seen: func(k dishonest.Truth, v dishonest.View) adjudicator.View {
			v.Hand = other(k).Hand
			return v
		}}.Into},
		{Name: "the last card of the deck is in the view", Into: hints(func(k dishonest.Truth, _ dishonest.View) []string {
			return []string{fmt.Sprint(k.Draw[max(0, len(k.Draw)-1):])}
		})},
		{Name: "the cubes behind a screen are counted", Into: hints(func(k dishonest.Truth, _ dishonest.View) []string {
			n := 0
			for _, s := range k.Secrets {
				n += s.Stock.Total()
			}
			return []string{fmt.Sprint(n)}
		})},
		{Name: "queues and standing orders are in the view of others", Into: hints(func(k dishonest.Truth, _ dishonest.View) []string {
			return strings.Split(other(k).Standing, "\n")
		})},
		{Name: "powers are listed by their cards", Into: hints(func(k dishonest.Truth, _ dishonest.View) []string {
			secrets := slices.Clone(k.Secrets)
			slices.SortStableFunc(secrets, func(a, b dishonest.Secret) int { return cmp.Compare(fmt.Sprint(a.Hand), fmt.Sprint(b.Hand)) })
			var names []string
			for _, s := range secrets {
				names = append(names, s.Seat)
			}
			return names
		})},
		{Name: "an order check knows what others could commit", Into: reading(func(k dishonest.Truth, v dishonest.View, kind, old, text string) adjudicator.Reading {
			r := v.Read(kind, old, text)
			r.Notes = append(r.Notes, fmt.Sprintf("Others have %d low cards.", holds(k, 1, 45)))
			return r
		})},
	}
}

func leaksOfNews() []gate.Plant {
	return []gate.Plant{
		{Name: "all hear what was not carried out", Into: telling(func(t *adjudicator.Table, p played) {
			for _, e := range p.Told {
				if e.Kind == "skipped" || e.Kind == "void" {
					gate.Say(t, adjudicator.All(), fmt.Sprintf("A line of %s was passed over.", e.To.Seats))
				}
			}
		})},
		{Name: "how many lines are on file is told", Into: telling(func(t *adjudicator.Table, p played) {
			for _, s := range p.After.Secrets {
				gate.Say(t, adjudicator.All(), fmt.Sprintf("%s has %d lines on file.", s.Seat, strings.Count(s.Standing, "\n")))
			}
		})},
		{Name: "all hear how somebody would defend", Into: telling(func(t *adjudicator.Table, p played) {
			for _, s := range p.After.Secrets {
				for line := range strings.SplitSeq(p.Answers[s.Seat], "\n") {
					if strings.HasPrefix(line, "DEFEND") {
						gate.Say(t, adjudicator.All(), line)
					}
				}
			}
		})},
		{Name: "all hear which cards were drawn", Into: gate.Dry(12, telling(func(t *adjudicator.Table, p played) {
			for _, e := range p.Told {
				if e.Kind == "drawn" && !e.To.Has(watcher) {
					gate.Say(t, adjudicator.All(), string(e.Data))
				}
			}
			gate.Say(t, adjudicator.All(), fmt.Sprint(other(p.After).Hand))
		}))},
	}
}

func leaksOfPlay() []gate.Plant {
	return []gate.Plant{
		{Name: "who has a card that may be of use is asked", Into: gate.Ruled("speed", "fast", playing(func(p adjudicator.Position, t *adjudicator.Table) {
			for _, s := range truth(p).Secrets {
				if s.Seat != watcher && len(s.Hand) > 0 && s.Hand[0]%2 == 0 {
					t.Ask(adjudicator.Request{Seat: adjudicator.Seat(s.Seat), Kind: "defence", Default: "NONE", Short: true, Aside: true})
				}
			}
			p.Play(t)
		}))},
		{Name: "a secret decides what stands on the board", Into: gate.Dry(12, playing(func(p adjudicator.Position, t *adjudicator.Table) {
			p.Play(t)
			if k := truth(p); len(k.Draw) > 0 && k.Draw[len(k.Draw)-1]%2 == 0 {
				k.Areas[0].Quagmire = true
			}
		}))},
	}
}

// leakGate returns the gate with which leaks are looked for, of a few turns.
func leakGate(t testing.TB) gate.Gate {
	t.Helper()
	g := theGate(t)
	g.Turns = 4
	return g
}

// Each kind of leak is found when it is put in.
func TestGateFindsLeaks(t *testing.T) { gate.Finds(t, leakGate, 200, leaks()) }

// With plants that give the watcher nothing new, the gate finds no leak.
func TestGateFindsOnlyLeaks(t *testing.T) {
	gate.FindsNone(t, leakGate, 1, [][]gate.Plant{gate.Harmless(), {
		{Name: "rules that are tapped", Into: tap{}.Into},
		{Name: "a hint of what is open", Into: hints(func(k dishonest.Truth, v dishonest.View) []string {
			return []string{fmt.Sprint(len(k.Draw), v.Hand, v.Stock)}
		})},
		{Name: "a reader that reads as the rules do", Into: reading(func(_ dishonest.Truth, v dishonest.View, kind, old, text string) adjudicator.Reading {
			return v.Read(kind, old, text)
		})},
		{Name: "news that are no news", Into: telling(func(t *adjudicator.Table, p played) { gate.Say(t, adjudicator.All(), p.Before.Phase+" is over.") })},
		{Name: "a game that is played as it is", Into: playing(func(p adjudicator.Position, t *adjudicator.Table) { p.Play(t) })},
	}})
}
