package gm_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/gm/store"
)

var errFull = errors.New("the disk is full")

// A fullStore keeps nothing that belongs to no game.
type fullStore struct{ store.Store }

func (f fullStore) Commit(ctx context.Context, game string, c store.Change) (uint64, error) {
	if strings.HasPrefix(game, "lobby") {
		return 0, errFull
	}
	return f.Store.Commit(ctx, game, c)
}

// A letter that could not be put aside was not taken: the mailbox keeps it.
func TestUnkeptLetterIsNotTaken(t *testing.T) {
	m := master(t, filepath.Join(t.TempDir(), "games.db"))
	defer func() {
		if err := m.Store.Close(); err != nil {
			t.Error(err)
		}
	}()
	m.Store = fullStore{m.Store}
	l := letter.Letter{ID: "1@example.org", From: "eve@example.org", Subject: "let me in", Text: "Please."}
	if err := reception.Receive(t.Context(), m, time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC), l); !errors.Is(err, errFull) {
		t.Errorf("it was taken: %v", err)
	}
}
