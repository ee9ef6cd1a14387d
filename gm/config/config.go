// Package config reads what an operator has written down about a site: its addresses, where the games are kept, its mail
// servers and what is to be believed of mail. It refuses what can't be meant, in sentences for whoever wrote it, and makes of
// its sections what the mailer, the templates and the log take.
//
// It opens no games and connects to nothing; package setup opens the games, and package serve the mailbox.
package config

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"net/mail"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/BurntSushi/toml"

	"deaddrop/mailer/identity"
	"deaddrop/templates"
)

// A Config is what a service is told, in TOML; examples/deaddrop.toml explains it.
type Config struct {
	Address string // players write here
	Name    string // that players see beside it
	GM      string // address of the human game master
	Data    string // the file with all games
	Store   string // of a site with several machines: the database with all games, postgres://…, in place of the file
	Archive string // a directory for games that were put away; "": they are put into the store itself
	Poll    Duration
	Plus    bool // mail to name+anything@domain comes to Address, name@domain
	Answers int  `toml:"answers_per_day"`
	Largest int  `toml:"largest_letter"` // kilobytes of a letter with a film
	// A directory with wording of one's own.
	Templates string
	// The mailbox's folders for letters that were handled, and that can't be.
	Processed, Failed string
	Trust             Trust
	IMAP              Server
	LMTP              LMTP
	SMTP              Server
	DKIM              DKIM
	Metrics           Metrics
	Log               Log
}

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

// A DKIM is the key with which letters are signed, where the SMTP server doesn't sign them.
type DKIM struct {
	Domain, Selector string
	KeyFile          string `toml:"key_file"`
}

// LMTP is where a mail server on this machine hands letters in, beside the mailbox or instead of it.
type LMTP struct {
	Listen string // "127.0.0.1:2424", or the path of a socket, with a slash in it
}

// A Trust is what to believe about who wrote a letter.
type Trust struct {
	Authserv string // the name of our mail server in Authentication-Results
	DNS      bool   // whether to ask the DNS for signatures' keys and domains' policies
}

// Wording is that of the letters: the program's own, and what the directory has in place of it.
func (c Config) Wording() (*templates.Set, error) {
	if c.Templates == "" {
		words, err := houseWording()
		if err != nil {
			return nil, err
		}
		return words.Watched(nil), nil // one of its own, which may be told of failures
	}
	if _, err := os.ReadDir(c.Templates); err != nil {
		return nil, fmt.Errorf("reading templates: %w", err)
	}
	set, err := templates.New(os.DirFS(c.Templates))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Templates, err)
	}
	return set, nil
}

func (t Trust) Checker(self string, now func() time.Time) *identity.Checker {
	c := &identity.Checker{Authserv: t.Authserv, Self: self, Now: now}
	if t.DNS {
		c.Lookup = identity.DNS
	}
	return c
}

// A Duration is written as "72h" or "90s".
type Duration struct{ time.Duration }

// UnmarshalText reads a duration.
func (d *Duration) UnmarshalText(text []byte) (err error) {
	d.Duration, err = time.ParseDuration(string(text))
	return err
}

// Read reads a configuration. Paths in it are relative to its own directory.
func Read(path string) (Config, error) {
	c := Config{Name: "Deaddrop", Data: "deaddrop.db", Poll: Duration{time.Minute}, Plus: true, Trust: Trust{DNS: true}}
	meta, err := toml.DecodeFile(path, &c)
	if errors.Is(err, fs.ErrNotExist) {
		return c, fmt.Errorf("there is no configuration %s; copy examples/deaddrop.toml and fill it in, or name another with -c", path)
	}
	if wrong := (toml.ParseError{}); errors.As(err, &wrong) && !strings.HasSuffix(wrong.Message, "has already been defined.") {
		switch line := wrong.Position.Line; {
		case strings.HasSuffix(wrong.LastKey, "password"):
			return c, fmt.Errorf("reading %s: line %d is wrong; a password stands between quotation marks", path, line) // and not in a log
		case wrong.LastKey == "poll":
			return c, fmt.Errorf("%s: line %d: poll is how often to look for mail, as a number with its unit in quotation marks; write \"5s\" or \"1m\"", path, line)
		}
	}
	if err != nil {
		return c, fmt.Errorf("reading %s: %w", path, err)
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return c, fmt.Errorf("%s: %w", path, &UnknownSetting{unknown[0].String()})
	}
	for _, a := range []struct{ setting, address string }{{"address", c.Address}, {"gm", c.GM}} {
		if parsed, err := mail.ParseAddress(a.address); a.address != "" && (err != nil || parsed.Address != a.address) {
			return c, fmt.Errorf("%s: %s = %q is no mail address, such as %s@example.org", path, a.setting, a.address, map[string]string{"address": "gm", "gm": "you"}[a.setting])
		}
	}
	if c.Address == "" {
		return c, fmt.Errorf("%s: address is missing, to which players write", path)
	}
	switch { // as where a variable was to be filled in; what stands elsewhere would be served instead, or nothing
	case c.Data == "":
		return c, fmt.Errorf("%s: data is empty; it names the file with all games, such as \"deaddrop.db\"", path)
	case c.Store == "" && meta.IsDefined("store"):
		return c, fmt.Errorf("%s: store is empty; write the database with the games there, postgres://..., or leave store out if they are in the file that data names", path)
	case LikeDatabase(c.Data): // which may have a password in it, so it is not shown
		return c, fmt.Errorf("%s: data is a file; a database with all games is named by store, as in store = \"postgres://gm@db.example.org/games\"", path)
	}
	c.Processed, c.Failed = cmp.Or(c.Processed, "Processed"), cmp.Or(c.Failed, "Failed")
	anchor(&c.Data, filepath.Dir(path))
	anchor(&c.Archive, filepath.Dir(path))
	anchor(&c.Templates, filepath.Dir(path))
	c.IMAP.anchor(filepath.Dir(path))
	c.SMTP.anchor(filepath.Dir(path))
	anchorSocket(&c.LMTP.Listen, filepath.Dir(path))
	anchorSocket(&c.Metrics.Listen, filepath.Dir(path))
	if meta.IsDefined("metrics") && c.Metrics.Listen == "" {
		return c, fmt.Errorf("%s: [metrics] does not say where the figures are told; write listen = \"127.0.0.1:9180\" there, or leave [metrics] out, and nobody is told any", path)
	}
	anchor(&c.DKIM.KeyFile, filepath.Dir(path))
	if err := c.check(); err != nil {
		return c, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}

// leastLargest leaves room for a map, without which no film goes.
const leastLargest = 300

// check looks for settings that can't be meant so.
func (c Config) check() error {
	if err := CheckStore(c.Store); err != nil {
		return err
	}
	if err := checkFile(c.Data); err != nil && !c.Shared() {
		return fmt.Errorf("data: %w", err)
	}
	if err := c.IMAP.check(); err != nil {
		return fmt.Errorf("[imap]: %w", err)
	}
	if err := c.SMTP.check(); err != nil {
		return fmt.Errorf("[smtp]: %w", err)
	}
	if err := c.Metrics.check(); err != nil {
		return fmt.Errorf("[metrics]: %w", err)
	}
	if err := c.Log.check(); err != nil {
		return fmt.Errorf("[log]: %w", err)
	}
	switch {
	case c.Poll.Duration < time.Second:
		return fmt.Errorf("poll = \"%v\": mail can't be looked for so often; write \"5s\" or \"1m\"", c.Poll)
	case c.Answers < 0:
		return fmt.Errorf("answers_per_day = %d: it is how many letters of a player are answered one by one in a day, such as 200", c.Answers)
	case c.Largest != 0 && c.Largest < leastLargest:
		return fmt.Errorf("largest_letter = %d: it is how many kilobytes a letter may have, such as 4000", c.Largest)
	case c.IMAP.Rate != 0 || c.IMAP.Hello != "":
		return errors.New("rate and hello are settings of [smtp], not of [imap]")
	case c.SMTP.Rate < 0:
		return errors.New("[smtp]: rate is how many letters are sent in a minute; leave it out for any number")
	case c.DKIM != DKIM{} && (c.DKIM.Domain == "" || c.DKIM.Selector == "" || c.DKIM.KeyFile == ""):
		return errors.New("[dkim] takes domain, selector and key_file, all three")
	}
	return nil
}

// An UnknownSetting is one that gm does not have, or not there.
type UnknownSetting struct{ name string }

func (u *UnknownSetting) Error() string { return fmt.Sprintf("there is no setting %q", u.name) }

// TopSettings are the names of the settings that stand above the first section.
func TopSettings() []string {
	var names []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Config]()) {
		if f.Type.Kind() != reflect.Struct || f.Type == reflect.TypeFor[Duration]() {
			names = append(names, cmp.Or(f.Tag.Get("toml"), strings.ToLower(f.Name)))
		}
	}
	return names
}

// anchor makes a path relative to a directory, unless it is empty or absolute.
func anchor(path *string, dir string) {
	if *path != "" && !filepath.IsAbs(*path) {
		*path = filepath.Join(dir, *path)
	}
}

// anchorSocket makes the path of a socket, which has a slash in it, relative to a directory. It has one afterwards, too.
func anchorSocket(listen *string, dir string) {
	if !IsSocket(*listen) {
		return
	}
	if anchor(listen, dir); !IsSocket(*listen) {
		*listen = "./" + *listen
	}
}

// Socket is where a running service listens for commands. Its directory is its user's only. It hangs on the store, so that no
// command is carried out on other games than those of its own configuration.
func (c Config) Socket() string {
	games := c.Data
	if c.Shared() {
		games = filepath.Join(filepath.Dir(c.Data), fmt.Sprintf("site-%.4x", sha256.Sum256([]byte(Hidden(c.Store)))))
	}
	return filepath.Join(games+".run", "gm.sock")
}

// houseWording parses the wording that comes with the program, once in a process.
var houseWording = sync.OnceValues(func() (*templates.Set, error) { return templates.New() })
