package doctor

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"time"

	"deaddrop/gm/amount"
	"deaddrop/mailer"
)

// probeSubject is how the subject of each letter of the doctor begins.
const probeSubject = "gm doctor: "

// slack is by how much two clocks may differ.
const slack = 2 * time.Minute

// A round is the doctor's letters to itself.
type round struct {
	*Doctor
	in      *mailer.InboxProbe
	out     *mailer.SenderProbe
	nonce   string            // in all of them
	from    map[string]uint32 // by folder, the first mail that may be one of them
	letters []*sample
}

// A sample is a letter to itself.
type sample struct {
	id, to string
	mark   string // in its subject: servers have given letters other Message-IDs
	sent   time.Time
	err    error        // the SMTP server's
	mail   *mailer.Seen // nil: not there so far
	seen   time.Time    // when it was found
}

// roundTrip sends letters to the games' own address, and looks at what arrives.
func (d *Doctor) roundTrip(ctx context.Context, in *mailer.InboxProbe, out *mailer.SenderProbe) {
	r := &round{Doctor: d, in: in, out: out, nonce: strings.ToLower(rand.Text()), from: map[string]uint32{}}
	for _, folder := range []string{in.Done(), in.Failed(), in.Mailbox()} {
		next, err := in.Next(ctx, folder)
		if err != nil {
			d.fault("Run gm doctor again; if it stays so, ask your mail provider.", "The IMAP server failed when it was asked for its newest letters: %v.", plain(err))
			return
		}
		r.from[folder] = next
	}
	straight := r.send(ctx, d.c.Address, "a letter to the games' own address", "")
	detour := (*sample)(nil)
	if d.c.Plus {
		detour = r.send(ctx, plussed(d.c.Address, "d.doctor."+r.nonce[:16]), "a letter to an address with a plus", "")
	}
	if r.await(ctx, straight, detour) && r.arrived(ctx, straight) {
		r.clocks(straight)
		r.renamed(straight, r.plusArrived(detour))
		r.trust(ctx, straight)
	}
	r.clean(ctx)
}

// send sends one letter. A field that is not empty is put on top of its header.
func (r *round) send(ctx context.Context, to, what, field string) *sample {
	_, domain, _ := strings.Cut(r.c.Address, "@")
	l := &sample{to: to, sent: r.now(), mark: fmt.Sprintf("%s.%d", r.nonce, len(r.letters))}
	l.id = "doctor." + l.mark + "@" + domain
	raw, err := mailer.Draft{
		ID: l.id, From: r.c.Address, FromName: r.c.Name, To: to, Subject: probeSubject + what + " " + l.mark, Date: l.sent, Auto: "auto-generated",
		Text: "gm doctor has sent this letter to find out whether it arrives. It is of no more use.\n",
	}.Bytes()
	if err == nil {
		err = r.out.Send(ctx, r.c.Address, to, append([]byte(field), raw...))
	}
	l.err = err
	r.letters = append(r.letters, l)
	return l
}

// await looks for letters until all of them are there, or the time is over. It reports whether the mailbox could be read.
func (r *round) await(ctx context.Context, letters ...*sample) bool {
	for until := r.now().Add(r.Wait); ; {
		err := r.look(ctx)
		missing := slices.ContainsFunc(letters, func(l *sample) bool { return l != nil && l.mail == nil && l.err == nil })
		if err != nil {
			if ctx.Err() == nil {
				r.fault("Run gm doctor again; if it stays so, ask your mail provider.", "The IMAP server failed while letters were looked for: %v.", plain(err))
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

// look looks once. A service that runs may have moved a letter already.
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
	for _, m := range mails {
		for _, l := range r.letters {
			if strings.HasSuffix(strings.TrimSpace(m.Header.Get("subject")), l.mark) {
				if l.mail == nil {
					l.seen = r.now()
				}
				l.mail = &m // where it is now
			}
		}
	}
	return err
}

// arrived reports whether the letter to the address itself has arrived.
func (r *round) arrived(ctx context.Context, l *sample) bool {
	switch {
	case l.err != nil:
		r.fault("The words of the server say why; ask your provider about them.", "The SMTP server took the login, but not a letter to %s%s", l.to, saidNo(l.err))
		return false
	case l.mail != nil:
		r.ok("A letter to %s arrived after %s.", l.to, amount.Time(l.seen.Sub(l.sent)))
		return true
	}
	for _, folder := range []string{"Junk", "Spam", "INBOX.Junk", "INBOX.Spam", "Junk E-mail", "[Gmail]/Spam", "Bulk Mail"} {
		refused := (*mailer.RefusedError)(nil)
		if err := r.find(ctx, folder, 0); err != nil && !errors.As(err, &refused) {
			break
		}
		if l.mail != nil {
			r.fault("Switch the spam filter of this mailbox off, or have it let everything through: a player's orders could end there as well. At most providers that is a setting on their web page.",
				"A letter to %s was taken for spam and put into the folder %s, where gm does not look.", l.to, folder)
			return false
		}
	}
	r.fault(fmt.Sprintf("Write to %[1]s from your own mail program and look whether the letter comes into the mailbox that user under [imap] names. If it does not, that mailbox is not where mail to %[1]s goes. If it takes long, run gm doctor --wait 15m. A rule or filter of the mailbox that moves mail must be switched off.", l.to),
		"A letter to %s was taken by the SMTP server and did not arrive within %s.", l.to, amount.Time(r.Wait))
	return false
}

// clocks compares the clocks of the servers with this machine's.
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
	text := fmt.Sprintf("The mail server dated a letter %s when it was %s on this machine.", l.mail.Received.In(l.seen.Location()).Format("2 Jan 2006 15:04:05 MST"), l.seen.Format("2 Jan 2006 15:04:05 MST"))
	if at, said := receivedAt(l.mail.Header); said && apart(at, l.sent, l.seen) == 0 {
		r.fault("Tell your mail provider, or set the clock if the server is yours: which orders came in time goes by it.", "%s Another server on the way agrees with this machine, so the clock of the mailbox is wrong by %s.", text, amount.Time(off))
		return
	}
	r.fault("Set the clock and its time zone, and have it kept right by the network (timedatectl set-ntp true): deadlines go by it. If this machine is right, tell your mail provider.",
		"%s The clock of this machine seems to be %s %s.", text, amount.Time(off), ours)
}

// apart is by how much a time lies outside of a span, beyond what is usual; 0 if it does not.
func apart(at, from, to time.Time) time.Duration {
	switch {
	case at.Before(from.Add(-slack)):
		return at.Sub(from)
	case at.After(to.Add(slack)):
		return at.Sub(to)
	}
	return 0
}

// receivedAt is when the last server on the way says that it got a letter.
func receivedAt(h mailer.Header) (time.Time, bool) {
	field := h.Get("received")
	i := strings.LastIndexByte(field, ';')
	if i < 0 {
		return time.Time{}, false
	}
	at, err := mail.ParseDate(strings.TrimSpace(field[i+1:]))
	return at, err == nil
}

const plusOff = "Write plus = false above the first [section] of the configuration. A player's letter is then known by what it answers (In-Reply-To) or by its provider's signature alone, which most have. Or have your provider switch on addresses with a plus (\"subaddressing\")."

// plusArrived looks at the letter to an address with a plus, and reports whether such addresses are of use.
func (r *round) plusArrived(l *sample) bool {
	switch {
	case l == nil: // the configuration says that there are none
	case l.err != nil:
		r.fault(plusOff, "The mail server does not know addresses with a plus: it refused a letter to %s%s", plussed(r.c.Address, "…"), saidNo(l.err))
	case l.mail == nil:
		r.fault(plusOff, "A letter to %s, an address with a plus, did not arrive within %s, while one without did.", plussed(r.c.Address, "…"), amount.Time(r.Wait))
	case !strings.EqualFold(l.mail.DeliveredTo, l.to):
		r.fault(plusOff, "A letter to an address with a plus arrived, but the mail server does not note in the letter to which one (in a field Delivered-To, X-Original-To or Envelope-To).")
	default:
		r.ok("Letters to addresses such as %s arrive, and the server notes to which one.", plussed(r.c.Address, "…"))
		return true
	}
	return false
}

// renamed looks whether a letter still has the Message-ID that it was given.
func (r *round) renamed(l *sample, plus bool) {
	switch {
	case strings.Contains(l.mail.Header.Get("message-id"), "<"+l.id+">"):
		r.ok("Letters keep the Message-IDs that they are given, by which answers to them are known.")
	case plus:
		r.advise("Nothing need be done: answers are known by the addresses with a plus that they go to.", "A mail server on the way gives letters other Message-IDs than gm has given them.")
	default:
		r.fault("Use another SMTP server, or have your provider switch on addresses with a plus and leave plus = false out. Until then every player must have a provider that signs letters (DKIM), as most do.",
			"A mail server on the way gives letters other Message-IDs than gm has given them, so it can't be seen what a player's letter answers.")
	}
}

// clean moves the letters out of the way. A service does that by itself with all letters of our own, also with one
// that comes later.
func (r *round) clean(ctx context.Context) {
	if r.serving {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	for _, l := range r.letters {
		if l.mail == nil || l.mail.Mailbox == r.in.Done() {
			continue
		}
		if err := r.in.PutAway(ctx, *l.mail); err != nil {
			r.advise("Delete it in your mail program.", "A letter of gm doctor could not be moved out of %s: %v.", l.mail.Mailbox, plain(err))
			return
		}
	}
}
