package identity

import (
	"context"
	"errors"
	"maps"
	"net"
	"time"
)

const (
	patience   = 5 * time.Second // time limit for all queries about one letter
	maxAnswers = 1000
	maxAnswer  = 8 << 10 // bytes

	keepAnswer  = time.Hour
	keepNothing = 5 * time.Minute // so that a new key is found soon after it is published
	keepTrouble = time.Minute     // so that a dead server does not delay each letter of its domain

	// The owner of a domain can make us query its servers for any number of names, and never answer. So the time
	// spent waiting for slow servers is limited.
	slow        = time.Second      // an answer that takes this long counts as slow
	waitsWithin = 10 * time.Minute // the period over which slow answers are added up
	waitForOne  = 20 * time.Second // the limit for the servers of one organisation
	waitForAll  = 2 * time.Minute
)

var (
	errNoDNS    = errors.New("no DNS is configured")
	errTooMuch  = errors.New("the answer is too long")
	errTooLate  = errors.New("no time is left to ask")
	errNotAsked = errors.New("the check was broken off")
	errSlow     = errors.New("servers were waited for too long already")
)

// DNS looks up the TXT records of a name with the system's resolver, and waits at most three seconds. It is meant for
// Checker.Lookup.
func DNS(ctx context.Context, name string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	r := net.Resolver{PreferGo: true} // the C library ignores deadlines
	return r.LookupTXT(ctx, name+".") // the dot keeps the resolver from appending our own domain
}

// An answer is a cached DNS answer about one name.
type answer struct {
	records []string
	err     error
	until   time.Time
}

// txt returns the TXT records of a name, none if the name does not exist. An error means that the answer is unknown.
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

// A waiting is the total time spent on slow servers since a moment.
type waiting struct {
	since time.Time
	took  time.Duration
}

func (w waiting) over(now time.Time) bool {
	return now.Sub(w.since) >= waitsWithin || now.Before(w.since)
}

// lookup queries the DNS, and adds the time to the organisation's total if it was slow.
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

// slow reports whether the limit on waiting is used up, so that a name should not be looked up now. Names that were
// found before are exempt: slow servers of others never keep a known key from being found.
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
		if len(c.names) >= maxAnswers { // delete the oldest
			delete(c.answers, c.names[0])
			c.names = c.names[1:]
		}
		c.names = append(c.names, name)
	}
	c.answers[name] = a
}
