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
	"deaddrop/mailer/oauth"
)

// send passes a letter to the mail server, and returns an error of package outbox that says what happened to it.
func (s *Service) send(ctx context.Context, l letter.Letter) error {
	p := &outgoing{ctx: ctx, known: make(chan struct{}),
		mail: mailer.Outgoing{Return: cmp.Or(l.Return, l.From), Draft: s.draft(l), Class: classOf(l)}}
	s.waiting.Add(1)
	select {
	case s.parcels <- p:
	case <-ctx.Done():
		s.waiting.Add(-1)
		return ctx.Err()
	}
	<-p.known
	if p.fault != "" {
		panic(p.fault) // the game master recovers from the panic, which affects only this letter
	}
	failed, ended := (*mailer.SendError)(nil), (*oauth.Refused)(nil)
	switch err := p.err; {
	case err == nil:
		return nil
	case errors.Is(err, oauth.ErrNone), errors.As(err, &ended): // it waits for a login, however long that takes
		return &outbox.Postponed{After: loginRetry, Err: err}
	case !mailer.Temporary(err):
		refused := errors.As(err, &failed) && failed.NoRecipient()
		return &outbox.Undeliverable{Err: err, Nobody: refused && outbox.NoMailbox(failed.Enhanced, failed.Text)}
	case errors.As(err, &failed) && failed.Unknown:
		return &outbox.DeliveryUnknown{Err: err}
	case errors.As(err, &failed) && failed.After > 0 && failed.Code == 0: // the letter was held back without an attempt
		return &outbox.Postponed{After: failed.After, Err: err}
	}
	return p.err
}

// classOf returns which letters go first where not all can be sent: answers before reports, and reports before
// reminders.
func classOf(l letter.Letter) mailer.Class {
	switch {
	case l.Answer:
		return mailer.First
	case l.Reminder:
		return mailer.Third
	}
	return mailer.Second
}

// draft returns the mail for a letter.
func (s *Service) draft(l letter.Letter) mailer.Draft {
	if s.meter != nil {
		defer s.meter.Draw()()
	}
	return s.draws.Draft(l)
}

// carry sends letters over one connection until ctx ends. If more letters are waiting than there are connections, it
// sends its share of them as a batch.
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

// connections is how many connections to the mail server there are at once.
func (s *Service) connections() int {
	if most := s.config.SMTP.Limits().Connections; most > 0 {
		return min(most, carriers)
	}
	return carriers
}

// share returns the letters that one carrier sends as a batch: the first one, and its share of those that are
// waiting.
func (s *Service) share(first *outgoing) []*outgoing {
	some := []*outgoing{first}
	for range min(int(s.waiting.Add(-1))/s.connections(), together-1) {
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

// handedIn reports whether the mail server may have counted a letter.
func handedIn(err error) bool {
	failed := (*mailer.SendError)(nil)
	return err == nil || errors.As(err, &failed) && (failed.Code > 0 || failed.Unknown)
}

// carryAll sends a batch of letters. It keeps the first letter until it has collected the batch, since all letters
// that wait at the same time belong to one round of work. If the mailer panics, letters whose result is unknown are
// told of the panic.
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
		if s.sender.PerDay > 0 && handedIn(err) {
			s.sentLog.add()
		}
		some[i].err = err
		delete(open, i)
		close(some[i].known)
	})
}
