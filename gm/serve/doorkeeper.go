package serve

import (
	"context"
	"slices"
	"strings"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/letter"
	"deaddrop/gm/meter"
	"deaddrop/gm/reception"
	"deaddrop/mailer"
	"deaddrop/mailer/identity"
)

// A Doorkeeper passes mails to a game master as letters, with the proof of who wrote them. It limits the number of
// letters per day that are read without such a proof.
type Doorkeeper struct {
	Master    *gm.Master
	Address   string // address of the games
	Processed string // the mailbox's folder for letters that were handled
	Identity  *identity.Checker
	Now       func() time.Time
	budget    budget // limits letters without a proof
}

// Read returns how many letters in the name of an address were read today without a proof that they are theirs.
func (r *Doorkeeper) Read(address string) int {
	r.budget.mu.Lock()
	defer r.budget.mu.Unlock()
	return r.budget.of(r.Now(), letter.Address(address)).letters
}

// shared reports whether a letter had recipients other than us and its writer, or may have had some because its
// recipients can't be read completely.
func (r *Doorkeeper) shared(l mailer.Letter) bool {
	name, domain, _ := strings.Cut(letter.Address(r.Address), "@")
	return l.Unlisted || slices.ContainsFunc(l.To, func(to string) bool {
		to = letter.Address(to)
		local, at, _ := strings.Cut(to, "@")
		local, _, _ = strings.Cut(local, "+")
		return to != letter.Address(l.From) && (local != name || at != domain)
	})
}

// Take passes a letter to the game master that came by a way, meter.IMAP or meter.LMTP. The writer is checked before
// the text: of letters without any proof, only a limited number is read per day.
func (r *Doorkeeper) Take(ctx context.Context, way string, l mailer.Letter) error {
	in := received(l)
	in.Way, in.Shared = way, r.shared(l)
	known, believable, err := r.writer(ctx, l, &in)
	switch {
	case err != nil:
		return err
	case believable:
		return reception.Receive(ctx, r.Master, r.Now(), in)
	case !r.budget.within(r.Now(), in.From):
		return reception.PutAside(ctx, r.Master, r.Now(), in, r.beyondBudget(way))
	}
	began := r.Now()
	if !known {
		matters, err := reception.Matters(ctx, r.Master, &in)
		if err != nil {
			return err
		}
		if matters {
			r.prove(ctx, l, &in)
		}
	}
	err = reception.Receive(ctx, r.Master, r.Now(), in)
	if in.Proof != letter.Proved {
		r.budget.take(r.Now(), in.From, r.Now().Sub(began))
	}
	return err
}

// beyondBudget returns the reason, by the way a letter came, why it is put aside when the daily limit is reached.
func (r *Doorkeeper) beyondBudget(way string) string {
	where := "the mailbox's folder " + r.Processed
	if way == meter.LMTP {
		where = "the store, with its raw text"
	}
	return "Nothing shows who wrote it, and more such letters came in that name, or from that domain, than are read " +
		"in a day. So it was not read; it is kept in " + where + "."
}

// writer determines who wrote a letter: whether they are somebody we know, and whether the letter may be believed to
// be theirs. Letters from machines are not checked. The proof of From is only checked for people we know, so that
// strangers can't make us query the DNS, and for strangers who ask for a place when no more of their letters would be
// read otherwise.
func (r *Doorkeeper) writer(ctx context.Context, l mailer.Letter, in *letter.Letter) (known, believable bool,
	err error) {
	if l.Automatic != "" || in.Report != nil {
		return false, true, nil
	}
	if known, err = reception.Knows(ctx, r.Master, in); known {
		r.prove(ctx, l, in)
	}
	if err != nil || in.Proof == letter.Proved {
		return known, err == nil, err
	}
	k, err := reception.Known(ctx, r.Master, in)
	if err != nil {
		return known, false, err
	}
	if !known && k.MayConcern(*in) && !r.budget.within(r.Now(), in.From) {
		r.prove(ctx, l, in)
	}
	return known, k.Believable(*in), nil
}

// prove records in a letter what its mail proves about its writer.
func (r *Doorkeeper) prove(ctx context.Context, l mailer.Letter, in *letter.Letter) {
	verdict := r.Identity.Check(ctx, l)
	in.ProofWhy, in.Seal = verdict.Why, verdict.Seal
	switch verdict.Result {
	case identity.Proved:
		in.Proof, in.Unsigned = letter.Proved, unsigned(l, in.Detail, verdict.Signed)
	case identity.Failed:
		in.Proof = letter.Disowned
	}
}

// unsigned returns the parts of a signed letter that identify what it answers and that are not covered by the
// signature. names are the signed fields, or nil if the letter is proved by something other than a signature.
func unsigned(l mailer.Letter, detail string, names []string) []letter.Place {
	if names == nil {
		return nil
	}
	var out []letter.Place
	written := func(field string) bool {
		return slices.Contains(names, field) &&
			strings.Contains(strings.ToLower(l.Header.Get(field)), "+"+strings.ToLower(detail)+"@")
	}
	if !written("to") && !written("cc") {
		out = append(out, letter.InAddress)
	}
	if !slices.Contains(names, "in-reply-to") {
		out = append(out, letter.InReply)
	}
	if !slices.Contains(names, "references") {
		out = append(out, letter.InThread)
	}
	return out
}

// received converts a mail to a letter for the game master.
func received(l mailer.Letter) letter.Letter {
	in := letter.Letter{
		ID: l.ID, From: l.From, FromName: l.FromName, Subject: l.Subject, Text: l.Text,
		InReplyTo: l.InReplyTo, References: l.References, Machine: l.Automatic, Away: l.Away, Defect: l.Defect,
		Left: l.Left,
	}
	if l.Report != nil {
		in.Report = reported(l.Report)
	}
	if local, _, ok := strings.Cut(l.DeliveredTo, "@"); ok {
		_, in.Detail, _ = strings.Cut(local, "+")
	}
	return in
}

// reported converts a mail's DSN.
func reported(r *mailer.Report) *letter.Report {
	why := strings.TrimSpace(r.Status + " " + r.Why)
	return &letter.Report{Failed: r.Failed, Status: r.Status, Recipient: r.Recipient, Why: why,
		OriginalID: r.OriginalID}
}
