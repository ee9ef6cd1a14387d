// Package config reads the configuration of a site: its addresses, the store of its games, its mail servers and which
// proofs of mail to trust. It refuses implausible settings with sentences for the person who wrote them, and turns
// the sections into what the mailer, the templates and the log need.
//
// It opens no games and connects to nothing; package setup opens the games, and package serve connects to the
// mailbox.
package config

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// A Config is the configuration of a service, in TOML; examples/deaddrop.toml explains it.
type Config struct {
	Address string // the address that players write to
	Name    string // display name for Address
	GM      string // address of the human game master
	Data    string // path of the file with all games
	Store   string // replaces Data if several machines are used: the DSN of the database with all games, postgres://…
	Archive string // directory for archived games; "": the store itself
	Poll    Duration
	Plus    bool // mail to name+anything@domain is delivered to Address, name@domain
	Answers int  `toml:"answers_per_day"`
	Largest int  `toml:"largest_letter"` // limit for a letter with a film, in kilobytes
	// Templates is a directory with the site's own templates.
	Templates string
	// Processed and Failed are the mailbox's folders for letters that were handled, and for those that can't be.
	Processed, Failed string
	// Notify is when game masters are told about items in their inbox: now, daily or urgent; "" means daily.
	Notify   string
	Calendar string // path of a calendar file with all deadlines, which is kept up to date; "" for none
	Trust    Trust
	IMAP     Server
	LMTP     LMTP
	SMTP     Server
	OAuth    OAuth
	DKIM     DKIM
	Metrics  Metrics
	Notices  Notices
	Site     Site
	Join     Join
	// The club's house rules, which first letters have, or a file with them.
	HouseRules     string `toml:"house_rules"`
	HouseRulesFile string `toml:"house_rules_file"`
	// What gm new takes where its flags say nothing: by flag and, in a table of its own for each title, for that title.
	Defaults map[string]any
	// Game masters beside GM, by address.
	Masters map[string]GameMaster
	Log     Log
}

// LMTP is the address at which a mail server on this machine can deliver letters, in addition to the mailbox or
// instead of it.
type LMTP struct {
	Listen string // "127.0.0.1:2424", or the path of a Unix socket, with a slash in it
}

// A Duration is a duration that is written as "72h" or "90s" in the configuration.
type Duration struct{ time.Duration }

// UnmarshalText parses a duration.
func (d *Duration) UnmarshalText(text []byte) (err error) {
	d.Duration, err = time.ParseDuration(string(text))
	return err
}

// Socket returns the path of the socket on which a running service accepts commands. Its directory is accessible only
// to its user. The path depends on the store, so that commands reach only a service for the same games.
func (c Config) Socket() string {
	games := c.Data
	if c.Shared() {
		games = filepath.Join(filepath.Dir(c.Data), fmt.Sprintf("site-%.4x", sha256.Sum256([]byte(Hidden(c.Store)))))
	}
	return filepath.Join(games+".run", "gm.sock")
}

// Begun reports whether the configured store exists. For a database it returns true, as that is checked when it is
// opened.
func (c Config) Begun() bool {
	if c.Shared() {
		return true
	}
	info, err := os.Stat(c.Data)
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist)
	}
	return info.Size() > 0
}

// Shared reports whether the store can be used by several machines.
func (c Config) Shared() bool { return c.Store != "" }

// Games returns the location of the games, without a password.
func (c Config) Games() string {
	if c.Shared() {
		return Hidden(c.Store)
	}
	return c.Data
}
