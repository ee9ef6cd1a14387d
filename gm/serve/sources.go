package serve

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/letter"
	"deaddrop/gm/meter"
	"deaddrop/gm/reception"
	"deaddrop/gm/store"
	"deaddrop/mailer"
)

var _ mailer.Journal = (*gm.Master)(nil)

// open creates the configured sources of letters: a mailbox, a listener for a mail server, or both.
func (s *Service) open() error {
	queue := &mailer.SenderQueue{}
	if s.config.LMTP.Listen != "" {
		s.listener = &mailer.Listener{
			Listen: s.config.LMTP.Listen, Addresses: []string{s.config.Address}, Now: s.now, Queue: queue, Log: s.log,
			Keep: s.keep, Journal: s.master, GaveUp: s.gaveUp(meter.LMTP, "and its raw text is kept in the store"),
		}
	}
	if s.config.IMAP.Addr == "" && s.listener != nil {
		return nil
	}
	imap, err := s.config.IMAP.ForMailer("imap")
	if err != nil {
		return err
	}
	inbox := &mailer.Inbox{
		Server: imap, Done: s.config.Processed, Failed: s.config.Failed, Poll: s.config.Poll.Duration, Queue: queue,
		Log:     s.log,
		Looking: s.looking, Progress: s.progress, Reached: s.reached("imap"), Journal: s.master,
		GaveUp: s.gaveUp(meter.IMAP, "and lies in the mailbox's folder "+s.config.Failed),
	}
	var others store.Store
	if s.config.Shared() {
		others = s.master.Store
	}
	s.claim = newClaim(s, inbox)
	s.mailbox = newMailbox(inbox, others, s.config.Address, s.master.Process, s.now, s.log)
	s.master.Mailbox = s.mailbox.take
	return s.mailbox.offer(context.Background())
}

// looking records the start of a look through the mailbox; looked is called when the look is complete. If the store
// failed to keep a letter, the look does not count: the letter is still in the mailbox, and a deadline that it came
// in time for must wait for another attempt.
func (s *Service) looking() (looked func()) {
	began := s.now()
	return func() {
		if s.storeKeepsUp(began) {
			s.mailbox.setLooked(began)
		}
		s.kick()
	}
}

// progress records, during a look, the time up to which everything that the mailbox's server had received is taken
// in.
func (s *Service) progress(upTo time.Time) {
	if now := s.now(); s.storeKeepsUp(now) {
		if upTo = upTo.Add(-clocksDiffer); !upTo.After(now) {
			s.mailbox.setLooked(upTo)
		}
		s.mailbox.setHeard(now)
	}
	s.kick()
}

// clocksDiffer is the tolerated time by which the clock of a mailbox's server may be ahead of ours.
const clocksDiffer = time.Minute

// storeKeepsUp reports whether the store keeps incoming letters, or has failed to for so long that deadlines no longer wait
// for it.
func (s *Service) storeKeepsUp(now time.Time) bool {
	return !s.untaken.hasRecent(now) || now.Sub(s.mailbox.heardAt()) > untakenMost
}

// onTheWay is the longest time that a letter received by another machine's listener may take to get into the store.
const onTheWay = 15 * time.Second

// takenIn returns the time up to which all incoming letters were taken in. Deadlines after that time do not count as
// passed.
func (s *Service) takenIn() time.Time {
	at := s.now()
	if s.listener != nil && s.config.Shared() { // other machines may have received letters that are not known here
		at = at.Add(-onTheWay)
	}
	if s.mailbox != nil {
		if looked := s.mailbox.lookedAt(); looked.Before(at) {
			at = looked
		}
	}
	if s.listener != nil {
		if heard := s.listener.TakenIn(); heard.Before(at) {
			at = heard
		}
	}
	return at
}

// heard returns the time up to which letters were taken in, though others may be waiting in a queue.
func (s *Service) heard() time.Time {
	if s.mailbox == nil {
		return s.takenIn()
	}
	return s.mailbox.heardAt()
}

// keep stores a letter that is in no mailbox.
func (s *Service) keep(ctx context.Context, raw []byte) error {
	_, err := s.master.Keep(context.WithoutCancel(ctx), raw)
	return err
}

// gaveUp returns a function that tells the game master about a letter that can't be taken in, and where it is kept.
func (s *Service) gaveUp(way, where string) func(context.Context, mailer.Letter, string) error {
	return func(ctx context.Context, l mailer.Letter, why string) error {
		in := letter.Letter{ID: l.ID, From: l.From, FromName: l.FromName, Subject: l.Subject, Way: way}
		err := reception.GiveUp(context.WithoutCancel(ctx), s.master, s.now(), in,
			fmt.Sprintf("It came at %s. The reason: %s", l.Received.UTC().Format("2006-01-02 15:04 MST"), why), where)
		s.kick()
		return err
	}
}

// receive returns a function that passes letters which came by a way to the game master. The mailbox may forget a
// letter only if it returns nil.
func (s *Service) receive(way string) func(context.Context, mailer.Letter) error {
	return func(ctx context.Context, l mailer.Letter) error { return s.take(ctx, way, l) }
}

// take passes a letter to the game master.
func (s *Service) take(ctx context.Context, way string, l mailer.Letter) error {
	ctx = context.WithoutCancel(ctx)
	// it is our own letter, such as a test of the configuration
	if l.Automatic != "" && strings.EqualFold(l.From, s.config.Address) {
		s.log.Info("a letter of our own came back", "id", l.ID)
		return nil
	}
	err := s.checkMovedIfStale(ctx)
	if err == nil {
		err = s.door.Take(ctx, way, l)
	}
	s.kick()
	permanent := errors.Is(err, store.ErrInvalid) // it can't be stored, however often that is tried
	if way == meter.IMAP && !permanent {
		s.untaken.note(l, s.now(), err)
	}
	if permanent {
		return mailer.Permanent(err)
	}
	return err
}
