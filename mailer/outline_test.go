package mailer_test

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"deaddrop/mailer"
	"deaddrop/mailer/peertest"
	"deaddrop/mailer/postoffice"

	"github.com/emersion/go-imap/v2/imapclient"
)

// A largeMail is a mail of more than mailer.MaxMail bytes, and what is to be read of it.
type largeMail struct {
	name   string
	body   string // with its Content-Type; PHOTO stands for the content of a large file
	text   string
	left   bool   // whether something besides the text was not fetched
	defect string // what the reason for no text contains
	lmtp   string // what that contains of a mail by LMTP, if it is another reason; or the answer "552", or "read"
}

const (
	photo = "Content-Type: image/jpeg; name=\"IMG_0815.jpg\"\nContent-Transfer-Encoding: base64\n" +
		"Content-Disposition: attachment; filename=\"IMG_0815.jpg\"\n\nPHOTO\n"
	mixed = "Content-Type: multipart/mixed; boundary=b\n\n"
	plain = "Content-Type: text/plain; charset=utf-8\n\n"
	// the content of a mail that another one contains
	forwarded = "Content-Type: multipart/mixed; boundary=f\n\n--f\n" + plain + "A MAR H\n--f\n" + photo + "--f--\n"
)

var largeMails = []largeMail{
	{name: "photo of a phone", text: "A PAR - BUR\n", left: true,
		body: mixed + "--b\n" + plain + "A PAR - BUR\n--b\n" + photo + "--b--\n"},
	{name: "text around a photo", text: "A PAR - BUR\nF BRE - ENG\n", left: true,
		body: mixed + "--b\n" + plain + "A PAR - BUR\n--b\n" + photo + "--b\n" + plain + "F BRE - ENG\n--b--\n"},
	{name: "HTML with a picture", text: "A PAR - BUR\n\nF BRE H\n", left: true,
		body: "Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html; charset=iso-8859-1\n" +
			"Content-Transfer-Encoding: quoted-printable\n\n<p>A PAR =\n- BUR</p><p>F BRE&nbsp;H</p>\n--b\n" + photo + "--b--\n"},
	{name: "alternative within parts", text: "Für dich: A PAR H\n", left: true,
		body: mixed + "--b\nContent-Type: multipart/related; boundary=c\n\n--c\n" +
			"Content-Type: multipart/alternative; boundary=d\n\n--d\nContent-Type: text/html\n\n<p>PHOTO</p>\n--d\n" +
			"Content-Type: text/plain; charset=windows-1252\nContent-Transfer-Encoding: base64\n\nRvxyIGRpY2g6IEEgUEFSIEg=\n" +
			"--d--\n--c\n" + photo + "--c--\n--b\n" + photo + "--b--\n"},
	{name: "flowed", text: "A PAR - BUR S A MAR\n", left: true,
		body: mixed + "--b\nContent-Type: text/plain; format=flowed; delsp=yes\n\nA PAR - BUR  \nS A MAR\n--b\n" + photo +
			"--b--\n"},
	{name: "blank text beside HTML", text: "A PAR H\n", left: true,
		body: mixed + "--b\nContent-Type: multipart/alternative; boundary=c\n\n--c\n" + plain + " \n--c\n" +
			"Content-Type: text/html\n\n<p>A PAR H</p>\n--c--\n--b\n" + photo + "--b--\n"},
	{name: "blank text beside large HTML", defect: "too large",
		body: "Content-Type: multipart/alternative; boundary=b\n\n--b\n" + plain + " \n--b\nContent-Type: text/html\n\n<p>PHOTO</p>\n" +
			"--b--\n"},
	{name: "large HTML beside the text", text: "A PAR H\n" + strings.Repeat("hello\n", 30),
		body: "Content-Type: multipart/alternative; boundary=b\n\n--b\n" + plain + "A PAR H\n" + strings.Repeat("hello\n", 30) +
			"--b\nContent-Type: text/html\n\n<p>PHOTO</p>\n--b--\n"},
	{name: "signed", text: "A PAR H\n", left: true,
		body: "Content-Type: multipart/signed; boundary=s; protocol=\"application/pgp-signature\"\n\n--s\n" + mixed + "--b\n" +
			plain + "A PAR H\n--b\n" + photo + "--b--\n--s\nContent-Type: application/pgp-signature\n\nx\n--s--\n"},
	{name: "forwarded mail beside the text", text: "A PAR H\n", left: true,
		body: mixed + "--b\n" + plain + "A PAR H\n--b\nContent-Type: message/rfc822\n\nFrom: bo@example.org\nSubject: old\n" +
			forwarded + "--b--\n"},
	{name: "forwarded mail alone", text: "> A MAR H\n", left: true,
		body: mixed + "--b\nContent-Type: message/rfc822\n\nFrom: bo@example.org\nSubject: old\n" +
			forwarded + "--b--\n"},
	{name: "forwarded mail of one part", text: "> A MAR H\n", left: true,
		body: mixed + "--b\nContent-Type: message/rfc822\n\nFrom: bo@example.org\nSubject: old\n" + plain +
			"A MAR H\n--b\n" + photo + "--b--\n"},
	{name: "text in a file", text: "A MAR H\n", left: true,
		body: mixed + "--b\nContent-Type: text/plain; name=o.txt\nContent-Disposition: attachment; filename=o.txt\n\nA MAR H\n--b\n" +
			photo + "--b--\n"},
	{name: "photo alone", defect: "no text", left: true, body: photo},
	{name: "files alone", defect: "no text", left: true, body: mixed + "--b\n" + photo + "--b\n" + photo + "--b--\n"},
	{name: "winmail.dat", defect: "winmail.dat", left: true,
		body: mixed + "--b\nContent-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n\nPHOTO\n--b--\n"},
	{name: "encrypted", defect: "encrypted", left: true,
		body: "Content-Type: multipart/encrypted; boundary=b; protocol=\"application/pgp-encrypted\"\n\n--b\n" +
			"Content-Type: application/pgp-encrypted\n\nVersion: 1\n--b\nContent-Type: application/octet-stream\n\nPHOTO\n--b--\n"},
	{name: "text within a signature", defect: "too large", lmtp: "552",
		body: "Content-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m\n" +
			"Content-Transfer-Encoding: base64\n\nPHOTO\n"},
	{name: "text that is too large", defect: "too large", lmtp: "552", body: plain + "PHOTO\n"},
	{name: "text that is too large beside a file", defect: "too large", lmtp: "552",
		body: mixed + "--b\n" + plain + "PHOTO\n--b\n" + photo + "--b--\n"},
	{name: "much text", defect: "of text", left: true,
		body: mixed + "--b\n" + plain + strings.Repeat("A PAR H\n", 80_000) + "--b\n" + photo + "--b--\n"},
	{name: "many texts", defect: "too large", lmtp: "read",
		body: mixed + strings.Repeat("--b\n"+plain+"A PAR H\n", 60) + "--b\n" + photo + "--b--\n"},
	{name: "too many parts", defect: "too large", lmtp: "more than 1000 parts",
		body: mixed + strings.Repeat("--b\n"+plain+"A PAR H\n", 1500) + "--b\n" + photo + "--b--\n"},
	{name: "too deep", defect: "too large", lmtp: "552",
		body: strings.Repeat(mixed+"--b\n", 30) + plain + "A PAR H\n--b\n" + photo + "--b--\n"},
}

// raw returns the whole mail, with a photo of that many bytes.
func (m largeMail) raw(i, size int) string {
	line := strings.Repeat("/9j/", 18) + "\n"
	body := strings.ReplaceAll(m.body, "PHOTO", strings.Repeat(line, size/len(line)))
	return crlf(fmt.Sprintf("From: ann@example.org\nTo: gm@post.test\nSubject: %s\nMessage-ID: <m-%d@example.org>\n"+
		"MIME-Version: 1.0\n", m.name, i) + body)
}

func crlf(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }

// check compares what was read of a large mail.
func (m largeMail) check(t *testing.T, l mailer.Letter) {
	t.Helper()
	sound := l.From == "ann@example.org" && l.Subject == m.name && l.TooLarge
	if l.Text != m.text || !strings.Contains(l.Defect, m.defect) || m.defect == "" && l.Defect != "" || !sound {
		t.Errorf("%s: text %.60q, defect %q, From %q, %d bytes", m.name, l.Text, l.Defect, l.From, len(l.Raw))
	}
	if l.Left != m.left {
		t.Errorf("%s: files were left: %t", m.name, l.Left)
	}
}

const photoSize = 2_200_000

// The text of a mail that is too large is fetched, and read like any other.
func TestLargeMails(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	p := newProxy(t, office.IMAP())
	for i, m := range largeMails {
		put(t, office, m.raw(i, photoSize))
	}
	w := start(t, quick(p.addr()), nil)
	eventually(t, "large mails", func() bool { return len(w.ids()) == len(largeMails) })
	w.stop()
	checkAll(t, w.letters)
	if n := p.connections(); n > 3 { // its library hangs up when parts are nested too deeply
		t.Errorf("%d connections", n)
	}
}

func checkAll(t *testing.T, letters []mailer.Letter) {
	t.Helper()
	for i, m := range largeMails {
		n := slices.IndexFunc(letters, func(l mailer.Letter) bool { return l.ID == fmt.Sprintf("m-%d@example.org", i) })
		if n < 0 {
			t.Errorf("%s did not come", m.name)
			continue
		}
		if m.check(t, letters[n]); len(letters[n].Raw) > 1000 {
			t.Errorf("%s: %d bytes are kept", m.name, len(letters[n].Raw))
		}
	}
}

// put appends a mail to gm's INBOX.
func put(t *testing.T, office *postoffice.Office, raw string) {
	t.Helper()
	onServer(t, office, "", func(c *imapclient.Client) {
		cmd := c.Append("INBOX", int64(len(raw)), nil)
		if _, err := cmd.Write([]byte(raw)); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := cmd.Wait(); err != nil {
			t.Fatal(err)
		}
	})
}

// A mail of fifty megabytes takes no more work than one of two.
func TestHugeMail(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	put(t, office, largeMails[0].raw(0, 50_000_000))
	var sent int
	p := newProxy(t, office.IMAP())
	p.set(func(p *proxy) {
		p.said = func(client bool, b []byte) []byte {
			if !client {
				sent += len(b)
			}
			return b
		}
	})
	w := start(t, quick(p.addr()), nil)
	w.until(t, "m-0")
	w.stop()
	largeMails[0].check(t, w.letters[0])
	if p.set(func(*proxy) {}); sent > 10_000 {
		t.Errorf("%d bytes were fetched", sent)
	}
}

// A server that can't tell the parts of a mail, or tells nonsense, is asked twice at most; then the mail counts as too
// large.
func TestNoOutline(t *testing.T) {
	replace := func(pattern, by string) func([]byte) []byte {
		return func(b []byte) []byte { return regexp.MustCompile(pattern).ReplaceAll(b, []byte(by)) }
	}
	refuse := func(b []byte) []byte {
		b = regexp.MustCompile(`(?m)^.* FETCH .*BODYSTRUCTURE.*\n`).ReplaceAll(b, nil)
		return regexp.MustCompile(`(T\d+) OK UID FETCH`).ReplaceAll(b, []byte("$1 NO [SERVERBUG] FETCH"))
	}
	for name, spoil := range map[string]func([]byte) []byte{
		"refused":      refuse,
		"nonsense":     replace(`BODYSTRUCTURE \(`, "BODYSTRUCTURE (((\"x\" "),
		"endless":      replace(`BODYSTRUCTURE \(`, "BODYSTRUCTURE ("+strings.Repeat("(", 300_000)),
		"no such part": replace(`BODY\[1\]<0> \{.*\}\r\n.*\r\n`, "BODY[1]<0> NIL"),
		"a part that is larger": replace(`BODY\[1\]<0> \{11\}\r\n.{11}`,
			"BODY[1]<0> {2000000}\r\n"+strings.Repeat("x", 2_000_000)),
		"a part that fills the room": replace(`BODY\[1\]<0> \{11\}\r\n.{11}`, "BODY[1]<0> {1046}\r\n"+strings.Repeat("x", 1046)),
	} {
		t.Run(name, func(t *testing.T) {
			office := openOffice(t, postoffice.Options{})
			put(t, office, largeMails[0].raw(0, photoSize))
			p := newProxy(t, office.IMAP())
			var asked atomic.Bool
			p.set(func(p *proxy) {
				p.said = func(client bool, b []byte) []byte {
					if client {
						asked.Store(bytes.Contains(b, []byte("BODYSTRUCTURE")) || bytes.Contains(b, []byte("BODY.PEEK[1]")))
					}
					if client || !asked.Load() {
						return b
					}
					return spoil(bytes.Clone(b))
				}
			})
			in := quick(p.addr())
			var log lockedBuffer
			in.Log = textLog(&log)
			w := start(t, in, nil)
			w.until(t, "m-0")
			eventually(t, "it is moved", func() bool { all, _ := count(t, office, "INBOX"); return all == 0 })
			w.stop()
			if l := w.letters[0]; l.Text != "" || l.Defect == "" || !l.TooLarge || l.From != "ann@example.org" {
				t.Errorf("got %q, %q", l.Text, l.Defect)
			}
			if strings.Contains(log.String(), "deadline") {
				t.Errorf("it was waited for:\n%s", log.String())
			}
			if n := p.connections(); n > 3 {
				t.Errorf("%d connections", n)
			}
		})
	}
}

// A real server describes mails in its own way.
func TestDovecotLargeMails(t *testing.T) {
	d := peertest.StartDovecot(t, peertest.DovecotOptions{})
	for i, m := range largeMails {
		d.Deliver(t, "ann@example.org", "gm@post.test", m.raw(i, photoSize))
	}
	w := start(t, quick(d.IMAP), nil)
	eventually(t, "large mails", func() bool { return len(w.ids()) == len(largeMails) })
	w.stop()
	checkAll(t, w.letters)
}
