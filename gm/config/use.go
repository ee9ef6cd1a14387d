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

// Wording returns the templates: the program's own, overridden by those in the configured directory.
func (c Config) Wording() (*templates.Set, error) {
	if c.Templates == "" {
		words, err := houseWording()
		if err != nil {
			return nil, err
		}
		return words.Watched(nil), nil // a copy, so that failures of its templates can be reported separately
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

// houseWording parses the program's own templates, once in a process.
var houseWording = sync.OnceValues(func() (*templates.Set, error) { return templates.New() })

// Logger returns a logger to w, as configured.
func (c Config) Logger(w io.Writer) *slog.Logger {
	level, _ := c.Log.level() // the level was checked before
	o := &slog.HandlerOptions{Level: level, ReplaceAttr: newDiscretion(c.Address).attr}
	if c.Log.Format == "json" {
		return slog.New(slog.NewJSONHandler(w, o))
	}
	return slog.New(slog.NewTextHandler(w, o))
}

// Sender returns a sender of letters, as configured.
func (c Config) Sender(now func() time.Time, log *slog.Logger) (*mailer.Sender, error) {
	server, err := c.SMTP.ForMailer("smtp")
	if err != nil {
		return nil, err
	}
	limits := c.SMTP.Limits()
	s := &mailer.Sender{Server: server, Hello: c.SMTP.Hello, Rate: limits.PerMinute, PerDay: limits.PerDay,
		PerConn: c.SMTP.PerConnection, Now: now, Log: log}
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

// sendTime limits the sending of one letter if several processes share the work. It is shorter than the lease on a
// letter, so that the result is recorded before another process takes the letter. Otherwise a slower server would get
// the letter again and again, and nobody would ever give it up.
const sendTime = 80 * time.Second
