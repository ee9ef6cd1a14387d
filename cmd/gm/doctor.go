package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"deaddrop/gm/refusal"
	"deaddrop/mailer"
)

// A verdict is what a finding is about.
type verdict string

const (
	sound  verdict = "ok"
	advice verdict = "advice" // it works, but could be better
	fault  verdict = "FAULT"
	waits  verdict = "skipped" // can't be looked at
)

// A finding is one thing that the doctor has looked at.
type finding struct {
	Verdict verdict
	Text    string // what is so
	Do      string `json:",omitempty"` // what to do about it
}

// A doctor examines a configuration, and everything that it names.
type doctor struct {
	path string // the configuration
	now  func() time.Time
	wait time.Duration // for letters
	tick time.Duration // how often to look for them
	// patience is how often it tries again where the games are open and no service answers.
	patience int
	tls      *tls.Config // nil but in tests, which have authorities of their own
	txt      func(ctx context.Context, name string) ([]string, error)
	// delegated reports whether the DNS knows a registered domain at all.
	delegated func(ctx context.Context, domain string) bool
	free      func(dir string) (bytes uint64, known bool)
	// remote asks a running service for what it finds in its games; there is none when done is false.
	remote func(c config) (found []finding, done bool, err error)
	report func(finding)

	c       config
	serving bool // a service runs
}

func newDoctor(d *desk) *cobra.Command {
	doc := &doctor{now: d.now, tick: time.Second, patience: patience, txt: publicTXT, delegated: delegated, free: freeSpace}
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Look for what is wrong with the configuration, the mail servers and the games",
		Long: `doctor looks at the configuration, logs in to the mail servers, sends letters to the games' own address and sees what
arrives, and looks whether the games are in order. For each fault it says what is wrong and what to do. It may be used while
gm serve runs, and changes nothing but that its letters end up in the mailbox's folder for letters that were handled. It says
what is in order as it goes, then what could be better, and at the end what is at fault; it fails if anything is.`,
		Example: "  gm doctor",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if d.master != nil { // asked by another doctor
				return printFindings(cmd.Context(), cmd.OutOrStdout(), d.master, d.now())
			}
			if doc.wait < 0 {
				return &refusal.Error{Text: "Nobody can wait for less than no time; --wait takes one such as 2m."}
			}
			out := cmd.OutOrStdout()
			var better, wrong []finding
			doc.report = func(f finding) {
				switch f.Verdict {
				case advice:
					better = append(better, f)
				case fault:
					wrong = append(wrong, f)
				default:
					printFinding(out, f)
				}
			}
			doc.path = d.config
			doc.remote = func(c config) ([]finding, bool, error) { return remoteFindings(cmd.Context(), c, d.args) }
			doc.examine(cmd.Context())
			summary(out, better, wrong)
			switch err := cmd.Context().Err(); {
			case err != nil:
				return err
			case len(wrong) > 0:
				printf(out, "\n%s found. When you have mended something, run gm doctor again.\n", plural(len(wrong), "fault was", "faults were"))
				return errSaid
			}
			printf(out, "\nNo fault was found.\n")
			return nil
		},
	}
	cmd.Flags().Var(span{&doc.wait}, "wait", "how long to wait for the letters that it sends")
	doc.wait = 2 * time.Minute
	cmd.Flag("wait").DefValue = "2m"
	return cmd
}

// examine looks at everything, one thing after another. What rests on something that is at fault is left out.
func (d *doctor) examine(ctx context.Context) {
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

func (d *doctor) ok(format string, args ...any)   { d.find(sound, "", format, args) }
func (d *doctor) skip(format string, args ...any) { d.find(waits, "", format, args) }

// fault reports what is wrong and what to do about it, advise what could be better.
func (d *doctor) fault(do, format string, args ...any)  { d.find(fault, do, format, args) }
func (d *doctor) advise(do, format string, args ...any) { d.find(advice, do, format, args) }

// find reports a finding. What servers have said in it can't steer a terminal.
func (d *doctor) find(v verdict, do, format string, args []any) {
	harmless := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsControl(r) && r != '\n' || unicode.In(r, unicode.Cf, unicode.Co) {
				return -1
			}
			return r
		}, s)
	}
	d.report(finding{Verdict: v, Text: harmless(fmt.Sprintf(format, args...)), Do: harmless(do)})
}

// summary prints what there is to do, the most urgent last, where it is seen.
func summary(w io.Writer, better, wrong []finding) {
	for _, group := range [][]finding{better, wrong} {
		for i, f := range group {
			if i == 0 {
				printf(w, "\n")
			}
			printFinding(w, f)
		}
	}
}

// printFinding prints one finding, with what to do indented below it.
func printFinding(w io.Writer, f finding) {
	for i, line := range wrapped(f.Text) {
		mark := ""
		if i == 0 {
			mark = string(f.Verdict)
		}
		printf(w, "%-8s %s\n", mark, line)
	}
	if f.Do == "" {
		return
	}
	for i, line := range wrapped(f.Do) {
		mark := ""
		if i == 0 {
			mark = "→"
		}
		printf(w, "%-8s %-1s %s\n", "", mark, line)
	}
}

const reportWidth = 96

// wrapped breaks a text into lines. Lines of its own, which begin with spaces, stay as they are.
func wrapped(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(line, " ") {
			out = append(out, line)
			continue
		}
		now := ""
		for _, word := range strings.Fields(line) {
			if now != "" && len(now)+1+len(word) > reportWidth {
				out, now = append(out, now), ""
			}
			if now != "" {
				now += " "
			}
			now += word
		}
		out = append(out, now)
	}
	return out
}

// plural is a number with a noun: "1 letter", "3 letters".
func plural(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// lasting is a duration in words that are exact enough for people: "3 h 12 min".
func lasting(d time.Duration) string {
	d = d.Abs()
	const day = 24 * time.Hour
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%d s", d/time.Second)
	case d < time.Hour:
		return fmt.Sprintf("%d min", d/time.Minute)
	case d < day:
		return fmt.Sprintf("%d h %d min", d/time.Hour, d%time.Hour/time.Minute)
	}
	return fmt.Sprintf("%s %d h", plural(int(d/day), "day", "days"), d%day/time.Hour)
}

// said is what a server has said, to be put behind a sentence's last word.
func said(answer string) string {
	if answer == "" {
		return "."
	}
	return fmt.Sprintf("; it says: %q.", strings.TrimSpace(answer))
}
