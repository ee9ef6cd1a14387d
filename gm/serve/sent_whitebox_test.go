package serve

import (
	"path/filepath"
	"testing"
	"time"

	"deaddrop/gm/letter"
	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
	"deaddrop/mailer"
)

// sending returns a process that sends letters.
func sending(s store.Store, now func() time.Time) *sentLog {
	return &sentLog{store: s, now: now, sender: &mailer.Sender{PerDay: 100, Now: now}}
}

// synced returns how many letters of others a process learns of.
func (l *sentLog) synced(t *testing.T) int {
	t.Helper()
	n, err := l.sync(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Letters sent count after a restart and in other processes, once, and for at most a day.
func TestSentLog(t *testing.T) {
	db, err := bolt.Open(filepath.Join(t.TempDir(), "games.db"), bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	at := time.Date(2030, 1, 4, 12, 3, 0, 0, time.UTC)
	now := func() time.Time { return at }
	one, two := sending(db, now), sending(db, now)
	for range 3 {
		one.add()
	}
	at = at.Add(time.Hour)
	one.add()
	if n := one.synced(t); n != 0 { // those of its own the sender has counted itself
		t.Errorf("its own letters were counted again: %d", n)
	}
	if n := two.synced(t); n != 4 {
		t.Errorf("another process knows of %d letters", n)
	}
	two.add()
	two.add()
	if n := two.synced(t); n != 0 {
		t.Errorf("that one counts %d of its own again", n)
	}
	if n := one.synced(t); n != 2 {
		t.Errorf("the first one counts %d of the other", n)
	}
	if n := one.synced(t); n != 0 {
		t.Errorf("a second time it counts %d", n)
	}
	if n := sending(db, now).synced(t); n != 6 {
		t.Errorf("after a restart there are %d", n)
	}
	at = at.Add(25 * time.Hour)
	one.add()
	one.synced(t)
	later := sending(db, now)
	if n := later.synced(t); n != 1 {
		t.Errorf("a day later there are %d", n)
	}
}

// Answers go before reports, and reports before reminders.
func TestClassOf(t *testing.T) {
	for want, l := range map[mailer.Class]letter.Letter{mailer.First: {Answer: true}, mailer.Second: {State: true},
		mailer.Third: {State: true, Reminder: true}} {
		if got := classOf(l); got != want {
			t.Errorf("%+v has the class %d, want %d", l, got, want)
		}
	}
}
