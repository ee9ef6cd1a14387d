package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"deaddrop/gm/store"
)

func testCreate(f *fixture) {
	f.same("a game that does not exist", f.load("g"), store.Game{Next: 1})
	f.same("its log", len(f.log("g", 0)), 0)
	f.refuse(store.ErrConflict, "g", store.Change{Rev: 1})
	f.commit("g", store.Change{Head: []byte("one"), Log: []store.Entry{{Kind: "start"}}})
	f.same("the new game", f.load("g"), store.Game{Rev: 1, Next: 2, Head: []byte("one")})
	f.same("another one", f.load("h"), store.Game{Next: 1})
	f.refuse(store.ErrConflict, "g", store.Change{Head: []byte("again")})
	f.same("after creating it twice", f.load("g"), store.Game{Rev: 1, Next: 2, Head: []byte("one")})
}

// full returns a change that sets every field.
func full(rev uint64, key string) store.Change {
	return store.Change{
		Rev:  rev,
		Head: []byte("head of " + key),
		Log:  []store.Entry{{Kind: "letter", Key: "new " + key, At: at(1)}, {Kind: "letter", Key: key, At: at(2)}},
		Set:  []store.Task{{Name: "set by " + key, Due: at(0)}, {Name: "kept", Due: at(50)}},
		Done: []string{"done"},
	}
}

// untouched checks that the game is as after full with the key "first" and then a change that sets the task "done".
func untouched(f *fixture) {
	f.Helper()
	f.same("the game", f.load("g"), store.Game{Rev: 2, Next: 3, Head: []byte("head of first")})
	f.same("its log", len(f.log("g", 1)), 2)
	f.due(100, "g/set by first", "g/done", "g/kept")
}

func testConflict(f *fixture) {
	f.commit("g", full(0, "first"))
	f.commit("g", store.Change{Rev: 1, Set: []store.Task{{Name: "done", Due: at(20)}}})
	for _, rev := range []uint64{0, 1, 3, 1 << 40} {
		f.refuse(store.ErrConflict, "g", full(rev, "second"))
	}
	f.refuse(store.ErrConflict, "g", full(1, "first")) // a duplicate too, but the conflict takes precedence
	untouched(f)
}

func testDuplicate(f *fixture) {
	f.commit("g", full(0, "first"))
	f.commit("g", store.Change{Rev: 1, Set: []store.Task{{Name: "done", Due: at(20)}}})
	c := full(2, "second")
	c.Log = append(c.Log, store.Entry{Kind: "letter", Key: "first"})
	f.refuse(store.ErrDuplicate, "g", c)
	untouched(f)

	// Keys of a refused change can be used later, and keys are per game.
	f.commit("g", full(2, "second"))
	f.commit("h", full(0, "first"))
}

func testHead(f *fixture) {
	f.commit("g", store.Change{})
	f.same("created without", f.load("g"), store.Game{Rev: 1, Next: 1})
	f.commit("g", store.Change{Rev: 1, Head: []byte("a")})
	f.commit("g", store.Change{Rev: 2})
	f.same("kept by nil", f.load("g"), store.Game{Rev: 3, Next: 1, Head: []byte("a")})
	f.commit("g", store.Change{Rev: 3, Head: []byte{}})
	f.same("cleared by empty", f.load("g"), store.Game{Rev: 4, Next: 1})
}

// testRevision checks Revision against Load. It is skipped if the store has no Revisions.
func testRevision(f *fixture) {
	r, ok := store.As[store.Revisions](f.s)
	if !ok {
		f.Skip("the store tells no revisions")
	}
	is := func(game string, want uint64) {
		f.Helper()
		if rev, err := r.Revision(f.ctx, game); rev != want || err != nil {
			f.Errorf("Revision(%q): %d, %v; want %d", game, rev, err, want)
		}
	}
	is("g", 0)
	f.commit("g", store.Change{Head: []byte("a"), Log: make([]store.Entry, 5)})
	f.commit("g", store.Change{Rev: 1})
	f.refuse(store.ErrConflict, "g", store.Change{Rev: 1})
	is("g", 2)
	is("h", 0)
	if _, err := r.Revision(f.ctx, "a\x00"); !errors.Is(err, store.ErrInvalid) {
		f.Errorf("the revision of a bad name: %v", err)
	}
}

func testEmpty(f *fixture) {
	f.commit("g", store.Change{
		Log: []store.Entry{{Body: nil}, {Body: []byte{}}, {Body: []byte{0}}, {}},
		Set: []store.Task{{Name: "empty", Due: at(1), Body: []byte{}}, {Name: "nil", Due: at(2)},
			{Name: "zero", Due: at(3), Body: []byte{0}}},
	})
	f.same("log", f.log("g", 1), []store.Entry{{Seq: 1}, {Seq: 2}, {Seq: 3, Body: []byte{0}}, {Seq: 4}})
	tasks := f.takeAll(9, 10, "g/empty", "g/nil", "g/zero")
	f.same("bodies of tasks", [][]byte{tasks[0].Body, tasks[1].Body, tasks[2].Body}, [][]byte{nil, nil, {0}})
}

func testRefused(f *fixture) {
	entry := func(e store.Entry) store.Change { return store.Change{Log: []store.Entry{{Kind: "good"}, e}} }
	task := func(t store.Task) store.Change { return store.Change{Set: []store.Task{t}} }
	big := make([]byte, store.MaxBody+1)
	long := strings.Repeat("n", store.MaxName+1)

	for _, name := range []string{"", long, "a\x00b", "a\xffb"} {
		f.refuse(store.ErrInvalid, name, store.Change{})
		f.refuse(store.ErrInvalid, "g", task(store.Task{Name: name, Due: at(1)}))
		f.refuse(store.ErrInvalid, "g", store.Change{Done: []string{name}})
		refusedNames(f, name)
	}
	for _, c := range []store.Change{
		{Head: big},
		entry(store.Entry{Body: big}),
		entry(store.Entry{Key: "a\x00"}),
		entry(store.Entry{Key: strings.Repeat("k", store.MaxKey+1)}),
		task(store.Task{Name: "a", Due: at(1), Body: big}),
		task(store.Task{Name: "a"}),
		task(store.Task{Name: "a", Due: at(1), Tries: -1}),
		task(store.Task{Game: "h", Name: "a", Due: at(1)}),
		{Log: []store.Entry{{Key: "k"}, {Key: "k"}}},
		{Set: []store.Task{{Name: "a", Due: at(1)}}, Done: []string{"a"}},
	} {
		f.refuse(store.ErrInvalid, "g", c)
	}
	if _, err := f.s.Take(f.ctx, at(1), at(1), 1); !errors.Is(err, store.ErrInvalid) {
		f.Errorf("a hold that ends at once: %v", err)
	}
	f.settle(store.ErrInvalid, store.Task{Name: "a"}, -1)
	f.same("after all that", f.load("g"), store.Game{Next: 1})
	f.same("games", len(f.games("")), 0)
	f.due(1 << 30)
}

// refusedNames checks that reading methods refuse an invalid name of a game, too.
func refusedNames(f *fixture, name string) {
	f.Helper()
	if _, err := f.s.Load(f.ctx, name); !errors.Is(err, store.ErrInvalid) {
		f.Errorf("Load(%q): %v", name, err)
	}
	said := 0
	for e, err := range f.s.Log(f.ctx, name, 1) {
		said++
		if !errors.Is(err, store.ErrInvalid) || e.Seq != 0 {
			f.Errorf("Log(%q): %v, %v", name, e, err)
		}
	}
	if said != 1 {
		f.Errorf("Log(%q) yielded %d times, want one error", name, said)
	}
	for _, err := range f.s.Games(f.ctx, name) {
		if name != "" && !errors.Is(err, store.ErrInvalid) {
			f.Errorf("Games(%q): %v", name, err)
		}
	}
}

// testNames uses names that an engine with composite keys might mix up.
func testNames(f *fixture) {
	games := []string{"a", "a!", "a!b", "a/", "a/b", "ab", "meta", "Größe", strings.Repeat("n", store.MaxName),
		"\x01", "a\x01", "a'; --"}
	for i, g := range games {
		f.commit(g, store.Change{Head: []byte(g),
			Log: []store.Entry{{Kind: g, Key: "!b"}, {Kind: g, Key: "b"},
				{Kind: g, Key: strings.Repeat("k", store.MaxKey)}},
			Set: []store.Task{{Game: g, Name: "!b", Due: at(i)}, {Name: "b", Due: at(i)}}})
	}
	for i, g := range games {
		f.same("head of "+g, f.load(g), store.Game{Rev: 1, Next: 4, Head: []byte(g)})
		log := f.log(g, 0)
		f.same("log of "+g, len(log), 3)
		for _, e := range log {
			f.same("kind in the log of "+g, e.Kind, g)
		}
		f.refuse(store.ErrDuplicate, g, store.Change{Rev: 1, Log: []store.Entry{{Key: "b"}}})
		f.same("tasks of "+g, names(f.take(i, 1000, 10)), []string{g + "/!b", g + "/b"})
		f.commit(g, store.Change{Rev: 1, Done: []string{"b"}})
	}
	f.same("tasks that are left", len(f.take(2000, 3000, 100)), len(games))
}

// testOwnership modifies slices that were passed in and slices that were returned.
func testOwnership(f *fixture) {
	b := []byte("body")
	spoil := func() { copy(b, "????"); b = []byte("body") }
	f.commit("g", store.Change{Head: b, Log: []store.Entry{{Body: b}},
		Set: []store.Task{{Name: "t", Due: at(0), Body: b}}})
	spoil()
	for range 2 {
		g, log, t := f.load("g"), f.log("g", 1), f.takeOne(100, 101)
		for _, got := range [][]byte{g.Head, log[0].Body, t.Body} {
			f.same("body", string(got), "body")
			copy(got, "????")
		}
		t.Body = b
		f.settle(nil, t, 0)
		spoil()
	}
}

func testLarge(f *fixture) {
	const n = 200 << 10
	c := store.Change{Head: noise(n, 1), Set: []store.Task{{Name: "t", Due: at(0), Body: noise(n, 2)}}}
	for i := range byte(5) {
		c.Log = append(c.Log, store.Entry{Kind: "big", Body: noise(n+int(i), 10+i)})
	}
	c.Log = append(c.Log, store.Entry{Kind: "biggest", Body: noise(store.MaxBody, 99)})
	f.commit("g", c)
	f.same("head", string(f.load("g").Head) == string(c.Head), true)
	log := f.log("g", 1)
	f.same("length of the log", len(log), len(c.Log))
	for i, e := range log {
		f.same("a large entry", string(e.Body) == string(c.Log[i].Body), true)
	}
	f.same("large task", string(f.takeOne(1, 2).Body) == string(c.Set[0].Body), true)
}

// testCancelled checks that no method does anything when its context is already cancelled.
func testCancelled(f *fixture) {
	f.commit("g", store.Change{Log: []store.Entry{{}}, Set: []store.Task{{Name: "t", Due: at(0)}}})
	held := f.takeOne(0, 1)
	ctx, cancel := context.WithCancel(f.ctx)
	cancel()
	for range 20 { // repeated, as an engine might choose at random
		f.calls(ctx, "cancelled", context.Canceled, held)
	}
	f.commit("h", store.Change{}) // nor may a cancelled write happen later
	f.same("the game", f.load("g"), store.Game{Rev: 1, Next: 2})
	f.settle(nil, held, -1)
}

func testClosed(f *fixture) {
	f.commit("g", store.Change{Log: []store.Entry{{}}, Set: []store.Task{{Name: "t", Due: at(0)}}})
	held := f.takeOne(0, 1)
	f.close()
	f.calls(f.ctx, "closed", store.ErrClosed, held)
	f.close() // may be called again
}

// calls calls every method, and expects the error want from each.
func (f *fixture) calls(ctx context.Context, when string, want error, held store.Task) {
	f.Helper()
	check := func(method string, err error) {
		f.Helper()
		if !errors.Is(err, want) {
			f.Errorf("%s, %s: %v; want %v", when, method, err, want)
		}
	}
	_, err := f.s.Load(ctx, "g")
	check("Load", err)
	_, err = f.s.Commit(ctx, "g", store.Change{Rev: 1})
	check("Commit", err)
	err = nil
	for _, err = range f.s.Log(ctx, "g", 1) {
	}
	check("Log", err)
	err = nil
	for _, err = range f.s.Games(ctx, "") {
	}
	check("Games", err)
	err = nil
	for _, err = range f.s.Tasks(ctx, "g") {
	}
	check("Tasks", err)
	err = nil
	for _, err = range store.LoadAll(ctx, f.s, "") {
	}
	check("LoadAll", err)
	err = nil
	for _, err = range store.AllTasks(ctx, f.s, "") {
	}
	check("AllTasks", err)
	_, err = f.s.Take(ctx, at(5), at(6), 1)
	check("Take", err)
	check("Settle", f.s.Settle(ctx, held, time.Time{}))
	if b, ok := store.As[store.Blobs](f.s); ok {
		_, err = b.PutBlob(ctx, []byte("blob"))
		check("PutBlob", err)
		_, err = b.Blob(ctx, store.RefOf([]byte("blob")))
		check("Blob", err)
	}
	if r, ok := store.As[store.Remover](f.s); ok {
		check("Remove", r.Remove(ctx, "g", 1))
	}
	if d, ok := store.As[store.Dues](f.s); ok {
		_, _, err = d.Due(ctx, at(5), 1)
		check("Due", err)
	}
	if r, ok := store.As[store.Revisions](f.s); ok {
		_, err = r.Revision(ctx, "g")
		check("Revision", err)
	}
	if q, ok := store.As[store.Queue](f.s); ok {
		_, err = q.Enqueue(ctx, "g", store.Change{Rev: 1})
		check("Enqueue", err)
	}
	if l, ok := store.As[store.BlobLister](f.s); ok {
		err = nil
		for _, err = range l.BlobRefs(ctx, store.Ref{}) {
		}
		check("BlobRefs", err)
	}
	if c, ok := store.As[store.Clock](f.s); ok {
		_, err = c.Now(ctx)
		check("Now", err)
	}
}

// testRemove checks that a removed game is gone with everything that belongs to it, and that other games are not
// affected.
func testRemove(f *fixture) {
	r, ok := store.As[store.Remover](f.s)
	if !ok {
		f.Skip("this store forgets no game")
	}
	remove := func(want error, game string, rev uint64) {
		f.Helper()
		if err := r.Remove(f.ctx, game, rev); !errors.Is(err, want) {
			f.Errorf("Remove(%q, %d): %v, want %v", game, rev, err, want)
		}
	}
	remove(store.ErrInvalid, "", 1)
	remove(store.ErrConflict, "g", 0)
	remove(store.ErrConflict, "g", 1)
	for _, game := range []string{"f", "g", "g\x01"} {
		f.commit(game, full(0, "k"))
		f.commit(game, store.Change{Rev: 1, Set: []store.Task{{Name: "t", Due: at(1)}, {Name: "u", Due: at(2)}},
			Log: make([]store.Entry, 250)})
	}
	held := f.take(1, 50, 3)
	remove(store.ErrConflict, "g", 1)
	remove(store.ErrConflict, "g", 3)
	remove(nil, "g", 2)
	f.same("removed", f.load("g"), store.Game{Next: 1})
	f.same("its log", len(f.log("g", 0)), 0)
	f.same("its tasks", len(f.tasks("g")), 0)
	f.same("the games that are left", f.games(""), []string{"f", "g\x01"})
	f.same("the log of another", len(f.log("g\x01", 0)), len(f.log("f", 0)))
	remove(store.ErrConflict, "g", 2)

	// The game can be created again, without any trace of the old one.
	f.commit("g", full(0, "k"))
	f.commit("g", store.Change{Rev: 1, Set: []store.Task{{Name: "t", Due: at(60)}, {Name: "u", Due: at(60)}}})
	for _, t := range held {
		if t.Game == "g" {
			f.settle(store.ErrConflict, t, -1)
		}
	}
	f.same("as it is now", f.load("g").Rev, uint64(2))
}

// testQueue checks that enqueued changes are made in order, and that a change is not made if its predecessor was not.
func testQueue(f *fixture) {
	q, ok := store.As[store.Queue](f.s)
	if !ok {
		f.Skip("this store has no queue")
	}
	var waits []func() error
	enqueue := func(c store.Change) {
		f.Helper()
		wait, err := q.Enqueue(f.ctx, "g", c)
		if err != nil {
			f.Fatalf("Enqueue at revision %d: %v", c.Rev, err)
		}
		waits = append(waits, wait)
	}
	for rev := range uint64(300) {
		enqueue(store.Change{Rev: rev, Log: []store.Entry{{Key: fmt.Sprint("key ", rev)}}})
	}
	enqueue(store.Change{Rev: 300, Log: []store.Entry{{Key: "key 7"}}})
	enqueue(store.Change{Rev: 301, Log: []store.Entry{{Key: "behind"}}})
	enqueue(store.Change{Rev: 300, Log: []store.Entry{{Key: "again"}}})
	for i, wait := range waits {
		want := map[int]error{300: store.ErrDuplicate, 301: store.ErrConflict}[i]
		if err := wait(); !errors.Is(err, want) {
			f.Errorf("change %d: %v, want %v", i, err, want)
		}
	}
	f.same("the game", f.load("g"), store.Game{Rev: 301, Next: 302})
	if _, err := q.Enqueue(f.ctx, "", store.Change{}); !errors.Is(err, store.ErrInvalid) {
		f.Errorf("enqueued without a name: %v", err)
	}
}
