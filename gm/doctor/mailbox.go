package doctor

import (
	"context"

	"deaddrop/gm/amount"
	"deaddrop/mailer"
)

// nearlyFull is which part of a quota should not be used up, in percent.
const nearlyFull = 90

// roomy looks whether letters can be moved out of the mailbox, and whether more have room in it.
func (d *Doctor) roomy(ctx context.Context, in *mailer.InboxProbe) {
	switch readOnly, err := in.ReadOnly(ctx); {
	case err != nil:
		d.fault("Run gm doctor again; if the error remains, ask your mail provider.", "INBOX can't be opened again: "+
			"%v.", plain(err))
		return
	case readOnly:
		d.fault("Give this user the right to delete mail in INBOX, or set user under [imap] to one who has it. "+
			"Until then each letter is read again and again, as it can't be moved away.",
			"The mailbox can only be read: the IMAP server lets %q move no letters out of INBOX.", d.c.IMAP.User)
	}
	quotas, err := in.Quotas(ctx)
	if err != nil {
		d.skip("The IMAP server could not be asked how full the mailbox is: %v.", plain(err))
		return
	}
	for _, q := range quotas {
		d.quota(q)
	}
}

// quota says how full the mailbox is, if that matters.
func (d *Doctor) quota(q mailer.Quota) {
	used, limit := amount.Bytes(q.Used<<10), amount.Bytes(q.Limit<<10)
	if q.Letters {
		used, limit = amount.Count(int(q.Used), "letter", "letters"), amount.Count(int(q.Limit), "letter", "letters")
	}
	do := "Delete old letters in the folders " + d.c.Processed + " and " + d.c.Failed + " with a mail program: gm does " +
		"not need them. Or ask your provider for more room."
	switch {
	case q.Limit > 0 && q.Used >= q.Limit:
		d.fault(do, "The mailbox is full, so no letters from players can come in: it holds %s of %s.", used, limit)
	case q.Limit > 0 && q.Used*100 >= q.Limit*nearlyFull:
		d.advise(do, "The mailbox is nearly full: it holds %s of %s.", used, limit)
	}
}
