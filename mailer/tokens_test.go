package mailer_test

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"deaddrop/mailer"
	"deaddrop/mailer/oauth"
	"deaddrop/mailer/oauth/oauthtest"
	"deaddrop/mailer/peertest"
	"deaddrop/mailer/postoffice"
)

// A tokenClock is a clock that several goroutines read.
type tokenClock struct {
	mu sync.Mutex
	at time.Time
}

func (c *tokenClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *tokenClock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// loggedIn returns somebody who has logged in at a token server, whose tokens a mail server is told.
func loggedIn(t *testing.T, s *oauthtest.Server) (*oauth.Client, *tokenClock) {
	t.Helper()
	c := &tokenClock{at: taken}
	o := &oauth.Client{ID: oauthtest.ClientID, DeviceURL: s.URL + "/device", TokenURL: s.URL + "/token",
		File: filepath.Join(t.TempDir(), "token"), Now: c.Now}
	s.Agree(false)
	if err := o.Login(t.Context(), func(oauth.Prompt) {}); err != nil {
		t.Fatal(err)
	}
	return o, c
}

// With a real Dovecot and Postfix, mail comes in and goes out with access tokens. A token that is revoked during IDLE
// is renewed when the connection ends; one that both servers refuse, at once. No log and no error contains a token.
func TestTokensWithPeers(t *testing.T) {
	s := oauthtest.New(t, "gm")
	d := peertest.StartDovecot(t, peertest.DovecotOptions{Mechanisms: "plain login xoauth2 oauthbearer", Introspection: s.URL + "/introspect"})
	post := peertest.StartPostfix(t, peertest.PostfixOptions{Next: d.LMTP, Auth: d.Auth, Certificate: d.Certificate})
	for _, auth := range []string{"xoauth2", "oauthbearer"} {
		t.Run(auth, func(t *testing.T) {
			o, c := loggedIn(t, s)
			var heard safeLog
			p := newProxy(t, d.IMAP)
			in := quick(p.addr())
			in.Log = slog.New(slog.NewTextHandler(&heard, &slog.HandlerOptions{Level: slog.LevelDebug}))
			in.Server.User, in.Server.Password, in.Server.Auth = "gm", "", auth
			in.Server.Secret, in.Server.Renew = o.Token, o.Expired
			w := start(t, in, nil)
			hand(t, d, "ann-1"+auth)
			w.until(t, "ann-1"+auth)
			out := &mailer.Sender{Server: mailer.Server{Addr: post.Submission, TLS: "starttls", TLSConfig: d.Certificate.Client, User: "gm",
				Auth: auth, Secret: o.Token, Renew: o.Expired}, Log: in.Log}
			t.Cleanup(func() { _ = out.Close() })
			sent := 0
			send := func() error {
				mail := toAnn()
				sent++
				mail.ID, mail.To = fmt.Sprintf("%s-%d@post.test", auth, sent), "gm@peer.test"
				return out.Send(t.Context(), "gm@peer.test", mail)
			}
			if err := send(); err != nil {
				t.Fatal(err)
			}
			eventually(t, "what was sent comes in", func() bool { return len(w.ids()) == 2 })

			before := s.Renewed()
			s.Revoke(false) // it is in IDLE
			c.pass(2 * time.Minute)
			p.cut()
			_ = out.Close()
			hand(t, d, "ann-2"+auth)
			eventually(t, "a letter comes in after that", func() bool { return len(w.ids()) == 3 })
			if err := send(); err != nil {
				t.Errorf("after that: %v", err)
			}
			// else it would come in while the next login is tried
			eventually(t, "what was sent then comes in", func() bool { return len(w.ids()) == 4 })
			if n := s.Renewed() - before; n != 1 {
				t.Errorf("the token was renewed %d times", n)
			}

			s.Revoke(true)
			c.pass(2 * time.Minute)
			_ = out.Close()
			err := send()
			if err == nil || !strings.Contains(err.Error(), "gm login") {
				t.Errorf("with a login that has ended: %v", err)
			}
			state, failed := o.State()
			if failed != nil || state.Refused == nil {
				t.Errorf("the state is %+v, %v", state, failed)
			}
			if text := heard.String() + err.Error(); strings.Contains(text, "secret") {
				t.Errorf("a token is told:\n%s", text)
			}
		})
	}
}

// A safeLog is a log that several goroutines write.
type safeLog struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *safeLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *safeLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// A token that a server refuses is renewed once, by the sender, the inbox and both probes alike; a password is not
// tried again.
func TestRenew(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	for name, log := range map[string]func(*testing.T, mailer.Server) error{
		"sender": func(t *testing.T, s mailer.Server) error {
			out := sender(t, office.SMTP())
			out.Server = s
			d := toAnn()
			d.To = "gm@post.test"
			return out.Send(t.Context(), "", d)
		},
		"sender probe": func(t *testing.T, s mailer.Server) error {
			p, err := mailer.ProbeSender(t.Context(), &mailer.Sender{Server: s})
			if err == nil {
				p.Close()
			}
			return err
		},
		"inbox probe": func(t *testing.T, s mailer.Server) error {
			s.Addr = office.IMAP()
			p, err := mailer.ProbeInbox(t.Context(), &mailer.Inbox{Server: s})
			if err == nil {
				p.Close()
			}
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			right, renewed, used := "secret", 0, []string{}
			s := local(office.SMTP())
			s.Password, s.Auth = "", "xoauth2"
			next := []string{"old", right}
			s.Secret = secretOf(&next, &used)
			s.Renew = func(secret string) bool { renewed++; return secret == "old" }
			if err := log(t, s); err != nil || renewed != 1 {
				t.Errorf("%v, renewed %d times with %q", err, renewed, used)
			}
			next, renewed = []string{"old", "wrong", "wrong"}, 0
			if err := log(t, s); err == nil || renewed != 1 {
				t.Errorf("with another wrong one: %v, renewed %d times", err, renewed)
			}
			next, renewed = []string{"wrong", "wrong"}, 0
			if err := log(t, s); err == nil || renewed != 1 {
				t.Errorf("with one that can't be renewed: %v, renewed %d times", err, renewed)
			}
			next, s.Renew, used = []string{"wrong"}, nil, nil
			if err := log(t, s); err == nil || len(used) != 1 {
				t.Errorf("with a password: %v, tried were %q", err, used)
			}
		})
	}
}

// secretOf gives one secret after another.
func secretOf(next, used *[]string) func(context.Context) (string, error) {
	return func(context.Context) (string, error) {
		secret := (*next)[0]
		*next, *used = (*next)[1:], append(*used, secret)
		return secret, nil
	}
}
