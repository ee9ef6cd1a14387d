// Package doctor examines a configuration and everything that it names: files and their modes, the games, the mail servers,
// what the DNS says of the domain, and whether a letter to the games' own address arrives. It reports each thing as it looks
// at it, with what to do where something is wrong.
//
// It mends nothing. Findings are looked into beside a service by the service itself, which has the games open; how they are
// printed is for the command.
package doctor

import (
	"context"
	"crypto/tls"
	"fmt"
	"strings"
	"time"
	"unicode"

	"deaddrop/adjudicator"
	"deaddrop/gm/config"
	"deaddrop/gm/setup"
	"deaddrop/mailer"
)

// A Verdict says how what was found is.
type Verdict string

// The verdicts.
const (
	OK      Verdict = "ok"      // as it should be
	Advice  Verdict = "advice"  // it works, but could be better
	Fault   Verdict = "FAULT"   // it does not work
	Skipped Verdict = "skipped" // can't be looked at
)

// A Finding is one thing that the doctor has looked at.
type Finding struct {
	Verdict Verdict
	Text    string // what is so
	Do      string `json:",omitempty"` // what to do about it
}

// A Doctor examines a configuration, and everything that it names. Report is called with each finding, as soon as there is one.
type Doctor struct {
	path   string               // the configuration
	rules  []*adjudicator.Rules // that the games are played by
	args   []string             // the command by which a running service is asked for what it finds in its games
	now    func() time.Time
	Wait   time.Duration // for the letters that it sends
	Report func(Finding)

	tick time.Duration // how often to look for letters
	// patience is how often it tries again where the games are open and no service answers.
	patience int
	tls      *tls.Config // nil but in tests, which have authorities of their own
	txt      func(ctx context.Context, name string) ([]string, error)
	// delegated reports whether the DNS knows a registered domain at all.
	delegated func(ctx context.Context, domain string) bool
	free      func(dir string) (bytes uint64, known bool)
	// remote asks a running service for what it finds in its games; there is none when done is false.
	remote func(c config.Config) (found []Finding, done bool, err error)

	c       config.Config
	serving bool // a service runs
}

// New is a doctor of the configuration at a path, whose games are played by those rules. A service that runs is asked for its
// findings by the command that args are.
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
		d.skip("No letter was sent to see whether it arrives, as there is no mailbox to look for it. To try that out, write to %s from your own mail program: gm inbox shows the letter when gm serve runs.", d.c.Address)
	default:
		d.skip("No letter was sent to see whether it arrives, as that takes both mail servers.")
	}
	d.names(ctx)
	d.key(ctx)
}

func (d *Doctor) ok(format string, args ...any) { d.find(OK, "", format, args) }

func (d *Doctor) skip(format string, args ...any) { d.find(Skipped, "", format, args) }

// fault reports what is wrong and what to do about it, advise what could be better.
func (d *Doctor) fault(do, format string, args ...any) { d.find(Fault, do, format, args) }

func (d *Doctor) advise(do, format string, args ...any) { d.find(Advice, do, format, args) }

// find reports a finding. What servers have said in it can't steer a terminal.
func (d *Doctor) find(v Verdict, do, format string, args []any) {
	harmless := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsControl(r) && r != '\n' || unicode.In(r, unicode.Cf, unicode.Co) {
				return -1
			}
			return r
		}, s)
	}
	d.Report(Finding{Verdict: v, Text: harmless(fmt.Sprintf(format, args...)), Do: harmless(do)})
}

// said is what a server has said, to be put behind a sentence's last word.
func said(answer string) string {
	if answer == "" {
		return "."
	}
	return fmt.Sprintf("; it says: %q.", strings.TrimSpace(answer))
}
