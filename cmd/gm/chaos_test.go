package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"deaddrop/gm/config"
	"deaddrop/gm/desk"
	"deaddrop/gm/inspect"
	"deaddrop/gm/setup"
	"deaddrop/gm/store/bolt"
	"deaddrop/mailer/peertest"
)

var (
	chaosKills   = flag.Int("chaos.kills", 15, "how often TestChaos kills the service")
	chaosLetters = flag.Int("chaos.letters", 100, "how many letters TestChaos has players write at least")
	chaosSeed    = flag.Uint64("chaos.seed", 1, "for the luck of TestChaos")
)

// haste is how much faster the clock of a hurried service runs: it tries again after seconds what others do after
// minutes, and a turn is long enough for any test.
const haste = 200

// hurried returns a fast clock that goes on when a service is started again. GM_TEST_HASTE is how fast it is, if not
// as haste says.
func hurried() func() time.Time {
	nanos, err := strconv.ParseInt(os.Getenv("GM_TEST_EPOCH"), 10, 64)
	if err != nil {
		panic(err)
	}
	speed := haste
	if text := os.Getenv("GM_TEST_HASTE"); text != "" {
		if speed, err = strconv.Atoi(text); err != nil {
			panic(err)
		}
	}
	epoch := time.Unix(0, nanos)
	return func() time.Time { return epoch.Add(time.Duration(speed) * time.Since(epoch)) }
}

const (
	underway = 40              // letters that have no receipt yet, at most
	stuck    = 5 * time.Minute // without any progress, on a machine that does much else
)

// TestChaos kills the service again and again, and cuts its connections to Dovecot and Postfix in the midst of what is
// said, while players write. No letter may be lost and none taken twice, each must have its receipt, and a receipt that
// comes twice must have the same Message-ID.
//
//	go test ./cmd/gm -run TestChaos -v -timeout 40m -chaos.kills 1000 -chaos.letters 5000 -chaos.seed 7
func TestChaos(t *testing.T) {
	w := peerLeague(t)
	imap, smtp := peertest.NewProxy(t, w.dovecot.IMAP), peertest.NewProxy(t, w.postfix.MX)
	w.config = leagueConfig(t, leagueMailbox(imap.Addr), smtp.Addr)
	t.Setenv("GM_TEST_EPOCH", strconv.FormatInt(time.Now().UnixNano(), 10))
	w.start(t)
	service := child(t, "hurry", w.config)
	w.begun(t)

	r := rand.New(rand.NewPCG(*chaosSeed, 1))
	cuts := func(seed uint64) func() int { // called by one proxy
		r := rand.New(rand.NewPCG(*chaosSeed, seed))
		return func() int { return r.IntN(1 << (9 + r.IntN(10))) } // mostly a few letters, now and then many
	}
	imap.Limit(cuts(2))
	smtp.Limit(cuts(3))
	var calm atomic.Bool
	fed := make(chan error, 1)
	go func() { fed <- w.feed(t.Context(), &calm) }()
	began := time.Now()
	patience := w.patience()
	for i := range *chaosKills {
		patience(t)
		time.Sleep(time.Duration(200+r.IntN(800)) * time.Millisecond)
		now := make(<-chan struct{})
		switch r.IntN(5) {
		case 0: // at any time
			now = closed()
		case 1:
			imap.Cut()
			smtp.Cut()
			now = closed()
		case 2, 3: // when a letter was taken in and is about to be put away
			now = imap.Trap(" MOVE ", r.IntN(2) == 0)
		case 4: // when nobody knows whether a receipt was taken
			now = smtp.Trap("\r\n.\r\n", r.IntN(2) == 0)
		}
		select {
		case <-now:
		case <-time.After(time.Second): // nothing is going on
		}
		kill(service)
		imap.Untrap()
		smtp.Untrap()
		service = child(t, "hurry", w.config)
		if i%100 == 99 {
			t.Logf("%d kills after %v, %d letters", i+1, time.Since(began).Round(time.Second), w.turn.Load())
		}
	}
	calm.Store(true)
	if err := <-fed; err != nil {
		t.Fatal(err)
	}
	imap.Calm()
	smtp.Calm()
	letters := int(w.turn.Load())
	receipts := w.receipts(t, letters)
	if err := service.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := service.Wait(); err != nil {
		t.Errorf("the service ended with %v", err)
	}
	w.tally(t, letters, receipts)
	copies := 0
	for n, ids := range receipts {
		if len(ids) != 1 {
			t.Errorf("letter %d was answered under several Message-IDs: %v", n, ids)
		}
		for _, times := range ids {
			copies += times - 1
		}
	}
	t.Logf("seed %d: %d letters, %d kills, %d connections cut: %d copies of receipts; %v",
		*chaosSeed, letters, *chaosKills, imap.Cuts()+smtp.Cuts(), copies, time.Since(began).Round(time.Second))
}

func closed() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}

// patience makes a function that waits, after two kills before which no letter was put away, until one is. A letter that is in hand
// whenever the program ends is given up after three times, and on a slow machine it may be the same one each time.
func (w *league) patience() func(t *testing.T) {
	putAway := func() int { return w.dovecot.Count("gm", "Processed") }
	last, idle := putAway(), 0
	return func(t *testing.T) {
		t.Helper()
		idle++
		for began := time.Now(); idle == 3 && putAway() == last; time.Sleep(50 * time.Millisecond) {
			if time.Since(began) > stuck {
				t.Fatalf("no letter is put away, of %d", w.turn.Load())
			}
		}
		if now := putAway(); now > last {
			last, idle = now, 0
		}
	}
}

// kill is -9.
func kill(c *exec.Cmd) {
	_ = c.Process.Kill() // it may have ended
	_ = c.Wait()
}

// feed has the players write, as many letters as the service keeps up with, until there is calm and were enough.
func (w *league) feed(ctx context.Context, calm *atomic.Bool) error {
	for first := w.arrived(); ; time.Sleep(100 * time.Millisecond) {
		if calm.Load() && int(w.turn.Load()) >= *chaosLetters || ctx.Err() != nil {
			return ctx.Err()
		}
		room := underway - (int(w.turn.Load()) - (w.arrived() - first))
		err := pour(ctx, w.smtp, func() (string, []byte) {
			if room--; room < 0 {
				return "", nil
			}
			return w.letter(w.turn.Add(1) - 1)
		})
		if err != nil {
			return err
		}
	}
}

var answered = regexp.MustCompile(`(?im)^In-Reply-To: *<n(\d+)@`)

// receipts waits until each letter has one, and gives how often each came, by the letter's number and its own Message-ID.
func (w *league) receipts(t *testing.T, letters int) map[int]map[string]int {
	t.Helper()
	for last, since := -1, time.Now(); ; time.Sleep(500 * time.Millisecond) {
		got := map[int]map[string]int{}
		for _, player := range leaguePlayers() {
			for _, raw := range w.dovecot.Mails(t, player, "") {
				m := answered.FindStringSubmatch(raw)
				if m == nil {
					continue // the first letter
				}
				n, err := strconv.Atoi(m[1])
				if err != nil {
					t.Fatal(err)
				}
				if got[n] == nil {
					got[n] = map[string]int{}
				}
				got[n][headerField(raw, "Message-ID")]++
			}
		}
		if len(got) >= letters {
			return got
		}
		if len(got) > last {
			last, since = len(got), time.Now()
		}
		if time.Since(since) > stuck {
			for n := range letters {
				if got[n] == nil {
					t.Errorf("letter %d has no receipt", n)
				}
			}
			t.Fatalf("%d of %d letters have a receipt, and no more come", len(got), letters)
		}
	}
}

var taken = regexp.MustCompile(`(?m)^\d+ .* letter from .* n(\d+)$`)

// tally looks into the games themselves: each letter was taken in once, and the file is sound.
func (w *league) tally(t *testing.T, letters int, receipts map[int]map[string]int) {
	t.Helper()
	c, err := config.Read(w.config)
	if err != nil {
		t.Fatal(err)
	}
	db, err := bolt.Open(c.Data, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Check(t.Context()); err != nil {
		t.Errorf("the file is damaged: %v", err)
	}
	m, err := setup.NewMaster(db, c, titles(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	times := make([]int, letters)
	for g := range leagueGames {
		var chronicle strings.Builder
		if err := inspect.Chronicle(t.Context(), m, fmt.Sprintf("d%d", g+1), &chronicle); err != nil {
			t.Fatal(err)
		}
		for _, found := range taken.FindAllStringSubmatch(chronicle.String(), -1) {
			n, err := strconv.Atoi(found[1])
			if err != nil {
				t.Fatal(err)
			}
			times[n]++
		}
	}
	for n, times := range times {
		if times != 1 {
			t.Errorf("letter %d was taken in %d times and answered %v", n, times, receipts[n])
		}
	}
	if aside, err := desk.Inbox(t.Context(), m); err != nil || len(aside) > 0 {
		t.Errorf("something was put aside: %v, %v", aside, err)
	}
}
