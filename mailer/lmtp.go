package mailer

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-smtp"
)

const (
	defaultConns   = 50
	defaultSilence = 5 * time.Minute // RFC 5321, section 4.5.3.2.7
	maxRecipients  = 100
)

// A Listener receives letters by LMTP (RFC 2033) from a mail server that the operator runs. A reply of 250 means that
// a letter was handled, so that the server may delete it. Since any client can claim any sender, a Listener accepts
// connections from this machine only.
//
// A mail to several of our addresses in one transaction is one letter: further copies would have the same ID and no
// further effect. DeliveredTo is the first recipient with a part after a plus sign, as that may be a token, or else
// the first one.
type Listener struct {
	// Listen is "127.0.0.1:2424" or another address of this machine, or the path of a Unix socket, with a slash in
	// it. Anybody who can enter the socket's directory may connect.
	Listen string
	// Addresses are the recipients that are accepted, with or without "+detail" before the @. The domain of the first
	// is the server's name.
	Addresses []string
	// Now returns the time. Letter.Received is when the text of a mail begins to arrive.
	Now func() time.Time
	// Timeout limits how long a client may be silent, and how long the text of one mail may take; five minutes when
	// zero.
	Timeout time.Duration
	// Conns is the largest number of clients served at once; fifty when zero. Others wait.
	Conns int
	Queue *SenderQueue // shared with other sources of letters; a private one when nil
	Log   *slog.Logger // silent when nil
	// Keep, if set, stores each mail, as in Letter.Raw, before it is parsed. If it fails, the mail is rejected for
	// now.
	Keep func(ctx context.Context, raw []byte) error
	// Journal, if set, detects letters that crash the program, and counts permanent errors. Without it, a letter is
	// given up after the first permanent error.
	Journal Journal
	// GaveUp, if set, is called for each letter that is given up, with the reason. The letter has neither Text nor
	// Raw; if it was never read, it has only what the envelope says.
	GaveUp func(ctx context.Context, l Letter, why string) error

	mu     sync.Mutex
	coming []time.Time // arrival times of the mails that are not yet answered
}

// Watch passes each incoming letter to handle: several at once, but never two from one sender, and those of one
// sender in order of arrival. The client gets 250 when handle returns nil, and 451 when it returns an error, so that
// the client keeps the letter and retries. After the third error marked with Permanent the letter is given up: the
// reply is 250 if there is a Keep, or else 554, which bounces it to its sender. The Journal is used as in an Inbox.
//
// When ctx ends, Watch finishes the letters that it has received and returns nil. It returns an error if it cannot
// listen.
func (l *Listener) Watch(ctx context.Context, handle func(context.Context, Letter) error) error {
	on, err := l.listen()
	if err != nil {
		return fmt.Errorf("listening for letters: %w", err)
	}
	d := &session{Listener: l, ctx: ctx, handle: handle, log: cmp.Or(l.Log, slog.New(slog.DiscardHandler)),
		order: cmp.Or(l.Queue, new(SenderQueue))}
	d.log.InfoContext(ctx, "listening for letters", "on", on.Addr().String())
	failed := d.serve(ctx, on)
	if l.Journal != nil {
		if _, err := l.Journal.Begin(context.WithoutCancel(ctx), nil); err != nil {
			d.log.Warn("attempts cannot be counted", "error", err)
		}
	}
	return failed
}

// TakenIn returns the time up to which everything that arrived has been handled. That is now if nothing is in
// progress.
func (l *Listener) TakenIn() time.Time {
	now := l.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, at := range l.coming {
		if at.Before(now) {
			now = at
		}
	}
	return now
}

// arrive records that a mail is in progress until gone is called.
func (l *Listener) arrive() (at time.Time, gone func()) {
	at = l.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.coming = append(l.coming, at)
	return at, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		i := slices.Index(l.coming, at)
		l.coming = slices.Delete(l.coming, i, i+1)
	}
}

// A session is one call of Listener.Watch.
type session struct {
	*Listener
	ctx    context.Context // ends when Watch is to end
	handle func(context.Context, Letter) error
	log    *slog.Logger
	order  *SenderQueue // serialises the letters of each sender
	same   SenderQueue  // serialises copies of the same mail, so that they are counted once
}

var (
	errKeep = &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0},
		Message: "Not taken now, try again later"}
	errCut = &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 4, 2},
		Message: "The text did not come to its end"}
	errUnknown = &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "No such address here"}
	errSyntax  = &smtp.SMTPError{Code: 553, EnhancedCode: smtp.EnhancedCode{5, 1, 7}, Message: "This is no address"}
	errChunks  = &smtp.SMTPError{Code: 502, EnhancedCode: smtp.EnhancedCode{5, 5, 1},
		Message: "BDAT is not offered here, use DATA"}
	errUnhandled = &smtp.SMTPError{Code: 554, EnhancedCode: smtp.EnhancedCode{5, 6, 0},
		Message: "This mail cannot be handled"}
)

// An envelope is what a client says about a mail before it sends it.
type envelope struct {
	hello string // the client's name in LHLO
	from  string
	to    []string
}

// take handles one mail, and returns the reply to the client.
func (d *session) take(e envelope, mail arrival, at time.Time) error {
	id := e.id(mail.raw)
	leave, err := d.same.enter(d.ctx, id)
	if err != nil {
		return errKeep
	}
	defer leave()
	raw := slices.Concat(e.top(d.Addresses[0], at), mail.raw)
	if d.Keep != nil {
		if err := d.Keep(d.ctx, raw); err != nil {
			return d.keep(id, "letter cannot be stored", err)
		}
	}
	known := tries // without a Journal, the first permanent error gives the letter up
	if d.Journal != nil {
		found, err := d.Journal.Begin(d.ctx, []string{id})
		if err != nil || len(found) != 1 {
			return d.keep(id, "attempts cannot be counted", err)
		}
		if known = found[0]; known > tries {
			return d.giveUp(id, Letter{DeliveredTo: e.deliveredTo(), Sender: e.sender(), Received: at}, givenUp)
		}
	}
	l, err := read(mail.read, raw, at)
	if err != nil {
		return d.giveUp(id, Letter{DeliveredTo: e.deliveredTo(), Sender: e.sender(), Received: at}, err.Error())
	}
	leave, err = d.order.enter(d.ctx, l.senderKey())
	if err != nil {
		return d.end(id, errKeep)
	}
	defer leave()
	switch err := d.handle(d.ctx, l); {
	case err == nil:
		return d.end(id, nil)
	case d.ctx.Err() != nil: // stopped by ctx, not because of the letter
		return d.end(id, errKeep)
	case !isPermanent(err):
		return d.end(id, d.keep(l.ID, "letter cannot be handled", err))
	case known < tries:
		return d.keep(l.ID, "letter cannot be handled", err)
	default:
		return d.giveUp(id, l.bare(), err.Error())
	}
}

// keep returns a temporary error, so that the client keeps the mail.
func (d *session) keep(id, what string, err error) error {
	d.log.ErrorContext(d.ctx, what, "id", id, "error", err)
	return errKeep
}

// end records in the Journal that a letter is finished, and returns the reply.
func (d *session) end(id string, answer error) error {
	if d.Journal != nil {
		if err := d.Journal.End(context.WithoutCancel(d.ctx), []string{id}); err != nil {
			d.log.WarnContext(d.ctx, "attempts cannot be counted", "error", err)
		}
	}
	return answer
}

func (d *session) giveUp(id string, l Letter, why string) error {
	l.ID = cmp.Or(l.ID, id)
	if d.GaveUp != nil {
		if err := d.GaveUp(d.ctx, l, why); err != nil {
			return d.keep(l.ID, "letter cannot be given up", err)
		}
	}
	d.log.ErrorContext(d.ctx, "letter is given up", "id", l.ID, "why", why)
	if d.Keep == nil {
		return d.end(id, errUnhandled)
	}
	return d.end(id, nil)
}

// id returns the same name for a mail each time that it arrives.
func (e envelope) id(raw []byte) string {
	h := sha256.New()
	fmt.Fprintf(h, "%q\n", append([]string{e.from}, e.to...))
	h.Write(raw)
	return "sha256-" + hex.EncodeToString(h.Sum(nil))
}

func (e envelope) sender() string {
	return cmp.Or(e.from, "<>")
}

// deliveredTo returns the recipient with a part after a plus sign, or else the first.
func (e envelope) deliveredTo() string {
	for _, to := range e.to {
		if local, _ := cutAddress(to); strings.Contains(local, "+") {
			return to
		}
	}
	return e.to[0]
}

// top returns the header fields that a mail server adds when it delivers a mail (RFC 5321, section 4.4).
func (e envelope) top(ours string, at time.Time) []byte {
	_, domain := cutAddress(ours)
	return fmt.Appendf(nil, "Return-Path: <%s>\r\nDelivered-To: %s\r\nReceived: from %s\r\n\tby %s with LMTP; %s\r\n",
		e.from, e.deliveredTo(), e.hello, domain, at.Format(time.RFC1123Z))
}

// cutAddress splits an address at its last @.
func cutAddress(address string) (local, domain string) {
	at := strings.LastIndexByte(address, '@')
	if at < 0 {
		return address, ""
	}
	return address[:at], address[at+1:]
}

// isOurs reports whether an address is one of the Listener's.
func (l *Listener) isOurs(address string) bool {
	local, domain := cutAddress(strings.ToLower(address))
	return slices.ContainsFunc(l.Addresses, func(own string) bool {
		name, at := cutAddress(strings.ToLower(own))
		return domain == at && (local == name || strings.HasPrefix(local, name+"+"))
	})
}

func (l *Listener) check() error {
	if l.Now == nil {
		return errors.New("no clock to go by")
	}
	if len(l.Addresses) == 0 {
		return errors.New("no address to take mail for")
	}
	if strings.Contains(l.Listen, "/") {
		return nil
	}
	host, _, err := net.SplitHostPort(l.Listen)
	if err != nil {
		return err
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return fmt.Errorf("%s is not this machine, and anybody who can connect could write in any name", l.Listen)
	}
	return nil
}
