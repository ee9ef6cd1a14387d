package oauth_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"deaddrop/mailer/oauth"
	"deaddrop/mailer/oauth/oauthtest"
)

var noon = time.Date(2030, 1, 4, 12, 0, 0, 0, time.UTC)

// An account is a client of a token server, at a time of the test.
type account struct {
	*oauth.Client
	server *oauthtest.Server
	at     time.Time
}

func newAccount(t *testing.T) *account {
	t.Helper()
	a := &account{server: oauthtest.New(t, "gm"), at: noon}
	a.Client = &oauth.Client{ID: oauthtest.ClientID, DeviceURL: a.server.URL + "/device", TokenURL: a.server.URL + "/token",
		Scopes: []string{"mail"}, File: filepath.Join(t.TempDir(), "token"), Now: func() time.Time { return a.at }}
	return a
}

// another returns a client in another process, with the same file.
func (a *account) another() *oauth.Client {
	c := &oauth.Client{ID: a.ID, DeviceURL: a.DeviceURL, TokenURL: a.TokenURL, Scopes: a.Scopes, File: a.File, Now: a.Now}
	return c
}

func (a *account) login(t *testing.T) {
	t.Helper()
	a.server.Agree(false)
	if err := a.Login(t.Context(), func(oauth.Prompt) {}); err != nil {
		t.Fatal(err)
	}
}

// token gets a token that counts, and returns it.
func (a *account) token(t *testing.T) string {
	t.Helper()
	token, err := a.Token(t.Context())
	if err != nil || !a.server.Counts(token) {
		t.Fatalf("no token: %v", err)
	}
	return token
}

// Somebody who logs in is shown where, and is waited for. The file with the tokens can be read by its owner alone.
func TestLogin(t *testing.T) {
	a := newAccount(t)
	if _, err := a.Token(t.Context()); !errors.Is(err, oauth.ErrNone) {
		t.Errorf("before the login: %v", err)
	}
	if s, err := a.State(); s.Is || err != nil {
		t.Errorf("before the login: %+v, %v", s, err)
	}
	shown := oauth.Prompt{}
	if err := a.Login(t.Context(), func(p oauth.Prompt) { shown = p; time.AfterFunc(10*time.Millisecond, func() { a.server.Agree(false) }) }); err != nil {
		t.Fatal(err)
	}
	if shown.URL != "https://login.example.org/device" || shown.Code != "ABCD-EFGH" || shown.Until.IsZero() {
		t.Errorf("shown was %+v", shown)
	}
	a.token(t)
	info, err := os.Stat(a.File)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info, err)
	}
	if s, err := a.State(); !s.Is || !s.Renews || !s.Expiry.Equal(noon.Add(time.Hour)) || s.Refused != nil || err != nil {
		t.Errorf("after the login: %+v, %v", s, err)
	}
}

// A login that is declined, interrupted, or made with another client gets no token, and the old one stays.
func TestLoginFails(t *testing.T) {
	a := newAccount(t)
	a.login(t)
	before, _ := os.ReadFile(a.File)
	a.server.Agree(true)
	refused := (*oauth.Refused)(nil)
	if err := a.Login(t.Context(), func(oauth.Prompt) {}); !errors.As(err, &refused) || refused.Code != "access_denied" || secretIn(err.Error()) {
		t.Errorf("declined: %v", err)
	}
	a.server.Set(func(s *oauthtest.Server) { s.Down = true })
	if err := a.Login(t.Context(), func(oauth.Prompt) {}); err == nil || secretIn(err.Error()) {
		t.Errorf("the server is down: %v", err)
	}
	a.ID = "stranger"
	if err := a.Login(t.Context(), func(oauth.Prompt) {}); !errors.As(err, &refused) || refused.Code != "invalid_client" || strings.Contains(err.Error(), "\x1b") {
		t.Errorf("a client that is not known: %v", err)
	}
	a = newAccount(t)
	ctx, stop := context.WithCancel(t.Context())
	if err := a.Login(ctx, func(oauth.Prompt) { stop() }); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	if _, err := os.Stat(a.File); err == nil {
		t.Error("an interrupted login left a file")
	}
	if after, _ := os.ReadFile(a.File); len(before) == 0 || string(after) == string(before) {
		t.Error("the files are mixed up")
	}
}

func secretIn(text string) bool { return strings.Contains(text, "secret") }

// A token is renewed when half its life is over, once, whoever asks, and with the latest refresh token.
func TestRenewal(t *testing.T) {
	a := newAccount(t)
	a.server.Set(func(s *oauthtest.Server) { s.Rotate = true })
	a.login(t)
	first := a.token(t)
	a.at = a.at.Add(29 * time.Minute)
	if a.token(t) != first {
		t.Error("a token was renewed too early")
	}
	for range 3 {
		a.at = a.at.Add(31 * time.Minute)
		clients := []*oauth.Client{a.Client, a.another(), a.another()}
		tokens := make([]string, 9)
		var all sync.WaitGroup
		for i := range tokens {
			all.Go(func() { tokens[i], _ = clients[i%3].Token(t.Context()) })
		}
		all.Wait()
		for _, token := range tokens {
			if token == first || !a.server.Counts(token) || token != tokens[0] {
				t.Errorf("tokens %q", tokens)
			}
		}
	}
	if n := a.server.Renewed(); n != 3 {
		t.Errorf("a refresh token was used %d times", n)
	}
}

// While the token server is down the old token is used, as long as it is valid.
func TestServerDown(t *testing.T) {
	a := newAccount(t)
	a.login(t)
	token := a.token(t)
	a.server.Set(func(s *oauthtest.Server) { s.Down = true })
	a.at = a.at.Add(45 * time.Minute)
	if a.token(t) != token {
		t.Error("the old token was not used")
	}
	a.at = a.at.Add(time.Hour)
	_, err := a.Token(t.Context())
	if refused := (*oauth.Refused)(nil); err == nil || errors.As(err, &refused) || secretIn(err.Error()) {
		t.Errorf("after its end: %v", err)
	}
	a.server.Set(func(s *oauthtest.Server) { s.Down = false })
	a.token(t)
}

// A refusal is known while the old token still counts, is not asked for again at once, and ends with a new login.
func TestRevoked(t *testing.T) {
	a := newAccount(t)
	a.login(t)
	token := a.token(t)
	a.server.Set(func(s *oauthtest.Server) {})
	a.server.Revoke(true)
	a.at = a.at.Add(31 * time.Minute)
	if got, err := a.Token(t.Context()); got != token || err != nil {
		t.Errorf("while the old token counts: %v", err)
	}
	s, err := a.State()
	if err != nil || s.Refused == nil || s.Refused.Code != "invalid_grant" || !s.Refused.At.Equal(a.at) {
		t.Fatalf("the state is %+v, %v", s, err)
	}
	a.at = a.at.Add(30 * time.Minute)
	_, err = a.another().Token(t.Context())
	if refused := (*oauth.Refused)(nil); !errors.As(err, &refused) || secretIn(err.Error()) || !strings.Contains(err.Error(), "gm login") {
		t.Errorf("after its end: %v", err)
	}
	if n := a.server.Renewed(); n != 1 {
		t.Errorf("the token server was asked %d times", n)
	}
	a.login(t)
	a.token(t)
	if s, err := a.State(); s.Refused != nil || err != nil {
		t.Errorf("after a new login: %+v, %v", s, err)
	}
}

// A token that a mail server refuses is renewed, but not one that is as good as new.
func TestExpired(t *testing.T) {
	a := newAccount(t)
	a.login(t)
	token := a.token(t)
	if a.Expired(token) {
		t.Error("a new token is to be renewed")
	}
	a.at = a.at.Add(2 * time.Minute)
	a.server.Revoke(false)
	if !a.Expired(token) {
		t.Error("a refused token is not to be renewed")
	}
	if a.token(t) == token {
		t.Error("it was not renewed")
	}
	if !a.another().Expired(token) || a.server.Renewed() != 1 {
		t.Error("there is another token by now, which nobody has tried")
	}
}

// The state says when a login ends, if that is known; without a refresh token, a login ends with its access token.
func TestEnds(t *testing.T) {
	a := newAccount(t)
	a.server.Set(func(s *oauthtest.Server) { s.RefreshLife = 86400 })
	a.login(t)
	if s, err := a.State(); !s.RefreshEnd.Equal(noon.Add(24*time.Hour)) || err != nil {
		t.Errorf("the state is %+v, %v", s, err)
	}
	a.server.Set(func(s *oauthtest.Server) { s.NoRefresh = true })
	a.login(t)
	if s, err := a.State(); s.Renews || err != nil {
		t.Errorf("the state is %+v, %v", s, err)
	}
	a.at = a.at.Add(2 * time.Hour)
	if _, err := a.Token(t.Context()); err == nil || !strings.Contains(err.Error(), "no refresh token") {
		t.Errorf("after its end: %v", err)
	}
	if err := os.WriteFile(a.File, []byte(`access-secret {"`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Token(t.Context()); err == nil || secretIn(err.Error()) {
		t.Errorf("with a file of another kind: %v", err)
	}
}
