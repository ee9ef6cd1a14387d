package doctor

import (
	"context"
	"slices"

	"deaddrop/gm"
	"deaddrop/gm/amount"
	"deaddrop/gm/outbox"
	"deaddrop/mailer"
)

// deferred tells of letters that wait because of a limit for outgoing mail.
func (d *Doctor) deferred(ctx context.Context, m *gm.Master) {
	letters, err := outbox.List(ctx, m)
	if err != nil {
		return // that is reported elsewhere
	}
	letters = slices.DeleteFunc(letters, func(o outbox.Unsent) bool {
		_, is := mailer.Limited(o.Error)
		return !is
	})
	if len(letters) == 0 {
		return
	}
	last := slices.MaxFunc(letters, func(a, b outbox.Unsent) int { return a.Next.Compare(b.Next) })
	why, _ := mailer.Limited(last.Error)
	d.advise("Nothing need be done: they go out by themselves, answers first. If your provider allows more, write "+
		"rate (a minute) or per_day under [smtp], and start gm serve again.",
		"%s because of a limit for outgoing mail, the last one until %s or later: %s.",
		amount.Count(len(letters), "letter waits", "letters wait"), last.Next.Format(amount.Moment), why)
}
