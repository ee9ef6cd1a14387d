package mailer

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
)

// A Server says how to reach a mail server.
type Server struct {
	Addr string // host:port
	// TLS is "tls", or empty, for a connection that is encrypted from the start, "starttls" for one that is upgraded
	// before anything else is sent, or "none", which is accepted only for a server on this machine.
	TLS string
	// User and Password are the credentials. An SMTP server without a User is used without a login; IMAP needs one.
	User, Password string
	// Secret, if set, is called for each connection and returns the password, or an access token, instead of
	// Password. The result is not stored. It must not block for long. Its errors are logged, so they must not contain
	// the secret.
	Secret func(context.Context) (string, error)
	// Renew, if set, is called with the secret when the server refuses it, and reports whether Secret gives another
	// one with which the login is worth another attempt, as with access tokens.
	Renew func(secret string) bool
	// Auth is the login mechanism: "plain", "login", "oauthbearer" (RFC 7628) or "xoauth2". When it is empty, the
	// server's offer decides, passwords before tokens. So a token needs Auth if the server accepts both.
	Auth string
	// TLSConfig is optional, for private certificate authorities.
	TLSConfig *tls.Config
}

func (s Server) check() error {
	host, _, err := net.SplitHostPort(s.Addr)
	if err != nil {
		return fmt.Errorf("server address: %w", err)
	}
	if !visibleBytes.holds(s.Auth) {
		return fmt.Errorf("server %s: login %q is not known", s.Addr, s.Auth)
	}
	switch s.TLS {
	case "", "tls", "starttls":
		return nil
	case "none":
		if ip := net.ParseIP(host); host == "localhost" || ip != nil && ip.IsLoopback() {
			return nil
		}
		return fmt.Errorf("server %s: without TLS only on this machine", s.Addr)
	}
	return fmt.Errorf("server %s: TLS is tls, starttls or none, not %q", s.Addr, s.TLS)
}

// dial connects, and performs the TLS handshake if TLS comes first. Closing raw always interrupts pending operations,
// which closing a TLS connection does not.
func (s Server) dial(ctx context.Context) (conn, raw net.Conn, err error) {
	var d net.Dialer
	raw, err = d.DialContext(ctx, "tcp", s.Addr)
	if err != nil {
		return nil, nil, fmt.Errorf("connecting: %w", err)
	}
	if s.TLS == "starttls" {
		return raw, raw, nil
	}
	if s.TLS == "none" {
		if a, ok := raw.RemoteAddr().(*net.TCPAddr); !ok || !a.IP.IsLoopback() {
			_ = raw.Close()
			return nil, nil, fmt.Errorf("connecting: %s is not this machine, and there is no TLS", raw.RemoteAddr())
		}
		return raw, raw, nil
	}
	secure := tls.Client(raw, s.tlsConfig())
	if err := secure.HandshakeContext(ctx); err != nil {
		_ = raw.Close()
		return nil, nil, fmt.Errorf("connecting: %w", err)
	}
	return secure, raw, nil
}

func (s Server) tlsConfig() *tls.Config {
	config := &tls.Config{}
	if s.TLSConfig != nil {
		config = s.TLSConfig.Clone()
	}
	if config.ServerName == "" {
		config.ServerName, _, _ = net.SplitHostPort(s.Addr)
	}
	return config
}

// A loginRefused is the error of a login that the server refused for good.
type loginRefused struct{ err error }

func (l *loginRefused) Error() string { return l.err.Error() }

// Unwrap returns the cause.
func (l *loginRefused) Unwrap() error { return l.err }

// renewing calls connect, which connects and logs in, and calls it once more if the secret was refused and could be
// renewed.
func renewing[T any](s Server, connect func(Server) (T, error)) (T, error) {
	if s.Secret == nil || s.Renew == nil {
		return connect(s)
	}
	used, once := "", s
	once.Secret = func(ctx context.Context) (string, error) {
		secret, err := s.Secret(ctx)
		used = secret
		return secret, err
	}
	conn, err := connect(once)
	if errors.As(err, new(*loginRefused)) && s.Renew(used) {
		return connect(s)
	}
	return conn, err
}
