package gate

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/letter"
	"deaddrop/gm/outbox"
	"deaddrop/gm/post"
	"deaddrop/gm/reception"
	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/work"
	"deaddrop/mailer"
)

// A World is one game with its own game master and store. Functions that Alter puts into its fields must still do
// what the original functions did.
type World struct {
	Master  *gm.Master
	Game    string
	Watcher string                                                // the watcher's address
	Receive func(context.Context, time.Time, letter.Letter) error // takes in each letter
	Send    func(context.Context, time.Time, letter.Letter) error // sends each letter at the given time
	Closing func(context.Context, time.Time) error                // if set, called shortly before each deadline

	mails   []mail        // mails that the watcher got
	last    letter.Letter // last letter to the watcher
	seen    []mail        // mails that an observer got
	shown   letter.Letter // last letter to the observer
	due     *agenda
	now     time.Time
	worked  time.Time // when the service last ran
	truth   truth
	choices choices                     // choices of the current turn
	sits    map[adjudicator.Seat]string // addresses of players who joined after the start
	vacant  adjudicator.Seat            // the seat without a player; "" if there is none
	others  map[string]letter.Letter    // last letter to each seat except the watcher
	draw    *post.Draftsman
}

// A mail is a mail to the watcher or the observer.
type mail struct {
	at    time.Time
	bytes []byte // the mail as it was sent
	more  string // other fields of the letter that the game master passed to the mailer
}

func (m mail) String() string {
	sent := bytes.ReplaceAll(m.bytes, []byte("\r\n"), []byte("\n"))
	return fmt.Sprintf("(sent at %s)\n%s(%d bytes)\n%s", m.at.UTC().Format(time.RFC3339Nano), sent,
		len(m.bytes), m.more)
}

// agenda records when tasks of a store become due, so that the service can do them on time without polling.
type agenda struct {
	store.Store
	times []time.Time // sorted; some may no longer be valid
}

// Commit records the tasks of a change.
func (a *agenda) Commit(ctx context.Context, game string, c store.Change) (uint64, error) {
	rev, err := a.Store.Commit(ctx, game, c)
	if err == nil {
		for _, t := range c.Set {
			a.add(t.Due)
		}
	}
	return rev, err
}

// Settle records when a task is to be retried.
func (a *agenda) Settle(ctx context.Context, t store.Task, again time.Time) error {
	if !again.IsZero() {
		a.add(again)
	}
	return a.Store.Settle(ctx, t, again)
}

func (a *agenda) add(due time.Time) {
	if i, found := slices.BinarySearchFunc(a.times, due, time.Time.Compare); !found {
		a.times = slices.Insert(a.times, i, due)
	}
}

// open creates a world's store and game master, without a game.
func (w *World) open(g Gate, path string) error {
	db, err := bolt.Open(path, bolt.Options{NoSync: true})
	if err != nil {
		return err
	}
	w.worked = begun
	w.sits, w.others = map[adjudicator.Seat]string{}, map[string]letter.Letter{}
	w.Game, w.due = gameName, &agenda{Store: db}
	w.Master = &gm.Master{Key: []byte("the key of a test"), Store: w.due, Words: g.Words, Address: master,
		Name: "Deaddrop", Log: slog.New(slog.DiscardHandler)}
	if w.draw = g.Draw; w.draw != nil {
		w.Master.Maps = w.draw
	}
	w.Send = w.send
	w.Receive = func(ctx context.Context, now time.Time, l letter.Letter) error {
		return reception.Receive(ctx, w.Master, now, l)
	}
	return nil
}

// send records the watcher's letters, as mails.
func (w *World) send(_ context.Context, now time.Time, l letter.Letter) error {
	if l.To != w.Watcher && l.To != observer {
		w.others[l.To] = l
		return nil
	}
	raw, err := w.draft(l).Bytes()
	if err != nil {
		return &outbox.Undeliverable{Err: err}
	}
	if l.To == observer {
		w.seen, w.shown = append(w.seen, mail{now, raw, more(l)}), l
		return nil
	}
	w.mails = append(w.mails, mail{now, raw, more(l)})
	if strings.HasPrefix(l.Subject, "[") { // letters with another subject belong to no game
		w.last = l
	}
	return nil
}

// drawn is the number of letters of which one has its map drawn. For the others, only the charts from which maps are
// drawn are compared.
const drawn = 16

// draft returns the mail for a letter, sometimes with its map.
func (w *World) draft(l letter.Letter) mailer.Draft {
	if w.draw == nil || len(w.mails)%drawn != 0 {
		return post.Plain(l)
	}
	l.Film = nil // the charts of films are compared as well
	return w.draw.Draft(l)
}

// more returns the fields of a letter that are not part of the mail as JSON, so that fields added in the future are
// compared, too.
func more(l letter.Letter) string {
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(text(l)), &fields); err != nil {
		panic(fmt.Sprintf("gate: a letter can't be read back: %v", err))
	}
	for _, known := range []string{"ID", "From", "FromName", "To", "Subject", "Text", "HTML", "Date",
		"InReplyTo", "References", "Answer"} {
		delete(fields, known)
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		fmt.Fprintf(&b, "%s: %s\n", name, fields[name])
	}
	return b.String()
}

// guard is how long the service may be down before that counts as an outage, in games that test outages.
const guard = 30 * time.Hour

// until lets time pass, and does what becomes due at the right time.
func (w *World) until(ctx context.Context, now time.Time) error {
	for len(w.due.times) > 0 && !w.due.times[0].After(now) {
		if at := w.due.times[0]; at.After(w.now) {
			if err := w.run(ctx, at); err != nil {
				return err
			}
		}
		w.due.times = w.due.times[1:]
		if err := w.work(ctx, w.now); err != nil {
			return err
		}
	}
	return w.run(ctx, now)
}

// run lets a time pass in which nothing is due. In games that test outages, the service writes heartbeats meanwhile.
func (w *World) run(ctx context.Context, now time.Time) error {
	for w.Master.OutageThreshold > 0 && now.Sub(w.worked) > guard/2 {
		if err := w.work(ctx, w.worked.Add(guard/2)); err != nil {
			return err
		}
	}
	if now.After(w.now) {
		w.now = now
	}
	return nil
}

// off stops the service for a while.
func (w *World) off(ctx context.Context, now, back time.Time) error {
	if err := w.work(ctx, now); err != nil {
		return err
	}
	for len(w.due.times) > 0 && !w.due.times[0].After(back) {
		w.due.times = w.due.times[1:]
	}
	w.now = back
	return w.work(ctx, back)
}

func (w *World) work(ctx context.Context, now time.Time) error {
	w.worked = now
	for {
		n, err := work.Due(ctx, w.Master, now, func(ctx context.Context, l letter.Letter) error {
			return w.Send(ctx, now, l)
		})
		if err != nil || n == 0 {
			return err
		}
	}
}
