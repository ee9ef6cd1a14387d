package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"deaddrop/gm/config"
	"deaddrop/mailer/provider"
)

// gm init with an address begins a site of which only the password is missing, and what is there it does not write
// over.
func TestInitWithAddress(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("DEADDROP_CONFIG", "")
	out := mustRun(t, "init", "club@gmail.com", "--gm", "me@example.net")
	for _, want := range []string{"deaddrop.toml is the configuration for club@gmail.com", "imap.gmail.com:993", "app password", "not tried", "Put that password into the file password",
		"The games are kept in "} {
		if !strings.Contains(out, want) {
			t.Errorf("it does not say %q:\n%s", want, out)
		}
	}
	for _, name := range []string{"deaddrop.toml", "password", "deaddrop.db"} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
	c, err := config.Read("deaddrop.toml")
	if err != nil || c.Address != "club@gmail.com" || c.GM != "me@example.net" || !c.Begun() {
		t.Errorf("the configuration is %+v, %v", c, err)
	}
	if err := os.WriteFile("password", []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	before := string(mustRead(t, "deaddrop.toml"))
	if _, complaint, err := gmRun(t, "init", "other@gmail.com"); err == nil || !strings.Contains(complaint, "is not overwritten") {
		t.Errorf("a second time: %v, %s", err, complaint)
	}
	if string(mustRead(t, "deaddrop.toml")) != before || string(mustRead(t, "password")) != "secret\n" {
		t.Error("something was written over")
	}
	out = mustRun(t, "init", "other@gmail.com", "--to", "other.toml")
	if !strings.Contains(out, "The games are still kept in ") || string(mustRead(t, "password")) != "secret\n" {
		t.Errorf("beside another one: %s", out)
	}
	for want, args := range map[string][]string{
		"is not a mail address": {"init", "nonsense", "--to", "x.toml"},
		"name the address of":   {"init", "--to", "x.toml"},
		"there is no directory": {"init", "club@gmail.com", "--to", "nowhere/x.toml"},
	} {
		if _, complaint, err := gmRun(t, args...); err == nil || !strings.Contains(complaint, want) {
			t.Errorf("gm %s: %v, %s", strings.Join(args, " "), err, complaint)
		}
	}
}

// For a provider that wants an access token, no password file is written.
func TestInitForTokens(t *testing.T) {
	dir := t.TempDir()
	out := mustRun(t, "init", "club@outlook.com", "--to", filepath.Join(dir, "deaddrop.toml"))
	if !strings.Contains(out, "gm login") || strings.Contains(out, filepath.Join(dir, "password")) {
		t.Errorf("it says\n%s", out)
	}
	if _, err := os.Stat(filepath.Join(dir, "password")); err == nil {
		t.Error("there is a file for a password")
	}
}

// nothing is a finder that finds nothing.
type nothing struct{}

func (nothing) Find(context.Context, string) (provider.Found, error) {
	return provider.Found{}, provider.ErrUnknown
}

// Where no servers are found, the configuration has examples in their place, and gm says so.
func TestInitOfUnknownDomain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deaddrop.toml")
	cmd := newInit(&console{})
	var out strings.Builder
	cmd.SetOut(&out)
	cmd.SetContext(t.Context())
	b := &beginning{finder: nothing{}, to: path}
	if _, err := b.write(cmd, "gm@nowhere.example", ""); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "No mail servers were found") || !strings.Contains(string(mustRead(t, path)), `addr = "imap.example.org:993"`) {
		t.Errorf("it says %s", out.String())
	}
}
