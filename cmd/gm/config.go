package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net/mail"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"deaddrop/mailer"
)

// A config is what a service is told, in TOML; examples/deaddrop.toml explains it.
type config struct {
	Address string // players write here
	Name    string
	GM      string // address of the human game master
	Data    string // the file with all games
	Poll    duration
	IMAP    serverConfig
	SMTP    serverConfig
}

type serverConfig struct {
	Addr, TLS, User, Password string
	PasswordFile              string `toml:"password_file"`
}

// A duration is written as "72h" or "90s".
type duration struct{ time.Duration }

// UnmarshalText reads a duration.
func (d *duration) UnmarshalText(text []byte) (err error) {
	d.Duration, err = time.ParseDuration(string(text))
	return err
}

// readConfig reads a configuration. Paths in it are relative to its own directory.
func readConfig(path string) (config, error) {
	c := config{Name: "Deaddrop", Data: "deaddrop.db", Poll: duration{time.Minute}}
	meta, err := toml.DecodeFile(path, &c)
	if errors.Is(err, fs.ErrNotExist) {
		return c, fmt.Errorf("there is no configuration %s; copy examples/deaddrop.toml and fill it in, or name another with -c", path)
	}
	if err != nil {
		return c, fmt.Errorf("reading %s: %w", path, err)
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return c, fmt.Errorf("%s: there is no setting %q", path, unknown[0].String())
	}
	for _, a := range []string{c.Address, c.GM} {
		if parsed, err := mail.ParseAddress(a); a != "" && (err != nil || parsed.Address != a) {
			return c, fmt.Errorf("%s: %q is no mail address", path, a)
		}
	}
	if c.Address == "" {
		return c, fmt.Errorf("%s: address is missing, to which players write", path)
	}
	if !filepath.IsAbs(c.Data) {
		c.Data = filepath.Join(filepath.Dir(path), c.Data)
	}
	for _, s := range []*serverConfig{&c.IMAP, &c.SMTP} {
		if s.PasswordFile != "" && !filepath.IsAbs(s.PasswordFile) {
			s.PasswordFile = filepath.Join(filepath.Dir(path), s.PasswordFile)
		}
	}
	return c, nil
}

// server is a mail server as the mailer wants it. Passwords are read only here, by who needs them.
func (s serverConfig) server(what string) (mailer.Server, error) {
	out := mailer.Server{Addr: s.Addr, TLS: s.TLS, User: s.User, Password: s.Password}
	if s.Addr == "" {
		return out, fmt.Errorf("the configuration has no addr under [%s]", what)
	}
	if s.PasswordFile != "" {
		text, err := os.ReadFile(s.PasswordFile)
		if err != nil {
			return out, fmt.Errorf("reading the password for %s: %w", what, err)
		}
		out.Password = strings.TrimRight(string(text), "\r\n")
	}
	return out, nil
}

// socket is where a running service listens for commands. Its directory is its user's only.
func (c config) socket() string { return filepath.Join(c.Data+".run", "gm.sock") }
