package mailer

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"strings"
	"time"
)

// A SenderProbe is a connection to an SMTP server, for diagnosis. It must not be used concurrently.
type SenderProbe struct {
	conn  *smtpConn
	limit time.Duration
}

// ProbeSender connects to the SMTP server as Send does, step by step. Its errors are of type *ProbeError. If
// s.Timeout is zero, an exchange with the server may take twenty seconds.
func ProbeSender(ctx context.Context, s *Sender) (*SenderProbe, error) {
	p := &SenderProbe{limit: cmp.Or(s.Timeout, defaultProbe)}
	hello := cmp.Or(s.Hello, defaultHello)
	ask := func(c *talk) (bool, error) { return askSMTP(c, hello) }
	if err := s.Server.reach(ctx, p.limit, greeter{[]string{"220"}, ask, upgradeSMTP}); err != nil {
		return nil, err
	}
	return renewing(s.Server, func(server Server) (*SenderProbe, error) { return probeLogin(ctx, server, p.limit, hello) })
}

// probeLogin connects and logs in.
func probeLogin(ctx context.Context, server Server, limit time.Duration, hello string) (*SenderProbe, error) {
	dialing, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	conn, raw, err := server.dial(dialing)
	if err != nil {
		return nil, &ProbeError{Stage: StageConnect, Err: err}
	}
	p := &SenderProbe{conn: newConn(conn, raw), limit: limit}
	_, err = step(ctx, raw, limit, "logging in",
		func() (struct{}, error) { return struct{}{}, p.conn.greet(dialing, server, hello) })
	if err == nil {
		return p, nil
	}
	p.Close()
	failed := &ProbeError{Stage: StageLogin, Err: err}
	if answer := (*refusal)(nil); errors.As(err, &answer) {
		_, failed.Answer = answer.enhanced()
		failed.Temporary = answer.code < 500
		if answer.what == tryEHLO || answer.what == tryHELO {
			failed.Stage = StageHello
		}
	}
	return nil, failed
}

func lastReply(line string) bool { return len(line) < 4 || line[3] != '-' }

func askSMTP(c *talk, hello string) (bool, error) {
	if !lastReply(c.first) {
		if _, err := c.answer(lastReply); err != nil {
			return false, err
		}
	}
	answer, err := c.command("EHLO "+hello, lastReply)
	if err != nil {
		return false, err
	}
	last := answer[len(answer)-1]
	unknown := strings.HasPrefix(last, "500") || strings.HasPrefix(last, "502") // the server is too old for EHLO
	if !strings.HasPrefix(last, "2") && !unknown {
		return false, &ProbeError{Stage: StageHello, Answer: oneLine(last, maxSubject), Temporary: strings.HasPrefix(last, "4"),
			Err: errors.New("server refuses our name")}
	}
	return offers(answer, "STARTTLS"), nil
}

func upgradeSMTP(c *talk) error {
	answer, err := c.command("STARTTLS", lastReply)
	if err == nil && !strings.HasPrefix(answer[0], "220") {
		err = errors.New("server answers " + oneLine(answer[0], maxSubject))
	}
	return err
}

// Close ends the connection.
func (p *SenderProbe) Close() { p.conn.cut() }

// Largest returns the size of the largest mail that the server says it takes (RFC 1870), or 0 if it says nothing or has
// no limit.
func (p *SenderProbe) Largest() int64 {
	most, err := strconv.ParseInt(p.conn.offers["SIZE"], 10, 64)
	if err != nil {
		return 0
	}
	return most
}

// Try asks the server whether it would accept a mail from one address to another, and sends none. Its errors are of
// type *SendError.
func (p *SenderProbe) Try(ctx context.Context, from, to string) error {
	return p.exchange(ctx, from, to, func() *SendError {
		var failed *SendError
		for _, at := range []stage{atMail, atRcpt, atReset} {
			if failed != nil && at != atReset {
				continue
			}
			p.conn.ask(at, &enveloped{from: from, to: to})
			r, err := p.conn.readReply()
			switch {
			case err != nil:
				return cmp.Or(failed, &SendError{Temporary: true, Err: err})
			case r.code/100 != 2:
				failed = cmp.Or(failed, refused(at, r))
			}
		}
		return failed
	})
}

// Send sends a mail as it is. Its errors are of type *SendError.
func (p *SenderProbe) Send(ctx context.Context, from, to string, raw []byte) error {
	return p.exchange(ctx, from, to, func() (failed *SendError) {
		p.conn.tried = 0 // so that a broken connection is reported, and not retried on another one
		p.conn.carry(&enveloped{from: from, to: to, raw: raw}, func() *enveloped { return nil },
			func(_ *enveloped, err *SendError) { failed = err })
		return failed
	})
}

func (p *SenderProbe) exchange(ctx context.Context, from, to string, f func() *SendError) error {
	for _, address := range []string{from, to} {
		if err := checkAddress(address); err != nil {
			return &SendError{Err: err}
		}
	}
	failed, err := step(ctx, p.conn.raw, p.limit, "sending", func() (*SendError, error) { return f(), nil })
	switch {
	case err != nil:
		return &SendError{Temporary: true, Err: err}
	case failed != nil:
		return failed
	}
	return nil
}

// Refusal returns the reply, on one line, with which an SMTP server refused what failed with err, or "" if there was
// no reply.
func Refusal(err error) string {
	failed := (*SendError)(nil)
	if !errors.As(err, &failed) {
		return ""
	}
	return failed.Text
}
