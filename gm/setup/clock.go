package setup

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"deaddrop/gm/store"
)

// A Clock follows the clock of a store that several machines share, so that they agree on what is due. Between
// queries it measures elapsed time with the monotonic clock, so it does not matter if this machine's clock is set.
type Clock struct {
	Own func() time.Time // this machine's clock

	mu    sync.Mutex
	asked time.Time // when the store was asked, by Own; zero: never, so that Own is used alone
	its   time.Time // the store's time then
}

// Strayed is the tolerated difference between a machine's clock and the store's, and also the time within which the
// store should answer.
const Strayed = 2 * time.Second

// Now returns the current time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.asked.IsZero() {
		return c.Own()
	}
	return c.its.Add(c.Own().Sub(c.asked))
}

// asks is the number of attempts if the store answers slowly.
const asks = 3

// Set queries the store's clock, and returns how far it is ahead of our own. The answer is taken as the time in the
// middle of the query. A slow query, for instance while another server takes over, is repeated.
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

// Follow sets the clock by the store's, if that has one, and logs a warning if our own is wrong.
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

// TimeOf returns the clock for a command on a store: the store's if it has one, or else own.
func TimeOf(ctx context.Context, s store.Store, own func() time.Time) (func() time.Time, error) {
	clock, ok := store.As[store.Clock](s)
	if !ok {
		return own, nil
	}
	c := &Clock{Own: own}
	_, err := c.Set(ctx, clock)
	return c.Now, err
}
