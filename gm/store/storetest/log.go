package storetest

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"deaddrop/gm/store"
)

func testSeq(f *fixture) {
	f.commit("g", store.Change{Log: []store.Entry{{Kind: "a", Seq: 77}, {Kind: "b"}}})
	f.commit("h", store.Change{Log: []store.Entry{{Kind: "other"}}})
	f.commit("g", store.Change{Rev: 1})
	next := f.load("g").Next
	f.commit("g", store.Change{Rev: 2, Log: []store.Entry{{Kind: "c", Key: "k", At: at(5), Body: []byte("body")}}})
	f.same("Next", next, uint64(3))
	f.same("log", f.log("g", 0), []store.Entry{
		{Seq: 1, Kind: "a"}, {Seq: 2, Kind: "b"}, {Seq: 3, Kind: "c", Key: "k", At: at(5), Body: []byte("body")}})
	f.same("log from Next", f.log("g", next)[0].Kind, "c")
	f.same("log from beyond", len(f.log("g", 4)), 0)
}

// testLogPages reads logs that are longer than an engine's pages, with logs of other games before and after them.
func testLogPages(f *fixture) {
	const n = 250
	for _, g := range []string{"f", "g", "h"} {
		for rev := range n / 10 {
			c := store.Change{Rev: uint64(rev)}
			for i := range 10 {
				c.Log = append(c.Log, store.Entry{Kind: fmt.Sprintf("%s %d", g, rev*10+i+1)})
			}
			f.commit(g, c)
		}
	}
	for _, from := range []uint64{0, 1, 2, 50, 51, 99, 100, 101, 150, 151, 199, 200, 201, 249, 250, 251, 1 << 63} {
		log := f.log("g", from)
		first := max(from, 1)
		want := 0
		if first <= n {
			want = n + 1 - int(first)
		}
		if len(log) != want {
			f.Errorf("from %d: %d entries, want %d", from, len(log), want)
		}
		for i, e := range log {
			if seq := first + uint64(i); e.Seq != seq || e.Kind != fmt.Sprintf("g %d", seq) {
				f.Fatalf("from %d: entry %d is %d, %q", from, seq, e.Seq, e.Kind)
			}
		}
	}
}

// testLogLoop leaves a loop early, ranges twice, and commits inside the loop.
func testLogLoop(f *fixture) {
	for rev := range uint64(150) {
		f.commit("g", store.Change{Rev: rev, Log: []store.Entry{{}}})
	}
	log := f.s.Log(f.ctx, "g", 10)
	for range 2 {
		for e, err := range log {
			if err != nil || e.Seq != 10 {
				f.Errorf("the first of the log from 10: %d, %v", e.Seq, err)
			}
			break
		}
	}
	rev, seen := uint64(150), uint64(0)
	for e, err := range f.s.Log(f.ctx, "g", 1) {
		if err != nil {
			f.Fatal(err)
		}
		if seen++; e.Seq != seen {
			f.Fatalf("entry %d comes when %d is due", e.Seq, seen)
		}
		if rev < 160 {
			f.commit("g", store.Change{Rev: rev, Log: []store.Entry{{}}})
			rev++
		}
	}
	if seen < 150 || seen > rev {
		f.Errorf("%d entries while there were 150 to %d", seen, rev)
	}
}

func testTimes(f *fixture) {
	east := time.FixedZone("", 3*3600+30*60)
	times := []time.Time{
		{}, // never reported
		at(0),
		at(1),
		at(999).In(east),
		time.Date(1, 1, 1, 0, 0, 0, 1e6, time.UTC),
		time.Date(1969, 12, 31, 23, 59, 59, 999e6, time.UTC),
		time.Date(2026, 3, 29, 2, 30, 0, 123456789, east),
		time.Date(9999, 12, 31, 23, 59, 59, 999e6, time.UTC),
	}
	c := store.Change{}
	for i, t := range times {
		c.Log = append(c.Log, store.Entry{At: t})
		if !t.IsZero() {
			c.Set = append(c.Set, store.Task{Name: fmt.Sprint(i), Due: t})
		}
	}
	f.commit("g", c)
	check := func(got, want time.Time) {
		f.Helper()
		if d := want.Sub(got); d <= -time.Millisecond || d >= time.Millisecond || got.Location() != time.UTC {
			f.Errorf("%v came back as %v", want, got)
		}
	}
	log := f.log("g", 1)
	for i, want := range times {
		check(log[i].At, want)
	}
	f.same("zero", log[0].At.IsZero(), true)
	slices.SortFunc(times, time.Time.Compare)
	latest := time.Date(9999, 12, 31, 23, 59, 59, 999.5e6, time.UTC)
	tasks, err := f.s.Take(f.ctx, times[len(times)-1], latest, 100)
	if err != nil || len(tasks) != len(times)-1 {
		f.Fatalf("%d tasks, %v", len(tasks), err)
	}
	for i, t := range tasks {
		check(t.Due, times[i+1])
	}
}

func testGames(f *fixture) {
	want := []string{"a", "a!", "a/", "a/b", "ab", "b", "Ä", "ä", "日本"}
	for i := range 250 {
		want = append(want, fmt.Sprintf("lobby/%03d", i))
	}
	for _, g := range want {
		f.commit(g, store.Change{})
	}
	f.commit("b", store.Change{Rev: 1, Done: []string{"nothing"}}) // yielded only once
	slices.Sort(want)
	f.same("all games", f.games(""), want)
	for _, after := range []string{"a", "a/", "a0", "lobby", "lobby/", "lobby/098", "lobby/099",
		"lobby/100", "日", "日本", "￿"} {
		i, found := slices.BinarySearch(want, after)
		if found {
			i++
		}
		if got := f.games(after); !equal(got, want[i:]) {
			f.Errorf("after %q: %q, want %q", after, got, want[i:])
		}
	}
	for range f.s.Games(f.ctx, "") {
		break
	}
	for name, err := range f.s.Games(f.ctx, "a\x00") {
		if name != "" || !errors.Is(err, store.ErrInvalid) {
			f.Errorf("after a bad name: %q, %v", name, err)
		}
	}
	for name, err := range f.s.Games(f.ctx, "lobby/248") { // the loop uses the store
		if err != nil {
			f.Fatal(err)
		}
		f.commit(name, store.Change{Rev: f.load(name).Rev})
	}
}

// testLoadAll checks that LoadAll yields each game as Load returns it, with and without the store's own Survey.
func testLoadAll(f *fixture) {
	names := []string{"a", "a!", "a/", "a/b", "ab", "b", "Ä", "日本"}
	for i := range 230 {
		names = append(names, fmt.Sprintf("lobby/%03d", i))
	}
	for i, g := range names {
		c := store.Change{Head: noise(i, 1)}
		if i%50 < 12 { // more than a page
			c.Head = noise(store.MaxBody-i, 2)
		}
		f.commit(g, c)
	}
	f.commit("b", store.Change{Rev: 1, Log: []store.Entry{{}, {}}})
	for _, s := range f.surveys() {
		for _, after := range []string{"", "a/", "a0", "lobby/098", "lobby/199", "日本"} {
			want := f.games(after)
			for g, err := range store.LoadAll(f.ctx, s, after) {
				if err != nil || len(want) == 0 || g.Name != want[0] {
					f.Fatalf("after %q: %q, %v", after, g.Name, err)
				}
				f.same(g.Name, g, store.NamedGame{Name: g.Name, Game: f.load(g.Name)}) // the loop uses the store
				want = want[1:]
			}
			f.same("games that are missing", len(want), 0)
		}
		for range store.LoadAll(f.ctx, s, "") {
			break
		}
		for g, err := range store.LoadAll(f.ctx, s, "a\x00") {
			if g.Name != "" || !errors.Is(err, store.ErrInvalid) {
				f.Errorf("after a bad name: %q, %v", g.Name, err)
			}
		}
	}
}

// surveys returns the store, if it implements Survey, and the same store without its Survey.
func (f *fixture) surveys() []store.Store {
	all := []store.Store{f.s, struct{ store.Store }{f.s}}
	if _, ok := store.As[store.Survey](f.s); !ok {
		return all[1:]
	}
	return all
}
