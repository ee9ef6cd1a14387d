package postoffice

import (
	"crypto/subtle"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// lookEvery is the interval at which an idling client is told of changes other than deliveries.
const lookEvery = 200 * time.Millisecond

// A reader is one IMAP session.
type reader struct {
	*imapmemserver.UserSession // nil before login
	office                     *Office
}

var (
	_ imapserver.SessionMove = (*reader)(nil)
	_ imapserver.SessionSASL = (*reader)(nil)
)

// Login opens the user's mailboxes.
func (r *reader) Login(name, password string) error {
	u, there := r.office.find(name)
	if !there || !u.knows(password) {
		return imapserver.ErrAuthFailed
	}
	r.UserSession = imapmemserver.NewUserSession(u.box)
	return nil
}

// Idle reports changes to the client until stop. It replaces the library's own, which misses a mail that arrives
// between the previous command and IDLE.
func (r *reader) Idle(w *imapserver.UpdateWriter, stop <-chan struct{}) error {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		next := r.office.nextDelivery() // before the poll, so that no delivery is missed
		if err := r.Poll(w, true); err != nil {
			return err
		}
		select {
		case <-next:
		case <-tick.C:
		case <-stop:
			return nil
		}
	}
}

func (u user) knows(password string) bool {
	return subtle.ConstantTimeCompare([]byte(u.password), []byte(password)) == 1
}

// A writer is one SMTP session.
type writer struct {
	office *Office
	from   string
	to     []string
}

var _ smtp.AuthSession = (*writer)(nil)

// Mail begins a mail. It needs no login.
func (w *writer) Mail(from string, _ *smtp.MailOptions) error {
	w.from, w.to = from, nil
	return w.office.faults.sender(from)
}

// Rcpt accepts a recipient that has a mailbox here.
func (w *writer) Rcpt(to string, _ *smtp.RcptOptions) error {
	if _, there := w.office.find(to); !there {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "No such mailbox here"}
	}
	if err := w.office.faults.recipient(to); err != nil {
		return err
	}
	w.to = append(w.to, to)
	return nil
}

// Data receives the mail and delivers it.
func (w *writer) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	return w.office.deliver(w.from, slices.Clone(w.to), raw)
}

// Reset discards the mail that was begun.
func (w *writer) Reset() { w.from, w.to = "", nil }

// Logout does nothing.
func (w *writer) Logout() error { return nil }

// AuthMechanisms returns the login mechanisms that are offered.
func (w *writer) AuthMechanisms() []string { return w.office.mechanisms() }

// Auth returns a server for a login mechanism. Password and token are the same here.
func (w *writer) Auth(mech string) (sasl.Server, error) {
	return newLogin(mech, func(name, password string) error {
		if err := answer(w.office.faults.LoginAnswer); err != nil {
			return err
		}
		if u, there := w.office.find(name); !there || !u.knows(password) {
			return smtp.ErrAuthFailed
		}
		return nil
	}), nil
}

// AuthenticateMechanisms is like AuthMechanisms, for IMAP.
func (r *reader) AuthenticateMechanisms() []string { return r.office.mechanisms() }

// Authenticate is like Auth, for IMAP.
func (r *reader) Authenticate(mech string) (sasl.Server, error) {
	if !slices.Contains(r.office.mechanisms(), mech) {
		return nil, imapserver.ErrAuthFailed
	}
	return newLogin(mech, r.Login), nil
}

const xoauth2 = "XOAUTH2" // Google's and Microsoft's predecessor of OAUTHBEARER

func (o *Office) mechanisms() []string {
	mechs := []string{sasl.Plain, sasl.Login, sasl.OAuthBearer, xoauth2}
	return slices.DeleteFunc(mechs, func(m string) bool { return slices.Contains(o.without, m) })
}

func newLogin(mech string, check func(name, password string) error) sasl.Server {
	switch mech {
	case sasl.Login:
		return &loginServer{check: check}
	case sasl.OAuthBearer, xoauth2:
		return &tokenServer{check: check}
	}
	return sasl.NewPlainServer(func(_, name, password string) error { return check(name, password) })
}

// A tokenServer accepts an access token by OAUTHBEARER or XOAUTH2.
type tokenServer struct {
	check  func(name, token string) error
	failed error
}

// Next checks the token. After a wrong one it also waits for the client's reply to the error message.
func (t *tokenServer) Next(answer []byte) (challenge []byte, done bool, err error) {
	if t.failed != nil {
		return nil, true, t.failed
	}
	if answer == nil {
		return []byte{}, false, nil
	}
	var name, token string
	for _, field := range strings.FieldsFunc(string(answer), func(r rune) bool { return r == 1 || r == ',' }) {
		key, value, _ := strings.Cut(field, "=")
		switch key {
		case "user", "a":
			name = value
		case "auth":
			token = strings.TrimPrefix(value, "Bearer ")
		}
	}
	if t.failed = t.check(name, token); t.failed != nil {
		return []byte(`{"status":"invalid_token"}`), false, nil
	}
	return nil, true, nil
}

// A loginServer implements the mechanism LOGIN: it asks for name and password.
type loginServer struct {
	check func(name, password string) error
	asked int
	name  string
}

// Next takes the answer to one prompt and returns the next prompt.
func (l *loginServer) Next(answer []byte) (question []byte, done bool, err error) {
	if l.asked == 0 && answer == nil {
		l.asked = 1
		return []byte("Username:"), false, nil
	}
	if l.asked < 2 { // the name may come with the command, without a prompt
		l.name, l.asked = string(answer), 2
		return []byte("Password:"), false, nil
	}
	return nil, true, l.check(l.name, string(answer))
}
