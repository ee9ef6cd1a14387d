package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/store"

	"go.etcd.io/bbolt"
)

// A patient is an open store with many games, whose file is damaged through another handle and made good again.
type patient struct {
	*testing.T
	db   *DB
	disk *os.File
	good []byte // the file when it was opened
}

const patients = 120 // games

func patientName(i int) string { return fmt.Sprintf("g%03d", i) }

func newPatient(t *testing.T) *patient {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games")
	db, err := Open(path, Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	for i := range patients {
		if _, err := db.Commit(t.Context(), patientName(i), store.Change{Head: make([]byte, 300),
			Log: []store.Entry{{Key: strings.Repeat("k", 100), Body: make([]byte, 1000)}, {Body: make([]byte, 1000)}},
			Set: []store.Task{{Name: "t", Due: time.Unix(int64(i), 0), Body: make([]byte, 200)}}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	p := &patient{T: t}
	if p.good, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	if p.db, err = Open(path, Options{NoSync: true}); err != nil {
		t.Fatal(err)
	}
	if p.disk, err = os.OpenFile(path, os.O_RDWR, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = errors.Join(p.disk.Close(), p.db.Close()) })
	return p
}

// at returns the pages that lead to a key, the leaf last.
func (p *patient) at(bucket string, key []byte) (ids []uint64) {
	p.Helper()
	err := p.db.file.View(func(tx *bbolt.Tx) error {
		id := uint64(at(tx, bucket).Root())
		for {
			w := &walker{from: p.disk, size: p.db.file.size, end: 1 << 20, seen: make([]bool, 1<<20)}
			branch, all, err := w.read(id)
			if ids = append(ids, id); err != nil || !branch {
				return err
			}
			next := slices.IndexFunc(all[1:], func(e element) bool { return bytes.Compare(e.key, key) > 0 })
			if next < 0 {
				next = len(all) - 1
			}
			id = all[next].page
		}
	})
	if err != nil || len(ids) < 2 {
		p.Fatalf("%v, %v", ids, err)
	}
	return ids
}

// zeros writes zeros over a page: bbolt does not find its number.
func (p *patient) zeros(id uint64) { p.write(id, make([]byte, p.db.file.size)) }

// astray has all elements of a page lie behind the end of the file.
func (p *patient) astray(id uint64) {
	page := bytes.Clone(p.good[int(id)*p.db.file.size:][:p.db.file.size])
	for i := range int(binary.NativeEndian.Uint16(page[10:])) {
		at := headLen + i*elementLen
		if binary.NativeEndian.Uint16(page[8:]) == leafPage {
			at += 4
		}
		binary.NativeEndian.PutUint32(page[at:], 1<<30)
	}
	p.write(id, page)
}

func (p *patient) write(id uint64, page []byte) {
	p.Helper()
	if _, err := p.disk.WriteAt(page, int64(id)*int64(p.db.file.size)); err != nil {
		p.Fatal(err)
	}
}

// what is each thing that can be done with a game.
func (p *patient) can(game string) (does map[string]error) {
	p.Helper()
	ctx, db := p.Context(), p.db
	g, err := db.Load(ctx, game)
	does = map[string]error{"load": err}
	_, does["revision"] = db.Revision(ctx, game)
	for _, err := range db.Log(ctx, game, 1) {
		does["log"] = err
	}
	for _, err := range db.Tasks(ctx, game) {
		does["tasks"] = err
	}
	if err != nil {
		g.Rev = 1
	}
	rev, err := db.Commit(ctx, game, store.Change{Rev: g.Rev, Head: []byte("new")})
	if does["commit"] = err; err == nil {
		g.Rev = rev
	}
	rev, err = db.Commit(ctx, game, store.Change{Rev: g.Rev, Log: []store.Entry{{Key: fmt.Sprint("l", g.Rev), Body: []byte("new")}}})
	if does["append"] = err; err == nil {
		g.Rev = rev
	}
	_, does["set"] = db.Commit(ctx, game, store.Change{Rev: g.Rev, Set: []store.Task{{Name: "t", Due: time.Unix(int64(patients), 0)}}})
	return does
}

// ill says what can't be done with a game; all else can, and all that can't says what to do.
func (p *patient) ill(game string, want ...string) {
	p.Helper()
	var got []string
	for what, err := range p.can(game) {
		switch {
		case err == nil:
			continue
		case !errors.Is(err, ErrDamaged) || !errors.Is(err, store.ErrDamaged):
			p.Errorf("%s: %s: %v", game, what, err)
		case !strings.Contains(err.Error(), p.db.Path()) || !strings.Contains(err.Error(), "backup") || strings.Contains(err.Error(), "\n"):
			p.Errorf("%s: %s: that does not say what to do: %v", game, what, err)
		}
		got = append(got, what)
	}
	if slices.Sort(got); fmt.Sprint(got) != fmt.Sprint(want) {
		p.Errorf("%s: %v fail, want %v", game, got, want)
	}
}

// closes closes the file, which is said to be damaged when it is opened again, and makes it good: then it has all
// that was said to be done.
func (p *patient) closes(bad []uint64, done ...string) {
	p.Helper()
	if found := p.db.Check(p.Context()); !errors.Is(found, ErrDamaged) {
		p.Errorf("Check: %v", found)
	}
	if err := p.db.Close(); err != nil {
		p.Errorf("Close: %v", err)
	}
	if db, err := Open(p.db.Path(), Options{NoSync: true}); !errors.Is(err, ErrDamaged) {
		p.Errorf("it is opened again: %v", err)
		if err == nil {
			_ = db.Close()
		}
	}
	for _, id := range bad {
		p.write(id, p.good[int(id)*p.db.file.size:][:p.db.file.size])
	}
	db, err := Open(p.db.Path(), Options{NoSync: true, Check: true})
	if err != nil {
		p.Fatalf("made good: %v", err)
	}
	for i := range patients {
		g, err := db.Load(p.Context(), patientName(i))
		if isDone := slices.Contains(done, patientName(i)); err != nil || (string(g.Head) == "new") != isDone {
			p.Errorf("%s: it has %q at revision %d, done %v: %v", patientName(i), g.Head, g.Rev, isDone, err)
		}
	}
	if err := db.Close(); err != nil {
		p.Errorf("made good: %v", err)
	}
}

// Pages that are damaged while the store is open are an error of whoever needs them, and of nobody else.
func TestDamagedWhileOpen(t *testing.T) {
	const sick, well = "g050", "g110"
	record := func(p *patient, bucket string) []byte {
		var k []byte
		_ = p.db.file.View(func(tx *bbolt.Tx) error {
			k = dueKey(nameKey(sick, "t"), at(tx, inTask).Get(nameKey(sick, "t")))
			return nil
		})
		return map[string][]byte{inGame: []byte(sick), inLog: seqKey(sick, 3), inKey: nameKey(sick, "l"), inTask: nameKey(sick, "t"), inDue: k}[bucket]
	}
	all := []string{"append", "commit", "load", "log", "revision", "set", "tasks"}
	for _, c := range []struct {
		bucket       string
		branch       bool
		sick, others []string
	}{
		{inGame, false, []string{"append", "commit", "load", "revision", "set"}, nil},
		{inGame, true, []string{"append", "commit", "load", "revision", "set"}, []string{"append", "commit", "load", "revision", "set"}},
		{inLog, false, []string{"append", "log"}, nil},
		{inLog, true, []string{"append", "log"}, []string{"append", "log"}},
		{inKey, false, []string{"append"}, nil},
		{inTask, false, []string{"set", "tasks"}, nil},
		{inTask, true, []string{"set", "tasks"}, []string{"set", "tasks"}},
		{inDue, false, []string{"set"}, nil},
		{inDue, true, []string{"set"}, []string{"set"}},
		{"", true, all, all},
	} {
		for how, damage := range map[string]func(*patient, uint64){"zeros": (*patient).zeros, "astray": (*patient).astray} {
			t.Run(fmt.Sprint(c.bucket, c.branch, how), func(t *testing.T) {
				p := newPatient(t)
				var id uint64
				if c.bucket == "" {
					_ = p.db.file.View(func(tx *bbolt.Tx) error { id = uint64(tx.Cursor().Bucket().Root()); return nil })
				} else if path := p.at(c.bucket, record(p, c.bucket)); c.branch {
					id = path[0]
				} else {
					id = path[len(path)-1]
				}
				damage(p, id)
				for range 2 { // nothing is held or broken by the first time
					p.ill(sick, c.sick...)
					p.ill(well, c.others...)
					if t.Failed() {
						t.FailNow()
					}
				}
				var done []string
				if !slices.Contains(c.sick, "commit") {
					done = append(done, sick)
				}
				if !slices.Contains(c.others, "commit") {
					done = append(done, well)
				}
				p.closes([]uint64{id}, done...)
			})
		}
	}
}

// A task that is damaged does not keep the others from being taken; nobody is told that nothing is due when that
// can't be known.
func TestTakeDamaged(t *testing.T) {
	p := newPatient(t)
	leaf := p.at(inTask, nameKey(patientName(0), "t"))
	p.zeros(leaf[len(leaf)-1])
	taken := 0
	for {
		tasks, err := p.db.Take(t.Context(), time.Unix(patients, 0), time.Unix(1000, 0), 7)
		if taken += len(tasks); err != nil {
			if !errors.Is(err, ErrDamaged) {
				t.Error(err)
			}
			break
		}
		if len(tasks) == 0 {
			t.Fatalf("after %d tasks, it is said that nothing is due", taken)
		}
	}
	if taken < patients*3/4 || taken == patients {
		t.Errorf("%d tasks were taken", taken)
	}
	p = newPatient(t)
	due := p.at(inDue, nil)
	p.zeros(due[len(due)-1])
	if tasks, err := p.db.Take(t.Context(), time.Unix(patients, 0), time.Unix(1000, 0), 7); !errors.Is(err, ErrDamaged) {
		t.Errorf("%v, %v", tasks, err)
	}
	if n, _, err := p.db.Due(t.Context(), time.Unix(patients, 0), 7); !errors.Is(err, ErrDamaged) {
		t.Errorf("%d, %v", n, err)
	}
}

// Of the callers that share a transaction, only those that need a damaged page fail.
func TestDamagedShared(t *testing.T) {
	p := newPatient(t)
	leaf := p.at(inLog, seqKey("g050", 3))
	bad := leaf[len(leaf)-1]
	p.zeros(bad)
	head := store.Change{Rev: 1, Head: []byte("new")}
	more := store.Change{Rev: 1, Log: []store.Entry{{Body: []byte("new")}}}
	jobs := answered(p.db.writer, newCommit("g100", head), newCommit("g050", more), newCommit("g101", head), &remove{game: "g050", rev: 1}, newCommit("g102", head))
	for i, j := range jobs {
		if damaged := errors.Is(j.answer, ErrDamaged); damaged != (i == 1 || i == 3) || !damaged && j.answer != nil {
			t.Errorf("job %d: %v", i, j.answer)
		}
	}
	p.closes([]uint64{bad}, "g100", "g101", "g102")
}

// A page may be needed only as a transaction is committed, when its neighbour has become so empty that the two are made one.
func TestDamagedAtCommit(t *testing.T) {
	p := newPatient(t)
	key := func(i int) []byte { return nameKey(patientName(i), "t") }
	leaf := func(i int) uint64 { path := p.at(inTask, key(i)); return path[len(path)-1] }
	from := 50
	for leaf(from) == leaf(50) {
		from++
	}
	bad := leaf(50)
	p.zeros(bad)
	var steps []step
	for i := from; leaf(i+1) == leaf(from); i++ {
		steps = append(steps, newCommit(patientName(i), store.Change{Rev: 1, Head: []byte("new"), Done: []string{"t"}}))
	}
	steps = append(steps, newCommit("g000", store.Change{Rev: 1, Head: []byte("new")}))
	var done []string
	failed := 0
	for i, j := range answered(p.db.writer, steps...) {
		switch {
		case j.answer == nil:
			done = append(done, steps[i].(*commit).game)
		case errors.Is(j.answer, ErrDamaged):
			failed++
		default:
			t.Errorf("job %d: %v", i, j.answer)
		}
	}
	if failed == 0 || len(done) < 2 || !slices.Contains(done, "g000") {
		t.Errorf("%d of %d fail, %v do not", failed, len(steps), done)
	}
	if j := answered(p.db.writer, newCommit("g001", store.Change{Rev: 1, Head: []byte("new")}))[0]; j.answer != nil {
		t.Errorf("after that: %v", j.answer)
	}
	p.closes([]uint64{bad}, append(done, "g001")...)
}

// A file that loses its beginning or its end is an error, whatever bbolt makes of it: it would go on with what was
// before the last transaction, wait for ever for its own locks, or end the program.
func TestDamagedEnds(t *testing.T) {
	for name, damage := range map[string]func(p *patient) error{
		"beginning": func(p *patient) error { p.zeros(0); p.zeros(1); return nil },
		"newest":    func(p *patient) error { p.zeros(p.db.file.newest.Load() % 2); return nil },
		"older":     func(p *patient) error { p.write(p.db.file.newest.Load()%2, p.good[:p.db.file.size]); return nil },
		"empty":     func(p *patient) error { return p.disk.Truncate(0) },
		"start":     func(p *patient) error { return p.disk.Truncate(int64(p.db.file.size)) },
		"half":      func(p *patient) error { return p.disk.Truncate(int64(2 * p.db.file.size)) },
	} {
		t.Run(name, func(t *testing.T) {
			p := newPatient(t)
			if _, err := p.db.Commit(t.Context(), "g000", store.Change{Rev: 1}); err != nil {
				t.Fatal(err)
			}
			if err := damage(p); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				p.ill("g001", "append", "commit", "load", "log", "revision", "set", "tasks")
			}
			if err := p.db.Check(t.Context()); !errors.Is(err, ErrDamaged) {
				t.Errorf("Check: %v", err)
			}
			if err := p.db.Close(); err != nil {
				t.Errorf("Close: %v", err)
			}
		})
	}
}

// A fault of ours goes on as a panic, in a read and in a write, and leaves nothing behind.
func TestOwnFault(t *testing.T) {
	db := openDB(t)
	for name, fault := range map[string]func(tx *bbolt.Tx) error{
		"panic": func(*bbolt.Tx) error { panic("ours") },
		"index": func(tx *bbolt.Tx) error { var none []int; _ = none[tx.ID()]; return nil },
		"nil":   func(*bbolt.Tx) error { var none *commit; _ = none.game; return nil },
		"inner": func(tx *bbolt.Tx) error {
			return at(tx, inGame).ForEach(func(_, _ []byte) error { panic("ours, called by bbolt") })
		},
	} {
		if _, err := db.Commit(t.Context(), name, store.Change{}); err != nil {
			t.Fatal(err)
		}
		for _, writable := range []bool{false, true} {
			func() {
				defer func() {
					if p := recover(); p == nil {
						t.Errorf("%s: it was taken for damage", name)
					}
				}()
				t.Errorf("%s: %v", name, db.file.transact(writable, fault))
			}()
		}
	}
	if was := debug.SetPanicOnFault(false); was {
		t.Error("faults of memory are panics ever after")
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, err := db.Commit(ctx, "after", store.Change{}); err != nil {
		t.Errorf("after that: %v", err)
	}
}
