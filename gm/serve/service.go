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
	config    config.Config
	master    *gm.Master
	mailbox   *mailbox       // nil: there is none
	claim     *claim         // to it
	untaken   pendingLetters // of its letters
	reception *Reception
	listener  *mailer.Listener // nil: no mail server hands letters in
	sender    *mailer.Sender
	draws     *post.Draftsman
	parcels   chan *outgoing // which carriers take
	waiting   atomic.Int64   // how many wait to be taken
	sent      atomic.Int64   // letters in this round of work,
	failed    atomic.Int64   // and those that could not be
	now       func() time.Time
	log       *slog.Logger
	wake      chan struct{}      // there may be work
	began     atomic.Int64       // when the last round of work did, in Unix nanoseconds
	heeded    atomic.Int64       // when it was last known that nobody moves the games
	meter     *meter.Meter       // nil: nobody watches
	probe     singleflight.Group // of the store, for health
	command   Command
}

// A Command carries out what somebody commands at the command line beside a service, on the service's games, with its
// sender and by its clock.
type Command func(context.Context, *gm.Master, *mailer.Sender, func() time.Time, control.Call) control.Result

// carryOut carries out a command of somebody at the command line, and sees at once to what it has made due.
func (s *Service) carryOut(ctx context.Context, c control.Call) control.Result {
	defer s.kick()
	return s.command(ctx, s.master, s.sender, s.now, c)
}

// kick has the service look at once whether anything is due.
func (s *Service) kick() {
	select {
	case s.wake <- struct{}{}:
	default: // it will look anyway
	}
}

// heedEvery is how often it is asked whether somebody moves the games.
const heedEvery = time.Minute

// ask returns an error if somebody moves the games, or has.
func (s *Service) ask(ctx context.Context) error {
	asked := s.now()
	err := transfer.Barred(ctx, s.master.Store)
	if err == nil {
		s.heeded.Store(asked.UnixNano())
	}
	return err
}

// checkNotMoved is ask for a process that has not been told for longer than it should that the games are where they
// were. One that was stopped for a while asks before it does anything else: they may be played at another place by now.
func (s *Service) checkNotMoved(ctx context.Context) error {
	if !s.config.Shared() || s.now().Sub(at(s.heeded.Load())) < heedEvery*5/4 {
		return nil
	}
	return s.ask(ctx)
}

// reached tells the meter whether a server is.
func (s *Service) reached(server string) func(ok bool) {
	return func(ok bool) {
		if s.meter != nil {
			s.meter.Reached(server, ok)
		}
	}
}

// at is a moment in Unix nanoseconds; the zero time if it is 0.
func at(nano int64) time.Time {
	if nano == 0 {
		return time.Time{}
	}
	return time.Unix(0, nano)
}

// tick is how often it looks for what is due without having been woken.
const tick = time.Second

const (
	carriers = 4  // connections to the mail server at once, which servers put up with
	together = 16 // letters that one of them sends without waiting for the server's word on each
)

// Parallel is to how many addresses letters go out at once.
const Parallel = carriers * together

// A outgoing is a letter on its way to the mail server.
type outgoing struct {
	ctx   context.Context // ends when it is to be sent no more
	mail  mailer.Outgoing
	known chan struct{} // closed when it is known what became of it
	err   error
	fault string // what the mailer panicked with
}
