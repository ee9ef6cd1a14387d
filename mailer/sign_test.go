package mailer_test

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-msgauth/dkim"

	"deaddrop/mailer"
)

var (
	rsaKey = sync.OnceValue(func() *rsa.PrivateKey {
		key, err := rsa.GenerateKey(rand.Reader, 2048)
		if err != nil {
			panic(err)
		}
		return key
	})
	edKey = ed25519.NewKeyFromSeed([]byte("this key signs nothing but tests"))
)

func pkcs8(t *testing.T, key any) []byte {
	t.Helper()
	b, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func inPEM(kind string, b []byte) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: b}))
}

func signedDraft(t *testing.T, s *mailer.Signer) string {
	t.Helper()
	raw, err := mailer.Draft{
		ID: "r.dm1@example.net", From: "gm@example.net", FromName: "Deaddrop", To: "ann@example.org",
		Subject: "[dm1] França",
		Text:    "On file.\n\n.\nA PAR - BUR  \n", HTML: "<p>On file.</p>", Date: taken, InReplyTo: "a@example.org",
		Auto: "auto-replied",
	}.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	signed, err := s.Sign(raw)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasSuffix(signed, raw) || !bytes.HasPrefix(signed, []byte("DKIM-Signature:")) {
		t.Errorf("the mail is changed:\n%s", signed)
	}
	for line := range strings.Lines(string(signed)) {
		if !strings.HasSuffix(line, "\r\n") || len(line) > 998 {
			t.Errorf("line %q", line)
		}
	}
	return string(signed)
}

func verify(t *testing.T, s *mailer.Signer, raw string) error {
	t.Helper()
	list, err := dkim.VerifyWithOptions(strings.NewReader(raw),
		&dkim.VerifyOptions{LookupTXT: func(name string) ([]string, error) {
			if name != s.Name() {
				t.Errorf("asked for %s", name)
			}
			return []string{s.Value()}, nil
		}})
	if err != nil || len(list) != 1 {
		t.Fatalf("%d signatures, %v", len(list), err)
	}
	return list[0].Err
}

func TestSign(t *testing.T) {
	for _, key := range []crypto.Signer{rsaKey(), edKey} {
		s := &mailer.Signer{Domain: "example.net", Selector: "deaddrop", Key: key}
		signed := signedDraft(t, s)
		if err := verify(t, s, signed); err != nil {
			t.Errorf("%T: %v\n%s", key, err, signed)
		}
		for _, field := range []string{
			"From", "To", "Cc", "Subject", "Date", "Reply-To", "In-Reply-To", "References", "Message-ID",
			"MIME-Version", "Content-Type", "Content-Transfer-Encoding", "Auto-Submitted",
		} {
			if err := verify(t, s, field+": x\r\n"+signed); err == nil {
				t.Errorf("%T: a second %s can be slipped in", key, field)
			}
		}
		if err := verify(t, s, "X-Spam: no\r\n"+signed); err != nil {
			t.Errorf("%T: a server's field above breaks it: %v", key, err)
		}
		if err := verify(t, s, strings.Replace(signed, "On file", "Lost", 1)); err == nil {
			t.Errorf("%T: another text is valid", key)
		}
		if strings.Contains(signed, " l=") {
			t.Errorf("l= in\n%s", signed)
		}
	}
}

func TestSignRefuses(t *testing.T) {
	good := mailer.Signer{Domain: "example.net", Selector: "s", Key: edKey}
	const raw = "From: a@example.net\r\n\r\nx\r\n"
	for name, one := range map[string]struct {
		change func(*mailer.Signer)
		raw    string
		why    string
	}{
		"no key":        {func(s *mailer.Signer) { s.Key = nil }, raw, "no private key"},
		"no domain":     {func(s *mailer.Signer) { s.Domain = "" }, raw, "domain"},
		"no dot":        {func(s *mailer.Signer) { s.Domain = "localhost" }, raw, "domain"},
		"a tag inside":  {func(s *mailer.Signer) { s.Domain = "example.net; l=0" }, raw, "domain"},
		"no selector":   {func(s *mailer.Signer) { s.Selector = "" }, raw, "selector"},
		"odd selector":  {func(s *mailer.Signer) { s.Selector = "a b" }, raw, "selector"},
		"bare LF":       {func(*mailer.Signer) {}, strings.ReplaceAll(raw, "\r\n", "\n"), "CRLF"},
		"one bare LF":   {func(*mailer.Signer) {}, raw + "\n", "CRLF"},
		"a bare CR":     {func(*mailer.Signer) {}, raw + "\rx\r\n", "CRLF"},
		"no From":       {func(*mailer.Signer) {}, "To: a@example.net\r\n\r\nx\r\n", "From"},
		"two Froms":     {func(*mailer.Signer) {}, "From: a@b.c\r\n" + raw, "From"},
		"no empty line": {func(*mailer.Signer) {}, "From: a@example.net\r\n", "empty line"},
	} {
		s := good
		one.change(&s)
		if _, err := s.Sign([]byte(one.raw)); err == nil || !strings.Contains(err.Error(), one.why) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if signed, err := good.Sign([]byte(raw)); err != nil || verify(t, &good, string(signed)) != nil {
		t.Errorf("the good one: %v", err)
	}
}

func TestReadKey(t *testing.T) {
	small, err := rsa.GenerateKey(rand.Reader, 1024)
	if err != nil {
		t.Fatal(err)
	}
	curve, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	sec1, err := x509.MarshalECPrivateKey(curve)
	if err != nil {
		t.Fatal(err)
	}
	pub, err := x509.MarshalPKIXPublicKey(rsaKey().Public())
	if err != nil {
		t.Fatal(err)
	}
	pkcs1 := inPEM("RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(rsaKey()))
	for name, one := range map[string]struct{ text, why string }{
		"PKCS#1":            {pkcs1, ""},
		"PKCS#8 RSA":        {inPEM("PRIVATE KEY", pkcs8(t, rsaKey())), ""},
		"PKCS#8 Ed25519":    {inPEM("PRIVATE KEY", pkcs8(t, edKey)), ""},
		"words before":      {"my key:\n" + pkcs1, ""},
		"another block":     {inPEM("X509 CRL", []byte("x")) + pkcs1, ""},
		"nothing":           {"", "no private key"},
		"DNS record":        {"v=DKIM1; p=abc", "no private key"},
		"public key":        {inPEM("PUBLIC KEY", pub), "public key"},
		"certificate":       {inPEM("CERTIFICATE", pub), "certificate"},
		"encrypted":         {inPEM("ENCRYPTED PRIVATE KEY", pub), "passphrase"},
		"encrypted, old":    {"-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\nAAAA\n-----END RSA PRIVATE KEY-----\n", "passphrase"},
		"curve":             {inPEM("EC PRIVATE KEY", sec1), "openssl genrsa"},
		"curve in PKCS#8":   {inPEM("PRIVATE KEY", pkcs8(t, curve)), "RSA or Ed25519"},
		"small":             {inPEM("PRIVATE KEY", pkcs8(t, small)), "1024 bits"},
		"damaged":           {inPEM("PRIVATE KEY", []byte("x")), "reading private key"},
		"damaged PKCS#1":    {inPEM("RSA PRIVATE KEY", []byte("x")), "reading private key"},
		"PKCS#1 in PKCS#8":  {inPEM("PRIVATE KEY", x509.MarshalPKCS1PrivateKey(rsaKey())), "reading private key"},
		"OpenSSH's own way": {inPEM("OPENSSH PRIVATE KEY", []byte("x")), "openssl genrsa"},
	} {
		key, err := mailer.ReadKey([]byte(one.text))
		if one.why == "" && (err != nil || key == nil) || one.why != "" &&
			(err == nil || !strings.Contains(err.Error(), one.why)) {
			t.Errorf("%s: %v, %v", name, key, err)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %q", name, err)
		}
	}
}

// The record is a line for a zone file, and its strings together are what receivers read.
func TestRecord(t *testing.T) {
	for _, key := range []crypto.Signer{rsaKey(), edKey} {
		s := &mailer.Signer{Domain: "example.net", Selector: "s", Key: key}
		name, rest, found := strings.Cut(s.Record(), ". IN TXT ")
		if !found || name != "s._domainkey.example.net" {
			t.Errorf("record %s", s.Record())
		}
		value := ""
		for _, part := range regexp.MustCompile(`"([^"]*)"`).FindAllStringSubmatch(rest, -1) {
			if len(part[1]) > 255 {
				t.Errorf("a string of %d bytes", len(part[1]))
			}
			value += part[1]
		}
		if value != s.Value() || !strings.HasPrefix(value, "v=DKIM1; k=") {
			t.Errorf("record %s, value %s", rest, s.Value())
		}
	}
	if s := (&mailer.Signer{Domain: "example.net", Selector: "s"}); s.Value() != "" ||
		s.Record() != `s._domainkey.example.net. IN TXT ""` {
		t.Errorf("without a key: %q, %q", s.Value(), s.Record())
	}
}
