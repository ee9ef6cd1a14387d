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

// A Stage is the step at which a probe of a server failed.
type Stage string

// The stages of a probe, in the order in which they are tried.
const (
	StageSettings Stage = "settings" // the configuration is invalid; nothing was tried
	StageResolve  Stage = "resolve"  // the host name has no address
	StageConnect  Stage = "connect"  // the server accepts no connection
	StageSecure   Stage = "secure"   // the TLS handshake failed
	StageGreeting Stage = "greeting" // the server does not speak the protocol, or turned us away
	StageUpgrade  Stage = "upgrade"  // STARTTLS is not offered, or was refused
	StageHello    Stage = "hello"    // the SMTP server refuses the name by which we greet it
	StageLogin    Stage = "login"    // the login was refused
	StageMailbox  Stage = "mailbox"  // the mailbox cannot be opened
)

// A ProbeError says at which stage a probe failed, and why.
type ProbeError struct {
	Stage Stage
	// Answer is the server's answer that ended the probe, on one line; "" if it failed for another reason.
	Answer string
	// Temporary says that the server itself calls its answer a passing trouble.
	Temporary bool
	Err       error
}

func (e *ProbeError) Error() string { return fmt.Sprintf("probing (%s): %v", e.Stage, e.Err) }

// Unwrap returns the cause.
func (e *ProbeError) Unwrap() error { return e.Err }

const (
	defaultProbe = 20 * time.Second // time limit for one exchange with a server
	mostAsked    = 100              // largest number of mails whose age is asked for
	probeLines   = 200              // largest number of lines in an answer
)

// A greeter describes how to greet a server in one protocol.
type greeter struct {
	welcome []string // possible beginnings of a greeting
	ask     func(c *talk) (offered bool, err error)
	upgrade func(c *talk) error
}

// reach connects to a server as the service would, up to the greeting and the TLS handshake, and closes the
// connection again. It returns a *ProbeError if that fails.
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
		return failed // this error lacks the prefix that step adds
	case err != nil:
		return &ProbeError{Stage: StageGreeting, Err: err}
	case s.TLS != "starttls":
		return nil
	}
	_, err = s.secure(ctx, raw, limit)
	return err
}

// greeted reads the greeting, and sends STARTTLS if that is configured.
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

// secure performs the TLS handshake.
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

// A talk is a line-based conversation with a server.
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

// answer reads lines up to the one for which last returns true, and returns all of them.
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

// command sends a command and returns the lines of the answer.
func (c *talk) command(command string, last func(line string) bool) ([]string, error) {
	if _, err := io.WriteString(c, command+"\r\n"); err != nil {
		return nil, err
	}
	return c.answer(last)
}

// offers reports whether word is one of the words of an answer.
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
