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

// A Verdict is the severity of a finding.
type Verdict string

// Possible verdicts.
const (
	OK      Verdict = "ok"      // all is as it should be
	Advice  Verdict = "advice"  // everything works, but could be better
	Fault   Verdict = "FAULT"   // something does not work
	Skipped Verdict = "skipped" // the examination was not possible
)

// A Finding is the result of one check.
type Finding struct {
	Verdict Verdict
	Text    string // what was found
	Do      string `json:",omitempty"` // what to do about it; "" for nothing
}

// A Doctor examines a configuration and everything that it refers to. It calls Report with each finding as soon as
// there is one.
type Doctor struct {
	path   string               // path of the configuration
	rules  []*adjudicator.Rules // rules of the titles
	args   []string             // the command by which a running service is asked for its findings
	now    func() time.Time
	Wait   time.Duration // how long to wait for the letters that it sends
	Report func(Finding)
	// Program says which program this is, to be compared with a service; "": that is not known.
	Program string

	tick time.Duration // interval at which to look for letters
	// patience is the number of attempts when the games are open but no service answers.
	patience int
	tls      *tls.Config // nil except in tests, which use their own certificate authorities
	txt      func(ctx context.Context, name string) ([]string, error)
	// delegated reports whether a registered domain exists in the DNS.
	delegated func(ctx context.Context, domain string) bool
	free      func(dir string) (bytes uint64, known bool)
	writable  func(dir string) error // returns an error if no file can be made there
	// remote asks a running service for its findings. done is false if no service is running.
	remote func(ctx context.Context, c config.Config) (says answer, done bool, err error)

	c       config.Config
	usable  bool          // whether the configuration can be used
	placed  bool          // whether the directory for the games exists
	serving bool          // whether a service is running
	site    string        // the site that the games belong to; "" if unknown
	left    time.Duration // the time that is left for the examination
	in      *mailer.InboxProbe
	out     *mailer.SenderProbe
}

// ok reports something that is as it should be; skip reports something that could not be examined.
func (d *Doctor) ok(format string, args ...any) { d.find(OK, "", format, args) }

func (d *Doctor) skip(format string, args ...any) { d.find(Skipped, "", format, args) }

// fault reports something that is wrong, and advise something that could be better, with what to do about it.
func (d *Doctor) fault(do, format string, args ...any) { d.find(Fault, do, format, args) }

func (d *Doctor) advise(do, format string, args ...any) { d.find(Advice, do, format, args) }

// find reports a finding. Control characters, which may come from servers' answers, are made harmless for a terminal.
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

// lateness is how late something due may be before that counts as a fault.
const lateness = 15 * time.Minute

// tell reports findings from elsewhere, such as those of a running service.
func (d *Doctor) tell(found []Finding) {
	for _, f := range found {
		d.Report(f)
	}
}
