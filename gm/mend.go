package gm

import (
	"context"
	"errors"
	"time"

	"deaddrop/gm/store"
)

// A mending is how far an outage was made good that is. Where there are many games that takes minutes: it is done by one of
// several processes, some games at a time, and goes on where it was when that process dies.
type mending struct {
	To    time.Time // when the outage ended
	After string    // the last game that it was made good in
	By    string    // the process that does it
	Until time.Time // when another one may, if By is not heard of
}

const (
	mendSome = 100             // games, before it is noted how far it is done
	mendHold = 2 * time.Minute // far longer than these take
)

// What keeps turns from being resolved while an outage is made good.
var (
	errMends  = errors.New("an outage is made good in some games, and then in others")
	errMended = errors.New("an outage is made good by another process")
)

// mend puts the deadlines off in some more of the games, and returns errMends if there are others. next is what is known when
// that is done in all.
func (m *Master) mend(ctx context.Context, now time.Time, head, next watchHead) error {
	done, from := head.Mending, head.since()
	switch {
	case done == nil:
		done = &mending{To: next.since()}
		m.Log.Warn("the service was off, or had no mail; deadlines are put off", "from", from, "to", done.To)
	case done.By != m.Process && now.Before(done.Until):
		return errMended
	}
	mine := &mending{To: done.To, After: done.After, By: m.Process, Until: now.Add(mendHold)}
	head.Mending = mine
	if m.Process != "" && done.By != m.Process { // so that nobody else begins, too
		if err := m.keepWatch(ctx, head); err != nil {
			return err
		}
	}
	after, err := m.inGames(ctx, now, mine.After, mendSome, func(s *step) error { return s.makeGood(from, mine.To) })
	switch {
	case err != nil:
		return err
	case after == "":
		mended := watchHead{Seen: head.Seen, Heard: from}
		return m.keepWatch(ctx, mended.next(earlier(next.Seen, mine.To), mine.To)) // what is behind that is looked at anew
	}
	more := *mine
	more.After = after
	head.Mending = &more
	if err := m.keepWatch(ctx, head); err != nil {
		return err
	}
	return errMends
}

// makeGood puts the deadlines off that fell into a time in which the service did not run or had no mail, or soon after it,
// in all games.
func (m *Master) makeGood(ctx context.Context, now, from, to time.Time) error {
	m.Log.Warn("the service was off, or had no mail; deadlines are put off", "from", from, "to", to)
	return m.inAllGames(ctx, now, func(s *step) error { return s.makeGood(from, to) })
}

// inAllGames does something in all games that run, once, and in several at once.
func (m *Master) inAllGames(ctx context.Context, now time.Time, fn func(*step) error) error {
	_, err := m.inGames(ctx, now, "", 0, fn)
	return err
}

// inGames does something in those that run of so many games after a name, or of all if some is 0; once, and in several at
// once. It returns the last of these names, "" if no more come after it. After an error no more are begun.
func (m *Master) inGames(ctx context.Context, now time.Time, after string, some int, fn func(*step) error) (last string, err error) {
	var names []string
	for name, err := range m.names(ctx, after) {
		if err != nil {
			return "", err
		}
		if some > 0 && len(names) == some {
			last = names[some-1]
			break
		}
		names = append(names, name)
	}
	_, err = gather(each(ctx, names), func(name string) (struct{}, error) {
		err := m.do(ctx, now, name, nil, func(s *step) error {
			if s.g == nil || s.g.State != running {
				return errNothing
			}
			return fn(s)
		})
		switch {
		case errors.Is(err, store.ErrDuplicate): // before a crash
			err = nil
		case errors.Is(err, store.ErrDamaged): // it goes no further, and must not keep the others
			m.Log.Error("a game can't be read", "game", name, "error", err)
			err = nil
		}
		return struct{}{}, err
	})
	if err != nil {
		return "", err
	}
	return last, nil
}
