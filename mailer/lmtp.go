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

// A Listener takes letters from a mail server that the operator runs, by LMTP
// (RFC 2033): an answer of 250 says that a letter was handled, so the server may
// forget it. Whoever can connect can claim any sender, so it listens on this
// machine only.
//
// A mail for several of our addresses in one transaction is one letter: it would
// be handed over with the same ID again, and take effect once in any case. It
// names as DeliveredTo the first address with a detail behind a plus, as that
// may be a token, else the first.
type Listener struct {
	// Listen is "127.0.0.1:2424" or another address of this machine, or the path
	// of a socket, with a slash in it. Anybody may connect to the socket who may
	// enter its directory.
	Listen string
	// Addresses are ours. Mail to others is refused, but any "+detail" may follow
	// the part before the @. The first one's domain is the name we go by.
	Addresses []string
	// Now tells the time; a letter is Received when its text begins to come.
	Now func() time.Time
	// Timeout is how long a client may be silent, and how long it may take for
	// the text of one mail; five minutes when zero.
	Timeout time.Duration
	// Conns is how many clients are served at once; fifty when zero. Others wait.
	Conns int
	Queue *SenderQueue // to be shared with other sources of letters; own when nil
	Log   *slog.Logger // silent when nil
	// Keep, if set, stores each letter, as it stands in Letter.Raw, before it is
	// read. When that fails, the letter is not taken.
	Keep func(ctx context.Context, raw []byte) error
	// Journal, if set, finds letters that end the whole program, and counts
	// permanent errors. Without it, a letter is given up at the first one.
	Journal Journal
	// GaveUp, if set, is told of each letter that is given up, and of why. The
	// letter has neither Text nor Raw, and only what the envelope said when it was
	// never read.
	GaveUp func(ctx context.Context, l Letter, why string) error

	mu     sync.Mutex
	coming []time.Time // when the mails came that are not yet answered
}

// Watch hands each letter that comes in to handle: several at once, but never
// two of one sender, and those of one sender in the order in which they came.
// The client is told 250 when handle returns nil, and 451 when it returns an
// error, so that it keeps the letter and comes again. After the third error that
// is marked with Permanent the letter is given up: it is answered with 250 if
// there is a Keep, else with 554, which returns it to its sender. The Journal
// gives up letters as in an Inbox.
//
// Watch ends when ctx does, when the letters that were taken by then have been
// handled, and returns nil. It returns an error if it cannot listen.
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

// TakenIn says up to when all that came in has been handled: until now, if
// nothing is on its way.
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

// arrive notes that a mail is on its way until gone is called.
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

// A session is one Watch of a Listener.
type session struct {
	*Listener
	ctx    context.Context // ends when the Watch is to end
	handle func(context.Context, Letter) error
	log    *slog.Logger
	order  *SenderQueue // of senders
	same   SenderQueue  // of mails: one that comes twice at once is not to be counted twice
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

// An envelope is what a client says of a mail before it sends it.
type envelope struct {
	hello string // what the client calls itself
	from  string
	to    []string
}

// take sees to one mail, and returns the answer to it.
func (d *session) take(e envelope, raw []byte, at time.Time) error {
	id := e.id(raw)
	leave, err := d.same.enter(d.ctx, id)
	if err != nil {
		return errKeep
	}
	defer leave()
	raw = slices.Concat(e.top(d.Addresses[0], at), raw)
	if d.Keep != nil {
		if err := d.Keep(d.ctx, raw); err != nil {
			return d.keep(id, "letter cannot be stored", err)
		}
	}
	known := tries // without a Journal the first permanent error is the last
	if d.Journal != nil {
		found, err := d.Journal.Begin(d.ctx, []string{id})
		if err != nil || len(found) != 1 {
			return d.keep(id, "attempts cannot be counted", err)
		}
		if known = found[0]; known > tries {
			return d.giveUp(id, Letter{DeliveredTo: e.deliveredTo(), Sender: e.sender(), Received: at}, givenUp)
		}
	}
	l, err := read(Read, raw, at)
	if err != nil {
		return d.giveUp(id, Letter{DeliveredTo: e.deliveredTo(), Sender: e.sender(), Received: at}, err.Error())
	}
	leave, err = d.order.enter(d.ctx, l.line())
	if err != nil {
		return d.end(id, errKeep)
	}
	defer leave()
	switch err := d.handle(d.ctx, l); {
	case err == nil:
		return d.end(id, nil)
	case d.ctx.Err() != nil: // it was told to stop, which is no fault of the letter
		return d.end(id, errKeep)
	case !isPermanent(err):
		return d.end(id, d.keep(l.ID, "letter cannot be handled", err))
	case known < tries:
		return d.keep(l.ID, "letter cannot be handled", err)
	default:
		return d.giveUp(id, l.bare(), err.Error())
	}
}

// keep leaves a mail with the client.
func (d *session) keep(id, what string, err error) error {
	d.log.ErrorContext(d.ctx, what, "id", id, "error", err)
	return errKeep
}

// end tells the Journal that a letter came to an end, and gives the answer.
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

// id names a mail, the same each time that it comes.
func (e envelope) id(raw []byte) string {
	h := sha256.New()
	fmt.Fprintf(h, "%q\n", append([]string{e.from}, e.to...))
	h.Write(raw)
	return "sha256-" + hex.EncodeToString(h.Sum(nil))
}

func (e envelope) sender() string {
	return cmp.Or(e.from, "<>")
}

// deliveredTo is the recipient that tells most.
func (e envelope) deliveredTo() string {
	for _, to := range e.to {
		if local, _ := cutAddress(to); strings.Contains(local, "+") {
			return to
		}
	}
	return e.to[0]
}

// top is what a mail server puts on top of a mail that it delivers (RFC 5321,
// section 4.4).
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

// isOurs says whether mail to an address is for us.
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
