package doctor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"deaddrop/gm/config"
	"deaddrop/gm/letter"
	"deaddrop/gm/outbox"
	"deaddrop/gm/towntest"
	"deaddrop/gm/work"
	"deaddrop/mailer"
	"deaddrop/mailer/oauth"
	"deaddrop/mailer/oauth/oauthtest"
	"deaddrop/mailer/peertest"
	"deaddrop/mailer/provider"
)

// found returns a doctor that keeps what it finds.
func found() (*Doctor, func() []Finding) {
	var all []Finding
	d := &Doctor{now: time.Now}
	d.Report = func(f Finding) { all = append(all, f) }
	return d, func() []Finding { out := all; all = nil; return out }
}

// After a failed login, the doctor says what that provider requires.
func TestDoctorKnowsProviders(t *testing.T) {
	d, take := found()
	refused := &mailer.ProbeError{Stage: mailer.StageLogin, Answer: "Invalid credentials"}
	for _, p := range provider.All() {
		d.locked(party{section: "smtp", protocol: "SMTP", server: mailer.Server{Addr: p.SMTP.Addr, User: "gm"}}, refused)
		all := take()
		want := p.Password
		if len(all) != 1 || all[0].Verdict != Fault || !strings.Contains(all[0].Do, want) || !strings.Contains(all[0].Do, p.Page) ||
			!strings.Contains(all[0].Text, "does not let \"gm\" in with this password; it says: \"Invalid credentials\"") {
			t.Errorf("%s: %+v", p.ID, all)
		}
	}
	other := party{section: "imap", protocol: "IMAP", server: mailer.Server{Addr: "imap.example.org:993", User: "gm"}}
	d.locked(other, refused)
	one(t, take(), complaint{Fault, "does not let \"gm\" in with this password", "app password"})
	other.server.Renew = func(string) bool { return false }
	d.locked(other, refused)
	one(t, take(), complaint{Fault, "with the access token", "Run gm login once more"})
}

// Spam is looked for in the folders of all providers, each once.
func TestDoctorSpamFolders(t *testing.T) {
	names := spamFolders()
	for _, p := range provider.All() {
		if !slices.Contains(names, p.Spam) {
			t.Errorf("not in %q, of %s", p.Spam, p.Name)
		}
	}
	slices.Sort(names)
	if n := len(names); len(slices.Compact(names)) != n {
		t.Errorf("some are there twice: %q", names)
	}
}

// A Bridge that does not run is told from a server that is down.
func TestDoctorBridge(t *testing.T) {
	d, take := found()
	down := &mailer.ProbeError{Stage: mailer.StageConnect, Err: fmt.Errorf("dial: %w", syscall.ECONNREFUSED)}
	d.silentHost(party{section: "imap", protocol: "IMAP", server: mailer.Server{Addr: "127.0.0.1:1143"}}, down)
	one(t, take(), complaint{Fault, "Proton Mail, through Proton Mail Bridge does not run here", "Start it"})
	d.silentHost(party{section: "imap", protocol: "IMAP", server: mailer.Server{Addr: "127.0.0.1:143"}}, down)
	one(t, take(), complaint{Fault, "Nothing listens on port 143", ""})
}

// The doctor says whether somebody has logged in, whether that has ended, and when it will; and never the token.
func TestDoctorTokens(t *testing.T) {
	w := towntest.New(t)
	s := oauthtest.New(t, "gm")
	w.Configure(t, func(text string) string {
		text = strings.Replace(text, "password_file = \"password\"\n", "auth = \"xoauth2\"\n", 1)
		return text + fmt.Sprintf("[oauth]\nclient_id = %q\ndevice_url = \"%s/device\"\ntoken_url = \"%[2]s/token\"\n", oauthtest.ClientID, s.URL)
	})
	d, take := found()
	var err error
	if d.c, err = config.Read(w.Config); err != nil {
		t.Fatal(err)
	}
	at := time.Now()
	d.now = func() time.Time { return at }
	tokens := d.c.Tokens()
	tokens.Now = d.now
	login := func(change func(*oauthtest.Server)) {
		t.Helper()
		s.Set(change)
		s.Agree(false)
		if err := tokens.Login(t.Context(), func(oauth.Prompt) {}); err != nil {
			t.Fatal(err)
		}
	}
	ready := func(want bool, complaints ...complaint) {
		t.Helper()
		d.tokens(t.Context())
		_, got := d.party(t.Context(), "imap", d.c.IMAP)
		all := take()
		patient{want: complaints}.check(t, all)
		if got != want || strings.Contains(fmt.Sprint(all), "secret") {
			t.Errorf("the server can be tried: %v; %+v", got, all)
		}
	}
	id := tokens.ID
	tokens.ID = ""
	ready(false, complaint{Fault, "[oauth]: client_id is missing", "Write it under [oauth]"})
	tokens.ID = id
	ready(false, complaint{Fault, "Nobody has logged in to the mailbox yet", "Run gm login"})
	login(func(s *oauthtest.Server) {})
	ready(true)
	login(func(s *oauthtest.Server) { s.RefreshLife = 7 * 86400 })
	ready(true, complaint{Advice, "The login to the mailbox is valid until ", "Run gm login before that"})
	login(func(s *oauthtest.Server) { s.RefreshLife, s.NoRefresh = 0, true })
	ready(true, complaint{Advice, "can't be renewed", "refresh token"})
	login(func(s *oauthtest.Server) { s.NoRefresh = false })
	s.Revoke(true)
	at = at.Add(40 * time.Minute)
	_, _ = tokens.Token(t.Context()) // as the service does
	ready(true, complaint{Fault, "The provider gives no new access token: invalid_grant", "Run gm login"})
	at = at.Add(40 * time.Minute)
	ready(false, complaint{Fault, "The provider gives no new access token", ""},
		complaint{Fault, "The login to the mailbox has ended, so letters can neither be read nor sent", "Run gm login"})
	if err := os.WriteFile(filepath.Join(filepath.Dir(w.Config), "token"), []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	ready(false, complaint{Fault, "The access token can't be read", "writes that file again"}, complaint{Fault, "No access token for the IMAP server", ""})
}

// The doctor mentions how full a mailbox is only if it is nearly full; Dovecot tells.
func TestDoctorQuota(t *testing.T) {
	d, take := found()
	for _, c := range []struct {
		mailer.Quota
		want []complaint
	}{
		{mailer.Quota{Used: 50, Limit: 100}, nil}, {mailer.Quota{Used: 50}, nil},
		{mailer.Quota{Used: 95 << 10, Limit: 100 << 10}, []complaint{{Advice, "nearly full: it holds 95 MB of 100 MB", "Delete old letters"}}},
		{mailer.Quota{Letters: true, Used: 1000, Limit: 1000}, []complaint{{Fault, "The mailbox is full, so no " +
			"letters from players can come in: it holds 1000 letters of 1000 letters", "Delete old letters"}}},
	} {
		d.quota(c.Quota)
		patient{want: c.want}.check(t, take())
	}
	dovecot := peertest.StartDovecot(t, peertest.DovecotOptions{Quota: "storage=100k"})
	dovecot.Deliver(t, "ann@example.org", "gm@post.test", "From: ann@example.org\r\nSubject: x\r\n\r\n"+strings.Repeat("large\r\n", 15_800))
	in, err := mailer.ProbeInbox(t.Context(), &mailer.Inbox{Server: mailer.Server{Addr: dovecot.IMAP, TLS: "none", User: "gm", Password: peertest.Password}})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	d.roomy(t.Context(), in)
	one(t, take(), complaint{Advice, "The mailbox is nearly full", "Delete old letters"})
}

// Letters that a limit holds back are told of, and are no fault.
func TestDoctorLimits(t *testing.T) {
	w := towntest.New(t)
	newGameIn(t, w)
	m := gameMasterIn(t, w)
	defer func() { _ = m.Store.Close() }()
	now := time.Now()
	_, err := work.Due(t.Context(), m, now, func(_ context.Context, l letter.Letter) error {
		if strings.HasPrefix(l.To, "a") {
			return errors.New("try later")
		}
		return &outbox.Postponed{After: 3 * time.Hour, Err: &mailer.SendError{Err: errors.New(
			"no more than 20 mails in 24 hours are sent, so this one waits for 3h0m0s")}}
	})
	if err != nil {
		t.Fatal(err)
	}
	var limits []Finding
	for _, f := range findings(t.Context(), m, now, true) {
		if strings.Contains(f.Text, "limit for outgoing mail") {
			limits = append(limits, f)
		}
	}
	one(t, limits, complaint{Advice, "because of a limit for outgoing mail, the last one until ", "answers first"})
}
