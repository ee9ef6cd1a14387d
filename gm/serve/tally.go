package serve

import (
	"context"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/meter"
	"deaddrop/gm/site"
	"deaddrop/gm/store/metered"
)

// newMeter returns a meter that from now on counts what a master and its store do.
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

// Games are counted in small steps, with pauses many times as long as each step, so that even a very large site does
// not notice. If several services share a store, each of them counts.
const (
	tallyBatch = 100
	tallyRest  = 30
	tallyPause = time.Minute
)

// tally counts the games repeatedly until ctx ends.
func (s *Service) tally(ctx context.Context) error {
	for ctx.Err() == nil {
		var t site.Tally
		after, more := "", true
		for more && ctx.Err() == nil {
			began := s.now()
			var err error
			if after, err = site.AddTally(ctx, s.master, after, tallyBatch, &t); err != nil {
				break // errors of the store are reported by the work itself
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
