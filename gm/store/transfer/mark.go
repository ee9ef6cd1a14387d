package transfer

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"deaddrop/gm/store"
)

// record is the name of the record that holds a store's mark. It is not a game, and is not copied.
const record = "service/move"

// chaff reports whether a record is one that a service creates even if nobody plays. Such records don't make a store
// non-empty, and changes to them are not reported.
func chaff(name string) bool {
	return slices.ContainsFunc([]string{"service/", "letters/", "mailbox/"}, func(of string) bool {
		return strings.HasPrefix(name, of)
	})
}

type state string

const (
	leaving  state = "leaving"  // its games are being moved to another store
	left     state = "left"     // its games were moved to another store
	arriving state = "arriving" // it is receiving the games of another store, and does not have all of them yet
)

// A mark says why a store must not be served. The zero mark allows service.
type mark struct {
	rev   uint64 // revision of the record
	State state
	ID    string // ID of the move, the same in both stores
	Other string // name of the other store, without a password
	At    time.Time
}

func readMark(ctx context.Context, s store.Store) (mark, error) {
	var m mark
	g, err := s.Load(ctx, record)
	if err == nil && g.Rev > 0 {
		err = json.Unmarshal(g.Head, &m)
	}
	if err != nil {
		return m, fmt.Errorf("looking whether the games were moved: %w", err)
	}
	m.rev = g.Rev
	return m, nil
}

// write replaces the mark that was read.
func (m mark) write(ctx context.Context, s store.Store) error {
	js, err := json.Marshal(m)
	if err == nil {
		_, err = s.Commit(ctx, record, store.Change{Rev: m.rev, Head: js})
	}
	if err != nil {
		return fmt.Errorf("marking the games as moved: %w", err)
	}
	return nil
}

func (m mark) day() string { return m.At.UTC().Format("2 January 2006 at 15:04 UTC") }

// An Away is the error that a store must not be served, because its games were moved away or a move is in progress.
// Its text tells the operator what to do.
type Away struct{ mark mark }

func (a *Away) Error() string {
	switch m := a.mark; m.State {
	case leaving:
		return fmt.Sprintf("The games here are on their way to %s since %s, and can't be used until they are there. "+
			"gm move with --to %s goes on with that; gm move --reopen gives it up.", m.Other, m.day(), m.Other)
	case left:
		return fmt.Sprintf("The games were moved from here to %s on %s. Say so in the configuration: store = for a "+
			"database, data = for a file. What is left here is how they were then; gm move --reopen would have "+
			"it go on.", m.Other, m.day())
	default:
		return fmt.Sprintf("Only half of the games are here: the move from %s, begun on %s, was not finished. The "+
			"same gm move again goes on with it.", m.Other, m.day())
	}
}

// Barred returns an Away if a store must not be served, nil if it may, and another error if that can't be determined.
// It reads one small record. A service must call it when it opens a store, and again every minute, and end when the
// store is barred: a move relies on that, see Options.Wait.
func Barred(ctx context.Context, s store.Store) error {
	m, err := readMark(ctx, s)
	if err != nil || m.State == "" {
		return err
	}
	return &Away{m}
}

// Reopen removes the mark from a store whose games were moved away, or are being moved, so that it can be served
// again as it is. It lacks what was played in the other store since. moved is the name of that store, or "" if
// nothing can have been played there. Reopen refuses a store that holds only a part of a move.
func Reopen(ctx context.Context, s store.Store, name string) (moved string, err error) {
	m, err := readMark(ctx, s)
	switch {
	case err != nil:
		return "", err
	case m.State == "":
		return "", refuse("The games in %s were not moved away, so there is nothing to take back.", name)
	case m.State == arriving:
		return "", refuse("Only half of the games are in %s; those in %s are whole. Finish the move, or give it up "+
			"there: gm move --from %s --reopen", name, m.Other, m.Other)
	case m.State == left:
		moved = m.Other
	}
	if err := remove(ctx, s, record, m.rev); err != nil {
		return "", fmt.Errorf("taking the mark off: %w", err)
	}
	return moved, nil
}
