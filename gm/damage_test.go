package gm_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator/deadman"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/gm/store"
)

// A damaged store can't read one game.
type damaged struct {
	store.Store
	game string
}

func (d *damaged) Load(ctx context.Context, game string) (store.Game, error) {
	if game == d.game {
		return store.Game{}, fmt.Errorf("the disk: %w", store.ErrDamaged)
	}
	return d.Store.Load(ctx, game)
}

// Letters for a game that is damaged are not taken, and nobody is told that they do not play there; those for others are, and
// so are turns. The game master hears of it once a day.
func TestDamagedGame(t *testing.T) {
	m := started(t)
	m.Desk = "desk@example.org"
	plan := desk.Plan{Trust: intake.TrustOpen, Name: "d2", Rules: "deadman", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour}}
	for _, seat := range deadman.Rules.Seats {
		plan.Players = append(plan.Players, game.Player{Seat: seat, Address: "other." + strings.ToLower(string(seat)) + "@example.org"})
	}
	plan.Players[0].Address = "france@example.org" // plays in both
	if err := desk.At(m, gm.ActOptions{}).New(t.Context(), noon, plan); err != nil {
		t.Fatal(err)
	}
	deliver(t, m, noon, func(letter.Letter) {})
	whole := m.Store
	m.Store = &damaged{whole, "d1"}
	now := noon
	n := 0
	receive := func(from, subject string) (answers []letter.Letter, err error) {
		t.Helper()
		n++
		err = reception.Receive(t.Context(), m, now, letter.Letter{ID: fmt.Sprint(n), From: from + "@example.org", Subject: subject, Text: "READY\n"})
		deliver(t, m, now, func(l letter.Letter) { answers = append(answers, l) })
		return answers, err
	}
	for _, c := range []struct {
		from, subject string
		told          int
	}{{"france", "[d1.1] orders", 1}, {"italy", "[d1.1] orders", 0}, {"italy", "orders", 0}} {
		answers, err := receive(c.from, c.subject)
		if !errors.Is(err, store.ErrDamaged) {
			t.Errorf("%s, %q: it is taken: %v", c.from, c.subject, err)
		}
		for _, l := range answers {
			if l.To != m.Desk || !strings.Contains(l.Text, "damaged") || !strings.Contains(l.Text, "d1") {
				t.Errorf("%s is written to: %s", l.To, l.Text)
			}
		}
		if len(answers) != c.told {
			t.Errorf("%s, %q: %d letters", c.from, c.subject, len(answers))
		}
	}
	for _, subject := range []string{"[d2.1] orders", "orders"} {
		if answers, err := receive("france", subject); err != nil || len(answers) != 1 || answers[0].To != "france@example.org" || !strings.Contains(answers[0].Subject, "[d2") {
			t.Errorf("%q: %v, %v", subject, answers, err)
		}
	}
	items, err := desk.Inbox(t.Context(), m)
	if err != nil || len(items) != 1 || !strings.Contains(items[0].Why, "damaged") {
		t.Errorf("%v, %v", items, err)
	}
	now = noon.Add(73 * time.Hour)
	var desk, players int
	deliver(t, m, now, func(l letter.Letter) {
		if l.To == m.Desk {
			if strings.Contains(l.Text, "damaged") {
				desk++
			}
		} else {
			players++
			if !strings.Contains(l.Subject, "[d2") {
				t.Errorf("%s is written to: %s", l.To, l.Subject)
			}
		}
	})
	if desk != 1 || players == 0 {
		t.Errorf("after the deadlines the game master gets %d letters, and the players %d", desk, players)
	}
	m.Store = whole
	if answers, err := receive("italy", "[d1.1] orders"); err != nil || len(answers) == 0 {
		t.Errorf("when it is good again: %v, %v", answers, err)
	}
}
