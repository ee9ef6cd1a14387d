package decatur_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/decatur"
	"deaddrop/gm/gate"
)

// leaks returns the leaks that a service of card games might have, by kind.
func leaks() [][]gate.Plant {
	return [][]gate.Plant{leaksOfTrials(), leaksOfViews(), leaksOfNews(), leaksOfPlay(), gate.Letters(
		func(k decatur.Truth) int { return holds(k, decatur.British) },
		func(k decatur.Truth) int { return holds(k, decatur.Crescent) },
		func(k decatur.Truth) any { return k.Draw })}
}

func leaksOfTrials() []gate.Plant {
	return []gate.Plant{
		{Name: "orders are tried with the true hands of others", Into: tap{View: func(k decatur.Truth, v decatur.View) adjudicator.View {
			return nosy{View: v, try: func(t adjudicator.Trial) adjudicator.Tried {
				out := v.Try(t)
				if len(out.Lines) > 0 {
					out.Lines = append(out.Lines, fmt.Sprint("They hold ", holds(k, decatur.Orient), " Orient cards."))
				}
				return out
			}}
		}}.Into},
	}
}

func leaksOfViews() []gate.Plant {
	return []gate.Plant{
		{Name: "the whole state goes along with the view", Into: tap{View: func(k decatur.Truth, v decatur.View) adjudicator.View {
			return nosy{View: v, State: &k}
		}}.Into},
		{Name: "observers see a hand", Into: tap{Seen: func(k decatur.Truth, v decatur.View) adjudicator.View {
			v.Hand = k.Secrets[0].Hand
			return v
		}}.Into},
		{Name: "the next card of the deck is in the view", Into: hints(func(k decatur.Truth, _ decatur.View) []string {
			return []string{fmt.Sprint(k.Draw[:min(1, len(k.Draw))])}
		})},
		{Name: "what is left in the deck is counted by kind", Into: hints(func(k decatur.Truth, _ decatur.View) []string {
			n := 0
			for _, card := range k.Draw {
				if card == decatur.Orient {
					n++
				}
			}
			return []string{fmt.Sprint(n)}
		})},
		{Name: "the table counts the face down cards of the first player", Into: hints(func(k decatur.Truth, _ decatur.View) []string {
			return []string{fmt.Sprint(secretOf(k, k.Players[0].Seat).Prosperity)}
		})},
		{Name: "the table counts all cards that were dealt", Into: hints(func(k decatur.Truth, _ decatur.View) []string {
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
		{Name: "standing orders are in the view of others", Into: hints(func(k decatur.Truth, _ decatur.View) []string {
			return strings.Split(secretOf(k, k.Players[len(k.Players)-1].Seat).Standing, "\n")
		})},
		{Name: "players are listed by their hands", Into: hints(func(k decatur.Truth, _ decatur.View) []string {
			secrets := slices.Clone(k.Secrets)
			slices.SortStableFunc(secrets, func(a, b decatur.Secret) int { return strings.Compare(fmt.Sprint(a.Hand), fmt.Sprint(b.Hand)) })
			var names []string
			for _, s := range secrets {
				names = append(names, s.Seat)
			}
			return names
		})},
		{Name: "an order check knows who could answer", Into: reading(func(k decatur.Truth, v decatur.View, kind, old, text string) adjudicator.Reading {
			r := v.Read(kind, old, text)
			if strings.Contains(text, "VENTURE") && holds(k, decatur.Orient) == 0 {
				r.Notes = append(r.Notes, "Nobody else has an Orient card.")
			}
			return r
		})},
		{Name: "a condition on a hand is taken only if it can hold", Into: reading(func(k decatur.Truth, v decatur.View, kind, old, text string) adjudicator.Reading {
			r := v.Read(kind, old, text)
			if strings.Contains(text, "IF HAND(Blue)") && slices.Contains(secretOf(k, "Blue").Hand, decatur.British) {
				r.Parts = append(r.Parts, adjudicator.Part{Fate: adjudicator.Refused, Quote: "IF HAND(Blue)", Why: "Think again."})
			}
			return r
		})},
	}
}

func leaksOfNews() []gate.Plant {
	return []gate.Plant{
		{Name: "all hear what was passed over", Into: telling(func(t *adjudicator.Table, p played) {
			for _, e := range p.Told {
				var d struct{ Lines []decatur.Holding }
				if e.Kind == "skipped" && json.Unmarshal(e.Data, &d) == nil {
					gate.Say(t, adjudicator.All(), fmt.Sprintf("%d lines of %s were passed over.", len(d.Lines), e.To.Seats))
				}
			}
		})},
		{Name: "how many alternatives were filed is told", Into: telling(func(t *adjudicator.Table, p played) {
			for _, s := range p.After.Players {
				n := len(filed(p.Answers[s.Seat], func(line string) bool { return len(line) > 1 && line[1] == ':' }))
				gate.Say(t, adjudicator.All(), fmt.Sprintf("%s filed %d alternatives.", s.Seat, n))
			}
		})},
		{Name: "a takeover is told with the whole ladder", Into: telling(func(t *adjudicator.Table, p played) {
			for _, d := range takeovers(p.Told) {
				gate.Say(t, adjudicator.All(), filed(p.Answers[d.Contender], func(line string) bool { return strings.Contains(line, d.From+"-"+d.To) })...)
			}
		})},
		{Name: "who conceded is told whether he could have held it", Into: telling(func(t *adjudicator.Table, p played) {
			for _, d := range takeovers(p.Told) {
				for _, line := range filed(p.Answers[d.Contender], func(line string) bool { return strings.Contains(line, d.From+"-"+d.To) }) {
					gate.Say(t, adjudicator.To(adjudicator.Seat(d.Defender)), fmt.Sprintf("More was to come: %v.", strings.Contains(line, "PLAY")))
				}
			}
		})},
		{Name: "it is told who conceded with a card in hand that matches", Into: gate.Dry(12, telling(func(t *adjudicator.Table, p played) {
			b := decatur.House()
			for _, d := range takeovers(p.Told) {
				to, _ := b.Loc(d.To)
				if slices.Contains(secretOf(p.After, d.Defender).Hand, b.Locations[to].Commonwealth) {
					gate.Say(t, adjudicator.All(), d.Defender+" might have gone on.")
				}
			}
		}))},
		{Name: "all hear who was silent", Into: telling(func(t *adjudicator.Table, p played) {
			for _, e := range p.Told {
				if e.Kind == "nmr" {
					gate.Say(t, adjudicator.All(), fmt.Sprintf("Nothing came from %s.", e.To.Seats[0]))
				}
			}
		})},
		{Name: "who draws a card of a kind that he has is heard", Into: gate.Dry(12, telling(func(t *adjudicator.Table, p played) {
			for _, s := range p.After.Secrets {
				was := secretOf(p.Before, s.Seat).Hand
				if len(s.Hand) > len(was) && len(was) > 0 && slices.Contains(was, s.Hand[len(s.Hand)-1]) {
					gate.Say(t, adjudicator.All(), "A pair!")
				}
			}
		}))},
		{Name: "an interval begins with a word on what was not dealt", Into: telling(func(t *adjudicator.Table, p played) {
			if len(p.After.Rest) > 0 {
				gate.Say(t, adjudicator.All(), string(p.After.Rest[0]))
			}
		})},
	}
}

func leaksOfPlay() []gate.Plant {
	return []gate.Plant{
		{Name: "secret draws and public dice are of one stream", Into: playing(func(p adjudicator.Position, t *adjudicator.Table) {
			for range holds(truthOf(p), decatur.Orient) {
				t.Roll("clock", 6)
				t.Roll("attrition", 6)
			}
			p.Play(t)
		})},
		{Name: "who has a card that may be of use is asked", Into: gate.Ruled("speed", "fast", playing(func(p adjudicator.Position, t *adjudicator.Table) {
			for _, s := range truthOf(p).Secrets {
				if s.Seat != watcher && slices.Contains(s.Hand, decatur.Orient) {
					t.Ask(adjudicator.Request{Seat: adjudicator.Seat(s.Seat), Kind: "turn", Default: "1: PASS", Short: true, Aside: true})
				}
			}
			p.Play(t)
		}))},
		{Name: "the deal of an interval hangs on the deck", Into: gate.Dry(12, playing(func(p adjudicator.Position, t *adjudicator.Table) {
			if k := truthOf(p); len(k.Draw) > 0 && k.Draw[0] == decatur.Russian {
				t.Roll("prosperity", 6)
				t.Roll("cup", 6)
				t.Roll("clock", 6)
			}
			p.Play(t)
		}))},
		{Name: "a secret decides where factors go", Into: gate.Dry(12, gate.Ruled("speed", "fast", playing(func(p adjudicator.Position, t *adjudicator.Table) {
			before := len(t.Record().Told)
			p.Play(t)
			k := truthOf(p)
			for _, d := range takeovers(t.Record().Told[before:]) {
				s := secretOf(k, d.Defender)
				if i := slices.IndexFunc(k.Locations, func(h decatur.Holding) bool { return h.Location == d.Relocated }); i >= 0 && !strings.Contains(s.Standing, "RELOCATE") && len(s.Hand) > 0 && s.Hand[0] > decatur.Crescent && k.Locations[i].Factors > 1 {
					k.Locations[i].Factors--
				}
			}
		})))},
	}
}

// leakGate returns the gate with which leaks are looked for, of a few turns.
func leakGate(t testing.TB) gate.Gate {
	t.Helper()
	g := theGate(t)
	g.Turns = 5
	return g
}

// Each kind of leak is found when it is put in.
func TestGateFindsLeaks(t *testing.T) { gate.Finds(t, leakGate, 200, leaks()) }

// With plants that give the watcher nothing new, the gate finds no leak.
func TestGateFindsOnlyLeaks(t *testing.T) {
	gate.FindsNone(t, leakGate, 1, [][]gate.Plant{gate.Harmless(), {
		{Name: "rules that are tapped", Into: tap{}.Into},
		{Name: "a hint that is always the same", Into: hints(func(decatur.Truth, decatur.View) []string { return []string{"Good luck!"} })},
		{Name: "a hint of what is open", Into: hints(func(k decatur.Truth, v decatur.View) []string {
			return []string{fmt.Sprint(len(k.Draw), k.Open, v.Hand)}
		})},
		{Name: "a reader that reads as the rules do", Into: reading(func(_ decatur.Truth, v decatur.View, kind, old, text string) adjudicator.Reading {
			return v.Read(kind, old, text)
		})},
		{Name: "news that are no news", Into: telling(func(t *adjudicator.Table, p played) { gate.Say(t, adjudicator.All(), p.Before.Phase+" is over.") })},
		{Name: "a game that is played as it is", Into: playing(func(p adjudicator.Position, t *adjudicator.Table) { p.Play(t) })},
	}})
}
