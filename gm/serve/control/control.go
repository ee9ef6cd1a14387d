// Package control is the socket between a running service and the command line beside it: how a command is handed over,
// and what comes back. It does not know what commands there are, nor what they do.
//
// Only the user whose service it is can reach the socket, as its directory is theirs alone. One call goes over one
// connection: a Call as JSON, and a Result as JSON. Whoever connects and says nothing has only looked whether a service
// runs.
package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// A Call is a command that the service carries out for somebody at the command line.
type Call struct {
	Args  []string
	Input string            `json:",omitempty"`
	Files map[string][]byte `json:",omitempty"` // by the name in Args
}

// A Result is what came of it.
type Result struct {
	Output, Complaint string
	Failed            bool
}

// MaxCall is how many bytes a call may have.
const MaxCall = 1 << 27

const (
	dialTime = time.Second
	callTime = time.Minute

	// While no command can be taken, the service waits this long before it tries again, longer each time.
	shortestPause = 5 * time.Millisecond
	longestPause  = time.Second
)

// Running reports whether a service takes commands at a socket.
func Running(socket string) bool {
	conn, err := net.DialTimeout("unix", socket, dialTime)
	if err != nil {
		return false
	}
	return conn.Close() == nil
}

// Ask has the service at a socket carry out a call. done is false when none runs there. fill completes the call once
// one answers; nil: it is complete.
func Ask(socket string, c Call, fill func(*Call) error) (r Result, done bool, err error) {
	conn, err := net.DialTimeout("unix", socket, dialTime)
	if err != nil {
		return r, false, nil
	}
	defer conn.Close()
	if fill != nil {
		if err := fill(&c); err != nil {
			return r, true, err
		}
	}
	if err := json.NewEncoder(conn).Encode(c); err != nil {
		return r, true, fmt.Errorf("handing the command to the running service: %w", err)
	}
	if err := json.NewDecoder(conn).Decode(&r); err != nil {
		return r, true, fmt.Errorf("the running service did not answer; look with gm show whether the command was "+
			"carried out: %w", err)
	}
	return r, true, nil
}

// Listen opens the socket on which a service takes commands. Only its user can reach it: the directory is theirs alone.
// One that was left behind is replaced, so whoever listens must know that no other service runs.
func Listen(socket string) (net.Listener, error) {
	dir := filepath.Dir(socket)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		return nil, err
	}
	if err := os.Remove(socket); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	return net.Listen("unix", socket)
}

// Serve has handle carry out the calls that come in, until ctx ends. Those that have begun are finished first.
func Serve(ctx context.Context, on net.Listener, log *slog.Logger, handle func(context.Context, Call) Result) error {
	var calls sync.WaitGroup
	stop := context.AfterFunc(ctx, func() { on.Close() })
	defer stop()
	defer calls.Wait()
	var pause time.Duration
	for {
		conn, err := on.Accept()
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, net.ErrClosed):
			return fmt.Errorf("taking commands: %w", err)
		case err != nil: // too many files may be open, which is no reason to end the service
			pause = min(max(2*pause, shortestPause), longestPause)
			log.Warn("no command can be taken", "error", err, "again in", pause)
			select {
			case <-ctx.Done():
			case <-time.After(pause):
			}
			continue
		}
		pause = 0
		calls.Go(func() {
			defer conn.Close()
			serveOne(ctx, conn, log, handle)
		})
	}
}

// serveOne takes one call. Its time is this machine's: a service may go by the clock of another one.
func serveOne(ctx context.Context, conn net.Conn, log *slog.Logger, handle func(context.Context, Call) Result) {
	if err := conn.SetDeadline(time.Now().Add(callTime)); err != nil {
		log.Warn("a command failed", "error", err)
		return
	}
	var c Call
	switch err := json.NewDecoder(io.LimitReader(conn, MaxCall)).Decode(&c); {
	case errors.Is(err, io.EOF): // somebody has looked whether the service runs, and said nothing
		return
	case err != nil:
		log.Warn("a command could not be read", "error", err)
		return
	}
	r := handle(context.WithoutCancel(ctx), c) // which may take long, as a backup does
	if err := errors.Join(conn.SetDeadline(time.Now().Add(callTime)), json.NewEncoder(conn).Encode(r)); err != nil {
		log.Warn("a command could not be answered", "error", err)
	}
}
