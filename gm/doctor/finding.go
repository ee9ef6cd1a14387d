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

// A Doctor examines a configuration, and everything that it names. Report is called with each finding, as soon as there
// is one.
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
	remote func(ctx context.Context, c config.Config) (says answer, done bool, err error)

	c       config.Config
	usable  bool          // the configuration
	placed  bool          // there is a directory for the games
	serving bool          // a service runs
	site    string        // whose games these are; "": that is not known
	left    time.Duration // of the time in which it has to be done
	in      *mailer.InboxProbe
	out     *mailer.SenderProbe
}

// ok reports what is as it should be, skip what could not be looked at.
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

// lateness is how long after its time something may be done before that is a fault.
const lateness = 15 * time.Minute

// tell reports what was found elsewhere.
func (d *Doctor) tell(found []Finding) {
	for _, f := range found {
		d.Report(f)
	}
}
