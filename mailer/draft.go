package mailer

import (
	"errors"
	"fmt"
	"mime"
	"net/mail"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/emersion/go-message"
)

const (
	lineWidth   = 76
	maxOutRefs  = 41  // the first and the newest forty
	maxOutWords = 900 // bytes, as no line may exceed 998
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
	HTML     string // optional: the text as HTML
	Inline   []File // optional: pictures that the HTML refers to
	Attached []File // optional
	Date     time.Time
	// InReplyTo and References are Message-IDs without brackets; both optional.
	InReplyTo  string
	References []string
	// Auto is "auto-replied" for an answer and "auto-generated" for an unsolicited mail (RFC 3834). It tells other
	// programs not to answer. It is empty for a mail that a person wrote.
	Auto string
	// Duplicate says that an attempt to send this mail, with the same ID, may have succeeded before.
	Duplicate bool
}

// Bytes returns the mail as it is sent: CRLF line ends, pure ASCII, lines of at most 76 characters except where a
// single word of a header is longer. Runs of spaces in Subject and FromName become one space. The same draft always
// gives the same bytes. Bytes returns an error if a field is missing or contains a control character, with which a
// header could be forged.
func (d Draft) Bytes() ([]byte, error) {
	out := make([]byte, 0, 1500+len(d.Text)*9/8+len(d.HTML)*9/8+d.size())
	err := d.check()
	if err == nil {
		out, err = d.appendHeader(out)
	}
	if err != nil {
		return nil, fmt.Errorf("writing mail %q: %w", d.ID, err)
	}
	return d.appendBody(out), nil
}

const dateLayout = "Mon, 02 Jan 2006 15:04:05 -0700" // RFC 5322

// appendHeader appends all header fields except those that describe the content.
func (d Draft) appendHeader(out []byte) ([]byte, error) {
	angle := func(ids []string) string { return "<" + strings.Join(ids, "> <") + ">" }
	var failed error
	put := func(key, value string) {
		if value != "" && failed == nil {
			out, failed = appendField(out, key, value)
		}
	}
	put("From", (&mail.Address{Name: joinSpaces(d.FromName), Address: d.From}).String())
	put("To", (&mail.Address{Address: d.To}).String())
	put("Subject", subjectWords(joinSpaces(d.Subject)))
	put("Date", d.Date.Format(dateLayout))
	put("Message-Id", "<"+d.ID+">")
	if d.ReplyTo != "" {
		put("Reply-To", (&mail.Address{Address: d.ReplyTo}).String())
	}
	if d.InReplyTo != "" {
		put("In-Reply-To", "<"+d.InReplyTo+">")
	}
	if len(d.References) > 0 {
		put("References", angle(shorten(d.References)))
	}
	if d.Auto != "" {
		put("Auto-Submitted", d.Auto)
		if d.Auto == "auto-generated" {
			put("Precedence", "bulk")
		}
		put("X-Auto-Response-Suppress", "All")
		_, domain, _ := strings.Cut(d.ID, "@")
		put("X-Deaddrop", domain)
	}
	if d.Duplicate {
		put("X-Possible-Duplicate", "yes")
	}
	put("Mime-Version", "1.0")
	return out, failed
}

// subjectWords encodes a subject. It splits the first encoded word if that is too long to follow "Subject: " on a
// line: go-message would write up to 998 characters, where RFC 2047 allows 76. Starting the word on the second line
// instead would give the subject a leading space in some programs.
func subjectWords(subject string) string {
	value := mime.QEncoding.Encode("utf-8", subject)
	word, _, _ := strings.Cut(value, " ")
	if value == subject || len("Subject: ")+len(word) <= lineWidth {
		return value
	}
	at := lineWidth - len("Subject: ") - len("?=")
	for splitsCharacter(value, at) {
		at--
	}
	return value[:at] + "?= =?utf-8?q?" + value[at:]
}

// splitsCharacter reports whether a cut at byte at of an encoded word would split a character: within an escape such
// as =C3, or before one of =80 to =BF, the continuation bytes of UTF-8.
func splitsCharacter(word string, at int) bool {
	if word[at-2] == '=' || word[at-1] == '=' {
		return true
	}
	return word[at] == '=' && strings.IndexByte("89AB", word[at+1]) >= 0
}

// appendField appends a field, folded if it is longer than a line. If go-message still leaves a line too long, as it
// does when one word does not fit, each word gets a line of its own. An encoded word does not even share a line with
// the name of the field.
func appendField(out []byte, key, value string) ([]byte, error) {
	if len(key)+len(": ")+len(value) <= lineWidth {
		return append(append(append(append(out, key...), ": "...), value...), "\r\n"...), nil
	}
	var h message.Header
	h.Set(key, value)
	raw, err := h.Raw(key)
	if err != nil {
		return nil, err
	}
	long := func(line string) bool { return len(line) > lineWidth }
	if !slices.ContainsFunc(strings.Split(string(raw), "\r\n"), long) {
		return append(out, raw...), nil
	}
	first := ": "
	if strings.HasPrefix(value, "=?") {
		first = ":\r\n "
	}
	return append(out, key+first+strings.ReplaceAll(value, " ", "\r\n ")+"\r\n"...), nil
}

// joinSpaces replaces runs of spaces by one space, so that no field is folded within a run. A line of nothing but
// spaces could be taken for the end of the header.
func joinSpaces(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == ' ' }), " ")
}

// appendPart appends a text with the header fields that describe its type.
func appendPart(out []byte, kind, text string) []byte {
	out = append(out, "Content-Type: text/"+kind+"; charset=utf-8\r\n"...)
	out = append(out, "Content-Transfer-Encoding: quoted-printable\r\n\r\n"...)
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\x00", "")
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return appendQuoted(out, text)
}

// appendQuoted appends a text as quoted-printable (RFC 2045), with lines of at most 76 characters. Its output is that
// of mime/quotedprintable in a fraction of the time, which matters when thousands of mails wait.
func appendQuoted(out []byte, text string) []byte {
	const hexDigits = "0123456789ABCDEF"
	column := 0
	for i := 0; i < len(text); {
		run := plainRun(text[i:])
		for run > 0 {
			n := min(run, lineWidth-1-column)
			out = append(out, text[i:i+n]...)
			i, run, column = i+n, run-n, column+n
			if run > 0 {
				out, column = append(out, "=\r\n"...), 0
			}
		}
		if i == len(text) {
			break
		}
		c := text[i]
		i++
		if c == '\r' || c == '\n' {
			out, column = append(out, "\r\n"...), 0
			if c == '\r' && i < len(text) && text[i] == '\n' {
				i++
			}
			continue
		}
		if column+3 > lineWidth-1 {
			out, column = append(out, "=\r\n"...), 0
		}
		out = append(out, '=', hexDigits[c>>4], hexDigits[c&15])
		column += 3
	}
	return out
}

// plainRun returns the number of bytes at the beginning of text that need no escape. A space or tab at the end of a
// line needs one.
func plainRun(text string) int {
	n := 0
	for n < len(text) && literalBytes[text[n]] {
		n++
	}
	lineEnds := n == len(text) || text[n] == '\r' || text[n] == '\n'
	if lineEnds && n > 0 && blanks[text[n-1]] {
		n--
	}
	return n
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
	if len(d.FromName) > maxOutWords/2 { // quoting may double its length
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
	return d.checkFiles()
}

// checkAddress returns an error unless an address can be used both in a header and in an SMTP command.
func checkAddress(address string) error {
	if foldDomain(address) == "" || !visibleBytes.holds(address) {
		return fmt.Errorf("%q is no plain mail address", address)
	}
	return nil
}

// shorten limits the number of references. It keeps the first, which is the thread's root, and the newest.
func shorten(ids []string) []string {
	if len(ids) <= maxOutRefs {
		return ids
	}
	return slices.Concat(ids[:1], ids[len(ids)-maxOutRefs+1:])
}
