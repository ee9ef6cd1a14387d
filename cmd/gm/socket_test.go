package main

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// bare is a service with games, without mail.
func bare(t *testing.T) *service {
	t.Helper()
	c := config{Data: filepath.Join(t.TempDir(), "games.db"), Address: "gm@" + townDomain}
	m, err := open(c, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	games := m.Store
	t.Cleanup(func() { _ = games.Close() })
	return &service{config: c, master: m, log: m.Log, now: time.Now, wake: make(chan struct{}, 1)}
}

// listsGames has a service carry out a command that comes in on its socket.
func (s *service) listsGames(t *testing.T) {
	t.Helper()
	conn, err := net.Dial("unix", s.config.socket())
	if err != nil {
		t.Fatal(err)
	}
	var r result
	asked := json.NewEncoder(conn).Encode(call{Args: []string{"list"}})
	if err := errors.Join(asked, json.NewDecoder(conn).Decode(&r), conn.Close()); err != nil || r.Failed {
		t.Error(r, err)
	}
}

// exhausted is a socket that takes nobody for some times, as when too many files are open.
type exhausted struct {
	net.Listener
	times atomic.Int32
}

func (e *exhausted) Accept() (net.Conn, error) {
	if e.times.Add(-1) >= 0 {
		return nil, &net.OpError{Op: "accept", Net: "unix", Err: syscall.EMFILE}
	}
	return e.Listener.Accept()
}

// Commands are taken again once that is possible, and the service does not end.
func TestCommandsAfterTooManyFiles(t *testing.T) {
	t.Parallel()
	s := bare(t)
	inner, err := listen(s.config)
	if err != nil {
		t.Fatal(err)
	}
	socket := &exhausted{Listener: inner}
	socket.times.Store(5)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- answer(ctx, socket, s, time.Now) }()
	s.listsGames(t)
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if n := socket.times.Load(); n >= 0 {
		t.Errorf("%d times more it takes nobody", n)
	}
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
