package gm

import (
	"fmt"
	"slices"
	"time"

	"deaddrop/gm/letter"
)

// How many letters of strangers come onto the game master's list. Anybody may write as many as they like, and in any
// name, so those with a signature, those without, and mail that came back to nobody in particular are counted apart:
// none of them crowds out the others.
const (
	maxStraysOfDomain = 20  // in a day from one domain
	maxStraysDaily    = 50  // and from all of them
	maxStrays         = 100 // that wait at a time
)

// Strays are the letters of strangers in an inbox. They alone are ever dropped from it, and an item tells how many were.
type strays struct {
	Signed   crowd  `json:",omitzero"`  // their domain vouches for them
	Unsigned crowd  `json:",omitzero"`  // it does not
	Returned crowd  `json:",omitzero"`  // mail that came back, and does not say which
	Posing   crowd  `json:",omitzero"`  // in the name of somebody who plays, who is not asked about them
	Entry    uint64 `json:",omitempty"` // the log entry of the item that counts those that were dropped
	Count    int    `json:",omitempty"`
}

// A crowd is the strangers' letters of one kind.
type crowd struct {
	Since   time.Time      `json:",omitzero"` // when the day began in which they are counted
	Domains map[string]int `json:",omitempty"`
	Count   int            `json:",omitempty"` // from all domains
	Waits   inbox          `json:",omitempty"` // those on the list, oldest first
}

// takes counts a letter from a domain, and reports whether it is still within the day's limits.
func (c *crowd) takes(now time.Time, domain string) bool {
	if d := (day{Since: c.Since}); d.over(now) {
		c.Since, c.Domains, c.Count = now, map[string]int{}, 0
	}
	if c.Count >= maxStraysDaily || c.Domains[domain] >= maxStraysOfDomain {
		return false
	}
	c.Domains[domain]++
	c.Count++
	return true
}

func (s *step) strays() *strays {
	if s.g != nil {
		return &s.g.Strays
	}
	return &s.lobby.Strays
}

// crowd is where a stranger's letter is counted.
func (st *strays) crowd(l *letter.Letter) *crowd {
	switch {
	case l.Report != nil:
		return &st.Returned
	case l.Proof == letter.Proved:
		return &st.Signed
	}
	return &st.Unsigned
}

// stray puts a stranger's letter into the game master's inbox, unless too many have come in a day. What is dropped is only
// counted.
func (s *step) stray(key string, it Item) {
	c := s.strays().crowd(it.Letter)
	if !c.takes(s.now, letter.Domain(it.Letter.From)) {
		it.Letter.Becomes(letter.FateAside)
		s.dropped()
		return
	}
	entry := s.item(key, it)
	if it.Letter.Report == nil {
		s.dispensable(c, entry)
	}
}

// dispensable notes that an item may be dropped for newer ones of its crowd.
func (s *step) dispensable(c *crowd, entry uint64) {
	if slices.Contains(*s.inbox(), entry) {
		c.Waits = append(c.Waits, entry)
	}
	for len(c.Waits) > maxStrays {
		s.settle(c.Waits[0])
		s.dropped()
	}
}

// dropped counts a stranger's letter that is not on the list, in an item of its own.
func (s *step) dropped() {
	st := s.strays()
	if !slices.Contains(*s.inbox(), st.Entry) { // it was struck off, or is the first
		st.Entry, st.Count = s.item("", Item{Dropped: true}), 0
	}
	st.Count++
}

// settle takes an entry off the lists of what may be dropped.
func (st *strays) settle(entry uint64) {
	for _, c := range []*crowd{&st.Signed, &st.Unsigned, &st.Returned, &st.Posing} {
		c.Waits.strike(entry)
	}
}

// told is an item as the game master is shown it: one that counts what was dropped says how many that are.
func (st *strays) told(entry uint64, it Item) Item {
	if it.Dropped {
		many := "Letters of strangers"
		if entry == st.Entry {
			many = fmt.Sprintf("Letters of strangers: %d", st.Count)
		}
		it.Why = fmt.Sprintf("%s since then were left off this list, or came off it for newer ones. It takes up to %d a day from one domain and up to %d from all, "+
			"and of those up to %d wait; letters that their domains vouch for are counted apart. Look for the others in the mailbox.", many, maxStraysOfDomain, maxStraysDaily, maxStrays)
	}
	return it
}
