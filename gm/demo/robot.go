package demo

import (
	"context"
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator/robots"
	"deaddrop/mailer"
)

// A robot plays as a person would, with only a mailbox: it reads its letters and answers them. It has no other source
// of information.
type robot struct {
	robots.Writer
	inbox   *mailer.Inbox
	sender  *mailer.Sender
	address string
	gm      string // the address from which it accepts letters
	now     func() time.Time
	sent    int
	heard   chan<- heard
}

// A heard is a letter as a robot got it.
type heard struct {
	seat   string
	letter mailer.Letter
	wrote  bool // whether the robot answered it
}

func (r *robot) run(ctx context.Context) error {
	defer r.sender.Close()
	return r.inbox.Watch(ctx, r.read)
}

// read answers a letter, and passes it on to the demo's report.
func (r *robot) read(ctx context.Context, l mailer.Letter) error {
	wrote, err := r.reply(ctx, l)
	if err != nil {
		return err
	}
	select {
	case r.heard <- heard{r.Seat, l, wrote}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// reply answers a letter that asks something new, and reports whether it did.
func (r *robot) reply(ctx context.Context, l mailer.Letter) (bool, error) {
	before := r.Writer
	text, writes := r.Reply(l.Text)
	if !writes {
		return false, nil
	}
	r.sent++
	err := r.sender.Send(ctx, r.address, mailer.Draft{
		ID:   fmt.Sprintf("%s.%d.%s", strings.ToLower(r.Seat), r.sent, r.address),
		From: r.address, FromName: r.Seat, To: r.answersTo(l),
		Subject: "Re: " + l.Subject, Text: text, Date: r.now(),
		InReplyTo: l.ID, References: append(slices.Clone(l.References), l.ID),
	})
	if err != nil {
		r.Writer = before
		r.sent--
		return false, err
	}
	return true, nil
}

// answersTo returns the address to which a mail program would send the answer to a letter.
func (r *robot) answersTo(l mailer.Letter) string {
	if to, err := mail.ParseAddress(l.Header.Get("reply-to")); err == nil {
		return to.Address
	}
	return r.gm
}
