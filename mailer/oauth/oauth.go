// Package oauth gets access tokens for mail servers (OAuth 2.0): the first one by the device flow (RFC 8628), in
// which a person agrees in a browser on any machine, and further ones with the refresh token that comes with it. It
// keeps them in a file, which several programs may use.
//
// No token is in an error of this package or in what State returns.
package oauth

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"
	"unicode"

	"golang.org/x/oauth2"
)

// A Client gets access tokens from one token server, for one account. It is safe for concurrent use.
type Client struct {
	ID, Secret string // identify the program, as it is registered there; many servers want no Secret
	DeviceURL  string // where the device flow begins
	TokenURL   string
	Scopes     []string
	File       string           // path of the file with the tokens
	Now        func() time.Time // this machine's clock when nil
	HTTP       *http.Client     // a client with a limit for the time when nil

	mu sync.Mutex
}

const (
	askTime    = 20 * time.Second // time limit for one question to the token server
	youngToken = time.Minute      // one that is refused so soon would not be helped by another one
	askAgain   = time.Hour        // after a refusal, which servers rarely take back
	maxWords   = 200              // length of a server's explanation
)

// ErrNone says that nobody has logged in so far.
var ErrNone = errors.New("there is no access token; run gm login")

// A Refused is the answer of a token server that it renews no more tokens: somebody must log in again.
type Refused struct {
	Code string // "invalid_grant"
	Text string // the server's explanation, on one line; it is untrusted
	At   time.Time
}

func (r *Refused) Error() string {
	text := "the provider gives no new access token (" + r.Code
	if r.Text != "" {
		text += ": " + r.Text
	}
	return text + "); run gm login"
}

// A State is what is known of the tokens, without them.
type State struct {
	Is         bool      // there are some
	Expiry     time.Time // end of the access token; zero: not known
	Renews     bool      // there is a refresh token
	RefreshEnd time.Time // until when that counts; zero: not known
	Refused    *Refused  // why there will be no more; nil: nothing speaks against that
}

// State returns what is known of the tokens.
func (c *Client) State() (State, error) {
	r, err := c.load()
	if errors.Is(err, ErrNone) {
		return State{}, nil
	}
	return State{Is: err == nil, Expiry: r.Expiry, Renews: r.Refresh != "", RefreshEnd: r.RefreshEnd,
		Refused: r.Refused}, err
}

// Token returns an access token. It gets a new one when half the life of the old one is over, so that a refusal is
// known while the old one still counts.
func (c *Client) Token(ctx context.Context) (string, error) {
	var token string
	err := c.locked(func() error {
		r, err := c.load()
		if err != nil {
			return err
		}
		now := c.now()
		if r.Access != "" && now.Before(r.renewAt()) {
			token = r.Access
			return nil
		}
		renewed, err := c.renew(ctx, r, now)
		switch {
		case err == nil:
			token = renewed.Access
			return nil
		case r.Access != "" && now.Before(r.Expiry): // the token server may answer again before that is over
			token = r.Access
			return nil
		}
		return err
	})
	return token, err
}

// Expired tells the Client that a mail server refused a token. It reports whether another token may help.
func (c *Client) Expired(token string) bool {
	again := false
	err := c.locked(func() error {
		r, err := c.load()
		switch {
		case err != nil:
			return err
		case r.Access != token: // there is another one by now
			again = true
			return nil
		case c.now().Sub(r.Obtained) < youngToken || r.Refresh == "":
			return nil
		}
		r.Access, again = "", true
		return c.save(r)
	})
	return again && err == nil
}

// renew gets another access token, and keeps it. A refusal is kept as well, so that the token server is not asked
// again at once.
func (c *Client) renew(ctx context.Context, r record, now time.Time) (record, error) {
	switch {
	case r.Refresh == "":
		return r, &Refused{Code: "no refresh token", At: now}
	case r.Refused != nil && now.Sub(r.Refused.At) < askAgain:
		return r, r.Refused
	}
	ctx, cancel := context.WithTimeout(c.with(ctx), askTime)
	defer cancel()
	t, err := c.config().TokenSource(ctx, &oauth2.Token{RefreshToken: r.Refresh}).Token()
	if err != nil {
		err = c.plain(err, now, r)
		if no := (*Refused)(nil); errors.As(err, &no) {
			r.Refused = no
			err = errors.Join(err, c.save(r))
		}
		return r, err
	}
	next := recordOf(t, now)
	next.Refresh = cmp.Or(next.Refresh, r.Refresh)
	if next.RefreshEnd.IsZero() && next.Refresh == r.Refresh {
		next.RefreshEnd = r.RefreshEnd
	}
	return next, c.save(next)
}

// A Prompt is what somebody is shown who is to log in.
type Prompt struct {
	URL, Code string
	Until     time.Time // when the code ends; zero: not known
}

// Login gets the first tokens. It calls show with the page on which a person grants access, and waits until they
// have.
func (c *Client) Login(ctx context.Context, show func(Prompt)) error {
	asking, cancel := context.WithTimeout(c.with(ctx), askTime)
	defer cancel()
	now := c.now()
	device, err := c.config().DeviceAuth(asking)
	if err != nil {
		return c.plain(err, now, record{})
	}
	show(Prompt{URL: oneLine(device.VerificationURI), Code: oneLine(device.UserCode), Until: device.Expiry})
	t, err := c.config().DeviceAccessToken(c.with(ctx), device)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return c.plain(err, now, record{Access: device.DeviceCode})
	}
	return c.locked(func() error { return c.save(recordOf(t, c.now())) })
}

// Check returns an error if settings are missing.
func (c *Client) Check() error {
	for _, s := range []struct{ name, value string }{
		{"client_id", c.ID}, {"device_url", c.DeviceURL}, {"token_url", c.TokenURL}, {"token_file", c.File},
	} {
		if s.value == "" {
			return fmt.Errorf("%s is missing", s.name)
		}
	}
	return nil
}

func (c *Client) now() time.Time {
	if c.Now == nil {
		return time.Now()
	}
	return c.Now()
}

func (c *Client) config() *oauth2.Config {
	return &oauth2.Config{ClientID: c.ID, ClientSecret: c.Secret, Scopes: c.Scopes,
		Endpoint: oauth2.Endpoint{DeviceAuthURL: c.DeviceURL, TokenURL: c.TokenURL, AuthStyle: oauth2.AuthStyleInParams}}
}

// with has requests made by the Client's own HTTP client.
func (c *Client) with(ctx context.Context) context.Context {
	client := c.HTTP
	if client == nil {
		client = &http.Client{Timeout: askTime}
	}
	return context.WithValue(ctx, oauth2.HTTPClient, client)
}

// finals are the errors of RFC 6749 and RFC 8628 after which nothing comes of trying again.
var finals = map[string]bool{"invalid_grant": true, "invalid_client": true, "unauthorized_client": true,
	"unsupported_grant_type": true, "invalid_scope": true, "access_denied": true, "expired_token": true,
	"interaction_required": true, "consent_required": true}

// plain returns an error without any token: a server's answer may have one in it.
func (c *Client) plain(err error, now time.Time, r record) error {
	answer := (*oauth2.RetrieveError)(nil)
	if !errors.As(err, &answer) {
		return fmt.Errorf("asking the provider for an access token: %s", c.clean(err.Error(), r))
	}
	if finals[answer.ErrorCode] {
		return &Refused{Code: answer.ErrorCode, Text: c.clean(answer.ErrorDescription, r), At: now}
	}
	what := cmp.Or(answer.ErrorCode, "no explanation")
	if answer.Response != nil {
		what = answer.Response.Status + ", " + what
	}
	return fmt.Errorf("asking the provider for an access token: it answered %s", c.clean(what, r))
}

// clean takes secrets and control characters out of a text from elsewhere, and shortens it.
func (c *Client) clean(text string, r record) string {
	for _, secret := range []string{r.Access, r.Refresh, c.Secret} {
		if secret != "" {
			text = strings.ReplaceAll(text, secret, "***")
		}
	}
	text = oneLine(text)
	return strings.ToValidUTF8(text[:min(len(text), maxWords)], "")
}

func oneLine(text string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Co) {
			return ' '
		}
		return r
	}, text)), " ")
}
