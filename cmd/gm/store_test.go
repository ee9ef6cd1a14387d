package main

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"deaddrop/gm/store"
)

// checks is a store whose check finds what it is told to.
type checks struct {
	store.Store
	finds error
}

func (s checks) Check(context.Context) error { return s.finds }

// A right that the database's account lacks is said as such, and never as damage, for which one goes back to a backup.
func TestMissingRightIsNoDamage(t *testing.T) {
	m, err := nowhere().tryMaster(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer m.Store.Close()
	kept := m.Store
	m.Store = checks{kept, fmt.Errorf("the database: %w: permission denied for sequence tag", store.ErrDenied)}
	if _, found, err := checked(t.Context(), m); len(found) > 0 || !errors.Is(err, store.ErrDenied) {
		t.Errorf("of a right that is missing it says that %v is damaged, and the error %v", found, err)
	}
	m.Store = checks{kept, errors.New("game g: next is 4, but its log has 2 entries")}
	if _, found, err := checked(t.Context(), m); len(found) != 1 || err != nil {
		t.Errorf("of damage it says that %v is damaged, and the error %v", found, err)
	}
}
