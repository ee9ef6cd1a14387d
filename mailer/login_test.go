package mailer_test

import (
	"bytes"
	"context"
	"errors"
	"net"
	"slices"
	"strings"
	"testing"

	"deaddrop/mailer"
	"deaddrop/mailer/postoffice"
)

// Each way to log in works with both protocols, and a wrong password is told.
func TestLogin(t *testing.T) {
	all := []string{"PLAIN", "LOGIN", "OAUTHBEARER", "XOAUTH2"}
	for _, mech := range all {
		for _, named := range []bool{true, false} {
			without := []string{}
			if !named { // the server leaves no choice
				without = slices.DeleteFunc(slices.Clone(all), func(m string) bool { return m == mech })
			}
			t.Run(mech, func(t *testing.T) {
				office := openOffice(t, postoffice.Options{Without: without})
				change := func(s mailer.Server) mailer.Server {
					if named {
						s.Auth = strings.ToLower(mech)
					}
					return s
				}
				p := newProxy(t, office.SMTP())
				var l listener
				l.tap(p)
				s := sender(t, p.addr())
				s.Server = change(s.Server)
				d := toAnn()
				d.To = "gm@post.test"
				if err := s.Send(t.Context(), "", d); err != nil {
					t.Error(err)
				}
				if !slices.ContainsFunc(l.heard(), func(w string) bool { return strings.HasPrefix(w, "AUTH "+mech) }) {
					t.Errorf("client said %q", l.heard())
				}
				in := quick("")
				in.Server = change(local(office.IMAP()))
				w := start(t, in, nil)
				w.until(t, "o1.a")
				w.stop()
				_ = s.Close()
				s.Server.Password = "wrong"
				outcome(t, s.Send(t.Context(), "", d), mailer.SendError{Temporary: true, Code: 535})
				heard := l.heard()
				want := map[string]string{"OAUTHBEARER": "AQ==\r\n", "XOAUTH2": "\r\n"}[mech] // to being told why not
				if last := heard[len(heard)-1]; want != "" && last != want {
					t.Errorf("in the end client said %q", last)
				}
			})
		}
	}
}

// Old servers know fewer words, or spell them in another way.
func TestLoginOld(t *testing.T) {
	office := openOffice(t, postoffice.Options{Without: []string{"PLAIN", "LOGIN", "OAUTHBEARER", "XOAUTH2"}})
	for _, auth := range []string{"", "login"} {
		s := sender(t, office.SMTP())
		s.Server.User = ""
		d := toAnn()
		d.To = "gm@post.test"
		if err := s.Send(t.Context(), "", d); err != nil {
			t.Error(err)
		}
		in := quick("")
		in.Server = local(office.IMAP())
		in.Server.Auth = auth
		w := start(t, in, nil)
		w.until(t, "o1.a")
		w.stop()
	}
	s := sender(t, script(t, map[string]string{"EHLO": "250-here\r\n250 AUTH=LOGIN", "AUTH": "334 VXNlcm5hbWU6"}))
	if err := s.Send(t.Context(), "", toAnn()); err != nil {
		t.Error(err)
	}
}

func TestLoginNotOffered(t *testing.T) {
	office := openOffice(t, postoffice.Options{Without: []string{"XOAUTH2"}})
	for _, auth := range []string{"xoauth2", "cram-md5", "x y"} {
		s := sender(t, office.SMTP())
		s.Server.Auth = auth
		s.Server.Secret = func(context.Context) (string, error) {
			t.Errorf("%s: asked for the password", auth)
			return "", nil
		}
		outcome(t, s.Send(t.Context(), "", toAnn()), mailer.SendError{Temporary: true})
	}
}

// The password is asked for at each connection, so that a new one is used.
func TestSecret(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	s := sender(t, office.SMTP())
	secret, failure, asked := "old", error(nil), 0
	s.Server.Secret = func(context.Context) (string, error) { asked++; return secret, failure }
	outcome(t, s.Send(t.Context(), "", toAnn()), mailer.SendError{Temporary: true, Code: 535})
	secret = "secret"
	for range 3 {
		if err := s.Send(t.Context(), "", toAnn()); err != nil {
			t.Error(err)
		}
	}
	if asked != 2 {
		t.Errorf("asked %d times", asked)
	}
	_ = s.Close()
	failure = errors.New("the safe is locked")
	if err := s.Send(t.Context(), "", toAnn()); err == nil || !strings.Contains(err.Error(), "the safe is locked") {
		t.Errorf("got %v", err)
	}
	secret, failure = "two\r\nlines", nil
	err := s.Send(t.Context(), "", toAnn())
	outcome(t, err, mailer.SendError{Temporary: true})
	if strings.Contains(err.Error(), "two") {
		t.Errorf("told the password: %v", err)
	}
}

// No password is sent to a remote server without encryption.
func TestLoginInClear(t *testing.T) {
	ours, theirs := net.Pipe()
	defer func() { _ = ours.Close() }()
	go func() {
		defer func() { _ = theirs.Close() }()
		_, _ = theirs.Write([]byte("220 here\r\n"))
		heard := make([]byte, 1000)
		n, _ := theirs.Read(heard)
		_, _ = theirs.Write([]byte("250-here\r\n250 AUTH PLAIN LOGIN\r\n"))
		m, _ := theirs.Read(heard[n:])
		if bytes.Contains(heard[:n+m], []byte("AUTH")) {
			t.Errorf("heard %q", heard[:n+m])
		}
	}()
	if err := mailer.Greet(t.Context(), ours, mailer.Server{User: "gm", Password: "secret"}); err == nil ||
		!strings.Contains(err.Error(), "TLS") {
		t.Errorf("got %v", err)
	}
}
