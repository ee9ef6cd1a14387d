package gm_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
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
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/work"
)

// openings returns two sets of orders for each power, so that a letter always changes what is on file.
func openings(tb testing.TB) (orders map[string][2]string) {
	tb.Helper()
	js, err := os.ReadFile(filepath.Join("testdata", "openings.json"))
	if err == nil {
		err = json.Unmarshal(js, &orders)
	}
	if err != nil {
		tb.Fatal(err)
	}
	return orders
}

// BenchmarkLetters takes letters with orders in, eight at a time, and hands the receipts to nobody: 56 players of eight
// games write in turn. Every eighth letter asks how the game stands.
//
//	go test ./gm -run '^$' -bench Letters -benchtime 5000x
func BenchmarkLetters(b *testing.B) {
	const games = 8
	orders := openings(b)
	path := filepath.Join(b.TempDir(), "games.db")
	m := master(b, path)
	_ = m.Store.Close()
	db, err := bolt.Open(path, bolt.Options{}) // as in service: flushed, and not checked on Close
	if err != nil {
		b.Fatal(err)
	}
	m.Store = db
	gm.CheckCache(m, nil)
	m.Log, m.Parallel, m.Answers = slog.New(slog.DiscardHandler), 4, b.N+1000
	defer func() { _ = m.Store.Close() }()
	seats := deadman.Rules.Seats
	for g := range games {
		plan := desk.Plan{Name: fmt.Sprintf("d%d", g), Rules: "deadman", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour}}
		for _, seat := range seats {
			plan.Players = append(plan.Players, game.Player{Seat: seat, Address: fmt.Sprintf("%s-%d@example.org", strings.ToLower(string(seat)), g)})
		}
		if err := desk.At(m, gm.ActOptions{}).New(b.Context(), noon, plan); err != nil {
			b.Fatal(err)
		}
	}
	var sent atomic.Int64
	send := func(context.Context, letter.Letter) error { sent.Add(1); return nil }
	drain := func() {
		for n := 1; n > 0; {
			var err error
			if n, err = work.Due(b.Context(), m, noon, send); err != nil {
				b.Error(err)
				return
			}
		}
	}
	drain()
	sent.Store(0)
	var next atomic.Int64
	b.ReportAllocs()
	b.ResetTimer()
	ctx, stop := context.WithCancel(b.Context())
	var worker, all sync.WaitGroup
	worker.Go(func() {
		for ctx.Err() == nil {
			drain()
			time.Sleep(100 * time.Microsecond)
		}
	})
	for range 8 {
		all.Go(func() {
			for {
				n := int(next.Add(1) - 1)
				if n >= b.N {
					return
				}
				seat, game := seats[n%7], n/7%games
				text := orders[string(seat)][n/56%2]
				if n%8 == 7 {
					text = "STATUS"
				}
				l := letter.Letter{ID: fmt.Sprintf("n%d@example.org", n), From: fmt.Sprintf("%s-%d@example.org", strings.ToLower(string(seat)), game),
					Subject: fmt.Sprintf("Re: [d%d.1] %s", game, seat), Text: text, Proof: letter.Proved}
				if err := reception.Receive(b.Context(), m, noon, l); err != nil {
					b.Error(err)
				}
			}
		})
	}
	all.Wait()
	stop()
	worker.Wait()
	drain()
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "letters/s")
	if int(sent.Load()) != b.N {
		b.Errorf("%d receipts for %d letters", sent.Load(), b.N)
	}
}
