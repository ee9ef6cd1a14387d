package mailer

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/mail"
)

const (
	lineWidth   = 76
	maxOutRefs  = 41  // the first and the newest forty
	maxOutWords = 900 // bytes, for no line may exceed 998
)

// A Draft is a mail to be sent.
type Draft struct {
	// ID is the Message-ID without brackets. It must be the same on each
	// attempt to send this mail, so that a receiver can drop the second copy.
	ID       string
	From     string // an address
	FromName string // optional
	ReplyTo  string // an address; optional
	To       string // an address
	Subject  string
	Text     string
	HTML     string // optional: the same once more, for those who want it
	Date     time.Time
	// InReplyTo and References are Message-IDs without brackets; both optional.
	InReplyTo  string
	References []string
	// Auto is "auto-replied" for an answer, "auto-generated" for what nobody
	// asked for. It marks the mail as a machine's, so that no machine answers.
	// It is empty for what a person wrote.
	Auto string
}

// Bytes gives the mail as it is sent: CRLF line ends, pure ASCII, lines of at
// most 76 characters except where a single word of a header is longer. Runs of
// spaces in Subject and FromName become one. The same draft always gives the
// same bytes. It is an error if a field is missing, or has a control character
// in it with which a header could be forged.
func (d Draft) Bytes() ([]byte, error) {
	var b bytes.Buffer
	err := d.check()
	if err == nil {
		err = d.write(&b)
	}
	if err != nil {
		return nil, fmt.Errorf("writing mail %q: %w", d.ID, err)
	}
	return b.Bytes(), nil
}

func (d Draft) write(to io.Writer) error {
	if d.HTML == "" {
		w, err := message.CreateWriter(to, d.header(textHeader("plain")))
		if err != nil {
			return err
		}
		return writeText(w, d.Text)
	}
	var h message.Header
	sum := sha256.Sum256([]byte(d.ID))
	h.SetContentType("multipart/alternative", map[string]string{
		"boundary": "=_" + hex.EncodeToString(sum[:16]), // "=_" cannot occur in quoted-printable
	})
	w, err := message.CreateWriter(to, d.header(h))
	if err != nil {
		return err
	}
	for _, part := range []struct{ kind, text string }{{"plain", d.Text}, {"html", d.HTML}} {
		p, err := w.CreatePart(textHeader(part.kind))
		if err != nil {
			return err
		}
		if err := writeText(p, part.text); err != nil {
			return err
		}
	}
	return w.Close()
}

// header puts the fields of the mail above those that tell its type. The last
// comes first, for each is put on top of the others.
func (d Draft) header(content message.Header) message.Header {
	h := mail.Header{Header: content}
	h.Set("MIME-Version", "1.0")
	if d.Auto != "" {
		_, domain, _ := strings.Cut(d.ID, "@")
		h.Set("X-Deaddrop", domain)
		h.Set("X-Auto-Response-Suppress", "All")
		h.Set("Auto-Submitted", d.Auto)
	}
	h.SetMsgIDList("References", shorten(d.References))
	foldWords(&h, "References")
	if d.InReplyTo != "" {
		h.SetMsgIDList("In-Reply-To", []string{d.InReplyTo})
	}
	if d.ReplyTo != "" {
		h.SetAddressList("Reply-To", []*mail.Address{{Address: d.ReplyTo}})
	}
	h.SetMessageID(d.ID)
	h.SetDate(d.Date)
	setSubject(&h, joinSpaces(d.Subject))
	foldWords(&h, "Subject")
	h.SetAddressList("To", []*mail.Address{{Address: d.To}})
	h.SetAddressList("From", []*mail.Address{{Name: joinSpaces(d.FromName), Address: d.From}})
	foldWords(&h, "From")
	return h.Header
}

// setSubject cuts the first encoded word in two if it is too long to stand
// behind "Subject: ", for go-message then writes up to 998 characters on that
// line, where RFC 2047 allows 76. To let it begin on the second line would give
// the subject a leading space in the eyes of some programs.
func setSubject(h *mail.Header, subject string) {
	h.SetSubject(subject)
	value := h.Get("Subject")
	word, _, _ := strings.Cut(value, " ")
	if value == subject || len("Subject: ")+len(word) <= lineWidth {
		return
	}
	at := lineWidth - len("Subject: ") - len("?=")
	for value[at-2] == '=' || value[at-1] == '=' || value[at] == '=' && strings.IndexByte("89AB", value[at+1]) >= 0 {
		at-- // not within a character
	}
	h.Set("Subject", value[:at]+"?= =?utf-8?q?"+value[at:])
}

// foldWords gives each word of a field that was just set a line of its own, if
// go-message would write a line of more than 76 characters: when one word is too
// long for its line, it puts up to 998 there. An encoded word does not even
// share its line with the name of the field.
func foldWords(h *mail.Header, key string) {
	long := func(line string) bool { return len(line) > lineWidth }
	raw, err := h.Raw(key)
	if err != nil || !slices.ContainsFunc(strings.Split(string(raw), "\r\n"), long) {
		return // an error comes again when the header is written
	}
	value := h.Get(key)
	first := ": "
	if strings.HasPrefix(value, "=?") {
		first = ":\r\n "
	}
	h.Del(key)
	h.AddRaw([]byte(key + first + strings.ReplaceAll(value, " ", "\r\n ") + "\r\n"))
}

// joinSpaces prevents that a field is folded within a run of spaces. A line of
// nothing but spaces could be taken for the end of the header.
func joinSpaces(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == ' ' }), " ")
}

func textHeader(kind string) message.Header {
	var h message.Header
	h.Set("Content-Transfer-Encoding", "quoted-printable")
	h.SetContentType("text/"+kind, map[string]string{"charset": "utf-8"})
	return h
}

// writeText ends the text with a line end and closes w.
func writeText(w io.WriteCloser, text string) error {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\x00", "")
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	_, err := io.WriteString(w, text)
	return errors.Join(err, w.Close())
}

func (d Draft) check() error {
	switch {
	case !soundID(d.ID):
		return errors.New("no sound Message-ID")
	case d.Date.IsZero():
		return errors.New("no date")
	case strings.TrimSpace(d.Subject) == "":
		return errors.New("no subject")
	case strings.TrimSpace(d.Text) == "":
		return errors.New("no text")
	case d.Auto != "" && d.Auto != "auto-replied" && d.Auto != "auto-generated":
		return fmt.Errorf("Auto-Submitted cannot be %q", d.Auto)
	case d.InReplyTo != "" && !soundID(d.InReplyTo):
		return fmt.Errorf("unsound In-Reply-To %q", d.InReplyTo)
	}
	for _, id := range d.References {
		if !soundID(id) {
			return fmt.Errorf("unsound reference %q", id)
		}
	}
	for _, s := range []string{d.FromName, d.Subject} {
		if strings.ContainsFunc(s, func(r rune) bool { return isControl(r) || r == '\t' }) || !utf8.ValidString(s) {
			return fmt.Errorf("control character in %q", s)
		}
		if len(s) > maxOutWords {
			return fmt.Errorf("%.40q... is too long for a header", s)
		}
	}
	if len(d.FromName) > maxOutWords/2 { // as many again may be needed to quote it
		return fmt.Errorf("%.40q... is too long for a name", d.FromName)
	}
	if d.ReplyTo != "" {
		if err := checkAddress(d.ReplyTo); err != nil {
			return fmt.Errorf("field Reply-To: %w", err)
		}
	}
	if err := checkAddress(d.From); err != nil {
		return fmt.Errorf("field From: %w", err)
	}
	if err := checkAddress(d.To); err != nil {
		return fmt.Errorf("field To: %w", err)
	}
	return nil
}

// checkAddress accepts what can stand in a header and in an SMTP command alike.
func checkAddress(address string) error {
	if foldDomain(address) == "" || !printable(address) {
		return fmt.Errorf("%q is no plain mail address", address)
	}
	return nil
}

// shorten keeps the first reference, which is the thread's root, and the newest.
func shorten(ids []string) []string {
	if len(ids) <= maxOutRefs {
		return ids
	}
	return slices.Concat(ids[:1], ids[len(ids)-maxOutRefs+1:])
}
