package load

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/config"
	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
	"deaddrop/gm/setup"
	"deaddrop/templates"
)

// A Place says where the games of a load are stored, and how they are played. It is passed to the processes by
// standard input, as a database's address may contain a password.
type Place struct {
	Store string // path of a file, or database URL such as postgres://user@host/name
	Seed  uint64 // seed of all random numbers
	Draw  bool   // whether maps are drawn
}

// Shared reports whether the games are in a database.
func (p Place) Shared() bool { return strings.Contains(p.Store, "://") }

// Prepare checks that the store is empty, and stores a key derived from the seed.
func (p Place) Prepare(ctx context.Context) error {
	db, err := setup.OpenStore(ctx, p.config())
	if err != nil {
		return err
	}
	for name, err := range db.Games(ctx, "") {
		if err == nil {
			err = &refusal.Error{
				Text: fmt.Sprintf("There is something in that store already, %s for one. A load wants one of its "+
					"own, so that nobody's games suffer: name another.", name),
			}
		}
		return errors.Join(err, db.Close())
	}
	_, err = gm.LoadKey(ctx, db, p.luck("key"))
	return errors.Join(err, db.Close())
}

// luck returns a source of random bytes derived from the seed and a purpose.
func (p Place) luck(what string) *rand.ChaCha8 {
	return rand.NewChaCha8(sha256.Sum256(fmt.Appendf(nil, "load %d %s", p.Seed, what)))
}

// config returns the configuration of the workers.
func (p Place) config() config.Config {
	c := config.Config{Address: "gm@" + Domain, Name: "Deaddrop", Plus: true, Answers: 1000000}
	if p.Shared() {
		c.Store = p.Store
	} else {
		c.Data = p.Store
	}
	return c
}

// Worker opens the store and returns a worker with these rules.
func (p Place) Worker(ctx context.Context, now func() time.Time, rules []*adjudicator.Rules) (*Worker, error) {
	c := p.config()
	words, err := templates.New()
	if err != nil {
		return nil, err
	}
	db, err := setup.OpenStore(ctx, c)
	if err != nil {
		return nil, err
	}
	key, err := gm.LoadKey(ctx, db, p.luck("key"))
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	draws := setup.NewDraftsman(words, c, log)
	m := &gm.Master{Store: db, Rules: rules, Words: words, Log: log, Address: c.Address, Name: c.Name,
		LeaseTimeout: Retake, Key: key, Plus: c.Plus, Answers: c.Answers, Maps: draws}
	var draw func(letter.Letter)
	if p.Draw {
		draw = func(l letter.Letter) { draws.Draft(l) }
	}
	return NewWorker(m, now, draw), nil
}
