package serve

import (
	"maps"
	"sync"
	"time"

	"deaddrop/mailer"
)

const (
	untakenAge  = 2 * time.Minute // for which a letter that could not be taken is waited for
	untakenMost = 5 * time.Minute // for which such letters together keep deadlines
	untakenLong = time.Hour       // after which one counts as a new one: it may have been taken away
)

// pendingLetters are the letters of the mailbox that could not be taken, by their senders and Message-IDs, and since
// when.
type pendingLetters struct {
	mu    sync.Mutex
	since map[[2]string]time.Time
}

// note notes what became of a letter.
func (u *pendingLetters) note(l mailer.Letter, now time.Time, err error) {
	key := [2]string{l.From, l.ID}
	u.mu.Lock()
	defer u.mu.Unlock()
	if err == nil {
		delete(u.since, key)
		return
	}
	// of a time that is over
	maps.DeleteFunc(u.since, func(_ [2]string, since time.Time) bool { return now.Sub(since) > untakenLong })
	if u.since == nil {
		u.since = map[[2]string]time.Time{}
	}
	if _, known := u.since[key]; !known {
		u.since[key] = now
	}
}

// hasRecent reports whether there is one that is to be waited for.
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

// longest is for how long one could not be taken; 0: all were.
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
