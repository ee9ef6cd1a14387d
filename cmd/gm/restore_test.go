package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"deaddrop/mailer"
)

// Whoever goes back to a copy moves the letters that came since from Processed to the inbox, and they are taken in anew.
func TestBackToACopy(t *testing.T) {
	t.Parallel()
	w := newTown(t, "austria", "england", "france", "germany", "italy", "russia", "turkey")
	got := &collected{ids: map[string]map[string]int{}}
	w.watch(t, "france", func(l mailer.Letter) { got.add("answer to "+l.InReplyTo, l.ID) })
	w.watch(t, "england", func(l mailer.Letter) { got.add(pressOf(l.Text), l.ID) })
	newGame(t, w)
	copied := filepath.Join(t.TempDir(), "games.bak")
	write := func(i int) {
		t.Helper()
		if err := w.write(t.Context(), "france", fmt.Sprintf("n%d@test.invalid", i), "[d1.1] letter", fmt.Sprintf("PRESS TO England\nword-%d.\nENDPRESS\n", i)); err != nil {
			t.Fatal(err)
		}
		await(t, w, got, []string{fmt.Sprintf("answer to n%d@test.invalid", i), fmt.Sprintf("word-%d.", i)})
	}
	service := startService(t, w.config)
	write(1)
	mustRun(t, "-c", w.config, "store", "backup", copied)
	write(2)
	putAway(t, w) // which may take longer than the answer
	if err := service.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = service.Wait() // it was killed

	if err := os.Rename(copied, filepath.Join(filepath.Dir(w.config), "deaddrop.db")); err != nil {
		t.Fatal(err)
	}
	got.Lock()
	got.ids = map[string]map[string]int{}
	got.Unlock()
	moveBack(t, w)
	service = startService(t, w.config)
	defer func() { _ = service.Process.Kill(); _ = service.Wait() }()
	await(t, w, got, []string{"answer to n2@test.invalid", "word-2."})
	putAway(t, w)
	write(3) // what was taken in before has gone out when that has
	if again := got.of("word-1."); again != nil {
		t.Errorf("what the copy has is taken in anew: %v", again)
	}
}

// putAway waits until no letter is left in the inbox of the game master.
func putAway(t *testing.T, w *town) {
	t.Helper()
	in, err := mailer.ProbeInbox(t.Context(), &mailer.Inbox{Server: mailer.Server{Addr: w.office.IMAP(), TLS: "none", User: "gm", Password: "secret"}})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	left := 1
	for i := 0; i < 6000 && left > 0; i++ {
		if left, _, err = in.Waiting(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Millisecond)
	}
	if left > 0 {
		t.Errorf("%d letters are left in INBOX", left)
	}
}

// moveBack moves all letters from Processed to the inbox.
func moveBack(t *testing.T, w *town) {
	t.Helper()
	c, err := imapclient.DialInsecure(w.office.IMAP(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Login("gm@"+townDomain, "secret").Wait(); err != nil {
		t.Fatal(err)
	}
	box, err := c.Select("Processed", nil).Wait()
	if err != nil || box.NumMessages < 2 {
		t.Fatalf("in Processed: %+v, %v", box, err)
	}
	all := imap.SeqSet{}
	all.AddRange(1, box.NumMessages)
	if _, err := c.Move(all, "INBOX").Wait(); err != nil {
		t.Fatal(err)
	}
}
