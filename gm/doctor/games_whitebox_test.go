package doctor

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/amount"
	"deaddrop/gm/desk"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/gm/store"
	"deaddrop/gm/towntest"
	"deaddrop/gm/work"
)

// The doctor finds a seat whose address can't be written to.
func TestDoctorSeats(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	newGameIn(t, w)
	m := gameMasterIn(t, w)
	now := time.Now()
	press := func(at time.Time) (returns string) {
		t.Helper()
		err := desk.At(m, gm.ActOptions{}).Press(t.Context(), now, "d1", "France", "Are you there?")
		if err == nil {
			_, err = work.Due(t.Context(), m, at, func(_ context.Context, l letter.Letter) error {
				if l.To == "france@town.invalid" {
					returns = l.Return
				}
				return nil
			})
		}
		if err != nil {
			t.Fatal(err)
		}
		return returns
	}
	for range 3 {
		returns := press(now)
		local, _, _ := strings.Cut(returns, "@")
		_, detail, _ := strings.Cut(local, "+")
		dsn := letter.Letter{ID: returns + ".dsn", From: "mailer-daemon@town.invalid", Machine: "a DSN", Detail: detail,
			Report: &letter.Report{Failed: true, Why: "5.1.1 no such user"}}
		if err := reception.Receive(t.Context(), m, now, dsn); err != nil {
			t.Fatal(err)
		}
	}
	for _, at := range []time.Duration{0, 10 * time.Minute} { // what is due to that address is not also a fault
		if got := press(now.Add(at)); got != "" {
			t.Fatal("a letter went to a suspended address")
		}
	}
	m.Address = "Italy@town.invalid" // the games have moved since
	patient{want: []complaint{
		{Fault, "Since " + now.UTC().Format(amount.Moment) +
			" no letters are sent to france@town.invalid, France of d1", "gm seat d1 France=ADDRESS"},
		{Fault, "The seat Italy of d1 has the address of the games themselves, italy@town.invalid",
			"gm seat d1 Italy=ADDRESS"},
		{Advice, "things wait", "gm inbox"},
	}}.check(t, findings(t.Context(), m, now.Add(11*time.Minute), true))
}

// A letter that failed but once is told of when it has waited for minutes.
func TestDoctorFailedOnce(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	newGameIn(t, w)
	m := gameMasterIn(t, w)
	now := time.Now()
	if _, err := work.Due(t.Context(), m, now, func(context.Context, letter.Letter) error { return errors.New("go away") }); err != nil {
		t.Fatal(err)
	}
	patient{}.check(t, findings(t.Context(), m, now.Add(4*time.Minute), true))
	patient{want: []complaint{{Fault, "8 letters could not be sent for 5 min. The last error was: go away.",
		"gm outbox"}}}.check(t, findings(t.Context(), m, now.Add(5*time.Minute), true))
}

// A file that is mostly free is told of, with what to do.
func TestDoctorRoom(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	newGameIn(t, w)
	m := gameMasterIn(t, w)
	c := store.Change{}
	for range 40 {
		c.Log = append(c.Log, store.Entry{Body: make([]byte, store.MaxBody)})
	}
	if _, err := m.Store.Commit(t.Context(), "big", c); err != nil {
		t.Fatal(err)
	}
	var found []Finding
	d := &Doctor{Report: func(f Finding) { found = append(found, f) }}
	d.room(m.Store)
	patient{}.check(t, append(found, Finding{Verdict: OK}))
	remover, ok := store.As[store.Remover](m.Store)
	if !ok {
		t.Fatal("nothing can be removed")
	}
	if err := remover.Remove(t.Context(), "big", 1); err != nil {
		t.Fatal(err)
	}
	// what was in use is free with the next change
	if _, err := m.Store.Commit(t.Context(), "small", store.Change{}); err != nil {
		t.Fatal(err)
	}
	d.room(m.Store)
	patient{want: []complaint{{Advice, "The file with all games has ", "gm store compact"}}}.check(t,
		append(found, Finding{Verdict: OK}))
}

// A database that does not answer is no damaged file, and nobody is told to put one aside.
func TestDoctorUnreadable(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	newGameIn(t, w)
	m := gameMasterIn(t, w)
	file := m.Store
	for _, c := range []struct {
		store store.Store
		cure  string
	}{{silent{}, "Check that the database runs"}, {file, "restore your last backup"}} {
		if m.Store = c.store; c.store == file {
			if err := file.Close(); err != nil {
				t.Fatal(err)
			}
		}
		patient{want: []complaint{{Fault, "The games can't be listed", c.cure}}}.check(t,
			append(findings(t.Context(), m, time.Now(), true), Finding{Verdict: OK}))
	}
}

// A clock that was wrong once is told of until somebody says that it is right.
func TestDoctorDisbelief(t *testing.T) {
	t.Parallel()
	m := gameMasterIn(t, towntest.New(t))
	for _, at := range []time.Time{time.Now().Add(30 * 24 * time.Hour), time.Now()} {
		if _, err := work.Due(t.Context(), m, at, func(context.Context, letter.Letter) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	want := []complaint{{Fault, "No turn is resolved: the machine's clock says", "gm clock --is-right"},
		{Advice, "1 thing waits", "gm inbox"}}
	patient{want: want}.check(t, findings(t.Context(), m, time.Now(), true))
}

// silent is a store of no file, which fails.
type silent struct{ store.Store }

func (silent) Games(context.Context, string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) { yield("", store.ErrClosed) }
}

func (silent) Load(context.Context, string) (store.Game, error) { return store.Game{}, store.ErrClosed }
