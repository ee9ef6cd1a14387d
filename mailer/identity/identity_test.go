package identity_test

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"deaddrop/mailer"
	"deaddrop/mailer/identity"
)

var morning = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)

// A zone is a DNS of our own: names and their TXT records.
type zone struct {
	records map[string][]string
	err     error            // of each question
	errs    map[string]error // of one name

	mu    sync.Mutex
	asked []string
}

func (z *zone) lookup(ctx context.Context, name string) ([]string, error) {
	z.mu.Lock()
	defer z.mu.Unlock()
	z.asked = append(z.asked, name)
	switch records := z.records[name]; {
	case z.err != nil:
		return nil, z.err
	case z.errs[name] != nil:
		return nil, z.errs[name]
	case len(records) == 0:
		return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
	default:
		return records, ctx.Err()
	}
}

func checker(z *zone) *identity.Checker {
	return &identity.Checker{
		Authserv: "mx.example.org",
		Self:     "gm@deaddrop.example",
		Lookup:   z.lookup,
		Now:      func() time.Time { return morning },
	}
}

func read(t testing.TB, raw string) mailer.Letter {
	t.Helper()
	l, err := mailer.Read([]byte(raw), morning)
	if err != nil {
		t.Logf("reading: %v", err)
	}
	return l
}

func crlf(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\n", "\r\n")
}

func check(t testing.TB, c *identity.Checker, raw string) identity.Verdict {
	t.Helper()
	v := c.Check(t.Context(), read(t, raw))
	if strings.ContainsFunc(v.Why, func(r rune) bool { return r < ' ' || r == 0x7f }) || len(v.Why) > 300 ||
		v.Why == "" {
		t.Errorf("why: %q", v.Why)
	}
	return v
}

func readFile(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "spoofs", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// spoofZone reads testdata/spoofs/ZONE, whose lines are a name and its record.
func spoofZone(t testing.TB) *zone {
	t.Helper()
	z := &zone{records: map[string][]string{}}
	for line := range strings.Lines(readFile(t, "ZONE")) {
		if name, record, found := strings.Cut(strings.TrimSpace(line), " "); found && !strings.HasPrefix(name, "#") {
			z.records[name] = append(z.records[name], record)
		}
	}
	return z
}

// Each line of testdata/spoofs/SPOOFS names a mail there, the verdict on it, and what is wrong with it.
func TestSpoofs(t *testing.T) {
	z := spoofZone(t)
	attacks := 0
	listed := map[string]bool{}
	for line := range strings.Lines(readFile(t, "SPOOFS")) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Fields(line)
		name, want := fields[0], fields[1]
		listed[name+".eml"] = true
		if !strings.HasPrefix(name, "honest_") {
			attacks++
		}
		t.Run(name, func(t *testing.T) {
			raw := readFile(t, name+".eml")
			c := checker(z)
			v := check(t, c, raw)
			t.Log(v.Why)
			if v.Result.String() != want {
				t.Errorf("got %v, want %s: %s", v.Result, want, v.Why)
			}
			if other := check(t, c, crlf(raw)); !reflect.DeepEqual(other, v) {
				t.Errorf("with CRLF: %+v, and with LF %+v", other, v)
			}
			if v.Result == identity.Proved && name != "display_name" && !strings.HasPrefix(name, "honest_") {
				t.Error("an attack is proved")
			}
		})
	}
	files, err := filepath.Glob(filepath.Join("testdata", "spoofs", "*.eml"))
	if err != nil || len(files) != len(listed) || attacks < 20 {
		t.Errorf("%d mails, %d listed, %d attacks, %v", len(files), len(listed), attacks, err)
	}
}

const (
	fields = "From: Ann <ann@victim.example>\nTo: gm@deaddrop.example\nSubject: dm1 France\n" +
		"Date: Mon, 5 Jan 2026 08:59:58 +0000\nMessage-ID: <a@victim.example>\n"
	letter = fields + "\nA PAR - BUR\n"
	proof  = "Authentication-Results: mx.example.org; spf=pass smtp.mailfrom=victim.example\n"
)

// Results count only above what came in from outside.
func TestHops(t *testing.T) {
	for by, want := range map[string]identity.Result{
		"mx.example.org":                        identity.Proved,
		"MX2.EXAMPLE.ORG":                       identity.Proved,
		"example.org (Postfix)":                 identity.Proved,
		"localhost":                             identity.Proved,
		"localhost.localdomain":                 identity.Proved,
		"store":                                 identity.Proved,
		"compute1.internal (LMTPProxy)":         identity.Proved,
		"127.0.0.1":                             identity.Proved,
		"[127.0.0.1]":                           identity.Proved,
		"[IPv6:::1]":                            identity.Proved,
		"10.1.2.3":                              identity.Proved,
		"2002:a05:6a00:1::1":                    identity.Proved,
		"fd00::1":                               identity.Proved,
		"mail.hoster.example.net with LMTP":     identity.Proved,
		"mail.hoster.example.net with LMTPSA":   identity.Proved,
		"mail.hoster.example.net with ESMTP":    identity.Unknown,
		"192.0.2.1":                             identity.Unknown,
		"[IPv6:2001:db8::1]":                    identity.Unknown,
		"2002:c000:201::1":                      identity.Unknown,
		"mx.example.org.evil.example":           identity.Unknown,
		"evil-example.org":                      identity.Unknown,
		"evil.example (by mx.example.org)":      identity.Unknown,
		"evil.example with ESMTP by localhost":  identity.Unknown,
		"\"mx.example.org\"evil.example":        identity.Unknown,
		"evil.example (":                        identity.Unknown,
		"":                                      identity.Unknown,
		"org":                                   identity.Proved, // a name without a dot
		"mx.example.org id <1> for <a@b.c>; by": identity.Proved,
	} {
		t.Run(by, func(t *testing.T) {
			received := "Received: from by (by [192.0.2.9])\n\tby " + by + "\n\tid 7; Mon, 5 Jan 2026 09:00:00 +0000\n"
			if by == "" {
				received = "Received: (qmail 12 invoked by uid 89); 5 Jan 2026 09:00:00 -0000\n"
			}
			if v := check(t, checker(&zone{}), received+proof+letter); v.Result != want {
				t.Errorf("got %v, want %v", v.Result, want)
			}
		})
	}
}

// A signature proves that a letter was written to us only if it covers To and Cc, and our address is in them.
func TestAddressed(t *testing.T) {
	signed := "Authentication-Results: mx.example.org; dkim=pass header.d=victim.example\n" +
		"DKIM-Signature: v=1; a=rsa-sha256; d=victim.example; s=s; h=From:To:Cc:Subject:Date; bh=AA==; b=AA==\n"
	for to, want := range map[string]identity.Result{
		"To: gm@deaddrop.example":                         identity.Proved,
		"To: GM@Deaddrop.Example":                         identity.Proved,
		"To: <gm+c.dm1@deaddrop.example>":                 identity.Proved,
		"To: A <a@b.example>, G M <gm@deaddrop.example>":  identity.Proved,
		"To: games: a@b.example, gm@deaddrop.example;":    identity.Proved,
		"To: =?x-odd?q?G=FF?= <gm@deaddrop.example>":      identity.Proved,
		"To: bob@b.example\nCc: gm@deaddrop.example":      identity.Proved,
		"To: gmx@deaddrop.example":                        identity.Unknown,
		"To: xgm@deaddrop.example":                        identity.Unknown,
		"To: gm@deaddrop.example.evil.example":            identity.Unknown,
		"To: \"gm@deaddrop.example\" <bob@b.example>":     identity.Unknown,
		"To: bob@b.example (gm@deaddrop.example)":         identity.Unknown,
		"To: bob@b.example\nBcc: gm@deaddrop.example":     identity.Unknown,
		"To: bob@b.example\nX-To: gm@deaddrop.example":    identity.Unknown,
		"To: bob@b.example\nDelivered-To: gm@deaddrop.ex": identity.Unknown,
		"To: undisclosed-recipients:;":                    identity.Unknown,
		"X-Nobody: here":                                  identity.Unknown,
	} {
		t.Run(to, func(t *testing.T) {
			raw := strings.Replace(letter, "To: gm@deaddrop.example", to, 1)
			if v := check(t, checker(&zone{}), signed+raw); v.Result != want || v.Seal == "" {
				t.Errorf("got %+v, want %v", v, want)
			}
		})
	}
}

// A field that is there twice is proved by nothing, and helps nobody out of a failure.
func TestRepeated(t *testing.T) {
	for _, field := range []string{
		"Subject: x", "Date: x", "To: gm@deaddrop.example", "Content-Type: text/html\nContent-Type: text/plain",
		"Message-ID: <b@victim.example>", "In-Reply-To: <a@b>\nIn-Reply-To: <c@d>", "Cc: a@b.example\nCc: c@d.example",
	} {
		if v := check(t, checker(&zone{}), proof+field+"\n"+letter); v.Result != identity.Unknown {
			t.Errorf("%q: %+v", field, v)
		}
		fail := strings.Replace(proof, "spf=pass", "dmarc=fail; spf=pass", 1)
		if v := check(t, checker(&zone{}), fail+field+"\n"+letter); v.Result != identity.Failed {
			t.Errorf("%q with dmarc=fail: %+v", field, v)
		}
	}
}

func TestNobodyConfigured(t *testing.T) {
	c := &identity.Checker{}
	if v := check(t, c, proof+letter); v.Result != identity.Unknown {
		t.Errorf("no Authserv: %+v", v)
	}
	for _, id := range []string{"", `""`, `"a b"`} {
		forged := strings.Replace(proof, "mx.example.org", id, 1)
		if v := check(t, c, forged+letter); v.Result != identity.Unknown {
			t.Errorf("no Authserv, and %s in the field: %+v", id, v)
		}
	}
	if v := check(t, c, strings.ReplaceAll(letter, "victim.example", "example.net")); v.Result != identity.Unknown {
		t.Errorf("no Lookup: %+v", v)
	}
	c = &identity.Checker{Authserv: "OpenDMARC"}
	if v := check(t, c, strings.Replace(proof, "mx.example.org", "opendmarc", 1)+letter); v.Result != identity.Proved {
		t.Errorf("a name without a dot: %+v", v)
	}
}

func TestTooLarge(t *testing.T) {
	z := spoofZone(t)
	signed := readFile(t, "honest_own.eml") + strings.Repeat("A PAR - BUR\n", mailer.MaxMail/12)
	if v := check(t, checker(z), signed); v.Result != identity.Unknown || v.Seal != "" {
		t.Errorf("signed: %+v", v)
	}
	big := letter + strings.Repeat("A PAR - BUR\n", mailer.MaxMail/12)
	if v := check(t, checker(z), proof+big); v.Result != identity.Proved {
		t.Errorf("vouched for: %+v", v)
	}
	if v := check(t, checker(z), strings.ReplaceAll(big, "victim.example",
		"example.net")); v.Result != identity.Unknown {
		t.Errorf("the policy of a letter whose signature nobody saw: %+v", v)
	}
}

func TestWhyIsPlain(t *testing.T) {
	for _, domain := range []string{"a\u202eb.example", strings.Repeat("a.", 120) + "example", "b\u00fccher.example",
		"x_y.example"} {
		l := read(t, letter)
		l.From = "ann@" + domain
		v := checker(&zone{}).Check(t.Context(), l)
		if strings.ContainsRune(v.Why, '\u202e') || len(v.Why) > 250 || !strings.HasSuffix(v.Why, ".") {
			t.Errorf("%q: %q", domain, v.Why)
		}
	}
	if got := identity.Result(7).String(); got != "Result(7)" {
		t.Error(got)
	}
}

// The fields of the letter must be the fields that were signed.
func FuzzSplit(f *testing.F) {
	files, _ := filepath.Glob("testdata/spoofs/*.eml")
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Add([]byte("From : a\r\nX\r\n y\r\n\r\r\n\r\nb"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		keys, body, ok := identity.Split(raw)
		if !ok {
			return
		}
		l, _ := mailer.Read(raw, morning)
		var want []string
		for _, field := range l.Header {
			want = append(want, field.Key)
		}
		if strings.Join(keys, " ") != strings.Join(want, " ") {
			t.Errorf("split gives %q, mailer.Read %q", keys, want)
		}
		if !bytes.HasSuffix(raw, body) {
			t.Errorf("body %q", body)
		}
	})
}

// If a signature can be checked, the text that is read is the signed text, and none of it is part of the header.
func TestSplitText(t *testing.T) {
	const head, text = "From: ann@example.net\r\nSubject: orders\r\n", "A PAR - BUR"
	for lines, signed := range map[string]bool{
		"":                              true,
		"F BRE - ENG\r\n":               false,
		"F BRE - ENG\r\nX: y\r\n":       true,
		"F BRE - ENG\r\nA b: c\r\n":     false,
		"F BRE - ENG\r\n a\r\n":         false,
		"\r\r\nF BRE - ENG\r\n":         true,
		"\r\r\nF BRE - ENG\r\nX: y\r\n": true,
	} {
		raw := []byte(head + lines + "\r\n" + text + "\r\n")
		_, body, ok := identity.Split(raw)
		l, err := mailer.Read(raw, morning)
		if err != nil {
			t.Fatal(err)
		}
		said := strings.TrimSpace(strings.ReplaceAll(string(body), "\r\n", "\n"))
		if ok != signed || ok && said != strings.TrimSpace(l.Text) {
			t.Errorf("%q: split gives %t, %q; what is read is %q", lines, ok, said, l.Text)
		}
	}
}

// DNS gives up when it is told to, and with an error that says that nothing is known.
func TestDNSGivesUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	records, err := identity.DNS(ctx, "_dmarc.example.net")
	var failed *net.DNSError
	if err == nil || len(records) > 0 || errors.As(err, &failed) && failed.IsNotFound {
		t.Errorf("%q, %v", records, err)
	}
}
