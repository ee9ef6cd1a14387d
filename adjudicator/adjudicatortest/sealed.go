package adjudicatortest

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
)

// Sealed is a small game with secrets: hidden hands and sealed bids. Only the winner of each round is public.
var Sealed = &adjudicator.Rules{
	Name:  "sealed",
	Title: "Sealed Bids",
	Doc:   "Each round bid one card of your hand. The highest that nobody else bids wins the round.",
	Seats: []adjudicator.Seat{"Ann", "Bob", "Cid", "Dee"},
	Min:   4,
	Blind: true,
	Setup: func(t *adjudicator.Table, c adjudicator.Config) (adjudicator.Position, error) {
		a := auction{}
		for _, s := range c.Seats {
			deck := []byte("123456789")
			t.Shuffle("hand of "+string(s), len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
			a[s] = string(deck[:6])
		}
		return &a, nil
	},
	Blank: func() adjudicator.Position { return new(auction) },
}

// An auction is the position of Sealed: the hand of each seat, with a digit for each card.
type auction map[adjudicator.Seat]string

func (a auction) Phase() string {
	if n := len(a["Ann"]); n > 0 {
		return fmt.Sprint("Round ", 7-n)
	}
	return ""
}

func (a auction) Play(t *adjudicator.Table) {
	var reqs []adjudicator.Request
	for _, s := range Sealed.Seats {
		reqs = append(reqs, adjudicator.Request{Seat: s, Kind: "bid", Default: a[s][:1]})
	}
	bids, best, winner := t.Ask(reqs...), "", "nobody"
	for i, s := range Sealed.Seats {
		a[s] = strings.Replace(a[s], bids[i], "", 1)
		if alone := !slices.Contains(slices.Delete(slices.Clone(bids), i, i+1), bids[i]); alone && bids[i] > best {
			best, winner = bids[i], string(s)
		}
	}
	t.Tell(adjudicator.Event{Kind: "round", Data: winner}, adjudicator.All())
}

func (a auction) View(s adjudicator.Seat) adjudicator.View {
	if s == adjudicator.GM {
		return hand(fmt.Sprint(map[adjudicator.Seat]string(a))) // fmt prints maps sorted by key
	}
	return hand(a[s])
}

type hand string

func (h hand) Read(_, old, text string) adjudicator.Reading {
	if text = strings.TrimSpace(text); h.Check("", text) == nil {
		return adjudicator.Reading{Answer: text, Parts: []adjudicator.Part{{Fate: adjudicator.Filed, Quote: text}}}
	}
	if text == "" {
		return adjudicator.Reading{Answer: old}
	}
	return adjudicator.Reading{
		Answer: old, Parts: []adjudicator.Part{
			{Fate: adjudicator.Refused, Quote: text, Why: "That is no card of your hand."},
		},
	}
}

// Check accepts a card of the hand.
func (h hand) Check(_, answer string) error {
	if len(answer) != 1 || !strings.Contains(string(h), answer) {
		return fmt.Errorf("%q is no card of this hand", answer)
	}
	return nil
}
