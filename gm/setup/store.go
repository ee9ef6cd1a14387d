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

// OpenStore opens the store of a configuration: a file, or a database that several machines share.
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

// Begun reports whether the store of a configuration exists. It creates nothing.
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

// CheckBegun returns an error if the store does not exist: with a mistyped name, a new one would be created.
func CheckBegun(ctx context.Context, c config.Config) error {
	begun, err := Begun(ctx, c)
	if err != nil || begun {
		return err
	}
	setting := "data"
	if c.Shared() {
		setting = "store"
	}
	return &refusal.Error{Cause: ErrNotBegun, Text: "There are no games at " + c.Games() + ". If there were some, " +
		"check that " +
		setting + " = in the configuration names the right place; if this is a new site, gm init begins it."}
}

// ErrNotBegun is the cause of the errors of CheckBegun.
var ErrNotBegun = errors.New("no games were begun")

// Patience is how often a command retries while a service on the same games starts or ends.
const Patience = 5

// OpenUnlessServing calls ask, which uses a running service, and opens the games itself if none is running. The
// master is nil if ask has done the work, or if the games can't be opened. A service that is just starting or ending
// has the games open but does not answer, so both are retried up to patience times, a second apart.
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

// Writable returns an error if no files can be created in a directory. It tries to create one.
func Writable(dir string) error {
	f, err := os.CreateTemp(dir, ".gm-doctor-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}
