package serve

import (
	"context"
	"fmt"
	"strings"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/site"
	"deaddrop/gm/store"
	"deaddrop/gm/work"
)

// LastHeard returns when a store was last known to be served. sure reports whether it would be known if it were still
// served: a service records that every minute, unless it can't read mail or does not trust the clock, but it always
// renews its hold on the mailbox that it reads.
func LastHeard(ctx context.Context, s store.Store) (heard time.Time, sure bool, err error) {
	p, err := site.UptimeOf(ctx, (&gm.Master{Store: s}))
	if err != nil {
		return heard, false, err
	}
	heard = p.Seen
	for name, err := range s.Games(ctx, work.Mailboxes) {
		if err != nil {
			return heard, false, fmt.Errorf("listing the mailboxes: %w", err)
		}
		if !strings.HasPrefix(name, work.Mailboxes) {
			break
		}
		renewed, err := (&mailbox{store: s, name: name}).lastRenewed(ctx)
		if err != nil {
			return heard, false, err
		}
		if renewed.After(heard) {
			heard = renewed
		}
	}
	return heard, p.Stopped.IsZero() && !p.Mending, nil
}
