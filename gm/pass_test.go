package gm_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"deaddrop/adjudicator/deadman"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/gm/work"
)

// A studio is a service with games that are about to begin, whose letters have maps. Each map takes two seconds, and
// tasks are held for one.
type studio struct {
	*gm.Master
	t     *testing.T
	mu    sync.Mutex
	clock time.Time
	sent  []letter.Letter
	drawn int
	after func(drawn int) // called after each letter with a map
}

// newStudio has the game d1, whose first letters have been sent, and others, e0, e1 and so on, whose first letters
// wait.
func newStudio(t *testing.T, others int) *studio {
	t.Helper()
	g := newMapped(t)
	s := &studio{Master: g.Master, t: t, clock: g.now, after: func(int) {}}
	s.Parallel, s.LeaseTimeout = 64, time.Second
	for i := range others {
		plan := desk.Plan{Name: fmt.Sprint("e", i), Rules: "deadman", Clock: calendar.Clock{Every: 24 * time.Hour}, Secret: make([]byte, 32), Desk: "gm@example.org"}
		for _, seat := range deadman.Rules.Seats {
			plan.Players = append(plan.Players, game.Player{Seat: seat, Address: fmt.Sprintf("%s.%d@example.org", strings.ToLower(string(seat)), i)})
		}
		if err := desk.At(s.Master, gm.ActOptions{}).New(t.Context(), s.clock, plan); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func (s *studio) send(_ context.Context, l letter.Letter) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent = append(s.sent, l)
	if l.Picture != nil {
		s.drawn++
		s.clock = s.clock.Add(2 * time.Second)
		s.after(s.drawn)
	}
	return nil
}

// works does what is due, as long as anything is. No letter may be sent twice.
func (s *studio) works() {
	s.t.Helper()
	for n, was := 1, 0; n > 0; was = len(s.sent) {
		var err error
		if n, err = work.Due(s.t.Context(), s.Master, s.clock, s.send); err != nil {
			s.t.Fatal(err)
		}
		for i, l := range s.sent[was:] {
			again := slices.ContainsFunc(s.sent[:was+i], func(o letter.Letter) bool { return o.ID == l.ID })
			if again || l.Duplicate {
				s.t.Fatalf("letter %s to %s is sent again, or is marked as a copy", l.ID, l.To)
			}
		}
	}
	if left := unsentOf(s.t, s.Master); len(left) > 0 {
		s.t.Errorf("the outbox has %+v", left)
	}
}

// place returns the place of the only letter of a game to a player that has a text, and how many maps were drawn before.
func (s *studio) place(to, text string) (place, drawn int) {
	s.t.Helper()
	place = slices.IndexFunc(s.sent, func(l letter.Letter) bool { return l.To == to+"@example.org" && strings.Contains(l.Text, text) })
	if place < 0 {
		s.t.Fatalf("no letter to %s has %q", to, text)
	}
	for _, l := range s.sent[:place] {
		if l.Picture != nil {
			drawn++
		}
	}
	return place, drawn
}

// Letters that are written while many letters with maps wait are sent before more than a few maps are drawn. Only
// answers overtake a letter to the same address. No letter is taken twice while it is being sent, even if its lease
// has run out.
func TestLettersPassPictures(t *testing.T) {
	s := newStudio(t, 12)
	const in, most = 20, 26 // maps drawn before anything is written, and before it is sent
	s.after = func(drawn int) {
		if drawn != in {
			return
		}
		order := letter.Letter{ID: "1@x", From: "turkey.11@example.org", Subject: "[e11]", Text: "A Con-Bul", Proof: letter.Proved}
		d := desk.At(s.Master, gm.ActOptions{})
		err := errors.Join(reception.Receive(t.Context(), s.Master, s.clock, order),
			d.Press(t.Context(), s.clock, "d1", "Italy", "To the free."), d.Press(t.Context(), s.clock, "e11", "Turkey", "To the bound."))
		if err != nil {
			t.Error(err)
		}
	}
	s.works()
	if s.drawn != 12*(len(deadman.Rules.Seats)+1) { // and the game master's
		t.Fatalf("%d letters have maps", s.drawn)
	}
	receipt, before := s.place("turkey.11", "A Con")
	if before < in || before > most {
		t.Errorf("the answer goes after %d maps", before)
	}
	if _, before := s.place("italy", "To the free."); before < in || before > most {
		t.Errorf("press to a player for whom no map waits goes after %d maps", before)
	}
	first := slices.IndexFunc(s.sent, func(l letter.Letter) bool { return l.To == "turkey.11@example.org" && l.Picture != nil })
	if press, _ := s.place("turkey.11", "To the bound."); receipt > first || press < first {
		t.Errorf("the answer is letter %d, the map letter %d, and later press letter %d", receipt, first, press)
	}
}

// Letters without maps go before those with maps that were written earlier, and a letter whose service died is sent too.
func TestPlainLettersFirst(t *testing.T) {
	s := newStudio(t, 10)
	if _, err := s.Store.Take(t.Context(), s.clock, s.clock.Add(time.Second), 3); err != nil { // and then it died
		t.Fatal(err)
	}
	s.clock = s.clock.Add(time.Minute)
	if err := desk.At(s.Master, gm.ActOptions{}).Press(t.Context(), s.clock, "d1", "ALL", "To all."); err != nil {
		t.Fatal(err)
	}
	for n := 1; n > 0; {
		var err error
		if n, err = work.Due(t.Context(), s.Master, s.clock, s.send); err != nil {
			t.Fatal(err)
		}
	}
	if _, before := s.place("turkey", "To all."); before > 0 || s.drawn == 0 {
		t.Errorf("press goes after %d maps of %d", before, s.drawn)
	}
	doubtful := slices.DeleteFunc(slices.Clone(s.sent), func(l letter.Letter) bool { return !l.Duplicate })
	if len(doubtful) != 3 {
		t.Errorf("%d letters are marked as copies", len(doubtful))
	}
}
