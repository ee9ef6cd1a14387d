package identity

import (
	"context"
	"errors"
	"maps"
	"net"
	"time"
)

const (
	patience   = 5 * time.Second // for all that is asked about one letter
	maxAnswers = 1000
	maxAnswer  = 8 << 10 // bytes

	keepAnswer  = time.Hour
	keepNothing = 5 * time.Minute // so that a key is found soon after it is published
	keepTrouble = time.Minute     // so that a dead server does not hold up each letter of its domain

	// Whoever has a domain can have us ask its servers for as many names as they like, and never answer.
	slow        = time.Second      // from which on an answer is waited for
	waitsWithin = 10 * time.Minute // in which waiting is counted
	waitForOne  = 20 * time.Second // for the servers of one organisation
	waitForAll  = 2 * time.Minute
)

var (
	errNoDNS    = errors.New("no DNS is configured")
	errTooMuch  = errors.New("the answer is too long")
	errTooLate  = errors.New("no time is left to ask")
	errNotAsked = errors.New("the check was broken off")
	errSlow     = errors.New("servers were waited for too long already")
)

// DNS asks the system's name servers for the TXT records of a name, and waits three seconds at most. It is meant
// for Checker.Lookup.
func DNS(ctx context.Context, name string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	r := net.Resolver{PreferGo: true} // the C library does not keep deadlines
	return r.LookupTXT(ctx, name+".") // the dot keeps it from trying names in our own domain
}

// An answer is what the DNS said about one name.
type answer struct {
	records []string
	err     error
	until   time.Time
}

// txt asks for TXT records. A name that does not exist has none; an error says that it is not known.
func (c *Checker) txt(ctx context.Context, name string) ([]string, error) {
	if c.Lookup == nil {
		return nil, errNoDNS
	}
	if a, ok := c.recall(name); ok {
		return a.records, a.err
	}
	switch ctx.Err() {
	case nil:
	case context.Canceled:
		return nil, errNotAsked
	default:
		return nil, errTooLate
	}
	if c.slow(name) {
		return nil, errSlow
	}
	records, err := c.lookup(ctx, name)
	var failed *net.DNSError
	if errors.As(err, &failed) && failed.IsNotFound {
		records, err = nil, nil
	}
	size := 0
	for _, r := range records {
		size += len(r)
	}
	if err == nil && size > maxAnswer {
		err = errTooMuch
	}
	if err != nil {
		records = nil
	}
	if ctx.Err() != context.Canceled {
		c.remember(name, answer{records: records, err: err})
	}
	return records, err
}

// A waiting is how long slow servers were waited for since it began.
type waiting struct {
	since time.Time
	took  time.Duration
}

func (w waiting) over(now time.Time) bool {
	return now.Sub(w.since) >= waitsWithin || now.Before(w.since)
}

// lookup asks, and counts how long that took.
func (c *Checker) lookup(ctx context.Context, name string) ([]string, error) {
	if c.Now == nil {
		return c.Lookup(ctx, name)
	}
	began := c.Now()
	records, err := c.Lookup(ctx, name)
	now := c.Now()
	took := now.Sub(began)
	if took < slow {
		return records, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	maps.DeleteFunc(c.waits, func(_ string, w waiting) bool { return w.over(now) })
	if c.waits == nil {
		c.waits = make(map[string]waiting)
	}
	for _, of := range []string{organisation(name), ""} {
		w := c.waits[of]
		if w.since.IsZero() {
			w.since = now
		}
		w.took += took
		c.waits[of] = w
	}
	return records, err
}

// slow says whether servers were waited for so long that a name is not worth asking for now. One that was found before
// is: others' slow servers keep nobody's own key from being found.
func (c *Checker) slow(name string) bool {
	if c.Now == nil {
		return false
	}
	now := c.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.answers[name].records) > 0 {
		return false
	}
	one, all := c.waits[organisation(name)], c.waits[""]
	if !one.over(now) && one.took >= waitForOne {
		return true
	}
	return !all.over(now) && all.took >= waitForAll
}

func (c *Checker) recall(name string) (answer, bool) {
	if c.Now == nil {
		return answer{}, false
	}
	now := c.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	a, ok := c.answers[name]
	return a, ok && now.Before(a.until)
}

func (c *Checker) remember(name string, a answer) {
	if c.Now == nil {
		return
	}
	keep := keepAnswer
	switch {
	case a.err != nil:
		keep = keepTrouble
	case len(a.records) == 0:
		keep = keepNothing
	}
	a.until = c.Now().Add(keep)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.answers == nil {
		c.answers = make(map[string]answer)
	}
	if _, known := c.answers[name]; !known {
		if len(c.names) >= maxAnswers { // the oldest goes
			delete(c.answers, c.names[0])
			c.names = c.names[1:]
		}
		c.names = append(c.names, name)
	}
	c.answers[name] = a
}
