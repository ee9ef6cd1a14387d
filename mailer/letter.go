// Package mailer is in charge of mail: it takes letters out of an IMAP mailbox,
// or from a mail server that hands them in by LMTP, reads them, writes mails,
// signs them (DKIM) where nobody else does, and hands them to an SMTP server; and
// it bears with networks and servers that fail. Its probes look into both servers
// for somebody who wants to know what is wrong with them.
//
// It does not know what a letter is about: rules, games, orders and what to
// answer are other packages' business. Nor is it in charge of remembering: a
// letter that was handed on but not yet moved away when the program died is
// handed on again, under the same ID.
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

// Limits of what is read. A mail beyond one of them is handed on without text.
const (
	MaxMail     = 1 << 20   // bytes of a whole mail
	MaxHeader   = 64 << 10  // bytes of the header of a mail or of a part
	MaxText     = 256 << 10 // bytes of text
	maxDepth    = 16        // parts within parts
	maxParts    = 200
	maxBoundary = 200
	maxHTML     = 256 << 10 // bytes of HTML
	maxTags     = 15_000    // in it
	maxList     = 100       // addresses or Message-IDs in one field
	maxID       = 255
	maxAddress  = 254 // bytes (RFC 5321 with RFC 3696, erratum 1690)
	maxSubject  = 500 // runes
)

// ErrTooLarge is returned by Read when the mail is larger than MaxMail.
var ErrTooLarge = errors.New("mail is too large")

// A Letter is one mail that came in, as far as it concerns a reader of words.
// Whatever stands in it was written by a stranger.
type Letter struct {
	// ID is the Message-ID without angle brackets. Where it is missing, broken
	// or there twice, it is "sha256-<hex>@none.invalid", made from the mail.
	ID string
	// From is the one address in the one From field, its domain in lower case,
	// or "" when it is not plain who that is.
	From     string
	FromName string
	// To holds the addresses of To and Cc, their domains in lower case.
	To []string
	// Unlisted says that To and Cc name addresses that are not in To, as they can't be read or are too many.
	Unlisted bool
	// Subject is decoded, on one line and without control characters.
	Subject string
	// Text is what the mail says: its plain text, else its HTML as text, where
	// quoted passages begin with ">". It is valid UTF-8 with LF line ends, and
	// unusual spaces and dashes are made usual ones.
	Text string
	// InReplyTo and References are Message-IDs without angle brackets.
	InReplyTo  string
	References []string
	// Automatic says why a machine seems to have written this mail, and is ""
	// when a person seems to have. A machine must not be answered.
	Automatic string
	// DeliveredTo is the address that our own server says it delivered the mail to, by the topmost Delivered-To,
	// X-Original-To or Envelope-To field, with whatever stands behind a plus; "" when it does not say.
	DeliveredTo string
	// Sender is the envelope's sender, by the Return-Path field: an address, "<>" for none, "" when it is not said.
	Sender string
	// Report is what a delivery report (DSN, RFC 3464) says about a mail of ours; nil if this is none.
	Report *Report
	// Away says that a machine tells that its owner does not read mail now: a vacation note.
	Away bool
	// Header is all of the fields, for those who look for a proof of who wrote the mail.
	Header Header
	// Received is when our own server took the mail in, never its Date field.
	Received time.Time
	// TooLarge says that the mail is larger than MaxMail. Only its header was
	// read then, and Raw holds no more than that.
	TooLarge bool
	// Defect says why there is no Text although there should be one, or is "".
	Defect string
	Raw    []byte
}

// Read reads a mail that our server took in at the given time. It takes time in
// proportion to the length of raw, whatever is in there. When a mail cannot be
// read, the letter holds what could be (its ID in any case), Defect says why,
// and the same reason is returned as an error. The letter refers to raw.
func Read(raw []byte, received time.Time) (Letter, error) {
	if len(raw) > MaxMail {
		l := readHeader(raw[:MaxHeader], received)
		l.TooLarge = true
		return l, l.fault(ErrTooLarge)
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
	if l.Automatic == "" && isCalendarReply(root) {
		l.Automatic = "calendar: reply"
	}
	l.Text, err = readText(root)
	if l.Report = report(root, &l); l.Report != nil && l.Automatic == "" {
		l.Automatic = "returned: " + cmp.Or(l.Report.Status, "a delivery report")
	}
	l.Away = l.Automatic != "" && l.Report == nil && isAway(root, l.Subject)
	if err != nil {
		return l, l.fault(err)
	}
	return l, nil
}

// readHeader makes a letter from as much of a mail as was fetched.
func readHeader(raw []byte, received time.Time) Letter {
	head, body, err := splitHeader(raw)
	l := newLetter(head, raw, received)
	if err != nil || body == nil && len(raw) >= MaxHeader {
		l.From = "" // a second From field may stand where we did not look
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

// deliveredTo finds the address that our own server delivered the mail to. Postfix writes two fields on top, of which
// one may be what an alias stands for: the one with a plus tells more.
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

// sender reads the topmost Return-Path: no other was written by our own server.
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

// messageID gives the Message-ID if there is exactly one and it is sound.
func messageID(head Header, raw []byte) string {
	if values := head.All("message-id"); len(values) == 1 {
		if ids := messageIDs(values[0]); len(ids) == 1 {
			return ids[0]
		}
	}
	sum := sha256.Sum256(raw)
	return "sha256-" + hex.EncodeToString(sum[:]) + "@none.invalid"
}

// messageIDs finds what looks like <left@right>, and passes over all the rest.
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
	if len(ids) > maxList { // the root and the newest are worth most
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
