package mailer

import (
	"context"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// ReadOnly reports whether letters can't be moved out of the mailbox, as the server says (RFC 9051, 6.3.2).
func (p *InboxProbe) ReadOnly(ctx context.Context) (bool, error) {
	if _, err := p.open(ctx, p.in.Mailbox); err != nil {
		return false, err
	}
	return p.box.spoken.readOnly.Load(), nil
}

// A Quota is a limit for what a mailbox holds (RFC 9208).
type Quota struct {
	Letters     bool // whether it is for their number, not for kilobytes
	Used, Limit int64
}

// Quotas returns the limits for the mailbox; none if the server does not tell them. It asks over a connection of its own, as
// some servers answer in a way that ends it: Courier names a quota without limits.
func (p *InboxProbe) Quotas(ctx context.Context) ([]Quota, error) {
	if !p.caps.Has(imap.CapQuota) {
		return nil, nil
	}
	b, err := openBox(ctx, p.in.Server, p.in.Mailbox, p.in.Timeout)
	if err != nil {
		return nil, imapRefusal(err)
	}
	defer b.close()
	roots, err := step(ctx, b.raw, p.in.Timeout, "asking for the quota", func() ([]imapclient.QuotaData, error) {
		return b.client.GetQuotaRoot(p.in.Mailbox).Wait()
	})
	if err != nil {
		return nil, imapRefusal(err)
	}
	var all []Quota
	for _, root := range roots {
		for kind, r := range root.Resources {
			if kind == imap.QuotaResourceStorage || kind == imap.QuotaResourceMessage {
				all = append(all, Quota{Letters: kind == imap.QuotaResourceMessage, Used: r.Usage, Limit: r.Limit})
			}
		}
	}
	return all, nil
}
