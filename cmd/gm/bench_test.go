package main

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"deaddrop/gm/config"
	"deaddrop/gm/serve"
	"deaddrop/gm/setup"
	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
)

// BenchmarkLetters measures a letter from the moment in which its player hands it to an SMTP server until the receipt
// lies in their mailbox; each op is one of them. Beside it stands the same for a program that only fetches each letter,
// sends one mail for it and moves it: what is lost against that is what the game master takes.
//
//	go test ./cmd/gm -run '^$' -bench Letters -benchtime 5000x
//
// With GM_TEST_PROFILE=DIR the service leaves there what it spent its time and memory on.
func BenchmarkLetters(b *testing.B) {
	b.Run("office", func(b *testing.B) { benchLetters(b, officeLeague) })
	b.Run("peers", func(b *testing.B) { benchLetters(b, peerLeague) })
	b.Run("lmtp", func(b *testing.B) { benchLetters(b, lmtpLeague) })
}

func benchLetters(b *testing.B, open func(testing.TB) *league) {
	bare := open(b)
	pipeline := child(b, "pipeline", bare.config)
	bare.hand(b, len(leaguePlayers()))
	bare.wait(b, len(leaguePlayers()))
	began := time.Now()
	bare.hand(b, b.N)
	bare.wait(b, b.N+len(leaguePlayers()))
	apart := time.Since(began)
	_ = pipeline.Process.Kill()
	_ = pipeline.Wait()

	w := open(b)
	w.start(b)
	service := child(b, "gm", w.config)
	w.begun(b)
	before := len(leaguePlayers())
	w.hand(b, before) // the first letter of each seat
	before *= 2
	w.wait(b, before)
	b.ResetTimer()
	w.hand(b, b.N)
	handed := b.Elapsed()
	w.wait(b, b.N+before)
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "letters/s")
	b.ReportMetric(float64(b.N)/handed.Seconds(), "handed/s")
	b.ReportMetric(float64(b.N)/apart.Seconds(), "bare/s")
	b.ReportMetric(apart.Seconds()/b.Elapsed().Seconds(), "of-bare")
	b.ReportMetric(memory(b, service.Process, "VmHWM"), "MB-RSS")
	b.ReportMetric(memory(b, service.Process, "RssAnon"), "MB-own")
	b.ReportMetric(memory(b, service.Process, "RssFile"), "MB-files")
	if list := mustRun(b, "-c", w.config, "list"); strings.Count(list, "7 of 7 in") != leagueGames {
		b.Errorf("the letters were not taken as orders:\n%s", list)
	}
	if err := service.Process.Signal(syscall.SIGTERM); err != nil {
		b.Fatal(err)
	}
	if err := service.Wait(); err != nil {
		b.Errorf("the service ended with %v", err)
	}
	used := service.ProcessState.UserTime() + service.ProcessState.SystemTime()
	b.ReportMetric(used.Seconds()*1000/float64(b.N+before), "cpu-ms/letter")
}

// BenchmarkLatency measures single letters, from their delivery to the commit of what they change. Here the service
// runs in the same process, so that its store can be watched.
//
//	go test ./cmd/gm -run '^$' -bench Latency -benchtime 250x
func BenchmarkLatency(b *testing.B) {
	b.Run("office", func(b *testing.B) { benchLatency(b, officeLeague) })
	b.Run("peers", func(b *testing.B) { benchLatency(b, peerLeague) })
	b.Run("lmtp", func(b *testing.B) { benchLatency(b, lmtpLeague) })
}

func benchLatency(b *testing.B, open func(testing.TB) *league) {
	w := open(b)
	w.start(b)
	c, err := config.Read(w.config)
	if err != nil {
		b.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	db, err := bolt.Open(c.Data, bolt.Options{})
	if err != nil {
		b.Fatal(err)
	}
	watched := &watchedStore{db, make(chan time.Time, 1000)}
	m, err := setup.NewMaster(watched, c, titles(), log)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	s, err := serve.New(serviceOf(w.config, c, log), m, time.Now)
	if err != nil {
		b.Fatal(err)
	}
	ctx, stop := context.WithCancel(b.Context())
	done := make(chan error, 1)
	go func() { done <- s.Run(ctx) }()
	defer func() {
		stop()
		if err := <-done; err != nil {
			b.Error(err)
		}
	}()
	w.begun(b)
	had := len(leaguePlayers())
	took := make([]time.Duration, 0, b.N)
	b.ResetTimer()
	for i := range b.N {
		w.hand(b, 1) // it is delivered when that returns
		delivered := time.Now()
		select {
		case committed := <-watched.commits:
			took = append(took, max(0, committed.Sub(delivered)))
		case <-time.After(30 * time.Second):
			b.Fatal("a letter was never committed")
		}
		w.wait(b, had+i+1) // the next letter is written only after the receipt for this one
	}
	b.StopTimer()
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}

// A watchedStore tells when a letter's step was committed.
type watchedStore struct {
	store.Store
	commits chan time.Time
}

// Commit calls the wrapped store, and sends the time of each commit with a letter to commits.
func (s *watchedStore) Commit(ctx context.Context, game string, c store.Change) (uint64, error) {
	rev, err := s.Store.Commit(ctx, game, c)
	if err == nil && slices.ContainsFunc(c.Log, func(e store.Entry) bool { return e.Kind == "letter" }) {
		s.commits <- time.Now()
	}
	return rev, err
}
