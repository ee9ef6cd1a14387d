package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"deaddrop/gm/store"
)

// testModel makes the same random calls of the store and of the model, and compares the results. The seeds are fixed;
// a failure reports seed and step.
func testModel(f *fixture) {
	const seeds, steps = 4, 250
	for seed := range uint64(seeds) {
		w := &walk{f, newModel(), rand.New(rand.NewPCG(seed, steps)), fmt.Sprint("s", seed, "/"), 0, nil}
		for step := range steps {
			w.step()
			if step%50 == 49 {
				f.reopen()
				w.compare()
			}
			if f.Failed() {
				f.Fatalf("seed %d, step %d", seed, step)
			}
		}
		w.finish()
		f.Logf("seed %d: %d games, %d steps", seed, len(w.model.games), steps)
	}
}

// walk is one sequence of random calls. It uses its own games.
type walk struct {
	*fixture
	model *model
	rand  *rand.Rand
	mine  string       // prefix of its games
	now   int          // never goes back
	held  []store.Task // all tasks ever taken, the latest last
}

func (w *walk) step() {
	w.now += w.rand.IntN(3)
	switch n := w.rand.IntN(100); {
	case n < 50:
		w.randomCommit()
	case n < 70:
		w.randomTake(1 + w.rand.IntN(5))
	case n < 90:
		w.randomSettle()
	case n < 93:
		w.randomRemove()
	default:
		game := w.game()
		from := uint64(w.rand.IntN(int(w.model.load(game).Next) + 2))
		w.same("log", w.log(game, from), w.model.log(game, from))
	}
}

func (w *walk) game() string { return w.mine + string(rune('a'+w.rand.IntN(4))) }
func (w *walk) name() string { return string(rune('t' + w.rand.IntN(5))) }

func (w *walk) body() []byte {
	switch w.rand.IntN(8) {
	case 0:
		return nil
	case 1:
		return []byte{}
	case 2:
		return noise(w.rand.IntN(10000), byte(w.now))
	}
	return fmt.Append(nil, w.rand.IntN(1000))
}

func (w *walk) randomCommit() {
	game := w.game()
	c := store.Change{Rev: w.model.load(game).Rev, Head: w.body()}
	switch w.rand.IntN(10) {
	case 0:
		c.Rev++
	case 1:
		c.Rev -= min(c.Rev, 1)
	}
	for range w.rand.IntN(4) {
		e := store.Entry{Kind: "k", At: at(w.now), Body: w.body()}
		if w.rand.IntN(2) == 0 {
			e.Key = fmt.Sprint("key ", w.rand.IntN(60))
		}
		if !slices.ContainsFunc(c.Log, func(o store.Entry) bool { return o.Key == e.Key }) {
			c.Log = append(c.Log, e)
		}
	}
	for range w.rand.IntN(3) {
		t := store.Task{Name: w.name(), Due: at(w.now + w.rand.IntN(30) - 10), Body: w.body(),
			Tries: max(0, w.rand.IntN(12)-8)}
		if !slices.ContainsFunc(c.Set, func(o store.Task) bool { return o.Name == t.Name }) {
			c.Set = append(c.Set, t)
		}
	}
	if name := w.name(); !slices.ContainsFunc(c.Set, func(o store.Task) bool { return o.Name == name }) {
		c.Done = append(c.Done, name)
	}
	rev, err := w.s.Commit(w.ctx, game, c)
	want, wantErr := w.model.commit(game, c)
	if rev != want || !errors.Is(err, wantErr) {
		w.Errorf("Commit(%q, %s): %d, %v; want %d, %v", game, brief(c), rev, err, want, wantErr)
	}
	w.same("the game", w.load(game), w.model.load(game))
}

func (w *walk) randomTake(limit int) {
	until := w.now + 1 + w.rand.IntN(20)
	var except []string
	if body := w.body(); limit < 1000 && len(body) > 0 {
		except = []string{string(body[:1])}
	}
	got := w.take(w.now, until, limit, except...)
	want := w.model.due(at(w.now), limit, except...)
	for i := range min(len(got), len(want)) {
		want[i].Tag = got[i].Tag
	}
	if len(got)+len(want) > 0 {
		w.same("tasks", got, want)
	}
	if !w.Failed() {
		w.model.hold(want, at(until))
		w.held = append(w.held, got...)
	}
}

// randomSettle settles one of the last few tasks that were taken, or any that ever was.
func (w *walk) randomSettle() {
	if len(w.held) == 0 {
		return
	}
	i := w.rand.IntN(len(w.held))
	if w.rand.IntN(4) > 0 {
		i = len(w.held) - 1 - w.rand.IntN(min(3, len(w.held)))
	}
	var again time.Time
	if w.rand.IntN(2) == 0 {
		again = at(w.now + w.rand.IntN(10) - 2)
	}
	t := w.held[i]
	if w.rand.IntN(2) == 0 {
		t.Body = w.body()
	}
	err, want := w.s.Settle(w.ctx, t, again), w.model.settle(t, again)
	if !errors.Is(err, want) {
		w.Errorf("Settle(%s): %v; want %v", brief(t), err, want)
	}
}

// randomRemove removes a game, if the guessed revision is right.
func (w *walk) randomRemove() {
	r, ok := store.As[store.Remover](w.s)
	if !ok {
		return
	}
	game := w.game()
	rev := w.model.load(game).Rev + uint64(w.rand.IntN(4)/3)
	err, want := r.Remove(w.ctx, game, rev), w.model.remove(game, rev)
	if !errors.Is(err, want) {
		w.Errorf("Remove(%q, %d): %v; want %v", game, rev, err, want)
	}
	w.same("the game", w.load(game), w.model.load(game))
}

// compare compares everything that can be read.
func (w *walk) compare() {
	for _, game := range w.model.names("") {
		w.same("the game", w.load(game), w.model.load(game))
		w.same("its log", w.log(game, 0), w.model.log(game, 0))
		tasks, want := w.tasks(game), w.model.list(game)
		for i := range min(len(tasks), len(want)) {
			want[i].Tag = tasks[i].Tag
		}
		w.same("its tasks", tasks, want)
	}
	mine := slices.DeleteFunc(w.games(w.mine), func(name string) bool { return name >= w.mine[:len(w.mine)-1]+"0" })
	if want := w.model.names(""); !equal(mine, want) {
		w.Errorf("games %q, want %q", mine, want)
	}
}

// finish completes all remaining tasks, so that the next walk finds none.
func (w *walk) finish() {
	w.now += 1000
	w.randomTake(1000)
	for _, t := range w.held[len(w.held)-len(w.model.due(at(w.now+1000), 1000)):] {
		w.settle(nil, t, -1)
	}
	w.due(w.now + 5000)
}
