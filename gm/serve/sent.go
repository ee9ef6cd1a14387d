package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"sync"
	"time"

	"deaddrop/gm/store"
	"deaddrop/mailer"
)

const (
	sentRecord = "service/sent"   // no game's name
	sentEvery  = 10 * time.Second // how often it is kept how many letters were sent
	sentSlice  = 10 * time.Minute
	sentSpan   = 24 * time.Hour
)

// sentCounts is how many letters were sent in each slice of time, by the slice's beginning in Unix seconds.
type sentCounts map[int64]int

// A sentLog keeps in the store how many letters were sent lately, so that a service that is started again, or
// another one that shares the work, keeps within the limit of a day, too. What was sent in the last seconds before
// a crash is not in it.
type sentLog struct {
	store  store.Store
	sender *mailer.Sender
	now    func() time.Time

	mu    sync.Mutex
	fresh sentCounts // not in the store yet
	known sentCounts // counts in the store
}

// add counts a letter.
func (l *sentLog) add() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.fresh == nil {
		l.fresh = sentCounts{}
	}
	l.fresh[l.now().Truncate(sentSlice).Unix()]++
}

// saveRegularly keeps the counts until ctx ends.
func (l *sentLog) saveRegularly(ctx context.Context, log *slog.Logger) error {
	for range every(ctx, sentEvery) {
		if _, err := l.sync(ctx); err != nil && ctx.Err() == nil {
			log.Warn("it can't be kept how many letters were sent", "error", err)
		}
	}
	_, err := l.sync(context.WithoutCancel(ctx))
	return err
}

// sync adds to the store what was sent here, and has the sender count what others have sent, or this one in an
// earlier life. It returns how many letters that is.
func (l *sentLog) sync(ctx context.Context) (n int, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	saved, err := l.store.Load(ctx, sentRecord)
	counts := sentCounts{}
	if err == nil && saved.Rev > 0 {
		err = json.Unmarshal(saved.Head, &counts)
	}
	if err != nil {
		return 0, fmt.Errorf("reading how many letters were sent: %w", err)
	}
	now := l.now()
	var others []time.Time
	for slice, n := range counts {
		end := time.Unix(slice, 0).Add(sentSlice)
		if end.After(now) {
			end = now
		}
		for range n - l.known[slice] {
			others = append(others, end)
		}
	}
	l.sender.Recall(others)
	l.known = maps.Clone(counts)
	n = len(others)
	if len(l.fresh) == 0 {
		return n, nil
	}
	for slice, n := range l.fresh {
		counts[slice] += n
	}
	maps.DeleteFunc(counts, func(slice int64, _ int) bool { return now.Sub(time.Unix(slice, 0)) > sentSpan+sentSlice })
	js, err := json.Marshal(counts)
	if err == nil {
		_, err = l.store.Commit(ctx, sentRecord, store.Change{Rev: saved.Rev, Head: js})
	}
	switch {
	case errors.Is(err, store.ErrConflict): // another process has come between: next time
		return n, nil
	case err != nil:
		return n, fmt.Errorf("saving how many letters were sent: %w", err)
	}
	l.known, l.fresh = counts, nil
	return n, nil
}
