package mailer

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
)

// A Server is a mail server and how to reach it.
type Server struct {
	Addr string // host:port
	// TLS is "tls" for a connection that is encrypted from the start (also when
	// it is empty), "starttls" for one that becomes so before anything is said,
	// or "none", which is refused unless the server is this very machine.
	TLS string
	// User and Password are for logging in. An SMTP server without a User is
	// used without that; IMAP needs one.
	User, Password string
	// Secret, if set, is asked at each connection for the password, or for an
	// access token, in place of Password. What it returns is not kept. It must
	// not wait for long. Its errors are logged, so they must not tell the secret.
	Secret func(context.Context) (string, error)
	// Auth is how to log in: "plain", "login", "oauthbearer" (RFC 7628) or
	// "xoauth2". When empty it is what the server offers, passwords first, so
	// that a token needs to be named as one if the server takes both.
	Auth string
	// TLSConfig is optional, for own certificate authorities.
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

// dial connects, and encrypts where TLS comes first. Closing raw always ends
// what is going on, which closing a TLS connection does not.
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
