package serve

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
	"deaddrop/mailer"
)

// A fakeReader notes who reads, and since when.
type fakeReader struct {
	who  string
	desk *readingRoom
}

type readingRoom struct {
	sync.Mutex
	now []string // who reads
	log []string // who began
	two bool     // two did at once
}

func (r *fakeReader) Watch(ctx context.Context, _ func(context.Context, mailer.Letter) error) error {
	r.desk.Lock()
	r.desk.now, r.desk.log = append(r.desk.now, r.who), append(r.desk.log, r.who)
	r.desk.two = r.desk.two || len(r.desk.now) > 1
	r.desk.Unlock()
	<-ctx.Done()
	r.desk.Lock()
	r.desk.now = slices.DeleteFunc(r.desk.now, func(who string) bool { return who == r.who })
	r.desk.Unlock()
	return nil
}

func (d *readingRoom) reads() string {
	d.Lock()
	defer d.Unlock()
	if len(d.now) != 1 {
		return ""
	}
	return d.now[0]
}

// A deaf store does not answer while it is so.
type deaf struct {
	store.Store
	mu    sync.Mutex
	is    bool
	hangs time.Duration // before it takes a commit
}

func (d *deaf) set(is bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.is = is
}

var errDeaf = errors.New("no answer")

func (d *deaf) answers() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.is {
		return errDeaf
	}
	return nil
}

func (d *deaf) slow() time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.hangs
}

func (d *deaf) Commit(ctx context.Context, game string, c store.Change) (uint64, error) {
	time.Sleep(d.slow())
	if err := d.answers(); err != nil {
		return 0, err
	}
	return d.Store.Commit(ctx, game, c)
}

func (d *deaf) Load(ctx context.Context, game string) (store.Game, error) {
	if err := d.answers(); err != nil {
		return store.Game{}, err
	}
	return d.Store.Load(ctx, game)
}

// A mailboxProcess takes tasks as a service does, and reads the mailbox when it has its task.
type mailboxProcess struct {
	*mailbox
	deaf *deaf
	stop context.CancelFunc
	done chan struct{}
}

func startMailbox(t *testing.T, db store.Store, who string, desk *readingRoom) *mailboxProcess {
	t.Helper()
	d := &deaf{Store: db}
	ctx, stop := context.WithCancel(t.Context())
	p := &mailboxProcess{mailbox: newMailbox(&fakeReader{who, desk}, d, "gm@test.invalid", who, time.Now,
		slog.New(slog.DiscardHandler)), deaf: d, stop: stop, done: make(chan struct{})}
	if err := p.offer(ctx); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	all.Go(func() {
		if err := p.watch(ctx, nil); err != nil {
			t.Error(err)
		}
	})
	all.Go(func() {
		for ctx.Err() == nil {
			if d.answers() == nil && d.slow() == 0 { // a process that sleeps takes nothing
				tasks, err := db.Take(ctx, time.Now(), time.Now().Add(time.Minute), 10)
				for _, task := range tasks {
					err = errors.Join(err,
						ignore(db.Settle(ctx, task, p.take(ctx, time.Now(), task)), store.ErrConflict))
				}
				if err != nil && ctx.Err() == nil {
					t.Error(err)
				}
			}
			time.Sleep(time.Second)
		}
	})
	go func() { all.Wait(); close(p.done) }()
	return p
}

func ignore(err, what error) error {
	if errors.Is(err, what) {
		return nil
	}
	return err
}

// One process at a time reads the mailbox, and when it ends, dies or loses the store another one does.
func TestMailboxIsReadByOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db, err := bolt.Open(filepath.Join(t.TempDir(), "games"), bolt.Options{NoSync: true, Check: true})
		if err != nil {
			t.Fatal(err)
		}
		desk := &readingRoom{}
		processes := map[string]*mailboxProcess{}
		for _, who := range []string{"a", "b", "c"} {
			processes[who] = startMailbox(t, db, who, desk)
			time.Sleep(3 * time.Second)
		}
		if who := desk.reads(); who != "a" {
			t.Fatalf("%q reads the mailbox, want a, who came first", who)
		}
		time.Sleep(10 * time.Minute)
		if who := desk.reads(); who != "a" {
			t.Fatalf("%q reads the mailbox after a while, and a lives", who)
		}

		// The others soon know what the reader of the mailbox has looked through.
		looked := time.Now()
		processes["a"].setLooked(looked)
		time.Sleep(2 * time.Second)
		for _, who := range []string{"b", "c"} {
			if err := processes[who].refresh(t.Context()); err != nil || !processes[who].lookedAt().Equal(looked) {
				t.Errorf("%s knows of a look at %v, want %v; %v", who, processes[who].lookedAt(), looked, err)
			}
		}

		// One that ends hands it on at once.
		processes["a"].stop()
		<-processes["a"].done
		time.Sleep(3 * time.Second)
		second := desk.reads()
		if second != "b" && second != "c" {
			t.Fatalf("%q reads the mailbox after a has ended", second)
		}

		// One that has lost the store stops before another one begins.
		processes[second].deaf.set(true)
		time.Sleep(mailboxHold + 3*time.Second)
		third := desk.reads()
		if third != map[string]string{"b": "c", "c": "b"}[second] {
			t.Fatalf("%q reads the mailbox after %s has lost the store", third, second)
		}
		processes[second].deaf.set(false)
		time.Sleep(time.Minute)
		if who := desk.reads(); who != third {
			t.Errorf("%q reads the mailbox, want %s as before", who, third)
		}
		if desk.two {
			t.Errorf("two read the mailbox at once: %v", desk.log)
		}
		for _, p := range processes {
			p.stop()
			<-p.done
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
}

// A process that was killed is itself again when it starts, and need not wait until its hold is over.
func TestMailboxIsTakenAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db, err := bolt.Open(filepath.Join(t.TempDir(), "games"), bolt.Options{NoSync: true, Check: true})
		if err != nil {
			t.Fatal(err)
		}
		desk := &readingRoom{}
		for range 2 {
			p := startMailbox(t, db, "a", desk)
			time.Sleep(2 * time.Second)
			if desk.reads() != "a" {
				t.Error("nobody reads the mailbox")
			}
			p.deaf.set(true) // as when it is killed: it says nothing any more
			p.stop()
			<-p.done
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
}

// A process that hangs for too long finds that another has taken over the mailbox, and leaves it alone.
func TestMailboxIsLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db, err := bolt.Open(filepath.Join(t.TempDir(), "games"), bolt.Options{NoSync: true, Check: true})
		if err != nil {
			t.Fatal(err)
		}
		desk := &readingRoom{}
		a := startMailbox(t, db, "a", desk)
		time.Sleep(3 * time.Second)
		b := startMailbox(t, db, "b", desk)
		a.deaf.mu.Lock()
		a.deaf.hangs = 2 * mailboxHold
		a.deaf.mu.Unlock()
		time.Sleep(3*mailboxHold + 3*time.Second)
		if who := desk.reads(); who != "b" {
			t.Errorf("%q reads the mailbox, want b", who)
		}
		for _, p := range []*mailboxProcess{a, b} {
			p.stop()
			<-p.done
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
}
