package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"
)

// A call is a command that the service carries out for somebody at the command line.
type call struct {
	Args  []string
	Input string            `json:",omitempty"`
	Files map[string][]byte `json:",omitempty"` // by the name in Args
}

// A result is what came of it.
type result struct {
	Output, Complaint string
	Failed            bool
}

const (
	dialTime = time.Second
	callTime = time.Minute
	maxCall  = 1 << 27

	// While no command can be taken, the service waits this long before it tries again, longer each time.
	shortestPause = 5 * time.Millisecond
	longestPause  = time.Second
)

// listen opens the socket on which the service takes commands. Only its user can reach it: the
// directory is his alone. One that was left behind is replaced: no other service runs, as this process could
// enter.
func listen(c config) (net.Listener, error) {
	path := c.socket()
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		return nil, err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	return net.Listen("unix", path)
}

// answer carries out commands that come in on the socket, until ctx ends.
func answer(ctx context.Context, socket net.Listener, s *service, now func() time.Time) error {
	var calls sync.WaitGroup
	stop := context.AfterFunc(ctx, func() { socket.Close() })
	defer stop()
	defer calls.Wait()
	var pause time.Duration
	for {
		conn, err := socket.Accept()
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, net.ErrClosed):
			return fmt.Errorf("taking commands: %w", err)
		case err != nil: // too many files may be open, which is no reason to end the service
			pause = min(max(2*pause, shortestPause), longestPause)
			s.log.Warn("no command can be taken", "error", err, "again in", pause)
			select {
			case <-ctx.Done():
			case <-time.After(pause):
			}
			continue
		}
		pause = 0
		calls.Go(func() {
			defer conn.Close()
			// By this machine's clock: now may tell another's.
			if err := conn.SetDeadline(time.Now().Add(callTime)); err != nil {
				s.log.Warn("a command failed", "error", err)
				return
			}
			var c call
			switch err := json.NewDecoder(io.LimitReader(conn, maxCall)).Decode(&c); {
			case errors.Is(err, io.EOF): // somebody has looked whether the service runs, and said nothing
				return
			case err != nil:
				s.log.Warn("a command could not be read", "error", err)
				return
			}
			r := s.carryOut(context.WithoutCancel(ctx), c, now) // which may take long, as a backup does
			if err := errors.Join(conn.SetDeadline(time.Now().Add(callTime)), json.NewEncoder(conn).Encode(r)); err != nil {
				s.log.Warn("a command could not be answered", "error", err)
			}
		})
	}
}

// carryOut runs a command as it would run by itself, on the service's store.
func (s *service) carryOut(ctx context.Context, c call, now func() time.Time) result {
	var out, complaint bytes.Buffer
	root := command(&desk{args: c.Args, now: now, master: s.master, files: c.Files, sender: s.sender})
	root.SetArgs(c.Args)
	root.SetIn(bytes.NewReader([]byte(c.Input)))
	root.SetOut(&out)
	root.SetErr(&complaint)
	err := root.ExecuteContext(ctx)
	if err != nil {
		complain(&complaint, err)
	}
	s.kick()
	return result{Output: out.String(), Complaint: complaint.String(), Failed: err != nil}
}

// serving reports whether a service takes commands.
func serving(c config) bool {
	conn, err := net.DialTimeout("unix", c.socket(), dialTime)
	if err != nil {
		return false
	}
	return conn.Close() == nil
}

// remote has a running service carry out the command. done is false when none runs.
func remote(c config, request call, cmd *cobra.Command) (done bool, err error) {
	conn, err := net.DialTimeout("unix", c.socket(), dialTime)
	if err != nil {
		return false, nil
	}
	defer conn.Close()
	if slices.Contains(request.Args, "-") { // the text is on standard input
		text, err := io.ReadAll(io.LimitReader(cmd.InOrStdin(), maxCall))
		if err != nil {
			return true, fmt.Errorf("reading standard input: %w", err)
		}
		request.Input = string(text)
	}
	if err := json.NewEncoder(conn).Encode(request); err != nil {
		return true, fmt.Errorf("handing the command to the running service: %w", err)
	}
	var r result
	if err := json.NewDecoder(conn).Decode(&r); err != nil {
		return true, fmt.Errorf("the running service did not answer; look with gm show whether the command was carried out: %w", err)
	}
	fmt.Fprint(cmd.OutOrStdout(), r.Output)
	fmt.Fprint(cmd.ErrOrStderr(), r.Complaint)
	if r.Failed {
		return true, errSaid
	}
	return true, nil
}
