package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/mail"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
)

// Read reads a configuration. Paths in it are relative to its directory.
func Read(path string) (Config, error) {
	c := Config{Name: "Deaddrop", Data: "deaddrop.db", Poll: Duration{time.Minute}, Plus: true, Trust: Trust{DNS: true}}
	meta, err := toml.DecodeFile(path, &c)
	if err != nil {
		return c, unread(path, err)
	}
	unknown := slices.DeleteFunc(meta.Undecoded(), func(k toml.Key) bool { return k[0] == "defaults" }) // checked later
	if len(unknown) > 0 {
		return c, fmt.Errorf("%s: %w", path, &UnknownSetting{unknown[0].String()})
	}
	for _, a := range []struct{ setting, address string }{{"address", c.Address}, {"gm", c.GM}} {
		if parsed, err := mail.ParseAddress(a.address); a.address != "" && (err != nil || parsed.Address != a.address) {
			return c, fmt.Errorf("%s: %s = %q is not a mail address, such as "+
				"%s@example.org", path, a.setting, a.address,
				map[string]string{"address": "gm", "gm": "you"}[a.setting])
		}
	}
	if c.Address == "" {
		return c, fmt.Errorf("%s: address is missing; it is the address to which players write", path)
	}
	switch { // for example a template variable that was not filled in
	case c.Data == "":
		return c, fmt.Errorf("%s: data is empty; it names the file with all games, such as \"deaddrop.db\"", path)
	case c.Store == "" && meta.IsDefined("store"):
		return c, fmt.Errorf("%s: store is empty; set it to the database with the games, postgres://..., or leave "+
			"it out if they are in the file that data names", path)
	case LikeDatabase(c.Data): // it may be a DSN with a password, so it is not shown
		return c, fmt.Errorf("%s: data names a file; name a database with store, as in store = "+
			"\"postgres://gm@db.example.org/games\"", path)
	}
	c.Processed, c.Failed = cmp.Or(c.Processed, "Processed"), cmp.Or(c.Failed, "Failed")
	c.anchor(filepath.Dir(path))
	if meta.IsDefined("metrics") && c.Metrics.Listen == "" {
		return c, fmt.Errorf("%s: [metrics] does not say where to publish the metrics; write listen = "+
			"\"127.0.0.1:9180\" there, or remove [metrics] to publish none", path)
	}
	if err := c.OAuth.fill(); err != nil {
		return c, fmt.Errorf("%s: [oauth]: %w", path, err)
	}
	anchor(&c.OAuth.TokenFile, filepath.Dir(path))
	c.IMAP.tokens = c.OAuth.tokens()
	c.SMTP.tokens = c.IMAP.tokens
	if err := c.check(); err != nil {
		return c, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}

// unread returns the error for a configuration that can't be decoded. A line that may have a password in it is not shown,
// since errors get into logs.
func unread(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no configuration %s; copy examples/deaddrop.toml and fill it in, or name "+
			"another with -c", path)
	}
	wrong := (toml.ParseError{})
	if !errors.As(err, &wrong) || strings.HasSuffix(wrong.Message, "has already been defined.") {
		return fmt.Errorf("reading %s: %w", path, err)
	}
	switch line := wrong.Position.Line; {
	case strings.HasSuffix(wrong.LastKey, "password"):
		return fmt.Errorf("reading %s: line %d is wrong; a password goes between quotation marks", path, line)
	case wrong.LastKey == "poll":
		return fmt.Errorf("%s: line %d: poll is how often to look for mail, as a number with its unit in "+
			"quotation marks; write \"5s\" or \"1m\"", path, line)
	}
	return fmt.Errorf("reading %s: %w", path, err)
}

// anchor makes relative paths relative to a directory.
func (c *Config) anchor(dir string) {
	for _, path := range []*string{&c.Data, &c.Archive, &c.HouseRulesFile, &c.Calendar, &c.Site.Dir, &c.Site.Theme, &c.Templates,
		&c.DKIM.KeyFile} {
		anchor(path, dir)
	}
	c.IMAP.anchor(dir)
	c.SMTP.anchor(dir)
	anchorSocket(&c.LMTP.Listen, dir)
	anchorSocket(&c.Metrics.Listen, dir)
}

// leastLargest is the smallest limit for a letter with a film, in kilobytes. A smaller limit would leave no space for
// a map.
const leastLargest = 300

// check returns an error for implausible settings.
func (c Config) check() error {
	if err := CheckStore(c.Store); err != nil {
		return err
	}
	if err := checkFile(c.Data); err != nil && !c.Shared() {
		return fmt.Errorf("data: %w", err)
	}
	for _, section := range []struct {
		name  string
		check func() error
	}{
		{"[imap]", c.IMAP.check},
		{"[smtp]", c.SMTP.check},
		{"[oauth]", c.OAuth.check},
		{"[metrics]", c.Metrics.check},
		{"[join]", c.Join.check},
		{"[notices]", c.Notices.check},
		{"[site]", c.Site.check},
		{"[log]", c.Log.check},
	} {
		if err := section.check(); err != nil {
			return fmt.Errorf("%s: %w", section.name, err)
		}
	}
	if err := c.checkGames(); err != nil {
		return err
	}
	if err := c.checkMasters(); err != nil {
		return err
	}
	switch {
	case c.Poll.Duration < time.Second:
		return fmt.Errorf("poll = \"%v\": that is too often to look for mail; write \"5s\" or \"1m\"", c.Poll)
	case c.Answers < 0:
		return fmt.Errorf("answers_per_day = %d: it is how many of a player's letters get an answer of their own "+
			"in a day, such as 200", c.Answers)
	case !slices.Contains([]string{"", "now", "daily", "urgent"}, c.Notify):
		return fmt.Errorf("notify = %q: letters about what waits for a game master come \"now\", \"daily\" or, if "+
			"only what can't wait is to be told, \"urgent\"", c.Notify)
	case c.Largest != 0 && c.Largest < leastLargest:
		return fmt.Errorf("largest_letter = %d: it is the maximum size of a letter in kilobytes, such as "+
			"4000", c.Largest)
	case c.IMAP.ofSMTP():
		return errors.New("rate, per_day, per_connection, connections and hello are settings of [smtp], not of [imap]")
	case c.SMTP.Rate < 0:
		return errors.New("[smtp]: rate is how many letters may be sent in a minute; leave it out for no limit")
	case min(c.SMTP.PerDay, c.SMTP.PerConnection, c.SMTP.Connections) < 0:
		return errors.New("[smtp]: per_day, per_connection and connections must be 1 or more; leave them out for " +
			"the defaults")
	case c.DKIM != DKIM{} && !c.DKIM.whole():
		return errors.New("[dkim] needs domain, selector and key_file, all three")
	}
	return nil
}

// An UnknownSetting is the error for a setting that does not exist, or not in that section.
type UnknownSetting struct{ name string }

func (u *UnknownSetting) Error() string { return fmt.Sprintf("there is no setting %q", u.name) }

// TopSettings returns the names of the settings before the first section.
func TopSettings() []string {
	var names []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Config]()) {
		isSection := f.Type.Kind() == reflect.Struct || f.Type.Kind() == reflect.Map
		if !isSection || f.Type == reflect.TypeFor[Duration]() {
			names = append(names, cmp.Or(f.Tag.Get("toml"), strings.ToLower(f.Name)))
		}
	}
	return names
}
