package doctor

import (
	"context"
	"errors"
	"fmt"

	"deaddrop/gm"
	"deaddrop/gm/amount"
	"deaddrop/mailer"
)

// manyWaiting is the number of letters in INBOX above which they can't all be letters that players have written since
// yesterday.
const manyWaiting = 50

// inbox logs in to the IMAP server and examines the mailbox. It returns nil if letters can't be read.
func (d *Doctor) inbox(ctx context.Context) *mailer.InboxProbe {
	p, ready := d.party(ctx, "imap", d.c.IMAP)
	if !ready {
		return nil
	}
	in, err := mailer.ProbeInbox(ctx, &mailer.Inbox{Server: p.server, Done: d.c.Processed, Failed: d.c.Failed, Timeout: exchange})
	if err != nil {
		d.unreachable(ctx, p, err)
		return nil
	}
	d.ok("The IMAP server %s lets %q in, %s, and INBOX can be opened.", p.server.Addr, p.server.User, secured(p.server))
	d.abilities(in)
	d.roomy(ctx, in)
	sorted := d.folders(ctx, in)
	if sorted {
		d.owner(ctx, in)
	}
	d.waiting(ctx, in)
	if !sorted {
		in.Close()
		return nil
	}
	return in
}

// abilities reports which extensions the server lacks, and what the consequences are.
func (d *Doctor) abilities(in *mailer.InboxProbe) {
	missing := false
	for _, a := range []struct{ capability, cost string }{
		{"IDLE", "Letters are found only when gm looks for them, every " + d.c.Poll.String() +
			" (poll in the configuration)."},
		{"MOVE", "Letters are moved by copying them, which works, but leaves a letter twice if the connection breaks " +
			"in between."},
		{"UIDPLUS", "If MOVE is missing, too, letters that were moved stay in INBOX, marked as deleted, and are " +
			"not read again; purge them now and then with a mail program."},
	} {
		if in.Has(a.capability) || a.capability == "UIDPLUS" && in.Has("MOVE") {
			continue
		}
		missing = true
		d.advise("Nothing need be done. "+a.cost, "The IMAP server does not know the extension %s.", a.capability)
	}
	if !missing {
		d.ok("The IMAP server announces new letters and can move them.")
	}
}

// folders checks that letters can be moved to the configured folders.
func (d *Doctor) folders(ctx context.Context, in *mailer.InboxProbe) bool {
	lines, refused := "", error(nil)
	for _, f := range []struct{ setting, name string }{{"processed", in.Done()}, {"failed", in.Failed()}} {
		made, err := in.Make(ctx, f.name)
		if err != nil {
			refused = err
		}
		if made != "" && made != f.name {
			lines += fmt.Sprintf("\n  %s = %q", f.setting, made)
		}
	}
	answer := (*mailer.RefusedError)(nil)
	switch {
	case lines != "":
		d.fault("Add to the configuration, above its first [section]:"+lines,
			"The IMAP server needs different names for the folders %s and %s.", in.Done(), in.Failed())
	case errors.As(refused, &answer):
		d.fault(fmt.Sprintf("Make both folders in your mail program or your provider's web page, or name existing "+
			"ones with processed = and failed = above the first [section] of the configuration. Without them "+
			"letters can't be moved out of INBOX, and are read again and again: no order counts twice, but it is "+
			"slow.\n  %s\n  %s", in.Done(), in.Failed()),
			"The folders %s and %s do not both exist, and the IMAP server does not let gm create them%s", in.Done(),
			in.Failed(), said(answer.Answer))
	case refused != nil:
		d.fault("Run gm doctor again; if the error remains, ask your mail provider.",
			"The IMAP server failed when it was asked for the folders %s and %s: %v.", in.Done(), in.Failed(),
			plain(refused))
	default:
		d.ok("The folders %s and %s, for letters that were handled and for those that can't be, exist.", in.Done(),
			in.Failed())
		return true
	}
	return false
}

// owner checks whether the mailbox is marked as belonging to other games, or to several services.
func (d *Doctor) owner(ctx context.Context, in *mailer.InboxProbe) {
	notes, err := in.Notes(ctx, gm.SiteField)
	switch {
	case err != nil:
		d.advise("Nothing need be done: gm just can't tell whether another gm serve reads this mailbox.",
			"The IMAP server can't be asked whose mailbox this is: %v.", plain(err))
		return
	case d.site == "":
		return
	}
	for _, n := range notes {
		if n.Header.Get(gm.SiteField) != d.site {
			d.fault("Check that data = (or store =) and the mailbox in the configuration belong together, and that "+
				"no other gm serve reads this mailbox. If it is to serve these games from now on, delete that note "+
				"in a mail program.", "The mailbox belongs to other games: a note of %s in the folder %s says so.",
				n.Received.Format(amount.Moment), in.Done())
			return
		}
	}
	d.ok("No other games are played with this mailbox.")
}

// waiting examines the letters in INBOX.
func (d *Doctor) waiting(ctx context.Context, in *mailer.InboxProbe) {
	n, oldest, err := in.Waiting(ctx)
	age := d.now().Sub(oldest)
	switch {
	case err != nil:
		d.fault("Run gm doctor again; if the error remains, ask your mail provider.",
			"The letters in INBOX can't be listed: %v.", plain(err))
	case n == 0:
		d.ok("There are no letters in INBOX.")
	case n < manyWaiting && age < lateness:
		d.ok("%s in INBOX, only just arrived.", amount.Count(n, "letter waits", "letters wait"))
	case n >= manyWaiting:
		d.advise("gm serve will read all of them. If they are not letters from players, move it elsewhere first: "+
			"the mailbox should be for the games alone, and no other program should read or sort it.",
			"%s in INBOX, the oldest for %s.", amount.Count(n, "letter waits", "letters wait"), amount.Time(age))
	default:
		d.advise("gm serve takes them in. If it runs and they stay there, look at what it prints. If they are not "+
			"letters from players, give the games a mailbox of their own, which no other program reads or sorts.",
			"%s in INBOX, the oldest for %s.", amount.Count(n, "letter waits", "letters wait"), amount.Time(age))
	}
}
