package postgres

import (
	"errors"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/store"

	"github.com/jackc/pgx/v5"
)

// TestCheck breaks each of the rules.
func TestCheck(t *testing.T) {
	dsn := Shared.Server(t).DSN(t)
	db, err := Open(t.Context(), dsn, Options{Check: true})
	if err != nil {
		t.Fatal(err)
	}
	_, err1 := db.Commit(t.Context(), "g", store.Change{Log: []store.Entry{{Key: "a"}, {}, {}}})
	_, err2 := db.Commit(t.Context(), "h", store.Change{Set: []store.Task{{Name: "t", Due: time.Now()}}})
	_, err3 := db.PutBlob(t.Context(), []byte("abc"))
	if err := errors.Join(err1, err2, err3, db.Check(t.Context())); err != nil {
		t.Fatal(err)
	}
	conn := admin(t, dsn)
	for _, c := range []struct{ do, want string }{
		{`drop index task_due`, "no index task_due"},
		{`update game set id = '' where id = 'h'`, "a name of 0 bytes"},
		{`update game set rev = 0 where id = 'h'`, `game 'h': revision 0, next 1`},
		{`delete from log where game = 'g' and seq = 2`, `game 'g': next is 4, but its log has 2 entries, from 1 to 3`},
		{`delete from log where game = 'g' and seq = 3`, `game 'g': next is 4, but its log has 2 entries, from 1 to 2`},
		{`update log set seq = seq - 1 where game = 'g'`, `game 'g': next is 4, but its log has 3 entries, from 0 to 2`},
		{`update game set next = 7 where id = 'h'`, `game 'h': next is 7, but its log has 0 entries`},
		{`insert into log values ('x', 1, '', null, now(), '')`, `the log of game 'x': there is no such game`},
		{`drop index log_key; update log set key = 'k' where game = 'g'`, `game 'g': key 'k' is in the log 3 times`},
		{`update log set key = '' where game = 'g' and seq = 1`, `game 'g': entry 1 has an empty key`},
		{`delete from game where id = 'h'`, `task 't': there is no game 'h'`},
		{`update task set name = repeat('n', 201)`, "a name of 201 bytes"},
		{`update task set tries = -1`, `task 't' of game 'h': taken -1 times`},
		{`update task set tag = 77`, `task 't' of game 'h': tag 77 was never given`},
		{`update blob set data = 'other'`, "blob ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad: the content is not what the name says"},
		{`insert into task (game, name, due, tries, body) select 'y', i, now(), 0, '' from generate_series(1, 100) i`, `there is no game 'y'`},
	} {
		tx, err := conn.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tx.Exec(t.Context(), c.do, pgx.QueryExecModeSimpleProtocol); err != nil {
			t.Fatalf("%s: %v", c.do, err)
		}
		found, err := findings(t.Context(), tx)
		text := errors.Join(append(found, tx.Rollback(t.Context()))...)
		if err != nil || text == nil || !strings.Contains(text.Error(), c.want) || len(found) > enough {
			t.Errorf("%s: %v, %d findings:\n got %v\nwant %s", c.do, err, len(found), text, c.want)
		}
	}
	if err := db.Check(t.Context()); err != nil {
		t.Errorf("after all that: %v", err)
	}
	do(t, conn, `update game set next = 7 where id = 'h'`)
	if err := db.Close(); err == nil || !strings.HasPrefix(err.Error(), "checking the store: game 'h': next is 7") {
		t.Errorf("on closing: %v", err)
	}
}
