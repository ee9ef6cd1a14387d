package identity_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"deaddrop/mailer"
	"deaddrop/mailer/identity"
)

// A slowZone is a DNS whose dead servers take their time until they are given up.
type slowZone struct {
	zone
	now    time.Time
	waited time.Duration // for dead servers
}

const deadAfter = 3 * time.Second

func (z *slowZone) lookup(ctx context.Context, name string) ([]string, error) {
	if strings.Contains(name, "slow") {
		z.now, z.waited = z.now.Add(deadAfter), z.waited+deadAfter
		return nil, errors.New("i/o timeout")
	}
	return z.zone.lookup(ctx, name)
}

func (z *slowZone) checker() *identity.Checker {
	return &identity.Checker{Self: "gm@deaddrop.example", Lookup: z.lookup, Now: func() time.Time { return z.now }}
}

// slowLetter returns a letter from a domain, with signatures whose keys its servers are to be asked for.
func slowLetter(t *testing.T, n int, domain string) mailer.Letter {
	raw := strings.ReplaceAll(netLetter, "example.net", domain)
	for i := range 5 {
		raw = fmt.Sprintf("DKIM-Signature: v=1; a=rsa-sha256; d=%s; s=s%d-%d; h=from; bh=AA==; b=AA==\r\n", domain, n, i) + raw
	}
	return read(t, raw)
}

// However many letters have us ask servers that do not answer, they are waited for a short time in all: those of one
// organisation, and those of as many as somebody can find. A domain whose key was found before is asked for it all the same.
func TestSlowServers(t *testing.T) {
	for what, one := range map[string]struct {
		domain func(n int) string
		most   time.Duration
	}{
		"one organisation": {func(int) string { return "slow.net" }, 25 * time.Second},
		"many":             {func(n int) string { return fmt.Sprintf("slow%d.net", n) }, 125 * time.Second},
	} {
		t.Run(what, func(t *testing.T) {
			ed := signer("example.net", "ed25519")
			z := &slowZone{now: morning}
			publish(&z.zone, ed, "")
			c := z.checker()
			honest := read(t, sign(t, ed, netLetter))
			if v := c.Check(t.Context(), honest); v.Result != identity.Proved {
				t.Fatalf("%+v", v)
			}
			for n := range 1000 {
				c.Check(t.Context(), slowLetter(t, n, one.domain(n)))
			}
			if z.waited > one.most || z.waited < 15*time.Second {
				t.Errorf("they are waited for %v", z.waited)
			}
			z.now = z.now.Add(time.Hour) // the key is to be asked for again
			for n := range 1000 {
				c.Check(t.Context(), slowLetter(t, 1000+n, one.domain(1000+n)))
			}
			if v := c.Check(t.Context(), honest); v.Result != identity.Proved || len(z.asked) < 2 {
				t.Errorf("the honest letter: %+v, %d questions", v, len(z.asked))
			}
		})
	}
}
