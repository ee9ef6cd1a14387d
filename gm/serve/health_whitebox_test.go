package serve

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"deaddrop/gm/config"
	"deaddrop/gm/letter"
	"deaddrop/gm/setup"
	"deaddrop/gm/store"
	"deaddrop/gm/towntest"
	"deaddrop/gm/work"
	"deaddrop/mailer"
)

// A sick store answers as it is told.
type sick struct {
	store.Store
	load func(context.Context) error
}

func (s *sick) Load(ctx context.Context, game string) (store.Game, error) {
	if err := s.load(ctx); err != nil {
		return store.Game{}, err
	}
	return s.Store.Load(ctx, game)
}

// idle returns a service of a town that tells figures and does nothing, by a clock of the test's own.
func idle(t *testing.T, w *towntest.Town, now *atomic.Int64) *Service {
	t.Helper()
	c, err := config.Read(w.Config)
	if err != nil {
		t.Fatal(err)
	}
	quiet := slog.New(slog.DiscardHandler)
	m, err := setup.Open(c, nil, quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Store.Close(); err != nil {
			t.Error(err)
		}
	})
	clock := func() time.Time { return time.Unix(0, now.Load()) }
	counts := newMeter(m, clock)
	s, err := New(Options{Config: c, Log: quiet}, m, clock)
	if err != nil {
		t.Fatal(err)
	}
	s.meter = counts
	return s
}

// A service says what is wrong with it, and that is not what restarting it would not mend.
func TestHealth(t *testing.T) {
	t.Parallel()
	now := new(atomic.Int64)
	now.Store(time.Now().UnixNano())
	s := idle(t, towntest.New(t), now)
	healthy, limit := s.master.Store, time.Minute
	check := func(what string, status int, want string) {
		t.Helper()
		ctx, stop := context.WithTimeout(t.Context(), limit)
		defer stop()
		w := httptest.NewRecorder()
		s.observed().ServeHTTP(w, httptest.NewRequestWithContext(ctx, "GET", "http://127.0.0.1:9180/healthz", nil))
		if w.Code != status || w.Body.String() != want {
			t.Errorf("%s: %d %q, want %d %q", what, w.Code, w.Body, status, want)
		}
		w = httptest.NewRecorder()
		s.observed().ServeHTTP(w, httptest.NewRequestWithContext(ctx, "GET", "http://127.0.0.1:9180/metrics", nil))
		if is := strings.Contains(w.Body.String(), "\ndeaddrop_healthy 1\n"); is != (status == 200) {
			t.Errorf("%s: deaddrop_healthy 1 is told: %v", what, is)
		}
	}
	check("before the mailbox was read", 200, "ok\nThe mailbox has not been read yet.\n")
	s.mailbox.setLooked(s.now())
	check("at first", 200, "ok\n")
	now.Add(int64(9 * time.Minute))
	check("while letters take long to be sent", 200, "ok\n")
	now.Add(int64(2 * time.Minute))
	check("without rounds", 503, "No round of work has begun for 11 min.\n")
	now.Add(int64(6 * time.Minute))
	s.began.Store(now.Load())
	check("without mail", 200, "ok\nThe mailbox was last read 17 min ago; the log says why.\n")
	s.mailbox.setHeard(s.now())
	check("with a long queue", 200, "ok\nSome letters have been waiting for 17 min; others are taken in meanwhile.\n")
	s.mailbox.setLooked(s.now())
	s.untaken.note(mailer.Letter{From: "ann@example.org", ID: "1@example.org"}, s.now(),
		errors.New("no space left on device"))
	check("when a letter could not be taken in once", 200, "ok\n")
	now.Add(int64(3 * time.Minute))
	check("while a letter can't be taken in", 200, "ok\nLetters can't be taken in for 3 min; the log says why.\n")
	s.untaken.note(mailer.Letter{From: "ann@example.org", ID: "1@example.org"}, s.now(), nil)
	check("when it could be", 200, "ok\n")
	s.master.Store = &sick{healthy, func(context.Context) error { return errors.New("password=hunter2 is wrong") }}
	check("with a broken store", 503, "The store fails; the log says how.\n")
	release := make(chan struct{})
	s.master.Store = &sick{healthy, func(context.Context) error { <-release; return nil }} // and does not look at ctx
	limit = time.Second / 2
	check("with a store that hangs", 503, "The store does not answer.\n")
	limit = time.Minute
	close(release)
	s.master.Store = healthy
	for _, at := range []time.Duration{0, 30 * 24 * time.Hour} { // it goes forward by a month
		now.Add(int64(at))
		s.mailbox.setLooked(s.now())
		s.began.Store(now.Load())
		if _, err := work.Due(t.Context(), s.master, s.now(), func(context.Context, letter.Letter) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	check("with a wrong clock", 200, "ok\nThe clock is not trusted, so no turn is resolved; gm clock says more.\n")
}

// The figures are available on this machine alone, read-only.
func TestWhoIsAnswered(t *testing.T) {
	now := new(atomic.Int64)
	s := idle(t, towntest.New(t), now)
	for _, c := range []struct {
		method, url, listen string
		status              int
	}{
		{"GET", "http://127.0.0.1:9180/metrics", "127.0.0.1:9180", 200},
		{"HEAD", "http://localhost/metrics", "127.0.0.1:9180", 200},
		{"GET", "http://[::1]:9180/metrics", "[::1]:9180", 200},
		{"GET", "http://[::1]/metrics", "[::1]:80", 200},
		{"GET", "http://evil.example.org:9180/metrics", "127.0.0.1:9180", 403}, // which its owner points to 127.0.0.1
		{"GET", "http://127.0.0.1.example.org/healthz", "127.0.0.1:9180", 403},
		{"GET", "http://whatever/metrics", "./watch.sock", 200}, // nobody comes there by accident
		{"POST", "http://127.0.0.1:9180/metrics", "127.0.0.1:9180", 405},
		{"DELETE", "http://127.0.0.1:9180/healthz", "127.0.0.1:9180", 405},
		{"GET", "http://127.0.0.1:9180/", "127.0.0.1:9180", 404},
		{"GET", "http://127.0.0.1:9180/debug/pprof/", "127.0.0.1:9180", 404},
	} {
		s.config.Metrics.Listen = c.listen
		w := httptest.NewRecorder()
		s.observed().ServeHTTP(w, httptest.NewRequest(c.method, c.url, nil))
		if told := strings.Contains(w.Body.String(), "deaddrop_"); w.Code != c.status || told && c.status != 200 {
			t.Errorf("%s %s on %s: %d, want %d; figures told: %v", c.method, c.url, c.listen, w.Code, c.status, told)
		}
	}
}

// A slow reader does not keep the service from ending.
func TestObserveEnds(t *testing.T) {
	t.Parallel()
	now := new(atomic.Int64)
	now.Store(time.Now().UnixNano())
	s := idle(t, towntest.New(t), now)
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.observe(ctx, on) }()
	url := "http://" + on.Addr().String() + "/healthz"
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(resp.Body); err != nil || !strings.HasPrefix(string(text), "ok\n") {
		t.Errorf("it answers %q, %v", text, err)
	}
	resp.Body.Close()
	conn, err := net.Dial("tcp", on.Addr().String())
	if err == nil {
		_, err = io.WriteString(conn, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n") // and no more
	}
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	stop()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Error("it does not end")
	}
	if err := conn.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, conn); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("it leaves a connection open")
	}
	if resp, err := http.Get(url); err == nil {
		resp.Body.Close()
		t.Error("it answers after its end")
	}
}

// bare returns a service with games, without mail.
func bare(t *testing.T) *Service {
	t.Helper()
	c := config.Config{Data: filepath.Join(t.TempDir(), "games.db"), Address: "gm@" + towntest.Domain}
	m, err := setup.Open(c, nil, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	games := m.Store
	t.Cleanup(func() { _ = games.Close() })
	return &Service{config: c, master: m, log: m.Log, now: time.Now, wake: make(chan struct{}, 1)}
}

// However often somebody asks for the health of a service, a store that does not answer is asked once.
func TestHealthAsksOnce(t *testing.T) {
	t.Parallel()
	s := bare(t)
	games := s.master.Store
	var asked atomic.Int32
	answers := make(chan struct{})
	s.master.Store = &sick{games, func(context.Context) error { asked.Add(1); <-answers; return nil }}
	s.began.Store(time.Now().UnixNano())
	for range 20 {
		ctx, stop := context.WithTimeout(t.Context(), time.Millisecond)
		if wrong, _ := s.health(ctx); len(wrong) != 1 || wrong[0] != "The store does not answer." {
			t.Errorf("it says %q", wrong)
		}
		stop()
	}
	close(answers)
	if n := asked.Load(); n > 1 {
		t.Errorf("the store was asked %d times", n)
	}
	if wrong, _ := s.health(t.Context()); len(wrong) > 0 {
		t.Errorf("it says %q once the store answers", wrong)
	}
}
