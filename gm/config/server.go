package config

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// A Server is a mail server. There is one password or none.
type Server struct {
	Addr, TLS, User, Password string
	PasswordFile              string   `toml:"password_file"`
	PasswordEnv               string   `toml:"password_env"`     // the name of a variable
	PasswordCommand           []string `toml:"password_command"` // a program and its arguments, that prints it
	Auth                      string   // how to log in; whatever is offered when empty
	CAFile                    string   `toml:"ca_file"` // certificates of own authorities

	Rate  int    // of SMTP: letters a minute; any number when zero
	Hello string // of SMTP: the name that we give ourselves
}

// anchor makes paths relative to a directory.
func (s *Server) anchor(dir string) {
	anchor(&s.PasswordFile, dir)
	anchor(&s.CAFile, dir)
	if len(s.PasswordCommand) > 0 && filepath.Base(s.PasswordCommand[0]) != s.PasswordCommand[0] {
		anchor(&s.PasswordCommand[0], dir) // a program without a directory is looked for in PATH
	}
}

// check looks for settings that contradict each other.
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
