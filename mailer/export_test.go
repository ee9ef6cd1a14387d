package mailer

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
)

// AppendQuoted is tried against the standard library.
var AppendQuoted = appendQuoted

// ReadReply reads one answer of an SMTP server, and how it would be shown.
func ReadReply(r io.Reader) (code int, enhanced, text, shown string, err error) {
	answer, err := readReply(bufio.NewReader(r))
	enhanced, text = answer.enhanced()
	return answer.code, enhanced, text, answer.String(), err
}

// Newest returns the seat that entered the line of that name last: another one when somebody enters, nil when all
// have left.
func (o *SenderQueue) Newest(name string) any {
	o.mu.Lock()
	defer o.mu.Unlock()
	if last := o.last[name]; last != nil {
		return last
	}
	return nil
}

// Greet is what is said on a connection before any mail.
func Greet(ctx context.Context, conn net.Conn, server Server) error {
	return newConn(conn, conn).greet(ctx, server, "localhost")
}

// Sent returns how many mails count for PerDay.
func (s *Sender) Sent() int {
	s.limits.mu.Lock()
	defer s.limits.mu.Unlock()
	return len(s.limits.day.sent)
}

// Thin returns a mail without its files, as a Listener takes one that is too large.
func Thin(raw []byte) ([]byte, error) {
	t := thinner{inHead: true}
	err := t.read(bytes.NewReader(raw))
	return t.out, err
}
