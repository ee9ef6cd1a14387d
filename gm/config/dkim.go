package config

import (
	"fmt"
	"os"

	"deaddrop/mailer"
)

// A DKIM is the key for signing letters, if the SMTP server doesn't sign them.
type DKIM struct {
	Domain, Selector string
	KeyFile          string `toml:"key_file"`
}

// whole reports whether all three settings are present.
func (d DKIM) whole() bool { return d.Domain != "" && d.Selector != "" && d.KeyFile != "" }

// signer reads the key and returns a signer.
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
