package gm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
	"deaddrop/templates"
)

// watchRecord is where it is kept when the service was last known to run. It is no game's name.
const watchRecord = "service/watch"

// What a clock may do before it is not believed.
const (
	maxBackward = 2 * time.Hour      // that it goes back
	maxOutage   = 7 * 24 * time.Hour // that it goes forward, as when the service was off
)

const (
	beat      = time.Minute     // how often it is noted that the service runs
	reread    = 5 * time.Second // how often one of several processes looks what the others have noted
	maxMargin = 12 * time.Hour  // a deadline so soon after an outage moves, too, and if it was shorter, one that soon after it
	atLeast   = 4 * time.Hour   // that everybody has after an outage, or half a turn
)

// errStopped is returned for what is due by a clock that is not believed.
var errStopped = errors.New("the clock is not believed")

// A watch is what is known of how long the service has run.
type watch struct {
	busy    sync.Mutex // held by who changes it, also while games are changed by that
	loaded  bool
	rev     uint64
	written time.Time // up to when it ran, as it is in the store as far as known
	read    time.Time // when that was read last

	mu   sync.Mutex // of the head, for who only wants to know
	head watchHead
}

// watchHead is what is kept of it.
type watchHead struct {
	Seen    time.Time // up to then the service ran and had taken in all letters, or that was made good
	Heard   time.Time `json:",omitzero"`  // up to then it ran and took letters in, though some may have waited; zero: up to Seen
	Stopped time.Time `json:",omitzero"`  // what the clock said that was not believed; zero: it is
	Mending *mending  `json:",omitempty"` // how far the time since Seen was made good; nil: not at all
}

// since is up to when the service is known to have run, or that was made good.
func (h watchHead) since() time.Time { return later(h.Seen, h.Heard) }

// next is what is known when letters were taken in up to a moment, and all of them up to another.
func (h watchHead) next(upTo, heard time.Time) watchHead {
	n := watchHead{Seen: later(h.Seen, upTo), Heard: later(h.Heard, heard)}
	if !n.Heard.After(n.Seen) {
		n.Heard = time.Time{}
	}
	return n
}

func (w *watch) now() watchHead {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.head
}

func (w *watch) set(head watchHead) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.head = head
}

// stopped reports whether the clock is not believed, so that nothing may be done by it.
func (m *Master) stopped() bool { return m.Guard > 0 && !m.watch.now().Stopped.IsZero() }

// A Pulse is what is known of how long the service has run.
type Pulse struct {
	Seen    time.Time // up to then it ran, and had taken in all letters; zero: it never did
	Stopped time.Time // what the clock said when turns ceased to be resolved, as it could not be right; zero: they are
	Mending bool      // time in which it did not run is being made good in the games, so that Seen stands still
}

// Pulse reads it from the store. Whoever acts on games without a service calls it first.
func (m *Master) Pulse(ctx context.Context) (Pulse, error) {
	m.watch.busy.Lock()
	defer m.watch.busy.Unlock()
	head, err := m.loadWatch(ctx)
	return Pulse{Seen: head.Seen, Stopped: head.Stopped, Mending: head.Mending != nil}, err
}

func (m *Master) loadWatch(ctx context.Context) (watchHead, error) {
	w := &m.watch
	if w.loaded {
		return w.now(), nil
	}
	return m.readWatch(ctx)
}

// readWatch reads it anew, as another process may have written it.
func (m *Master) readWatch(ctx context.Context) (watchHead, error) {
	w := &m.watch
	var head watchHead
	g, err := m.Store.Load(ctx, watchRecord)
	if err == nil && g.Rev > 0 {
		err = json.Unmarshal(g.Head, &head)
	}
	if err != nil {
		return head, fmt.Errorf("loading when the service last ran: %w", err)
	}
	stored := head.since()
	if w.loaded && !stored.Before(w.written) { // this process may know more, unless a clock was believed that went back
		own := w.now()
		head.Seen, head.Heard = later(own.Seen, head.Seen), later(own.Heard, head.Heard)
	}
	w.loaded, w.rev, w.written = true, g.Rev, stored
	w.set(head)
	return head, nil
}

// keepWatch saves what is known now.
func (m *Master) keepWatch(ctx context.Context, head watchHead) error {
	w := &m.watch
	js, err := json.Marshal(head)
	if err != nil {
		return fmt.Errorf("saving that the service runs: %w", err)
	}
	rev, err := m.Store.Commit(ctx, watchRecord, store.Change{Rev: w.rev, Head: js})
	if err != nil {
		w.loaded = false // another process may have written it
		return fmt.Errorf("saving that the service runs: %w", err)
	}
	w.rev, w.written = rev, head.since()
	w.set(head)
	return nil
}

// watchOver notes that the service runs, up to when all letters were taken in. Where it did not for a while, that is made
// good in all games before anything that is due is done. A clock that can't be right stops that. Where several processes
// do so at once, each sees what the others have noted, and what is made good is so once.
func (m *Master) watchOver(ctx context.Context, now time.Time) error {
	m.watch.busy.Lock()
	defer m.watch.busy.Unlock()
	now = now.Round(0).UTC()
	var err error
	for range maxConflicts {
		if err = m.watchOnce(ctx, now); !errors.Is(err, store.ErrConflict) {
			return err
		}
	}
	return err
}

func (m *Master) watchOnce(ctx context.Context, now time.Time) error {
	w := &m.watch
	head, err := m.loadWatch(ctx)
	if age := now.Sub(w.read); err == nil && m.Process != "" && (age < 0 || age >= reread || now.Sub(head.Seen) >= reread) {
		head, err = m.readWatch(ctx)
		w.read = now
	}
	if err != nil {
		return err
	}
	upTo, heard := m.mailUpTo(now)
	next := head.next(upTo, heard)
	gap := heard.Sub(head.since())
	switch {
	case heard.Unix() <= 0: // the mailbox was not read yet
		return nil
	case head.Seen.IsZero():
		if upTo.Unix() <= 0 {
			return nil
		}
		return m.keepWatch(ctx, next)
	case head.since().Sub(now) > maxBackward, gap > maxOutage:
		return m.stop(ctx, now, head)
	case gap > m.Guard:
		return m.mend(ctx, now, head, next)
	case !head.Stopped.IsZero():
		m.Log.Warn("the clock is believed again", "now", now)
		if err := m.inAllGames(ctx, now, (*step).rearm); err != nil {
			return err
		}
		return m.keepWatch(ctx, next)
	case next.Seen.Equal(head.Seen) && next.Heard.Equal(head.Heard):
		return nil
	case next.since().Sub(w.written) >= beat:
		return m.keepWatch(ctx, next)
	}
	w.set(next)
	return nil
}

// mailUpTo is up to when all letters were taken in, and up to when letters were taken in at all: a queue of them is no outage.
func (m *Master) mailUpTo(now time.Time) (upTo, heard time.Time) {
	upTo, heard = now, now
	if m.TakenIn != nil {
		upTo = earlier(now, m.TakenIn().Round(0).UTC())
		heard = upTo
	}
	if m.Heard != nil {
		heard = later(upTo, earlier(now, m.Heard().Round(0).UTC()))
	}
	return upTo, heard
}

// stop has nothing done by a clock that can't be right, and tells the game master, once.
func (m *Master) stop(ctx context.Context, now time.Time, head watchHead) error {
	if !head.Stopped.IsZero() {
		return nil
	}
	m.Log.Error("the clock can't be right, so no turn is resolved; gm clock --is-right has it believed", "now", now, "last seen", head.since())
	why := fmt.Sprintf("The clock of the machine says that it is %s. The service last ran at %s, so either it was off for that long, or the clock is wrong, or it was wrong then. "+
		"Until that is clear no turn is resolved and nobody is reminded; letters are taken in and answered. If the clock is wrong, set it right, and the games go on by themselves. "+
		"If it is right, say so: gm clock --is-right. Then look at the deadlines with gm list: those that were set by a wrong clock are wrong, and gm deadline moves them.",
		now.Format(dateTime), head.since().UTC().Format(dateTime))
	words, err := m.Words.Letter("stopped", templates.Page{Now: now, Notice: why})
	if err != nil {
		return fmt.Errorf("writing to the game master: %w", err)
	}
	number := strconv.FormatInt(head.since().UnixNano(), 10) // the same of all processes that find it
	err = m.do(ctx, now, lobby, nil, func(s *step) error {
		s.item("clock/"+number, Item{Why: why})
		if m.Desk != "" {
			s.out(letter.Letter{ID: m.id("clock." + number), To: m.Desk, Subject: words.Subject, Text: words.Text, HTML: words.HTML})
		}
		return nil
	})
	if err != nil && !errors.Is(err, store.ErrDuplicate) {
		return err
	}
	head.Stopped = now
	return m.keepWatch(ctx, head)
}

// BelieveClock has turns resolved again after the clock seemed wrong: it is right. Time in which the service was off is made
// good.
func (m *Master) BelieveClock(ctx context.Context, now time.Time) error {
	m.watch.busy.Lock()
	defer m.watch.busy.Unlock()
	head, err := m.loadWatch(ctx)
	if err != nil {
		return err
	}
	now = now.Round(0).UTC()
	if head.Stopped.IsZero() {
		return refusal.New("The clock is believed anyway. It says that it is %s.", now.Format(dateTime))
	}
	if err := m.inAllGames(ctx, now, (*step).rearm); err != nil {
		return err
	}
	if since := head.since(); since.Before(now) {
		if err := m.makeGood(ctx, now, since, now); err != nil {
			return err
		}
	}
	return m.keepWatch(ctx, watchHead{Seen: now})
}

// rearm has what is due done at its time, which a clock that was not believed may have put off.
func (s *step) rearm() error {
	if why := s.g.standstill(); why != nil {
		s.task(taskPaused, s.now.Add(why.every))
	}
	if s.g.Paused == nil {
		s.task(taskDeadline, s.g.Deadline)
		s.task(taskRemind, s.g.Remind)
		s.task(taskResolve, s.g.Resolve)
	}
	return nil
}

// makeGood puts the game's deadline off by as long as nobody could be heard, if it fell into that time or soon after it, and
// by so much that everybody has some hours now. All are told.
func (s *step) makeGood(from, to time.Time) error {
	if s.g.Paused != nil || s.g.Deadline.IsZero() {
		return errNothing
	}
	outage := to.Sub(from)
	if s.g.end().Before(from) || s.g.Deadline.After(to.Add(min(outage, maxMargin))) {
		return errNothing
	}
	was := s.g.Deadline
	wish := later(was.Add(outage), to.Add(min(atLeast, s.g.Clock.Every/2)))
	deadline := s.g.Clock.Allowed(wish.Add(time.Minute - 1).Truncate(time.Minute))
	s.due(deadline)
	s.write(kindAct, "outage/"+strconv.FormatInt(from.Unix(), 10), Act{What: "outage",
		Detail: fmt.Sprintf("from %s to %s; the deadline moved from %s to %s", from.Format(time.RFC3339), to.Format(time.RFC3339), was.Format(time.RFC3339), deadline.Format(time.RFC3339))})
	s.tellAll(nil, func(page *templates.Page, seat *seat) {
		z := s.g.zone(seat)
		page.Notice = fmt.Sprintf("The games could not read mail from %s to %s. So that nobody is late by that, the deadline was moved from %s to %s. What you sent meanwhile counts.",
			from.In(z).Format(dateTime), to.In(z).Format(dateTime), was.In(z).Format(dateTime), deadline.In(z).Format(dateTime))
	})
	return nil
}

// earlier is the earlier one of two moments.
func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// later is the later one of two moments.
func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}
