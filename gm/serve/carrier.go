package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"deaddrop/gm/letter"
	"deaddrop/gm/outbox"
	"deaddrop/mailer"
)

// send hands a letter to the mail server, and says what became of it.
func (s *Service) send(ctx context.Context, l letter.Letter) error {
	p := &outgoing{ctx: ctx, mail: mailer.Outgoing{Return: cmp.Or(l.Return, l.From), Draft: s.draft(l)},
		known: make(chan struct{})}
	s.waiting.Add(1)
	select {
	case s.parcels <- p:
	case <-ctx.Done():
		s.waiting.Add(-1)
		return ctx.Err()
	}
	<-p.known
	if p.fault != "" {
		panic(p.fault) // the game master's to catch, which has nobody else's letters with it
	}
	failed := (*mailer.SendError)(nil)
	switch err := p.err; {
	case err == nil:
		return nil
	case !mailer.Temporary(err):
		refused := errors.As(err, &failed) && failed.NoRecipient()
		return &outbox.Undeliverable{Err: err, Nobody: refused && outbox.NoMailbox(failed.Enhanced, failed.Text)}
	case errors.As(err, &failed) && failed.Unknown:
		return &outbox.DeliveryUnknown{Err: err}
	case errors.As(err, &failed) && failed.After > 0 && failed.Code == 0: // held back without having been tried
		return &outbox.Postponed{After: failed.After, Err: err}
	}
	return p.err
}

// draft is a letter as a mail.
func (s *Service) draft(l letter.Letter) mailer.Draft {
	if s.meter != nil {
		defer s.meter.Draw()()
	}
	return s.draws.Draft(l)
}

// carry sends letters over one connection until ctx ends. Where more wait than there are connections, it takes its
// share of them together.
func (s *Service) carry(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case p := <-s.parcels:
			s.carryAll(s.share(p))
		}
	}
}

// share is one carrier's part of the letters that wait, after the first one.
func (s *Service) share(first *outgoing) []*outgoing {
	some := []*outgoing{first}
	for range min(int(s.waiting.Add(-1))/carriers, together-1) {
		select {
		case p := <-s.parcels:
			s.waiting.Add(-1)
			some = append(some, p)
		default:
			return some
		}
	}
	return some
}

// carryAll sends some letters, while the first one is held: all that wait at once are of one round of work. When the
// mailer panics, those of which it is not known what became of them learn of that.
func (s *Service) carryAll(some []*outgoing) {
	open := make(map[int]bool, len(some))
	mails := make([]mailer.Outgoing, len(some))
	for i, p := range some {
		mails[i], open[i] = p.mail, true
	}
	defer func() {
		if r := recover(); r != nil {
			for i := range open {
				some[i].fault = fmt.Sprintf("%v\n\n%s", r, debug.Stack())
				close(some[i].known)
			}
		}
	}()
	s.sender.SendAll(some[0].ctx, mails, func(i int, err error) {
		if err == nil {
			s.sent.Add(1)
		} else {
			s.failed.Add(1)
		}
		some[i].err = err
		delete(open, i)
		close(some[i].known)
	})
}
