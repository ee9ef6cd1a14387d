// Package transfer copies all that a store keeps into another one, whatever their engines are, and moves games so that
// nobody serves them at two places. It is in charge of what is equal, of going on after it was killed, and of the mark
// that a store has which must not be served. It knows the contract of package store and nothing of games.
//
// A move goes over both stores until nothing is left to do: what is equal by its SHA-256 stays, what is not is removed
// and copied. So it goes on where it was killed, finds what was changed in between, and has read everything again in
// the end. A mark is a record of its own in each store: while the move is under way neither may be served, and when it
// is done the one that the games came from may not.
package transfer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"deaddrop/gm/store"
)

// Options are how a move is done.
type Options struct {
	From, To string                 // what the stores are called, in marks that people read: no password
	ID       string                 // of this move, if it is a new one: random
	Now      func() time.Time       // the clock
	Counts   func(name string) bool // what Totals.Games counts; nil: everything

	// Replace takes a store for the destination whose games were moved away, or that half a move lies in. What is in it
	// and not in the source is removed.
	Replace bool

	// Wait is for how long others may go on with the source after it was marked: until all who serve it must have asked
	// Barred. 0 where nobody else can have it open.
	Wait time.Duration

	Progress func(Totals)        // is told of each game; nil: nobody is
	Waiting  func(time.Duration) // is told that others are waited for; nil: nobody is
}

// A Report is what came of a move.
type Report struct {
	Totals     // of the last pass, which found nothing to do
	Passes int // over both stores
	First  int // games that were copied at first; the others were there
	// games that differed when they were read again, and were copied once more; not what a service notes of itself
	Again int
	Which []string // some of these
}

// maxPasses is how often games may change before it is clear that somebody goes on with them.
const maxPasses = 6

// A Refusal is why stores can't be used so; nothing was done. It is a sentence for their operator.
type Refusal struct{ Text string }

func (r *Refusal) Error() string { return r.Text }

func refuse(format string, args ...any) error { return &Refusal{fmt.Sprintf(format, args...)} }

// Move carries everything from one store into another, which must be empty, and marks the one as moved away. If it
// fails or is killed, calling it again with the same stores goes on. Its errors are a Refusal, or a store's.
func Move(ctx context.Context, from, to store.Store, o Options) (Report, error) {
	for _, s := range []store.Store{from, to} {
		if _, ok := store.As[store.Remover](s); !ok {
			return Report{}, errors.New("games can only be moved between stores that can remove them")
		}
	}
	since, err := begin(ctx, from, to, o)
	if err != nil {
		return Report{}, err
	}
	r, err := settle(ctx, from, to, o, since)
	if err != nil {
		return r, err
	}
	return r, end(ctx, from, to, o)
}

// Ready refuses what Move would refuse if the destination is yet to be made, so that none is made in vain. It changes
// nothing.
func Ready(ctx context.Context, from store.Store, o Options) error {
	source, err := readMark(ctx, from)
	if err != nil {
		return err
	}
	return source.leaves(mark{}, o)
}

// settle goes over the stores until there is nothing to do any more.
func settle(ctx context.Context, from, to store.Store, o Options, since time.Time) (r Report, err error) {
	for quiet := false; ; {
		p := &pass{from: from, to: to, counts: o.Counts, progress: o.Progress}
		totals, err := p.run(ctx)
		r.Totals = totals
		if r.Passes++; err != nil {
			return r, err
		}
		if r.Passes == 1 {
			r.First = totals.Copied
		} else {
			r.Again += totals.Copied - p.chaff
			r.Which = append(r.Which, p.copied...)
		}
		if quiet && !totals.changed() {
			return r, nil
		}
		if r.Passes >= maxPasses {
			return r,
				refuse("The games still change while they are copied. End whatever serves %s, and move them again.",
					o.From)
		}
		if !quiet {
			if err := pause(ctx, o, since); err != nil {
				return r, err
			}
			quiet = true
		}
	}
}

// pause waits until nobody can go on with the source who has asked in time.
func pause(ctx context.Context, o Options, since time.Time) error {
	left := min(since.Add(o.Wait).Sub(o.Now()), o.Wait)
	if left <= 0 {
		return nil
	}
	if o.Waiting != nil {
		o.Waiting(left)
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(left):
		return nil
	}
}

// begin marks both stores, and returns since when nobody may go on with the source.
func begin(ctx context.Context, from, to store.Store, o Options) (since time.Time, err error) {
	source, err := readMark(ctx, from)
	if err != nil {
		return since, err
	}
	target, err := readMark(ctx, to)
	if err != nil {
		return since, err
	}
	if err := source.leaves(target, o); err != nil {
		return since, err
	}
	if source.State == "" {
		source = mark{rev: source.rev, State: leaving, ID: o.ID, Other: o.To, At: o.Now()}
	}
	if err := target.takes(ctx, to, source, o); err != nil {
		return since, err
	}
	fresh := source.rev == 0
	if fresh {
		if err := source.write(ctx, from); err != nil {
			return since, err
		}
	}
	if target.State == arriving && target.ID == source.ID {
		return source.At, nil
	}
	target = mark{rev: target.rev, State: arriving, ID: source.ID, Other: o.From, At: o.Now()}
	if err := target.write(ctx, to); errors.Is(err, store.ErrConflict) && fresh {
		return since,
			errors.Join(refuse("%s and %s are one and the same store, or somebody else moves games into it at "+
				"this moment.", o.From, o.To), forget(ctx, from, record))
	} else if err != nil {
		return since, err
	}
	return source.At, nil
}

// leaves says why games can't be moved out of a store with that mark.
func (source mark) leaves(target mark, o Options) error {
	switch source.State {
	case arriving:
		return refuse("Only half of the games are in %s: the move from %s was not finished. Do that first: gm move "+
			"--from %s --to %s", o.From, source.Other, source.Other, o.From)
	case leaving:
		if source.Other != o.To {
			return refuse("The games in %s are on their way to %s. Finish that (gm move --to %s), or give it up (gm "+
				"move --reopen).", o.From, source.Other, source.Other)
		}
	case left:
		if source.ID != target.ID || target.State != arriving {
			return refuse("The games in %s were moved to %s on %s. What is played since is there.",
				o.From, source.Other, source.day())
		}
	}
	return nil
}

// takes says why a store with that mark can't take the games of a move.
func (target mark) takes(ctx context.Context, to store.Store, source mark, o Options) error {
	switch {
	case target.State == arriving && target.ID == source.ID:
		return nil
	case target.State == leaving && target.ID == source.ID:
		return refuse("%s and %s are one and the same store.", o.From, o.To)
	case target.State == leaving:
		return refuse("The games in %s are on their way to %s themselves. Finish that first, or give it up with gm "+
			"move --from %s --reopen.", o.To, target.Other, o.To)
	case target.State != "" && o.Replace:
		return nil
	case target.State == left:
		return refuse("%s has the games of before they were moved to %s on %s. With --replace they are thrown away, "+
			"and those from %s take their place; or name a new file or database.", o.To, target.Other,
			target.day(), o.From)
	case target.State == arriving:
		return refuse("Half of another move, from %s, lies in %s. With --replace it is thrown away; or name a new "+
			"file or database.", target.Other, o.To)
	}
	for name, err := range to.Games(ctx, "") {
		if err != nil {
			return fmt.Errorf("looking into %s: %w", o.To, err)
		}
		if !chaff(name) {
			return refuse("%s has games of its own, or players, such as %q. Name a new file, or an empty database.",
				o.To, name)
		}
	}
	return nil
}

// end says in the source that it is moved away, and then in the other one that it is whole.
func end(ctx context.Context, from, to store.Store, o Options) error {
	source, err := readMark(ctx, from)
	if err != nil {
		return err
	}
	if source.State != leaving && source.State != left {
		return refuse("Somebody has given up the move of %s while it was under way. Nothing is lost; %s is "+
			"what counts.", o.From, o.From)
	}
	if source.State == leaving {
		source.State, source.At = left, o.Now()
		if err := source.write(ctx, from); err != nil {
			return err
		}
	}
	return forget(ctx, to, record)
}
