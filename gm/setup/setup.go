// Package setup opens the games of a configuration: the store, a game master on it, and the clock of those games. The
// service, the doctor and the commands all use it, so that they see the same state.
//
// It sends and reads no mail. Callers choose the rules of games, and who carries out game masters' commands by mail.
package setup

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
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

// aCommand is the name of a process that is not a service.
const aCommand = "command"

// retake is the lease on tasks when only one process works. It may be shorter than sending takes, because that one
// worker finishes what it took before it takes more, see Due in package work. It delays only the tasks that a killed process had
// taken.
const retake = time.Second

// Open opens the games of a configuration and returns a game master with these rules. The caller must close its
// store.
func Open(c config.Config, rules []*adjudicator.Rules, log *slog.Logger) (*gm.Master, error) {
	db, err := OpenStore(context.Background(), c)
	if err != nil {
		return nil, err
	}
	return NewMaster(db, c, rules, log)
}

// ErrWording is returned for templates of a site's own that can't be used.
var ErrWording = errors.New("the wording can't be used")

// Wording returns the templates of a configuration, which have all letters of the titles.
func Wording(c config.Config, rules []*adjudicator.Rules) (*templates.Set, error) {
	words, err := c.Wording()
	if err == nil {
		err = complete(words, rules)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrWording, err)
	}
	return words, nil
}

// complete returns an error that lists all templates missing for the titles.
func complete(words *templates.Set, rules []*adjudicator.Rules) error {
	var errs []error
	for _, r := range rules {
		if lacks := words.Lacks(r.Name, nil, nil); len(lacks) > 0 {
			errs = append(errs, fmt.Errorf("the wording for %s lacks these templates: %q", r.Name, lacks))
		}
	}
	return errors.Join(errs...)
}

// NewMaster returns a game master on an open store. With an error, it closes the store.
func NewMaster(db store.Store, c config.Config, rules []*adjudicator.Rules, log *slog.Logger) (*gm.Master, error) {
	if err := usable(context.Background(), db); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	words, err := Wording(c, rules)
	err = errors.Join(err, adjudicator.Validate(rules))
	key, failed := gm.LoadKey(context.Background(), db, rand.Reader)
	if err := errors.Join(err, failed); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	words.Failed = func(kind string, err error) {
		log.Error("a template of your own fails, so a letter has the program's wording", "letter", kind, "error", err)
	}
	defaults, err := newGames(c, rules)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	house, err := c.House()
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	notices, err := noticesOf(c)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	m := &gm.Master{
		Notices: notices, Store: db, Key: key, Rules: rules, Words: words, Maps: NewDraftsman(words, c, log), Log: log,
		Address: c.Address, Name: c.Name, Desk: c.GM, Plus: c.Plus, Answers: c.Answers, Notify: c.Notify,
		LeaseTimeout: retake, OutageThreshold: newGuard(c.Poll.Duration), Masters: mastersOf(c),
		NewGame: defaults, House: house, PublicPage: publicPage(c.Site),
	}
	if most, is := c.Join.Most(); is {
		m.Bar = &gm.Bar{Most: most, Least: c.Join.Least()}
	}
	if c.Archive != "" {
		m.Shelf = folder.Dir(c.Archive)
	}
	if c.Shared() { // no other process may send what this one has taken
		m.Process, m.LeaseTimeout = aCommand, 0
	}
	if _, err := site.UptimeOf(context.Background(), m); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return m, nil
}

// newGames returns the configured defaults of new games, and an error if they are for a title that is not there.
func newGames(c config.Config, rules []*adjudicator.Rules) (map[string]map[string]string, error) {
	defaults, err := c.NewGame()
	if err != nil {
		return nil, err
	}
	for title := range defaults {
		if title != "" && !slices.ContainsFunc(rules, func(r *adjudicator.Rules) bool { return r.Name == title }) {
			return nil, fmt.Errorf("[defaults.%s]: there is no title of that name, and no such flag of gm new", title)
		}
	}
	return defaults, nil
}

// mastersOf returns the configured game masters beside the one with all rights.
func mastersOf(c config.Config) []gm.SiteMaster {
	var out []gm.SiteMaster
	for _, addr := range slices.Sorted(maps.Keys(c.Masters)) {
		is := c.Masters[addr]
		out = append(out, gm.NewSiteMaster(addr, is.Rights, is.Games, is.Notify))
	}
	return out
}

// noticesOf returns the configured destination of notices, or nil.
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

// openAtlas opens the atlas once in a process, so that no board is drawn twice.
var openAtlas = sync.OnceValues(func() (*atlas.Atlas, error) {
	a, err := atlas.New()
	if err == nil {
		a.Compiles(mapmaker.FromText)
	}
	return a, err
})

// NewDraftsman returns the draftsman who draws the maps of letters, within the configured size.
func NewDraftsman(words *templates.Set, c config.Config, log *slog.Logger) *post.Draftsman {
	return &post.Draftsman{Atlas: openAtlas, Words: words, Largest: c.Largest << 10, Log: log}
}

// newGuard returns how long the service may be down before that counts as an outage. It is longer than poll, the
// interval at which the mailbox is read.
func newGuard(poll time.Duration) time.Duration { return max(time.Hour, 3*poll) }

// AsRefusal turns an error of package transfer with a text for people into a refusal.
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

// usable returns an error for a store whose games were moved away, or are being moved.
func usable(ctx context.Context, s store.Store) error { return AsRefusal(transfer.Barred(ctx, s)) }
