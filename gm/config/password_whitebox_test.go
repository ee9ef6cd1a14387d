package config

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// configured writes a configuration and files beside it, and reads it.
func configured(t *testing.T, text string, files map[string]string) (Config, error) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		mode := os.FileMode(0o600)
		if strings.HasPrefix(text, "#!") {
			mode = 0o700
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(dir, "deaddrop.toml")
	if err := os.WriteFile(path, []byte("address = \"gm@example.org\"\n"+text), 0o600); err != nil {
		t.Fatal(err)
	}
	return Read(path)
}

func TestPassword(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs are shell scripts")
	}
	t.Setenv("GM_TEST_PASSWORD", "hunter2")
	t.Setenv("GM_TEST_EMPTY", "")
	files := map[string]string{
		"password": "hunter2\r\n", "empty": "\n", "two": "hunter2\nhunter3\n",
		"tell":  "#!/bin/sh\necho \"$1\"\n",
		"fail":  "#!/bin/sh\necho hunter2; echo hunter2 >&2; exit 3\n",
		"flood": "#!/bin/sh\nexec yes hunter2\n",
	}
	for _, c := range []struct {
		setting, want string
		complaint     string
	}{
		{"password = 'hunter2'", "hunter2", ""},
		{"password_file = 'password'", "hunter2", ""},
		{"password_env = 'GM_TEST_PASSWORD'", "hunter2", ""},
		{"password_command = ['./tell', 'hunter2']", "hunter2", ""},
		{"password_command = ['echo', 'hunter2']", "hunter2", ""},
		{"", "", ""},
		{"password = ''", "", ""},
		{"password_file = 'none'", "", "no such file"},
		{"password_file = 'empty'", "", "gives an empty password"},
		{"password_file = 'two'", "", "gives several lines"},
		{"password_env = 'GM_TEST_NONE'", "", "the environment has no GM_TEST_NONE"},
		{"password_env = 'GM_TEST_EMPTY'", "", "gives an empty password"},
		{"password_command = ['./fail']", "", "run it by hand"},
		{"password_command = ['./flood']", "", "prints too much"},
		{"password_command = ['./none']", "", "no such file"},
		{"password_command = ['no such program']", "", "not found"},
		{"password = 'hunter2'\npassword_file = 'password'", "", "there is password and password_file; keep only one"},
		{"password_env = 'A'\npassword_command = ['b']", "", "there is password_env and password_command; keep only one"},
		{"auth = 'kerberos'", "", "auth is plain, login, oauthbearer or xoauth2"},
		{"rate = 5", "", "settings of [smtp]"},
		{"ca_file = 'password'", "", "contains no certificate"},
		{"ca_file = 'none'", "", "no such file"},
		{"password = hunter2", "", "reading"},
		{"password = 'hunter2", "", "reading"},
		{"password = hunter2'", "", "reading"},
		{"password = ['hunter2']", "", "reading"},
		{"password = \"\\hunter2\"", "", "reading"},
	} {
		conf, err := configured(t, "[imap]\naddr = 'a:1'\n"+c.setting+"\n", files)
		got := ""
		if err == nil {
			server, failed := conf.IMAP.ForMailer("imap")
			got, err = server.Password, failed
			if err == nil && server.Secret != nil {
				got, err = server.Secret(t.Context())
			}
		}
		if c.complaint == "" && (err != nil || got != c.want) {
			t.Errorf("%s: got %q, %v", c.setting, got, err)
		}
		if !complains(err, c.complaint) {
			t.Errorf("%s: got %q, %v; want a complaint with %q", c.setting, got, err, c.complaint)
		}
		if err != nil && strings.Contains(err.Error(), "hunter") {
			t.Errorf("%s: the password is told: %v", c.setting, err)
		}
	}
}

// complains reports whether an error has a text in it; without one there is to be no error.
func complains(err error, want string) bool {
	if want == "" || err == nil {
		return err == nil && want == ""
	}
	return strings.Contains(err.Error(), want)
}

// A new password is used without a restart.
func TestPasswordAgain(t *testing.T) {
	c, err := configured(t, "[imap]\naddr = 'a:1'\npassword_file = 'password'\n", map[string]string{"password": "old"})
	if err != nil {
		t.Fatal(err)
	}
	server, err := c.IMAP.ForMailer("imap")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(c.IMAP.PasswordFile, []byte("new"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := server.Secret(t.Context()); got != "new" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestConfigContradictions(t *testing.T) {
	for text, want := range map[string]string{
		"[smtp]\nrate = -1":                   "no limit",
		"[smtp]\nrate = 'many'":               "rate",
		"[smtp]\npasword = 'x'":               `no setting "smtp.pasword"`,
		"[dkim]\ndomain = 'example.org'":      "all three",
		"[smtp]\npassword_command = 'pass'":   "password_command",
		"[imap]\nhello = 'games.example.org'": "settings of [smtp]",
		"answers_per_day = -1":                "answers_per_day = -1",
		"poll = '5'":                          `line 2: poll is how often to look for mail, as a number with its unit in quotation marks; write "5s" or "1m"`,
		"poll = 5":                            `write "5s" or "1m"`,
		"poll = '5s'\npoll = '1m'":            "line 3 (last key \"poll\"): Key 'poll' has already been defined",
		"poll = '-5s'":                        `poll = "-5s"`,
		"poll = '0s'":                         `write "5s" or "1m"`,
		"gm = 'not an address'":               `gm = "not an address" is not a mail address`,
	} {
		if _, err := configured(t, text, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want a complaint with %q", text, err, want)
		}
	}
}

// A password_file is looked at as the other sources are: when the service starts, and not when it logs in.
func TestPasswordAtOnce(t *testing.T) {
	for _, file := range []string{"empty", "two", "none"} {
		c, err := configured(t, "[imap]\naddr = 'a:1'\npassword_file = '"+file+"'\n",
			map[string]string{"empty": "\n", "two": "hunter2\nhunter3\n"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.IMAP.ForMailer("imap"); err == nil || strings.Contains(err.Error(), "hunter") {
			t.Errorf("%s: %v", file, err)
		}
	}
}

func TestTopSettings(t *testing.T) {
	want := []string{"address", "name", "gm", "data", "store", "archive", "poll", "plus", "answers_per_day",
		"largest_letter", "templates", "processed", "failed", "notify", "calendar", "house_rules",
		"house_rules_file"}
	if got := TopSettings(); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestExposed(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no mode")
	}
	c, err := configured(t, "[imap]\npassword_file = 'a'\n[smtp]\npassword_file = 'b'\n[dkim]\ndomain = "+
		"'d'\nselector = 's'\nkey_file = 'k'", map[string]string{"a": "x", "b": "x", "k": "x"})
	if err != nil {
		t.Fatal(err)
	}
	conf := filepath.Join(filepath.Dir(c.DKIM.KeyFile), "deaddrop.toml")
	exposed := func() (paths []string) {
		for _, f := range c.PrivateFiles(conf) {
			if f.Exposed() {
				paths = append(paths, f.Path)
			}
		}
		return paths
	}
	if got := exposed(); len(got) > 0 {
		t.Errorf("got %q", got)
	}
	if err := os.WriteFile(c.Data, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{conf, c.Data, c.DKIM.KeyFile} {
		if err := os.Chmod(file, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(c.SMTP.PasswordFile, 0o640); err != nil { // a group is others, too
		t.Fatal(err)
	}
	if got := exposed(); !slices.Equal(got, []string{c.Data, c.SMTP.PasswordFile, c.DKIM.KeyFile}) {
		t.Errorf("got %q", got)
	}
	c.SMTP.Password = "x"
	if got := exposed(); !slices.Contains(got, conf) {
		t.Errorf("got %q", got)
	}
}

func TestOwnAuthority(t *testing.T) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), IsCA: true}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	c, err := configured(t, "[smtp]\naddr = 'a:1'\nca_file = 'ca.pem'\n", map[string]string{"ca.pem": string(text)})
	if err != nil {
		t.Fatal(err)
	}
	if server, err := c.SMTP.ForMailer("smtp"); err != nil || server.TLSConfig == nil ||
		server.TLSConfig.RootCAs == nil {
		t.Errorf("got %+v, %v", server, err)
	}
}
