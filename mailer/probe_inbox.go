package mailer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// An InboxProbe is a connection to a mailbox, for diagnosis. It must not be used concurrently, nor after an error
// that is not a *RefusedError.
type InboxProbe struct {
	box  *box
	in   Inbox
	caps imap.CapSet
}

// A RefusedError is a NO reply of an IMAP server.
type RefusedError struct {
	Answer string // on one line
	Code   string // such as OVERQUOTA (RFC 5530); "" if the server gives none
	err    error
}

func (e *RefusedError) Error() string { return "server refuses: " + e.Answer }

// Unwrap returns the cause.
func (e *RefusedError) Unwrap() error { return e.err }

// A Seen describes a mail in a mailbox, without its text.
type Seen struct {
	Mailbox  string
	UID      uint32
	Received time.Time // by the server's clock
	Header   Header
	// DeliveredTo is as in Letter.
	DeliveredTo string
}

// ProbeInbox connects to the mailbox as Watch does, step by step. Its errors are of type *ProbeError. If in.Timeout
// is zero, an exchange with the server may take twenty seconds.
func ProbeInbox(ctx context.Context, in *Inbox) (*InboxProbe, error) {
	limit := cmp.Or(in.Timeout, defaultProbe)
	p := &InboxProbe{in: in.filled()}
	p.in.Timeout = limit
	if err := p.in.Server.reach(ctx, limit, greeter{[]string{"* OK", "* PREAUTH"}, askIMAP, upgradeIMAP}); err != nil {
		return nil, err
	}
	if p.in.Server.User == "" {
		return nil, &ProbeError{Stage: StageSettings, Err: errors.New("no user to log in as")}
	}
	// INBOX always exists, so a failure here is one of the login.
	b, err := openBox(ctx, p.in.Server, defaultBox, limit)
	if err != nil {
		return nil, probeError(StageLogin, err)
	}
	p.box = b
	p.caps, err = step(ctx, b.raw, limit, "asking what the server can do",
		func() (imap.CapSet, error) { return b.client.Caps(), nil })
	if err == nil {
		_, err = p.open(ctx, p.in.Mailbox)
	}
	if err != nil {
		p.Close()
		return nil, probeError(StageMailbox, err)
	}
	return p, nil
}

func probeError(stage Stage, err error) *ProbeError {
	failed := &ProbeError{Stage: stage, Err: err}
	if answer := (*imap.Error)(nil); errors.As(err, &answer) {
		failed.Answer = oneLine(answer.Text, maxSubject)
		failed.Temporary = passes(answer)
	}
	return failed
}

func tagged(tag string) func(string) bool {
	return func(line string) bool { return strings.HasPrefix(line, tag+" ") }
}

func askIMAP(c *talk) (bool, error) {
	answer, err := c.command("a CAPABILITY", tagged("a"))
	return offers(answer, "STARTTLS"), err
}

func upgradeIMAP(c *talk) error {
	answer, err := c.command("b STARTTLS", tagged("b"))
	if err == nil && !strings.HasPrefix(strings.ToUpper(answer[len(answer)-1]), "B OK") {
		err = fmt.Errorf("server answers %q", oneLine(answer[len(answer)-1], maxSubject))
	}
	return err
}

// Close ends the connection.
func (p *InboxProbe) Close() { p.box.close() }

// Mailbox returns the name of the mailbox.
func (p *InboxProbe) Mailbox() string { return p.in.Mailbox }

// Done returns the name of the mailbox for handled letters.
func (p *InboxProbe) Done() string { return p.in.Done }

// Failed returns the name of the mailbox for letters that cannot be handled.
func (p *InboxProbe) Failed() string { return p.in.Failed }

// Has reports whether the server announces a capability, such as "MOVE".
func (p *InboxProbe) Has(capability string) bool { return p.caps.Has(imap.Cap(capability)) }

// open selects a mailbox, even if it is selected already, to get its current state.
func (p *InboxProbe) open(ctx context.Context, mailbox string) (*imap.SelectData, error) {
	p.box.spoken.readOnly.Store(false)
	p.box.spoken.selects.Store(true)
	defer p.box.spoken.selects.Store(false)
	data, err := step(ctx, p.box.raw, p.in.Timeout, "opening "+mailbox, func() (*imap.SelectData, error) {
		return p.box.client.Select(mailbox, nil).Wait()
	})
	return data, imapRefusal(err)
}

func imapRefusal(err error) error {
	if answer := (*imap.Error)(nil); errors.As(err, &answer) && answer.Type == imap.StatusResponseTypeNo {
		return &RefusedError{Answer: oneLine(answer.Text, maxSubject), Code: string(answer.Code), err: err}
	}
	return err
}

// Make creates a mailbox if it does not exist. If the server rejects the name, Make tries other usual forms of it and
// returns the one that worked in made.
func (p *InboxProbe) Make(ctx context.Context, mailbox string) (made string, err error) {
	if _, err = p.open(ctx, mailbox); err == nil {
		return mailbox, nil
	} else if !errors.Is(answered(err), errRefused) {
		return "", err
	}
	prefixes := []string{""}
	if !strings.HasPrefix(strings.ToUpper(mailbox), "INBOX") {
		prefixes = append(prefixes, p.prefix(ctx), "INBOX.", "INBOX/")
	}
	for i, prefix := range prefixes {
		if slices.Contains(prefixes[:i], prefix) {
			continue
		}
		_, failed := step(ctx, p.box.raw, p.in.Timeout, "creating "+prefix+mailbox, func() (struct{}, error) {
			return struct{}{}, p.box.client.Create(prefix+mailbox, nil).Wait()
		})
		if failed != nil && !errors.Is(answered(failed), errRefused) {
			return "", failed
		}
		if _, opened := p.open(ctx, prefix+mailbox); opened == nil { // it may have existed before
			return prefix + mailbox, nil
		}
		if i == 0 {
			err = imapRefusal(failed)
		}
	}
	return "", err
}

// prefix returns the prefix of this user's mailbox names, if the server tells it (RFC 2342).
func (p *InboxProbe) prefix(ctx context.Context) string {
	if !p.caps.Has(imap.CapNamespace) {
		return ""
	}
	data, err := step(ctx, p.box.raw, p.in.Timeout, "asking for name spaces", func() (*imap.NamespaceData, error) {
		return p.box.client.Namespace().Wait()
	})
	if err != nil || len(data.Personal) == 0 {
		return ""
	}
	return data.Personal[0].Prefix
}

// Next returns a UID such that all mails that arrive in the mailbox from now on have that UID or a higher one.
func (p *InboxProbe) Next(ctx context.Context, mailbox string) (uint32, error) {
	data, err := p.open(ctx, mailbox)
	if err != nil {
		return 0, err
	}
	if data.UIDNext > 0 || data.NumMessages == 0 {
		return max(1, uint32(data.UIDNext)), nil
	}
	uids, err := p.box.list(ctx) // old servers do not report UIDNEXT
	if err != nil || len(uids) == 0 {
		return 1, imapRefusal(err)
	}
	return uids[len(uids)-1] + 1, nil
}

// Waiting returns the number of mails in the mailbox, and when the oldest of them arrived.
func (p *InboxProbe) Waiting(ctx context.Context) (n int, oldest time.Time, err error) {
	uids, err := p.listed(ctx, p.in.Mailbox)
	if err != nil || len(uids) == 0 {
		return 0, time.Time{}, err
	}
	items, err := p.box.items(ctx, uids[:min(len(uids), mostAsked)])
	for _, it := range items {
		if oldest.IsZero() || it.received.Before(oldest) {
			oldest = it.received
		}
	}
	return len(uids), oldest, imapRefusal(err)
}

func (p *InboxProbe) listed(ctx context.Context, mailbox string) ([]uint32, error) {
	if _, err := p.open(ctx, mailbox); err != nil {
		return nil, err
	}
	uids, err := p.box.list(ctx)
	return uids, imapRefusal(err)
}

// Newest returns the newest mails of a mailbox, at most most of them, the oldest first. It leaves out UIDs below
// from, and changes nothing in the mailbox.
func (p *InboxProbe) Newest(ctx context.Context, mailbox string, from uint32, most int) ([]Seen, error) {
	uids, err := p.listed(ctx, mailbox)
	if err != nil {
		return nil, err
	}
	uids = slices.DeleteFunc(uids, func(uid uint32) bool { return uid < from })
	return p.headers(ctx, mailbox, uids[max(0, len(uids)-most):])
}

// headers gives mails of the mailbox that is open, the oldest first.
func (p *InboxProbe) headers(ctx context.Context, mailbox string, uids []uint32) ([]Seen, error) {
	if len(uids) == 0 {
		return nil, nil
	}
	section := &imap.FetchItemBodySection{Peek: true, Specifier: imap.PartSpecifierHeader,
		Partial: &imap.SectionPartial{Size: MaxHeader}}
	options := &imap.FetchOptions{UID: true, InternalDate: true, BodySection: []*imap.FetchItemBodySection{section}}
	found, err := step(ctx, p.box.raw, p.in.Timeout, "fetching headers",
		func() ([]*imapclient.FetchMessageBuffer, error) {
			return p.box.client.Fetch(uidSet(uids), options).Collect()
		})
	if err != nil {
		return nil, imapRefusal(err)
	}
	var mails []Seen
	for _, m := range found {
		if len(m.BodySection) == 0 || !slices.Contains(uids, uint32(m.UID)) {
			continue // expunged meanwhile, or the reply is about another mail
		}
		head, _, _ := splitHeader(m.BodySection[0].Bytes) // a header that is too long is cut
		mails = append(mails, Seen{mailbox, uint32(m.UID), m.InternalDate, head, deliveredTo(head)})
	}
	slices.SortFunc(mails, func(a, b Seen) int { return cmp.Compare(a.UID, b.UID) })
	return mails, nil
}

// PutAway moves a mail to Done.
func (p *InboxProbe) PutAway(ctx context.Context, mail Seen) error {
	if _, err := p.open(ctx, mail.Mailbox); err != nil {
		return err
	}
	return imapRefusal(p.box.put(ctx, []uint32{mail.UID}, p.in.Done))
}
