// Package notice is in charge of how notices of what is public leave the program: as requests to a webhook, in a body
// that the operator has chosen, signed if there is a secret. It knows since when that fails. What is public, and when it
// is, is decided in package play; when it is tried again, in package work.
package notice

import (
	"context"
	"errors"
	"fmt"
	"time"

	"encoding/json"

	"deaddrop/gm"
	"deaddrop/gm/store"
)

// record is where it is kept since when notices fail. It is no game's name.
const record = "service/notices"

// long is after what time of failures the game master is told.
const long = time.Hour

// A Trouble is that notices can't be sent. The zero value: they can.
type Trouble struct {
	Since time.Time // when the first one failed, and none has been sent since
	Error string
	Told  bool // the game master knows
}

// Long reports whether it has lasted for long.
func (t Trouble) Long(now time.Time) bool { return !t.Since.IsZero() && now.Sub(t.Since) >= long }

// After is the trouble after one more attempt. While it lasts it is not written anew at each.
func (t Trouble) After(now time.Time, failed error) Trouble {
	switch {
	case failed == nil:
		return Trouble{}
	case t.Since.IsZero():
		return Trouble{Since: now.UTC().Round(0), Error: failed.Error()}
	case t.Long(now):
		t.Told = true
	}
	return t
}

// TroubleOf reads it from the store.
func TroubleOf(ctx context.Context, m *gm.Master) (t Trouble, err error) {
	saved, err := m.Store.Load(ctx, record)
	if err == nil && saved.Rev > 0 {
		err = json.Unmarshal(saved.Head, &t)
	}
	if err != nil {
		return t, fmt.Errorf("reading since when notices fail: %w", err)
	}
	return t, nil
}

// Keep writes it into the store.
func Keep(ctx context.Context, m *gm.Master, t Trouble) error {
	js, err := json.Marshal(t)
	if err != nil {
		return fmt.Errorf("saving since when notices fail: %w", err)
	}
	saved, err := m.Store.Load(ctx, record)
	if err == nil {
		_, err = m.Store.Commit(ctx, record, store.Change{Rev: saved.Rev, Head: js})
	}
	if err != nil && !errors.Is(err, store.ErrConflict) { // else another attempt has just ended
		return fmt.Errorf("keeping since when notices fail: %w", err)
	}
	return nil
}
