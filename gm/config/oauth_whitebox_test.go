package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Access tokens are used where a server wants one and has no password of its own, from the provider's addresses or others.
func TestTokens(t *testing.T) {
	const servers = "[imap]\naddr = 'a:1'\nuser = 'gm'\nauth = 'xoauth2'\n[smtp]\naddr = 'a:2'\nuser = 'gm'\nauth = 'oauthbearer'\n"
	c, err := configured(t, servers+"[oauth]\nprovider = 'microsoft'\nclient_id = 'x'\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	tokens := c.Tokens()
	if tokens == nil || tokens.ID != "x" || !strings.HasPrefix(tokens.TokenURL, "https://login.microsoftonline.com/") ||
		len(tokens.Scopes) != 3 || filepath.Base(tokens.File) != "token" || !filepath.IsAbs(tokens.File) {
		t.Errorf("tokens come from %+v", tokens)
	}
	for section, s := range map[string]Server{"imap": c.IMAP, "smtp": c.SMTP} {
		m, err := s.ForMailer(section)
		if err != nil || m.Renew == nil || m.Secret == nil {
			t.Fatalf("%s: %+v, %v", section, m, err)
		}
		if _, err := m.Secret(t.Context()); err == nil || !strings.Contains(err.Error(), "gm login") {
			t.Errorf("%s: without a token: %v", section, err)
		}
	}
	if err := os.WriteFile(tokens.File, []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	exposed := false
	for _, f := range c.PrivateFiles("") {
		exposed = exposed || f.Path == tokens.File && f.Exposed()
	}
	if !exposed {
		t.Error("nothing is said of a token that others can read")
	}
	for text, want := range map[string]string{
		servers: "write a section [oauth]",
		servers + "[oauth]\nprovider = 'microsoft'\n":                                                            "client_id is missing",
		servers + "[oauth]\nclient_id = 'x'\ntoken_url = 'https://x.example/t'\n":                                "device_url is missing",
		servers + "[oauth]\nprovider = 'nobody'\n":                                                               `no provider "nobody"`,
		servers + "[oauth]\nprovider = 'gmail'\n":                                                                `no provider "gmail"`,
		servers + "[oauth]\nclient_id = 'x'\ndevice_url = 'https://x.example'\ntoken_url = 'http://x.example'\n": "write https://",
		servers + "[oauth]\nclient_id = 'x'\ntoken_url = 'x.example'\n":                                          "not an address",
	} {
		c, err := configured(t, text, nil)
		if err == nil {
			_, err = c.IMAP.ForMailer("imap")
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	for _, text := range []string{strings.ReplaceAll(servers, "auth =", "password_file = 'p'\nauth ="), "[imap]\naddr = 'a:1'\n"} {
		c, err := configured(t, text+"[oauth]\nprovider = 'microsoft'\n", map[string]string{"p": "secret"})
		if err != nil || c.Tokens() != nil {
			t.Errorf("%s: tokens are used, %v", text, err)
		}
	}
}

// A provider's limits count where the settings have none.
func TestLimits(t *testing.T) {
	for text, want := range map[string]Limits{
		"addr = 'smtp.gmail.com:465'\n":                                  {0, 500, 0},
		"addr = 'smtp.gmail.com:465'\nper_day = 2000\nrate = 5\n":        {5, 2000, 0},
		"addr = 'smtp.office365.com:587'\nconnections = 1\n":             {30, 10000, 1},
		"addr = 'smtp.example.org:465'\nper_connection = 3\nrate = 60\n": {60, 0, 0},
	} {
		c, err := configured(t, "[smtp]\n"+text, nil)
		if err != nil || c.SMTP.Limits() != want {
			t.Errorf("%s: %+v, %v", text, c.SMTP.Limits(), err)
		}
	}
	for text, want := range map[string]string{"[imap]\nper_day = 3\n": "settings of [smtp]", "[smtp]\nper_day = -1\n": "must be 1 or more",
		"[smtp]\nconnections = -1\n": "must be 1 or more"} {
		if _, err := configured(t, text, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
