package gm_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"deaddrop/adjudicator/deadman"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/outbox"
	"deaddrop/gm/reception"
	"deaddrop/gm/site"
	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/store/metered"
	"deaddrop/gm/store/postgres"
	"deaddrop/gm/store/postgres/postgrestest"
	"deaddrop/gm/work"
)

var siteGames = flag.Int("site.games", 1000, "how many games BenchmarkSite has")

// BenchmarkSite measures what the game master of a large site waits for: lists of all games, of what waits for them, and of
// what is not sent, and what is done in all games that run. Each game has seven players of its own, and in each fiftieth a
// letter was put aside, and its writer is about to be asked. Beside the time stands how many calls of the store
// that is for each game: a database on another machine answers each after half a millisecond or so. What reads many is one call
// here, and one for each hundred there.
//
//	go test ./gm -run '^$' -bench Site -benchtime 3x -site.games 1000
func BenchmarkSite(b *testing.B) {
	b.Run("bolt", func(b *testing.B) {
		db, err := bolt.Open(filepath.Join(b.TempDir(), "games.db"), bolt.Options{})
		if err != nil {
			b.Fatal(err)
		}
		benchSite(b, db)
	})
	b.Run("postgres", func(b *testing.B) {
		server := postgrestest.Start(b, postgrestest.Options{Sync: true})
		db, err := postgres.Open(b.Context(), server.DSN(b), postgres.Options{})
		if err != nil {
			b.Fatal(err)
		}
		benchSite(b, db)
	})
}

func benchSite(b *testing.B, db store.Store) {
	defer func() {
		if err := db.Close(); err != nil {
			b.Error(err)
		}
	}()
	like := master(b, filepath.Join(b.TempDir(), "unused.db"))
	if err := like.Store.Close(); err != nil {
		b.Fatal(err)
	}
	var calls atomic.Int64
	like.Store = metered.New(db, time.Now, func(string, time.Duration, error) { calls.Add(1) })
	fillSite(b, beside(like, ""))
	for _, does := range []struct {
		name string
		do   func(ctx context.Context, m *gm.Master) (int, error)
		want int
	}{
		{"list", func(ctx context.Context, m *gm.Master) (int, error) {
			l, err := inspect.Games(ctx, m)
			return len(l), err
		}, *siteGames},
		{"inbox", func(ctx context.Context, m *gm.Master) (int, error) { l, err := desk.Inbox(ctx, m); return len(l), err }, *siteGames / 50},
		{"chores", func(ctx context.Context, m *gm.Master) (int, error) {
			l, err := site.Todos(ctx, m, noon)
			return len(l), err
		}, 0},
		{"outbox", func(ctx context.Context, m *gm.Master) (int, error) {
			l, err := outbox.List(ctx, m)
			return len(l), err
		}, *siteGames / 50},
		{"retry", func(ctx context.Context, m *gm.Master) (int, error) {
			due, _, err := desk.At(m, gm.ActOptions{Dry: true}).RetryAll(ctx, noon.Add(-time.Second))
			return due, err
		}, *siteGames / 50},
		{"clock", believeAnew, 0},
	} {
		b.Run(does.name, func(b *testing.B) {
			before := calls.Load()
			for b.Loop() {
				fresh := beside(like, "") // which has nothing in memory, as at the command line
				if n, err := does.do(b.Context(), fresh); err != nil || n != does.want {
					b.Fatal(n, err)
				}
			}
			b.ReportMetric(float64(calls.Load()-before)/float64(b.N)/float64(*siteGames), "calls/game")
		})
	}
}

// believeAnew has a clock that went back noticed, and believed, which goes through all games.
func believeAnew(ctx context.Context, m *gm.Master) (int, error) {
	m.OutageThreshold = 1000 * time.Hour
	for _, at := range []time.Duration{10 * time.Hour, 0} {
		none := func(context.Context, letter.Letter) error { return errors.New("nothing is due") }
		if _, err := work.Due(ctx, m, noon.Add(-24*time.Hour+at), none); err != nil {
			return 0, err
		}
	}
	return 0, site.AcceptClock(ctx, m, noon.Add(-24*time.Hour))
}

// fillSite makes the games.
func fillSite(b *testing.B, m *gm.Master) {
	var next atomic.Int64
	var all sync.WaitGroup
	one := func(i int) error {
		name := fmt.Sprintf("g%06d", i)
		plan := desk.Plan{Name: name, Rules: "deadman", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour}, Trust: intake.TrustSigned}
		for _, seat := range deadman.Rules.Seats {
			plan.Players = append(plan.Players, game.Player{Seat: seat, Address: strings.ToLower(string(seat)) + "." + name + "@example.org"})
		}
		return desk.At(m, gm.ActOptions{}).New(b.Context(), noon, plan)
	}
	for range 16 {
		all.Go(func() {
			for i := int(next.Add(1) - 1); i < *siteGames; i = int(next.Add(1) - 1) {
				if err := one(i); err != nil {
					b.Error(err)
				}
			}
		})
	}
	all.Wait()
	for { // the first letters are sent
		tasks, err := m.Store.Take(b.Context(), noon, noon.Add(time.Hour), 1000)
		for _, t := range tasks {
			all.Go(func() {
				if err := m.Store.Settle(b.Context(), t, time.Time{}); err != nil {
					b.Error(err)
				}
			})
		}
		if all.Wait(); err != nil || b.Failed() {
			b.Fatal("the games could not be made", err)
		}
		if len(tasks) == 0 {
			break
		}
	}
	for i := 0; i < *siteGames; i += 50 {
		l := letter.Letter{ID: fmt.Sprintf("%d@example.org", i), From: fmt.Sprintf("france.g%06d@example.org", i), Subject: "[g1] France", Text: "A Par-Bur"}
		if err := reception.Receive(b.Context(), m, noon, l); err != nil {
			b.Fatal(err)
		}
	}
}
