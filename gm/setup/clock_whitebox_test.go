package setup

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/store"
)

// A farClock is a store that does nothing but tell the time.
type farClock struct {
	store.Store
	now func() time.Time
	err error
}

func (c farClock) Now(context.Context) (time.Time, error) { return c.now(), c.err }

// The games go by the store's clock, whatever becomes of this machine's.
func TestSiteClock(t *testing.T) {
	real := time.Now()
	own := real
	c := &Clock{Own: func() time.Time { return own }}
	if !c.Now().Equal(real) {
		t.Errorf("before it is set it is %v", c.Now())
	}
	ahead, err := c.Set(t.Context(),
		farClock{now: func() time.Time { own = own.Add(2 * time.Second); return real.Add(time.Hour + time.Second) }})
	if err != nil || ahead != time.Hour { // it was asked at 0, and answered for 1 by its clock less an hour, heard at 2
		t.Errorf("it is %v ahead; %v", ahead, err)
	}
	own = own.Add(time.Minute)
	if want := real.Add(time.Hour + time.Minute + 2*time.Second); !c.Now().Equal(want) {
		t.Errorf("a minute later it is %v, want %v", c.Now(), want)
	}
	if _, err := c.Set(t.Context(), farClock{now: time.Now, err: errors.New("gone")}); err == nil {
		t.Error("a store that does not answer is believed")
	}
	if want := real.Add(time.Hour + time.Minute + 2*time.Second); !c.Now().Equal(want) {
		t.Errorf("when the store has gone it is %v, want %v", c.Now(), want)
	}
	var said strings.Builder
	if err := c.Follow(t.Context(), farClock{now: func() time.Time { return own.Add(time.Second) }},
		slog.New(slog.NewTextHandler(&said, nil))); err != nil || said.Len() > 0 {
		t.Errorf("a clock that is a second off: %s; %v", said.String(), err)
	}
	if err := c.Follow(t.Context(), farClock{now: func() time.Time { return own.Add(time.Minute) }},
		slog.New(slog.NewTextHandler(&said, nil))); err != nil || !strings.Contains(said.String(), "1m0s") {
		t.Errorf("a clock that is a minute off: %s; %v", said.String(), err)
	}
}

// An answer that took long, as when another server took the store over, says little of the time: it is asked for again.
func TestSiteClockOfSlowStore(t *testing.T) {
	own := time.Now()
	c := &Clock{Own: func() time.Time { return own }}
	wait := 20 * time.Second
	// it is said at the last moment
	slow := farClock{now: func() time.Time { own = own.Add(wait); wait /= 100; return own }}
	ahead, err := c.Set(t.Context(), slow)
	if off := c.Now().Sub(own).Abs(); err != nil || off > Strayed || ahead.Abs() > Strayed {
		t.Errorf("it is off by %v, and said to be ahead by %v; %v", off, ahead, err)
	}
}
