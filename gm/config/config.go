// Package config reads what an operator has written down about a site: its addresses, where the games are kept, its
// mail servers and what is to be believed of mail. It refuses what can't be meant, in sentences for whoever wrote it,
// and makes of its sections what the mailer, the templates and the log take.
//
// It opens no games and connects to nothing; package setup opens the games, and package serve the mailbox.
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
	// When game masters hear of what waits for them: now, daily or urgent; "": daily.
	Notify  string
	Trust   Trust
	IMAP    Server
	LMTP    LMTP
	SMTP    Server
	DKIM    DKIM
	Metrics Metrics
	Notices Notices
	Log     Log
}

// LMTP is where a mail server on this machine hands letters in, beside the mailbox or instead of it.
type LMTP struct {
	Listen string // "127.0.0.1:2424", or the path of a socket, with a slash in it
}

// A Duration is written as "72h" or "90s".
type Duration struct{ time.Duration }

// UnmarshalText reads a duration.
func (d *Duration) UnmarshalText(text []byte) (err error) {
	d.Duration, err = time.ParseDuration(string(text))
	return err
}

// Socket is where a running service listens for commands. Its directory is its user's only. It depends on the store, so
// that no command is carried out on other games than those of its own configuration.
func (c Config) Socket() string {
	games := c.Data
	if c.Shared() {
		games = filepath.Join(filepath.Dir(c.Data), fmt.Sprintf("site-%.4x", sha256.Sum256([]byte(Hidden(c.Store)))))
	}
	return filepath.Join(games+".run", "gm.sock")
}

// Begun reports whether there is a store of games where the configuration has it: of a database that is found when it
// is opened.
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

// Shared reports whether the games are kept where other machines may serve them, too.
func (c Config) Shared() bool { return c.Store != "" }

// Games says where the games are kept, without a password.
func (c Config) Games() string {
	if c.Shared() {
		return Hidden(c.Store)
	}
	return c.Data
}
