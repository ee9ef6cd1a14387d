package main

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"deaddrop/gm/towntest"
	"deaddrop/mailer"
)

// With a limit on outgoing mail, a game's first letters and the answer to a player all arrive, the answer before
// letters that have waited longer; meanwhile gm outbox and gm doctor say why they wait.
func TestLimitedMail(t *testing.T) {
	players := []string{"a", "b", "c", "d", "e", "f", "g"}
	w := towntest.New(t, players...)
	w.Configure(t, func(text string) string { return text + "rate = 30\nper_connection = 2\nconnections = 1\n" }) // three in six seconds
	var mu sync.Mutex
	var order []string // of what arrived
	for _, name := range players {
		w.Watch(t, name, func(l mailer.Letter) {
			mu.Lock()
			defer mu.Unlock()
			kind := "first"
			if l.InReplyTo == "status@"+towntest.Domain {
				kind = "answer"
			}
			order = append(order, kind)
		})
	}
	arrived := func() []string {
		mu.Lock()
		defer mu.Unlock()
		return append([]string(nil), order...)
	}
	startServing(t, w)
	args := []string{"-c", w.Config, "new", "d1", "deadman", "--every", "72h", "--trust", "open"}
	for _, name := range players {
		args = append(args, "--player", name+"@"+towntest.Domain)
	}
	mustRun(t, args...)
	waitFor := func(what string, is func() bool) {
		t.Helper()
		for range 6000 {
			if is() {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Fatalf("never: %s; arrived %q", what, arrived())
	}
	waitFor("two letters", func() bool { return len(arrived()) >= 2 })
	var out string
	waitFor("the outbox says why letters wait", func() bool {
		out = mustRun(t, "-c", w.Config, "outbox")
		return strings.Contains(out, "no more than 30 mails a minute are sent, so this one waits for ")
	})
	if out, _, _ := gmRun(t, "-c", w.Config, "doctor", "--wait", "1s"); !strings.Contains(strings.Join(strings.Fields(out), " "), "because of a limit for outgoing mail") {
		t.Errorf("the doctor does not say it:\n%s", out)
	}
	if err := w.Write(t.Context(), "a", "status@"+towntest.Domain, "[d1] status", "STATUS\n"); err != nil {
		t.Fatal(err)
	}
	waitFor("all letters", func() bool {
		return strings.Contains(mustRun(t, "-c", w.Config, "outbox"), "Every letter has been sent.")
	})
	if at := slices.Index(arrived(), "answer"); at < 0 || at > 5 {
		t.Errorf("the answer is not among the first that could be sent: %q", arrived())
	}
}
