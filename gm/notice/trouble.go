// Package notice sends notices of public events as requests to a webhook. The body has a format that the operator has
// chosen, and it is signed if a secret is configured. The package also records since when sending has failed. What is
// public, and when, is decided in package play; when a failed request is tried again, in package work.
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

// record is the name of the store's record about failing notices. It can't be the name of a game.
const record = "service/notices"

// long is the time of continuous failure after which the game master is told.
const long = time.Hour

// A Trouble says since when notices could not be sent. Its zero value means that they can be sent.
type Trouble struct {
	Since time.Time // when the first notice failed after the last one that was sent
	Error string
	Told  bool // whether the game master has been told
}

// Long reports whether the trouble has lasted so long that the game master should be told.
func (t Trouble) Long(now time.Time) bool { return !t.Since.IsZero() && now.Sub(t.Since) >= long }

// After returns the trouble after another attempt to send a notice; failed is the error of that attempt, or nil. Of
// further failures, only the one after which the game master is told changes anything.
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

// TroubleOf reads the trouble from the store.
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

// Keep writes the trouble to the store.
func Keep(ctx context.Context, m *gm.Master, t Trouble) error {
	js, err := json.Marshal(t)
	if err != nil {
		return fmt.Errorf("saving since when notices fail: %w", err)
	}
	saved, err := m.Store.Load(ctx, record)
	if err == nil {
		_, err = m.Store.Commit(ctx, record, store.Change{Rev: saved.Rev, Head: js})
	}
	if err != nil && !errors.Is(err, store.ErrConflict) { // on a conflict, the result of a concurrent attempt is kept
		return fmt.Errorf("keeping since when notices fail: %w", err)
	}
	return nil
}
