package storetest

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"deaddrop/gm/store"
)

// model is a simple implementation of the contract with maps, without regard for speed or durability. The tags of its
// tasks are 0 until a task is taken, and then those of the store under test.
type model struct {
	games map[string]*modelGame
}

type modelGame struct {
	rev   uint64
	head  []byte
	log   []store.Entry
	tasks map[string]store.Task
}

func newModel() *model { return &model{games: map[string]*modelGame{}} }

func (m *model) load(game string) store.Game {
	g := m.games[game]
	if g == nil {
		return store.Game{Next: 1}
	}
	return store.Game{Rev: g.rev, Next: uint64(len(g.log)) + 1, Head: g.head}
}

func (m *model) commit(game string, c store.Change) (uint64, error) {
	if m.load(game).Rev != c.Rev {
		return 0, store.ErrConflict
	}
	g := m.games[game]
	if g == nil {
		g = &modelGame{tasks: map[string]store.Task{}}
	}
	for _, e := range c.Log {
		if e.Key != "" && slices.ContainsFunc(g.log, func(o store.Entry) bool { return o.Key == e.Key }) {
			return 0, store.ErrDuplicate
		}
	}
	m.games[game] = g
	g.rev++
	if c.Head != nil {
		g.head = none(c.Head)
	}
	for _, e := range c.Log {
		e.Seq, e.Body = uint64(len(g.log))+1, none(e.Body)
		g.log = append(g.log, e)
	}
	for _, name := range c.Done {
		delete(g.tasks, name)
	}
	for _, t := range c.Set {
		t.Game, t.Tag, t.Body = game, 0, none(t.Body)
		g.tasks[t.Name] = t
	}
	return g.rev, nil
}

func (m *model) remove(game string, rev uint64) error {
	if g := m.games[game]; g == nil || g.rev != rev {
		return store.ErrConflict
	}
	delete(m.games, game)
	return nil
}

// log returns the log from an entry on, or nil if it is empty.
func (m *model) log(game string, from uint64) []store.Entry {
	g := m.games[game]
	if g == nil || from > uint64(len(g.log)) {
		return nil
	}
	return slices.Clone(g.log[max(from, 1)-1:])
}

func (m *model) names(after string) []string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(m.games)) {
		if name > after {
			list = append(list, name)
		}
	}
	return list
}

// due returns what Take should return, except the tags.
func (m *model) due(now time.Time, limit int, except ...string) []store.Task {
	var list []store.Task
	for _, g := range m.games {
		for _, t := range g.tasks {
			if !t.Due.After(now) && !t.Begins(except) {
				t.Tries++
				list = append(list, t)
			}
		}
	}
	slices.SortFunc(list, func(a, b store.Task) int {
		return cmp.Or(a.Due.Compare(b.Due), cmp.Compare(a.Game, b.Game), cmp.Compare(a.Name, b.Name))
	})
	return list[:min(len(list), limit)]
}

// list returns the tasks of a game, except their tags.
func (m *model) list(game string) []store.Task {
	var list []store.Task
	if g := m.games[game]; g != nil {
		for _, name := range slices.Sorted(maps.Keys(g.tasks)) {
			list = append(list, g.tasks[name])
		}
	}
	return list
}

// hold records the tasks that were taken.
func (m *model) hold(tasks []store.Task, until time.Time) {
	for _, t := range tasks {
		t.Due = until
		m.games[t.Game].tasks[t.Name] = t
	}
}

func (m *model) settle(t store.Task, again time.Time) error {
	g := m.games[t.Game]
	if g == nil || g.tasks[t.Name].Tag != t.Tag {
		return store.ErrConflict
	}
	if again.IsZero() {
		delete(g.tasks, t.Name)
		return nil
	}
	kept := g.tasks[t.Name]
	kept.Due, kept.Tag, kept.Body = again, 0, none(t.Body)
	g.tasks[t.Name] = kept
	return nil
}

// none returns a copy of b, or nil if it is empty.
func none(b []byte) []byte { return append([]byte(nil), b...) }
