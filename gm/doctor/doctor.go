// Package doctor examines a configuration and everything that it names: files and their modes, the games, the mail
// servers, what the DNS says of the domain, and whether a letter to the games' own address arrives. It reports each
// thing as it looks at it, with what to do where something is wrong.
//
// It mends nothing. Findings are looked into beside a service by the service itself, which has the games open; how they
// are printed is for the command.
package doctor

import (
	"context"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/config"
	"deaddrop/gm/setup"
)

// New is a doctor of the configuration at a path, whose games are played by those rules. A service that runs is asked
// for its findings by the command that args are.
func New(path string, rules []*adjudicator.Rules, args []string, now func() time.Time) *Doctor {
	return &Doctor{
		path: path, rules: rules, args: args, now: now,
		tick: time.Second, patience: setup.Patience, txt: publicTXT, delegated: delegated, free: freeSpace,
		remote: func(ctx context.Context, c config.Config) (answer, bool, error) {
			return remoteFindings(ctx, c, args)
		},
	}
}

// Examine looks at everything, one thing after another. What rests on something that is at fault is left out. What
// hangs is reported after some seconds and left out, too.
func (d *Doctor) Examine(ctx context.Context) {
	d.left = wholeTime
	d.part(ctx, partTime, "The configuration", func(_ context.Context, d *Doctor) { d.usable = d.settings() })
	if !d.usable {
		d.skip("The games and the mail servers were not looked at, as the configuration must be right first.")
		return
	}
	d.part(ctx, partTime, "The directory with the games", func(_ context.Context, d *Doctor) { d.files() })
	reading := d.reading()
	d.left += reading
	d.part(ctx, askTime+reading, "The games", func(ctx context.Context, d *Doctor) { d.games(ctx) })
	if d.c.Metrics.Listen != "" {
		d.part(ctx, partTime, "What gm serve tells of itself",
			func(ctx context.Context, d *Doctor) { d.metrics(ctx) })
	}
	if d.c.LMTP.Listen != "" {
		d.part(ctx, partTime, "Where letters come in by LMTP", func(ctx context.Context, d *Doctor) { d.lmtp(ctx) })
	}
	d.mail(ctx)
	d.part(ctx, partTime, "What the DNS says of the games' domain", func(ctx context.Context, d *Doctor) {
		d.names(ctx)
		d.key(ctx)
	})
}

// mail looks at both mail servers, and whether a letter arrives.
func (d *Doctor) mail(ctx context.Context) {
	mailbox := d.c.IMAP.Addr != "" || d.c.LMTP.Listen == ""
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
		d.skip("No letter was sent to see whether it arrives, as there is no mailbox to look for it. To try that "+
			"out, write to %s from your own mail program: gm inbox shows the letter when gm serve runs.", d.c.Address)
	default:
		d.skip("No letter was sent to see whether it arrives, as that takes both mail servers.")
	}
}
