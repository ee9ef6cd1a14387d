package identity_test

import (
	"strings"
	"testing"

	"deaddrop/mailer/identity"
)

func BenchmarkCheck(b *testing.B) {
	rsa2048, ed := signer("example.net", "rsa2048"), signer("example.net", "ed25519")
	for _, one := range []struct {
		name, raw string
		want      identity.Result
	}{
		{"nothing", letter, identity.Unknown},
		{"policy", netLetter, identity.Failed},
		{"results", proof + letter, identity.Proved},
		{"results of Gmail's size", strings.Replace(proof, "spf=pass",
			"dkim=pass (2048-bit key) header.i=@victim.example header.s=s1 header.b=AbCdEfGh;\n\t"+
				"dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=victim.example;\n\tspf=pass (domain of ann@victim.example designates 192.0.2.10)", 1) + letter, identity.Proved},
		{"RSA-2048", sign(b, rsa2048, netLetter), identity.Proved},
		{"RSA-2048, 500 KB", sign(b, rsa2048, netLetter+strings.Repeat("A PAR - BUR and a long story about it\r\n",
			12800)), identity.Proved},
		{"Ed25519", sign(b, ed, netLetter), identity.Proved},
	} {
		b.Run(one.name, func(b *testing.B) {
			z := &zone{records: map[string][]string{"_dmarc.example.net": {"v=DMARC1; p=reject"}}}
			publish(z, ed, "")
			if strings.HasPrefix(one.name, "RSA") {
				publish(z, rsa2048, "")
			}
			c := checker(z)
			l := read(b, one.raw)
			if v := c.Check(b.Context(), l); v.Result != one.want {
				b.Fatalf("%+v", v)
			}
			asked := len(z.asked)
			b.ReportAllocs()
			b.SetBytes(int64(len(one.raw)))
			for b.Loop() {
				c.Check(b.Context(), l)
			}
			if len(z.asked) > asked || one.name == "nothing" && asked > 0 {
				b.Errorf("%d questions", len(z.asked))
			}
		})
	}
}

func BenchmarkSign(b *testing.B) {
	for _, key := range []string{"rsa2048", "ed25519"} {
		b.Run(key, func(b *testing.B) {
			s := signer("example.net", key)
			for b.Loop() {
				if _, err := s.Sign([]byte(netLetter)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
