package config

import (
	"errors"
	"fmt"
	"net/url"
	"slices"

	"deaddrop/mailer"
	"deaddrop/mailer/oauth"
	"deaddrop/mailer/provider"
)

// OAuth is the settings for getting access tokens, for servers that accept no password.
type OAuth struct {
	Provider     string   // name of a known provider, whose settings are the defaults for all others
	ClientID     string   `toml:"client_id"` // ID of the program, as registered with the provider
	ClientSecret string   `toml:"client_secret"`
	DeviceURL    string   `toml:"device_url"`
	TokenURL     string   `toml:"token_url"`
	Scopes       []string // what the token is for
	TokenFile    string   `toml:"token_file"`
}

// used reports whether there is a section [oauth].
func (o OAuth) used() bool { return o.Provider != "" || o.ClientID != "" || o.TokenURL != "" }

// fill fills in omitted settings from the provider.
func (o *OAuth) fill() error {
	if !o.used() {
		return nil
	}
	if o.TokenFile == "" {
		o.TokenFile = "token"
	}
	if o.Provider == "" {
		return nil
	}
	p := provider.ByID(o.Provider)
	if p == nil || p.OAuth.TokenURL == "" {
		var known []string
		for _, p := range provider.All() {
			if p.OAuth.TokenURL != "" {
				known = append(known, p.ID)
			}
		}
		return fmt.Errorf("gm knows no provider %q with access tokens, only %q; leave provider out, and give "+
			"device_url, token_url and scopes", o.Provider, known)
	}
	if o.DeviceURL == "" {
		o.DeviceURL = p.OAuth.DeviceURL
	}
	if o.TokenURL == "" {
		o.TokenURL = p.OAuth.TokenURL
	}
	if len(o.Scopes) == 0 {
		o.Scopes = slices.Clone(p.OAuth.Scopes)
	}
	return nil
}

// check returns an error for addresses to which the connection could be intercepted.
func (o OAuth) check() error {
	for _, a := range []struct{ setting, address string }{{"device_url", o.DeviceURL}, {"token_url", o.TokenURL}} {
		if a.address == "" {
			continue
		}
		u, err := url.Parse(a.address)
		if err != nil || u.Host == "" {
			return fmt.Errorf("%s is not an address such as \"https://login.example.org/token\"", a.setting)
		}
		if u.Scheme != "https" && (u.Scheme != "http" || !IsHere(u.Hostname())) {
			return fmt.Errorf("%s begins with %s://; write https://", a.setting, u.Scheme)
		}
	}
	return nil
}

// Tokens returns a client that gets access tokens, or nil if no server is logged in to with them. All calls on a
// Config return the same client.
func (c Config) Tokens() *oauth.Client {
	if c.IMAP.byToken() {
		return c.IMAP.tokens
	}
	if c.SMTP.byToken() {
		return c.SMTP.tokens
	}
	return nil
}

// tokens returns a new client that gets access tokens.
func (o OAuth) tokens() *oauth.Client {
	if !o.used() {
		return nil
	}
	return &oauth.Client{ID: o.ClientID, Secret: o.ClientSecret, DeviceURL: o.DeviceURL, TokenURL: o.TokenURL,
		Scopes: o.Scopes, File: o.TokenFile}
}

// byToken reports whether a server is logged in to with a token of [oauth].
func (s Server) byToken() bool {
	return s.wantsToken() && s.tokens != nil && len(s.passwords()) == 0
}

// wantsToken reports whether the login is by an access token.
func (s Server) wantsToken() bool { return s.Auth == "oauthbearer" || s.Auth == "xoauth2" }

// withToken gives a server for the mailer the tokens of [oauth].
func (s Server) withToken(out mailer.Server) (mailer.Server, error) {
	if err := s.tokens.Check(); err != nil {
		return out, fmt.Errorf("%w: %w", ErrOAuth, err)
	}
	out.Secret, out.Renew = s.tokens.Token, s.tokens.Expired
	return out, nil
}

// ErrOAuth is wrapped by the errors for an incomplete section [oauth].
var ErrOAuth = errors.New("[oauth]")

// errNoTokens is the error for a server that wants a token if the configuration does not say where to get one.
var errNoTokens = errors.New("auth needs an access token: write a section [oauth], or password_command with a " +
	"program that prints one")
