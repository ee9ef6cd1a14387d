package postoffice

import (
	"bytes"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-smtp"
)

// Faults are limitations and faults of real mail servers, so that programs can be tested with each. The zero value
// has none.
type Faults struct {
	RefuseSender     bool // every sender is refused
	RefusePlusSender bool // senders with a plus in their address are refused
	RefusePlus       bool // recipients with a plus in their address are refused
	HidePlus         bool // Delivered-To omits the part after the plus
	Lose             bool // mail is accepted and never delivered
	Spam             bool // mail is delivered to the folder Junk
	Rename           bool // the Message-ID is replaced
	// Clock gives the arrival date of mails; the machine's clock when nil.
	Clock func() time.Time
	// NoCreate forbids clients to create mailboxes.
	NoCreate bool
	// Prefix is the beginning of all mailbox names except INBOX, such as "INBOX.".
	Prefix string
	// Authserv is the name under which the office adds an Authentication-Results field (RFC 8601) that vouches for
	// the From of each mail; none when empty. Incoming fields with that name are removed, unless KeepForged is set.
	// Strip removes all such fields, whatever their name.
	Authserv          string
	KeepForged, Strip bool
	// Largest is the largest mail that the SMTP server takes, in bytes; 32 MB when zero.
	Largest int64
	// Twice delivers each mail twice, as a rule does that redirects mail to its own mailbox.
	Twice bool
	// What the SMTP server answers to EHLO, to a login and to each recipient in place of accepting them, such as
	// "454 4.7.0 Temporary authentication failure". "": it accepts them.
	HelloAnswer, LoginAnswer, RecipientAnswer string
	// MoveAnswer is what the IMAP server answers to whoever moves or copies mail, such as "OVERQUOTA Quota exceeded":
	// a code and a text. "": it does it.
	MoveAnswer string
}

// answer returns what an SMTP server answers as an error; nil for "".
func answer(text string) error {
	if text == "" {
		return nil
	}
	e := &smtp.SMTPError{}
	d := &e.EnhancedCode
	if _, err := fmt.Sscanf(text, "%d %d.%d.%d", &e.Code, &d[0], &d[1], &d[2]); err != nil {
		return fmt.Errorf("%q is no answer of an SMTP server: %w", text, err)
	}
	e.Message = strings.Join(strings.Fields(text)[2:], " ")
	return e
}

// moved returns an error if mail can't be moved.
func (f *Faults) moved() error {
	if f.MoveAnswer == "" {
		return nil
	}
	code, text, _ := strings.Cut(f.MoveAnswer, " ")
	return &imap.Error{Type: imap.StatusResponseTypeNo, Code: imap.ResponseCode(code), Text: text}
}

// Move moves mail, unless that is refused.
func (r *reader) Move(w *imapserver.MoveWriter, set imap.NumSet, to string) error {
	if err := r.office.faults.moved(); err != nil {
		return err
	}
	return r.UserSession.Move(w, set, to)
}

// Copy copies mail, unless that is refused.
func (r *reader) Copy(set imap.NumSet, to string) (*imap.CopyData, error) {
	if err := r.office.faults.moved(); err != nil {
		return nil, err
	}
	return r.UserSession.Copy(set, to)
}

func refusal(text string) error {
	return &smtp.SMTPError{Code: 553, EnhancedCode: smtp.EnhancedCode{5, 7, 1}, Message: text}
}

// sender returns an error if mail from an address is refused.
func (f *Faults) sender(address string) error {
	if f.RefuseSender || f.RefusePlusSender && strings.Contains(address, "+") {
		return refusal("Sender address rejected: not owned by user")
	}
	return nil
}

// recipient returns an error if mail to an address is refused.
func (f *Faults) recipient(address string) error {
	if err := answer(f.RecipientAnswer); err != nil {
		return err
	}
	if f.RefusePlus && strings.Contains(address, "+") {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "No such mailbox here"}
	}
	return nil
}

// delivered returns the mail that is put into the mailbox, and its arrival date; the zero time means now.
func (f *Faults) delivered(from, to string, raw []byte) ([]byte, time.Time) {
	if name, domain, found := strings.Cut(to, "@"); found && f.HidePlus {
		name, _, _ = strings.Cut(name, "+")
		to = name + "@" + domain
	}
	top := "Return-Path: <" + from + ">\r\nDelivered-To: " + to + "\r\n"
	if f.Authserv != "" {
		_, domain, _ := strings.Cut(from, "@")
		top += "Authentication-Results: " + f.Authserv + "; dmarc=pass header.from=" + domain + "\r\n"
	}
	if first, rest, _ := bytes.Cut(raw, []byte("\r\n")); f.forged(string(first)) {
		raw = rest
	}
	if f.Rename {
		raw = bytes.Replace(raw, []byte("Message-Id: <"), []byte("Message-Id: <renamed."), 1)
	}
	var at time.Time
	if f.Clock != nil {
		at = f.Clock()
	}
	return slices.Concat([]byte(top), raw), at
}

// forged reports whether a line is a field to be removed. It expects forged fields to be on top, on one line each.
func (f *Faults) forged(line string) bool {
	key, value, _ := strings.Cut(strings.ToLower(line), ": ")
	ours := f.Authserv != "" && !f.KeepForged && strings.HasPrefix(value, strings.ToLower(f.Authserv))
	return key == "authentication-results" && (ours || f.Strip)
}

// copies returns how often a mail is delivered.
func (f *Faults) copies() int {
	if f.Twice {
		return 2
	}
	return 1
}

// folder returns the mailbox that mail is delivered to.
func (f *Faults) folder(box *imapmemserver.User) string {
	if !f.Spam {
		return "INBOX"
	}
	_ = box.Create("Junk", nil) // it may exist already
	return "Junk"
}

// Create creates a mailbox, unless that is forbidden.
func (r *reader) Create(name string, options *imap.CreateOptions) error {
	f := r.office.faults
	if f.NoCreate || !strings.HasPrefix(name, f.Prefix) {
		return &imap.Error{Type: imap.StatusResponseTypeNo, Text: "Mailbox name not allowed here"}
	}
	return r.UserSession.Create(name, options)
}

// Namespace returns the prefix of mailbox names.
func (r *reader) Namespace() (*imap.NamespaceData, error) {
	return &imap.NamespaceData{Personal: []imap.NamespaceDescriptor{{Prefix: r.office.faults.Prefix, Delim: '.'}}}, nil
}

var _ imapserver.SessionNamespace = (*reader)(nil)

// A silent listener hides IDLE from the capabilities of its server, which the library always announces.
type silent struct{ net.Listener }

// Accept waits for the next connection.
func (s silent) Accept() (net.Conn, error) {
	conn, err := s.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return silentConn{conn}, nil
}

type silentConn struct{ net.Conn }

// Write removes IDLE from lists of capabilities.
func (c silentConn) Write(b []byte) (int, error) {
	out := b
	if bytes.Contains(b, []byte("CAPABILITY")) {
		out = bytes.ReplaceAll(b, []byte(" IDLE"), nil)
	}
	if _, err := c.Conn.Write(out); err != nil {
		return 0, err
	}
	return len(b), nil
}
