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
	longestIdle     = 5 * time.Minute // servers and routers drop silent connections
	lettersAtOnce   = 100
	lettersOfOne    = 20 // in one look through the mailbox
	bytesAtOnce     = 4 << 20
	defaultParallel = 64
	defaultPoll     = time.Minute
	defaultLimit    = time.Minute
	defaultFirst    = time.Second
	defaultBox      = "INBOX"
	defaultDone     = "Processed"
	defaultFailed   = "Failed"
)

// An Inbox is a mailbox on an IMAP server that serves as the queue of incoming letters. Nobody else should move mail
// out of it. Mailbox names are the server's own, with its prefix if it has one ("INBOX.Processed").
type Inbox struct {
	Server  Server
	Mailbox string // "INBOX" when empty
	Done    string // where handled letters go; "Processed" when empty
	Failed  string // where letters go that cannot be handled; "Failed" when empty
	// Poll is the longest time between looks at the mailbox, even if the server announces mail; a minute when zero.
	Poll time.Duration
	// Timeout limits one exchange with the server; a minute when zero.
	Timeout time.Duration
	// Retry is the pause after the first failure of the server or of a letter; a second when zero. It doubles with
	// each further failure, up to a minute.
	Retry time.Duration
	// Parallel is the largest number of letters handled at once, each from a different sender; 64 when zero. Handlers
	// mostly wait for the disk, and share its flushes when many of them wait at once.
	Parallel int
	Queue    *SenderQueue // shared with other sources of letters; a private one when nil
	Log      *slog.Logger // silent when nil
	// Looking, if set, is called when a look through the mailbox begins. The function that it returns is called when
	// the look is over and every letter that was there has been handled or attempted.
	Looking func() (looked func())
	// Progress, if set, is called while letters are being taken in: every letter that the server received before
	// upTo, by the server's clock, has been handled or attempted.
	Progress func(upTo time.Time)
	// Reached, if set, is called with false when the server can't be reached or a connection fails, and with true
	// when a look through the mailbox is complete.
	Reached func(ok bool)
	// Journal, if set, detects letters that crash the program.
	Journal Journal
	// GaveUp, if set, is called for each letter that is given up, with the reason, before it is moved to Failed. The
	// letter has neither Text nor Raw; if it was never read, it has only ID (its place in the mailbox) and Received.
	// If GaveUp returns an error, it is called again later.
	GaveUp func(ctx context.Context, l Letter, why string) error
}

// Watch passes the letters of the mailbox to handle: several at once, but never two from one sender, and those of one
// sender in order of UID, that is, of arrival. It returns nil when ctx ends, and returns an error at once if the
// Inbox is configured wrongly. Trouble with the server never ends it: it retries, and logs each outage once.
//
// When handle returns nil, the letter is moved to Done. As it is moved only then, it may be passed to handle a second
// time, with the same ID, if the program dies in between. When handle returns an error, the letter stays and is
// retried after a pause, and so do later letters of the same sender, to keep them in order; other letters go on. The
// third error marked with Permanent moves the letter to Failed.
//
// In one look through the mailbox only a limited number of letters of each sender is handled, and the next look
// begins at once, so that others do not wait behind one sender's long queue.
//
// With a Journal, a letter that was being handled when the program died is handled alone from then on, and is given
// up unread when the program has died three times while handling it alone. So a crash while many letters are handled
// gives up none of the harmless ones.
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

// A source is a mailbox on a server. Each of its methods is limited in time. After any error other than errRefused,
// the connection can't be used any more.
type source interface {
	// epoch returns a number that changes when the server assigns UIDs anew (UIDVALIDITY).
	epoch() uint32
	// list returns the UIDs of the letters in the mailbox. wait will report those that arrive later.
	list(ctx context.Context) ([]uint32, error)
	// items returns size and date of letters, without those that no longer exist.
	items(ctx context.Context, uids []uint32) ([]item, error)
	// fetch returns the letters' contents, with nil for a letter that no longer exists. For a single letter larger
	// than MaxMail it returns only the header.
	fetch(ctx context.Context, items []item) ([][]byte, error)
	// outline describes the parts of a letter. It returns nil if the letter no longer exists, or has too many parts.
	outline(ctx context.Context, uid uint32) (*outline, error)
	// fill fetches the contents of parts of a letter.
	fill(ctx context.Context, uid uint32, parts []*outline) error
	// put moves letters to another mailbox, and creates that if necessary.
	put(ctx context.Context, uids []uint32, to string) error
	// wait returns when mail may have arrived, or after most.
	wait(ctx context.Context, most time.Duration) error
	close()
}

var (
	errRefused = errors.New("server refuses")
	errFlood   = errors.New("mails are larger than the server said")
)

// A sizeError says that a mail is far larger than the server announced.
type sizeError struct{ uid uint32 }

func (e *sizeError) Error() string {
	return fmt.Sprintf("mail %d is larger than the server said", e.uid)
}

// An item is a mail in the mailbox whose content has not been read yet.
type item struct {
	uid      uint32
	size     int64
	received time.Time
}

// A watcher is the state of one call of Watch. What it remembers about letters only paces the retries; the mailbox
// itself says which letters are still to be handled.
type watcher struct {
	in     Inbox
	handle func(context.Context, Letter) error
	epoch  uint32
	tried  map[uint32]*attempt
	wary   bool // the connection failed while several letters were fetched: fetch one at a time

	// failing says that since the last failure no connection has lasted for a whole look, and trouble is the backoff
	// before the next one. Moving a letter resets the backoff: if each connection manages a few letters, the pauses
	// must not grow.
	failing bool
	trouble backoff
}

// An attempt is the state of a letter that was tried and is still in the mailbox.
type attempt struct {
	item
	pauses    backoff
	pause     time.Duration
	wait      <-chan time.Time // no retry before this fires
	from      string           // the key of its sender in the queue
	permanent int              // number of permanent errors
	to        string           // handled; only to be moved to this mailbox
	large     bool             // larger than the server announced
	breaks    bool             // the connection broke while it was fetched
	opaque    int              // how often the server failed to tell its parts
}

// session watches the mailbox over one connection, until that fails.
func (w *watcher) session(ctx context.Context) error {
	var b source
	b, err := openBox(ctx, w.in.Server, w.in.Mailbox, w.in.Timeout)
	if err != nil {
		return err
	}
	defer b.close()
	if w.tried == nil || b.epoch() != w.epoch { // the UIDs now mean other mails
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

// look goes through the mailbox once.
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

// flush makes the Journal's End entries durable. If it fails, some finished letters may be handled alone after the
// next start.
func (w *watcher) flush(ctx context.Context) {
	if w.in.Journal == nil {
		return
	}
	if _, err := w.in.Journal.Begin(ctx, nil); err != nil && ctx.Err() == nil {
		w.in.Log.WarnContext(ctx, "attempts cannot be counted", "error", err)
	}
}
