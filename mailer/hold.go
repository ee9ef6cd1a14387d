package mailer

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"strings"
	"sync"
	"time"
)

const (
	// a domain's first hold, to which up to a fifth is added; most greylisting is over by then
	firstHold   = 5 * time.Minute
	serverHold  = time.Minute // a hold of all mail
	longestHold = time.Hour
	maxHolds    = 1000
)

// everything is the key of the hold on all mail.
const everything = ""

// A hold stops mail for one domain until a certain time.
type hold struct {
	until time.Time
	last  time.Duration
	why   string // the server's reply
}

// holds keeps mail back for domains and servers that asked us to come later. It is kept in memory only.
type holds struct {
	mu      sync.Mutex
	domains map[string]hold
}

// wait returns how long mail for the domain is still held back, and the server's reply that caused it.
func (h *holds) wait(now time.Time, domain string) (long time.Duration, why string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	all, own := h.domains[everything], h.domains[domain]
	if all.until.After(own.until) {
		own, domain = all, everything
	}
	what := "all mail"
	if domain != everything {
		what = "mail for " + domain
	}
	if long = own.until.Sub(now); long <= 0 {
		return 0, ""
	}
	return long, fmt.Sprintf("%s is held back for %v: %s", what, long.Round(time.Second), own.why)
}

// put holds back the mail for a domain, each time for longer. A mail that was already being sent when the hold began
// does not make it longer.
func (h *holds) put(now time.Time, domain, why string) time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	old, there := h.domains[domain]
	if now.Before(old.until) {
		return old.until.Sub(now)
	}
	if h.domains == nil {
		h.domains = make(map[string]hold)
	}
	if !there && len(h.domains) >= maxHolds {
		h.forget(now)
	}
	first := firstHold
	if domain == everything {
		first = serverHold
	}
	next := hold{last: min(max(first, 2*old.last), longestHold), why: why}
	pause := next.last + share(next.last/5)
	next.until = now.Add(pause)
	h.domains[domain] = next
	return pause
}

// forget makes room by deleting holds that are over, or else the one that ends first.
func (h *holds) forget(now time.Time) {
	soonest := ""
	for domain, hold := range h.domains { // in any order: which of two equal ones is deleted does not matter
		if domain == everything {
			continue
		}
		if now.After(hold.until) {
			delete(h.domains, domain)
		} else if soonest == "" || hold.until.Before(h.domains[soonest].until) {
			soonest = domain
		}
	}
	if len(h.domains) >= maxHolds {
		delete(h.domains, soonest)
	}
}

// lift ends the holds of a domain and of all mail, because a mail was accepted.
func (h *holds) lift(domain string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.domains, domain)
	delete(h.domains, everything)
}

// liftAll ends all holds.
func (h *holds) liftAll() {
	h.mu.Lock()
	defer h.mu.Unlock()
	clear(h.domains)
}

// share returns a random part of d, so that clients do not all come back at once.
func share(d time.Duration) time.Duration {
	var random [2]byte
	_, _ = rand.Read(random[:]) // never fails
	return d * time.Duration(binary.BigEndian.Uint16(random[:])) >> 16
}

// domain returns the part of an address after the @.
func domain(address string) string {
	_, d, _ := strings.Cut(address, "@")
	return strings.ToLower(d)
}

// about returns the domain that is to be held back because of the failure, or "" for all mail. ok is false if nothing
// is.
func (e *SendError) about(to string) (domainName string, ok bool) {
	switch e.Code {
	case unavailable:
		ok = true
	case authFailed, authRequired, authTooWeak, authEncrypted:
		ok = e.at < atMail
	case 450, 451:
		ok = strings.HasPrefix(e.Enhanced, "4.7.") // refused by a policy
	}
	if e.at <= atMail {
		return everything, ok
	}
	return domain(to), ok
}
