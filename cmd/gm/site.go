package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/store/postgres"
)

// openStore opens the games of a configuration: the file, or the database that several machines share.
func openStore(ctx context.Context, c config) (store.Store, error) {
	if c.shared() {
		db, err := postgres.Open(ctx, c.Store, postgres.Options{})
		if err != nil {
			return nil, fmt.Errorf("opening the games: %w", err)
		}
		return db, nil
	}
	db, err := bolt.Open(c.Data, bolt.Options{})
	if errors.Is(err, bolt.ErrLocked) {
		return nil, fmt.Errorf("%s is in use by another gm that does not answer on %s; end that one first: %w", c.Data, c.socket(), err)
	}
	if errors.Is(err, bolt.ErrDamaged) {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("opening the games: %w", err)
	}
	return db, nil
}

// shared reports whether the games are kept where other machines may serve them, too.
func (c config) shared() bool { return c.Store != "" }

// games says where the games are kept, without a password.
func (c config) games() string {
	if c.shared() {
		return hidden(c.Store)
	}
	return c.Data
}

var (
	inUser  = regexp.MustCompile(`^(\w+://[^:/?@]*):.*@`)
	inQuery = regexp.MustCompile(`([?&](?:ssl)?password=)[^&]*`)
)

// hidden is a database's address without its password.
func hidden(dsn string) string {
	return inUser.ReplaceAllString(inQuery.ReplaceAllString(dsn, "${1}..."), "$1@") // in this order: an @ may be in the query
}

// checkStore says what is wrong with the setting store.
func checkStore(dsn string) error {
	switch {
	case dsn == "", strings.HasPrefix(dsn, "postgres://"), strings.HasPrefix(dsn, "postgresql://"):
		return nil
	case libpqWords.MatchString(dsn):
		return errors.New(`store is written as one address, such as "postgres://gm@db.example.org:5432/games", and not as words like host=db dbname=games`)
	case strings.Contains(dsn, ":/"):
		return errors.New(`store begins with postgres://, as in "postgres://gm@db.example.org/games"; no other kind of database will do`)
	default:
		return errors.New(`store is a database, such as "postgres://gm@db.example.org/games"; a file with games is named by data`)
	}
}

// checkFile refuses a directory where the file with all games is to be.
func checkFile(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a directory; name a file in it, such as %s", path, filepath.Join(path, "deaddrop.db"))
	}
	return nil
}

// libpqWords is how a database is named otherwise.
var libpqWords = regexp.MustCompile(`^(host|hostaddr|port|user|password|dbname|service)\s*=`)

// A siteClock tells the time of the store that several machines share, so that they agree on what is due. Between two looks at
// that it goes by how much time has passed here, which holds though somebody sets this machine's clock.
type siteClock struct {
	own func() time.Time

	mu    sync.Mutex
	asked time.Time // by our own clock; zero: never, and our own is the one to go by
	its   time.Time // by the store's at that moment
}

// strayed is by how much a machine's own clock may differ without a word, and how long the store's may take to answer.
const strayed = 2 * time.Second

func (c *siteClock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.asked.IsZero() {
		return c.own()
	}
	return c.its.Add(c.own().Sub(c.asked))
}

// asks is how often a store is asked for the time that is slow to tell it.
const asks = 3

// set asks the store what time it is. It returns by how much its clock is ahead of our own. An answer is taken to be of the
// middle of the time that it took, so one that took long, as when another server took the store over, is asked for again.
func (c *siteClock) set(ctx context.Context, clock store.Clock) (ahead time.Duration, err error) {
	var asked, its time.Time
	for n, took := 0, strayed+1; n < asks && took > strayed; n++ {
		asked = c.own()
		if its, err = clock.Now(ctx); err != nil {
			return 0, fmt.Errorf("asking for the time: %w", err)
		}
		took = c.own().Sub(asked)
		asked = asked.Add(took / 2)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked, c.its = asked, its.Round(0)
	return its.Sub(asked.Round(0)), nil
}

// follow sets the clock by a store's, if that has one, and says so if our own is wrong.
func (c *siteClock) follow(ctx context.Context, s store.Store, log *slog.Logger) error {
	clock, ok := store.As[store.Clock](s)
	if !ok {
		return nil
	}
	ahead, err := c.set(ctx, clock)
	if err == nil && ahead.Abs() > strayed {
		log.Warn("this machine's clock is not that of the database, by which the games go; set both by a time service", "database ahead by", ahead.Round(time.Millisecond))
	}
	return err
}

// run sets the clock every minute, until ctx ends.
func (c *siteClock) run(ctx context.Context, s store.Store, log *slog.Logger) error {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
			if err := c.follow(ctx, s, log); err != nil && ctx.Err() == nil {
				log.Warn("the clock could not be set", "error", err)
			}
		}
	}
}

// timeOf is the time by which a command on a store goes.
func timeOf(ctx context.Context, s store.Store, own func() time.Time) (func() time.Time, error) {
	clock, ok := store.As[store.Clock](s)
	if !ok {
		return own, nil
	}
	c := &siteClock{own: own}
	_, err := c.set(ctx, clock)
	return c.now, err
}
