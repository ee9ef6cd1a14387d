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

// record is where a store keeps its mark. It is no game's name, and is not copied.
const record = "service/move"

// chaff is what the names of records begin with that a service leaves in a store in which nobody has played. They don't
// make it one that has games of its own, and that they change is no news.
func chaff(name string) bool {
	return slices.ContainsFunc([]string{"service/", "letters/", "mailbox/"}, func(of string) bool {
		return strings.HasPrefix(name, of)
	})
}

type state string

const (
	leaving  state = "leaving"  // its games are on their way to another store
	left     state = "left"     // they are there
	arriving state = "arriving" // it gets the games of another store, and has not all of them
)

// A mark says why a store must not be served. The zero mark: it may be.
type mark struct {
	rev   uint64 // of the record
	State state
	ID    string // of the move, the same in both stores
	Other string // the other store, without a password
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

// write keeps a mark, in place of the one that was read.
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

// An Away is why a store must not be served: its games were moved away, or a move is under way. It is a sentence for
// the operator, which says what to do.
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

// Barred returns an Away if a store must not be served, nil if it may be, and else why that can't be said. It reads one
// small record. Whoever opens a store asks first, and who serves it asks again each minute and ends when it is barred:
// a move counts on that, see Options.Wait.
func Barred(ctx context.Context, s store.Store) error {
	m, err := readMark(ctx, s)
	if err != nil || m.State == "" {
		return err
	}
	return &Away{m}
}

// Reopen takes the mark off a store whose games were moved away, or are on their way, so that it may be served
// again as it is. What was played at the other place since is not in it; moved says which place that is, "" if
// nothing can have been played there. A store that half a move lies in is refused.
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
