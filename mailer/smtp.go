package mailer

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"
)

// A stage is the step of an SMTP transaction that a mail has reached.
type stage int

const (
	atConnect stage = iota // including the greeting and the login
	atReset
	atMail
	atRcpt
	atData
	atText
	atEnd
)

var stageNames = [...]string{"connecting", "RSET", "MAIL FROM", "RCPT TO", "DATA", "sending text", "ending text"}

// An enveloped is a mail with its envelope.
type enveloped struct {
	index    int
	from, to string
	raw      []byte
}

// An smtpConn is one connection to an SMTP server (RFC 5321). It has no timeouts: its user cuts it.
type smtpConn struct {
	conn   net.Conn // connection, with TLS if there is any
	raw    net.Conn // the TCP connection; closing it interrupts pending operations
	in     *bufio.Reader
	out    []byte            // output not yet written
	offers map[string]string // capabilities and their parameters, the names in upper case
	tried  int               // mails begun on it
	most   int               // how many may be
	timer  *time.Timer       // closes it when it has been idle

	unguard func() bool // stops it from being cut when a context ends

	reset  bool // the server may still remember a mail, so RSET is due
	open   bool // the server waits for the text of a mail
	broken bool // whether it cannot be used any more
}

func newConn(conn, raw net.Conn) *smtpConn {
	return &smtpConn{conn: conn, raw: raw, in: bufio.NewReader(conn), most: defaultPerConn}
}

// greet reads the server's greeting, sends EHLO, performs STARTTLS and logs in.
func (l *smtpConn) greet(ctx context.Context, server Server, name string) error {
	if _, err := l.expect("greeting", 2); err != nil {
		return err
	}
	if err := l.hello(name); err != nil {
		return err
	}
	if server.TLS == "starttls" {
		if err := l.encrypt(ctx, server.tlsConfig()); err != nil {
			return err
		}
		if err := l.hello(name); err != nil { // capabilities from before may be forged
			return err
		}
	}
	if server.User == "" {
		return nil
	}
	if err := l.private(); err != nil {
		return err
	}
	return l.login(ctx, server)
}

// hello sends EHLO, or HELO to a server that does not know it.
func (l *smtpConn) hello(name string) error {
	l.writeCmd("EHLO ", name)
	r, err := l.expect(tryEHLO, 2)
	if refused := (*refusal)(nil); errors.As(err, &refused) && refused.code >= 500 {
		l.offers = nil
		l.writeCmd("HELO ", name)
		_, err = l.expect(tryHELO, 2)
		return err
	}
	if err != nil {
		return err
	}
	l.offers = make(map[string]string)
	for _, offer := range r.lines[1:] {
		word, rest, _ := strings.Cut(strings.Replace(offer, "=", " ", 1), " ") // "AUTH=LOGIN" is an obsolete form
		word = strings.ToUpper(word)
		l.offers[word] = strings.TrimSpace(l.offers[word] + " " + rest)
	}
	return nil
}

func (l *smtpConn) can(offer string) bool {
	_, there := l.offers[offer]
	return there
}

// encrypt begins TLS (RFC 3207). It fails if data precedes the handshake: an attacker may have injected it, to be
// taken for part of the encrypted conversation.
func (l *smtpConn) encrypt(ctx context.Context, config *tls.Config) error {
	if !l.can("STARTTLS") {
		return errors.New("server does not offer STARTTLS, so nothing was sent to it: " +
			"either its port is another one, or somebody on the way to it wants to read along")
	}
	l.writeCmd("STARTTLS")
	if _, err := l.expect("STARTTLS", 2); err != nil {
		return err
	}
	if l.in.Buffered() > 0 {
		return errors.New("somebody has put words into the server's mouth before the encryption began")
	}
	secure := tls.Client(l.raw, config)
	if err := secure.HandshakeContext(ctx); err != nil {
		return fmt.Errorf("STARTTLS: %w", err)
	}
	l.conn, l.in, l.offers = secure, bufio.NewReader(secure), nil
	return nil
}

// private returns an error if a password sent now could be read on the way to the server.
func (l *smtpConn) private() error {
	if _, secure := l.conn.(*tls.Conn); secure {
		return nil
	}
	if a, ok := l.raw.RemoteAddr().(*net.TCPAddr); ok && a.IP.IsLoopback() {
		return nil
	}
	return errors.New("no password is sent without TLS, except on this machine")
}

// noLogin is the field what of a refusal of the login.
const noLogin = "the mail server refuses our login"

// The field what of refusals of the name by which we greet a server.
const tryEHLO, tryHELO = "EHLO", "HELO"

// login authenticates (RFC 4954).
func (l *smtpConn) login(ctx context.Context, server Server) error {
	offered := strings.Fields(l.offers["AUTH"])
	client, err := server.sasl(ctx, func(mech string) bool {
		for _, o := range offered {
			if strings.EqualFold(o, mech) {
				return true
			}
		}
		return false
	})
	if err != nil {
		return err
	}
	mech, first, err := client.Start()
	if err != nil {
		return err
	}
	if first == nil {
		l.writeCmd("AUTH ", mech)
	} else {
		l.writeCmd("AUTH ", mech, " ", cmp.Or(base64.StdEncoding.EncodeToString(first), "="))
	}
	for range 10 {
		r, err := l.expect("AUTH "+mech, 2, 3)
		if answer := (*refusal)(nil); errors.As(err, &answer) {
			answer.what = noLogin
			if answer.code >= 500 {
				err = &loginRefused{err}
			}
		}
		if err != nil || r.code < 300 {
			return err
		}
		challenge, err := base64.StdEncoding.DecodeString(strings.TrimSpace(r.lines[0]))
		if err != nil {
			challenge = nil // a question, however it is put, is answered
		}
		answer, err := client.Next(challenge)
		if err != nil {
			return err
		}
		l.writeCmd(base64.StdEncoding.EncodeToString(answer))
	}
	return errors.New("server never has enough of logging in")
}

// writeCmd appends a command and its line end to the output.
func (l *smtpConn) writeCmd(words ...string) {
	for _, w := range words {
		l.out = append(l.out, w...)
	}
	l.out = append(l.out, "\r\n"...)
}

// flush writes the output. It returns how many bytes were certainly not written.
func (l *smtpConn) flush() (left int, err error) {
	n, err := l.conn.Write(l.out)
	left = len(l.out) - n
	if cap(l.out) > 256<<10 {
		l.out = nil
	}
	l.out = l.out[:0]
	return left, err
}

// readReply flushes the output and reads one reply. An error, or a reply that the server closes the connection, marks
// the connection as broken.
func (l *smtpConn) readReply() (reply, error) {
	if len(l.out) > 0 {
		if _, err := l.flush(); err != nil {
			l.broken = true
			return reply{}, err
		}
	}
	r, err := readReply(l.in)
	if err != nil || r.code == unavailable {
		l.broken = true
	}
	return r, err
}

// A refusal is a reply other than the one that was expected.
type refusal struct {
	what string
	reply
}

func (r *refusal) Error() string { return r.what + ": " + r.String() }

// expect is like readReply, but returns an error unless the first digit of the reply is one of classes.
func (l *smtpConn) expect(what string, classes ...int) (reply, error) {
	r, err := l.readReply()
	if err != nil {
		return r, fmt.Errorf("%s: %w", what, err)
	}
	for _, class := range classes {
		if r.code/100 == class {
			return r, nil
		}
	}
	return r, &refusal{what, r}
}

// carry sends p and then the mails that next returns, and calls tell with the result of each. If the server supports
// pipelining (RFC 2920), the commands of a mail directly follow the text of the one before. If the connection breaks
// before a mail was begun, carry returns that mail.
func (l *smtpConn) carry(p *enveloped, next func() *enveloped, tell func(*enveloped, *SendError)) (left *enveloped) {
	for l.begin(p); p != nil; {
		reused := l.tried > 0
		l.tried++
		failed := l.agree(p)
		if l.broken {
			if reused && failed.at <= atMail { // the server closed it while it was idle
				return p
			}
			tell(p, failed)
			return nil
		}
		if l.open && failed == nil {
			l.out = appendText(l.out, p.raw)
		} else if l.open {
			l.writeCmd(".") // an empty mail without recipients, as DATA can't be taken back
		}
		end := len(l.out)
		var after *enveloped
		if l.tried < l.most {
			after = next()
		}
		if after != nil {
			l.begin(after)
		}
		if l.open && failed == nil {
			failed = l.close(end)
		} else if l.open {
			_ = l.close(end) // the reply does not matter
		}
		tell(p, failed)
		if l.broken {
			return after
		}
		p = after
	}
	return nil
}

// begin writes all commands up to DATA, if the server supports pipelining.
func (l *smtpConn) begin(p *enveloped) {
	if !l.can("PIPELINING") {
		return
	}
	for at := l.first(); at <= atData; at++ {
		l.ask(at, p)
	}
}

func (l *smtpConn) first() stage {
	if l.reset {
		return atReset
	}
	return atMail
}

func (l *smtpConn) ask(at stage, p *enveloped) {
	switch at {
	case atReset:
		l.writeCmd("RSET")
	case atMail:
		if l.can("SIZE") {
			l.writeCmd("MAIL FROM:<", p.from, "> SIZE=", strconv.Itoa(len(p.raw)))
		} else {
			l.writeCmd("MAIL FROM:<", p.from, ">")
		}
	case atRcpt:
		l.writeCmd("RCPT TO:<", p.to, ">")
	case atData:
		l.writeCmd("DATA")
	}
}

// agrees reports whether the reply allows the client to go on after a stage.
func (r reply) agrees(at stage) bool {
	if at == atData {
		return r.code == goAhead
	}
	return r.code/100 == 2
}

// agree reads the replies to all commands up to DATA. With pipelining every command has been sent, and is answered,
// even after one was refused.
func (l *smtpConn) agree(p *enveloped) (failed *SendError) {
	pipelining := l.can("PIPELINING")
	l.open = false
	for at := l.first(); at <= atData && (failed == nil || pipelining); at++ {
		if !pipelining {
			l.ask(at, p)
		}
		r, err := l.readReply()
		if err != nil {
			return cmp.Or(failed, &SendError{Temporary: true, Err: fmt.Errorf("%s: %w", stageNames[at], err), at: at})
		}
		if r.agrees(at) {
			l.open = at == atData
			continue
		}
		failed = cmp.Or(failed, refused(at, r))
		if l.broken = l.broken || at == atReset || r.code < 400; l.broken {
			return failed // in the last two cases the reply can't be interpreted
		}
	}
	l.reset = failed != nil && !l.open
	return failed
}

// close flushes the output, in which the text of the mail ends at end, and returns the result of the mail.
func (l *smtpConn) close(end int) *SendError {
	said := len(l.out)
	if left, err := l.flush(); err != nil {
		l.broken = true
		failed := &SendError{Temporary: true, Err: fmt.Errorf("%s: %w", stageNames[atText], err), at: atText}
		if failed.Unknown = said-left >= end; failed.Unknown {
			return failed
		}
		if r, err := readReply(l.in); err == nil && r.code >= 400 { // the server may have said why
			return refused(atText, r)
		}
		return failed
	}
	r, err := l.readReply()
	switch {
	case err != nil:
		return &SendError{Temporary: true, Unknown: true, Err: fmt.Errorf("%s: %w", stageNames[atEnd], err), at: atEnd}
	case r.code/100 == 2:
		return nil
	case r.code < 400:
		l.broken = true
		failed := refused(atEnd, r)
		failed.Unknown = true
		return failed
	}
	return refused(atEnd, r)
}

// refused turns a refusal into a SendError. Only a reply from MAIL FROM on can be about the mail itself, and a demand
// to log in is not.
func refused(at stage, r reply) *SendError {
	failed := &SendError{Code: r.code, Err: &refusal{stageNames[at], r}, at: at}
	failed.Enhanced, failed.Text = r.enhanced()
	switch r.code {
	case authRequired, authTooWeak, authFailed, authEncrypted:
		failed.Temporary = true
	default:
		failed.Temporary = at < atMail || r.code < 500
	}
	return failed
}

// appendText appends a text with dots doubled at the beginning of lines (RFC 5321, 4.5.2), and the final dot.
func appendText(out, raw []byte) []byte {
	for len(raw) > 0 {
		if raw[0] == '.' {
			out = append(out, '.')
		}
		n := bytes.Index(raw, []byte("\n."))
		if n < 0 {
			out = append(out, raw...)
			break
		}
		out, raw = append(out, raw[:n+1]...), raw[n+1:]
	}
	if !bytes.HasSuffix(out, []byte("\r\n")) {
		out = append(out, "\r\n"...)
	}
	return append(out, ".\r\n"...)
}

// quit sends QUIT and closes the connection.
func (l *smtpConn) quit() {
	defer l.cut()
	timer := time.AfterFunc(lastWords, l.cut)
	defer timer.Stop()
	l.writeCmd("QUIT")
	_, _ = l.readReply()
}

// cut closes the connection and interrupts pending operations.
func (l *smtpConn) cut() { _ = l.raw.Close() }
