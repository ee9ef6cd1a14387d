package postoffice

import (
	"crypto/subtle"
	"io"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// lookEvery is how often an idling client is told of changes that are no
// deliveries.
const lookEvery = 200 * time.Millisecond

// A reader is one IMAP connection.
type reader struct {
	*imapmemserver.UserSession // nil before login
	office                     *Office
}

var _ imapserver.SessionMove = (*reader)(nil)

// Login opens the user's mailboxes.
func (r *reader) Login(name, password string) error {
	u, there := r.office.find(name)
	if !there || !u.knows(password) {
		return imapserver.ErrAuthFailed
	}
	r.UserSession = imapmemserver.NewUserSession(u.box)
	return nil
}

// Idle tells the client what happens until stop. It takes the place of the
// library's own, which says nothing of a mail that came between the last
// command and IDLE.
func (r *reader) Idle(w *imapserver.UpdateWriter, stop <-chan struct{}) error {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		next := r.office.nextDelivery() // before the look, so that none is missed
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

// A writer is one SMTP connection.
type writer struct {
	office *Office
	from   string
	to     []string
}

var _ smtp.AuthSession = (*writer)(nil)

// Mail begins a mail. Nobody needs to log in for that.
func (w *writer) Mail(from string, _ *smtp.MailOptions) error {
	w.from, w.to = from, nil
	return nil
}

// Rcpt takes a recipient, if it is one of ours.
func (w *writer) Rcpt(to string, _ *smtp.RcptOptions) error {
	if _, there := w.office.find(to); !there {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "No such mailbox here"}
	}
	w.to = append(w.to, to)
	return nil
}

// Data takes the mail and delivers it.
func (w *writer) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	return w.office.deliver(w.from, slices.Clone(w.to), raw)
}

// Reset forgets the mail that was begun.
func (w *writer) Reset() { w.from, w.to = "", nil }

// Logout has nothing to do.
func (w *writer) Logout() error { return nil }

// AuthMechanisms lists the ways to log in.
func (w *writer) AuthMechanisms() []string {
	mechs := []string{sasl.Plain, sasl.Login}
	return slices.DeleteFunc(mechs, func(m string) bool { return slices.Contains(w.office.without, m) })
}

// Auth checks a name and a password.
func (w *writer) Auth(mech string) (sasl.Server, error) {
	if mech == sasl.Login {
		return &loginServer{check: w.check}, nil
	}
	return sasl.NewPlainServer(func(_, name, password string) error { return w.check(name, password) }), nil
}

func (w *writer) check(name, password string) error {
	u, there := w.office.find(name)
	if !there || !u.knows(password) {
		return smtp.ErrAuthFailed
	}
	return nil
}

// A loginServer asks for name and password, one after the other.
type loginServer struct {
	check func(name, password string) error
	asked int
	name  string
}

// Next takes an answer and puts the next question.
func (l *loginServer) Next(answer []byte) (question []byte, done bool, err error) {
	if l.asked == 0 && answer == nil {
		l.asked = 1
		return []byte("Username:"), false, nil
	}
	if l.asked < 2 { // the name may come with the command, unasked
		l.name, l.asked = string(answer), 2
		return []byte("Password:"), false, nil
	}
	return nil, true, l.check(l.name, string(answer))
}
