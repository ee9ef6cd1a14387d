// Package control is the socket between a running service and the command line beside it: how a command is handed over,
// and what comes back. It does not know what commands there are, nor what they do.
//
// Only the user whose service it is can reach the socket, as its directory is theirs alone. One call goes over one
// connection: a Call as JSON, and a Result as JSON. While a call is carried out, the service writes an empty line each
// second, so that whoever waits can tell a long command from a service that hangs. Whoever connects and says nothing has
// only looked whether a service runs.
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
	Code              int `json:",omitempty"` // with which the command ends that has failed; 0: the usual one
}

// A HungError says that a service runs and does not do its work.
type HungError struct {
	Silent bool          // nothing was heard of it; else it has said that it is busy
	After  time.Duration // how long it was waited for
}

func (e *HungError) Error() string {
	if e.Silent {
		return fmt.Sprintf("gm serve does not answer, for %v so far", e.After)
	}
	return fmt.Sprintf("gm serve has not carried the command out within %v", e.After)
}

// MaxCall is how many bytes a call may have.
const MaxCall = 1 << 27

const (
	dialTime = time.Second
	callTime = time.Minute

	alive   = time.Second // how often a service says that it is still busy with a call
	silence = 8 * alive   // after which one that has said nothing hangs

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

// Ask has the service at a socket carry out a call, and waits for that until ctx ends, or for as long as limit says.
// done is false when no service runs there. fill completes the call once one answers; nil: it is complete.
func Ask(ctx context.Context, socket string, c Call, limit time.Duration, fill func(*Call) error) (r Result, done bool,
	err error) {
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
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	heard := &attentive{Conn: conn, until: time.Now().Add(limit)}
	err = json.NewEncoder(heard).Encode(c)
	if err == nil {
		err = json.NewDecoder(heard).Decode(&r)
	}
	timeout := net.Error(nil)
	switch {
	case err == nil:
		return r, true, nil
	case ctx.Err() != nil:
		return r, true, ctx.Err()
	case errors.As(err, &timeout) && timeout.Timeout():
		if time.Now().Before(heard.until) {
			return r, true, &HungError{Silent: true, After: silence}
		}
		return r, true, &HungError{After: limit}
	}
	return r, true, fmt.Errorf("the running service did not answer; check with gm show whether the command was "+
		"carried out: %w", err)
}

// An attentive connection fails when nothing was heard for too long, or when its time is over.
type attentive struct {
	net.Conn
	until time.Time
}

// next is until when the next thing must have happened.
func (a *attentive) next() time.Time {
	soon := time.Now().Add(silence)
	if soon.After(a.until) {
		return a.until
	}
	return soon
}

// Read reads what comes within the time.
func (a *attentive) Read(b []byte) (int, error) {
	if err := a.SetReadDeadline(a.next()); err != nil {
		return 0, err
	}
	return a.Conn.Read(b)
}

// Write writes what is taken within the time.
func (a *attentive) Write(b []byte) (int, error) {
	if err := a.SetWriteDeadline(a.next()); err != nil {
		return 0, err
	}
	return a.Conn.Write(b)
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
	quiet := sayAlive(conn)
	r := handle(context.WithoutCancel(ctx), c) // which may take long, as a backup does
	quiet()
	if err := errors.Join(conn.SetDeadline(time.Now().Add(callTime)), json.NewEncoder(conn).Encode(r)); err != nil {
		log.Warn("a command could not be answered", "error", err)
	}
}

// sayAlive writes an empty line each second, until it is told to be quiet.
func sayAlive(conn net.Conn) (quiet func()) {
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		ticker := time.NewTicker(alive)
		defer ticker.Stop()
		for {
			_ = conn.SetWriteDeadline(time.Now().Add(silence)) // whoever is gone is not written to, and nothing else
			if _, err := conn.Write([]byte("\n")); err != nil {
				return
			}
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
			}
		}
	}()
	return func() {
		stop()
		<-ended
	}
}
