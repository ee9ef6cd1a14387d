package config

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"deaddrop/mailer"
)

// commandTime limits the time of a password_command. Mail servers wait little longer for a login.
const commandTime = 30 * time.Second

// maxPassword is more than the length of any access token.
const maxPassword = 64 << 10

// ForMailer returns the settings of a mail server for the mailer; section is its section in the configuration, for
// error messages. It reads the password at once, so that mistakes are noticed early; the mailer reads it again for
// each connection.
func (s Server) ForMailer(section string) (mailer.Server, error) {
	out := mailer.Server{Addr: s.Addr, TLS: s.TLS, User: s.User, Password: s.Password, Auth: s.Auth}
	if s.Addr == "" {
		return out, fmt.Errorf("the configuration has no addr under [%s]", section)
	}
	if s.CAFile != "" {
		config, err := trusting(s.CAFile)
		if err != nil {
			return out, fmt.Errorf("reading ca_file for %s: %w", section, err)
		}
		out.TLSConfig = config
	}
	if s.byToken() {
		return s.withToken(out)
	}
	var err error
	switch {
	case s.wantsToken() && len(s.passwords()) == 0:
		return out, errNoTokens
	case s.PasswordFile != "", s.PasswordEnv != "":
		out.Password, err = s.secret(context.Background()) // no password_command is run here, so it does not block
	case len(s.PasswordCommand) > 0:
		_, err = exec.LookPath(s.PasswordCommand[0])
	default:
		return out, nil
	}
	if err != nil {
		return out, fmt.Errorf("reading the password for %s: %w", section, err)
	}
	out.Secret = s.secret
	return out, nil
}

// secret returns the current password or access token. Its errors contain neither the secret nor any output of the
// password command.
func (s Server) secret(ctx context.Context) (string, error) {
	var text, from string
	switch {
	case s.PasswordFile != "":
		from = "password_file " + s.PasswordFile
		raw, err := os.ReadFile(s.PasswordFile)
		if err != nil {
			return "", err
		}
		text = string(raw)
	case s.PasswordEnv != "":
		from = "password_env"
		there := false
		if text, there = os.LookupEnv(s.PasswordEnv); !there {
			return "", fmt.Errorf("the environment has no %s, which password_env names; set it where gm is started",
				s.PasswordEnv)
		}
	default:
		from = "password_command"
		out, err := printed(ctx, s.PasswordCommand)
		if err != nil {
			return "", err
		}
		text = out
	}
	text = strings.TrimRight(text, "\r\n")
	switch {
	case text == "":
		return "", fmt.Errorf("%s gives an empty password", from)
	case strings.ContainsAny(text, "\r\n"):
		return "", fmt.Errorf("%s gives several lines; it must give the password and nothing else", from)
	}
	return text, nil
}

// printed runs a program and returns its standard output. It discards standard error, which might contain the secret.
func printed(ctx context.Context, words []string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, commandTime)
	defer cancel()
	var out scrap
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Stdout = &out
	cmd.WaitDelay = time.Second // child processes may keep the output open
	err := cmd.Run()
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return "", fmt.Errorf("password_command %s took longer than %v; it must not wait for anybody's "+
			"input", words[0], commandTime)
	case out.full:
		return "", fmt.Errorf("password_command %s prints too much; it must print the password and nothing "+
			"else", words[0])
	case err != nil:
		return "", fmt.Errorf("password_command %s: %w; run it by hand to see why", words[0], err)
	}
	return out.String(), nil
}

// A scrap is a buffer whose capacity is limited to the length of a password.
type scrap struct {
	strings.Builder
	full bool
}

// Write appends p, or returns an error if the limit would be exceeded.
func (s *scrap) Write(p []byte) (int, error) {
	if s.full = s.full || s.Len()+len(p) > maxPassword; s.full {
		return 0, io.ErrShortWrite
	}
	return s.Builder.Write(p)
}

// trusting returns a configuration that trusts the certificate authorities in a file in addition to the system's.
func trusting(path string) (*tls.Config, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool()
	}
	if !pool.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("%s contains no certificate; it would begin with -----BEGIN CERTIFICATE-----", path)
	}
	return &tls.Config{RootCAs: pool}, nil
}
