// Package doctor examines a configuration and everything that it refers to: files and their modes, the games, the
// mail servers, the domain's DNS records, and whether a letter to the games' own address arrives. It reports each
// finding immediately, with advice if something is wrong.
//
// It repairs nothing. If a service is running, it has the games open, so the service itself examines them. The
// command decides how findings are printed.
package doctor

import (
	"context"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/config"
	"deaddrop/gm/setup"
)

// New returns a doctor for the configuration at path, for games of the given rules. args is the command by which a
// running service is asked for its findings.
func New(path string, rules []*adjudicator.Rules, args []string, now func() time.Time) *Doctor {
	return &Doctor{
		path: path, rules: rules, args: args, now: now,
		tick: time.Second, patience: setup.Patience, txt: publicTXT, delegated: delegated, free: freeSpace, writable: setup.Writable,
		remote: func(ctx context.Context, c config.Config) (answer, bool, error) {
			return remoteFindings(ctx, c, args)
		},
	}
}

// Examine examines everything, part by part. It skips parts that depend on something faulty. A part that hangs is
// abandoned after some seconds, and reported.
func (d *Doctor) Examine(ctx context.Context) {
	d.left = wholeTime
	d.part(ctx, partTime, "The configuration", func(_ context.Context, d *Doctor) { d.usable = d.settings() })
	if !d.usable {
		d.skip("The games and the mail servers were not checked, because the configuration must be right first.")
		return
	}
	d.part(ctx, partTime, "The directory with the games", func(_ context.Context, d *Doctor) { d.files() })
	reading := d.reading()
	d.left += reading
	d.part(ctx, askTime+reading, "The games", func(ctx context.Context, d *Doctor) { d.games(ctx) })
	if d.c.Metrics.Listen != "" {
		d.part(ctx, partTime, "The metrics of gm serve",
			func(ctx context.Context, d *Doctor) { d.metrics(ctx) })
	}
	if d.c.LMTP.Listen != "" {
		d.part(ctx, partTime, "Where letters come in by LMTP", func(ctx context.Context, d *Doctor) { d.lmtp(ctx) })
	}
	d.mail(ctx)
	d.part(ctx, partTime, "The DNS records of the games' domain", func(ctx context.Context, d *Doctor) {
		d.names(ctx)
		d.key(ctx)
	})
}

// mail examines both mail servers, and whether a letter arrives.
func (d *Doctor) mail(ctx context.Context) {
	mailbox := d.c.IMAP.Addr != "" || d.c.LMTP.Listen == ""
	d.part(ctx, partTime, "The login to the mailbox", func(ctx context.Context, d *Doctor) { d.tokens(ctx) })
	if mailbox {
		d.part(ctx, partTime, "The IMAP server", func(ctx context.Context, d *Doctor) { d.in = d.inbox(ctx) })
	}
	d.part(ctx, partTime, "The SMTP server", func(ctx context.Context, d *Doctor) { d.out = d.sender(ctx) })
	if d.in != nil {
		defer d.in.Close()
	}
	if d.out != nil {
		defer d.out.Close()
	}
	switch {
	case d.in != nil && d.out != nil:
		d.left += d.Wait
		d.part(ctx, d.Wait+partTime, "Whether a letter arrives",
			func(ctx context.Context, d *Doctor) { d.roundTrip(ctx, d.in, d.out) })
	case !mailbox:
		d.skip("No letter was sent to see whether it arrives, as there is no mailbox to look for it. To try it, "+
			"write to %s from your own mail program: when gm serve runs, gm inbox shows the letter.", d.c.Address)
	default:
		d.skip("No letter was sent to see whether it arrives, as that needs both mail servers.")
	}
}
