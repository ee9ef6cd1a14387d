package config

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"deaddrop/mailer/oauth"
	"deaddrop/mailer/provider"
)

// A Server is a mail server. At most one of the password settings may be used.
type Server struct {
	Addr, TLS, User, Password string
	PasswordFile              string `toml:"password_file"`
	PasswordEnv               string `toml:"password_env"` // name of an environment variable
	// a program that prints the password, with its arguments
	PasswordCommand []string `toml:"password_command"`
	Auth            string   // login mechanism; if empty, any that the server offers
	CAFile          string   `toml:"ca_file"` // file with additional certificate authorities

	// For SMTP:
	Rate          int    // letters a minute; 0: the provider's limit
	PerDay        int    `toml:"per_day"`        // letters in 24 hours; 0: the provider's limit
	PerConnection int    `toml:"per_connection"` // letters over one connection; 0: ten
	Connections   int    // at once; 0: the provider's limit
	Hello         string // our name in EHLO

	tokens *oauth.Client // token client for the section [oauth]; nil: there is none
}

// A Limits is how much is sent at most; 0: as much as there is.
type Limits struct {
	PerMinute, PerDay, Connections int
}

// Limits returns the limits for outgoing letters: those of the settings, or else those of the provider.
func (s Server) Limits() Limits {
	l := Limits{s.Rate, s.PerDay, s.Connections}
	p := provider.ByServer(s.Addr)
	if p == nil {
		return l
	}
	return Limits{cmp.Or(l.PerMinute, p.PerMinute), cmp.Or(l.PerDay, p.PerDay), cmp.Or(l.Connections, p.Connections)}
}

// anchor makes paths relative to a directory.
func (s *Server) anchor(dir string) {
	anchor(&s.PasswordFile, dir)
	anchor(&s.CAFile, dir)
	if len(s.PasswordCommand) > 0 && filepath.Base(s.PasswordCommand[0]) != s.PasswordCommand[0] {
		anchor(&s.PasswordCommand[0], dir) // a program without a slash is searched in PATH
	}
}

// passwords returns the names of the settings that give a password or a token.
func (s Server) passwords() []string {
	var passwords []string
	for _, p := range []struct {
		name  string
		given bool
	}{
		{"password", s.Password != ""}, {"password_file", s.PasswordFile != ""},
		{"password_env", s.PasswordEnv != ""}, {"password_command", len(s.PasswordCommand) > 0},
	} {
		if p.given {
			passwords = append(passwords, p.name)
		}
	}
	return passwords
}

// check returns an error for contradictory settings.
func (s Server) check() error {
	if passwords := s.passwords(); len(passwords) > 1 {
		return fmt.Errorf("there is %s; keep only one of them", strings.Join(passwords, " and "))
	}
	if ways := []string{"", "plain", "login", "oauthbearer", "xoauth2"}; !slices.Contains(ways, s.Auth) {
		return fmt.Errorf("auth is plain, login, oauthbearer or xoauth2, or left out, but not %q", s.Auth)
	}
	return nil
}

// ofSMTP reports whether there are settings that only an SMTP server has.
func (s Server) ofSMTP() bool {
	return s.Hello != "" || [...]int{s.Rate, s.PerDay, s.PerConnection, s.Connections} != [4]int{}
}
