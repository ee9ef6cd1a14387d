package doctor

import (
	"context"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/amount"
	"deaddrop/gm/notice"
)

// notices checks whether notices reach the webhook.
func (d *Doctor) notices(ctx context.Context, m *gm.Master, now time.Time) {
	if m.Notices == nil {
		return
	}
	t, err := notice.TroubleOf(ctx, m)
	switch {
	case err != nil:
		d.fault(unreadable(m.Store), "It can't be read since when notices have failed: %v.", err)
	case t.Long(now):
		d.fault("Check that url under [notices] in the configuration is that of the webhook, and that it still "+
			"exists. gm serve goes on trying for two days.",
			"Since %s no notice could be sent to the webhook: %s.", t.Since.Format(amount.Moment), t.Error)
	case !t.Since.IsZero():
		d.advise("Wait; gm serve tries again.", "The last notice could not be sent to the webhook: %s.", t.Error)
	}
}
