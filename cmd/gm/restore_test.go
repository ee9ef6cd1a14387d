package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"deaddrop/gm/towntest"
	"deaddrop/mailer"
)

// After going back to a copy, letters that came since are moved from Processed to the inbox, and are processed anew.
func TestBackToACopy(t *testing.T) {
	t.Parallel()
	w := towntest.New(t, "austria", "england", "france", "germany", "italy", "russia", "turkey")
	got := &collected{ids: map[string]map[string]int{}}
	w.Watch(t, "france", func(l mailer.Letter) { got.add("answer to "+l.InReplyTo, l.ID) })
	w.Watch(t, "england", func(l mailer.Letter) { got.add(pressOf(l.Text), l.ID) })
	newGame(t, w)
	copied := filepath.Join(t.TempDir(), "games.bak")
	write := func(i int) {
		t.Helper()
		if err := w.Write(t.Context(), "france", fmt.Sprintf("n%d@test.invalid", i), "[d1.1] letter", fmt.Sprintf("PRESS TO England\nword-%d.\nENDPRESS\n", i)); err != nil {
			t.Fatal(err)
		}
		await(t, w, got, []string{fmt.Sprintf("answer to n%d@test.invalid", i), fmt.Sprintf("word-%d.", i)})
	}
	service := startService(t, w.Config)
	write(1)
	mustRun(t, "-c", w.Config, "store", "backup", copied)
	write(2)
	w.Emptied(t, "gm") // which may take longer than the answer
	if err := service.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = service.Wait() // it was killed

	if err := os.Rename(copied, filepath.Join(filepath.Dir(w.Config), "deaddrop.db")); err != nil {
		t.Fatal(err)
	}
	got.Lock()
	got.ids = map[string]map[string]int{}
	got.Unlock()
	moveBack(t, w)
	service = startService(t, w.Config)
	defer func() { _ = service.Process.Kill(); _ = service.Wait() }()
	await(t, w, got, []string{"answer to n2@test.invalid", "word-2."})
	w.Emptied(t, "gm")
	write(3) // what was taken in before has gone out when that has
	if again := got.of("word-1."); again != nil {
		t.Errorf("what the copy has is taken in anew: %v", again)
	}
}

// moveBack moves all letters from Processed to the inbox.
func moveBack(t *testing.T, w *towntest.Town) {
	t.Helper()
	c, err := imapclient.DialInsecure(w.Office.IMAP(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Login("gm@"+towntest.Domain, "secret").Wait(); err != nil {
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
