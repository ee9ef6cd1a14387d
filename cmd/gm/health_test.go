package main

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
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
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

// idle is a service of a town that tells figures and does nothing, by a clock of the test's own.
func idle(t *testing.T, w *town, now *atomic.Int64) *service {
	t.Helper()
	c, err := readConfig(w.config)
	if err != nil {
		t.Fatal(err)
	}
	quiet := slog.New(slog.DiscardHandler)
	m, err := open(c, quiet)
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
	s, err := newService(c, m, clock, quiet)
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
	s := idle(t, newTown(t), now)
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
	check("before the mailbox was read", 200, "ok\nThe mailbox was not yet looked through.\n")
	s.mailbox.setLooked(s.now())
	check("at first", 200, "ok\n")
	now.Add(int64(9 * time.Minute))
	check("while letters take long to be sent", 200, "ok\n")
	now.Add(int64(2 * time.Minute))
	check("without rounds", 503, "No round of work has begun for 11 min.\n")
	now.Add(int64(6 * time.Minute))
	s.began.Store(now.Load())
	check("without mail", 200, "ok\nThe mailbox was last looked through 17 min ago; the log says why.\n")
	s.mailbox.setHeard(s.now())
	check("with a long queue", 200, "ok\nLetters have waited for 17 min to be taken in; others are taken in meanwhile.\n")
	s.mailbox.setLooked(s.now())
	s.untaken.note(mailer.Letter{From: "ann@example.org", ID: "1@example.org"}, s.now(), errors.New("no space left on device"))
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
		if _, err := s.master.Work(t.Context(), s.now(), func(context.Context, letter.Letter) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	check("with a wrong clock", 200, "ok\nThe clock is not believed, so no turn is resolved; gm clock says more.\n")
}

// What is told is told to this machine alone, to be read and nothing else.
func TestWhoIsAnswered(t *testing.T) {
	now := new(atomic.Int64)
	s := idle(t, newTown(t), now)
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

// Others than this machine can't be given the figures by a mistake, and others on it not where the place is a socket.
func TestWhereFiguresAreTold(t *testing.T) {
	for listen, want := range map[string]string{
		"127.0.0.1:9180": "", "[::1]:9180": "", "localhost:0": "", "run/watch.sock": "",
		"0.0.0.0:9180": "others than this machine", ":9180": "others than this machine", "192.0.2.1:9180": "others than this machine", "[::]:9180": "others than this machine",
		"db.example.org:9180": "write \"127.0.0.1:9180\" or the path of a socket", "9180": "write an address of this machine with a port", "127.0.0.1:91800": "write an address of this machine with a port",
	} {
		w := newTown(t)
		w.configure(t, last("[metrics]\nlisten = \""+listen+"\""))
		c, err := readConfig(w.config)
		switch {
		case want == "" && err != nil, want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v", listen, err)
		case listen == "run/watch.sock" && c.Metrics.Listen != filepath.Join(filepath.Dir(w.config), listen):
			t.Errorf("the socket is %s", c.Metrics.Listen)
		}
	}
	t.Run("from its own directory", func(t *testing.T) {
		w := newTown(t)
		w.configure(t, last("[metrics]\nlisten = \"./watch.sock\""))
		t.Chdir(filepath.Dir(w.config))
		if c, err := readConfig(filepath.Base(w.config)); err != nil || !isSocket(c.Metrics.Listen) {
			t.Errorf("the socket is %q, %v", c.Metrics.Listen, err)
		}
	})
	for _, section := range []string{"[metrics]", "[metrics]\nlisten = \"\""} {
		w := newTown(t)
		w.configure(t, last(section))
		if _, err := readConfig(w.config); err == nil || !strings.Contains(err.Error(), "leave [metrics] out") {
			t.Errorf("%q: %v", section, err)
		}
	}
	if runtime.GOOS == "windows" {
		return
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	other := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(other.Close)
	for listen, want := range map[string]string{file: "that is a file", filepath.Join(t.TempDir(), "no", "s"): "there is no directory",
		strings.TrimPrefix(other.URL, "http://"): "another program", filepath.Join(t.TempDir(), strings.Repeat("s", 120)): "too long"} {
		on, err := metricsConfig{listen}.listen()
		if refused := (*refusal.Error)(nil); on != nil || !errors.As(err, &refused) || !strings.Contains(refused.Text, want) {
			t.Errorf("%s: %v", listen, err)
		}
	}
	at := metricsConfig{filepath.Join(t.TempDir(), "watch.sock")}
	on, err := at.listen()
	if err != nil {
		t.Fatal(err)
	}
	if f, err := os.Stat(at.Listen); err != nil || f.Mode().Perm() != 0o600 {
		t.Errorf("the socket has %v, %v", f.Mode(), err)
	}
	taken := func(m metricsConfig) {
		t.Helper()
		if _, err := m.listen(); !errors.As(err, new(*refusal.Error)) || !strings.Contains(err.Error(), "another program listens there") {
			t.Errorf("two listen on one socket: %v", err)
		}
		if _, err := os.Stat(m.Listen); err != nil {
			t.Errorf("it was taken away from the other one: %v", err)
		}
	}
	taken(at)
	logs := metricsConfig{filepath.Join(t.TempDir(), "log.sock")} // a socket of another kind
	if log, err := net.ListenPacket("unixgram", logs.Listen); err == nil {
		defer log.Close()
		taken(logs)
	}
	on.(*net.UnixListener).SetUnlinkOnClose(false) // as when its program is killed
	on.Close()
	if on, err = at.listen(); err != nil {
		t.Errorf("after a crash: %v", err)
	} else {
		on.Close()
	}
}

// Whoever is slow to read does not keep the service from ending.
func TestObserveEnds(t *testing.T) {
	t.Parallel()
	now := new(atomic.Int64)
	now.Store(time.Now().UnixNano())
	s := idle(t, newTown(t), now)
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

// The doctor says where the figures are told, and who can read them.
func TestDoctorMetrics(t *testing.T) {
	t.Parallel()
	metrics := func(listen string) func(string) string { return last("[metrics]\nlisten = \"" + listen + "\"") }
	look := func(t *testing.T, w *town, serving bool) []finding {
		t.Helper()
		c, err := readConfig(w.config)
		if err != nil {
			t.Fatal(err)
		}
		var found []finding
		d := &doctor{c: c, serving: serving, report: func(f finding) { found = append(found, f) }}
		d.metrics(t.Context())
		return found
	}
	other := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(other.Close)
	busy := strings.TrimPrefix(other.URL, "http://")
	for name, c := range map[string]struct {
		listen  string
		serving bool
		want    complaint
	}{
		"a port":                  {"127.0.0.1:1", false, complaint{sound, "at 127.0.0.1:1 to anybody on this machine, when it runs", ""}},
		"a socket":                {"./watch.sock", false, complaint{sound, "watch.sock to its user alone, when it runs", ""}},
		"no directory":            {"nowhere/watch.sock", false, complaint{fault, "there can be no socket", "Make that directory"}},
		"a file":                  {"./password", false, complaint{fault, "is no socket", "another path"}},
		"another program":         {busy, false, complaint{fault, "Another program listens", "ss -lptn"}},
		"another beside it":       {busy, true, complaint{fault, "is not gm serve", "ss -lptn"}},
		"the service from before": {"127.0.0.1:1", true, complaint{fault, "does not tell its figures", "Start gm serve again"}},
	} {
		w := newTown(t)
		w.configure(t, metrics(c.listen))
		t.Run(name, func(t *testing.T) { one(t, look(t, w, c.serving), c.want) })
	}
	t.Run("the service", func(t *testing.T) {
		w := newWatched(t)
		w.serve(t)
		socket := filepath.Join(filepath.Dir(w.config), "watch.sock")
		w.until(t, "the mailbox is not looked through", func() bool { _, text := w.get(t, "/healthz"); return text == "ok\n" })
		one(t, look(t, w.town, true), complaint{sound, "to its user alone, and says that it is well", ""})
		if runtime.GOOS == "windows" {
			return
		}
		if err := os.Chmod(socket, 0o666); err != nil {
			t.Fatal(err)
		}
		one(t, look(t, w.town, true), complaint{fault, "Others on this machine can read the figures", "chmod 600 " + socket})
	})
}

// one compares what the doctor finds with the one thing that he should.
func one(t *testing.T, found []finding, want complaint) {
	t.Helper()
	if len(found) != 1 || found[0].Verdict != want.verdict || !strings.Contains(found[0].Text, want.text) || !strings.Contains(found[0].Do, want.do) {
		t.Errorf("found %+v, want %+v", found, want)
	}
}
