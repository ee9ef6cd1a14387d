package control_test

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"deaddrop/gm/serve/control"
)

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

// echo answers with the words and the input of a call.
func echo(_ context.Context, c control.Call) control.Result {
	return control.Result{Output: strings.Join(c.Args, " ") + " " + c.Input}
}

// Commands are taken again once that is possible, and the service does not end.
func TestCommandsAfterTooManyFiles(t *testing.T) {
	t.Parallel()
	socket := filepath.Join(t.TempDir(), "run", "gm.sock")
	if _, done, err := control.Ask(t.Context(), socket, control.Call{Args: []string{"list"}}, time.Minute, nil); done || err != nil ||
		control.Running(socket) {
		t.Errorf("somebody answers where nobody listens: %v, %v", done, err)
	}
	inner, err := control.Listen(socket)
	if err != nil {
		t.Fatal(err)
	}
	on := &exhausted{Listener: inner}
	on.times.Store(5)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- control.Serve(ctx, on, slog.New(slog.DiscardHandler), echo) }()
	fill := func(c *control.Call) error { c.Input = "d1"; return nil }
	if r, done, err := control.Ask(t.Context(), socket, control.Call{Args: []string{"list"}}, time.Minute, fill); err != nil || !done ||
		r.Output != "list d1" {
		t.Error(r, done, err)
	}
	if !control.Running(socket) {
		t.Error("it does not seem to run")
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if n := on.times.Load(); n >= 0 {
		t.Errorf("%d times more it takes nobody", n)
	}
}

// A service that does its work is waited for, one that is silent is not, nor one that needs longer than it may; and
// nobody is waited for when the command was interrupted.
func TestHungService(t *testing.T) {
	t.Parallel()
	socket := filepath.Join(t.TempDir(), "run", "gm.sock")
	on, err := control.Listen(socket)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { on.Close() })
	call, hung := control.Call{Args: []string{"list"}}, (*control.HungError)(nil)
	// Nobody accepts the call, although the connection is made: the system queues it for the service.
	began := time.Now()
	if _, done, err := control.Ask(t.Context(), socket, call, time.Hour, nil); !done || !errors.As(err, &hung) || !hung.Silent {
		t.Errorf("a silent service: %v, %v", done, err)
	}
	if d := time.Since(began); d > 20*time.Second {
		t.Errorf("it was waited for, for %v", d)
	}
	ctx, interrupt := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, interrupt)
	if _, done, err := control.Ask(ctx, socket, call, time.Hour, nil); !done || !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupted command: %v, %v", done, err)
	}
}

func TestBusyService(t *testing.T) {
	t.Parallel()
	socket := filepath.Join(t.TempDir(), "run", "gm.sock")
	on, err := control.Listen(socket)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	free := make(chan struct{})
	go func() {
		ended <- control.Serve(ctx, on, slog.New(slog.DiscardHandler),
			func(ctx context.Context, c control.Call) control.Result {
				if c.Args[0] == "long" {
					time.Sleep(9 * time.Second) // longer than a silence may be
				} else {
					<-free
				}
				return echo(ctx, c)
			})
	}()
	if r, done, err := control.Ask(t.Context(), socket, control.Call{Args: []string{"long"}}, time.Minute, nil); err != nil ||
		!done || r.Output != "long " {
		t.Error(r, done, err)
	}
	hung := (*control.HungError)(nil)
	if _, _, err := control.Ask(t.Context(), socket, control.Call{Args: []string{"stuck"}}, 2*time.Second, nil); !errors.As(err, &hung) || hung.Silent {
		t.Errorf("a command that does not end: %v", err)
	}
	close(free)
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
