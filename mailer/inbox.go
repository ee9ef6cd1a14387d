package mailer

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"
)

const (
	longestIdle     = 5 * time.Minute // servers and routers forget a silent client
	lettersAtOnce   = 100
	lettersOfOne    = 20 // in one look
	bytesAtOnce     = 4 << 20
	defaultParallel = 64
	defaultPoll     = time.Minute
	defaultLimit    = time.Minute
	defaultFirst    = time.Second
	defaultBox      = "INBOX"
	defaultDone     = "Processed"
	defaultFailed   = "Failed"
)

// An Inbox is a mailbox on an IMAP server that serves as the queue of letters
// to be handled. Nobody else should move mail out of it. Names of mailboxes are
// the server's own, with its prefix if it has one ("INBOX.Processed").
type Inbox struct {
	Server  Server
	Mailbox string // "INBOX" when empty
	Done    string // where handled letters go; "Processed" when empty
	Failed  string // where letters go that cannot be handled; "Failed" when empty
	// Poll is how often to look at least, also where the server announces mail;
	// a minute when zero.
	Poll time.Duration
	// Timeout is how long one exchange with the server may take; a minute when
	// zero.
	Timeout time.Duration
	// Retry is the pause after a first failure, of the server or of a letter.
	// It doubles each time up to a minute; it is a second when zero.
	Retry time.Duration
	// Parallel is how many letters are handled at once, each of another sender;
	// 64 when zero. Most of them wait for a disk, and the more of them do that at
	// once, the less each waits.
	Parallel int
	Queue    *SenderQueue // to be shared with other sources of letters; own when nil
	Log      *slog.Logger // silent when nil
	// Looking, if set, is called when a look through the mailbox begins. What it
	// returns is called when that is over and every letter that was there has
	// been handled or was tried.
	Looking func() (looked func())
	// Progress, if set, is told while letters are taken in that all are handled, or
	// were tried, which the server has had since before that time, by its own clock.
	Progress func(upTo time.Time)
	// Reached, if set, is told that the server can't be reached, or broke off, and
	// when a look through the mailbox was completed.
	Reached func(ok bool)
	// Journal, if set, finds letters that end the whole program.
	Journal Journal
	// GaveUp, if set, is told of each letter that is given up, before it is moved
	// to Failed, and of why. The letter has neither Text nor Raw; when it was
	// never read, it has only an ID, its place in the mailbox, and Received. When
	// GaveUp fails, it is told again.
	GaveUp func(ctx context.Context, l Letter, why string) error
}

// Watch hands the letters of the mailbox to handle: several at once, but never
// two of one sender, and those of one sender by UID, which is the order in which
// they came in. It ends when ctx does and returns nil then; it returns an error
// at once if the Inbox is set up wrongly. Trouble with the server never ends it:
// it tries again, and says so once per outage.
//
// When handle returns nil, the letter is moved to Done. A letter is moved only
// after that, so one may be handed over a second time, with the same ID, if the
// program dies in between. When handle returns an error, the letter stays and is
// handed over again after a pause, and so are the later letters of the same
// sender, so that they stay in order; other letters go on. The third error that
// is marked with Permanent gives the letter up: it goes to Failed.
//
// Of one sender only so many letters are handed over in one look through the
// mailbox, and the next look begins at once, so that others, who write meanwhile,
// don't wait for all of a long queue.
//
// With a Journal, a letter that was begun when the program died is handled alone
// from then on, with nothing else on its way, and is given up unread when the
// program has died of it alone three times. So a crash among many letters gives
// none of them up.
func (in *Inbox) Watch(ctx context.Context, handle func(context.Context, Letter) error) error {
	w := watcher{in: in.filled(), handle: handle}
	w.trouble.first = w.in.Retry
	if err := w.in.Server.check(); err != nil {
		return err
	}
	if w.in.Server.User == "" {
		return errors.New("watching a mailbox: no user to log in as")
	}
	for ctx.Err() == nil {
		err := w.session(ctx)
		if ctx.Err() != nil {
			break
		}
		w.in.Reached(false)
		level := slog.LevelDebug
		if !w.failing {
			level = slog.LevelWarn
		}
		w.failing = true
		w.in.Log.Log(ctx, level, "mailbox cannot be watched", "server", w.in.Server.Addr, "error", err)
		pause(ctx, w.trouble.next())
	}
	w.flush(context.WithoutCancel(ctx))
	return nil
}

func (in *Inbox) filled() Inbox {
	f := *in
	for _, s := range []struct {
		field *string
		value string
	}{{&f.Mailbox, defaultBox}, {&f.Done, defaultDone}, {&f.Failed, defaultFailed}} {
		if *s.field == "" {
			*s.field = s.value
		}
	}
	for _, d := range []struct {
		field *time.Duration
		value time.Duration
	}{{&f.Poll, defaultPoll}, {&f.Timeout, defaultLimit}, {&f.Retry, defaultFirst}} {
		if *d.field <= 0 {
			*d.field = d.value
		}
	}
	if f.Parallel <= 0 {
		f.Parallel = defaultParallel
	}
	if f.Queue == nil {
		f.Queue = new(SenderQueue)
	}
	if f.Looking == nil {
		f.Looking = func() func() { return func() {} }
	}
	if f.Progress == nil {
		f.Progress = func(time.Time) {}
	}
	if f.Reached == nil {
		f.Reached = func(bool) {}
	}
	if f.Log == nil {
		f.Log = slog.New(slog.DiscardHandler)
	}
	return f
}

// A source is a mailbox with letters on a server. Each of its methods is bounded
// in time. An error that is not errRefused is one of the connection, which is of
// no more use then.
type source interface {
	// epoch changes when UIDs mean other letters than they did before.
	epoch() uint32
	// list gives the letters that are there, by UID. News that come in from here
	// on are not lost.
	list(ctx context.Context) ([]uint32, error)
	// items asks for size and date of letters, and leaves out those that are gone.
	items(ctx context.Context, uids []uint32) ([]item, error)
	// fetch gives the mails, nil where one is gone; of a single one that is
	// larger than MaxMail, no more than the header.
	fetch(ctx context.Context, items []item) ([][]byte, error)
	// put moves letters to another mailbox, which it creates if need be.
	put(ctx context.Context, uids []uint32, to string) error
	// wait returns when there is news or after the given time.
	wait(ctx context.Context, most time.Duration) error
	close()
}

var (
	errRefused = errors.New("server refuses")
	errFlood   = errors.New("mails are larger than the server said")
)

// A sizeError says that one mail is far larger than the server said.
type sizeError struct{ uid uint32 }

func (e *sizeError) Error() string {
	return fmt.Sprintf("mail %d is larger than the server said", e.uid)
}

// An item is a mail in the mailbox that was not looked into yet.
type item struct {
	uid      uint32
	size     int64
	received time.Time
}

// A watcher is one Watch. What it knows about letters is only to pace itself;
// the mailbox is the truth.
type watcher struct {
	in     Inbox
	handle func(context.Context, Letter) error
	epoch  uint32
	tried  map[uint32]*attempt
	wary   bool // the connection failed amid several letters: one at a time

	// failing says that no connection has lasted for a whole look since one failed, and trouble how long to wait
	// for the next one. That begins anew when a letter was moved: where each connection takes a few, they must not
	// be waited for longer and longer.
	failing bool
	trouble backoff
}

// An attempt is what became of a letter that is still in the mailbox.
type attempt struct {
	item
	pauses    backoff
	pause     time.Duration
	wait      <-chan time.Time // not again before this fires
	from      string           // the line of its sender
	permanent int              // how many permanent errors
	to        string           // it is done with, and only to be moved there
	large     bool             // larger than the server says
	breaks    bool             // the connection broke while it was fetched
}

// session watches over one connection until that fails.
func (w *watcher) session(ctx context.Context) error {
	var b source
	b, err := openBox(ctx, w.in.Server, w.in.Mailbox, w.in.Timeout)
	if err != nil {
		return err
	}
	defer b.close()
	if w.tried == nil || b.epoch() != w.epoch { // the UIDs mean other mails now
		w.tried, w.epoch = make(map[uint32]*attempt), b.epoch()
	}
	for {
		looked := w.in.Looking()
		r, err := w.look(ctx, b)
		if err != nil {
			return err
		}
		if !r.more {
			looked()
		}
		w.in.Reached(true)
		w.wary = false
		if w.failing {
			w.in.Log.InfoContext(ctx, "mailbox is watched again", "server", w.in.Server.Addr)
		}
		w.failing, w.trouble.n = false, 0
		if err := r.last(ctx); err != nil {
			return err
		}
		if r.more {
			continue
		}
		if err := b.wait(ctx, r.again); err != nil {
			return err
		}
	}
}

// look goes once through the mailbox.
func (w *watcher) look(ctx context.Context, b source) (*round, error) {
	uids, err := b.list(ctx)
	if err != nil {
		return nil, err
	}
	maps.DeleteFunc(w.tried, func(uid uint32, _ *attempt) bool {
		_, there := slices.BinarySearch(uids, uid)
		return !there
	})
	r := &round{watcher: w, box: b, held: make(map[string]bool), taken: make(map[string]int),
		again: min(w.in.Poll, longestIdle)}
	items, err := r.items(ctx, slices.DeleteFunc(uids, r.early))
	if err == nil {
		err = r.takeAll(ctx, items)
	}
	if err != nil {
		return nil, err
	}
	if r.kept {
		w.flush(ctx)
	}
	return r, nil
}

// flush makes durable that letters came to an end. Should it fail, some of them
// may be handled alone the next time that the program starts.
func (w *watcher) flush(ctx context.Context) {
	if w.in.Journal == nil {
		return
	}
	if _, err := w.in.Journal.Begin(ctx, nil); err != nil && ctx.Err() == nil {
		w.in.Log.WarnContext(ctx, "attempts cannot be counted", "error", err)
	}
}
