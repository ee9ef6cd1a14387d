package config

import (
	"cmp"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
)

// Log configures the service's log.
type Log struct {
	Format string // "text" (also if empty) or "json"
	Level  string // "debug", "info" (also if empty), "warn" or "error"
}

func (l Log) check() error {
	if l.Format != "" && l.Format != "text" && l.Format != "json" {
		return fmt.Errorf("format = %q: write \"text\" or \"json\"", l.Format)
	}
	_, err := l.level()
	return err
}

func (l Log) level() (slog.Level, error) {
	level, ok := map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn,
		"error": slog.LevelError}[cmp.Or(l.Level, "info")]
	if !ok {
		return level, fmt.Errorf("level = %q: write \"debug\", \"info\", \"warn\" or \"error\"", l.Level)
	}
	return level, nil
}

// A discretion removes from log entries what readers of a log should not see in the errors of mail servers and
// databases: addresses, except for their domain, access tokens, and passwords in URLs and connection settings. It also shortens our
// own Message-IDs, which can prove that a letter is an answer.
type discretion struct {
	own                            string // the domain of the games' address, with @
	address, login, setting, token *regexp.Regexp
}

func newDiscretion(own string) *discretion {
	_, domain, _ := strings.Cut(own, "@")
	return &discretion{
		own:     "@" + domain,
		address: regexp.MustCompile(`[^\s<>()\[\]"',;:=]+@([A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+)`),
		login:   regexp.MustCompile(`(://[^\s:/@]*):[^\s/]*@`),
		setting: regexp.MustCompile(`(?i)(password\s*=\s*)('[^']*'|\S+)`),
		token:   regexp.MustCompile(`(?i)(\bbearer\s+|(?:access|refresh)_token"?\s*[=:]\s*"?)[^\s"'&,;]+`),
	}
}

// attr returns a ReplaceAttr for slog.HandlerOptions. Foreign Message-IDs look like addresses but are kept, as is the
// games' own address.
func (d *discretion) attr(_ []string, a slog.Attr) slog.Attr {
	switch a.Key {
	case "id":
		if id := a.Value.String(); strings.HasSuffix(id, d.own) { // it may serve as a proof, so it is shortened
			id = strings.TrimSuffix(id, d.own)
			a.Value = slog.StringValue(id[:min(len(id), 11)] + "***" + d.own)
		}
		return a
	case "address":
		return a
	case "games": // the DSN of a database looks like an address, too
		a.Value = slog.StringValue(Hidden(a.Value.String()))
		return a
	}
	switch v := a.Value.Any().(type) {
	case string:
		a.Value = slog.StringValue(d.text(v))
	case error:
		a.Value = slog.StringValue(d.text(v.Error()))
	}
	return a
}

func (d *discretion) text(s string) string {
	s = d.login.ReplaceAllString(s, "$1:***@")
	s = d.setting.ReplaceAllString(s, "$1***")
	s = d.token.ReplaceAllString(s, "$1***")
	return d.address.ReplaceAllString(s, "***@$1")
}
