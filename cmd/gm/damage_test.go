package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/towntest"
	"deaddrop/mailer"
)

// Damage to the file while the service runs affects only one game: its letters stay in the mailbox, others are
// answered, the game master is told, and once the file is repaired the letters are processed.
func TestDamagedWhileServing(t *testing.T) {
	w := towntest.New(t, "austria", "england", "france", "germany", "italy", "russia", "turkey", "ann")
	got := &collected{ids: map[string]map[string]int{}}
	for _, name := range []string{"france", "ann"} {
		w.Watch(t, name, func(l mailer.Letter) { got.add("answer to "+l.InReplyTo, l.ID) })
	}
	w.Watch(t, "desk", func(l mailer.Letter) {
		if text := strings.Join(strings.Fields(l.Text), " "); strings.Contains(text, "the file is damaged") && strings.Contains(text, "go back to a backup") {
			got.add("damage 0", l.ID)
		}
	})
	newGame(t, w)
	mustRun(t, "-c", w.Config, "new", "f1", "deadman", "--every", "1h", "--trust", "open", "--player", "ann@"+towntest.Domain, "--player", "austria@"+towntest.Domain, "--player", "england@"+towntest.Domain,
		"--player", "germany@"+towntest.Domain, "--player", "italy@"+towntest.Domain, "--player", "russia@"+towntest.Domain, "--player", "turkey@"+towntest.Domain)
	path := filepath.Join(filepath.Dir(w.Config), "deaddrop.db")
	var mend func()
	t.Run("damaged", func(t *testing.T) {
		startServing(t, w)
		wrote := func(from, id, game string) {
			t.Helper()
			if err := w.Write(t.Context(), from, id+"@test.invalid", "["+game+".1] letter", "Not an order.\n"); err != nil {
				t.Fatal(err)
			}
		}
		wrote("france", "n1", "d1")
		wrote("ann", "n2", "f1")
		await(t, w, got, []string{"answer to n1@test.invalid", "answer to n2@test.invalid"})
		for strings.Contains(mustRun(t, "-c", w.Config, "outbox"), "@") {
			time.Sleep(10 * time.Millisecond)
		}
		mend = damageLog(t, path, "d1")
		wrote("france", "n3", "d1")
		wrote("ann", "n4", "f1")
		await(t, w, got, []string{"answer to n4@test.invalid", "damage 0"})
		if missing := got.missing([]string{"answer to n3@test.invalid"}); len(missing) == 0 {
			t.Error("a letter for a game that is damaged is answered")
		}
		if out, _, err := gmRun(t, "-c", w.Config, "store", "check"); err == nil || !strings.Contains(out, "DAMAGED: ") {
			t.Errorf("gm store check: %v, %s", err, out)
		}
	})
	if out, _, err := gmRun(t, "-c", w.Config, "store", "check"); err == nil || !strings.Contains(out, "DAMAGED: ") || strings.Contains(out, "gm store check says") {
		t.Errorf("gm store check without the service: %v, %s", err, out)
	}
	if _, complaint, err := gmRun(t, "-c", w.Config, "serve"); err == nil || !strings.Contains(complaint, "gm store check") {
		t.Errorf("gm serve begins: %v, %s", err, complaint)
	}
	mend()
	startServing(t, w)
	await(t, w, got, []string{"answer to n3@test.invalid"})
}

// damageLog writes zeros over the pages with nothing but the log of a game, or over what is left of them where they
// were once, and returns what makes that good.
func damageLog(t *testing.T, path, game string) (mend func()) {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	size := os.Getpagesize()
	was := map[int64][]byte{}
	for at := 0; at+size <= len(file); at += size {
		if page := file[at:]; binary.NativeEndian.Uint64(page) == uint64(at/size) && onlyLog(page, game) {
			was[int64(at)] = bytes.Clone(page[:size])
		}
	}
	if len(was) == 0 {
		t.Fatalf("%s has no page of its own", game)
	}
	zeros := make([]byte, size)
	write := func(clear bool) {
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		for at, page := range was {
			is := make([]byte, size)
			_, failed := f.ReadAt(is, at)
			if clear {
				page = zeros
			} else if !bytes.Equal(is, zeros) { // nothing was kept in it, and it was used since
				page = is
			}
			_, unwritten := f.WriteAt(page, at)
			err = errors.Join(err, failed, unwritten)
		}
		if err := errors.Join(err, f.Close()); err != nil {
			t.Fatal(err)
		}
	}
	write(true)
	return func() { write(false) }
}

// onlyLog reports whether a page of bbolt's has keys of the log of a game, and no others.
func onlyLog(page []byte, game string) bool {
	const head, element, leaf = 16, 16, 2
	n := int(binary.NativeEndian.Uint16(page[10:]))
	if binary.NativeEndian.Uint16(page[8:]) != leaf || n == 0 {
		return false
	}
	for i := range n {
		at := head + i*element
		from := at + int(binary.NativeEndian.Uint32(page[at+4:]))
		length := int(binary.NativeEndian.Uint32(page[at+8:]))
		if from+length > len(page) || length != len(game)+9 || !bytes.HasPrefix(page[from:], []byte(game+"\x00\x00\x00\x00")) {
			return false
		}
	}
	return true
}
