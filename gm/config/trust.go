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

func (t Trust) Checker(self string, now func() time.Time) *identity.Checker {
	c := &identity.Checker{Authserv: t.Authserv, Self: self, Now: now}
	if t.DNS {
		c.Lookup = identity.DNS
	}
	return c
}
