package gm_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
)

// haggling returns a master with a running game of rules like Haggle, h1, for three players at turns and a game
// master.
func haggling(t *testing.T, rules *adjudicator.Rules, clock calendar.Clock) *gm.Master {
	t.Helper()
	m := master(t, filepath.Join(t.TempDir(), "games.db"))
	t.Cleanup(func() {
		if err := m.Store.Close(); err != nil {
			t.Error(err)
		}
	})
	m.Rules = append([]*adjudicator.Rules{rules}, m.Rules...)
	plan := desk.Plan{Trust: intake.TrustOpen, Name: "h1", Rules: rules.Name, Secret: []byte("0123456789abcdef"), Clock: clock, Desk: "desk@example.org", Options: map[string]string{"pace": "turns"}}
	for _, seat := range []string{"Ann", "Bob", "Cid"} {
		plan.Players = append(plan.Players, game.Player{Seat: adjudicator.Seat(seat), Address: strings.ToLower(seat) + "@example.org"})
	}
	if err := desk.At(m, gm.ActOptions{}).New(t.Context(), noon, plan); err != nil {
		t.Fatal(err)
	}
	return m
}

var told = regexp.MustCompile(`(?m)^(\w+ bids \d+\.|Sold to \w+ for \d+\.|\w+, you have \d+ left\.|\| word \d+)$`)

// Whatever is asked, answered, written to all, asked about and handed over within turns, everybody is told each thing
// once and in its order, by the time that the game is over.
func TestToldOnce(t *testing.T) {
	for seed := range uint64(10) {
		h := &haggle{t: t, Rand: rand.New(rand.NewPCG(seed, 1)), now: noon, players: []string{"ann", "bob", "cid", "desk"}, heard: map[string][]string{},
			m: haggling(t, adjudicatortest.Haggle, calendar.Clock{Every: 72 * time.Hour, Delay: time.Hour})}
		for h.turn() {
		}
		for i, player := range h.players {
			seat := []string{"Ann", "Bob", "Cid", "GM"}[i]
			events, press := apart(h.heard[seat])
			if want := h.write(player, "HISTORY"); len(want) < 12 || !slices.Equal(events, want) {
				t.Errorf("seed %d: %s was told\n%q\nand not\n%q", seed, seat, events, want)
			}
			if !slices.Equal(press, h.words) {
				t.Errorf("seed %d: %s has the press %q and not %q", seed, seat, press, h.words)
			}
		}
	}
}

// apart are the events and the press.
func apart(lines []string) (events, press []string) {
	for _, line := range lines {
		if line[0] == '|' {
			press = append(press, line)
		} else {
			events = append(events, line)
		}
	}
	return events, press
}

// A haggle is a game that is played at random.
type haggle struct {
	*rand.Rand
	t       *testing.T
	m       *gm.Master
	now     time.Time
	letters int
	players []string            // in the order of the seats, the game master last
	heard   map[string][]string // by seat: all that it was told in letters that are no answers
	words   []string            // of press to all
}

var headline = regexp.MustCompile(`^\[h1[.\d]*\] (\w+): .*\n\n`)

func (h *haggle) take(l letter.Letter) {
	if !l.Answer {
		seat := headline.FindStringSubmatch(l.Text)[1]
		h.heard[seat] = append(h.heard[seat], told.FindAllString(l.Text, -1)...)
	}
}

// write has a player write a letter, and returns what they are told in answer.
func (h *haggle) write(player, text string) (answer []string) {
	h.t.Helper()
	h.letters++
	l := letter.Letter{ID: fmt.Sprint(h.letters), From: player + "@example.org", Subject: "[h1]", Text: text}
	if err := reception.Receive(h.t.Context(), h.m, h.now, l); err != nil {
		h.t.Fatal(err)
	}
	deliver(h.t, h.m, h.now, func(l letter.Letter) {
		if h.take(l); l.Answer {
			answer = told.FindAllString(l.Text, -1)
		}
	})
	return answer
}

// turn has this and that happen, and one question answered. It reports whether there was one.
func (h *haggle) turn() bool {
	h.t.Helper()
	o, err := inspect.OverviewOf(h.t.Context(), h.m, "h1")
	if err != nil {
		h.t.Fatal(err)
	}
	asked := slices.IndexFunc(o.Seats, func(s inspect.SeatOverview) bool { return s.Asked })
	if o.State == "over" {
		return false
	}
	i := h.IntN(3)
	switch h.IntN(4) {
	case 0:
		h.words = append(h.words, fmt.Sprint("| word ", h.letters))
		h.write(h.players[i], fmt.Sprintf("PRESS TO ALL\nword %d\nENDPRESS", h.letters))
	case 1:
		h.write(h.players[i], "STATUS\nHISTORY")
	case 2:
		h.players[i] = fmt.Sprint("new", h.letters)
		if err := desk.At(h.m, gm.ActOptions{}).Seat(h.t.Context(), h.now, "h1", string(o.Seats[i].Name), h.players[i]+"@example.org"); err != nil {
			h.t.Fatal(err)
		}
	}
	h.write(h.players[asked], adjudicatortest.Haggler(nil, adjudicator.Request{}, h.Rand)+"\nREADY")
	h.now = h.now.Add(80 * time.Hour)
	deliver(h.t, h.m, h.now, h.take)
	return true
}

// Even a player who is never asked hears of the game after as many turns as there are seats.
func TestNobodyIsForgotten(t *testing.T) {
	m := haggling(t, adjudicatortest.Haggle, calendar.Clock{Every: 72 * time.Hour})
	var gmSeat []string
	for range 13 {
		deliver(t, m, noon, func(l letter.Letter) {
			if l.To == "desk@example.org" {
				gmSeat = append(gmSeat, fmt.Sprint(strings.TrimSpace(headline.FindString(l.Text)), len(told.FindAllString(l.Text, -1))))
			}
		})
		if err := desk.At(m, gm.ActOptions{}).Resolve(t.Context(), noon, "h1", ""); err != nil && len(gmSeat) < 3 {
			t.Fatal(err)
		}
	}
	if got := strings.Join(gmSeat, ", "); got != "[h1] GM: welcome to Haggling0, [h1] GM: Turn 610, [h1] GM: the game is over2" {
		t.Errorf("the game master, who is asked nothing, got %s", got)
	}
}

// Letters that were put off for a seat are made by playing phases again. If the program has changed so much that this
// fails, the game goes on, and the game master is asked to tell the player.
func TestToldByAnotherProgram(t *testing.T) {
	rules, changed := *adjudicatortest.Haggle, false
	rules.Setup = func(t *adjudicator.Table, c adjudicator.Config) (adjudicator.Position, error) {
		p, err := adjudicatortest.Haggle.Setup(t, c)
		return &altered{p, &changed}, err
	}
	rules.Blank = func() adjudicator.Position { return &altered{adjudicatortest.Haggle.Blank(), &changed} }
	m := haggling(t, &rules, calendar.Clock{Every: 72 * time.Hour})
	resolve := func(want string) {
		t.Helper()
		if err := desk.At(m, gm.ActOptions{}).Resolve(t.Context(), noon, "h1", ""); err != nil {
			t.Fatal(err)
		}
		var got []string
		deliver(t, m, noon, func(l letter.Letter) { got = append(got, fmt.Sprint(l.To, " ", told.FindAllString(l.Text, -1))) })
		if strings.Join(got, "; ") != want {
			t.Errorf("the letters are %q, want %q", got, want)
		}
	}
	deliver(t, m, noon, func(letter.Letter) {})
	resolve("bob@example.org [Ann bids 0.]")
	resolve("bob@example.org [Sold to Ann for 0.]")
	changed = true
	resolve("desk@example.org []; cid@example.org [Bob bids 0.]")
	resolve("cid@example.org [Sold to Bob for 0.]")
}

// altered is Haggle as a program that can't play the first turn any more.
type altered struct {
	adjudicator.Position
	changed *bool
}

func (a *altered) MarshalJSON() ([]byte, error)    { return json.Marshal(a.Position) }
func (a *altered) UnmarshalJSON(data []byte) error { return json.Unmarshal(data, a.Position) }

func (a *altered) Play(t *adjudicator.Table) {
	if *a.changed && a.Phase() == "Turn 1" {
		panic("there is no Turn 1")
	}
	a.Position.Play(t)
}
