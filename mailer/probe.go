package mailer

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"
)

// A Stage is how far a probe of a server came.
type Stage string

// The stages of a probe, in their order.
const (
	StageSettings Stage = "settings" // the Server itself is wrong; nothing was tried
	StageResolve  Stage = "resolve"  // its name has no address
	StageConnect  Stage = "connect"  // nothing answers there
	StageSecure   Stage = "secure"   // no TLS comes about
	StageGreeting Stage = "greeting" // what answers does not speak the protocol, or does not want us
	StageUpgrade  Stage = "upgrade"  // STARTTLS is not offered, or refused
	StageLogin    Stage = "login"    // it does not let us in
	StageMailbox  Stage = "mailbox"  // the mailbox cannot be opened
)

// A ProbeError says where a probe ended, and why.
type ProbeError struct {
	Stage Stage
	// Answer is what the server said, on one line; "" when it was not its answer that ended the probe.
	Answer string
	Err    error
}

func (e *ProbeError) Error() string { return fmt.Sprintf("probing (%s): %v", e.Stage, e.Err) }

// Unwrap gives the cause.
func (e *ProbeError) Unwrap() error { return e.Err }

const (
	defaultProbe = 20 * time.Second // for one exchange with a server
	mostAsked    = 100              // mails whose age is asked for
	probeLines   = 200              // of an answer
)

// A greeter is what must be known of a protocol to greet a server.
type greeter struct {
	welcome []string // how a greeting begins
	ask     func(c *talk) (offered bool, err error)
	upgrade func(c *talk) error
}

// reach connects to a server as it will be connected to in earnest, as far as its greeting and, for
// STARTTLS, to the end of that, and says in a *ProbeError what keeps it from it. The connection is closed again.
func (s Server) reach(ctx context.Context, limit time.Duration, g greeter) error {
	if err := s.check(); err != nil {
		return &ProbeError{Stage: StageSettings, Err: err}
	}
	dialing, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	raw, err := new(net.Dialer).DialContext(dialing, "tcp", s.Addr)
	if err != nil {
		stage := StageConnect
		if name := (*net.DNSError)(nil); errors.As(err, &name) {
			stage = StageResolve
		}
		return &ProbeError{Stage: stage, Err: err}
	}
	defer func() { _ = raw.Close() }()
	if a, ok := raw.RemoteAddr().(*net.TCPAddr); s.TLS == "none" && (!ok || !a.IP.IsLoopback()) {
		return &ProbeError{Stage: StageSettings, Err: fmt.Errorf("server %s: without TLS only on this machine", s.Addr)}
	}
	conn := raw
	if s.TLS != "none" && s.TLS != "starttls" {
		if conn, err = s.secure(ctx, raw, limit); err != nil {
			return err
		}
	}
	_, err = step(ctx, raw, limit, "greeting", func() (struct{}, error) {
		return struct{}{}, s.greeted(&talk{Writer: conn, lines: bufio.NewReaderSize(conn, 8<<10)}, g)
	})
	failed := (*ProbeError)(nil)
	switch {
	case errors.As(err, &failed):
		return failed // without what step puts before it
	case err != nil:
		return &ProbeError{Stage: StageGreeting, Err: err}
	case s.TLS != "starttls":
		return nil
	}
	_, err = s.secure(ctx, raw, limit)
	return err
}

// greeted reads the greeting and asks for STARTTLS where that is wanted.
func (s Server) greeted(c *talk, g greeter) error {
	line, err := c.line()
	if err != nil {
		return err
	}
	welcome := false
	for _, w := range g.welcome {
		welcome = welcome || strings.HasPrefix(strings.ToUpper(line), w)
	}
	if !welcome {
		return &ProbeError{Stage: StageGreeting, Answer: oneLine(line, maxSubject),
			Err: errors.New("server does not welcome us")}
	}
	if s.TLS != "starttls" {
		return nil
	}
	c.first = line
	offered, err := g.ask(c)
	if err == nil && !offered {
		return &ProbeError{Stage: StageUpgrade, Err: errors.New("server does not offer STARTTLS")}
	}
	if err != nil {
		return err
	}
	if err := g.upgrade(c); err != nil {
		return &ProbeError{Stage: StageUpgrade, Err: err}
	}
	return nil
}

// secure begins TLS.
func (s Server) secure(ctx context.Context, raw net.Conn, limit time.Duration) (net.Conn, error) {
	conn := tls.Client(raw, s.tlsConfig())
	_, err := step(ctx, raw, limit, "beginning TLS", func() (struct{}, error) {
		return struct{}{}, conn.HandshakeContext(ctx)
	})
	if err != nil {
		return nil, &ProbeError{Stage: StageSecure, Err: err}
	}
	return conn, nil
}

// A talk is a conversation in lines.
type talk struct {
	io.Writer
	lines *bufio.Reader
	first string // the first line of the greeting
}

func (c *talk) line() (string, error) {
	line, err := c.lines.ReadSlice('\n')
	if err != nil {
		return "", err
	}
	return strings.TrimRight(string(line), "\r\n"), nil
}

// answer reads up to the line that last accepts, and gives all of them.
func (c *talk) answer(last func(line string) bool) ([]string, error) {
	var lines []string
	for len(lines) < probeLines {
		line, err := c.line()
		if err != nil {
			return nil, err
		}
		if lines = append(lines, line); last(line) {
			return lines, nil
		}
	}
	return nil, errors.New("server's answer has no end")
}

// command sends a command and reads the answer to it.
func (c *talk) command(command string, last func(line string) bool) ([]string, error) {
	if _, err := io.WriteString(c, command+"\r\n"); err != nil {
		return nil, err
	}
	return c.answer(last)
}

// offers says whether one of the words of an answer is that one.
func offers(answer []string, word string) bool {
	for _, line := range answer {
		for _, w := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" -[]", r) }) {
			if strings.EqualFold(w, word) {
				return true
			}
		}
	}
	return false
}
