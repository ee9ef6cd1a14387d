package serve

import (
	"sync"
	"time"

	"deaddrop/gm/letter"
)

// A budget limits the work per day for letters without any proof of their writer. It is counted per address in From,
// and per domain. So somebody who forges thousands of letters can't take up more time than that.
type budget struct {
	mu    sync.Mutex
	spent map[string]*spending // what was spent, by address, and by domain with an @ in front
}

// A spending is the work done for an address or a domain since its day began.
type spending struct {
	since   time.Time
	letters int
	time    time.Duration
}

// Daily limits for an address, and for all addresses of a domain.
var (
	budgetOfAddress = spending{letters: 100, time: 20 * time.Second}
	budgetOfDomain  = spending{letters: 500, time: time.Minute}
)

// maxBudgets is the largest number of addresses and domains that are remembered.
const maxBudgets = 10_000

// within reports whether a letter in the name of an address may be read without exceeding the limits.
func (b *budget) within(now time.Time, addr string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !b.of(now, letter.Address(addr)).reaches(budgetOfAddress) &&
		!b.of(now, "@"+letter.Domain(addr)).reaches(budgetOfDomain)
}

// take counts a letter that was read, and the time that it took.
func (b *budget) take(now time.Time, addr string, took time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, key := range []string{letter.Address(addr), "@" + letter.Domain(addr)} {
		s := b.of(now, key)
		s.letters++
		s.time += max(0, took)
		b.keep(now, key, s)
	}
}

// of returns what was spent in the current day for an address or domain.
func (b *budget) of(now time.Time, key string) spending {
	s := b.spent[key]
	if s == nil || now.Sub(s.since) >= 24*time.Hour || now.Before(s.since) {
		return spending{since: now}
	}
	return *s
}

// keep stores what was spent.
func (b *budget) keep(now time.Time, key string, s spending) {
	if b.spent == nil {
		b.spent = map[string]*spending{}
	}
	if _, known := b.spent[key]; !known && len(b.spent) >= maxBudgets {
		b.forget(now)
	}
	b.spent[key] = &s
}

// forget makes room: it removes entries whose day is over or, if there are too few of these, some others.
func (b *budget) forget(now time.Time) {
	for key := range b.spent {
		if b.of(now, key).letters == 0 {
			delete(b.spent, key)
		}
	}
	for key := range b.spent {
		if len(b.spent) <= maxBudgets*9/10 {
			return
		}
		delete(b.spent, key)
	}
}

// reaches reports whether a limit is reached.
func (s spending) reaches(most spending) bool {
	return s.letters >= most.letters || s.time >= most.time
}
