package doctor

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"deaddrop/gm/towntest"
	"deaddrop/mailer/peertest"
)

// With Dovecot and Postfix, the doctor finds what it is meant to find.
func TestDoctorWithPeers(t *testing.T) {
	d := peertest.StartDovecot(t, peertest.DovecotOptions{})
	post := peertest.StartPostfix(t, peertest.PostfixOptions{Next: d.LMTP, Auth: d.Auth})
	roots := x509.NewCertPool()
	for _, c := range []peertest.Certificate{d.Certificate, post.Certificate} {
		text, err := os.ReadFile(c.File)
		if err != nil || !roots.AppendCertsFromPEM(text) {
			t.Fatalf("a certificate of a peer can't be read: %v", err)
		}
	}
	trust := func(t *testing.T, w *towntest.Town, doc *Doctor) { doc.tls = &tls.Config{RootCAs: roots} }
	imap := func(addr, kind string) func(string) string {
		return func(config string) string { return strings.NewReplacer("IMAP", addr, "KIND", kind).Replace(config) }
	}
	for name, p := range map[string]patient{
		"tls":      {plant: trust, edit: imap(d.IMAPS, "tls")},
		"starttls": {plant: trust, edit: imap(d.IMAP, "starttls")},
		"tls where there is none": {plant: trust, edit: imap(d.IMAP, "tls"),
			want: []complaint{{Fault, "The IMAP server", `tls = "starttls"`}, {Skipped, "No letter", ""}}},
		"a wrong password": {plant: trust, edit: func(config string) string {
			return strings.Replace(imap(d.IMAPS, "tls")(config), peertest.Password, "wrong", 1)
		}, want: []complaint{{Fault, "does not let \"gm\" in with this password; it says: ", "app password"},
			{Skipped, "No letter", ""}}},
		"a wrong password for sending": {plant: trust, edit: func(config string) string {
			before, after, _ := strings.Cut(imap(d.IMAPS, "tls")(config), "[smtp]")
			return before + "[smtp]" + strings.Replace(after, peertest.Password, "wrong", 1)
		}, want: []complaint{{Fault, "does not let \"gm\" in with this password; it says: ", "[smtp]"},
			{Skipped, "No letter", ""}}},
		"marks that are not removed": {plant: trust, edit: func(config string) string {
			return imap(d.IMAPS, "tls")(config) + "[trust]\nauthserv = \"mx.peer.test\"\n"
		}, want: []complaint{{Fault, "could pose as a player", "Remove authserv"}}},
		"nobody's certificate": {edit: imap(d.IMAPS, "tls"),
			want: []complaint{{Fault, "IMAP server 127.0.0.1 is not signed by any authority", ""},
				{Fault, "SMTP server 127.0.0.1 is not signed by any authority", ""}, {Skipped, "No letter", ""}}},
	} {
		t.Run(name, func(t *testing.T) {
			w := &towntest.Town{Config: filepath.Join(t.TempDir(), "deaddrop.toml")}
			text := fmt.Sprintf("address = \"gm@peer.test\"\ngm = \"desk@peer.test\"\n[imap]\naddr = \"IMAP\"\ntls = "+
				"\"KIND\"\nuser = \"gm\"\npassword = %[2]q\n[smtp]\naddr = %[1]q\ntls = \"starttls\"\nuser = "+
				"\"gm\"\npassword = %[2]q\n",
				post.Submission, peertest.Password)
			if err := os.WriteFile(w.Config, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			w.Begin(t)
			p.check(t, p.diagnose(t, w))
		})
	}
}
