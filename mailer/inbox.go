package mailer

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
)

const (
	longestIdle   = 5 * time.Minute // servers and routers forget a silent client
	tries         = 3               // before a letter goes to Failed
	itemsAtOnce   = 100
	defaultPoll   = time.Minute
	defaultLimit  = time.Minute
	defaultFirst  = time.Second
	defaultBox    = "INBOX"
	defaultDone   = "Processed"
	defaultFailed = "Failed"
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
	Log   *slog.Logger // silent when nil
	// Looking, if set, is called when a look through the mailbox begins. What it
	// returns is called when that is over and every letter that was there has
	// been handled or was tried.
	Looking func() (looked func())
}

// Watch hands each letter of the mailbox to handle, one at a time and by UID,
// which is the order in which they came in. It ends when ctx does and returns
// nil then; it returns an error at once if the Inbox is set up wrongly. Trouble
// with the server never ends it: it tries again, and says so once per outage.
//
// When handle returns nil, the letter is moved to Done. A letter is moved only
// after that, so one may be handed over a second time, with the same ID, if the
// program dies in between. When handle returns an error, the letter stays and is
// handed over again after a pause, and so are the later letters of the same
// sender, so that they stay in order; other letters go on. The third error that
// is marked with Permanent moves the letter to Failed.
func (in *Inbox) Watch(ctx context.Context, handle func(context.Context, Letter) error) error {
	w := watcher{in: in.filled(), handle: handle}
	if err := w.in.Server.check(); err != nil {
		return err
	}
	if w.in.Server.User == "" {
		return errors.New("watching a mailbox: no user to log in as")
	}
	trouble := backoff{first: w.in.Retry}
	for ctx.Err() == nil {
		err := w.session(ctx, &trouble)
		if ctx.Err() != nil {
			break
		}
		level := slog.LevelDebug
		if trouble.n == 0 {
			level = slog.LevelWarn
		}
		w.in.Log.Log(ctx, level, "mailbox cannot be watched", "server", w.in.Server.Addr, "err", err)
		pause(ctx, trouble.next())
	}
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
	if f.Looking == nil {
		f.Looking = func() func() { return func() {} }
	}
	if f.Log == nil {
		f.Log = slog.New(slog.DiscardHandler)
	}
	return f
}

// A watcher is one Watch. What it knows about letters is only to pace itself;
// the mailbox is the truth.
type watcher struct {
	in       Inbox
	handle   func(context.Context, Letter) error
	validity uint32
	tried    map[imap.UID]*attempt
}

// An attempt is what became of a letter that is still in the mailbox.
type attempt struct {
	pauses    backoff
	pause     time.Duration
	wait      <-chan time.Time // not again before this fires
	from      string
	permanent int    // how many permanent errors
	to        string // it is done with, and only to be moved there
	large     bool   // larger than the server says
}

// session watches over one connection until that fails.
func (w *watcher) session(ctx context.Context, trouble *backoff) error {
	b, err := openBox(ctx, w.in.Server, w.in.Mailbox, w.in.Timeout)
	if err != nil {
		return err
	}
	defer b.close()
	if w.tried == nil || b.validity != w.validity { // the UIDs mean other mails now
		w.tried, w.validity = make(map[imap.UID]*attempt), b.validity
	}
	for {
		looked := w.in.Looking()
		again, err := w.look(ctx, b)
		if err != nil {
			return err
		}
		looked()
		if trouble.n > 0 {
			w.in.Log.InfoContext(ctx, "mailbox is watched again", "server", w.in.Server.Addr)
			trouble.n = 0
		}
		if err := b.wait(ctx, again); err != nil {
			return err
		}
	}
}

// look goes once through the mailbox, and says when to do so again at the latest.
func (w *watcher) look(ctx context.Context, b *box) (again time.Duration, err error) {
	uids, err := b.list(ctx)
	if err != nil {
		return 0, err
	}
	maps.DeleteFunc(w.tried, func(uid imap.UID, _ *attempt) bool {
		_, there := slices.BinarySearch(uids, uid)
		return !there
	})
	r := round{watcher: w, box: b, held: make(map[string]bool), again: min(w.in.Poll, longestIdle)}
	for some := range slices.Chunk(uids, itemsAtOnce) {
		if some = slices.DeleteFunc(some, r.early); len(some) == 0 {
			continue
		}
		items, err := b.items(ctx, some)
		if err != nil {
			return 0, err
		}
		for _, it := range items {
			if err := r.take(ctx, it); err != nil {
				return 0, err
			}
		}
	}
	return r.again, nil
}

// A round is one look through the mailbox.
type round struct {
	*watcher
	box   *box
	held  map[string]bool // senders with a letter that must come first
	again time.Duration
}

// early says whether a letter has failed too short a time ago.
func (r *round) early(uid imap.UID) bool {
	a := r.tried[uid]
	if a == nil || a.wait == nil {
		return false
	}
	select {
	case <-a.wait:
		a.wait = nil
		return false
	default:
	}
	r.hold(a)
	return true
}

func (r *round) hold(a *attempt) {
	if a.from != "" && a.to == "" {
		r.held[a.from] = true
	}
	r.again = min(r.again, a.pause)
}

// postpone leaves a letter where it is for a while.
func (r *round) postpone(a *attempt) {
	a.pause = a.pauses.next()
	a.wait = time.After(a.pause)
	r.hold(a)
}

// take sees to one letter. An error is one of the connection.
func (r *round) take(ctx context.Context, it item) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	a := r.tried[it.uid]
	if a == nil {
		a = &attempt{pauses: backoff{first: r.in.Retry}}
		r.tried[it.uid] = a
	}
	if a.to == "" {
		if r.held[a.from] {
			return nil
		}
		if err := r.read(ctx, it, a); err != nil || a.to == "" {
			return err
		}
	}
	// What was done is done: this is not given up because ctx has ended.
	err := r.box.put(context.WithoutCancel(ctx), it.uid, a.to)
	if isRefusal(err) {
		r.in.Log.ErrorContext(ctx, "letter cannot be moved", "uid", it.uid, "to", a.to, "err", err)
		r.postpone(a)
		return nil
	}
	return err
}

// read fetches a letter and has it handled; a.to is set when that is over.
func (r *round) read(ctx context.Context, it item, a *attempt) error {
	if a.large {
		it.size = MaxMail + 1
	}
	l, err := r.box.fetch(ctx, it)
	switch {
	case errors.Is(err, errGone):
		return nil
	case err != nil:
		a.large = errors.Is(err, errSize)
		r.postpone(a)
		if isRefusal(err) {
			r.in.Log.ErrorContext(ctx, "letter cannot be fetched", "uid", it.uid, "err", err)
			return nil
		}
		return err
	}
	a.from = l.From
	if r.held[l.From] {
		return nil
	}
	err = r.handle(ctx, l)
	if err == nil {
		a.to = r.in.Done
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err() // it was told to stop, which is no fault of the letter
	}
	if isPermanent(err) {
		a.permanent++
	}
	r.in.Log.ErrorContext(ctx, "letter cannot be handled", "id", l.ID, "uid", it.uid, "err", err)
	if a.permanent >= tries {
		a.to = r.in.Failed
		return nil
	}
	r.postpone(a)
	return nil
}
