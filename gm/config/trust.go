package config

import (
	"time"

	"deaddrop/mailer/identity"
)

// A Trust says which proofs of a letter's author to trust.
type Trust struct {
	Authserv string // name of our mail server in Authentication-Results fields
	DNS      bool   // whether to query the DNS for signature keys and domain policies
}

// Checker returns a checker of authors for letters to the address self.
func (t Trust) Checker(self string, now func() time.Time) *identity.Checker {
	c := &identity.Checker{Authserv: t.Authserv, Self: self, Now: now}
	if t.DNS {
		c.Lookup = identity.DNS
	}
	return c
}
