package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/store"
	"deaddrop/mailer"
	"deaddrop/mailer/identity"
)

var _ mailer.Journal = (*gm.Master)(nil)

// open makes the sources of letters that the configuration has: a mailbox, a listener for a mail server, or both.
func (s *service) open() error {
	order := &mailer.Order{}
	if s.config.LMTP.Listen != "" {
		s.listener = &mailer.Listener{
			Listen: s.config.LMTP.Listen, Addresses: []string{s.config.Address}, Now: s.now, Order: order, Log: s.log,
			Keep: s.keep, Journal: s.master, GaveUp: s.gaveUp("and its raw text is kept in the store"),
		}
	}
	if s.config.IMAP.Addr == "" && s.listener != nil {
		return nil
	}
	imap, err := s.config.IMAP.server("imap")
	if err != nil {
		return err
	}
	s.inbox = &mailer.Inbox{
		Server: imap, Done: s.config.Processed, Failed: s.config.Failed, Poll: s.config.Poll.Duration, Order: order, Log: s.log,
		Looking: s.looking, Journal: s.master, GaveUp: s.gaveUp("and lies in the mailbox's folder " + s.config.Failed),
	}
	return nil
}

// looking notes when a look through the mailbox began that was completed.
func (s *service) looking() (looked func()) {
	began := s.now().UnixNano()
	return func() { s.looked.Store(began); s.kick() }
}

// takenIn is up to when all letters that came were taken in: no deadline after that is over.
func (s *service) takenIn() time.Time {
	at := s.now()
	if s.inbox != nil {
		at = time.Unix(0, s.looked.Load())
	}
	if s.listener != nil {
		if heard := s.listener.TakenIn(); heard.Before(at) {
			at = heard
		}
	}
	return at
}

// keep keeps a letter that no mailbox has.
func (s *service) keep(ctx context.Context, raw []byte) error {
	_, err := s.master.Keep(context.WithoutCancel(ctx), raw)
	return err
}

// gaveUp tells the game master of a letter that can't be taken in, and where it is kept.
func (s *service) gaveUp(where string) func(context.Context, mailer.Letter, string) error {
	return func(ctx context.Context, l mailer.Letter, why string) error {
		in := gm.Letter{ID: l.ID, From: l.From, FromName: l.FromName, Subject: l.Subject}
		err := s.master.GiveUp(context.WithoutCancel(ctx), s.now(), in, fmt.Sprintf("It came at %s. The reason: %s", l.Received.UTC().Format("2006-01-02 15:04 MST"), why), where)
		s.kick()
		return err
	}
}

// receive hands a letter to the game master. Only when it was taken may the mailbox forget it.
func (s *service) receive(ctx context.Context, l mailer.Letter) error {
	ctx = context.WithoutCancel(ctx)
	if l.Automatic != "" && strings.EqualFold(l.From, s.config.Address) { // our own, as when the configuration is tried out
		s.log.Info("a letter of our own came back", "id", l.ID)
		return nil
	}
	in, err := s.letter(ctx, l)
	if err == nil {
		err = s.master.Receive(ctx, s.now(), in)
	}
	s.kick()
	if errors.Is(err, store.ErrInvalid) { // it can't be kept, however often it is tried
		return mailer.Permanent(err)
	}
	return err
}

// letter is a mail as the game master wants it. Whether From is true is only looked into for those who play here, or
// ask for a place in a game that takes players, so that others don't make us ask the DNS.
func (s *service) letter(ctx context.Context, l mailer.Letter) (gm.Letter, error) {
	in := gm.Letter{
		ID: l.ID, From: l.From, FromName: l.FromName, Subject: l.Subject, Text: l.Text,
		InReplyTo: l.InReplyTo, References: l.References, Machine: l.Automatic, Away: l.Away, Defect: l.Defect,
	}
	if r := l.Report; r != nil {
		in.Report = &gm.Report{Failed: r.Failed, Status: r.Status, Recipient: r.Recipient, Why: strings.TrimSpace(r.Status + " " + r.Why), OriginalID: r.OriginalID}
	}
	if local, _, ok := strings.Cut(l.DeliveredTo, "@"); ok {
		_, in.Detail, _ = strings.Cut(local, "+")
	}
	matters, err := s.master.Matters(ctx, in)
	if !matters || err != nil || l.Automatic != "" {
		return in, err
	}
	verdict := s.identity.Check(ctx, l)
	in.ProofWhy, in.Seal = verdict.Why, verdict.Seal
	switch verdict.Result {
	case identity.Proved:
		in.Proof = gm.Proved
	case identity.Failed:
		in.Proof = gm.Disowned
	}
	return in, nil
}
