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
	"deaddrop/mailer"
)

// New is a doctor of the configuration at a path, whose games are played by those rules. A service that runs is asked
// for its findings by the command that args are.
func New(path string, rules []*adjudicator.Rules, args []string, now func() time.Time) *Doctor {
	return &Doctor{
		path: path, rules: rules, args: args, now: now,
		tick: time.Second, patience: setup.Patience, txt: publicTXT, delegated: delegated, free: freeSpace,
		remote: func(c config.Config) ([]Finding, bool, error) { return remoteFindings(c, args) },
	}
}

// Examine looks at everything, one thing after another. What rests on something that is at fault is left out.
func (d *Doctor) Examine(ctx context.Context) {
	if !d.settings() {
		d.skip("The games and the mail servers were not looked at, as the configuration must be right first.")
		return
	}
	d.files()
	d.games(ctx)
	if d.c.Metrics.Listen != "" {
		d.metrics(ctx)
	}
	if d.c.LMTP.Listen != "" {
		d.lmtp(ctx)
	}
	in := (*mailer.InboxProbe)(nil)
	mailbox := d.c.IMAP.Addr != "" || d.c.LMTP.Listen == ""
	if mailbox {
		in = d.inbox(ctx)
	}
	if in != nil {
		defer in.Close()
	}
	out := d.sender(ctx)
	if out != nil {
		defer out.Close()
	}
	switch {
	case in != nil && out != nil:
		d.roundTrip(ctx, in, out)
	case !mailbox:
		d.skip("No letter was sent to see whether it arrives, as there is no mailbox to look for it. To try that "+
			"out, write to %s from your own mail program: gm inbox shows the letter when gm serve runs.", d.c.Address)
	default:
		d.skip("No letter was sent to see whether it arrives, as that takes both mail servers.")
	}
	d.names(ctx)
	d.key(ctx)
}
