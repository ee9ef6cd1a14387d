package successors_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/successors"
	"deaddrop/gm/gate"
)

// leaks returns the leaks that a service of games with secret chits might have, by kind.
func leaks() [][]gate.Plant {
	return [][]gate.Plant{leaksOfViews(), leaksOfNews(), leaksOfPlay(), gate.Letters(
		func(k successors.Truth) int { return holds(k, 2, 3, 4, 5, 6, 7) },
		func(k successors.Truth) int { return holds(k, 8, 9, 10, 11, 12, 13) },
		func(k successors.Truth) any { return k.Draw })}
}

func leaksOfViews() []gate.Plant {
	return []gate.Plant{
		{Name: "the whole state goes along with the view", Into: tap{View: func(k successors.Truth, v successors.View) adjudicator.View {
			return nosy{View: v, State: &k}
		}}.Into},
		{Name: "observers see a hand", Into: tap{Seen: func(k successors.Truth, v successors.View) adjudicator.View {
			v.Hand = k.Secrets[len(k.Secrets)-1].Hand
			return v
		}}.Into},
		{Name: "the last chit of the pile is in the view", Into: hints(func(k successors.Truth, _ successors.View) []string {
			return []string{fmt.Sprint(k.Draw[max(0, len(k.Draw)-1):])}
		})},
		{Name: "the mercenaries that can still be drawn are counted", Into: hints(func(k successors.Truth, _ successors.View) []string {
			n := 0
			for _, chit := range k.Draw {
				if chit <= 4 {
					n++
				}
			}
			return []string{fmt.Sprint(n)}
		})},
		{Name: "standing orders are in the view of others", Into: hints(func(k successors.Truth, _ successors.View) []string {
			return strings.Split(secretOf(k, k.Players[len(k.Players)-1].Seat).Standing, "\n")
		})},
		{Name: "players are listed by their chits", Into: hints(func(k successors.Truth, _ successors.View) []string {
			secrets := slices.Clone(k.Secrets)
			slices.SortStableFunc(secrets, func(a, b successors.Secret) int { return strings.Compare(fmt.Sprint(a.Hand), fmt.Sprint(b.Hand)) })
			var names []string
			for _, s := range secrets {
				names = append(names, s.Seat)
			}
			return names
		})},
		{Name: "an order check knows what others could play", Into: reading(func(k successors.Truth, v successors.View, kind, old, text string) adjudicator.Reading {
			r := v.Read(kind, old, text)
			r.Notes = append(r.Notes, fmt.Sprintf("Others have %d chits for their own turns.", holds(k, 1, 5, 6, 7, 8, 9, 10, 18, 19, 20)))
			return r
		})},
	}
}

func leaksOfNews() []gate.Plant {
	return []gate.Plant{
		{Name: "how many standing orders there are is told", Into: telling(func(t *adjudicator.Table, p played) {
			for _, s := range p.After.Secrets {
				gate.Say(t, adjudicator.All(), fmt.Sprintf("%s has %d lines on file.", s.Seat, strings.Count(s.Standing, "\n")))
			}
		})},
		{Name: "all hear what was not carried out", Into: telling(func(t *adjudicator.Table, p played) {
			for _, e := range p.Told {
				if e.Kind == "skipped" {
					gate.Say(t, adjudicator.All(), fmt.Sprintf("A line of %s was passed over.", e.To.Seats))
				}
			}
		})},
		{Name: "all hear who would attack at which odds", Into: telling(func(t *adjudicator.Table, p played) {
			for _, s := range p.After.Secrets {
				gate.Say(t, adjudicator.All(), filed(p.Answers[s.Seat], func(line string) bool { return strings.HasPrefix(line, "INSIST") })...)
			}
		})},
		{Name: "all hear who was silent", Into: telling(func(t *adjudicator.Table, p played) {
			for _, e := range p.Told {
				if e.Kind == "nmr" {
					gate.Say(t, adjudicator.All(), "Nothing came from the mover.")
				}
			}
		})},
		{Name: "who draws a chit next to one of his is heard", Into: gate.Dry(12, telling(func(t *adjudicator.Table, p played) {
			for _, s := range p.After.Secrets {
				if was := secretOf(p.Before, s.Seat).Hand; len(s.Hand) > len(was) && len(was) > 0 && s.Hand[0]+1 == s.Hand[1] {
					gate.Say(t, adjudicator.All(), "A pair!")
				}
			}
		}))},
	}
}

func leaksOfPlay() []gate.Plant {
	return []gate.Plant{
		{Name: "a secret decides where a revolt is", Into: gate.Dry(12, playing(func(p adjudicator.Position, t *adjudicator.Table) {
			p.Play(t)
			if k := truth(p); len(k.Draw) > 0 && k.Draw[len(k.Draw)-1]%2 == 0 {
				k.Areas[0].Unrest = successors.Revolt
			}
		}))},
		{Name: "who has a chit that may be of use is asked", Into: gate.Ruled("speed", "fast", playing(func(p adjudicator.Position, t *adjudicator.Table) {
			for _, s := range truth(p).Secrets {
				if s.Seat != watcher && len(s.Hand) > 0 && s.Hand[0]%2 == 0 {
					t.Ask(adjudicator.Request{Seat: adjudicator.Seat(s.Seat), Kind: "standing", Default: "NONE", Short: true, Aside: true})
				}
			}
			p.Play(t)
		}))},
		{Name: "secret chits and public dice are of one stream", Into: playing(func(p adjudicator.Position, t *adjudicator.Table) {
			for range holds(truth(p), 2, 3, 4, 5, 6, 7, 8, 9, 10) {
				t.Roll("event", 6)
			}
			p.Play(t)
		})},
	}
}

// leakGate returns the gate with which leaks are looked for, of a few turns, where chits are secret.
func leakGate(t testing.TB) gate.Gate {
	t.Helper()
	g := theGate(t)
	g.Turns, g.Config.Options = 5, map[string]string{"chits": "secret"}
	return g
}

// Each kind of leak is found when it is put in.
func TestGateFindsLeaks(t *testing.T) { gate.Finds(t, leakGate, 200, leaks()) }

// With plants that give the watcher nothing new, the gate finds no leak.
func TestGateFindsOnlyLeaks(t *testing.T) {
	gate.FindsNone(t, leakGate, 1, [][]gate.Plant{gate.Harmless(), {
		{Name: "rules that are tapped", Into: tap{}.Into},
		{Name: "a hint that is always the same", Into: hints(func(successors.Truth, successors.View) []string { return []string{"Good luck!"} })},
		{Name: "a hint of what is open", Into: hints(func(k successors.Truth, v successors.View) []string {
			return []string{fmt.Sprint(len(k.Draw), v.Hand)}
		})},
		{Name: "a reader that reads as the rules do", Into: reading(func(_ successors.Truth, v successors.View, kind, old, text string) adjudicator.Reading {
			return v.Read(kind, old, text)
		})},
		{Name: "news that are no news", Into: telling(func(t *adjudicator.Table, p played) { gate.Say(t, adjudicator.All(), p.Before.Phase+" is over.") })},
		{Name: "a game that is played as it is", Into: playing(func(p adjudicator.Position, t *adjudicator.Table) { p.Play(t) })},
	}})
}
