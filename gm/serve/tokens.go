package serve

import (
	"context"
	"errors"
	"fmt"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/amount"
	"deaddrop/gm/site"
	"deaddrop/gm/store"
	"deaddrop/mailer/oauth"
)

const (
	tokenCheck = time.Minute         // time between checks of the access token
	loginRetry = time.Minute         // after which a letter is tried again that waits for somebody to log in
	loginSoon  = 14 * 24 * time.Hour // how long before the end of a login the game master is told
	noticeTime = 10 * time.Second
)

// A tokenKeeper renews the access token of the mailbox after half its lifetime, even while nobody logs in. So a
// refusal is known while the old token still works, and the game master can be told by mail.
type tokenKeeper struct {
	*Service
	tokens *oauth.Client
	told   string // the trouble that the game master was told of
	public bool   // whether those who get notices were told, too
}

// keepTokens checks the access token regularly until ctx ends.
func (s *Service) keepTokens(ctx context.Context, tokens *oauth.Client) error {
	k := &tokenKeeper{Service: s, tokens: tokens}
	for range nowAndEvery(ctx, tokenCheck) {
		if err := k.check(ctx); err != nil && ctx.Err() == nil {
			s.log.Error("the game master can't be told of the mailbox's login", "error", err)
		}
	}
	return nil
}

// check renews the token if it is time, and tells the game master of trouble and of its end.
func (k *tokenKeeper) check(ctx context.Context) error {
	_, failed := k.tokens.Token(ctx)
	state, err := k.tokens.State()
	if err != nil {
		failed = err
	}
	now := k.now()
	key, why := loginTrouble(state, now)
	if key == "" {
		if failed != nil && ctx.Err() == nil {
			k.log.Warn("the access token can't be renewed now", "error", failed)
		}
		if k.told != "" { // letters go out at once
			k.sender.Resume()
			k.kick()
		}
		k.told, k.public = "", false
		return site.LoginWorks(context.WithoutCancel(ctx), k.master, now)
	}
	if k.told != key {
		k.log.Error("somebody has to log in to the mailbox again: gm login", "why", why)
		err := site.TellLogin(context.WithoutCancel(ctx), k.master, now, key, why)
		if err != nil && !errors.Is(err, store.ErrDuplicate) {
			return err
		}
		k.told, k.public = key, state.Refused == nil // trouble that is still to come is not published
		k.kick()
	}
	k.publish(ctx, key, now)
	return nil
}

// loginTrouble describes what is wrong with a login, or soon will be, for the game master. key identifies the
// trouble; "" if nothing is wrong.
func loginTrouble(s oauth.State, now time.Time) (key, why string) {
	const remedy = "Run gm login on the machine of gm serve; nothing need be started again, and nothing is lost: " +
		"letters wait until then."
	switch {
	case !s.Is:
		return "login/none", "The mailbox can't be used: nobody has logged in to it yet. " + remedy
	case s.Refused != nil:
		end := "Letters can neither be read nor sent"
		if now.Before(s.Expiry) {
			end += " from " + s.Expiry.UTC().Format(amount.Moment) + " on"
		}
		return fmt.Sprintf("login/%d", s.Refused.At.Unix()), fmt.Sprintf("The provider of the mailbox ends the login: %s. "+
			"%s. %s",
			refusedWords(s.Refused), end, remedy)
	case !s.Renews && !s.Expiry.IsZero():
		return fmt.Sprintf("login/%d", s.Expiry.Unix()), fmt.Sprintf("The login of the mailbox counts until %s and can't "+
			"be renewed. %s",
			s.Expiry.UTC().Format(amount.Moment), remedy)
	case !s.RefreshEnd.IsZero() && s.RefreshEnd.Sub(now) < loginSoon:
		return fmt.Sprintf("login/%d", s.RefreshEnd.Unix()), fmt.Sprintf("The login of the mailbox counts until %s. %s",
			s.RefreshEnd.UTC().Format(amount.Moment), remedy)
	}
	return "", ""
}

// loggedOut reports whether somebody has to log in to the mailbox.
func (s *Service) loggedOut(now time.Time) bool {
	tokens := s.config.Tokens()
	if tokens == nil {
		return false
	}
	state, err := tokens.State()
	key, _ := loginTrouble(state, now)
	return err != nil || key != ""
}

func refusedWords(r *oauth.Refused) string {
	if r.Text == "" {
		return r.Code
	}
	return r.Code + ", " + r.Text
}

// publish tells everybody who gets notices that letters will be late. It tries again until that succeeds.
func (k *tokenKeeper) publish(ctx context.Context, key string, now time.Time) {
	notices := k.master.Notices
	if k.public || notices == nil {
		return
	}
	within, done := context.WithTimeout(ctx, noticeTime)
	defer done()
	err := notices.Post(within, gm.Notice{ID: key, Event: gm.EventMail, At: now.UTC(),
		Text: "The games' mailbox waits for its game master to log in again. Until then letters are late; none is lost."})
	if err != nil {
		k.log.Warn("a notice could not be sent", "error", err)
		return
	}
	k.public = true
}
