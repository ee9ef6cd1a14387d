package serve

import (
	"context"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/meter"
	"deaddrop/gm/site"
	"deaddrop/gm/store/metered"
)

// newMeter has what a master and its store do counted from now on.
func newMeter(m *gm.Master, now func() time.Time) *meter.Meter {
	var rules []string
	for _, r := range m.Rules {
		rules = append(rules, r.Name)
	}
	counts := meter.New(now, rules, []string{"imap", "smtp"})
	m.Meter = counts
	m.Store = metered.New(m.Store, now, counts.Call)
	return counts
}

// How the games are counted, so that a site with very many does not feel it: some at a time, and then nothing for so
// many times as long as that took. Where several services share a store, each does this.
const (
	tallyBatch = 100
	tallyRest  = 30
	tallyPause = time.Minute
)

// tally counts the games again and again until ctx ends.
func (s *Service) tally(ctx context.Context) error {
	for ctx.Err() == nil {
		var t site.Tally
		after, more := "", true
		for more && ctx.Err() == nil {
			began := s.now()
			var err error
			if after, err = site.AddTally(ctx, s.master, after, tallyBatch, &t); err != nil {
				break // whoever does the work says what is wrong with the store
			}
			if more = after != ""; more {
				wait(ctx, tallyRest*max(0, s.now().Sub(began)))
			}
		}
		if !more {
			s.meter.Tallied(t, s.now())
		}
		wait(ctx, tallyPause)
	}
	return nil
}

// wait waits, or until ctx ends.
func wait(ctx context.Context, long time.Duration) {
	timer := time.NewTimer(long)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}
