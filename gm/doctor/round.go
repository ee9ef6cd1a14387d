package doctor

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"

	"deaddrop/gm/amount"
	"deaddrop/mailer"
)

// roundTrip sends letters to the games' own address and examines what arrives.
func (d *Doctor) roundTrip(ctx context.Context, in *mailer.InboxProbe, out *mailer.SenderProbe) {
	r := &round{Doctor: d, in: in, out: out, nonce: strings.ToLower(rand.Text()), from: map[string]uint32{}}
	for _, folder := range []string{in.Done(), in.Failed(), in.Mailbox()} {
		next, err := in.Next(ctx, folder)
		if err != nil {
			d.fault("Run gm doctor again; if the error remains, ask your mail provider.",
				"The IMAP server failed when it was asked for its newest letters: %v.", plain(err))
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

const plusOff = "Write plus = false above the first [section] of the configuration. A player's letter is then " +
	"recognized only by the letter that it answers (In-Reply-To) or by its provider's signature, which most " +
	"letters have. Or ask your provider to switch on addresses with a plus (\"subaddressing\")."

// plusArrived examines whether the letter to an address with a plus has arrived, and reports whether such addresses
// work.
func (r *round) plusArrived(l *sample) bool {
	switch {
	case l == nil: // no such letter was sent, since the configuration says that such addresses don't work
	case l.err != nil:
		r.fault(plusOff, "The mail server does not know addresses with a plus: it refused a letter to %s%s",
			plussed(r.c.Address, "…"), saidNo(l.err))
	case l.mail == nil:
		r.fault(plusOff, "A letter to %s, an address with a plus, did not arrive within %s, while one without did.",
			plussed(r.c.Address, "…"), amount.Time(r.Wait))
	case !strings.EqualFold(l.mail.DeliveredTo, l.to):
		r.fault(plusOff, "A letter to an address with a plus arrived, but the mail server does not note in the "+
			"letter which address it was sent to (in a field Delivered-To, X-Original-To or Envelope-To).")
	default:
		r.ok("Letters to addresses such as %s arrive, and the server notes the address.", plussed(r.c.Address, "…"))
		return true
	}
	return false
}

// renamed checks whether a letter still has its original Message-ID.
func (r *round) renamed(l *sample, plus bool) {
	switch {
	case strings.Contains(l.mail.Header.Get("message-id"), "<"+l.id+">"):
		r.ok("Letters keep the Message-IDs that gm gives them, so answers to them are recognized.")
	case plus:
		r.advise("Nothing need be done: answers are recognized by the addresses with a plus that they go to.",
			"A mail server on the way replaces the Message-IDs that gm gives to letters.")
	default:
		r.fault("Use another SMTP server, or have your provider switch on addresses with a plus and remove plus = "+
			"false. Until then every player must have a provider that signs letters (DKIM), as most do.",
			"A mail server on the way replaces the Message-IDs that gm gives to letters, so gm can't tell which "+
				"letter a player answers.")
	}
}

// clean moves the letters out of INBOX. A service does that itself with all of our own letters, including those that
// arrive later.
func (r *round) clean(ctx context.Context) {
	if r.serving {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), exchange)
	defer cancel()
	for _, l := range r.letters {
		if l.mail == nil || l.mail.Mailbox == r.in.Done() {
			continue
		}
		if err := r.in.PutAway(ctx, *l.mail); err != nil {
			r.stuck(l, err)
			return
		}
	}
}

// stuck reports that a letter can't be moved out of INBOX, as those of players could not.
func (r *round) stuck(l *sample, err error) {
	refused := (*mailer.RefusedError)(nil)
	if !errors.As(err, &refused) {
		r.advise("Delete it in your mail program.", "A letter of gm doctor could not be moved out of %s: %v.",
			l.mail.Mailbox, plain(err))
		return
	}
	do := fmt.Sprintf("Check that the account may change its mailbox, and that neither the server nor access "+
		"rights (ACL) make it read-only. Without that, letters that were handled stay in %s and are read again and "+
		"again: no order counts twice, but it is slow. Then delete the letters of gm doctor there.", l.mail.Mailbox)
	if refused.Code == "OVERQUOTA" || strings.Contains(strings.ToLower(refused.Answer), "quota") {
		do = makeRoom
	}
	r.fault(do, "Letters can't be moved from %s to %s%s", l.mail.Mailbox, r.in.Done(), said(refused.Answer))
}
