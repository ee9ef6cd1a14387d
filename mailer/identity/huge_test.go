package identity_test

import (
	"bytes"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"math/big"
	"testing"
	"time"

	"deaddrop/mailer/identity"
)

// A letter whose domain publishes a key of as many bits as fit into the DNS takes no longer than any other.
func TestHugeKey(t *testing.T) {
	const size = 5900
	number := bytes.Repeat([]byte{0xf1}, size)
	key := &rsa.PublicKey{N: new(big.Int).SetBytes(number), E: 1<<31 - 1}
	der, err := x509.MarshalPKIXPublicKey(key)
	if err != nil {
		t.Fatal(err)
	}
	z := &zone{records: map[string][]string{
		"s._domainkey.example.net": {"v=DKIM1; k=rsa; p=" + base64.StdEncoding.EncodeToString(der)}}}
	number[0] = 1 // so that the signature is less than the modulus
	sum := sha256.Sum256([]byte("A PAR - BUR\r\n\r\nF BRE - ENG\r\n"))
	raw := netLetter
	for range 5 {
		raw = fmt.Sprintf("DKIM-Signature: v=1; a=rsa-sha256; d=example.net; s=s; h=from:to:subject:date; bh=%s; b=%s\r\n",
			base64.StdEncoding.EncodeToString(sum[:]), base64.StdEncoding.EncodeToString(number)) + raw
	}
	began := time.Now()
	if v := check(t, checker(z), raw); v.Result != identity.Unknown {
		t.Errorf("%+v", v)
	}
	if took := time.Since(began); took > 500*time.Millisecond {
		t.Errorf("it takes %v", took)
	}
}
