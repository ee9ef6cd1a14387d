package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/towntest"
	"deaddrop/mailer"
)

// A configuration that names another file with games, but the same mailbox, as a slip or a copy for a test has it, reads
// no letter and sends none. The doctor says so.
func TestForeignMailbox(t *testing.T) {
	t.Parallel()
	w := towntest.New(t, "austria", "england", "france", "germany", "italy", "russia", "turkey")
	newGame(t, w)
	startServing(t, w)
	if out := mustRun(t, "-c", w.Config, "doctor", "--wait", "1m"); !strings.Contains(out, "No other games are played with this mailbox.") {
		t.Errorf("beside the service:\n%s", out)
	}
	other := *w
	other.Config = filepath.Join(t.TempDir(), "deaddrop.toml")
	for _, name := range []string{"deaddrop.toml", "password"} {
		text, err := os.ReadFile(filepath.Join(filepath.Dir(w.Config), name))
		if err == nil {
			err = os.WriteFile(filepath.Join(filepath.Dir(other.Config), name), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	mustRun(t, "-c", other.Config, "init")
	w.Watch(t, "france", func(l mailer.Letter) {
		if strings.Contains(l.Subject, "[d2") { // the text of any letter may have a hash with d2 in it
			t.Errorf("the other site writes: %s", l.Subject)
		}
	})
	args := []string{"-c", other.Config, "new", "d2", "deadman", "--every", "1h", "--delay", "0s"}
	for _, p := range powers() {
		args = append(args, "--player", p+"="+strings.ToLower(p)+"@"+towntest.Domain)
	}
	mustRun(t, args...)
	ctx, stop := context.WithTimeout(t.Context(), time.Minute) // it would serve for ever
	defer stop()
	if _, complaint, err := gmRunOn(ctx, "", "-c", other.Config, "serve"); codeOf(err) != exitFaults || !strings.Contains(complaint, "belongs to other games") {
		t.Errorf("gm serve ends with %v: %s", err, complaint)
	}
	if out, _, err := gmRun(t, "-c", other.Config, "doctor", "--wait", "1m"); codeOf(err) != exitFaults || !strings.Contains(out, "FAULT    The mailbox belongs to other games") {
		t.Errorf("the doctor says %v:\n%s", err, out)
	}
	if out := mustRun(t, "-c", other.Config, "outbox"); !strings.Contains(out, "d2") {
		t.Errorf("its letters are gone: %s", out)
	}
}
