// Package mailer is in charge of mail. It takes letters from an IMAP mailbox, or from a mail server by LMTP, and
// parses them; it writes mails, signs them (DKIM) if no server does, and passes them to an SMTP server; and it copes
// with networks and servers that fail. Its probes diagnose both servers for an operator.
//
// It does not know what a letter is about: rules, games, orders and answers belong to other packages. Nor does it
// remember letters: one that was handled but not yet moved away when the program died is passed on again, under the
// same ID.
package mailer

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Limits on what is parsed. A mail that exceeds one of them is passed on without text.
const (
	MaxMail     = 1 << 20   // bytes of a whole mail
	MaxHeader   = 128 << 10 // bytes of the header of a mail or of a part
	MaxText     = 256 << 10 // bytes of text
	maxDepth    = 16        // parts within parts
	maxParts    = 1000
	maxBoundary = 4 << 10
	maxHTML     = 256 << 10 // bytes of HTML
	maxTags     = 15_000    // HTML tags
	maxList     = 100       // addresses or Message-IDs in one field
	maxID       = 255
	maxAddress  = 254 // bytes (RFC 5321 with RFC 3696, erratum 1690)
	maxSubject  = 500 // runes
)

// ErrTooLarge is returned by Read when the mail is larger than MaxMail.
var ErrTooLarge = errors.New("mail is too large")

// A Letter is one received mail, reduced to what its reader needs. All of its content is untrusted.
type Letter struct {
	// ID is the Message-ID without angle brackets. If the field is missing, malformed or repeated, it is
	// "sha256-<hex>@none.invalid", a hash of the mail.
	ID string
	// From is the address in the From field, its domain in lower case, or "" unless there is exactly one.
	From     string
	FromName string
	// To holds the addresses of To and Cc, their domains in lower case.
	To []string
	// Unlisted says that To and Cc name further addresses, which can't be parsed or are too many.
	Unlisted bool
	// Subject is the decoded subject, on one line and without control characters.
	Subject string
	// Text is the plain text of the mail, or else its HTML converted to text with quoted passages marked by ">". It
	// is valid UTF-8 with LF line ends, and unusual spaces and dashes are replaced by plain ones.
	Text string
	// InReplyTo and References are Message-IDs without angle brackets.
	InReplyTo  string
	References []string
	// Automatic is the reason to think that a machine wrote this mail, or "" if a person seems to have. Machines must
	// not be answered.
	Automatic string
	// DeliveredTo is the address, including any part after a plus sign, to which our own server delivered the mail,
	// by the topmost Delivered-To, X-Original-To or Envelope-To field, or "" if none says.
	DeliveredTo string
	// Sender is the envelope sender by the Return-Path field: an address, "<>" for the null sender, or "" if unknown.
	Sender string
	// Report is the content of a delivery report (DSN, RFC 3464) about a mail of ours, or nil if this is not one.
	Report *Report
	// Away says that this is a vacation note.
	Away bool
	// Header holds all header fields, to be checked for proofs of who wrote the mail.
	Header Header
	// Received is when our own server received the mail. It never comes from the Date field.
	Received time.Time
	// TooLarge says that the mail is larger than MaxMail, so that not all of it is here. Its text was read if it came from
	// an Inbox whose server can tell the parts of a mail, or from a Listener. Raw holds its header, and from a Listener
	// also its text.
	TooLarge bool
	// Left says that a mail that is too large has pictures or files besides the text, which were left out.
	Left bool
	// Defect says why there is no Text although there should be; "" if all is well.
	Defect string
	Raw    []byte
}

// Read parses a mail that our server received at the given time. It takes time proportional to the length of raw,
// whatever that contains. If a mail cannot be parsed, Read returns what it can (always an ID), with the reason both
// in Defect and as an error. The letter shares memory with raw.
func Read(raw []byte, received time.Time) (Letter, error) {
	if len(raw) > MaxMail {
		return readLarge(raw[:MaxHeader], received)
	}
	head, body, err := splitHeader(raw)
	l := newLetter(head, raw, received)
	if err != nil {
		l.From = "" // as in readHeader
		return l, l.fault(err)
	}
	root, err := new(splitter).split(head, body, "text/plain", 0)
	if err != nil {
		return l, l.fault(err)
	}
	return l, l.fill(root)
}

// fill sets the fields of a letter that its parts tell.
func (l *Letter) fill(root part) (err error) {
	if l.Automatic == "" && isCalendarReply(root) {
		l.Automatic = "calendar: reply"
	}
	l.Text, err = readText(root)
	if l.Report = report(root, l); l.Report != nil && l.Automatic == "" {
		l.Automatic = "returned: " + cmp.Or(l.Report.Status, "a delivery report")
	}
	l.Away = l.Automatic != "" && l.Report == nil && isAway(root, l.Subject)
	if err != nil {
		return l.fault(err)
	}
	return nil
}

// readLarge returns a letter made from no more than the header of a mail that is too large.
func readLarge(raw []byte, received time.Time) (Letter, error) {
	l := readHeader(raw, received)
	l.TooLarge = true
	return l, l.fault(ErrTooLarge)
}

// readHeader returns a letter made from the first bytes of a mail, which may end within the header.
func readHeader(raw []byte, received time.Time) Letter {
	head, body, err := splitHeader(raw)
	l := newLetter(head, raw, received)
	if err != nil || body == nil && len(raw) >= MaxHeader {
		l.From = "" // a second From field may follow
	}
	return l
}

func (l *Letter) fault(err error) error {
	l.Text, l.Defect = "", err.Error()
	return fmt.Errorf("reading mail %s: %w", l.ID, err)
}

func newLetter(head Header, raw []byte, received time.Time) Letter {
	l := Letter{
		ID:         messageID(head, raw),
		Subject:    oneLine(decodeWords(head.Get("subject")), maxSubject),
		References: messageIDs(strings.Join(head.All("references"), " ")),
		Header:     head,
		Received:   received,
		Raw:        raw,
	}
	l.From, l.FromName = author(head)
	for _, value := range append(head.All("to"), head.All("cc")...) {
		all, complete := addresses(value)
		l.To, l.Unlisted = append(l.To, all...), l.Unlisted || !complete
	}
	if len(l.To) > maxList {
		l.To, l.Unlisted = l.To[:maxList], true
	}
	if ids := messageIDs(head.Get("in-reply-to")); len(ids) > 0 {
		l.InReplyTo = ids[0]
	}
	l.DeliveredTo, l.Sender = deliveredTo(head), sender(head)
	l.Automatic = automatic(head, l.From, l.Subject)
	return l
}

// deliveredTo returns the address to which our own server delivered the mail. Postfix writes two fields, one of which
// may be an alias's target; the one with a plus sign tells more.
func deliveredTo(head Header) string {
	found := ""
	for _, f := range head {
		switch f.Key {
		case "delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "x-delivered-to":
			address := foldDomain(rawAddress(f.Value))
			if found == "" || !strings.Contains(found, "+") && strings.Contains(address, "+") {
				found = address
			}
		case "received":
			if found != "" {
				return found
			}
		}
	}
	return found
}

// sender returns the topmost Return-Path, the only one that our own server wrote.
func sender(head Header) string {
	paths := head.All("return-path")
	if len(paths) == 0 {
		return ""
	}
	if isNull(paths[0]) {
		return "<>"
	}
	return foldDomain(rawAddress(paths[0]))
}

// messageID returns the Message-ID if there is exactly one and it is well-formed; otherwise an ID made from a hash of
// the mail.
func messageID(head Header, raw []byte) string {
	if values := head.All("message-id"); len(values) == 1 {
		if ids := messageIDs(values[0]); len(ids) == 1 {
			return ids[0]
		}
	}
	sum := sha256.Sum256(raw)
	return "sha256-" + hex.EncodeToString(sum[:]) + "@none.invalid"
}

// messageIDs returns everything that looks like <left@right>, and ignores the rest.
func messageIDs(s string) []string {
	var ids []string
	for {
		_, after, found := strings.Cut(s, "<")
		if !found {
			break
		}
		id, rest, found := strings.Cut(after, ">")
		if !found {
			break
		}
		if soundID(id) {
			ids = append(ids, id)
			s = rest
		} else {
			s = after
		}
	}
	if len(ids) > maxList { // the root and the newest are the most useful
		ids = slices.Concat(ids[:1], ids[len(ids)-maxList+1:])
	}
	return ids
}

func soundID(id string) bool {
	left, right, _ := strings.Cut(id, "@")
	if left == "" || right == "" || len(id) > maxID {
		return false
	}
	return idBytes.holds(id)
}
