// Package postoffice is in charge of a mail server inside the program: SMTP and IMAP on this machine, with mailboxes
// in memory. With it a demonstration needs no mail account, and tests speak the real protocols.
//
// It is no mail server for real use: it forgets everything when it is closed, delivers only to its own mailboxes, and
// authenticates no sender.
package postoffice

import (
	"bytes"
	"cmp"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-smtp"
)

const (
	maxMail    = 32 << 20
	maxSilence = 5 * time.Minute
)

// Options configure a post office.
type Options struct {
	// Domain is the domain of all its addresses; "post.invalid" when empty.
	Domain string
	Log    *slog.Logger // silent when nil
	// TLS is offered with STARTTLS by both servers, unless it is nil.
	TLS *tls.Config
	// Without lists capabilities that are not offered, so that programs can be tested with a more limited server:
	// "MOVE", "UIDPLUS" and "IDLE" of IMAP, and "PLAIN", "LOGIN", "OAUTHBEARER" and "XOAUTH2" of both servers. The
	// password also serves as access token.
	Without []string
	// Faults are further faults of the office.
	Faults Faults
}

// An Office is an open post office. It is safe for concurrent use.
type Office struct {
	domain  string
	log     *slog.Logger
	without []string
	faults  Faults
	imap    *imapserver.Server
	smtp    *smtp.Server
	imapOn  net.Listener
	smtpOn  net.Listener
	serving sync.WaitGroup

	mu        sync.Mutex
	users     map[string]user
	delivered func(from string, to []string, raw []byte)
	bell      chan struct{} // closed at the next delivery
}

type user struct {
	password string
	box      *imapmemserver.User
}

// Open opens a post office that listens on two free ports of 127.0.0.1.
func Open(o Options) (*Office, error) {
	f := &Office{
		domain:  strings.ToLower(o.Domain),
		log:     o.Log,
		without: o.Without,
		faults:  o.Faults,
		users:   make(map[string]user),
		bell:    make(chan struct{}),
	}
	if f.domain == "" {
		f.domain = "post.invalid"
	}
	if f.log == nil {
		f.log = slog.New(slog.DiscardHandler)
	}
	var err error
	if f.imapOn, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return nil, fmt.Errorf("opening post office: %w", err)
	}
	if f.smtpOn, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return nil, errors.Join(fmt.Errorf("opening post office: %w", err), f.imapOn.Close())
	}
	if slices.Contains(f.without, "IDLE") {
		f.imapOn = silent{f.imapOn}
	}
	f.imap = f.newIMAP(o.TLS)
	f.smtp = f.newSMTP(o.TLS)
	f.serving.Go(func() { f.serve("imap", f.imapOn, f.imap.Serve) })
	f.serving.Go(func() { f.serve("smtp", f.smtpOn, f.smtp.Serve) })
	return f, nil
}

func (o *Office) serve(name string, on net.Listener, serve func(net.Listener) error) {
	if err := serve(on); err != nil && !errors.Is(err, net.ErrClosed) {
		o.log.Debug("post office stopped serving", "protocol", name, "error", err)
	}
}

func (o *Office) newIMAP(config *tls.Config) *imapserver.Server {
	caps := imap.CapSet{imap.CapIMAP4rev1: {}}
	for _, c := range []imap.Cap{imap.CapMove, imap.CapUIDPlus} {
		if !slices.Contains(o.without, string(c)) {
			caps[c] = struct{}{}
		}
	}
	if o.faults.Prefix != "" {
		caps[imap.CapNamespace] = struct{}{}
	}
	return imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return &reader{office: o}, nil, nil
		},
		Caps:         caps,
		Logger:       printer{o.log},
		TLSConfig:    config,
		InsecureAuth: true,
	})
}

func (o *Office) newSMTP(config *tls.Config) *smtp.Server {
	s := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
		if err := answer(o.faults.HelloAnswer); err != nil {
			return nil, err
		}
		return &writer{office: o}, nil
	}))
	s.Domain = o.domain
	s.AllowInsecureAuth = true
	s.MaxMessageBytes = cmp.Or(o.faults.Largest, maxMail)
	s.MaxRecipients = 100
	s.ReadTimeout = maxSilence
	s.WriteTimeout = maxSilence
	s.TLSConfig = config
	s.ErrorLog = printer{o.log}
	return s
}

// Add creates a mailbox for name@Domain, with an INBOX. The user logs in with that address or with the part before
// the @.
func (o *Office) Add(name, password string) error {
	name = strings.ToLower(name)
	if name == "" || strings.ContainsAny(name, "@+ \t\r\n<>\"") {
		return fmt.Errorf("adding user to post office: %q cannot stand before an @", name)
	}
	box := imapmemserver.NewUser(name, password)
	if err := box.Create("INBOX", nil); err != nil {
		return fmt.Errorf("adding user to post office: %w", err)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if _, there := o.users[name]; there {
		return fmt.Errorf("adding user to post office: %q is there already", name)
	}
	o.users[name] = user{password, box}
	return nil
}

// IMAP returns the address of the IMAP server, host:port.
func (o *Office) IMAP() string { return o.imapOn.Addr().String() }

// SMTP returns the address of the SMTP server, host:port.
func (o *Office) SMTP() string { return o.smtpOn.Addr().String() }

// Delivered sets a function that is called for each mail after it was put into its mailboxes and before the sender
// gets the reply. It may be called concurrently. raw is the mail as sent, and must not be changed. Nil removes the
// function.
func (o *Office) Delivered(f func(from string, to []string, raw []byte)) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.delivered = f
}

// Close closes both servers and all connections, and forgets the mail.
func (o *Office) Close() error {
	var failed error
	end := func(close func() error) {
		if err := close(); err != nil && !errors.Is(err, net.ErrClosed) {
			failed = errors.Join(failed, fmt.Errorf("closing post office: %w", err))
		}
	}
	// The IMAP server must not be closed before it has begun to serve.
	end(o.smtpOn.Close)
	end(o.imapOn.Close)
	o.serving.Wait()
	end(o.smtp.Close)
	end(o.imap.Close)
	return failed
}

// find returns the user with an address or login. "name+anything" means name.
func (o *Office) find(address string) (user, bool) {
	name, domain, found := strings.Cut(strings.ToLower(address), "@")
	if found && domain != o.domain {
		return user{}, false
	}
	name, _, _ = strings.Cut(name, "+")
	o.mu.Lock()
	defer o.mu.Unlock()
	u, there := o.users[name]
	return u, there
}

// deliver puts a mail into the mailbox of each recipient, once. If several addresses lead to one mailbox, the one
// with a part after a plus is written on top.
func (o *Office) deliver(from string, to []string, raw []byte) error {
	done := make(map[*imapmemserver.User]bool)
	detail := func(a, b string) int { return strings.Count(b, "+") - strings.Count(a, "+") }
	for _, address := range slices.SortedStableFunc(slices.Values(to), detail) {
		u, there := o.find(address)
		if !there || done[u.box] || o.faults.Lose {
			continue
		}
		done[u.box] = true
		mail, at := o.faults.delivered(from, address, raw)
		for range o.faults.copies() {
			if _, err := u.box.Append(o.faults.folder(u.box), literal{bytes.NewReader(mail)},
				&imap.AppendOptions{Time: at}); err != nil {
				return fmt.Errorf("delivering to %s: %w", address, err)
			}
		}
	}
	o.mu.Lock()
	close(o.bell)
	o.bell = make(chan struct{})
	hook := o.delivered
	o.mu.Unlock()
	o.log.Debug("mail delivered", "from", from, "to", to, "bytes", len(raw))
	if hook != nil {
		hook(from, to, raw)
	}
	return nil
}

// nextDelivery returns a channel that is closed at the next delivery.
func (o *Office) nextDelivery() <-chan struct{} {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.bell
}

type literal struct{ *bytes.Reader }

// Size returns the length of the literal.
func (l literal) Size() int64 { return l.Reader.Size() }

// A printer writes the servers' messages to our log.
type printer struct{ log *slog.Logger }

// Printf logs a message at debug level.
func (p printer) Printf(format string, args ...any) { p.log.Debug(fmt.Sprintf(format, args...)) }

// Println is like Printf.
func (p printer) Println(args ...any) { p.log.Debug(fmt.Sprintln(args...)) }
