package mailer

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

const (
	firstHold   = 5 * time.Minute // of a domain, and up to a fifth more; greylisting is mostly over by then
	serverHold  = time.Minute     // of everything
	longestHold = time.Hour
	maxHolds    = 1000
	maxBooked   = 10_000
	maxWait     = time.Second // that is waited rather than sent away
)

// everything is the domain of all mail.
const everything = ""

// A hold is until when there is to be no mail for a domain.
type hold struct {
	until time.Time
	last  time.Duration
	why   string // what the server said
}

// holds are what the Sender waits for: domains and servers that asked it to come
// later, and its own rate. They are kept in memory only.
type holds struct {
	mu      sync.Mutex
	domains map[string]hold
	limiter *rate.Limiter
	booked  map[string]time.Time // when the mails may go that were too many, by ID
}

// wait tells how long there is to be no mail for the domain, and what is held back why.
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

// put holds the mail for a domain back, for longer each time. Whoever was on the
// way when that began does not count again.
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

// forget makes room: of what is over, or else of what is over first.
func (h *holds) forget(now time.Time) {
	soonest := ""
	for domain, hold := range h.domains { // in whichever order: ties are between strangers
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

// lift ends the hold of a domain, and of all mail, for a mail was taken.
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

// book tells how long a mail is to wait so that there are not more than some
// in a minute. Its turn is kept for when it comes again.
func (h *holds) book(now time.Time, perMinute int, id string) time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	if at, there := h.booked[id]; there {
		if wait := at.Sub(now); wait > maxWait {
			return wait
		}
		delete(h.booked, id)
		return max(at.Sub(now), 0)
	}
	if h.limiter == nil {
		h.limiter = rate.NewLimiter(rate.Limit(perMinute)/60, max(perMinute/10, 1))
		h.booked = make(map[string]time.Time)
	}
	turn := h.limiter.ReserveN(now, 1)
	wait := turn.DelayFrom(now)
	if wait <= maxWait {
		return wait
	}
	if len(h.booked) >= maxBooked {
		turn.CancelAt(now)
	} else {
		h.booked[id] = now.Add(wait)
	}
	return wait
}

// share is some part of d, by chance, so that not everybody comes back at once.
func share(d time.Duration) time.Duration {
	var random [2]byte
	_, _ = rand.Read(random[:]) // never fails
	return d * time.Duration(binary.BigEndian.Uint16(random[:])) >> 16
}

// domain is what stands behind the @ of an address.
func domain(address string) string {
	_, d, _ := strings.Cut(address, "@")
	return strings.ToLower(d)
}

// about tells for what a failure asks for patience: for a domain or for
// everything, if it does at all.
func (e *SendError) about(to string) (domainName string, ok bool) {
	switch e.Code {
	case unavailable:
		ok = true
	case authFailed, authRequired, authTooWeak, authEncrypted:
		ok = e.at < atMail
	case 450, 451:
		ok = strings.HasPrefix(e.Enhanced, "4.7.") // a policy
	}
	if e.at <= atMail {
		return everything, ok
	}
	return domain(to), ok
}
