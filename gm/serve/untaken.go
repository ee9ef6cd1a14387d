package serve

import (
	"maps"
	"sync"
	"time"

	"deaddrop/mailer"
)

const (
	untakenAge  = 2 * time.Minute // how long deadlines wait for a letter that could not be taken in
	untakenMost = 5 * time.Minute // how long deadlines wait for such letters in all
	// time after which the same letter counts as a new one, since it may have been removed meanwhile
	untakenLong = time.Hour
)

// pendingLetters are the letters of the mailbox that could not be taken in, by sender and Message-ID, with the time
// of the first attempt.
type pendingLetters struct {
	mu    sync.Mutex
	since map[[2]string]time.Time
}

// note records the result of an attempt to take in a letter.
func (u *pendingLetters) note(l mailer.Letter, now time.Time, err error) {
	key := [2]string{l.From, l.ID}
	u.mu.Lock()
	defer u.mu.Unlock()
	if err == nil {
		delete(u.since, key)
		return
	}
	// too long ago to matter
	maps.DeleteFunc(u.since, func(_ [2]string, since time.Time) bool { return now.Sub(since) > untakenLong })
	if u.since == nil {
		u.since = map[[2]string]time.Time{}
	}
	if _, known := u.since[key]; !known {
		u.since[key] = now
	}
}

// hasRecent reports whether there is a letter that deadlines should wait for.
func (u *pendingLetters) hasRecent(now time.Time) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, since := range u.since {
		if now.Sub(since) < untakenAge {
			return true
		}
	}
	return false
}

// longest returns how long a letter has been impossible to take in, or 0 if there is none.
func (u *pendingLetters) longest(now time.Time) time.Duration {
	u.mu.Lock()
	defer u.mu.Unlock()
	longest := time.Duration(0)
	for _, since := range u.since {
		if d := now.Sub(since); d <= untakenLong {
			longest = max(longest, d)
		}
	}
	return longest
}
