package dealers_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/dealers"
	"deaddrop/gm/gate"
)

type (
	tap    = gate.Tap[dealers.Truth, dealers.View]
	played = gate.Played[dealers.Truth]
)

// hints puts words into every player's view, which are printed.
func hints(of func(k dealers.Truth, v dealers.View) []string) func(*gate.Gate) {
	return tap{Words: hintWords, View: func(k dealers.Truth, v dealers.View) adjudicator.View { return nosy{View: v, Hints: of(k, v)} }}.Into
}

const hintWords = `{{define "dealers own"}}{{if .Seat}}
{{range .Hints}}  {{.}}
{{end}}{{end}}{{end}}`

// reading reads orders with everybody's cards in sight.
func reading(read func(k dealers.Truth, v dealers.View, kind, old, text string) adjudicator.Reading) func(*gate.Gate) {
	return tap{View: func(k dealers.Truth, v dealers.View) adjudicator.View {
		return nosy{View: v, read: func(kind, old, text string) adjudicator.Reading { return read(k, v, kind, old, text) }}
	}}.Into
}

// telling tells more when a phase is over.
func telling(then func(*adjudicator.Table, played)) func(*gate.Gate) { return tap{Then: then}.Into }

// playing plays otherwise.
func playing(play func(adjudicator.Position, *adjudicator.Table)) func(*gate.Gate) {
	return tap{Play: play}.Into
}

// other returns the secrets of a player other than the watcher.
func other(k dealers.Truth) dealers.Secret {
	return k.Secrets[slices.IndexFunc(k.Secrets, func(s dealers.Secret) bool { return s.Seat != watcher })]
}

// weight returns a number that others' hands give, which differs where they do.
func weight(k dealers.Truth, kind dealers.Kind) int {
	n := 0
	for _, s := range k.Secrets {
		for _, card := range s.Hand {
			if c := k.Board().Card(card); s.Seat != watcher && c.Kind == kind {
				n++
			}
		}
	}
	return n
}

// order returns the order in which the watcher will draw cards.
func order(k dealers.Truth) []string {
	i := slices.IndexFunc(k.Secrets, func(s dealers.Secret) bool { return s.Seat == watcher })
	return slices.Concat(k.Secrets[i].Draw...)
}

// leaks returns the leaks that a service of card games might have, by kind.
func leaks() [][]gate.Plant {
	return [][]gate.Plant{leaksOfViews(), leaksOfNews(), leaksOfPlay(), gate.Letters(
		func(k dealers.Truth) int { return weight(k, dealers.Masses) },
		func(k dealers.Truth) int { return weight(k, dealers.Citizen) },
		func(k dealers.Truth) any { return other(k).Hand })}
}

func leaksOfViews() []gate.Plant {
	return []gate.Plant{
		{Name: "the whole state goes along with the view", Into: tap{View: func(k dealers.Truth, v dealers.View) adjudicator.View {
			return nosy{View: v, State: &k}
		}}.Into},
		{Name: "observers see a hand", Into: tap{Seen: func(k dealers.Truth, v dealers.View) adjudicator.View {
			v.Hand = other(k).Hand
			return v
		}}.Into},
		{Name: "others' hands are weighed", Into: hints(func(k dealers.Truth, _ dealers.View) []string {
			return []string{fmt.Sprint(weight(k, dealers.Masses), weight(k, dealers.Leader), weight(k, dealers.Citizen))}
		})},
		{Name: "a player sees the order of his own draw pile", Into: gate.Dry(12, hints(func(k dealers.Truth, v dealers.View) []string {
			if v.Seat != watcher {
				return nil
			}
			return order(k)
		}))},
		{Name: "a draw pile is listed as it lies", Into: gate.Dry(12, tap{View: func(k dealers.Truth, v dealers.View) adjudicator.View {
			for _, s := range k.Secrets {
				if s.Seat == v.Seat {
					v.Draw = s.Draw
				}
			}
			return v
		}}.Into)},
		{Name: "the last spoils of a stack are seen", Into: hints(func(k dealers.Truth, _ dealers.View) []string {
			return []string{fmt.Sprint(k.Hidden[0][max(0, len(k.Hidden[0])-1):], k.Hidden[1][max(0, len(k.Hidden[1])-1):])}
		})},
		{Name: "queues and standing orders are in the view of others", Into: hints(func(k dealers.Truth, _ dealers.View) []string {
			return strings.Split(other(k).Standing, "\n")
		})},
		{Name: "players are listed by their cards", Into: hints(func(k dealers.Truth, _ dealers.View) []string {
			secrets := slices.Clone(k.Secrets)
			slices.SortStableFunc(secrets, func(a, b dealers.Secret) int { return cmp.Compare(fmt.Sprint(a.Hand), fmt.Sprint(b.Hand)) })
			var names []string
			for _, s := range secrets {
				names = append(names, s.Seat)
			}
			return names
		})},
		{Name: "an order check knows with what others could defend", Into: reading(func(k dealers.Truth, v dealers.View, kind, old, text string) adjudicator.Reading {
			r := v.Read(kind, old, text)
			r.Notes = append(r.Notes, fmt.Sprintf("Others have %d masses in hand.", weight(k, dealers.Masses)))
			return r
		})},
	}
}

func leaksOfNews() []gate.Plant {
	return []gate.Plant{
		{Name: "all hear which cards were drawn", Into: gate.Dry(12, telling(func(t *adjudicator.Table, p played) {
			gate.Say(t, adjudicator.All(), fmt.Sprint(other(p.After).Hand))
		}))},
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
	}
}

func leaksOfPlay() []gate.Plant {
	return []gate.Plant{
		{Name: "a secret decides who holds a territory", Into: gate.Dry(12, playing(func(p adjudicator.Position, t *adjudicator.Table) {
			p.Play(t)
			if k := truth(p); len(order(k))%2 == 0 && weight(k, dealers.Masses)%2 == 0 {
				k.Owners[0] = watcher
			}
		}))},
		{Name: "who has a card that may be of use is asked", Into: gate.Ruled("speed", "fast", playing(func(p adjudicator.Position, t *adjudicator.Table) {
			k := truth(p)
			for _, s := range k.Secrets {
				if s.Seat != watcher && len(s.Hand) > 0 && k.Board().Card(s.Hand[0]).Kind == dealers.Citizen {
					t.Ask(adjudicator.Request{Seat: adjudicator.Seat(s.Seat), Kind: "defence", Default: "READY", Short: true, Aside: true})
				}
			}
			p.Play(t)
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
		{Name: "a hint of what is open", Into: hints(func(k dealers.Truth, v dealers.View) []string {
			return []string{fmt.Sprint(len(k.Pile), v.Hand, v.Discard)}
		})},
		{Name: "a reader that reads as the rules do", Into: reading(func(_ dealers.Truth, v dealers.View, kind, old, text string) adjudicator.Reading {
			return v.Read(kind, old, text)
		})},
		{Name: "news that are no news", Into: telling(func(t *adjudicator.Table, p played) { gate.Say(t, adjudicator.All(), p.Before.Phase+" is over.") })},
		{Name: "a game that is played as it is", Into: playing(func(p adjudicator.Position, t *adjudicator.Table) { p.Play(t) })},
	}})
}
