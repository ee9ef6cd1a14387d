// Package transfer copies the whole content of a store into another one, whatever their engines, and moves games so
// that they are never served in two places. It is in charge of the comparison, of resuming after a crash, and of the
// mark on a store that must not be served. It knows the contract of package store and nothing of games.
//
// A move makes passes over both stores until nothing is left to do: games with equal SHA-256 sums stay, others are
// removed and copied again. So it resumes after a crash, notices changes made meanwhile, and has read everything
// again in the end. The mark is a record in each store: during a move neither store may be served, and afterwards
// only the destination may.
package transfer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"deaddrop/gm/store"
)

// Options configure a move.
type Options struct {
	From, To string                 // names of the stores in marks that people read, without passwords
	ID       string                 // ID of the move if it is a new one, random
	Now      func() time.Time       // the clock
	Counts   func(name string) bool // which games Totals.Games counts; nil: all

	// Replace accepts a destination whose games were moved away, or that holds a part of another move. Whatever the
	// source does not have is removed from it.
	Replace bool

	// Wait is how long other processes may still use the source after it was marked, that is, the interval at which
	// they call Barred. It is 0 if no other process can have it open.
	Wait time.Duration

	Progress func(Totals)        // called for each game; may be nil
	Waiting  func(time.Duration) // called when the move waits for others; may be nil
}

// A Report is the result of a move.
type Report struct {
	Totals     // totals of the last pass, which changed nothing
	Passes int // passes over both stores
	First  int // games copied in the first pass; the destination had the others already
	// games that had changed in a later pass and were copied again, without the service's own records
	Again int
	Which []string // names of some of the games copied again
}

// maxPasses is the number of passes after which games that still change must be in use somewhere.
const maxPasses = 6

// A Refusal is the error that stores can't be used as requested; nothing was changed. Its text is for the operator.
type Refusal struct{ Text string }

func (r *Refusal) Error() string { return r.Text }

func refuse(format string, args ...any) error { return &Refusal{fmt.Sprintf(format, args...)} }

// Move moves all games into another store, which must be empty, and marks the source as moved away. If it fails or is
// killed, calling it again with the same stores resumes. Its errors are a *Refusal or come from a store.
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

// Ready returns the error that Move would return for a destination that does not exist yet, so that it need not be
// created in vain. It changes nothing.
func Ready(ctx context.Context, from store.Store, o Options) error {
	source, err := readMark(ctx, from)
	if err != nil {
		return err
	}
	return source.leaves(mark{}, o)
}

// settle makes passes over the stores until one changes nothing.
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

// pause waits until every service that calls Barred in time has stopped using the source.
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

// begin marks both stores, and returns when the source was marked.
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

// leaves returns an error if games can't be moved out of a store with that mark.
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

// takes returns an error if a store with that mark can't receive the games of a move.
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

// end marks the source as moved away, and then removes the mark from the destination.
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
