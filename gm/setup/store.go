package setup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/config"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/store/postgres"
)

// OpenStore opens the games of a configuration: the file, or the database that several machines share.
func OpenStore(ctx context.Context, c config.Config) (store.Store, error) {
	if c.Shared() {
		db, err := postgres.Open(ctx, c.Store, postgres.Options{})
		if err != nil {
			return nil, fmt.Errorf("opening the games: %w", err)
		}
		return db, nil
	}
	db, err := bolt.Open(c.Data, bolt.Options{})
	if errors.Is(err, bolt.ErrLocked) {
		return nil, fmt.Errorf("%s is in use by another gm that does not answer on %s; end that one first: %w", c.Data,
			c.Socket(), err)
	}
	if errors.Is(err, bolt.ErrDamaged) {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("opening the games: %w", err)
	}
	return db, nil
}

// Begun reports whether there is a store of games where a configuration has it. It makes none.
func Begun(ctx context.Context, c config.Config) (bool, error) {
	if !c.Shared() {
		return c.Begun(), nil
	}
	begun, err := postgres.Begun(ctx, c.Store)
	if err != nil {
		return false, fmt.Errorf("opening the games: %w", err)
	}
	return begun, nil
}

// CheckBegun refuses a place for games where none were begun: a slip in a name would begin others.
func CheckBegun(ctx context.Context, c config.Config) error {
	begun, err := Begun(ctx, c)
	if err != nil || begun {
		return err
	}
	setting := "data"
	if c.Shared() {
		setting = "store"
	}
	return &refusal.Error{Cause: ErrNotBegun, Text: "There are no games at " + c.Games() + ". If there were some, see that " +
		setting + " = in the configuration names the right place; if this is a new site, gm init begins it."}
}

// ErrNotBegun is the cause of what CheckBegun refuses.
var ErrNotBegun = errors.New("no games were begun")

// Patience is how often a command tries again to reach the games or a service that starts or ends beside it.
const Patience = 5

// OpenUnlessServing has ask turn to a running service, and opens the games itself if none runs: there is no master when
// ask is done, or when they can't be opened. A service that starts or ends beside it has the games open and does not
// answer yet, or no more, so it tries both again as often as patience says, a second apart.
func OpenUnlessServing(ctx context.Context, patience int, ask func() (done bool, err error),
	open func() (*gm.Master, error)) (*gm.Master, error) {
	for ; ; patience-- {
		if done, err := ask(); done {
			return nil, err
		}
		m, err := open()
		if err == nil {
			return m, nil
		}
		if !errors.Is(err, bolt.ErrLocked) || patience <= 0 {
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

// Writable returns an error if no files can be made in a directory. It tries to make one.
func Writable(dir string) error {
	f, err := os.CreateTemp(dir, ".gm-doctor-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}
