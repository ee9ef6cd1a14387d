package mailer

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	maxWaiting = 10_000
	maxWait    = time.Second      // the longest wait within Send; longer ones are left to the caller
	missed     = 10 * time.Minute // after which the place of a mail that did not come again is given to others
	day        = 24 * time.Hour
	keptFree   = 10 // the part of a day's limit that is kept for each lower class
)

// limited is how the text of an error begins that says that a mail waits because of Rate or PerDay.
const limited = "no more than"

// Limited reports whether a text is that of a SendError which says that a mail waits because of Rate or PerDay. why is
// the text without what stands before that.
func Limited(text string) (why string, is bool) {
	why, is = strings.CutPrefix(text, (&SendError{Err: errors.New(limited)}).Error())
	return limited + why, is
}

// A window limits the number of mails in a span of time.
type window struct {
	limit int
	span  time.Duration
	sent  []time.Time // in it, in order
}

// allowed returns how many mails of a class and lower ones the window takes. Of a day's, some are kept for lower
// classes.
func (w *window) allowed(c Class) int {
	if w.span < day {
		return w.limit
	}
	return max(1, w.limit-int(c)*w.limit/keptFree)
}

// wait returns how long a mail has to wait that others are ahead of.
func (w *window) wait(now time.Time, c Class, ahead int) time.Duration {
	w.sent = w.sent[w.old(now):]
	allowed := w.allowed(c)
	place := ahead + len(w.sent) - allowed // behind that one it has to wait
	if place < 0 {
		return 0
	}
	from, turns := now, place/allowed
	if len(w.sent) > 0 {
		from, turns = w.sent[place%len(w.sent)], place/len(w.sent)
	}
	return from.Add(time.Duration(1+turns) * w.span).Sub(now)
}

// old returns how many mails are no longer in the window.
func (w *window) old(now time.Time) int {
	i := slices.IndexFunc(w.sent, func(at time.Time) bool { return at.Add(w.span).After(now) })
	if i < 0 {
		return len(w.sent)
	}
	return i
}

// A waiting is a mail that has to wait.
type waiting struct {
	class Class
	order int       // position in the order of arrival
	until time.Time // when the mail is to be offered again
}

// limits keeps a Sender within its Rate and PerDay. A mail that has to wait is remembered by its ID, so that others
// of its class don't overtake it. It is kept in memory only; callers who want to keep what was sent use Recall.
type limits struct {
	mu      sync.Mutex
	minute  window
	day     window
	waiting map[string]waiting
	order   int
}

// place returns how long a mail has to wait, and why. If that is at most maxWait, the mail counts as sent then.
func (l *limits) place(s *Sender, now time.Time, m Outgoing) (wait time.Duration, why string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.set(s)
	if l.minute.limit == 0 && l.day.limit == 0 {
		return 0, ""
	}
	id := m.Draft.ID
	own, known := l.waiting[id]
	if !known {
		own = waiting{class: min(max(m.Class, First), classes-1), order: l.order}
		l.order++
	}
	ahead := l.ahead(now, id, own)
	for _, w := range []struct {
		*window
		most int
		span string
	}{{&l.minute, s.Rate, "a minute"}, {&l.day, s.PerDay, "in 24 hours"}} {
		if w.limit == 0 {
			continue
		}
		if d := w.wait(now, own.class, ahead); d > wait {
			wait, why = d, fmt.Sprintf(limited+" %d mails %s are sent, so this one waits for %v", w.most, w.span,
				d.Round(time.Second))
		}
	}
	if wait > maxWait {
		l.keep(now, id, own, wait)
		return wait, why
	}
	delete(l.waiting, id)
	l.minute.sent = append(l.minute.sent, now.Add(wait))
	l.day.sent = append(l.day.sent, now.Add(wait))
	return wait, ""
}

// set gives the windows the limits of the Sender.
func (l *limits) set(s *Sender) {
	l.minute.limit, l.day.limit, l.day.span = 0, s.PerDay, day
	if s.Rate > 0 {
		l.minute.limit = max(s.Rate/10, 1)
		l.minute.span = time.Duration(l.minute.limit) * time.Minute / time.Duration(s.Rate)
	}
	if l.minute.limit == 0 {
		l.minute.sent = nil
	}
	if l.day.limit == 0 {
		l.day.sent = nil
	}
}

// ahead returns how many mails wait that go before one. It forgets those that have not come again.
func (l *limits) ahead(now time.Time, id string, own waiting) int {
	n := 0
	for other, w := range l.waiting {
		switch {
		case other == id:
		case now.Sub(w.until) > missed:
			delete(l.waiting, other)
		case w.class < own.class, w.class == own.class && w.order < own.order:
			n++
		}
	}
	return n
}

// keep remembers a mail that has to wait.
func (l *limits) keep(now time.Time, id string, own waiting, wait time.Duration) {
	if l.waiting == nil {
		l.waiting = map[string]waiting{}
	}
	if _, known := l.waiting[id]; !known && len(l.waiting) >= maxWaiting {
		return
	}
	own.until = now.Add(wait)
	l.waiting[id] = own
}

// Recall has mails count for PerDay that were sent before, by an earlier process or by others with the same account.
func (s *Sender) Recall(sent []time.Time) {
	s.limits.mu.Lock()
	defer s.limits.mu.Unlock()
	s.limits.day.sent = append(s.limits.day.sent, sent...)
	slices.SortFunc(s.limits.day.sent, time.Time.Compare)
}
