package config

import (
	"fmt"
	"log/slog"
	"os"
	"time"

	"deaddrop/mailer"
)

// sendTime is how long sending one letter may take where several processes share the work. It is less than the time for which
// a letter is held, so that what became of it is noted before somebody else has it: else a server that is slower than that
// would get it again and again, and nobody would ever give it up.
const sendTime = 80 * time.Second

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

// signer reads the key.
func (d DKIM) signer() (*mailer.Signer, error) {
	text, err := os.ReadFile(d.KeyFile)
	if err != nil {
		return nil, err
	}
	key, err := mailer.ReadKey(text)
	if err != nil {
		return nil, fmt.Errorf("key_file %s: %w", d.KeyFile, err)
	}
	s := &mailer.Signer{Domain: d.Domain, Selector: d.Selector, Key: key}
	return s, s.Check()
}
