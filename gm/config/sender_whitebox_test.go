package config

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"log/slog"
	"strings"
	"testing"
	"time"
)

// Letters are signed if the configuration has a key, and a mistake in it is known before one is sent.
func TestSender(t *testing.T) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	text := string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)}))
	for _, c := range []struct{ settings, complaint string }{
		{"[smtp]\naddr = 'a:1'\nhello = 'me.example.org'\nrate = 60\n", ""},
		{"[smtp]\naddr = 'a:1'\n[dkim]\ndomain = 'example.org'\nselector = 'gm'\nkey_file = 'dkim.pem'\n", ""},
		{"[smtp]\naddr = 'a:1'\n[dkim]\ndomain = 'example.org'\nselector = 'gm'\nkey_file = 'none.pem'\n",
			"no such file"},
		{"[smtp]\naddr = 'a:1'\n[dkim]\ndomain = 'example.org'\nselector = 'gm'\nkey_file = 'password'\n",
			"there is no private key"},
		{"[smtp]\naddr = 'a:1'\n[dkim]\ndomain = 'example.org'\nselector = 'g m'\nkey_file = 'dkim.pem'\n", "selector"},
		{"[imap]\naddr = 'a:1'\n", "no addr under [smtp]"},
	} {
		conf, err := configured(t, c.settings, map[string]string{"dkim.pem": text, "password": "secret"})
		if err != nil {
			t.Fatal(err)
		}
		s, err := conf.Sender(time.Now, slog.New(slog.DiscardHandler))
		if c.complaint != "" {
			if err == nil || !strings.Contains(err.Error(), c.complaint) {
				t.Errorf("%s: %v, want a complaint with %q", c.settings, err, c.complaint)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if s.Hello != conf.SMTP.Hello || s.Rate != conf.SMTP.Rate || s.Now == nil {
			t.Errorf("%s: got %+v", c.settings, s)
		}
		if signs := s.Sign != nil; signs != (conf.DKIM.KeyFile != "") {
			t.Errorf("%s: it signs: %v", c.settings, signs)
		}
		if s.Sign == nil {
			continue
		}
		signed, err := s.Sign([]byte("From: <gm@example.org>\r\n\r\ntext\r\n"))
		if err != nil || !strings.HasPrefix(string(signed), "DKIM-Signature: ") {
			t.Errorf("%v\n%s", err, signed)
		}
	}
}

// If others would send the letter, too, after two minutes, an attempt ends before that.
func TestSharedSender(t *testing.T) {
	for dsn, want := range map[string]time.Duration{"": 0, "postgres://gm@db.example.org/games": sendTime} {
		s, err := Config{Store: dsn, SMTP: Server{Addr: "127.0.0.1:25", TLS: "none"}}.Sender(time.Now,
			slog.New(slog.DiscardHandler))
		if err != nil || s.Timeout != want {
			t.Errorf("%q: %v, want %v; %v", dsn, s.Timeout, want, err)
		}
	}
}
