package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/towntest"
	"deaddrop/mailer/oauth/oauthtest"
)

// withTokens has a town be logged in to with the access tokens of a server.
func withTokens(t *testing.T, w *towntest.Town, s *oauthtest.Server) {
	t.Helper()
	w.Configure(t, func(text string) string {
		text = strings.Replace(text, "password_file = \"password\"\n", "auth = \"xoauth2\"\n", 1)
		text = strings.Replace(text, "password = \"secret\"\n", "auth = \"oauthbearer\"\n", 1)
		return text + fmt.Sprintf("[oauth]\nclient_id = %q\ndevice_url = \"%s/device\"\ntoken_url = \"%[2]s/token\"\n",
			oauthtest.ClientID, s.URL)
	})
}

// gm login shows where to agree, waits for that, and leaves a token that only its owner can read.
func TestLoginCommand(t *testing.T) {
	w := towntest.New(t)
	if _, complaint, err := gmRun(t, "-c", w.Config, "login"); err == nil || !strings.Contains(complaint, "there is nothing to log in to") {
		t.Errorf("with a password: %v, %s", err, complaint)
	}
	s := oauthtest.New(t, "gm@"+towntest.Domain)
	withTokens(t, w, s)
	ctx, stop := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, stop) // as by Ctrl-C
	if _, complaint, err := gmRunOn(ctx, "", "-c", w.Config, "login"); err == nil {
		t.Errorf("interrupted: %s", complaint)
	}
	file := filepath.Join(filepath.Dir(w.Config), "token")
	if _, err := os.Stat(file); err == nil {
		t.Error("an interrupted login left a token")
	}
	s.Agree(true)
	if _, complaint, err := gmRun(t, "-c", w.Config, "login"); err == nil || !strings.Contains(complaint, "the "+
		"login was refused in the browser. Nothing was changed") {
		t.Errorf("declined: %v, %s", err, complaint)
	}
	s.Agree(false)
	out := mustRun(t, "-c", w.Config, "login")
	for _, want := range []string{"Open https://login.example.org/device in a browser", "type this code: ABCD-EFGH", "The access token is in " + file} {
		if !strings.Contains(out, want) {
			t.Errorf("it does not say %q:\n%s", want, out)
		}
	}
	if strings.Contains(out, "secret") {
		t.Errorf("a token is shown:\n%s", out)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the token is in %v, %v", info, err)
	}
	w.Configure(t, towntest.Set(oauthtest.ClientID, ""))
	if _, complaint, err := gmRun(t, "-c", w.Config, "login"); err == nil || !strings.Contains(complaint, "client_id is missing") {
		t.Errorf("without a client: %v, %s", err, complaint)
	}
}
