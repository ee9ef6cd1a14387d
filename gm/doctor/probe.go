package doctor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"time"

	"deaddrop/gm/amount"
	"deaddrop/mailer"
)

// probeSubject is the beginning of the subjects of the doctor's letters.
const probeSubject = "gm doctor: "

// slack is the tolerated difference between two clocks.
const slack = 2 * time.Minute

// A round is a set of letters that the doctor sends to itself.
type round struct {
	*Doctor
	in      *mailer.InboxProbe
	out     *mailer.SenderProbe
	nonce   string            // a random text in all of the letters
	from    map[string]uint32 // by folder, the UID of the first mail that may be one of them
	letters []*sample
}

// A sample is a letter that the doctor sends to itself.
type sample struct {
	id, to string
	mark   string // a mark in its subject, since servers may change Message-IDs
	sent   time.Time
	err    error        // the error of the SMTP server, or nil
	mail   *mailer.Seen // the mail that arrived; nil if none has yet
	seen   time.Time    // when the mail was found
	copies int          // number of copies in one folder
}

// send sends a letter. If field is not empty, it is added at the top of the header.
func (r *round) send(ctx context.Context, to, what, field string) *sample {
	_, domain, _ := strings.Cut(r.c.Address, "@")
	l := &sample{to: to, sent: r.now(), mark: fmt.Sprintf("%s.%d", r.nonce, len(r.letters))}
	l.id = "doctor." + l.mark + "@" + domain
	raw, err := mailer.Draft{
		ID: l.id, From: r.c.Address, FromName: r.c.Name, To: to, Subject: probeSubject + what + " " + l.mark,
		Date: l.sent, Auto: "auto-generated",
		Text: "gm doctor has sent this letter to find out whether it arrives. It is no longer needed.\n",
	}.Bytes()
	if err == nil {
		err = r.out.Send(ctx, r.c.Address, to, append([]byte(field), raw...))
	}
	l.err = err
	r.letters = append(r.letters, l)
	return l
}

// await looks for letters until all have arrived or the time is over. It reports whether the mailbox could be read.
func (r *round) await(ctx context.Context, letters ...*sample) bool {
	for until := r.now().Add(r.Wait); ; {
		err := r.look(ctx)
		missing := slices.ContainsFunc(letters,
			func(l *sample) bool { return l != nil && l.mail == nil && l.err == nil })
		if err != nil {
			if ctx.Err() == nil {
				r.fault("Run gm doctor again; if the error remains, ask your mail provider.",
					"The IMAP server failed while gm looked for letters: %v.", plain(err))
			}
			return false
		}
		if !missing || !r.now().Before(until) {
			return true
		}
		select {
		case <-time.After(r.tick):
		case <-ctx.Done():
			return false
		}
	}
}

// look looks for the letters once. A running service may already have moved a letter to another folder.
func (r *round) look(ctx context.Context) error {
	for _, folder := range []string{r.in.Mailbox(), r.in.Done(), r.in.Failed()} {
		if err := r.find(ctx, folder, r.from[folder]); err != nil {
			return err
		}
	}
	return nil
}

func (r *round) find(ctx context.Context, folder string, from uint32) error {
	mails, err := r.in.Newest(ctx, folder, from, 50)
	for _, l := range r.letters {
		n := 0
		for _, m := range mails {
			if !strings.HasSuffix(strings.TrimSpace(m.Header.Get("subject")), l.mark) {
				continue
			}
			if l.mail == nil {
				l.seen = r.now()
			}
			l.mail = &m // where the letter is now
			n++
		}
		l.copies = max(l.copies, n)
	}
	return err
}

// arrived reports whether the letter to the address itself has arrived.
func (r *round) arrived(ctx context.Context, l *sample) bool {
	switch {
	case l.err != nil:
		r.fault(cmp.Or(cureOf(l.err), "The server's answer says why; ask your provider about it."),
			"The SMTP server accepted the login, but not a letter to %s%s", l.to, saidNo(l.err))
		return false
	case l.mail != nil:
		r.ok("A letter to %s arrived after %s.", l.to, amount.Time(l.seen.Sub(l.sent)))
		if l.copies > 1 {
			r.advise("Look for a rule, a forwarding or an alias that leads mail back to this mailbox, and remove "+
				"it. No order counts twice, but the mailbox fills, and a returned letter could go round for ever.",
				"A letter to %s arrived %d times.", l.to, l.copies)
		}
		return true
	}
	for _, folder := range spamFolders() {
		refused := (*mailer.RefusedError)(nil)
		if err := r.find(ctx, folder, 0); err != nil && !errors.As(err, &refused) {
			break
		}
		if l.mail != nil {
			r.fault("Switch the spam filter of this mailbox off, or have it let everything through: a player's "+
				"orders could end there as well. At most providers that is a setting on their web page.",
				"A letter to %s was taken for spam and put into the folder %s, where gm does not look.", l.to, folder)
			return false
		}
	}
	r.fault(fmt.Sprintf("Write to %[1]s from your own mail program and look whether the letter comes into the "+
		"mailbox that user under [imap] names. If it does not, that mailbox is not where mail to %[1]s goes. If "+
		"mail takes long to arrive, run gm doctor --wait 15m. A rule or filter of the mailbox that moves mail must "+
		"be switched off.",
		l.to),
		"A letter to %s was accepted by the SMTP server, but did not arrive within %s.", l.to, amount.Time(r.Wait))
	return false
}

// clocks compares the servers' clocks with this machine's.
func (r *round) clocks(l *sample) {
	off := apart(l.mail.Received, l.sent, l.seen)
	if off == 0 {
		r.ok("The clocks of this machine and of the mail server agree.")
		return
	}
	ours := "behind"
	if off < 0 {
		ours = "ahead"
	}
	text := fmt.Sprintf("The mail server dated a letter %s when it was %s on this machine.",
		l.mail.Received.In(l.seen.Location()).Format("2 Jan 2006 15:04:05 MST"),
		l.seen.Format("2 Jan 2006 15:04:05 MST"))
	if at, said := receivedAt(l.mail.Header); said && apart(at, l.sent, l.seen) == 0 {
		r.fault("Tell your mail provider, or set the clock if the server is yours: it decides which orders came in "+
			"time.", "%s Another server on the way agrees with this machine, so the clock of the mailbox is wrong "+
			"by %s.", text, amount.Time(off))
		return
	}
	r.fault("Set the clock and its time zone, and have a time service keep it right (timedatectl set-ntp true): "+
		"deadlines go by it. If this machine is right, tell your mail provider.",
		"%s The clock of this machine seems to be %s %s.", text, amount.Time(off), ours)
}

// apart returns how far a time is outside of an interval, beyond the tolerated difference; 0 if it is not.
func apart(at, from, to time.Time) time.Duration {
	switch {
	case at.Before(from.Add(-slack)):
		return at.Sub(from)
	case at.After(to.Add(slack)):
		return at.Sub(to)
	}
	return 0
}

// receivedAt returns when the last mail server on the way received a letter, according to its header.
func receivedAt(h mailer.Header) (time.Time, bool) {
	field := h.Get("received")
	i := strings.LastIndexByte(field, ';')
	if i < 0 {
		return time.Time{}, false
	}
	at, err := mail.ParseDate(strings.TrimSpace(field[i+1:]))
	return at, err == nil
}
