package identity_test

import (
	"slices"
	"strings"
	"testing"

	"deaddrop/mailer/identity"
)

// Many providers sign the text, and not the fields that say how it is to be read. Such a letter is proved where the
// text shows that they are right, so that nobody who has a copy can have it read otherwise.
func TestUnsignedType(t *testing.T) {
	ed := signer("example.net", "ed25519")
	z := &zone{}
	publish(z, ed, "")
	const (
		plain  = "A Par - Bur\nA Mar - Spa\n"
		parts  = "--b1\nContent-Type: text/plain\n\nA Par - Bur\n--b1\nContent-Type: text/html\n\n<p>A Par - Bur</p>\n--b1--\n"
		inner  = "--b1\nContent-Type: text/plain\n\nNot this:\n--b2\n\nA Par - Bur\n--b2--\n--b1--\n"
		quoted = "What I would not do is =\nA Par - Bur\n"
		typed  = "text/plain; charset=utf-8"
		mixed  = `multipart/alternative; boundary="b1"`
	)
	for _, c := range []struct {
		name, kind, encoding, body string
		want                       bool
	}{
		{"plain", typed, "", plain, true},
		{"no type", "", "", plain, true},
		{"folded", "text/plain;\n charset=us-ascii", "7bit", plain, true},
		{"flowed", "text/plain; charset=UTF-8; format=flowed; delsp=yes", "8bit", plain, true},
		{"quoted-printable", "text/plain; charset=\"iso-8859-1\"", "quoted-printable",
			"M=FCnchen - Kiel, and this line goes on =\nbehind its end.\n", true},
		{"base64", typed, "base64", "QSBQYXIgLSBC\ndXIK\n", true},
		{"a line under a heading", typed, "", "ORDERS\n======\n" + plain, true},
		{"html", "text/html; charset=utf-8", "", "<html><body>A Par - Bur</body></html>\n", true},
		{"html in base64", "text/html", "base64", "PGRpdj5BIFBhciAtIEJ1cjwvZGl2Pg==\n", true},
		{"a figure behind an equals sign", typed, "7bit", "x=10 and y=ab\n" + plain, true},
		{"an equals sign at the end", typed, "7bit", "x=y\n2 + 2 =\n" + plain, true},
		{"parts", mixed, "", parts, true},
		{"parts, boundary without quotes", "multipart/mixed; boundary=b1", "7bit", parts, true},
		{"parts below what programs write there", mixed, "", "\nThis is a multi-part message in MIME format.\n" +
			parts, true},
		{"parts with something behind", mixed, "", parts + "\n\n", true},
		{"a signature of dashes", typed, "", plain + "-- \nAnn\n", true},

		{"a boundary within a text", `multipart/mixed; boundary="x"`, "",
			"Do not read this:\n--x\n\nA Par - Bur\n--x--\n", false},
		{"a boundary within a part", `multipart/mixed; boundary="b2"`, "", inner, false},
		{"a boundary that is nowhere", `multipart/mixed; boundary="b3"`, "", parts, false},
		{"no boundary", "multipart/mixed", "", parts, false},
		{"the beginning of a boundary", `multipart/mixed; boundary="b"`, "", parts, false},
		{"a text that begins with dashes", `multipart/mixed; boundary="so"`, "", "--so\n\nA Par - Bur\n", false},
		{"parts read as text", typed, "", parts, false},
		{"parts without a type", "", "", parts, false},
		{"parts, encoded as a whole", mixed, "quoted-printable", parts, false},
		{"two boundaries", `multipart/mixed; boundary="b1"; boundary="b2"`, "", parts, false},
		{"a boundary in pieces", `multipart/mixed; boundary*0="b"; boundary*1="1"`, "", parts, false},
		{"a comment", `multipart/mixed; (boundary="b2") boundary="b1"`, "", parts, false},
		{"a mail", "message/rfc822", "", "Subject: x\n\nA Par - Bur\n", false},
		{"a file", "application/octet-stream", "", plain, false},
		{"text read as html", "text/html", "", "<!-- A Par - Bur --> no\n", false},
		{"html read as text", "text/plain", "", "<html><body><del>A Par - Bur</del></body></html>\n", false},
		{"enriched", "text/enriched", "", plain, false},
		{"UTF-7", "text/plain; charset=utf-7", "", plain, false},
		{"UTF-16", "text/plain; charset=utf-16", "", plain, false},
		{"ISO-2022-JP", "text/plain; charset=iso-2022-jp", "", plain, false},
		{"quoted-printable read as it is", typed, "7bit", quoted, false},
		{"quoted-printable read as it is, where nothing says so", typed, "", quoted, false},
		{"no quoted-printable", typed, "quoted-printable", "x =y\n", false},
		{"no base64", typed, "base64", plain, false},
		{"uuencode", typed, "x-uuencode", plain, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			head, _, _ := strings.Cut(netLetter, "\r\n\r\n")
			if c.kind != "" {
				head += "\r\nContent-Type: " + strings.ReplaceAll(c.kind, "\n", "\r\n")
			}
			if c.encoding != "" {
				head += "\r\nContent-Transfer-Encoding: " + c.encoding
			}
			raw := head + "\r\n\r\n" + strings.ReplaceAll(c.body, "\n", "\r\n")
			some := []string{"From", "To", "Subject", "Date"}
			v := check(t, checker(z), signFields(t, ed, raw, some...))
			if got := v.Result == identity.Proved; got != c.want {
				t.Errorf("proved: %v, want %v: %s", got, c.want, v.Why)
			}
			if c.want && (!slices.Contains(v.Signed, "subject") || slices.Contains(v.Signed, "in-reply-to")) {
				t.Errorf("signed is %q", v.Signed)
			}
			vouched := "Authentication-Results: mx.example.org; dkim=pass header.d=example.net\r\n" +
				signFields(t, ed, raw, some...)
			if got := check(t, checker(z), vouched).Result == identity.Proved; got != c.want {
				t.Errorf("with our server's word proved: %v, want %v", got, c.want)
			}
			all := append(some, "Content-Type", "Content-Transfer-Encoding")
			if v := check(t, checker(z), signFields(t, ed, raw, all...)); v.Result != identity.Proved {
				t.Errorf("with all signed: %+v", v)
			}
		})
	}
	if v := check(t, checker(z), "Authentication-Results: mx.example.org; spf=pass smtp.mailfrom=example.net\r\n"+netLetter); v.Signed != nil {
		t.Errorf("a letter that came from a server of its domain: %+v", v)
	}
}
