// Package control is the socket between a running service and the command line on the same machine: it transfers a
// command to the service, and the result back. It does not know the commands.
//
// Only the service's user can reach the socket, because its directory is private. Each connection carries one call: a
// Call as JSON, and a Result as JSON. While a call is being carried out, the service writes an empty line every
// second, so that a client can distinguish a long command from a service that hangs. A client that connects and sends
// nothing is only checking whether a service is running.
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

// A Call is a command line that the service carries out.
type Call struct {
	Args  []string
	As    string            `json:",omitempty"` // address of whoever gives the command, if the environment says it
	Input string            `json:",omitempty"`
	Files map[string][]byte `json:",omitempty"` // contents of files, by their names in Args
	Width int               `json:",omitempty"` // columns of the terminal where the output is shown; 0: it is not shown on one
}

// A Result is the result of a Call.
type Result struct {
	Output, Complaint string
	Failed            bool
	Code              int `json:",omitempty"` // exit status of a command that has failed; 0 for the usual one
}

// A HungError says that a service is running but not working.
type HungError struct {
	Silent bool          // whether the service sent nothing; otherwise it said that it was busy
	After  time.Duration // how long the client waited
}

func (e *HungError) Error() string {
	if e.Silent {
		return fmt.Sprintf("gm serve does not answer, for %v so far", e.After)
	}
	return fmt.Sprintf("gm serve has not carried the command out within %v", e.After)
}

// MaxCall is the largest size of a call, in bytes.
const MaxCall = 1 << 27

const (
	dialTime = time.Second
	callTime = time.Minute

	alive   = time.Second // interval at which a service says that it is still busy with a call
	silence = 8 * alive   // time without any data after which a service counts as hanging

	// shortestPause is the first pause after an error while accepting connections; the pauses get longer.
	shortestPause = 5 * time.Millisecond
	longestPause  = time.Second
)

// Running reports whether a service accepts commands at a socket.
func Running(socket string) bool {
	conn, err := net.DialTimeout("unix", socket, dialTime)
	if err != nil {
		return false
	}
	return conn.Close() == nil
}

// Ask lets the service at a socket carry out a call, and waits for the result until ctx ends or the limit is reached.
// done is false if no service is running there. fill completes the call once a service has answered; it may be nil.
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

// An attentive connection fails if nothing was received for too long, or if its total time is over.
type attentive struct {
	net.Conn
	until time.Time
}

// next returns the time by which something must have been received.
func (a *attentive) next() time.Time {
	soon := time.Now().Add(silence)
	if soon.After(a.until) {
		return a.until
	}
	return soon
}

// Read reads data within the time limits.
func (a *attentive) Read(b []byte) (int, error) {
	if err := a.SetReadDeadline(a.next()); err != nil {
		return 0, err
	}
	return a.Conn.Read(b)
}

// Write writes data within the time limits.
func (a *attentive) Write(b []byte) (int, error) {
	if err := a.SetWriteDeadline(a.next()); err != nil {
		return 0, err
	}
	return a.Conn.Write(b)
}

// Listen opens the socket on which a service accepts commands. Only its user can reach it, because the directory is
// private. It replaces a socket that was left behind, so the caller must know that no other service is running.
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

// Serve lets handle carry out incoming calls until ctx ends. It finishes calls that have begun.
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
		case err != nil: // there may be too many open files, which is no reason to end the service
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

// serveOne handles one connection. Its time limits use this machine's clock, even if the service uses another one.
func serveOne(ctx context.Context, conn net.Conn, log *slog.Logger, handle func(context.Context, Call) Result) {
	if err := conn.SetDeadline(time.Now().Add(callTime)); err != nil {
		log.Warn("a command failed", "error", err)
		return
	}
	var c Call
	switch err := json.NewDecoder(io.LimitReader(conn, MaxCall)).Decode(&c); {
	case errors.Is(err, io.EOF): // a client has checked whether the service is running
		return
	case err != nil:
		log.Warn("a command could not be read", "error", err)
		return
	}
	quiet := sayAlive(conn)
	r := handle(context.WithoutCancel(ctx), c) // may take long, as a backup does
	quiet()
	if err := errors.Join(conn.SetDeadline(time.Now().Add(callTime)), json.NewEncoder(conn).Encode(r)); err != nil {
		log.Warn("a command could not be answered", "error", err)
	}
}

// sayAlive writes an empty line every second, until quiet is called.
func sayAlive(conn net.Conn) (quiet func()) {
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		ticker := time.NewTicker(alive)
		defer ticker.Stop()
		for {
			// a client that has gone away gets no more, which does no harm
			_ = conn.SetWriteDeadline(time.Now().Add(silence))
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
