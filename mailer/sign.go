package mailer

import (
	"bytes"
	"cmp"
	"crypto"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/emersion/go-msgauth/dkim"
)

const (
	minKey = 2048 // bits of RSA; RFC 8301 section 3.2
	maxKey = 4096
	maxTXT = 255 // bytes of one string in a TXT record

	makeKey = "make a key with: openssl genrsa -out dkim.pem 2048"
)

// signedFields are listed in a signature once more often than they occur, so that no further one can be added (RFC
// 6376 section 8.15).
var signedFields = []string{
	"From", "To", "Cc", "Subject", "Date", "Reply-To", "In-Reply-To", "References", "Message-ID",
	"MIME-Version", "Content-Type", "Content-Transfer-Encoding", "Auto-Submitted",
}

// A Signer signs mails for a domain (DKIM, RFC 6376), for operators whose submission server does not. It is safe for
// concurrent use.
type Signer struct {
	Domain   string // the domain of our address
	Selector string // selects the key among those of the domain
	Key      crypto.Signer
}

// ReadKey parses a private key in PEM, as openssl writes it: PKCS#8, or PKCS#1 for RSA. It accepts RSA of 2048 to
// 4096 bits, and Ed25519, which not all receivers support yet.
func ReadKey(text []byte) (crypto.Signer, error) {
	for {
		block, rest := pem.Decode(text)
		switch {
		case block == nil:
			return nil, errors.New("there is no private key in PEM, which begins with -----BEGIN PRIVATE KEY-----")
		case strings.Contains(block.Type, "ENCRYPTED") || block.Headers["DEK-Info"] != "":
			return nil, errors.New("the private key is encrypted with a passphrase; write it without one: " +
				"openssl pkey -in old.pem -out new.pem")
		case block.Type == "PRIVATE KEY" || block.Type == "RSA PRIVATE KEY":
			return parseKey(block)
		case strings.Contains(block.Type, "PUBLIC KEY") || block.Type == "CERTIFICATE":
			return nil, fmt.Errorf("this is a %s, and signing takes the private key", strings.ToLower(block.Type))
		case strings.HasSuffix(block.Type, "PRIVATE KEY"):
			return nil, fmt.Errorf("mail is not signed with an %s; %s", block.Type, makeKey)
		}
		text = rest
	}
}

func parseKey(block *pem.Block) (crypto.Signer, error) {
	var key any
	var err error
	if block.Type == "RSA PRIVATE KEY" {
		key, err = x509.ParsePKCS1PrivateKey(block.Bytes)
	} else {
		key, err = x509.ParsePKCS8PrivateKey(block.Bytes)
	}
	if err != nil {
		return nil, fmt.Errorf("reading private key: %w", err)
	}
	signer, ok := key.(crypto.Signer)
	if !ok {
		return nil, fmt.Errorf("mail is not signed with a key of type %T", key)
	}
	if _, _, err := public(signer); err != nil {
		return nil, err
	}
	return signer, nil
}

// public returns the values of k= and p= for a key's record (RFC 6376 section 3.6.1, RFC 8463).
func public(key crypto.Signer) (kind string, bits []byte, err error) {
	if key == nil {
		return "", nil, errors.New("there is no private key to sign with")
	}
	switch k := key.Public().(type) {
	case *rsa.PublicKey:
		if n := k.N.BitLen(); n < minKey || n > maxKey {
			return "", nil, fmt.Errorf("the RSA key has %d bits, and mail is signed with %d to %d; %s",
				n, minKey, maxKey, makeKey)
		}
		bits, err = x509.MarshalPKIXPublicKey(k)
		return "rsa", bits, err
	case ed25519.PublicKey:
		return "ed25519", k, nil
	default:
		return "", nil, fmt.Errorf("mail is signed with RSA or Ed25519, not with %T; %s", k, makeKey)
	}
}

// Check returns an error if a field of the signer is invalid.
func (s *Signer) Check() error {
	for _, part := range []struct{ what, name string }{{"domain", s.Domain}, {"selector", s.Selector}} {
		if !hostName(part.name) || part.what == "domain" && !strings.Contains(part.name, ".") {
			return fmt.Errorf("the %s to sign mail for cannot be %q", part.what, part.name)
		}
	}
	_, _, err := public(s.Key)
	return err
}

func hostName(name string) bool {
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || len(label) > 63 ||
			strings.Trim(strings.ToLower(label), "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
			return false
		}
	}
	return len(name) <= 200
}

// Sign returns the mail with a DKIM-Signature on top. raw must be the mail exactly as it is sent, with CRLF line
// ends.
func (s *Signer) Sign(raw []byte) ([]byte, error) {
	signed, err := s.sign(raw)
	if err != nil {
		return nil, fmt.Errorf("signing mail: %w", err)
	}
	return signed, nil
}

func (s *Signer) sign(raw []byte) ([]byte, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	breaks := bytes.Count(raw, []byte("\r\n"))
	if bytes.Count(raw, []byte("\n")) != breaks || bytes.Count(raw, []byte("\r")) != breaks {
		return nil, errors.New("a line does not end in CRLF")
	}
	head, body, err := splitHeader(raw)
	if err != nil {
		return nil, err
	}
	if len(head.All("from")) != 1 || body == nil {
		return nil, errors.New("a mail has one From field, and an empty line behind its header")
	}
	var keys []string
	for _, key := range signedFields {
		times := 1 + len(head.All(strings.ToLower(key)))
		keys = append(keys, slices.Repeat([]string{key}, times)...)
	}
	signed := bytes.NewBuffer(make([]byte, 0, len(raw)+1024))
	err = dkim.Sign(signed, bytes.NewReader(raw), &dkim.SignOptions{
		Domain:                 s.Domain,
		Selector:               s.Selector,
		Signer:                 s.Key,
		Hash:                   crypto.SHA256,
		HeaderCanonicalization: dkim.CanonicalizationRelaxed,
		BodyCanonicalization:   dkim.CanonicalizationRelaxed,
		HeaderKeys:             keys,
	})
	return signed.Bytes(), err
}

// Name returns the DNS name at which receivers look up the key.
func (s *Signer) Name() string { return s.Selector + "._domainkey." + s.Domain }

// Value returns the content of the TXT record at Name, or "" for a key that cannot sign.
func (s *Signer) Value() string {
	kind, bits, err := public(s.Key)
	if err != nil {
		return ""
	}
	return "v=DKIM1; k=" + kind + "; p=" + base64.StdEncoding.EncodeToString(bits)
}

// Record returns the TXT record to publish, as a line of a zone file, with the value split into strings of 255 bytes.
func (s *Signer) Record() string {
	var parts []string
	for chunk := range slices.Chunk([]byte(s.Value()), maxTXT) {
		parts = append(parts, `"`+string(chunk)+`"`)
	}
	return s.Name() + ". IN TXT " + cmp.Or(strings.Join(parts, " "), `""`)
}
