// Package setup opens the games that a configuration names: the store, a game master on it, and the clock by which
// those games go. The service, the doctor and the commands all open them here, so that they see the same.
//
// It sends and reads no mail. Which games there are rules for is its callers' to say, and so is who carries out what
// game masters command by mail.
package setup

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/config"
	"deaddrop/gm/notice"
	"deaddrop/gm/post"
	"deaddrop/gm/refusal"
	"deaddrop/gm/site"
	"deaddrop/gm/store"
	"deaddrop/gm/store/folder"
	"deaddrop/gm/store/transfer"
	"deaddrop/templates"
	"deaddrop/templates/atlas"
	"deaddrop/templates/mapmaker"
)

// aCommand is the name of a process that serves nothing.
const aCommand = "command"

// retake may be shorter than sending takes, as there is one worker, which finishes what it took before it
// takes more. It delays what that had in hand when it was killed.
const retake = time.Second

// Open opens the games of a configuration: a game master on its store, who plays by those rules. Whoever opens them
// closes the store.
func Open(c config.Config, rules []*adjudicator.Rules, log *slog.Logger) (*gm.Master, error) {
	db, err := OpenStore(context.Background(), c)
	if err != nil {
		return nil, err
	}
	return NewMaster(db, c, rules, log)
}

// complete says which templates titles lack, all at once.
func complete(words *templates.Set, rules []*adjudicator.Rules) error {
	var errs []error
	for _, r := range rules {
		if lacks := words.Lacks(r.Name, nil, nil); len(lacks) > 0 {
			errs = append(errs, fmt.Errorf("the wording of %s lacks these templates: %q", r.Name, lacks))
		}
	}
	return errors.Join(errs...)
}

// NewMaster is a game master on a store that is open already. With an error the store is closed.
func NewMaster(db store.Store, c config.Config, rules []*adjudicator.Rules, log *slog.Logger) (*gm.Master, error) {
	if err := usable(context.Background(), db); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	words, err := c.Wording()
	err = errors.Join(err, adjudicator.Validate(rules))
	if err == nil {
		err = complete(words, rules)
	}
	key, failed := gm.LoadKey(context.Background(), db, rand.Reader)
	if err := errors.Join(err, failed); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	words.Failed = func(kind string, err error) {
		log.Error("a template of your own fails, so a letter has the program's wording", "letter", kind, "error", err)
	}
	notices, err := noticesOf(c)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	m := &gm.Master{
		Notices: notices, Store: db, Key: key, Rules: rules, Words: words, Maps: NewDraftsman(words, c, log), Log: log,
		Address: c.Address, Name: c.Name, Desk: c.GM, Plus: c.Plus, Answers: c.Answers, Notify: c.Notify,
		LeaseTimeout: retake, OutageThreshold: newGuard(c.Poll.Duration),
	}
	if c.Archive != "" {
		m.Shelf = folder.Dir(c.Archive)
	}
	if c.Shared() { // nobody else must send what this process has in hand
		m.Process, m.LeaseTimeout = aCommand, 0
	}
	if _, err := site.UptimeOf(context.Background(), m); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return m, nil
}

// noticesOf is where the configuration has notices sent; nil: nowhere.
func noticesOf(c config.Config) (*gm.Notices, error) {
	n := c.Notices
	if n.URL == "" {
		return nil, nil
	}
	hook, err := notice.New(notice.Options{URL: n.URL, Body: n.Body, Headers: n.Headers, Secret: n.Secret})
	if err != nil {
		return nil, err
	}
	return &gm.Notices{Except: n.Except, Post: hook.Post}, nil
}

// openAtlas opens the atlas once in a process, so that nothing is drawn twice in it.
var openAtlas = sync.OnceValues(func() (*atlas.Atlas, error) {
	a, err := atlas.New()
	if err == nil {
		a.Compiles(mapmaker.FromText)
	}
	return a, err
})

// NewDraftsman is what draws the maps of letters, as large as the configuration lets them be.
func NewDraftsman(words *templates.Set, c config.Config, log *slog.Logger) *post.Draftsman {
	return &post.Draftsman{Atlas: openAtlas, Words: words, Largest: c.Largest << 10, Log: log}
}

// newGuard is for how long the service may be off before that counts: longer than it takes to look for mail.
func newGuard(poll time.Duration) time.Duration { return max(time.Hour, 3*poll) }

// AsRefusal is an error of package transfer as a refusal, if it has a sentence for people.
func AsRefusal(err error) error {
	var no *transfer.Refusal
	var away *transfer.Away
	switch {
	case errors.As(err, &no):
		return &refusal.Error{Text: no.Text}
	case errors.As(err, &away):
		return &refusal.Error{Text: away.Error()}
	}
	return err
}

// usable refuses a store whose games were moved away, or are on their way.
func usable(ctx context.Context, s store.Store) error { return AsRefusal(transfer.Barred(ctx, s)) }
