package gm_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/gm/calendar"
	"deaddrop/gm/inspect"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
)

// A parade is a game in which one player after another has a turn, and what the others have on file stands.
type parade struct {
	Seats  []adjudicator.Seat
	Turn   int
	Queued []int // turns whose player has them on file
}

func (p *parade) Phase() string {
	if p.Turn == 3 {
		return ""
	}
	return fmt.Sprint("Turn ", p.Turn+1)
}

func (p *parade) Play(t *adjudicator.Table) {
	var reqs []adjudicator.Request
	for i, s := range p.Seats {
		r := adjudicator.Request{Seat: s, Kind: "offer", Default: "1"}
		if i != p.Turn || slices.Contains(p.Queued, p.Turn) {
			r.Default, r.Filed, r.Stands = "0", "0", true
		}
		reqs = append(reqs, r)
	}
	for i, answer := range t.Ask(reqs...) {
		t.Tell(adjudicator.Event{Kind: "bid", Data: map[string]any{"Seat": p.Seats[i], "Coins": len(answer) + int(answer[0]-'0') - 1}}, adjudicator.All())
	}
	p.Turn++
}

func (p *parade) View(s adjudicator.Seat) adjudicator.View {
	return adjudicatortest.Stall{Bid: -1, Purses: []adjudicatortest.Purse{{Seat: s, Coins: 9}}}
}

// Nobody waits for standing answers: the turn is over when its player has written, and the others' silence does not
// count against them. A player who sends WAIT is waited for.
func TestWhatStandsIsNotWaitedFor(t *testing.T) {
	rules := *adjudicatortest.Haggle
	rules.Setup = func(_ *adjudicator.Table, c adjudicator.Config) (adjudicator.Position, error) {
		return &parade{Seats: c.Seats}, nil
	}
	rules.Blank = func() adjudicator.Position { return new(parade) }
	h := &haggle{t: t, Rand: rand.New(rand.NewPCG(1, 1)), now: noon, heard: map[string][]string{}, m: haggling(t, &rules, calendar.Clock{Every: 72 * time.Hour, Ends: calendar.WhenIn})}
	phase := func(want string) {
		t.Helper()
		o, err := inspect.OverviewOf(t.Context(), h.m, "h1")
		if err != nil {
			t.Fatal(err)
		}
		if o.Phase != want {
			t.Fatalf("it is %q, not %q", o.Phase, want)
		}
		for _, s := range o.Seats {
			if s.Missed > 0 {
				t.Errorf("%s missed %d turns", s.Name, s.Missed)
			}
		}
	}
	deliver(t, h.m, h.now, h.take)
	phase("Turn 1")
	receipt := ""
	if err := reception.Receive(t.Context(), h.m, h.now, letter.Letter{ID: "slip", From: "bob@example.org", Subject: "[h1]", Text: "1\nseven hundred"}); err != nil {
		t.Fatal(err)
	}
	deliver(t, h.m, h.now, func(l letter.Letter) { receipt = l.Text })
	if !strings.Contains(receipt, "Nobody is waiting for you") || strings.Contains(receipt, "the game waits") {
		t.Errorf("Bob, for whom nobody waits, is told:\n%s", receipt)
	}
	h.write("bob", "0")
	h.write("ann", "5")
	phase("Turn 2")
	said := ""
	if err := reception.Receive(t.Context(), h.m, h.now, letter.Letter{ID: "wait", From: "cid@example.org", Subject: "[h1]", Text: "4\nWAIT"}); err != nil {
		t.Fatal(err)
	}
	deliver(t, h.m, h.now, func(l letter.Letter) { said = l.Text })
	if !strings.Contains(said, "WAIT changes nothing") || strings.Contains(said, "=WAIT") {
		t.Errorf("Cid, for whom nobody waits, writes WAIT, and is told:\n%s", said)
	}
	h.write("bob", "6")
	phase("Turn 3")
	want := []string{"Ann bids 5.", "Bob bids 0.", "Cid bids 0.", "Ann bids 0.", "Bob bids 6.", "Cid bids 4."}
	if !slices.Equal(h.heard["Bob"], want) {
		t.Errorf("Bob was told %q, not %q", h.heard["Bob"], want)
	}
}

// A turn that its player has on file is played as soon as it comes, where turns end when all are in; after the delay
// of the game, if it has one, in which they may still change it.
func TestQueuedTurnIsPlayed(t *testing.T) {
	for delay, want := range map[time.Duration][]string{0: {"Turn 3", "Turn 3"}, time.Hour: {"Turn 2", "Turn 3"}} {
		rules := *adjudicatortest.Haggle
		rules.Setup = func(_ *adjudicator.Table, c adjudicator.Config) (adjudicator.Position, error) {
			return &parade{Seats: c.Seats, Queued: []int{1}}, nil
		}
		rules.Blank = func() adjudicator.Position { return new(parade) }
		h := &haggle{t: t, Rand: rand.New(rand.NewPCG(1, 1)), now: noon, heard: map[string][]string{},
			m: haggling(t, &rules, calendar.Clock{Every: 72 * time.Hour, Ends: calendar.WhenIn, Delay: delay})}
		deliver(t, h.m, h.now, h.take)
		h.write("ann", "5")
		h.now = h.now.Add(delay) // in which Ann may change her mind
		deliver(t, h.m, h.now, h.take)
		for i, phase := range want {
			o, err := inspect.OverviewOf(t.Context(), h.m, "h1")
			if err != nil {
				t.Fatal(err)
			}
			if o.Phase != phase {
				t.Errorf("with a delay of %v it is %q, not %q, after %d of them", delay, o.Phase, phase, i+1)
			}
			h.now = h.now.Add(delay)
			deliver(t, h.m, h.now, h.take)
		}
	}
}
