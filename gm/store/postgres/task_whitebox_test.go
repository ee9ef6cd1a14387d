package postgres

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/store"

	"github.com/jackc/pgx/v5"
)

// TestTakePlan says that a task is found by its time, however many there are, also when the server plans for any arguments.
func TestTakePlan(t *testing.T) {
	dsn := Shared.Server(t).DSN(t)
	db := opened(t, dsn)
	if _, err := db.Commit(t.Context(), "g", store.Change{}); err != nil {
		t.Fatal(err)
	}
	conn := admin(t, dsn)
	do(t, conn, `insert into task (game, name, due, tries, body) select 'g', i, now() + i * interval '1 minute', 0, '' from generate_series(-1000, 20000) i; analyze task`)
	planned(t, conn, "(timestamptz, timestamptz)", fmt.Sprintf(take, "", 20), "(now(), now())", "task_due")
	do(t, conn, `deallocate all`)
	planned(t, conn, "(timestamptz, timestamptz, bytea[])", fmt.Sprintf(take, unwanted, 20), "(now(), now(), '{x}')", "task_due")
	tasks, err := db.Take(t.Context(), time.Now(), time.Now().Add(time.Hour), 20)
	if err != nil || len(tasks) != 20 || tasks[0].Name != "-1000" || !slices.IsSortedFunc(tasks, func(a, b store.Task) int { return a.Due.Compare(b.Due) }) {
		t.Errorf("%v, %v", tasks, err)
	}
}

// TestAllTasksPlan says that a page of the tasks of all games goes on where the last one has ended, and does not read what was before.
func TestAllTasksPlan(t *testing.T) {
	dsn := Shared.Server(t).DSN(t)
	opened(t, dsn)
	conn := admin(t, dsn)
	do(t, conn, `insert into game (id, rev, next, head) select i, 1, 1, '' from generate_series(1, 5000) i;
		insert into task (game, name, due, tries, body) select i, n, now(), 0, '' from generate_series(1, 5000) i, (values ('deadline'), ('remind'), ('send/000000000012')) v (n); analyze task`)
	planned(t, conn, "(text, text, text)", fmt.Sprintf(allTasks, pageLen), "('', '', 'send/')", "task_pkey")
}

// planned says that the server finds what a statement reads by that index, in order, also when it plans for any arguments.
func planned(t *testing.T, conn *pgx.Conn, types, sql, args, index string) {
	t.Helper()
	do(t, conn, `set plan_cache_mode = force_generic_plan; prepare t `+types+` as `+sql)
	rows, err := conn.Query(t.Context(), `explain execute t `+args, pgx.QueryExecModeSimpleProtocol)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	if text := strings.Join(plan, "\n"); strings.Contains(text, "Seq Scan") || strings.Contains(text, "Sort") || !strings.Contains(text, index) {
		t.Error(text)
	}
}

// TestIdle says that looking for work writes nothing when there is none.
func TestIdle(t *testing.T) {
	dsn := Shared.Server(t).DSN(t)
	db := opened(t, dsn)
	if _, err := db.Commit(t.Context(), "g", store.Change{Set: []store.Task{{Name: "t", Due: time.Now().Add(time.Hour)}}}); err != nil {
		t.Fatal(err)
	}
	conn := admin(t, dsn)
	const end = `select pg_current_wal_insert_lsn()::text`
	for range 5 { // the server may write for its own reasons
		before := ask[string](t, conn, end)
		for range 10 {
			if tasks, err := db.Take(t.Context(), time.Now(), time.Now().Add(time.Minute), 10); err != nil || len(tasks) != 0 {
				t.Fatal(tasks, err)
			}
		}
		if ask[string](t, conn, end) == before {
			return
		}
	}
	t.Error("it writes")
}

// TestTakePasses says that a task that somebody else is at is left to them, and not waited for.
func TestTakePasses(t *testing.T) {
	dsn := Shared.Server(t).DSN(t)
	db := opened(t, dsn)
	db.patience = callTime / 2
	if _, err := db.Commit(t.Context(), "g", store.Change{Set: []store.Task{{Name: "a", Due: time.Unix(1, 0)}, {Name: "b", Due: time.Unix(2, 0)}}}); err != nil {
		t.Fatal(err)
	}
	tx, err := admin(t, dsn).Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), `update task set tries = tries where name = 'a'`); err != nil {
		t.Fatal(err)
	}
	tasks, err := db.Take(t.Context(), time.Unix(9, 0), time.Unix(10, 0), 1)
	if err != nil || len(tasks) != 1 || tasks[0].Name != "b" {
		t.Errorf("%v, %v; want b", tasks, err)
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// TestTags says that no two states of a task have the same tag, also those that nobody has taken.
func TestTags(t *testing.T) {
	db := opened(t, Shared.Server(t).DSN(t))
	seen := map[uint64]bool{0: true}
	for i := range 6 {
		if i == 3 {
			if err := db.Remove(t.Context(), "g", 3); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := db.Commit(t.Context(), "g", store.Change{Rev: uint64(i % 3), Set: []store.Task{{Name: "t", Due: time.Unix(1, 0)}}}); err != nil {
			t.Fatal(err)
		}
		for task, err := range db.Tasks(t.Context(), "g") {
			if err != nil || seen[task.Tag] {
				t.Errorf("tag %d again, %v", task.Tag, err)
			}
			seen[task.Tag] = true
		}
	}
	if len(seen) != 7 {
		t.Errorf("%d tags, want 6 and none", len(seen))
	}
}

// TestPages says how much is read at a time.
func TestPages(t *testing.T) {
	db := opened(t, Shared.Server(t).DSN(t))
	const n = 12
	c := store.Change{}
	for range n {
		c.Log = append(c.Log, store.Entry{Body: make([]byte, store.MaxBody)})
	}
	if _, err := db.Commit(t.Context(), "g", c); err != nil {
		t.Fatal(err)
	}
	page, err := db.readLog(t.Context(), "g", 3, pageLen)
	if err != nil || len(page) != pageBytes/store.MaxBody || page[0].Seq != 3 {
		t.Errorf("a page of %d entries, %v", len(page), err)
	}
	if page, err = db.readLog(t.Context(), "g", 3, 2); err != nil || len(page) != 2 {
		t.Errorf("a page of %d entries, want 2; %v", len(page), err)
	}
	before := db.pool.Stat().AcquireCount()
	seen := uint64(0)
	for e, err := range db.Log(t.Context(), "g", 0) {
		if seen++; err != nil || e.Seq != seen || len(e.Body) != store.MaxBody {
			t.Fatalf("entry %d is %d with %d bytes, %v", seen, e.Seq, len(e.Body), err)
		}
		if pages := db.pool.Stat().AcquireCount() - before; seen == 1 && pages != 1 {
			t.Errorf("%d pages for the first entry", pages)
		}
	}
	if pages := db.pool.Stat().AcquireCount() - before; seen != n || pages != 3 {
		t.Errorf("%d entries in %d pages, want %d in 3: one, eight, three", seen, pages, n)
	}
}

// TestOneConnection says that what is read in a loop holds no connection while the loop runs.
func TestOneConnection(t *testing.T) {
	db := opened(t, Shared.Server(t).DSN(t)+"&pool_max_conns=1")
	db.patience = callTime / 2
	rev := uint64(0)
	commit := func(err error) {
		t.Helper()
		if err == nil {
			_, err = db.Commit(t.Context(), "g", store.Change{Rev: rev, Log: make([]store.Entry, 1), Set: []store.Task{{Name: fmt.Sprint(rev % 3), Due: time.Unix(1, 0)}}})
		}
		if err != nil {
			t.Fatal(err)
		}
		rev++
	}
	for range 3 {
		commit(nil)
	}
	if _, err := db.PutBlob(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	for e, err := range db.Log(t.Context(), "g", 1) {
		if e.Seq <= 3 {
			commit(err)
		}
	}
	for _, err := range db.Tasks(t.Context(), "g") {
		commit(err)
	}
	for _, err := range db.Games(t.Context(), "") {
		commit(err)
	}
	for _, err := range db.BlobRefs(t.Context(), store.Ref{}) {
		commit(err)
	}
	if rev != 3+3+3+1+1 {
		t.Errorf("%d commits", rev)
	}
}
