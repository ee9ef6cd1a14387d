package control_test

import (
	"context"
	"log/slog"
	"net"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

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
	if _, done, err := control.Ask(socket, control.Call{Args: []string{"list"}}, nil); done || err != nil ||
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
	if r, done, err := control.Ask(socket, control.Call{Args: []string{"list"}}, fill); err != nil || !done ||
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
