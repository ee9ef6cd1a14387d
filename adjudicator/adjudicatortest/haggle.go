package adjudicatortest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"deaddrop/adjudicator"
)

// Haggle is a small game in which players are asked one after another within a turn: they raise bids from hidden
// purses.
var Haggle = &adjudicator.Rules{
	Name:  "haggle",
	Title: "Haggling",
	Doc:   "Name a price. Two of you raise it in turn, until one passes; the other pays.",
	Seats: []adjudicator.Seat{"Ann", "Bob", "Cid", "Dee"},
	Min:   2,
	Options: []adjudicator.Option{{Name: "pace", Rule: "HG-1", Doc: "who names a price",
		Values: []string{"rounds", "turns"},
		Means: []string{"all name a price, and the two highest haggle",
			"one after another names a price, and haggles with the next"}}},
	Setup: func(t *adjudicator.Table, c adjudicator.Config) (adjudicator.Position, error) {
		m := market{Pace: c.Options["pace"]}
		for _, s := range c.Seats {
			m.Seats = append(m.Seats, Purse{Seat: s, Coins: 4 + t.Roll("purse of "+string(s), 9)})
		}
		return &m, nil
	},
	Blank: func() adjudicator.Position { return new(market) },
}

type market struct {
	Pace  string
	Turn  int
	Bid   int // the current highest bid
	Seats []Purse
}

// A Purse is the number of coins that a seat of Haggle has. It is secret.
type Purse struct {
	Seat  adjudicator.Seat
	Coins int
}

func (m *market) Phase() string {
	switch {
	case m.Pace == "rounds" && m.Turn < 3:
		return fmt.Sprint("Round ", m.Turn+1)
	case m.Pace == "turns" && m.Turn < 2*len(m.Seats):
		return fmt.Sprint("Turn ", m.Turn+1)
	}
	return ""
}

func (m *market) Play(t *adjudicator.Table) {
	first, second := m.offers(t)
	for {
		answer := t.Ask(adjudicator.Request{Seat: m.Seats[second].Seat, Kind: "raise", Default: "pass",
			Short: true, Aside: true})[0]
		if answer == "pass" {
			break
		}
		m.bid(t, second, answer)
		first, second = second, first
	}
	m.Seats[first].Coins -= m.Bid
	t.Tell(adjudicator.Event{Kind: "sold", Data: Purse{m.Seats[first].Seat, m.Bid}}, adjudicator.All())
	t.Tell(adjudicator.Event{Kind: "left", Data: m.Seats[first]}, adjudicator.To(m.Seats[first].Seat))
	m.Bid = 0
	m.Turn++
}

// offers asks for an opening price, and returns the seat that named it and the seat that may raise it first.
func (m *market) offers(t *adjudicator.Table) (first, second int) {
	if m.Pace == "turns" {
		first = m.Turn % len(m.Seats)
		m.bid(t, first,
			t.Ask(adjudicator.Request{Seat: m.Seats[first].Seat, Kind: "offer", Default: "0", Aside: true})[0])
		return first, (first + 1) % len(m.Seats)
	}
	var reqs []adjudicator.Request
	order := []int{}
	for i, s := range m.Seats {
		reqs, order = append(reqs, adjudicator.Request{Seat: s.Seat, Kind: "offer", Default: "0"}), append(order, i)
	}
	offers := t.Ask(reqs...)
	slices.SortStableFunc(order, func(a, b int) int { return number(offers[b]) - number(offers[a]) })
	m.bid(t, order[0], offers[order[0]])
	return order[0], order[1]
}

func (m *market) bid(t *adjudicator.Table, i int, answer string) {
	m.Bid = number(answer)
	t.Tell(adjudicator.Event{Kind: "bid", Data: Purse{m.Seats[i].Seat, m.Bid}}, adjudicator.All())
}

func number(answer string) int {
	n, err := strconv.Atoi(answer)
	if err != nil {
		return -1
	}
	return n
}

func (m *market) View(s adjudicator.Seat) adjudicator.View {
	v := Stall{Bid: m.Bid}
	for _, p := range m.Seats {
		if p.Seat == s || s == adjudicator.GM {
			v.Purses = append(v.Purses, p)
		}
	}
	return v
}

// A Stall is the view of a seat in Haggle.
type Stall struct {
	Bid    int
	Purses []Purse // the seat's own purse; all purses in the game master's view
}

// Read accepts a number of coins, or "pass"; the last valid line counts.
func (v Stall) Read(kind, old, text string) adjudicator.Reading {
	r := adjudicator.Reading{Answer: old}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		n := number(line)
		switch {
		case line == "":
		case kind == "raise" && line == "pass":
			r.Answer = line
			r.Parts = append(r.Parts, adjudicator.Part{Fate: adjudicator.Filed, Quote: line})
		case v.canBid(kind, n):
			r.Answer = strconv.Itoa(n)
			r.Parts = append(r.Parts, adjudicator.Part{Fate: adjudicator.Filed, Quote: line})
		case len(strings.Fields(line)) > 1 && !strings.ContainsAny(line, "0123456789"):
			r.Parts = append(r.Parts, adjudicator.Spoken(line, ""))
		default:
			r.Parts = append(r.Parts, adjudicator.Part{Fate: adjudicator.Refused, Quote: line,
				Why: "That is no bid that you can make."})
		}
	}
	return r
}

// canBid reports whether a number of coins is a valid answer to a request of the given kind.
func (v Stall) canBid(kind string, n int) bool {
	least := v.Bid + 1
	if kind == "offer" {
		least = 0
	}
	return len(v.Purses) == 1 && least <= n && n <= v.Purses[0].Coins
}

// Check accepts a number of coins in normal form, or "pass".
func (v Stall) Check(kind, answer string) error {
	n := number(answer)
	switch {
	case kind == "raise" && answer == "pass":
		return nil
	case v.canBid(kind, n) && answer == strconv.Itoa(n):
		return nil
	}
	return fmt.Errorf("%q is no bid", answer)
}

// Chart returns a chart with a place for each purse.
func (v Stall) Chart() adjudicator.Chart {
	c := adjudicator.Chart{Board: "haggle"}
	for _, p := range v.Purses {
		place := adjudicator.Place{Name: string(p.Seat), Owner: p.Seat}
		if p.Coins > 0 {
			place.Pieces = []adjudicator.Piece{{Kind: "coin", Owner: p.Seat, Count: p.Coins}}
		}
		c.Places = append(c.Places, place)
	}
	return c
}

// Haggler returns a Player that bids at random.
func Haggler(_ adjudicator.View, _ adjudicator.Request, r *rand.Rand) string {
	if r.IntN(4) == 0 {
		return "pass"
	}
	return strconv.Itoa(r.IntN(11))
}

// Richer is a Twin function: it returns a position in which the other seats have more coins, which the watcher can't
// know.
func Richer(p adjudicator.Position, watcher adjudicator.Seat, r *rand.Rand) adjudicator.Position {
	m := p.(*market)
	for i := range m.Seats {
		if m.Seats[i].Seat != watcher {
			m.Seats[i].Coins += r.IntN(4)
		}
	}
	return m
}
