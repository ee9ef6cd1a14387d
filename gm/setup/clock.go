package setup

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"deaddrop/gm/store"
)

// A Clock tells the time of the store that several machines share, so that they agree on what is due. Between two looks
// at that it goes by how much time has passed here, which holds though somebody sets this machine's clock.
type Clock struct {
	Own func() time.Time // this machine's clock

	mu    sync.Mutex
	asked time.Time // by our own clock; zero: never, and our own is the one to go by
	its   time.Time // by the store's at that moment
}

// Strayed is by how much a machine's own clock may differ without a word, and how long the store's may take to answer.
const Strayed = 2 * time.Second

// Now is what time it is.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.asked.IsZero() {
		return c.Own()
	}
	return c.its.Add(c.Own().Sub(c.asked))
}

// asks is how often a store is asked for the time that is slow to tell it.
const asks = 3

// Set asks the store what time it is. It returns by how much its clock is ahead of our own. An answer is taken to be of
// the middle of the time that it took, so one that took long, as when another server took the store over, is asked for
// again.
func (c *Clock) Set(ctx context.Context, clock store.Clock) (ahead time.Duration, err error) {
	var asked, its time.Time
	for n, took := 0, Strayed+1; n < asks && took > Strayed; n++ {
		asked = c.Own()
		if its, err = clock.Now(ctx); err != nil {
			return 0, fmt.Errorf("asking for the time: %w", err)
		}
		took = c.Own().Sub(asked)
		asked = asked.Add(took / 2)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked, c.its = asked, its.Round(0)
	return its.Sub(asked.Round(0)), nil
}

// Follow sets the clock by a store's, if that has one, and says so if our own is wrong.
func (c *Clock) Follow(ctx context.Context, s store.Store, log *slog.Logger) error {
	clock, ok := store.As[store.Clock](s)
	if !ok {
		return nil
	}
	ahead, err := c.Set(ctx, clock)
	if err == nil && ahead.Abs() > Strayed {
		log.Warn("this machine's clock is not that of the database, by which the games go; set both by a time service",
			"database ahead by", ahead.Round(time.Millisecond))
	}
	return err
}

// Run sets the clock every minute, until ctx ends.
func (c *Clock) Run(ctx context.Context, s store.Store, log *slog.Logger) error {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
			if err := c.Follow(ctx, s, log); err != nil && ctx.Err() == nil {
				log.Warn("the clock could not be set", "error", err)
			}
		}
	}
}

// TimeOf is the time by which a command on a store goes.
func TimeOf(ctx context.Context, s store.Store, own func() time.Time) (func() time.Time, error) {
	clock, ok := store.As[store.Clock](s)
	if !ok {
		return own, nil
	}
	c := &Clock{Own: own}
	_, err := c.Set(ctx, clock)
	return c.Now, err
}
