package config

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"deaddrop/mailer"
	"deaddrop/templates"
)

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

// houseWording parses the wording that comes with the program, once in a process.
var houseWording = sync.OnceValues(func() (*templates.Set, error) { return templates.New() })

// Logger writes a log to w, as it is configured.
func (c Config) Logger(w io.Writer) *slog.Logger {
	level, _ := c.Log.level() // which was checked
	o := &slog.HandlerOptions{Level: level, ReplaceAttr: newDiscretion(c.Address).attr}
	if c.Log.Format == "json" {
		return slog.New(slog.NewJSONHandler(w, o))
	}
	return slog.New(slog.NewTextHandler(w, o))
}

// Sender is what sends letters, as the configuration wants it.
func (c Config) Sender(now func() time.Time, log *slog.Logger) (*mailer.Sender, error) {
	server, err := c.SMTP.ForMailer("smtp")
	if err != nil {
		return nil, err
	}
	s := &mailer.Sender{Server: server, Hello: c.SMTP.Hello, Rate: c.SMTP.Rate, Now: now, Log: log}
	if c.Shared() {
		s.Timeout = sendTime
	}
	if c.DKIM == (DKIM{}) {
		return s, nil
	}
	signer, err := c.DKIM.signer()
	if err != nil {
		return nil, fmt.Errorf("[dkim]: %w", err)
	}
	s.Sign = signer.Sign
	return s, nil
}

// sendTime is how long sending one letter may take where several processes share the work. It is less than the time for
// which a letter is held, so that what became of it is noted before somebody else has it: else a server that is slower
// than that would get it again and again, and nobody would ever give it up.
const sendTime = 80 * time.Second
