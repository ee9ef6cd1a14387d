package identity_test

import (
	"bytes"
	"context"
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"

	"deaddrop/mailer"
	"deaddrop/mailer/identity"
)

// testKeys are made once, for an RSA key takes its time.
var testKeys = sync.OnceValue(func() map[string]crypto.Signer {
	keys := map[string]crypto.Signer{"ed25519": ed25519.NewKeyFromSeed([]byte("this key signs nothing but tests"))}
	for _, bits := range []int{1024, 2048} {
		key, err := rsa.GenerateKey(rand.Reader, bits)
		if err != nil {
			panic(err)
		}
		keys[fmt.Sprint("rsa", bits)] = key
	}
	return keys
})

func signer(domain, key string) *mailer.Signer {
	return &mailer.Signer{Domain: domain, Selector: "s", Key: testKeys()[key]}
}

// publish puts a signer's key in the DNS, and what else its record shall say.
func publish(z *zone, s *mailer.Signer, more string) {
	if z.records == nil {
		z.records = map[string][]string{}
	}
	value := s.Value()
	if value == "" { // a key with which we do not sign ourselves
		bits, err := x509.MarshalPKIXPublicKey(s.Key.Public())
		if err != nil {
			panic(err)
		}
		value = "v=DKIM1; p=" + base64.StdEncoding.EncodeToString(bits)
	}
	z.records[s.Name()] = []string{value + more}
}

func sign(t testing.TB, s *mailer.Signer, raw string) string {
	t.Helper()
	signed, err := s.Sign([]byte(crlf(raw)))
	if err != nil {
		t.Fatal(err)
	}
	return string(signed)
}

// signFields signs only some fields, as others' servers do.
func signFields(t testing.TB, s *mailer.Signer, raw string, names ...string) string {
	t.Helper()
	var out bytes.Buffer
	err := dkim.Sign(&out, strings.NewReader(crlf(raw)), &dkim.SignOptions{
		Domain: s.Domain, Selector: s.Selector, Signer: s.Key, HeaderKeys: names,
		HeaderCanonicalization: dkim.CanonicalizationRelaxed, BodyCanonicalization: dkim.CanonicalizationRelaxed,
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// signFor signs for one user of the domain.
func signFor(t testing.TB, s *mailer.Signer, raw, user string) string {
	t.Helper()
	var out bytes.Buffer
	err := dkim.Sign(&out, strings.NewReader(crlf(raw)), &dkim.SignOptions{Domain: s.Domain, Selector: s.Selector,
		Signer: s.Key, Identifier: user, HeaderKeys: []string{"From", "To", "Subject", "Date"}})
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

const netLetter = "From: Ann <ann@example.net>\r\nTo: gm@deaddrop.example\r\nSubject: dm1 France\r\n" +
	"Date: Mon, 5 Jan 2026 08:59:58 +0000\r\nMessage-ID: <a@example.net>\r\n\r\nA PAR - BUR\r\n\r\nF BRE - ENG\r\n"

func TestOwnLook(t *testing.T) {
	const reject = "v=DMARC1; p=reject"
	rsa2048, ed := signer("example.net", "rsa2048"), signer("example.net", "ed25519")
	replace := func(s, old, fresh string) string {
		if !strings.Contains(s, old) {
			t.Fatalf("no %q in the letter", old)
		}
		return strings.Replace(s, old, fresh, 1)
	}
	for _, one := range []struct {
		name   string
		key    *mailer.Signer
		more   string // in the key's record
		policy string
		raw    string
		want   identity.Result
	}{
		{"RSA", rsa2048, "", reject, sign(t, rsa2048, netLetter), identity.Proved},
		{"Ed25519", ed, "", reject, sign(t, ed, netLetter), identity.Proved},
		{"RSA of 1024 bits", signer("example.net", "rsa1024"), "", reject,
			signFields(t, signer("example.net", "rsa1024"), netLetter, "From", "To", "Subject", "Date"),
			identity.Proved},
		{"bare LF", rsa2048, "", reject, strings.ReplaceAll(sign(t, rsa2048, netLetter), "\r\n", "\n"),
			identity.Proved},
		{"a host of the domain signs", signer("mx.example.net", "ed25519"), "", reject,
			sign(t, signer("mx.example.net", "ed25519"), netLetter), identity.Proved},
		{"the domain signs for a host", ed, "", reject,
			sign(t, ed, replace(netLetter, "ann@example.net", "ann@a.example.net")), identity.Proved},
		{"spaces changed on the way", ed, "", reject,
			replace(replace(sign(t, ed, netLetter), "dm1 France", "dm1  \r\n\tFrance"), "PAR - BUR", "PAR  -  BUR  "),
			identity.Proved},
		{"another server's field above", ed, "", reject, "X-Spam: no\r\n" + sign(t, ed, netLetter), identity.Proved},
		{"another key", ed, "", reject, sign(t, rsa2048, netLetter), identity.Failed},
		{"another text", ed, "", reject, replace(sign(t, ed, netLetter), "ENG", "MAO"), identity.Failed},
		{"more text", ed, "", reject, sign(t, ed, netLetter) + "A MAR H\r\n", identity.Failed},
		{"another subject", ed, "", reject, replace(sign(t, ed, netLetter), "dm1", "dm2"), identity.Failed},
		{"an In-Reply-To slipped in", ed, "", reject, "In-Reply-To: <a@b>\r\n" + sign(t, ed, netLetter),
			identity.Failed},
		{"a second To, not oversigned", ed, "", reject, "To: gm@deaddrop.example\r\n" +
			signFields(t, ed, netLetter, "From", "To", "Subject", "Date"), identity.Unknown},
		{"subject not signed", ed, "", reject, signFields(t, ed, netLetter, "From", "To", "Date"), identity.Unknown},
		{"date not signed", ed, "", reject, signFields(t, ed, netLetter, "From", "To", "Subject"), identity.Unknown},
		{"To not signed, as Outlook does", ed, "", reject, signFields(t, ed, netLetter, "From", "Date", "Subject"),
			identity.Unknown},
		{"another domain", signer("example.com", "ed25519"), "", reject,
			sign(t, signer("example.com", "ed25519"), netLetter), identity.Failed},
		{"another domain, no policy", signer("example.com", "ed25519"), "", "",
			sign(t, signer("example.com", "ed25519"), netLetter), identity.Unknown},
		{"a public suffix", signer("co.uk", "ed25519"), "", "",
			sign(t, signer("co.uk", "ed25519"), replace(netLetter, "ann@example.net", "ann@example.co.uk")),
			identity.Unknown},
		{"a neighbour on a public suffix", signer("bob.github.io", "ed25519"), "", "",
			sign(t, signer("bob.github.io", "ed25519"), replace(netLetter, "ann@example.net", "ann@ann.github.io")),
			identity.Unknown},
		{"a key only tried out", ed, "; t=s:y", reject, sign(t, ed, netLetter), identity.Unknown},
		{"a key for something else", ed, "; s=tlsrpt", reject, sign(t, ed, netLetter), identity.Failed},
		{"a key taken back", &mailer.Signer{Domain: "example.net", Selector: "gone", Key: ed.Key}, "", reject,
			sign(t, ed, netLetter), identity.Failed},
		{"to Bob", ed, "", reject, sign(t, ed, replace(netLetter, "gm@", "bob@")), identity.Unknown},
		{"to Bob, with us in Cc", ed, "", reject,
			sign(t, ed, replace(netLetter, "gm@deaddrop.example", "bob@b.example\r\nCc: gm@deaddrop.example")),
			identity.Proved},
		{"to Bob, with us in an unsigned Cc", ed, "", reject, "Cc: gm@deaddrop.example\r\n" +
			signFields(t, ed, replace(netLetter, "gm@", "bob@"), "From", "To", "Subject", "Date"), identity.Unknown},
		{"to Bob, with us in a Cc slipped in", ed, "", reject, "Cc: gm@deaddrop.example\r\n" +
			sign(t, ed, replace(netLetter, "gm@", "bob@")), identity.Failed},
		{"unsigned", ed, "", reject, netLetter, identity.Failed},
		{"unsigned, quarantine", ed, "", "v=DMARC1;p=quarantine;pct=0", netLetter, identity.Failed},
		{"unsigned, none", ed, "", "v=DMARC1; p=none; sp=reject", netLetter, identity.Unknown},
		{"unsigned, spelt anyhow", ed, "", "v = DMARC1 ; P = Reject ", netLetter, identity.Failed},
		{"unsigned, no p", ed, "", "v=DMARC1; rua=mailto:a@example.net", netLetter, identity.Unknown},
		{"unsigned, an odd p", ed, "", "v=DMARC1; p=odd", netLetter, identity.Unknown},
		{"a weak one above a valid one", ed, "", reject,
			"DKIM-Signature: v=1; a=rsa-sha256; d=example.net; s=s; h=from; l=1; bh=AA==; b=AA==\r\n" +
				sign(t, ed, netLetter), identity.Proved},
		{"an invalid one below a valid one that does not bind", ed, "", reject,
			replace(signFields(t, ed, netLetter, "From", "To", "Date"), "From: Ann",
				"DKIM-Signature: v=1; a=rsa-sha256; d=example.net; s=s; h=from; bh=AA==; b=AA==\r\nFrom: Ann"),
			identity.Unknown},
		{"unsigned, another record", ed, "", "v=spf1 -all; p=reject", netLetter, identity.Unknown},
		{"unsigned, DMARC2", ed, "", "v=DMARC2; p=reject", netLetter, identity.Unknown},
		{"unsigned, from a host", ed, "", reject, replace(netLetter, "ann@example.net", "ann@a.b.example.net"),
			identity.Failed},
		{"unsigned, from a host, sp", ed, "", "v=DMARC1; p=reject; sp=none",
			replace(netLetter, "ann@example.net", "ann@a.b.example.net"), identity.Unknown},
		{"SHA-1", ed, "", reject, replace(sign(t, ed, netLetter), "ed25519-sha256", "rsa-sha1"), identity.Failed},
		{"of Ann", ed, "", reject, signFor(t, ed, netLetter, "Ann@example.net"), identity.Proved},
		{"of nobody in particular", ed, "", reject, signFor(t, ed, netLetter, "@example.net"), identity.Proved},
		{"of Bob, who writes as Ann", ed, "", reject, signFor(t, ed, netLetter, "bob@example.net"), identity.Unknown},
		{"of Bob, and our server found it valid", ed, "", "",
			"Authentication-Results: mx.example.org; dkim=pass header.d=example.net\r\n" +
				signFor(t, ed, netLetter, "bob@example.net"), identity.Unknown},
		{"l=", ed, "", reject, replace(sign(t, ed, netLetter), "v=1;", "v=1; l=4;"), identity.Failed},
		{"a tag twice", ed, "", reject, replace(sign(t, ed, netLetter), "v=1;", "v=1; d=example.net;"),
			identity.Failed},
		{"too many fields", ed, "", reject, strings.Repeat("X-A: b\r\n", 501) + sign(t, ed, netLetter),
			identity.Failed},
		{"too many lines", ed, "", reject, "X-A: b\r\n" + strings.Repeat(" c\r\n", 201) + sign(t, ed, netLetter),
			identity.Failed},
		{"a byte order mark", ed, "", reject, "\xef\xbb\xbfX-A: b\r\n" + sign(t, ed, netLetter), identity.Failed},
		{"a sixth signature", ed, "", reject,
			strings.Repeat("DKIM-Signature: v=1; a=rsa-sha256; d=example.net; s=no; h=from; bh=; b=\r\n", 5) +
				sign(t, ed, netLetter), identity.Failed},
		{"strangers' signatures", ed, "", reject,
			strings.Repeat("DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=no; h=from; bh=; b=\r\n", 20) +
				sign(t, ed, netLetter), identity.Proved},
	} {
		t.Run(one.name, func(t *testing.T) {
			z := &zone{records: map[string][]string{}}
			publish(z, one.key, one.more)
			if one.policy != "" {
				z.records["_dmarc.example.net"] = []string{one.policy}
			}
			v := check(t, checker(z), one.raw)
			if v.Result != one.want {
				t.Errorf("got %v, want %v: %s", v.Result, one.want, v.Why)
			}
			for _, name := range z.asked {
				if strings.Contains(name, "example.org") || strings.Contains(name, "no._domainkey") &&
					one.name != "a sixth signature" {
					t.Errorf("asked for %s", name)
				}
			}
		})
	}
}

func TestTwoPolicies(t *testing.T) {
	z := &zone{records: map[string][]string{"_dmarc.example.net": {"v=DMARC1; p=reject", "v=DMARC1; p=reject"}}}
	if v := check(t, checker(z), netLetter); v.Result != identity.Unknown {
		t.Errorf("%+v", v)
	}
	z.records["_dmarc.a.example.net"] = z.records["_dmarc.example.net"]
	z.records["_dmarc.example.net"] = []string{"v=DMARC1; p=reject"}
	if v := check(t, checker(z), strings.Replace(netLetter, "ann@", "ann@a.", 1)); v.Result != identity.Unknown {
		t.Errorf("of a host: %+v", v)
	}
}

// Our server's result is read more strictly where it rests on a signature, but never held against the sender.
func TestServerAndPolicy(t *testing.T) {
	z := &zone{records: map[string][]string{"_dmarc.example.net": {"v=DMARC1; p=reject"}}}
	passed := "Authentication-Results: mx.example.org; dmarc=pass header.from=example.net\r\n"
	for _, tags := range []string{"", "h=from:to:date", "h=from:to:subject:date; l=3",
		"h=from:to:subject:date; a=rsa-sha1", "h=to:subject:date", "h=from:to:subject:date:dkim-signature"} {
		raw := passed + netLetter
		if tags != "" {
			if !strings.Contains(tags, "a=") {
				tags += "; a=rsa-sha256"
			}
			raw = "DKIM-Signature: v=1; d=example.net; s=s; " + tags + "; bh=AA==; b=AA==\r\n" + raw
		}
		if v := check(t, checker(z), raw); v.Result != identity.Unknown {
			t.Errorf("%q: %+v", tags, v)
		}
	}
	// Two programs may have signed, and the server does not say whose signature it means. Then ours to find out.
	ed := signer("example.net", "ed25519")
	publish(z, ed, "")
	both := "DKIM-Signature: v=1; a=rsa-sha256; d=example.net; s=old; h=from; bh=AA==; b=AA==\r\n" + passed +
		sign(t, ed, netLetter)
	if v := check(t, checker(z), both); v.Result != identity.Proved {
		t.Errorf("two signatures: %+v", v)
	}
}

// A signed letter has one seal, whatever the fields around it say and however many of its signatures are left.
func TestSeal(t *testing.T) {
	ed, second := signer("example.net", "ed25519"), signer("mail.example.net", "rsa2048")
	z := &zone{}
	publish(z, ed, "")
	publish(z, second, "")
	c := checker(z)
	names := []string{"From", "To", "Subject", "Date"}
	once := signFields(t, ed, netLetter, names...)
	seal := check(t, c, once).Seal
	if len(seal) != 64 {
		t.Fatalf("seal %q", seal)
	}
	for name, raw := range map[string]string{
		"another Message-ID":  strings.Replace(once, "<a@example.net>", "<b@example.net>", 1),
		"none":                strings.Replace(once, "Message-ID: <a@example.net>\r\n", "", 1),
		"another In-Reply-To": "In-Reply-To: <x@example.net>\r\n" + once,
		"another type":        "Content-Type: text/plain; charset=utf-8\r\n" + once,
		"other spaces": strings.Replace(strings.Replace(once, "- BUR", "-  BUR \t", 1), "dm1 France",
			"dm1\r\n France", 1) + "\r\n\r\n",
		"LF":                  strings.ReplaceAll(once, "\r\n", "\n"),
		"two signatures":      signFields(t, second, once, names...),
		"the other of two":    signFields(t, second, netLetter, names...),
		"a signature made up": "DKIM-Signature: v=1; a=rsa-sha256; d=example.net; s=s; h=from; bh=AA==; b=AA==\r\n" + once,
		"our server vouches too": "Authentication-Results: mx.example.org; spf=pass smtp.mailfrom=example.net\r\n" +
			once,
	} {
		if v := check(t, c, raw); v.Result != identity.Proved || v.Seal != seal {
			t.Errorf("%s: %+v", name, v)
		}
	}
	for name, change := range map[string][2]string{
		"another date": {"08:59:58", "08:59:59"}, "another text": {"A PAR - BUR", "A PAR - PIC"},
		"another subject": {"dm1", "dm2"}, "another sender": {"ann@", "bea@"},
		"words glued together": {"PAR - BUR", "PAR- BUR"},
	} {
		raw := signFields(t, ed, strings.Replace(netLetter, change[0], change[1], 1), names...)
		if v := check(t, c, raw); v.Result != identity.Proved || v.Seal == seal {
			t.Errorf("%s: %+v", name, v)
		}
	}
	if v := check(t, c, netLetter); v.Seal != "" {
		t.Errorf("unsigned: %+v", v)
	}
	if v := check(t, c, signFields(t, signer("example.com", "ed25519"), netLetter, "From")); v.Seal != "" {
		t.Errorf("signed by another: %+v", v)
	}
}

// Without an answer nothing is proved, and nobody is accused.
func TestTrouble(t *testing.T) {
	signed := sign(t, signer("example.net", "ed25519"), netLetter)
	for _, err := range []error{errors.New("server misbehaving"), context.DeadlineExceeded, temporary{}} {
		for _, raw := range []string{signed, netLetter} {
			if v := check(t, checker(&zone{err: err}), raw); v.Result != identity.Unknown {
				t.Errorf("%v: %+v", err, v)
			}
		}
	}
	failing := &net.DNSError{Err: "server misbehaving", IsTemporary: true}
	for _, name := range []string{"s._domainkey.example.net", "_dmarc.a.example.net"} { // the policy is there
		z := &zone{records: map[string][]string{"_dmarc.example.net": {"v=DMARC1; p=reject"}},
			errs: map[string]error{name: failing}}
		raw := signed
		if strings.HasPrefix(name, "_dmarc") {
			raw = strings.Replace(netLetter, "ann@", "ann@a.", 1)
		}
		if v := check(t, checker(z), raw); v.Result != identity.Unknown {
			t.Errorf("%s: %+v", name, v)
		}
	}
	z := &zone{records: map[string][]string{"_dmarc.example.net": {"v=DMARC1; p=reject; rua=" +
		strings.Repeat("a", 9000)}}}
	if v := check(t, checker(z), netLetter); v.Result != identity.Unknown {
		t.Errorf("an answer without end: %+v", v)
	}
}

type temporary struct{}

func (temporary) Error() string   { return "later" }
func (temporary) Timeout() bool   { return false }
func (temporary) Temporary() bool { return true }

// All that is asked about one letter has one deadline, and an end of it is not remembered as trouble.
func TestDeadline(t *testing.T) {
	c := checker(&zone{})
	asked := 0
	c.Lookup = func(ctx context.Context, name string) ([]string, error) {
		asked++
		if _, limited := ctx.Deadline(); !limited {
			t.Errorf("%s: no deadline", name)
		}
		return nil, ctx.Err()
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if v := c.Check(ctx, read(t, netLetter)); v.Result != identity.Unknown || asked != 0 {
		t.Errorf("asked %d times: %+v", asked, v)
	}
	if v := c.Check(t.Context(), read(t, netLetter)); v.Result != identity.Unknown || asked != 1 {
		t.Errorf("asked %d times: %+v", asked, v)
	}
	stopped, stop := context.WithCancel(t.Context())
	c.Lookup = func(context.Context, string) ([]string, error) {
		stop() // while the question is under way
		return nil, context.Canceled
	}
	other := read(t, strings.ReplaceAll(netLetter, "example.net", "example.org"))
	c.Check(stopped, other)
	c.Lookup = (&zone{records: map[string][]string{"_dmarc.example.org": {"v=DMARC1; p=reject"}}}).lookup
	if v := c.Check(t.Context(), other); v.Result != identity.Failed {
		t.Errorf("after a check that was broken off: %+v", v)
	}
}

// Names that mean nothing outside are not asked for, and no name that a signature makes up.
func TestNotAsked(t *testing.T) {
	for _, domain := range []string{
		"example", "a.example", "a.invalid", "a.test", "localhost", "a.localhost", "printer.local", "box",
		"a.home.arpa",
		"a.onion", "a.internal", "192.0.2.1", "a_b@c", "a..b", "-", "b\u00fc.example",
	} {
		z := &zone{}
		l := read(t, strings.ReplaceAll(sign(t, signer("example.net", "ed25519"), netLetter), "example.net", domain))
		l.From = "ann@" + domain
		if v := checker(z).Check(t.Context(), l); v.Result != identity.Unknown || len(z.asked) > 0 {
			t.Errorf("%s: asked for %q: %+v", domain, z.asked, v)
		}
	}
	for _, selector := range []string{"", "a b", strings.Repeat("a", 64), "a..b", "\u00fc",
		strings.Repeat("a.", 130) + "b", "a/b"} {
		z := &zone{}
		raw := "DKIM-Signature: v=1; a=rsa-sha256; d=example.net; s=" + selector + "; h=from; bh=AA==; b=AA==\r\n" +
			netLetter
		check(t, checker(z), raw)
		if len(z.asked) != 1 || z.asked[0] != "_dmarc.example.net" {
			if selector != "a b" || z.asked[0] != "ab._domainkey.example.net" { // spaces do not count in a tag
				t.Errorf("%.20q: asked for %q", selector, z.asked)
			}
		}
	}
}

// A flood of letters makes no flood of questions.
func TestFlood(t *testing.T) {
	z := &zone{records: map[string][]string{"_dmarc.example.net": {"v=DMARC1; p=reject"}}}
	c := checker(z)
	now := morning
	c.Now = func() time.Time { return now }
	expect := func(questions int, what string) {
		t.Helper()
		if len(z.asked) != questions {
			t.Errorf("%s: %d questions, want %d", what, len(z.asked), questions)
		}
		z.asked = nil
	}
	flood := func(raw string) {
		var wait sync.WaitGroup
		check(t, c, raw)
		for range 20 {
			wait.Go(func() { check(t, c, raw) })
		}
		wait.Wait()
	}
	flood(netLetter)
	expect(1, "the first hour")
	flood(strings.ReplaceAll(netLetter, "example.net", "a.example.net"))
	expect(1, "a host: only itself is new")
	now = now.Add(time.Hour)
	flood(netLetter)
	expect(1, "the second hour")
	flood(strings.ReplaceAll(netLetter, "example.net", "example.com"))
	expect(1, "a domain without a policy")
	now = now.Add(5 * time.Minute)
	flood(strings.ReplaceAll(netLetter, "example.net", "example.com"))
	expect(1, "five minutes later it may have one")
	z.err = errors.New("server misbehaving")
	flood(strings.ReplaceAll(netLetter, "example.net", "example.org"))
	expect(1, "trouble")
	now, z.err = now.Add(time.Minute), nil
	flood(strings.ReplaceAll(netLetter, "example.net", "example.org"))
	expect(1, "trouble a minute ago")
	for i := range 1001 {
		check(t, c, strings.ReplaceAll(netLetter, "example.net", fmt.Sprintf("d%d.com", i)))
	}
	expect(1001, "many domains")
	check(t, c, netLetter)
	expect(1, "the oldest was forgotten")
	check(t, c, strings.ReplaceAll(netLetter, "example.net", "d1000.com"))
	expect(0, "the newest was not")
	c.Now = nil
	check(t, c, netLetter)
	check(t, c, netLetter)
	expect(2, "without a clock")
}

// The library takes time in proportion to the square of these; they must not get to it.
func TestBombs(t *testing.T) {
	z := &zone{}
	ed := signer("example.net", "ed25519")
	publish(z, ed, "")
	many := "DKIM-Signature: v=1; a=ed25519-sha256; d=example.net; s=s; h=from" + strings.Repeat(":x", 20000) +
		"; bh=AA==; b=AA==\r\n"
	for name, raw := range map[string]string{
		"names in a signature": many + netLetter,
		"lines in a field":     "X: y\r\n" + strings.Repeat(" \r\n", 15000) + sign(t, ed, netLetter),
		"fields":               strings.Repeat("x:\r\n", 12000) + sign(t, ed, netLetter),
	} {
		z.asked = nil
		if v := check(t, checker(z), raw); v.Result == identity.Proved || len(z.asked) > 2 || len(z.asked) > 0 &&
			strings.Contains(z.asked[0], "_domainkey") {
			t.Errorf("%s: asked for %q: %+v", name, z.asked, v)
		}
	}
}
