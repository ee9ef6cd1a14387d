package postoffice

import (
	"bytes"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-smtp"
)

// Faults are ways in which post offices differ, most of them for the worse, so that programs can be tried
// with one of each kind. The zero value has none.
type Faults struct {
	RefuseSender     bool // nobody may send
	RefusePlusSender bool // nobody may send from an address with a plus
	RefusePlus       bool // there are no addresses with a plus
	HidePlus         bool // Delivered-To does not tell what stood behind the plus
	Lose             bool // mail is taken, and delivered nowhere
	Spam             bool // mail is put into the folder Junk
	Rename           bool // mail gets another Message-ID
	// Clock is what mails are dated by when they come in; the machine's when nil.
	Clock func() time.Time
	// NoCreate keeps readers from making mailboxes.
	NoCreate bool
	// Prefix is what the names of all mailboxes but INBOX begin with, such as "INBOX.".
	Prefix string
	// Authserv is the name under which the office vouches for the From of each mail in a field
	// Authentication-Results (RFC 8601); it does not when that is empty. Such fields of that name that come
	// in are removed, unless KeepForged. With Strip all such fields are, of whatever name.
	Authserv          string
	KeepForged, Strip bool
}

func refusal(text string) error {
	return &smtp.SMTPError{Code: 553, EnhancedCode: smtp.EnhancedCode{5, 7, 1}, Message: text}
}

// sender is asked for each mail.
func (f *Faults) sender(address string) error {
	if f.RefuseSender || f.RefusePlusSender && strings.Contains(address, "+") {
		return refusal("Sender address rejected: not owned by user")
	}
	return nil
}

// recipient is asked for each address that a mail goes to.
func (f *Faults) recipient(address string) error {
	if f.RefusePlus && strings.Contains(address, "+") {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "No such mailbox here"}
	}
	return nil
}

// delivered is what is put into the mailbox for an address, and with which date; the zero date is now.
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

// forged says whether a line is a field to be removed. Whoever forges one here writes it on top, on one line.
func (f *Faults) forged(line string) bool {
	key, value, _ := strings.Cut(strings.ToLower(line), ": ")
	ours := f.Authserv != "" && !f.KeepForged && strings.HasPrefix(value, strings.ToLower(f.Authserv))
	return key == "authentication-results" && (ours || f.Strip)
}

// folder is where mail is put.
func (f *Faults) folder(box *imapmemserver.User) string {
	if !f.Spam {
		return "INBOX"
	}
	_ = box.Create("Junk", nil) // it may be there already
	return "Junk"
}

// Create makes a mailbox, where that is allowed.
func (r *reader) Create(name string, options *imap.CreateOptions) error {
	f := r.office.faults
	if f.NoCreate || !strings.HasPrefix(name, f.Prefix) {
		return &imap.Error{Type: imap.StatusResponseTypeNo, Text: "Mailbox name not allowed here"}
	}
	return r.UserSession.Create(name, options)
}

// Namespace tells how the names of mailboxes begin.
func (r *reader) Namespace() (*imap.NamespaceData, error) {
	return &imap.NamespaceData{Personal: []imap.NamespaceDescriptor{{Prefix: r.office.faults.Prefix, Delim: '.'}}}, nil
}

var _ imapserver.SessionNamespace = (*reader)(nil)

// A silent listener accepts connections whose server does not say that it has IDLE, which the library's
// server always does.
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

// Write leaves IDLE out of lists of capabilities.
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
