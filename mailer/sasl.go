package mailer

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/emersion/go-sasl"
)

// xoauth2 is the mechanism of Google and Microsoft to log in with an access token.
const xoauth2 = "XOAUTH2"

// sasl returns a client for a login mechanism that the server offers and Auth allows. It gets the current secret.
func (s Server) sasl(ctx context.Context, offers func(mech string) bool) (sasl.Client, error) {
	mech := strings.ToUpper(s.Auth)
	if mech == "" {
		for _, m := range []string{sasl.Plain, sasl.Login, sasl.OAuthBearer, xoauth2} {
			if offers(m) {
				mech = m
				break
			}
		}
		if mech == "" {
			return nil, errors.New("server offers no login that we know, " +
				"which are PLAIN, LOGIN, OAUTHBEARER and XOAUTH2")
		}
	}
	if !offers(mech) {
		return nil, fmt.Errorf("server does not offer to log in by %s", mech)
	}
	secret, err := s.secret(ctx)
	if err != nil {
		return nil, err
	}
	switch mech {
	case sasl.Plain:
		return sasl.NewPlainClient("", s.User, secret), nil
	case sasl.Login:
		return &loginClient{[]string{s.User, secret}}, nil
	case sasl.OAuthBearer:
		bearer := sasl.NewOAuthBearerClient(&sasl.OAuthBearerOptions{Username: s.User, Token: secret})
		return &tokenClient{bearer, dummyAnswer}, nil
	case xoauth2:
		return &tokenClient{&xoauth2Client{s.User, secret}, []byte{}}, nil
	}
	return nil, fmt.Errorf("login %q is not known; it is plain, login, oauthbearer or xoauth2", s.Auth)
}

// secret returns the current password or token.
func (s Server) secret(ctx context.Context) (string, error) {
	if s.Secret == nil {
		return s.Password, nil
	}
	secret, err := s.Secret(ctx)
	if err == nil && strings.ContainsAny(secret, "\x00\x01\r\n") {
		err = errors.New("it has a control character in it")
	}
	if err != nil {
		return "", fmt.Errorf("the password for %s: %w", s.Addr, err)
	}
	return secret, nil
}

// dummyAnswer is the answer of OAUTHBEARER to an error message (RFC 7628, 3.2.3).
var dummyAnswer = []byte{1}

// A tokenClient logs in with an access token. A server that refuses the token gives the reason in a challenge, and
// fails the login only after the client has answered that (RFC 7628, 3.2.3).
type tokenClient struct {
	sasl.Client
	answer []byte
}

// Next answers a challenge, which is always an error message.
func (t *tokenClient) Next([]byte) ([]byte, error) { return t.answer, nil }

type xoauth2Client struct{ user, token string }

// Start returns the user name and the token.
func (x *xoauth2Client) Start() (mech string, first []byte, err error) {
	return xoauth2, []byte("user=" + x.user + "\x01auth=Bearer " + x.token + "\x01\x01"), nil
}

// Next is never called, because Start sends everything.
func (x *xoauth2Client) Next([]byte) ([]byte, error) { return nil, sasl.ErrUnexpectedServerChallenge }

// A loginClient implements LOGIN without an initial response, which some servers reject. It accepts any wording of
// the server's two prompts.
type loginClient struct {
	answers []string
}

var _ sasl.Client = (*loginClient)(nil)

// Start begins the exchange.
func (l *loginClient) Start() (mech string, ir []byte, err error) { return sasl.Login, nil, nil }

// Next answers a prompt: first with the user name, then with the password.
func (l *loginClient) Next([]byte) ([]byte, error) {
	if len(l.answers) == 0 {
		return nil, errors.New("server asks more than name and password")
	}
	answer := l.answers[0]
	l.answers = l.answers[1:]
	return []byte(answer), nil
}
