package serve

import (
	"sync"
	"time"

	"deaddrop/gm/letter"
)

// A budget is what is done in a day for letters of which nothing shows who wrote them: for each address that they name
// as their writer's, and for each domain. Whoever forges thousands is not read for longer than that.
type budget struct {
	mu    sync.Mutex
	spent map[string]*spending // by address, and by domain with an @ in front
}

// A spending is what has been done for one of them since its day began.
type spending struct {
	since   time.Time
	letters int
	time    time.Duration
}

// What is done for an address in a day, and for all addresses of a domain.
var (
	budgetOfAddress = spending{letters: 100, time: 20 * time.Second}
	budgetOfDomain  = spending{letters: 500, time: time.Minute}
)

// maxBudgets is of how many addresses and domains it is known what was done for them.
const maxBudgets = 10_000

// within reports whether a letter in the name of an address may be read.
func (b *budget) within(now time.Time, addr string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !b.of(now, letter.Address(addr)).reaches(budgetOfAddress) &&
		!b.of(now, "@"+letter.Domain(addr)).reaches(budgetOfDomain)
}

// take counts a letter that was read, and how long that took.
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

// of is what was done in the day that runs.
func (b *budget) of(now time.Time, key string) spending {
	s := b.spent[key]
	if s == nil || now.Sub(s.since) >= 24*time.Hour || now.Before(s.since) {
		return spending{since: now}
	}
	return *s
}

// keep notes what was done.
func (b *budget) keep(now time.Time, key string, s spending) {
	if b.spent == nil {
		b.spent = map[string]*spending{}
	}
	if _, known := b.spent[key]; !known && len(b.spent) >= maxBudgets {
		b.forget(now)
	}
	b.spent[key] = &s
}

// forget makes room: it forgets those whose day is over, and where they are few, some of the others.
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

// reaches reports whether that much was done.
func (s spending) reaches(most spending) bool {
	return s.letters >= most.letters || s.time >= most.time
}
