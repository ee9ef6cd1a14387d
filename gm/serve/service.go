package serve

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"deaddrop/gm"
	"deaddrop/gm/config"
	"deaddrop/gm/meter"
	"deaddrop/gm/post"
	"deaddrop/gm/serve/control"
	"deaddrop/gm/store/transfer"
	"deaddrop/mailer"
)

// A Service takes letters in, does what is due and sends letters out, until it is told to stop.
type Service struct {
	config   config.Config
	master   *gm.Master
	mailbox  *mailbox       // nil if there is none
	claim    *claim         // the claim to the mailbox
	untaken  pendingLetters // letters of the mailbox that could not be taken in
	door     *Doorkeeper
	listener *mailer.Listener // nil if no mail server delivers letters
	sender   *mailer.Sender
	draws    *post.Draftsman
	sentLog  sentLog
	parcels  chan *outgoing // letters for the carriers to send
	waiting  atomic.Int64   // number of letters waiting for a carrier
	sent     atomic.Int64   // number of letters sent in this round of work
	failed   atomic.Int64   // number of letters in this round that could not be sent
	now      func() time.Time
	log      *slog.Logger
	wake     chan struct{} // signals that there may be work
	began    atomic.Int64  // start of the last round of work, in Unix nanoseconds
	// when the games were last known not to be moved to another store, in Unix nanoseconds
	moveChecked atomic.Int64
	meter       *meter.Meter       // nil if there is no monitoring
	probe       singleflight.Group // joins concurrent checks of the store, for health
	command     Command
}

// A Command carries out a command line on the games of a running service, with the service's sender and clock.
type Command func(context.Context, *gm.Master, *mailer.Sender, func() time.Time, control.Call) control.Result

// carryOut carries out a command that was entered beside the service, and then does at once what has become due.
func (s *Service) carryOut(ctx context.Context, c control.Call) control.Result {
	defer s.kick()
	return s.command(ctx, s.master, s.sender, s.now, c)
}

// kick wakes the service to look for due work at once.
func (s *Service) kick() {
	select {
	case s.wake <- struct{}{}:
	default: // a wake-up is pending already
	}
}

// moveCheckEvery is the interval at which the service checks whether its games are being moved.
const moveCheckEvery = time.Minute

// checkMoved returns an error if the games are being moved to another store, or were moved.
func (s *Service) checkMoved(ctx context.Context) error {
	asked := s.now()
	err := transfer.Barred(ctx, s.master.Store)
	if err == nil {
		s.moveChecked.Store(asked.UnixNano())
	}
	return err
}

// checkMovedIfStale is like checkMoved, but checks only if the last check was too long ago. A process that was suspended for a
// while must check before it does anything else, since the games may be played elsewhere by now.
func (s *Service) checkMovedIfStale(ctx context.Context) error {
	if !s.config.Shared() || s.now().Sub(at(s.moveChecked.Load())) < moveCheckEvery*5/4 {
		return nil
	}
	return s.checkMoved(ctx)
}

// reached returns a function that tells the meter whether a server could be reached.
func (s *Service) reached(server string) func(ok bool) {
	return func(ok bool) {
		if s.meter != nil {
			s.meter.Reached(server, ok)
		}
	}
}

// at converts Unix nanoseconds to a time; 0 becomes the zero time.
func at(nano int64) time.Time {
	if nano == 0 {
		return time.Time{}
	}
	return time.Unix(0, nano)
}

// tick is the interval at which the service looks for due work without being woken.
const tick = time.Second

const (
	carriers = 4  // connections to the mail server at a time; most servers tolerate that many
	together = 16 // letters in a batch that a carrier sends without waiting for the server's reply to each (pipelining)
)

// Parallel is the number of addresses to which letters are sent concurrently.
const Parallel = carriers * together

// An outgoing is a letter on its way to the mail server.
type outgoing struct {
	ctx   context.Context // ends when the letter must no longer be sent
	mail  mailer.Outgoing
	known chan struct{} // closed when the result is known
	err   error
	fault string // the value with which the mailer panicked
}
