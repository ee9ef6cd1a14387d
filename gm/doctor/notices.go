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
		d.fault(unreadable(m.Store), "Since when notices fail can't be read: %v.", err)
	case t.Long(now):
		d.fault("See that url under [notices] in the configuration is the webhook's, and that it still exists. What waits is "+
			"sent again for two days.",
			"Since %s no notice could be sent to the webhook: %s.", t.Since.Format(amount.Moment), t.Error)
	case !t.Since.IsZero():
		d.advise("Wait; it is tried again.", "The last notice could not be sent to the webhook: %s.", t.Error)
	}
}
