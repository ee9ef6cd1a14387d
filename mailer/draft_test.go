package mailer_test

import (
	"bytes"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"deaddrop/mailer"
)

func draft() mailer.Draft {
	return mailer.Draft{
		ID: "o1.a@post.test", From: "gm@post.test", To: "ann@example.org",
		Subject: "[g1.12] Spring 1901", Text: "A PAR - BUR\n", Date: taken,
	}
}

func mustBytes(t *testing.T, d mailer.Draft) []byte {
	t.Helper()
	raw, err := d.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestDraftRoundTrip(t *testing.T) {
	texts := []string{
		"A PAR - BUR\n",
		"Köln, Łódź, 東京\n\n.\nFrom here\n> quoted\n-- \nGM\n",
		strings.Repeat("a long line = ", 200) + "\n" + strings.Repeat("ü", 500) + "\n\ttab  two \n",
		"no line end",
		"crlf\r\nand\rcr\n",
	}
	for _, text := range texts {
		for _, html := range []string{"", "<p>A PAR - BUR</p>\n"} {
			d := draft()
			d.FromName, d.Subject = `Röschen "GM", the`, "Frühjahr 1901: "+strings.Repeat("später ", 30)+"(Ende)"
			d.ReplyTo, d.InReplyTo, d.References = "gm+t@post.test", "a@b", []string{"r@b", "a@b"}
			d.Text, d.HTML, d.Auto = text, html, "auto-replied"
			raw := mustBytes(t, d)
			l, err := mailer.Read(raw, taken)
			if err != nil {
				t.Fatal(err)
			}
			want := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
			want = strings.TrimSuffix(want, "\n") + "\n"
			if l.Text != want {
				t.Errorf("text: got\n%q, want\n%q", l.Text, want)
			}
			if l.ID != d.ID || l.From != d.From || l.FromName != d.FromName || l.Subject != d.Subject ||
				l.InReplyTo != "a@b" || strings.Join(l.References, " ") != "r@b a@b" ||
				strings.Join(l.To, " ") != d.To {
				t.Errorf("got %+v", l)
			}
			if !strings.HasPrefix(l.Automatic, "auto-submitted") {
				t.Errorf("automatic: %q", l.Automatic)
			}
			checkWire(t, raw)
			checkStandard(t, raw, d)
		}
	}
}

// checkWire checks what goes over the wire: CRLF, ASCII, short lines.
func checkWire(t *testing.T, raw []byte) {
	t.Helper()
	for line := range bytes.Lines(raw) {
		text, ended := bytes.CutSuffix(line, []byte("\r\n"))
		if !ended || len(text) > 76 || bytes.ContainsFunc(text,
			func(r rune) bool { return r < ' ' && r != '\t' || r > '~' }) {
			t.Errorf("line on the wire: %q", line)
		}
	}
}

// checkStandard lets the standard library read what we wrote.
func checkStandard(t *testing.T, raw []byte, d mailer.Draft) {
	t.Helper()
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject")); err != nil || subject != d.Subject {
		t.Errorf("subject %q, %v", subject, err)
	}
	from, err := mail.ParseAddress(m.Header.Get("From"))
	if err != nil || from.Name != d.FromName || from.Address != d.From {
		t.Errorf("from %v, %v", from, err)
	}
	if date, err := m.Header.Date(); err != nil || !date.Equal(d.Date) {
		t.Errorf("date %v, %v", date, err)
	}
	_, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil || d.HTML == "" {
		if err != nil {
			t.Error(err)
		}
		return
	}
	parts := multipart.NewReader(m.Body, params["boundary"])
	for _, want := range []string{d.Text, d.HTML} {
		part, err := parts.NextPart()
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(part)
		norm := strings.NewReplacer("\r\n", "\n", "\r", "\n")
		if err != nil || strings.TrimSpace(norm.Replace(string(got))) != strings.TrimSpace(norm.Replace(want)) {
			t.Errorf("part %q, %v", got, err)
		}
	}
	if _, err := parts.NextPart(); err != io.EOF {
		t.Errorf("after the last part: %v", err)
	}
}

// checkLines is like checkWire, for drafts with words that do not fit one line: such a word stands alone. The only
// blank line is the one that ends the header.
func checkLines(t *testing.T, raw []byte) {
	t.Helper()
	header, body, _ := bytes.Cut(raw, []byte("\r\n\r\n"))
	for _, line := range strings.Split(string(header), "\r\n") {
		if _, value, ok := strings.Cut(line, ": "); ok && line[0] != ' ' && len(line) > 76 {
			line = " " + value
		}
		if len(line) > 76 && strings.Contains(line[1:], " ") || len(line) > 998 || strings.TrimSpace(line) == "" {
			t.Errorf("line of the header: %q", line)
		}
	}
	checkWire(t, body)
}

var encodedWord = regexp.MustCompile(`=\?utf-8\?[qb]\?[^ ?]*\?=`)

func FuzzDraft(f *testing.F) {
	long := strings.Repeat("x", 90)
	f.Add("später", "GM", "A PAR - BUR", "", "r@b", false)
	f.Add(strings.Repeat("ü", 300), strings.Repeat("ä, ", 100), "x\r", "x\r\r\n", long+"@b", true)
	f.Add(long+strings.Repeat(" y", 300), long+" y z", "\x00.", "\x00<p>", long+"@"+long, true)
	f.Add("a"+strings.Repeat(" ", 300)+"b ", "c"+strings.Repeat(" ", 300)+"d", " \n--=_\n. \n", "\n", "r@b", true)
	for i := range 30 { // a first encoded word that must not be cut within a character
		f.Add(strings.Repeat("x", i)+strings.Repeat("😀東ü=", 30), "GM", "x", "", "r@b", false)
	}
	f.Add(strings.Repeat("x", 900), strings.Repeat(`"`, 450), "\xff", "\xff", "r@b", false)
	f.Fuzz(func(t *testing.T, subject, name, text, html, id string, many bool) {
		d := draft()
		d.Subject, d.FromName, d.Text, d.HTML, d.References = subject, name, text, html, []string{id}
		if many {
			d.InReplyTo, d.References = id, []string{"r@b", id, "s@b", id, "t@b"}
		}
		raw, err := d.Bytes()
		if err != nil {
			return
		}
		if !bytes.Equal(raw, mustBytes(t, d)) {
			t.Error("the same draft gave other bytes")
		}
		checkLines(t, raw)
		if bytes.Contains(raw, []byte("\nSubject:\r")) {
			t.Error("some would read a leading space into the subject")
		}
		l, err := mailer.Read(raw, taken)
		if err != nil || strings.Join(l.References, " ") != strings.Join(d.References, " ") ||
			l.InReplyTo != d.InReplyTo || l.From != d.From {
			t.Errorf("%v, got %+v", err, l)
		}
		if strings.Contains(subject+name, "=?") || strings.Contains(name, `\`) {
			return // it is read as an encoded word; net/mail cannot read a backslash that it wrote in one
		}
		for line := range bytes.Lines(raw[:bytes.Index(raw, []byte("\r\n\r\n"))]) {
			for _, word := range encodedWord.FindAllString(string(line), -1) {
				if text, err := new(mime.WordDecoder).Decode(word); err != nil || !utf8.ValidString(text) ||
					len(word) > 75 || len(line) > 78 {
					t.Errorf("encoded word %q, %v, in %q", word, err, line)
				}
			}
		}
		spaces := regexp.MustCompile("^ +| +$|( ) +")
		d.Subject, d.FromName = spaces.ReplaceAllString(subject, "$1"), spaces.ReplaceAllString(name, "$1")
		d.Text, d.HTML = clean(text), clean(html)
		checkStandard(t, raw, d)
	})
}

func clean(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\x00", "")
}

func TestDraftSameBytes(t *testing.T) {
	d := draft()
	d.HTML = "<p>x</p>"
	if !bytes.Equal(mustBytes(t, d), mustBytes(t, d)) {
		t.Error("the same draft gave other bytes")
	}
}

// Letters are marked as written by a machine, and those that nobody asked for as bulk, too.
func TestDraftMarks(t *testing.T) {
	for auto, want := range map[string]string{
		"":               "",
		"auto-replied":   "Auto-Submitted: auto-replied, X-Auto-Response-Suppress: All, X-Deaddrop: post.test",
		"auto-generated": "Auto-Submitted: auto-generated, Precedence: bulk, X-Auto-Response-Suppress: All, X-Deaddrop: post.test",
	} {
		d := draft()
		d.Auto, d.Duplicate = auto, true
		header, _, _ := strings.Cut(string(mustBytes(t, d)), "\r\n\r\n")
		_, marks, _ := strings.Cut(header, "Message-Id: <o1.a@post.test>\r\n")
		marks, _, _ = strings.Cut(marks, "X-Possible-Duplicate: yes\r\n")
		if got := strings.TrimSuffix(strings.ReplaceAll(marks, "\r\n", ", "), ", "); got != want {
			t.Errorf("%q is marked by %q", auto, got)
		}
	}
}

func TestDraftReferences(t *testing.T) {
	d := draft()
	for i := range 100 {
		d.References = append(d.References, fmt.Sprintf("r%d@post.test", i))
	}
	l, err := mailer.Read(mustBytes(t, d), taken)
	if err != nil || len(l.References) != 41 || l.References[0] != "r0@post.test" ||
		l.References[40] != "r99@post.test" {
		t.Errorf("%v, references %q", err, l.References)
	}
}

func TestDraftRefused(t *testing.T) {
	bad := func(name string, change func(*mailer.Draft)) {
		t.Helper()
		d := draft()
		change(&d)
		if raw, err := d.Bytes(); err == nil {
			t.Errorf("%s: no error, wrote\n%s", name, raw)
		}
	}
	for _, evil := range []string{"x\r\nBcc: all@example.org", "x\nBcc: y", "x\ry", "x\x00y", "x\x1by"} {
		bad("Subject", func(d *mailer.Draft) { d.Subject = evil })
		bad("FromName", func(d *mailer.Draft) { d.FromName = evil })
		bad("From", func(d *mailer.Draft) { d.From = evil + "@post.test" })
		bad("To", func(d *mailer.Draft) { d.To = evil + "@post.test" })
		bad("ReplyTo", func(d *mailer.Draft) { d.ReplyTo = evil + "@post.test" })
		bad("ID", func(d *mailer.Draft) { d.ID = evil + "@post.test" })
		bad("InReplyTo", func(d *mailer.Draft) { d.InReplyTo = evil + "@post.test" })
		bad("References", func(d *mailer.Draft) { d.References = []string{evil + "@post.test"} })
		bad("Auto", func(d *mailer.Draft) { d.Auto = evil })
	}
	bad("two recipients", func(d *mailer.Draft) { d.To = "a@b, c@d" })
	bad("brackets", func(d *mailer.Draft) { d.To = "a@b> SIZE=1 <c" })
	bad("long subject", func(d *mailer.Draft) { d.Subject = strings.Repeat("x", 1000) })
	bad("long name", func(d *mailer.Draft) { d.FromName = strings.Repeat("x", 500) })
	bad("no ID", func(d *mailer.Draft) { d.ID = "" })
	bad("no From", func(d *mailer.Draft) { d.From = "" })
	bad("no To", func(d *mailer.Draft) { d.To = "" })
	bad("no subject", func(d *mailer.Draft) { d.Subject = " " })
	bad("no text", func(d *mailer.Draft) { d.Text = "\n" })
	bad("no date", func(d *mailer.Draft) { d.Date = time.Time{} })
}

// Our quoted-printable text is the same as the standard library's.
func FuzzQuoted(f *testing.F) {
	f.Add("A PAR - BUR\n")
	f.Add("K\u00f6ln, \u6771\u4eac\n\n.\n\t \n \r \r\r\n==\n")
	for n := 70; n < 80; n++ {
		f.Add(strings.Repeat("x", n))
		f.Add(strings.Repeat("x", n) + " \n" + strings.Repeat("y", n) + "=\n" + strings.Repeat(" ", n))
		f.Add(strings.Repeat("ü", n) + " " + strings.Repeat("=", n))
	}
	f.Fuzz(func(t *testing.T, text string) {
		var want bytes.Buffer
		w := quotedprintable.NewWriter(&want)
		if _, err := io.WriteString(w, text); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if got := mailer.AppendQuoted(nil, text); !bytes.Equal(got, want.Bytes()) {
			t.Errorf("got\n%q, want\n%q", got, want.Bytes())
		}
	})
}
