package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/outbox"
	"deaddrop/gm/play"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
)

// Retry makes an unsent letter due at once, even one that was given up, and resets its count of failures. It returns
// an error while the address is suspended. A letter that was given up goes to the current address of its seat.
func (d *Operator) Retry(ctx context.Context, now time.Time, game string, entry uint64) error {
	return d.onUnsent(ctx, now, game, entry, func(s *gm.Step, e *outbox.Job) error {
		if who := e.MovedTo(s); who != nil && e.Attempts.GivenUp != "" {
			play.Resend(s, who, e)
			logAct(s, done{what: "outbox retry", detail: e.Describe(entry)})
			return nil
		}
		since, err := outbox.SuspendedSince(ctx, d.Master, e.Letter.To)
		switch {
		case err != nil:
			return err
		case !since.IsZero():
			return refusal.New("Letter %d of %s waits, because letters to %s come back: none is sent until one "+
				"arrives from that address, or until you give the seat this address again, or another one, with gm "+
				"seat.", entry, game, e.Letter.To)
		case e.InHand(now):
			return refusal.New("Letter %d of %s is already being sent, or will be as soon as gm serve "+
				"runs.", entry, game)
		}
		play.Retried(s, e)
		logAct(s, done{what: "outbox retry", detail: e.Describe(entry)})
		return nil
	})
}

// RetryAll makes all letters due at once that wait for a later attempt, and resets their counts of failures. It
// leaves out letters that were given up. It returns how many are due, and how many more wait because their addresses
// are suspended.
func (d *Operator) RetryAll(ctx context.Context, now time.Time) (due, suspended int, err error) {
	all := Effect{Game: "the outbox", Dry: d.Dry}
	defer func() { d.Effect = all }()
	var games []string
	for t, err := range outbox.UnsentTasks(ctx, d.Master, nil) {
		if err != nil {
			return 0, 0, err
		}
		if game.IsGame(t.Game) || t.Game == game.LobbyName {
			games = append(games, t.Game)
		}
	}
	for _, game := range slices.Compact(games) {
		var again, waits int
		err := d.actOn(ctx, now, game, nil, func(s *gm.Step) (err error) {
			again, waits, err = play.RetryAll(s)
			if err == nil && again == 0 {
				return gm.ErrNothing
			}
			logAct(s, done{what: "outbox retry all", detail: fmt.Sprintf("%d letters", again)})
			return err
		})
		if err != nil {
			return due, suspended, err
		}
		if d.Effect.Before {
			continue
		}
		all.Changes = append(all.Changes, d.Effect.Changes...)
		due, suspended = due+again, suspended+waits
	}
	return due, suspended, nil
}

// Drop removes a letter from the outbox, so that it is not sent. A letter that is being sent at this moment may still
// arrive.
func (d *Operator) Drop(ctx context.Context, now time.Time, name string, entry uint64) error {
	return d.onUnsent(ctx, now, name, entry, func(s *gm.Step, e *outbox.Job) error {
		s.Task(e.Name, time.Time{})
		s.MoreFacts = append(s.MoreFacts, game.Fact{Name: play.Outgoing(s, entry, e), Was: waitsToGo, Is: dropped})
		logAct(s, done{
			what:   actDrop,
			detail: e.Describe(entry),
			undo:   []string{"outbox", "restore", name, strconv.FormatUint(entry, 10)},
		})
		return nil
	})
}

// Restore puts a letter that was dropped back into the outbox. It accepts no other letter, as that might have been
// sent.
func (d *Operator) Restore(ctx context.Context, now time.Time, name string, entry uint64) error {
	if !game.IsGame(name) && name != game.LobbyName {
		return d.Master.NoGame(ctx, name)
	}
	return d.actOn(ctx, now, name, nil, func(s *gm.Step) error {
		isDropped := false
		for e, err := range s.Master.Store.Log(ctx, name, entry) {
			if err != nil {
				return fmt.Errorf("reading the log of %s: %w", name, err)
			}
			var a game.Act
			if e.Kind != gm.KindAct || gm.Decode(e.Body, &a) != nil {
				continue
			}
			if strings.HasPrefix(a.Detail, fmt.Sprintf("letter %d to ", entry)) {
				isDropped = a.What == actDrop
			}
		}
		if !isDropped {
			return refusal.New("Letter %d of %s was not dropped, so it can't be put back.", entry, name)
		}
		s.Task(gm.TaskName(entry), now)
		e := outbox.JobOf(ctx, d.Master, store.Task{Game: name, Name: gm.TaskName(entry)})
		s.MoreFacts = append(s.MoreFacts, game.Fact{Name: play.Outgoing(s, entry, e), Was: dropped, Is: waitsToGo})
		logAct(s, done{
			what:   "outbox restore",
			detail: e.Describe(entry),
			undo:   []string{"outbox", "drop", name, strconv.FormatUint(entry, 10)},
		})
		return nil
	})
}

const (
	actDrop   = "outbox drop"
	waitsToGo = "to be sent"
	dropped   = "dropped"
)

// onUnsent carries out an act of the human game master on an unsent letter.
func (d *Operator) onUnsent(ctx context.Context, now time.Time, game string, entry uint64, fn func(*gm.Step,
	*outbox.Job) error) error {
	name := gm.TaskName(entry)
	for t, err := range d.Master.Store.Tasks(ctx, game) {
		if errors.Is(err, store.ErrInvalid) {
			break
		}
		if err != nil {
			return fmt.Errorf("reading the outbox of %s: %w", game, err)
		}
		if t.Name != name {
			continue
		}
		e := outbox.JobOf(ctx, d.Master, t)
		return d.actOn(ctx, now, game, nil, func(s *gm.Step) error { return fn(s, e) })
	}
	return refusal.New("%s has no letter %d that waits to be sent; gm outbox lists those that do.", game, entry)
}
