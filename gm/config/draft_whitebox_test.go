package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"deaddrop/mailer/provider"
)

// drafted reads a configuration as gm init writes it.
func drafted(t *testing.T, master string, found provider.Found) (Config, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "deaddrop.toml")
	text := Draft("gm@example.org", master, found)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := Read(path)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return c, string(text)
}

// For each provider in the table, a configuration is written that can be read and says what the table says.
func TestDrafts(t *testing.T) {
	for _, p := range provider.All() {
		t.Run(p.ID, func(t *testing.T) {
			c, text := drafted(t, "me@example.net", provider.Found{Provider: &p, IMAP: p.IMAP, SMTP: p.SMTP, User: "u", Sender: "s"})
			if c.Address != "gm@example.org" || c.GM != "me@example.net" || c.Plus != p.Plus || c.IMAP.User != "u" || c.SMTP.User != "s" {
				t.Errorf("it has %+v", c)
			}
			if (provider.Server{Addr: c.IMAP.Addr, TLS: c.IMAP.TLS}) != p.IMAP || (provider.Server{Addr: c.SMTP.Addr, TLS: c.SMTP.TLS}) != p.SMTP {
				t.Errorf("the servers are %+v and %+v", c.IMAP, c.SMTP)
			}
			if want := (Limits{p.PerMinute, p.PerDay, p.Connections}); c.SMTP.Limits() != want || (c.SMTP.PerDay > 0) != (p.PerDay > 0) {
				t.Errorf("the limits are %+v, want %+v", c.SMTP.Limits(), want)
			}
			if p.Processed != "" && (c.Processed != p.Processed || c.Failed != p.Failed) {
				t.Errorf("the folders are %s and %s", c.Processed, c.Failed)
			}
			if wants := p.Login == provider.Token; wants != (c.Tokens() != nil) || wants == (c.IMAP.PasswordFile != "") {
				t.Errorf("it logs in by %+v", c.IMAP)
			}
			if strings.Contains(text, "<") || strings.Contains(text, "\n\n\n") {
				t.Errorf("it is\n%s", text)
			}
		})
	}
}

// For a domain without a known provider, the configuration has the servers that were found.
func TestDraftOfOwnDomain(t *testing.T) {
	c, text := drafted(t, "", provider.Found{IMAP: provider.Server{Addr: "mail.own.example:143", TLS: "starttls"},
		SMTP: provider.Server{Addr: "out.own.example:465", TLS: "tls"}, User: "gm", Sender: "gm@own.example"})
	if c.IMAP.Addr != "mail.own.example:143" || c.IMAP.TLS != "starttls" || c.SMTP.Addr != "out.own.example:465" || c.IMAP.User != "gm" ||
		c.SMTP.User != "gm@own.example" || c.GM != "" || !c.Plus || filepath.Base(c.IMAP.PasswordFile) != "password" {
		t.Errorf("it is\n%s", text)
	}
}
