package serve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/mail"
	"sync"
	"testing"
	"time"

	"deaddrop/gm/letter"
	"deaddrop/gm/towntest"
	"deaddrop/mailer"
)

// carried returns a service that does nothing but carry letters to a town's mail server, until the test or stop ends
// it.
func carried(t *testing.T, w *towntest.Town, sign func([]byte) ([]byte, error)) (s *Service, ctx context.Context,
	stop func()) {
	t.Helper()
	s = &Service{parcels: make(chan *outgoing)}
	s.sender = &mailer.Sender{Sign: sign,
		Server: mailer.Server{Addr: w.Office.SMTP(), TLS: "none", User: "gm@" + towntest.Domain, Password: "secret"}}
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for range carriers {
		all.Go(func() { _ = s.carry(ctx) }) // it has no error
	}
	stop = func() { cancel(); all.Wait(); _ = s.sender.Close() }
	t.Cleanup(stop)
	return s, ctx, stop
}

func toFrance(n int) letter.Letter {
	return letter.Letter{ID: fmt.Sprintf("n%d@%s", n, towntest.Domain), From: "gm@" + towntest.Domain,
		To:      "france@" + towntest.Domain,
		Subject: "[d1] France", Text: fmt.Sprintf("Letter %d.\n", n), Date: time.Date(1901, 4, 1, 0, 0, 0, 0, time.UTC)}
}

// Letters that wait together arrive, each once; a fault of the mailer's comes back as one to who sent a letter, and the
// letters after it go out.
func TestCarriers(t *testing.T) {
	w := towntest.New(t, "france")
	var mu sync.Mutex
	arrived := map[string]int{}
	w.Office.Delivered(func(_ string, _ []string, raw []byte) {
		mu.Lock()
		defer mu.Unlock()
		m, err := mail.ReadMessage(bytes.NewReader(raw))
		if err != nil {
			t.Error(err)
			return
		}
		arrived[m.Header.Get("Message-Id")]++
	})
	s, ctx, stop := carried(t, w, func(raw []byte) ([]byte, error) {
		if bytes.Contains(raw, []byte("Letter 33.")) {
			panic("this one can't be signed")
		}
		return raw, nil
	})
	const letters = 200
	faults := make([]any, letters)
	errs := make([]error, letters)
	var all sync.WaitGroup
	for n := range letters {
		all.Go(func() {
			defer func() { faults[n] = recover() }()
			errs[n] = s.send(ctx, toFrance(n))
		})
	}
	all.Wait()
	if faults[33] == nil {
		t.Error("the fault did not come to its letter")
	}
	mu.Lock()
	for n := range letters {
		times := arrived["<"+toFrance(n).ID+">"]
		arrivedOnce := errs[n] == nil && times == 1
		if faults[n] != nil { // it may have arrived
			arrivedOnce = times <= 1
		}
		if !arrivedOnce {
			t.Errorf("letter %d arrived %d times: %v, %v", n, times, errs[n], faults[n])
		}
	}
	mu.Unlock()
	if err := s.send(ctx, toFrance(letters)); err != nil {
		t.Errorf("a letter after the fault: %v", err)
	}
	stop()
	if err := s.send(ctx, toFrance(letters+1)); !errors.Is(err, context.Canceled) {
		t.Errorf("a letter after the end: %v", err)
	}
	if n := s.waiting.Load(); n != 0 {
		t.Errorf("%d letters seem to wait still", n)
	}
}

// A carrier takes its share of what waits, and leaves the others theirs.
func TestCarriersShare(t *testing.T) {
	for _, c := range []struct{ waiting, want int }{{1, 1}, {4, 1}, {5, 2}, {9, 3}, {41, 11}, {100, together}} {
		s := &Service{parcels: make(chan *outgoing, c.waiting)} // with room, for nobody sends here
		s.waiting.Store(int64(c.waiting))
		for range c.waiting {
			s.parcels <- &outgoing{}
		}
		if got := len(s.share(<-s.parcels)); got != c.want {
			t.Errorf("of %d letters one of %d takes %d, want %d", c.waiting, carriers, got, c.want)
		}
	}
}
