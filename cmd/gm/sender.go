package main

import (
	"fmt"
	"log/slog"
	"os"
	"time"

	"deaddrop/mailer"
)

// sender is what sends letters, as the configuration wants it.
func (c config) sender(now func() time.Time, log *slog.Logger) (*mailer.Sender, error) {
	server, err := c.SMTP.server("smtp")
	if err != nil {
		return nil, err
	}
	s := &mailer.Sender{Server: server, Hello: c.SMTP.Hello, Rate: c.SMTP.Rate, Now: now, Log: log}
	if c.DKIM == (dkimConfig{}) {
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
func (d dkimConfig) signer() (*mailer.Signer, error) {
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
