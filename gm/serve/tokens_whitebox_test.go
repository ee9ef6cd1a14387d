package serve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/outbox"
	"deaddrop/gm/towntest"
	"deaddrop/mailer/oauth"
	"deaddrop/mailer/oauth/oauthtest"
)

// keeping is a keeper of the tokens of a town's mailbox, to which somebody has logged in.
type keeping struct {
	*tokenKeeper
	server  *oauthtest.Server
	at      *atomic.Int64
	log     bytes.Buffer
	notices []gm.Notice
	deaf    bool // notices fail
}

func keepTokens(t *testing.T) *keeping {
	t.Helper()
	w := towntest.New(t)
	k := &keeping{server: oauthtest.New(t, "gm"), at: new(atomic.Int64)}
	k.at.Store(time.Now().UnixNano())
	w.Configure(t, func(text string) string {
		text = strings.Replace(text, "password_file = \"password\"\n", "auth = \"xoauth2\"\n", 1)
		return text + fmt.Sprintf("[oauth]\nclient_id = %q\ndevice_url = \"%s/device\"\ntoken_url = \"%[2]s/token\"\n", oauthtest.ClientID,
			k.server.URL)
	})
	s := idle(t, w, k.at)
	s.log = slog.New(slog.NewTextHandler(&k.log, nil))
	s.master.Notices = &gm.Notices{Post: func(_ context.Context, n gm.Notice) error {
		if k.deaf {
			return errors.New("nobody listens")
		}
		k.notices = append(k.notices, n)
		return nil
	}}
	tokens := s.config.Tokens()
	tokens.Now = s.now
	k.tokenKeeper = &tokenKeeper{Service: s, tokens: tokens}
	return k
}

func (k *keeping) login(t *testing.T) {
	t.Helper()
	k.server.Agree(false)
	if err := k.tokens.Login(t.Context(), func(oauth.Prompt) {}); err != nil {
		t.Fatal(err)
	}
}

func (k *keeping) pass(d time.Duration) { k.at.Add(int64(d)) }

// inbox returns what waits for the game master.
func (k *keeping) inbox(t *testing.T) (whys []string) {
	t.Helper()
	if err := k.check(t.Context()); err != nil {
		t.Fatal(err)
	}
	items, err := desk.Inbox(t.Context(), k.master)
	if err != nil {
		t.Fatal(err)
	}
	for _, it := range items {
		whys = append(whys, it.Why)
	}
	return whys
}

// A login that the provider ends is told of while the token still counts, once, everywhere; a new login takes that
// away. In none of it is a token.
func TestLoginThatEnds(t *testing.T) {
	t.Parallel()
	k := keepTokens(t)
	if whys := k.inbox(t); len(whys) != 1 || !strings.Contains(whys[0], "nobody has logged in to it yet") {
		t.Errorf("before the first login: %q", whys)
	}
	k.login(t)
	if whys := k.inbox(t); len(whys) != 0 {
		t.Errorf("after it: %q", whys)
	}
	k.pass(25 * time.Minute)
	k.inbox(t)
	if k.server.Renewed() != 0 {
		t.Error("the token was renewed early")
	}
	k.server.Revoke(true)
	k.pass(10 * time.Minute)
	k.deaf = true
	var whys []string
	for range 3 {
		whys = k.inbox(t)
		k.pass(time.Minute)
	}
	if len(whys) != 1 || !strings.Contains(whys[0], "invalid_grant") || !strings.Contains(whys[0], "gm login") ||
		!strings.Contains(whys[0], "Letters can neither be read nor sent from ") {
		t.Errorf("revoked: %q", whys)
	}
	if _, notes := k.health(t.Context()); !strings.Contains(strings.Join(notes, "\n"), "gm login") {
		t.Errorf("its health is %q", notes)
	}
	if _, err := k.tokens.Token(t.Context()); err != nil {
		t.Errorf("the letter to the game master can't go out: %v", err)
	}
	k.deaf = false
	k.inbox(t)
	k.inbox(t)
	if len(k.notices) != 1 || k.notices[0].Event != gm.EventMail || k.notices[0].Game != "" {
		t.Errorf("notices %+v", k.notices)
	}
	letters, err := outbox.List(t.Context(), k.master)
	if err != nil || len(letters) != 2 || letters[1].To != "desk@"+towntest.Domain || letters[1].Subject != "Log in to the mailbox again" {
		t.Errorf("letters %+v, %v", letters, err)
	}
	if n := strings.Count(k.log.String(), "somebody has to log in to the mailbox again"); n != 2 {
		t.Errorf("the log says it %d times", n)
	}
	if all := fmt.Sprint(k.log.String(), whys, k.notices, letters); strings.Contains(all, "secret") {
		t.Errorf("a token is told:\n%s", all)
	}
	k.login(t)
	if whys := k.inbox(t); len(whys) != 0 {
		t.Errorf("after a new login: %q", whys)
	}
}

// The known end of a login is told of two weeks before, and to nobody but the game master. That the token server is
// out of order for a while is only logged.
func TestLoginWithEnd(t *testing.T) {
	t.Parallel()
	k := keepTokens(t)
	k.server.Set(func(s *oauthtest.Server) { s.RefreshLife = 30 * 86400 })
	k.login(t)
	k.server.Set(func(s *oauthtest.Server) { s.Down, s.RefreshLife = true, 0 })
	k.pass(15 * 24 * time.Hour)
	if whys := k.inbox(t); len(whys) != 0 || !strings.Contains(k.log.String(), "can't be renewed now") {
		t.Errorf("long before: %q\n%s", whys, k.log.String())
	}
	k.pass(2 * 24 * time.Hour)
	if whys := k.inbox(t); len(whys) != 1 || !strings.Contains(whys[0], "The login of the mailbox counts until ") {
		t.Errorf("two weeks before: %q", whys)
	}
	if len(k.notices) != 0 {
		t.Errorf("notices %+v", k.notices)
	}
}

// A letter waits for as long as nobody has logged in, is never given up for that, and is tried again each minute.
func TestLettersWaitForLogin(t *testing.T) {
	t.Parallel()
	s, ctx, _ := carried(t, towntest.New(t), nil)
	for _, why := range []error{oauth.ErrNone, &oauth.Refused{Code: "invalid_grant"}} {
		s.sender.Server.Secret = func(context.Context) (string, error) { return "", why }
		err := s.send(ctx, toFrance(1))
		waits := (*outbox.Postponed)(nil)
		if !errors.As(err, &waits) || waits.After != time.Minute || !strings.Contains(err.Error(), "gm login") {
			t.Errorf("%v: %v", why, err)
		}
	}
}
