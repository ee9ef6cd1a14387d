package storetest

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"deaddrop/gm/store"
)

func testTake(f *fixture) {
	f.due(1 << 30)
	f.commit("g", store.Change{Set: []store.Task{{Name: "t", Due: at(10), Body: []byte("body"), Tries: 7, Tag: 9}}})
	f.due(9)
	f.same("none asked for", len(f.take(10, 20, 0))+len(f.take(10, 20, -1)), 0)
	t := f.takeOne(10, 20) // due at exactly that time
	f.same("task", t, store.Task{Game: "g", Name: "t", Due: at(10), Body: []byte("body"), Tries: 8, Tag: t.Tag})
	f.same("the game", f.load("g"), store.Game{Rev: 1, Next: 1}) // taking a task does not change its game
	f.commit("g", store.Change{Rev: 1, Log: []store.Entry{{Kind: "done"}}, Done: []string{"t", "t", "unknown"}})
	f.due(1 << 30)
	f.settle(store.ErrConflict, t, -1)
	f.settle(store.ErrConflict, t, 100)
	f.due(1 << 30)
}

func testTakeOrder(f *fixture) {
	f.commit("b", store.Change{
		Set: []store.Task{{Name: "y", Due: at(3)}, {Name: "x", Due: at(3)}, {Name: "old", Due: at(-5000)}},
	})
	f.commit("a", store.Change{
		Set: []store.Task{{Name: "z", Due: at(3)}, {Name: "2", Due: at(2)}, {Name: "late", Due: at(4)}},
	})
	f.commit("a!", store.Change{Set: []store.Task{{Name: "z", Due: at(3)}, {Name: "Z", Due: at(3)}}})
	f.same("the first two", names(f.take(3, 100, 2)), []string{"b/old", "a/2"})
	f.same("the next two", names(f.take(3, 50, 2)), []string{"a/z", "a!/Z"})
	f.due(3, "a!/z", "b/x", "b/y")
	f.due(4, "a/late", "a!/z", "b/x", "b/y") // the short leases of the others have ended at 4 as well
	f.due(100, "a/late", "a!/z", "b/x", "b/y", "a/z", "a!/Z", "a/2", "b/old")
}

// testTakeExcept checks that tasks are passed over by how their bodies begin, however many they are, and are not
// leased.
func testTakeExcept(f *fixture) {
	set := []store.Task{{Name: "empty", Due: at(3)}, {Name: "other", Due: at(4), Body: []byte("xlater")}}
	for i := range 30 {
		set = append(set, store.Task{Name: fmt.Sprintf("later%02d", i), Due: at(1), Body: []byte("later\x00\xff")})
	}
	set = append(set, store.Task{Name: "never", Due: at(1), Body: []byte("\xffnever")},
		store.Task{Name: "short", Due: at(2), Body: []byte("lat")})
	f.commit("g", store.Change{Set: set})
	f.same("the first two", names(f.take(9, 20, 2, "later", "\xff")), []string{"g/short", "g/empty"})
	f.same("the rest", names(f.take(9, 20, 100, "later", "\xff")), []string{"g/other"})
	f.same("nothing else", len(f.take(9, 20, 100, "later", "\xff")), 0)
	f.same("one of those", names(f.take(9, 20, 1)), []string{"g/later00"})
	f.same("those with another beginning", names(f.take(9, 20, 100, "later")), []string{"g/never"})
	f.same("all that are left", len(f.take(9, 20, 100)), 29)
}

func testHold(f *fixture) {
	f.commit("g", store.Change{Set: []store.Task{{Name: "t", Due: at(0)}, {Name: "u", Due: at(500)}}})
	first := f.takeOne(5, 100)
	f.due(99)
	second := f.takeOne(100, 200) // the first worker is dead
	f.same("second time", second, store.Task{Game: "g", Name: "t", Due: at(100), Tries: 2, Tag: second.Tag})
	f.settle(store.ErrConflict, first, -1) // or was slow
	f.settle(store.ErrConflict, first, 150)
	f.due(199)
	third := f.takeOne(250, 300)
	f.same("tries", third.Tries, 3)
	f.settle(nil, third, -1) // late or not, as long as nobody else has taken it
	f.due(1000, "g/u")
}

func testSettle(f *fixture) {
	f.commit("g", store.Change{
		Set: []store.Task{{Name: "done", Due: at(0)}, {Name: "t", Due: at(1), Body: []byte("body")}},
	})
	tasks := f.takeAll(1, 100, "g/done", "g/t")
	f.settle(nil, tasks[0], -1)
	f.settle(store.ErrConflict, tasks[0], -1)
	f.settle(store.ErrConflict, tasks[0], 5)

	changed := tasks[1] // only Game, Name, Tag and Body are used
	changed.Body, changed.Tries, changed.Due = []byte("how far"), 50, at(77)
	f.settle(nil, changed, 30)
	f.settle(store.ErrConflict, changed, 31)
	f.due(29)
	t := f.takeOne(30, 100)
	f.same("again", t, store.Task{Game: "g", Name: "t", Due: at(30), Body: []byte("how far"), Tries: 2, Tag: t.Tag})
	f.settle(store.ErrInvalid, store.Task{Game: "g", Name: "t", Tag: t.Tag, Body: make([]byte, store.MaxBody+1)}, 40)

	f.settle(nil, t, 2) // earlier than now, and earlier than the end of the lease
	t = f.takeOne(30, 100)
	f.same("due in the past", t.Due, at(2))
	f.same("tries", t.Tries, 3)

	if err := f.s.Settle(f.ctx, t, time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)); !errors.Is(err, store.ErrInvalid) {
		f.Errorf("again in the year 10000: %v", err)
	}
	f.settle(store.ErrInvalid, store.Task{Game: "g", Name: strings.Repeat("n", store.MaxName+1), Tag: t.Tag}, -1)
	f.settle(store.ErrConflict, store.Task{Game: "g", Name: "never", Tag: t.Tag}, -1)
	f.settle(store.ErrConflict, store.Task{Game: "never", Name: "t", Tag: t.Tag}, -1)
	f.settle(nil, t, -1)
	f.same("the game", f.load("g").Rev, uint64(1)) // settling a task does not change its game
}

// testStaleTag checks that no tag recurs after a task was removed and set again, in any way.
func testStaleTag(f *fixture) {
	set := store.Change{Set: []store.Task{{Name: "t", Due: at(0)}}}
	var old []store.Task
	check := func(want int) {
		f.Helper()
		t := f.takeOne(100*len(old)+100, 100*len(old)+101)
		f.same("tries", t.Tries, want)
		for _, t := range old {
			f.settle(store.ErrConflict, t, -1)
			f.settle(store.ErrConflict, t, 0)
		}
		old = append(old, t)
	}
	f.commit("g", set)
	check(1)
	check(2) // taken again
	f.settle(nil, old[1], 0)
	check(3) // settled and taken again
	f.settle(nil, old[2], -1)
	set.Rev = 1
	f.commit("g", set)
	check(1) // settled and set again
	f.commit("g", store.Change{Rev: 2, Done: []string{"t"}})
	set.Rev = 3
	f.commit("g", set)
	check(1) // removed and set again
	set.Rev = 4
	f.commit("g", set)
	check(1) // replaced
}

func testReplace(f *fixture) {
	f.commit("g", store.Change{
		Set: []store.Task{{Name: "t", Due: at(10), Body: []byte("1901")}, {Name: "letter", Due: at(1)}},
	})
	f.commit("g", store.Change{Rev: 1, Set: []store.Task{{Name: "t", Due: at(20), Body: []byte("1902")}}})
	f.due(19, "g/letter")
	held := f.takeAll(20, 1000, "g/letter", "g/t")
	f.same("body", string(held[1].Body), "1902")
	f.settle(nil, held[0], -1)

	// A leased task can be replaced as well, which ends the lease.
	f.commit("g", store.Change{Rev: 2, Set: []store.Task{{Name: "t", Due: at(30), Body: []byte("1903")}}})
	f.settle(store.ErrConflict, held[1], -1)
	f.due(29)
	t := f.takeOne(30, 1000)
	f.same("replaced while held", t, store.Task{Game: "g", Name: "t", Due: at(30), Body: []byte("1903"),
		Tries: 1, Tag: t.Tag})

	// It can be set to an earlier time, and removed before it is due.
	f.commit("g", store.Change{Rev: 3, Set: []store.Task{{Name: "t", Due: at(5)}}})
	f.due(5, "g/t")
	f.commit("g", store.Change{Rev: 4, Done: []string{"t"}})
	f.due(1 << 20)
}

func testTasks(f *fixture) {
	list := func(game string, want ...string) {
		f.Helper()
		f.same("tasks of "+game, names(f.tasks(game)), want)
	}
	list("g")
	f.commit("g", store.Change{
		Set: []store.Task{{Name: "u", Due: at(5)}, {Name: "t", Due: at(900), Body: []byte("body")}},
	})
	f.commit("g!", store.Change{Set: []store.Task{{Name: "t", Due: at(5)}}})
	list("g", "g/t", "g/u")
	held := f.takeAll(5, 100, "g/u", "g!/t")
	tasks := f.tasks("g")
	f.same("one that waits", tasks[0], store.Task{Game: "g", Name: "t", Due: at(900), Body: []byte("body"),
		Tag: tasks[0].Tag})
	f.same("one that is held", tasks[1], store.Task{Game: "g", Name: "u", Due: at(100), Tries: 1, Tag: tasks[1].Tag})
	f.settle(nil, held[0], -1)
	list("g", "g/t")
	many := store.Change{Rev: 1}
	for i := range 250 {
		many.Set = append(many.Set, store.Task{Name: fmt.Sprintf("n%03d", i), Due: at(i)})
	}
	f.commit("g", many)
	all := f.tasks("g")
	f.same("how many", len(all), 251)
	f.same("the last but one", all[249].Name, "n249")
	for range f.s.Tasks(f.ctx, "g") {
		break
	}
	for _, err := range f.s.Tasks(f.ctx, "") {
		if !errors.Is(err, store.ErrInvalid) {
			f.Errorf("tasks of no game: %v", err)
		}
	}
}

// testAllTasks checks that AllTasks yields the tasks of each game as Tasks does, filtered by prefix, with and without
// the store's own Survey.
func testAllTasks(f *fixture) {
	f.commit("b", store.Change{
		Set: []store.Task{{Name: "send/1", Due: at(9), Body: []byte("body")}, {Name: "send/", Due: at(5)},
			{Name: "send", Due: at(5)}, {Name: "Ä/1", Due: at(5)}, {Name: "resend/1", Due: at(5)}},
	})
	f.commit("a", store.Change{
		Set: []store.Task{{Name: "send/2", Due: at(5)}, {Name: "sene", Due: at(5)}, {Name: "%", Due: at(5)}},
	})
	f.commit("a!", store.Change{Set: []store.Task{{Name: "send/3", Due: at(5)}}})
	f.commit("c", store.Change{})
	many := store.Change{}
	for i := range 130 {
		many.Set = append(many.Set, store.Task{Name: fmt.Sprintf("%03d", i), Due: at(900)},
			store.Task{Name: fmt.Sprintf("send/%03d", i), Due: at(900)})
	}
	f.commit("d", many)
	f.commit("e", store.Change{Set: []store.Task{{Name: "send/9", Due: at(900)}}})
	f.take(5, 100, 3) // these tasks are held
	for _, s := range f.surveys() {
		for _, prefix := range []string{"", "s", "send", "send/", "send/1", "Ä", "%", "_", "nothing"} {
			var got, want []store.Task
			for t, err := range store.AllTasks(f.ctx, s, prefix) {
				if err != nil {
					f.Fatalf("AllTasks(%q): %v", prefix, err)
				}
				if got = append(got, t); len(got) > endless {
					f.Fatalf("AllTasks(%q) does not end", prefix)
				}
			}
			for _, game := range f.games("") {
				for _, t := range f.tasks(game) {
					if strings.HasPrefix(t.Name, prefix) {
						want = append(want, t)
					}
				}
			}
			f.same("tasks that begin with "+prefix, got, want)
		}
		for range store.AllTasks(f.ctx, s, "") {
			break
		}
	}
}

// testDue tests that due tasks are counted without being leased. It is skipped if the store does not count.
func testDue(f *fixture) {
	d, ok := store.As[store.Dues](f.s)
	if !ok {
		f.Skip("the store does not count what is due")
	}
	due := func(now, most, want int, since time.Time) {
		f.Helper()
		n, oldest, err := d.Due(f.ctx, at(now), most)
		asWanted := n == want && oldest.Equal(since) && oldest.Location() == time.UTC
		if err != nil || !asWanted {
			f.Errorf("due at %d, up to %d: %d since %v, %v; want %d since %v", now, most, n, oldest, err, want, since)
		}
	}
	due(1<<30, 10, 0, time.Time{})
	f.commit("b", store.Change{
		Set: []store.Task{{Name: "old", Due: at(-5000)}, {Name: "x", Due: at(3)}, {Name: "y", Due: at(9)}},
	})
	f.commit("a", store.Change{Set: []store.Task{{Name: "z", Due: at(4)}}})
	due(-5001, 10, 0, time.Time{})
	due(3, 10, 2, at(-5000)) // due at exactly that time
	due(4, 10, 3, at(-5000))
	due(4, 2, 2, at(-5000))
	due(4, 0, 0, time.Time{})
	f.takeAll(3, 50, "b/old", "b/x") // Due has leased none
	due(9, 10, 2, at(4))
	due(50, 10, 4, at(4)) // the leases have ended
	if _, _, err := d.Due(f.ctx, time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC), 1); !errors.Is(err, store.ErrInvalid) {
		f.Errorf("due in the year 10000: %v", err)
	}
}

// testClock checks that the store's clock advances, if it has one.
func testClock(f *fixture) {
	c, ok := f.s.(store.Clock)
	if !ok {
		f.Skip("this store has no clock")
	}
	before, err := c.Now(f.ctx)
	if err != nil {
		f.Fatal(err)
	}
	time.Sleep(20 * time.Millisecond)
	after, err := c.Now(f.ctx)
	passed := after.Sub(before)
	if err != nil || passed < 20*time.Millisecond || passed > time.Minute {
		f.Errorf("it is %v, and a little later %v; %v", before, after, err)
	}
	if after.Location() != time.UTC {
		f.Errorf("it is %v, and a little later %v; %v", before, after, err)
	}
}
