package config

import (
	"time"

	"deaddrop/mailer/identity"
)

// A Trust is what to believe about who wrote a letter.
type Trust struct {
	Authserv string // the name of our mail server in Authentication-Results
	DNS      bool   // whether to ask the DNS for signatures' keys and domains' policies
}

// Checker is what looks whether mail is of whom it says, for the games at an address.
func (t Trust) Checker(self string, now func() time.Time) *identity.Checker {
	c := &identity.Checker{Authserv: t.Authserv, Self: self, Now: now}
	if t.DNS {
		c.Lookup = identity.DNS
	}
	return c
}
