package transfer_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/store/transfer"
)

func at(s int) time.Time {
	return time.Date(2030, time.January, 4, 12, 0, 0, 123456789, time.UTC).Add(time.Duration(s) * time.Second)
}

func open(t testing.TB, path string) *bolt.DB {
	t.Helper()
	db, err := bolt.Open(path, bolt.Options{NoSync: true, Check: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// two returns a store with games, and an empty one.
func two(t testing.TB) (from, to *bolt.DB) {
	t.Helper()
	dir := t.TempDir()
	from, to = open(t, filepath.Join(dir, "from")), open(t, filepath.Join(dir, "to"))
	fill(t, from, 12)
	return from, to
}

// fill makes games of different lengths, and records that are not games.
func fill(t testing.TB, s store.Store, games int) {
	t.Helper()
	for i := range games {
		commit(t, s, fmt.Sprintf("g%03d", i), store.Change{Head: fmt.Appendf(nil, "head %d", i), Log: entries(i * 100), Set: []store.Task{
			{Name: "deadline", Due: at(i), Body: []byte("why")}, {Name: "send/1", Due: at(1), Tries: i % 3}}})
	}
	commit(t, s, "lobby", store.Change{Log: []store.Entry{{Body: make([]byte, store.MaxBody)}, {Body: make([]byte, store.MaxBody)}, {Body: make([]byte, store.MaxBody)}}})
	commit(t, s, "player/ann@example.org", store.Change{Head: []byte("{}")})
	commit(t, s, "service/key", store.Change{Head: []byte("secret")})
	for i := range 20 {
		if _, err := s.(store.Blobs).PutBlob(t.Context(), fmt.Appendf(nil, "blob %d", i)); err != nil {
			t.Fatal(err)
		}
	}
}

func entries(n int) (log []store.Entry) {
	for i := range n {
		log = append(log, store.Entry{Kind: "letter", Key: fmt.Sprint("key", i), At: at(i), Body: fmt.Appendf(nil, "body %d", i)})
	}
	return log
}

func commit(t testing.TB, s store.Store, game string, c store.Change) {
	t.Helper()
	if _, err := s.Commit(t.Context(), game, c); err != nil {
		t.Fatal(err)
	}
}

func options() transfer.Options {
	return transfer.Options{From: "old", To: "new", ID: "1", Now: func() time.Time { return at(0) }, Counts: func(name string) bool { return strings.HasPrefix(name, "g") }}
}

func mustMove(t testing.TB, from, to store.Store, o transfer.Options) transfer.Report {
	t.Helper()
	r, err := transfer.Move(t.Context(), from, to, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// mustRefuse says that a move is refused, with a word in it.
func mustRefuse(t testing.TB, from, to store.Store, o transfer.Options, word string) {
	t.Helper()
	_, err := transfer.Move(t.Context(), from, to, o)
	var no *transfer.Refusal
	if !errors.As(err, &no) || !strings.Contains(err.Error(), word) {
		t.Errorf("not refused with %q: %v", word, err)
	}
}

// sums returns all games of a store but its mark, with their blobs.
func sums(t testing.TB, s store.Store) map[string]transfer.Sum {
	t.Helper()
	all := map[string]transfer.Sum{}
	for name, err := range s.Games(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		if name == "service/move" {
			continue
		}
		sum, err := transfer.Read(t.Context(), s, name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = sum
	}
	for ref, err := range s.(store.BlobLister).BlobRefs(t.Context(), store.Ref{}) {
		if err != nil {
			t.Fatal(err)
		}
		all["blob "+ref.String()] = transfer.Sum{Hash: ref}
	}
	return all
}

func same(t testing.TB, want, have map[string]transfer.Sum) {
	t.Helper()
	for name := range maps.Keys(want) {
		if want[name] != have[name] {
			t.Errorf("%s differs: %+v, %+v", name, want[name], have[name])
		}
	}
	if len(want) != len(have) {
		t.Errorf("%d and %d records", len(want), len(have))
	}
}

func usable(t testing.TB, s store.Store, want string) {
	t.Helper()
	err := transfer.Barred(t.Context(), s)
	var away *transfer.Away
	switch {
	case want == "" && err != nil:
		t.Errorf("barred: %v", err)
	case want != "" && (!errors.As(err, &away) || !strings.Contains(err.Error(), want)):
		t.Errorf("%q is not said: %v", want, err)
	}
}

func TestMove(t *testing.T) {
	from, to := two(t)
	want := sums(t, from)
	r := mustMove(t, from, to, options())
	same(t, want, sums(t, to))
	same(t, want, sums(t, from))
	if r.Games != 12 || r.Records != 15 || r.Entries != 6603 || r.Tasks != 24 || r.Blobs != 20 || r.First != 15 || r.Again != 0 || r.Same != 15 || r.Passes != 2 {
		t.Errorf("%+v", r)
	}
	usable(t, to, "")
	usable(t, from, "moved from here to new on 4 January 2030")
	for task, err := range to.Tasks(t.Context(), "g005") {
		if err != nil || task.Name == "send/1" && task.Tries != 2 {
			t.Errorf("%+v, %v", task, err)
		}
	}
	mustRefuse(t, from, to, options(), "were moved to new")
}

// The move notices every difference, since each changes the Sum.
func TestSum(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "games"))
	base := func() store.Change {
		return store.Change{Head: []byte("h"), Log: []store.Entry{{Kind: "k", Key: "y", At: at(0), Body: []byte("b")}, {}}, Set: []store.Task{{Name: "t", Due: at(0), Body: []byte("b")}}}
	}
	seen := map[transfer.Sum]int{}
	for i, change := range []func(*store.Change){
		func(*store.Change) {},
		func(c *store.Change) { c.Head = []byte("i") },
		func(c *store.Change) { c.Log[0].Kind = "l" },
		func(c *store.Change) { c.Log[0].Key = "z" },
		func(c *store.Change) { c.Log[0].Kind, c.Log[0].Key = "ky", "" },
		func(c *store.Change) { c.Log[0].At = at(1) },
		func(c *store.Change) { c.Log[0].Body = []byte("c") },
		func(c *store.Change) { c.Log = c.Log[:1] },
		func(c *store.Change) { c.Log[0], c.Log[1] = c.Log[1], c.Log[0] },
		func(c *store.Change) { c.Set[0].Name = "u" },
		func(c *store.Change) { c.Set[0].Due = at(1) },
		func(c *store.Change) { c.Set[0].Tries = 1 },
		func(c *store.Change) { c.Set[0].Body = nil },
		func(c *store.Change) { c.Set = nil },
	} {
		c, name := base(), fmt.Sprint("g", i)
		change(&c)
		commit(t, db, name, c)
		sum, err := transfer.Read(t.Context(), db, name)
		if err != nil {
			t.Fatal(err)
		}
		sum.Entries, sum.Tasks, sum.Bytes, sum.Next = 0, 0, 0, 0 // the hash alone has to tell
		if was, ok := seen[sum]; ok {
			t.Errorf("%d has the hash of %d", i, was)
		}
		seen[sum] = i
	}
}

// A stopping store fails for good after so many writes, as if the program was killed there.
type stopping struct {
	*bolt.DB
	left *atomic.Int64
}

var errStopped = errors.New("stopped")

func (s stopping) Commit(ctx context.Context, game string, c store.Change) (uint64, error) {
	if s.left.Add(-1) < 0 {
		return 0, errStopped
	}
	return s.DB.Commit(ctx, game, c)
}

func (s stopping) Remove(ctx context.Context, game string, rev uint64) error {
	if s.left.Add(-1) < 0 {
		return errStopped
	}
	return s.DB.Remove(ctx, game, rev)
}

func (s stopping) PutBlob(ctx context.Context, data []byte) (store.Ref, error) {
	if s.left.Add(-1) < 0 {
		return store.Ref{}, errStopped
	}
	return s.DB.PutBlob(ctx, data)
}

// Stopped after any write, a move goes on; and at no moment could both stores be used, or one with half of the games.
func TestStopped(t *testing.T) {
	from, _ := two(t)
	want, path := sums(t, from), filepath.Join(t.TempDir(), "to")
	var left atomic.Int64
	for n, done := int64(0), false; !done; n++ {
		to := open(t, path)
		left.Store(1 + n%7)
		_, err := transfer.Move(t.Context(), stopping{from, &left}, stopping{to, &left}, options())
		if done = err == nil; !done && !errors.Is(err, errStopped) {
			t.Fatal(err)
		}
		errFrom, errTo := transfer.Barred(t.Context(), from), transfer.Barred(t.Context(), to)
		if n > 0 && errFrom == nil || !done && len(sums(t, to)) > 0 && len(sums(t, to)) < len(want) && errTo == nil {
			t.Fatalf("after %d writes: %v; %v", left.Load(), errFrom, errTo)
		}
		for name := range want {
			if strings.HasPrefix(name, "blob ") {
				continue
			}
			g := load(t, to, name) // first, as what the other goroutines had begun to write may still come
			sum, err := transfer.Read(t.Context(), to, name)
			if err != nil {
				t.Fatal(err)
			}
			if len(g.Head) > 0 && sum != want[name] {
				t.Errorf("half of %s could be played on: %q, %+v", name, g.Head, sum)
			}
		}
		if done {
			same(t, want, sums(t, to))
			usable(t, to, "")
			t.Log("stopped", n, "times")
		}
		if err := to.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// Stopped between the two marks at the end, and at the beginning.
func TestStoppedAtMarks(t *testing.T) {
	from, to := two(t)
	var left atomic.Int64
	left.Store(1)
	if _, err := transfer.Move(t.Context(), stopping{from, &left}, to, options()); !errors.Is(err, errStopped) {
		t.Fatal(err) // the source is left, and could not be marked so
	}
	usable(t, from, "on their way")
	usable(t, to, "Only half")
	left.Store(1)
	far := transfer.Options{From: "old", To: "far", ID: "2", Now: options().Now}
	mustRefuse(t, from, to, far, "on their way to new")
	mustRefuse(t, to, open(t, filepath.Join(t.TempDir(), "far")), transfer.Options{From: "new", To: "far", ID: "3", Now: far.Now}, "Only half")
	left.Store(0)
	if _, err := transfer.Move(t.Context(), from, stopping{to, &left}, options()); !errors.Is(err, errStopped) {
		t.Fatal(err)
	}
	usable(t, from, "were moved from here")
	usable(t, to, "Only half")
	r := mustMove(t, from, to, options())
	if r.First != 0 || r.Same != 15 {
		t.Errorf("copied again: %+v", r)
	}
	usable(t, to, "")
}

func TestRefused(t *testing.T) {
	from, to := two(t)
	commit(t, to, "mine", store.Change{Head: []byte("{}")})
	mustRefuse(t, from, to, options(), `games of its own, or players, such as "mine"`)
	mustRefuse(t, from, from, options(), "games of its own")
	usable(t, from, "") // and nothing was done
	o := options()
	o.Replace = true
	mustRefuse(t, from, to, o, "games of its own")
	empty := open(t, filepath.Join(t.TempDir(), "empty"))
	for _, name := range []string{"service/key", "mailbox/gm@example.org", "letters/begun/here"} { // as a gm serve leaves it
		commit(t, empty, name, store.Change{Head: []byte("another")})
	}
	want := sums(t, from)
	mustMove(t, from, empty, options())
	same(t, want, sums(t, empty))
}

func TestBackAndForth(t *testing.T) {
	from, to := two(t)
	mustMove(t, from, to, options())
	commit(t, to, "g001", store.Change{Rev: load(t, to, "g001").Rev, Head: []byte("played on")})
	commit(t, to, "new", store.Change{Head: []byte("begun there")})
	if err := to.Remove(t.Context(), "g002", load(t, to, "g002").Rev); err != nil {
		t.Fatal(err)
	}
	want := sums(t, to)
	back := transfer.Options{From: "new", To: "old", ID: "2", Now: options().Now}
	mustRefuse(t, to, from, back, "With --replace")
	usable(t, to, "")
	back.Replace = true
	r := mustMove(t, to, from, back)
	same(t, want, sums(t, from))
	if r.First != 2 {
		t.Errorf("%+v", r)
	}
	usable(t, from, "")
	usable(t, to, "moved from here to old")
}

func load(t testing.TB, s store.Store, name string) store.Game {
	t.Helper()
	g, err := s.Load(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// A meddled store is changed at its n-th commit by somebody else.
type meddled struct {
	*bolt.DB
	meddle func()
	after  atomic.Int64
}

func (s *meddled) Commit(ctx context.Context, game string, c store.Change) (uint64, error) {
	rev, err := s.DB.Commit(ctx, game, c)
	if s.after.Add(-1) == 0 {
		s.meddle()
	}
	return rev, err
}

// Changes in the source during the copy are copied as well.
func TestChangedMeanwhile(t *testing.T) {
	from, to := two(t)
	m := &meddled{DB: to, meddle: func() {
		commit(t, from, "g000", store.Change{Rev: 1, Log: entries(3)})
		commit(t, from, "zz", store.Change{Head: []byte("late")})
		commit(t, from, "a", store.Change{Head: []byte("late, too")})
	}}
	m.after.Store(10)
	r := mustMove(t, from, m, options())
	same(t, sums(t, from), sums(t, to))
	if r.Again == 0 || r.Passes != 3 || !slices.Contains(r.Which, "g000") {
		t.Errorf("%+v", r)
	}
}

// A store in which somebody goes on for ever can't be moved.
func TestServedMeanwhile(t *testing.T) {
	from, to := two(t)
	o := options()
	n := uint64(1)
	o.Progress = func(transfer.Totals) {
		commit(t, from, "g000", store.Change{Rev: n, Head: fmt.Append(nil, n)})
		n++
	}
	mustRefuse(t, from, to, o, "still change")
	usable(t, from, "on their way")
	usable(t, to, "Only half")
}

// Notes of a service about itself that are written while the move waits for it are copied, but not reported.
func TestNotedMeanwhile(t *testing.T) {
	from, to := two(t)
	o := options()
	o.Wait = time.Millisecond
	o.Waiting = func(time.Duration) {
		for _, name := range []string{"service/watch", "mailbox/gm@x", "letters/begun/a"} {
			commit(t, from, name, store.Change{Head: []byte("{}")})
		}
	}
	r := mustMove(t, from, to, o)
	if r.Again != 0 || len(r.Which) > 0 || load(t, to, "service/watch").Rev == 0 {
		t.Errorf("%+v", r)
	}
}

// A copy that is damaged between the two readings of it is noticed.
func TestDamagedCopy(t *testing.T) {
	for name, damage := range map[string]func(t *testing.T, to *bolt.DB){
		"head": func(t *testing.T, to *bolt.DB) {
			commit(t, to, "g010", store.Change{Rev: load(t, to, "g010").Rev, Head: []byte("head 1O")})
		},
		"task": func(t *testing.T, to *bolt.DB) {
			commit(t, to, "g010", store.Change{Rev: load(t, to, "g010").Rev, Done: []string{"send/1"}})
		},
		"missing": func(t *testing.T, to *bolt.DB) { _ = to.Remove(t.Context(), "g010", load(t, to, "g010").Rev) },
		"surplus": func(t *testing.T, to *bolt.DB) { commit(t, to, "g010a", store.Change{Head: []byte("x")}) },
	} {
		t.Run(name, func(t *testing.T) {
			from, to := two(t)
			o := options()
			o.Wait = time.Millisecond
			o.Waiting = func(time.Duration) { damage(t, to) } // it is all copied then
			r := mustMove(t, from, to, o)
			same(t, sums(t, from), sums(t, to))
			if name != "surplus" && (r.Again != 1 || r.Which[0] != "g010") || r.Passes != 3 {
				t.Errorf("%+v", r)
			}
		})
	}
}

func TestReopen(t *testing.T) {
	from, to := two(t)
	if _, err := transfer.Reopen(t.Context(), from, "old"); err == nil {
		t.Error("what was never moved away is opened again")
	}
	var left atomic.Int64
	left.Store(20)
	if _, err := transfer.Move(t.Context(), from, stopping{to, &left}, options()); !errors.Is(err, errStopped) {
		t.Fatal(err)
	}
	if _, err := transfer.Reopen(t.Context(), to, "new"); err == nil {
		t.Error("half a move may be served")
	}
	if moved, err := transfer.Reopen(t.Context(), from, "old"); err != nil || moved != "" {
		t.Error(moved, err)
	}
	usable(t, from, "")
	usable(t, to, "Only half")
	mustRefuse(t, from, to, transfer.Options{From: "old", To: "new", ID: "2", Now: options().Now}, "Half of another move")
	o := options()
	o.ID, o.Replace = "2", true
	mustMove(t, from, to, o)
	if moved, err := transfer.Reopen(t.Context(), from, "old"); err != nil || moved != "new" {
		t.Error(moved, err)
	}
	usable(t, from, "")
}

// A service on the source has time to notice the mark before the source is read for the last time.
func TestWaits(t *testing.T) {
	from, to := two(t)
	o := options()
	o.Wait = 50 * time.Millisecond
	waited := time.Duration(0)
	o.Waiting = func(d time.Duration) {
		waited = d
		usable(t, from, "on their way")
		commit(t, from, "g000", store.Change{Rev: 1, Head: []byte("its last word")})
	}
	r := mustMove(t, from, to, o)
	if waited != o.Wait || r.Again != 1 {
		t.Errorf("%v, %+v", waited, r)
	}
	same(t, sums(t, from), sums(t, to))
}

// If a move is given up midway, the games go on where they were, and nowhere else.
func TestGivenUpMeanwhile(t *testing.T) {
	from, to := two(t)
	o := options()
	o.Wait = time.Millisecond
	o.Waiting = func(time.Duration) {
		if _, err := transfer.Reopen(t.Context(), from, "old"); err != nil {
			t.Error(err)
		}
	}
	mustRefuse(t, from, to, o, "given up the move of old")
	usable(t, from, "")
	usable(t, to, "Only half")
}

// A store is not moved into itself, and none is thrown away of which the games are on their way.
func TestRefusedPlaces(t *testing.T) {
	empty := open(t, filepath.Join(t.TempDir(), "empty"))
	mustRefuse(t, empty, empty, options(), "one and the same store")
	usable(t, empty, "")
	from, to := two(t)
	var left atomic.Int64
	left.Store(3)
	if _, err := transfer.Move(t.Context(), from, stopping{to, &left}, options()); !errors.Is(err, errStopped) {
		t.Fatal(err)
	}
	want := sums(t, from)
	o := transfer.Options{From: "empty", To: "old", ID: "2", Now: options().Now, Replace: true}
	mustRefuse(t, empty, from, o, "The games in old are on their way to new themselves")
	usable(t, empty, "")
	same(t, want, sums(t, from))
}
