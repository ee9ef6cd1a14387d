package doctor

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"deaddrop/gm/config"
	"deaddrop/gm/towntest"
	"deaddrop/mailer/oauth"
	"deaddrop/mailer/oauth/oauthtest"
	"deaddrop/mailer/peertest"
)

// With Dovecot and Postfix that take access tokens, the doctor finds nothing wrong after a login, and says what to do
// when the token is refused or can't be renewed.
func TestDoctorWithPeersAndTokens(t *testing.T) {
	s := oauthtest.New(t, "gm")
	d := peertest.StartDovecot(t, peertest.DovecotOptions{Mechanisms: "plain login xoauth2 oauthbearer", Introspection: s.URL + "/introspect"})
	post := peertest.StartPostfix(t, peertest.PostfixOptions{Next: d.LMTP, Auth: d.Auth, Certificate: d.Certificate})
	roots := x509.NewCertPool()
	text, err := os.ReadFile(d.Certificate.File)
	if err != nil || !roots.AppendCertsFromPEM(text) {
		t.Fatalf("a certificate of a peer can't be read: %v", err)
	}
	w := &towntest.Town{Config: filepath.Join(t.TempDir(), "deaddrop.toml")}
	settings := fmt.Sprintf("address = \"gm@peer.test\"\ngm = \"desk@peer.test\"\n[imap]\naddr = %q\ntls = \"tls\"\nuser = \"gm\"\nauth = "+
		"\"xoauth2\"\n[smtp]\naddr = %q\ntls = \"starttls\"\nuser = \"gm\"\nauth = \"oauthbearer\"\n[oauth]\nclient_id = %q\ndevice_url = "+
		"\"%s/device\"\ntoken_url = \"%[4]s/token\"\n", d.IMAPS, post.Submission, oauthtest.ClientID, s.URL)
	if err := os.WriteFile(w.Config, []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	w.Begin(t)
	trust := func(_ *testing.T, _ *towntest.Town, doc *Doctor) { doc.tls = &tls.Config{RootCAs: roots} }
	look := func(want ...complaint) {
		t.Helper()
		p := patient{plant: trust, want: want}
		all := p.diagnose(t, w)
		p.check(t, all)
		if strings.Contains(fmt.Sprint(all), "secret") {
			t.Errorf("a token is told: %+v", all)
		}
	}
	noLetter := complaint{Skipped, "No letter was sent", ""}
	look(complaint{Fault, "Nobody has logged in to the mailbox yet", "Run gm login"},
		complaint{Fault, "Nobody has logged in to the mailbox yet", "Run gm login"}, noLetter)
	c, err := config.Read(w.Config)
	if err != nil {
		t.Fatal(err)
	}
	s.Agree(false)
	if err := c.Tokens().Login(t.Context(), func(oauth.Prompt) {}); err != nil {
		t.Fatal(err)
	}
	look()
	s.Revoke(false)
	young := complaint{Fault, "does not let \"gm\" in with the access token", "Run gm login once more"}
	look(young, young, noLetter) // it is as good as new, so that another one would not help
	s.Revoke(true)
	token, err := os.ReadFile(c.OAuth.TokenFile)
	if err != nil {
		t.Fatal(err)
	}
	old := regexp.MustCompile(`"(obtained|expiry)": "20..-`).ReplaceAll(token, []byte(`"$1": "2001-`))
	if err := os.WriteFile(c.OAuth.TokenFile, old, 0o600); err != nil {
		t.Fatal(err)
	}
	ended := complaint{Fault, "The login to the mailbox has ended", "Run gm login"}
	look(ended, ended, noLetter)
}
