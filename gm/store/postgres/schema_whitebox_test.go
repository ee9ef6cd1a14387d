package postgres

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"deaddrop/gm/store"
)

// TestMigrations brings a store to a schema that is one higher, by several processes at once.
func TestMigrations(t *testing.T) {
	dsn := Shared.Server(t).DSN(t)
	db := opened(t, dsn)
	if _, err := db.Commit(t.Context(), "g", store.Change{Log: []store.Entry{{Key: "k"}}}); err != nil {
		t.Fatal(err)
	}
	steps := append(migrations(), `alter table game add column born timestamptz; create table once (n int); insert into once values (1)`)
	conn := admin(t, dsn)
	tx, err := conn.Begin(t.Context()) // so that none begins before all are there
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), `select from deaddrop for share`); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			db, err := open(t.Context(), dsn, Options{}, steps)
			if err != nil {
				t.Errorf("migrating: %v", err)
				return
			}
			if g, err := db.Load(t.Context(), "g"); err != nil || g.Rev != 1 {
				t.Errorf("after that: %v, %v", g, err)
			}
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	waits(t, admin(t, dsn), "Lock", 4)
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	all.Wait()
	if n := ask[int](t, conn, `select count(*) from once`); n != 1 {
		t.Errorf("the step was made %d times", n)
	}
	if n := ask[int](t, conn, `select schema from deaddrop`); n != len(steps) {
		t.Errorf("schema %d, want %d", n, len(steps))
	}
}

// TestMigrationFails says that a step that can't be made leaves no trace, nor do the steps before it.
func TestMigrationFails(t *testing.T) {
	dsn := Shared.Server(t).DSN(t)
	opened(t, dsn)
	steps := append(migrations(), `create table good ()`, `create table bad (); select 1/0`)
	if _, err := open(t.Context(), dsn, Options{}, steps); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("to schema %d: ERROR: division by zero", len(steps))) {
		t.Errorf("a step that fails: %v", err)
	}
	conn := admin(t, dsn)
	if tables := ask[[]string](t, conn, `select array_agg(table_name::text) from information_schema.tables where table_name in ('good', 'bad')`); tables != nil {
		t.Errorf("it has left %q", tables)
	}
	opened(t, dsn)
}

// TestCreate has several processes open the same empty database.
func TestCreate(t *testing.T) {
	dsn := Shared.Server(t).DSN(t)
	var all sync.WaitGroup
	for i := range 6 {
		all.Go(func() {
			db, err := Open(t.Context(), dsn, Options{Check: true})
			if err != nil {
				t.Errorf("opening: %v", err)
				return
			}
			if _, err := db.Commit(t.Context(), fmt.Sprint("g", i), store.Change{}); err != nil {
				t.Error(err)
			}
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

func TestNewer(t *testing.T) {
	dsn := Shared.Server(t).DSN(t)
	opened(t, dsn)
	conn := admin(t, dsn)
	do(t, conn, `update deaddrop set schema = schema + 1`)
	n := len(migrations())
	if n != store.Format {
		t.Errorf("there are %d migrations, for format %d", n, store.Format)
	}
	want := fmt.Sprintf("opening the database: the database has schema %d and was written by a newer program; this one reads up to %d: run the newer one here, too", n+1, n)
	if _, err := Open(t.Context(), dsn, Options{}); err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
	if now := ask[int](t, conn, `select schema from deaddrop`); now != n+1 {
		t.Errorf("it was refused, but is at %d", now)
	}
	do(t, conn, `update deaddrop set schema = schema - 1`) // or Close, which checks, would not care
}

// TestForeign says that other people's tables are left alone.
func TestForeign(t *testing.T) {
	for _, tables := range []string{`create table customer (name text)`, `create table deaddrop (fee int)`, `create table deaddrop (schema bigint)`} {
		dsn := Shared.Server(t).DSN(t)
		conn := admin(t, dsn)
		do(t, conn, tables)
		if _, err := Open(t.Context(), dsn, Options{}); err == nil || !strings.Contains(err.Error(), "is not a store of games: give the games a database of their own, with createdb") {
			t.Errorf("%s: %v", tables, err)
		}
		if n := ask[int](t, conn, `select count(*) from information_schema.tables where table_schema = 'public'`); n != 1 {
			t.Errorf("%s: there are %d tables now", tables, n)
		}
	}
}

// TestHiddenTables says the same of tables that the account may not even see, and of those in another schema.
func TestHiddenTables(t *testing.T) {
	for _, tables := range []string{`create table customers (name text)`, `create schema shop; create table shop.customers (name text)`} {
		dsn := Shared.Server(t).DSN(t)
		conn := admin(t, dsn)
		do(t, conn, tables+`; create role keeper login; grant create, usage on schema public to keeper`)
		asKeeper := strings.Replace(dsn, "user=postgres", "user=keeper", 1)
		if _, err := Open(t.Context(), asKeeper, Options{}); err == nil || !strings.Contains(err.Error(), `has tables, such as "customers"`) {
			t.Errorf("%s: %v", tables, err)
		}
		if n := ask[int](t, conn, `select count(*) from pg_class where relname in ('deaddrop', 'game')`); n != 0 {
			t.Errorf("%s: it was refused, but there are %d tables of ours", tables, n)
		}
		do(t, conn, `create schema keeper authorization keeper`) // which is first in the search_path
		db, err := Open(t.Context(), asKeeper, Options{Check: true})
		if err != nil {
			t.Fatalf("a schema of our own: %v", err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		do(t, conn, `drop owned by keeper; drop role keeper`)
	}
}

// TestBegun checks that Begun tells whether a database is a store already, and creates nothing in it.
func TestBegun(t *testing.T) {
	dsn := Shared.Server(t).DSN(t)
	begun := func(want bool) {
		t.Helper()
		if got, err := Begun(t.Context(), dsn+"&default_query_exec_mode=exec"); got != want || err != nil {
			t.Errorf("got %v, %v", got, err)
		}
	}
	begun(false)
	if n := ask[int](t, admin(t, dsn), `select count(*) from information_schema.tables where table_schema = 'public'`); n != 0 {
		t.Errorf("it was asked for, and there are %d tables now", n)
	}
	opened(t, dsn)
	begun(true)
	other := Shared.Server(t).DSN(t)
	do(t, admin(t, other), `create table customer (name text)`)
	if _, err := Begun(t.Context(), other); err == nil || !strings.Contains(err.Error(), "is not a store of games") {
		t.Error(err)
	}
}

func TestOld(t *testing.T) {
	for version, want := range map[string]bool{"9.6.24": true, "12.22": true, "13.0": false, "15.18 (Debian 15.18-0+deb12u1)": false, "19beta1": false, "": false} {
		if old(version) != want {
			t.Errorf("%q is too old: %v", version, !want)
		}
	}
}

// TestLanguage says that names sort by their bytes in a database that sorts text as people do.
func TestLanguage(t *testing.T) {
	dsn := Shared.Server(t).DSN(t)
	conn := admin(t, dsn)
	name := ask[string](t, conn, `select current_database()`)
	if _, err := conn.Exec(t.Context(), `create database `+name+`_en template template0 locale_provider icu icu_locale 'en-US'`); err != nil {
		t.Skipf("NOT TESTED: a database with another language: %v.", err)
	}
	defer do(t, conn, `drop database `+name+`_en`)
	db, err := Open(t.Context(), strings.Replace(dsn, name, name+"_en", 1), Options{Check: true})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"B", "Z", "a", "a!", "ab", "b", "ä"}
	for _, game := range want {
		c := store.Change{}
		for _, task := range want {
			c.Set = append(c.Set, store.Task{Name: task, Due: time.Unix(1, 0)})
		}
		if _, err := db.Commit(t.Context(), game, c); err != nil {
			t.Fatal(err)
		}
	}
	var games, tasks, taken []string
	for game, err := range db.Games(t.Context(), "") {
		if games = append(games, game); err != nil {
			t.Fatal(err)
		}
	}
	for task, err := range db.Tasks(t.Context(), "a") {
		if tasks = append(tasks, task.Name); err != nil {
			t.Fatal(err)
		}
	}
	for range want { // one by one, since what is taken at once is sorted here
		found, err := db.Take(t.Context(), time.Unix(1, 0), time.Unix(2, 0), 1)
		if err != nil || len(found) != 1 || found[0].Game != "B" {
			t.Fatal(found, err)
		}
		taken = append(taken, found[0].Name)
	}
	for what, got := range map[string][]string{"games": games, "tasks": tasks, "taken": taken} {
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}
