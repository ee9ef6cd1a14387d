package config

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
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

	Rate  int    // for SMTP: largest number of letters per minute; 0 for unlimited
	Hello string // for SMTP: our name in EHLO
}

// anchor makes paths relative to a directory.
func (s *Server) anchor(dir string) {
	anchor(&s.PasswordFile, dir)
	anchor(&s.CAFile, dir)
	if len(s.PasswordCommand) > 0 && filepath.Base(s.PasswordCommand[0]) != s.PasswordCommand[0] {
		anchor(&s.PasswordCommand[0], dir) // a program without a slash is searched in PATH
	}
}

// check returns an error for contradictory settings.
func (s Server) check() error {
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
	if len(passwords) > 1 {
		return fmt.Errorf("there is %s; keep one of them", strings.Join(passwords, " and "))
	}
	if ways := []string{"", "plain", "login", "oauthbearer", "xoauth2"}; !slices.Contains(ways, s.Auth) {
		return fmt.Errorf("auth is plain, login, oauthbearer or xoauth2, or left out, but not %q", s.Auth)
	}
	return nil
}
