package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"strings"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/config"
	"deaddrop/gm/refusal"
	"deaddrop/gm/serve/control"
	"deaddrop/gm/setup"
	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
)

// games examines the file with all games, or lets a running service examine it.
func (d *Doctor) games(ctx context.Context) {
	var found []Finding
	var other string // the program of the running service
	m, err := setup.OpenUnlessServing(ctx, d.patience,
		func() (_ bool, err error) {
			var says answer
			says, d.serving, err = d.remote(ctx, d.c)
			d.site, found = says.Site, says.Findings
			other = says.Program
			return d.serving, err
		},
		func() (*gm.Master, error) {
			if err := setup.CheckBegun(ctx, d.c); err != nil {
				return nil, err
			}
			return d.opened(ctx)
		})
	if d.served(err, other, found) || d.unopened(err) {
		return
	}
	if d.c.Shared() {
		d.ok("The database %s answers; gm store check reads all games in it.", d.c.Games())
		d.clock(ctx, m.Store)
	} else {
		d.ok("The games in %s can be opened, and nothing in that file is damaged; gm store check reads archived "+
			"games, too.", d.c.Data)
	}
	d.site = gm.SiteOf(m.Key)
	d.tell(findings(ctx, m, d.now(), false))
	if err := m.Store.Close(); err != nil {
		d.fault("Check that the disk is sound and not full.", "The games can't be closed: %v.", err)
	}
}

// served reports what a running service has found, or that it does not answer; other is which program it is. done is
// false if there is no service.
func (d *Doctor) served(err error, other string, found []Finding) (done bool) {
	hung := (*control.HungError)(nil)
	switch {
	case errors.As(err, &hung):
		d.fault("It may be stopped or waiting for a disk, or the machine may be short of memory. Look at what it "+
			"prints; end it (with kill -9 if kill does not help; that does no harm), and start it again. A service "+
			"manager with a watchdog does that by itself: see examples/deaddrop.service.", "%v.", err)
		return true
	case d.serving && err != nil:
		d.fault("Look at what gm serve prints. If it is of another version than this gm, end it and start "+
			"it again.", "gm serve runs, but did not answer: %v.", err)
		return true
	case !d.serving:
		return false
	}
	d.ok("gm serve runs, and has the games open.")
	if other != "" && d.Program != "" && other != d.Program {
		d.advise("If you have upgraded gm, end gm serve and start it again: until then the old program runs.",
			"gm serve is not the same program as this one: it is %s, and this is %s.", other, d.Program)
	}
	d.tell(found)
	return true
}

// unopened reports why the games could not be opened; done is false if they could.
func (d *Doctor) unopened(err error) (done bool) {
	away := (*refusal.Error)(nil) // the error if the games were moved to another store
	switch {
	case err == nil:
		return false
	case errors.Is(err, setup.ErrNotBegun) && !d.placed:
		d.skip("The games were not checked, as there is no place for them.")
	case errors.Is(err, setup.ErrNotBegun):
		d.fault("If this is a new site, create it with gm init. If there were games, check that data = or store = in "+
			"the configuration names the right place.",
			"There are no games at %s.", d.c.Games())
	case errors.Is(err, bolt.ErrLocked):
		d.fault("Find it (ps, or your system's list of services), end it, and start gm serve once. Two of them must "+
			"not share the games.",
			"The games in %s are in use by another gm, which does not answer.", d.c.Data)
	case errors.Is(err, fs.ErrPermission):
		d.fault("Run gm as the user who owns that file, or make the user who runs gm its owner (chown).",
			"You have no permission to open the games in %s.", d.c.Data)
	case errors.As(err, &away):
		d.fault(away.Text, "The games in %s can't be used.", d.c.Games())
	case d.c.Shared():
		d.fault("Check that store = in the configuration names the right database, that it runs, that this machine "+
			"and the user may connect to it, and that this gm is not older than the one that wrote it.",
			"The database with the games can't be opened: %v.", err)
	case errors.Is(err, setup.ErrWording):
		d.fault("Give the directory with your wording as templates = in the configuration, and correct what is "+
			"wrong in it (docs/wording.md); or remove that line, and letters will use the program's own wording.",
			"No letters can be written: %v.", err)
	case errors.Is(err, bolt.ErrForeign):
		d.fault("Check that data = in the configuration names the file with the games, which gm init makes. If it "+
			"does, something has written over that file: put it aside, and put your last backup in its place.",
			"The games can't be opened: %s is not a file with games.", d.c.Data)
	case errors.Is(err, bolt.ErrNewer):
		d.fault("Run the newer gm, which wrote that file: an older one can't read it. To go back for good, restore "+
			"the backup from before the upgrade (docs/upgrading.md).", "The games can't be opened: %v.", err)
	case errors.Is(err, bolt.ErrDamaged):
		d.fault(strings.ReplaceAll(strings.TrimSpace(MendingFile), "\n", " "),
			"The games can't be opened. DAMAGED: %v.", err)
	default:
		d.fault("Check that data = in the configuration names the right file, and that this gm is not older than the "+
			"one that wrote it. If the file is damaged, put it aside and restore your last backup.",
			"The games can't be opened: %v.", err)
	}
	return true
}

// clock compares this machine's clock with that of the database, which determines the time in games.
func (d *Doctor) clock(ctx context.Context, s store.Store) {
	db, ok := store.As[store.Clock](s)
	if !ok {
		return
	}
	switch ahead, err := (&setup.Clock{Own: d.now}).Set(ctx, db); {
	case err != nil:
		d.fault("Check that the database is in order.", "The database does not say what time it is: %v.", err)
	case ahead.Abs() > setup.Strayed:
		d.advise("Have a time service set the clocks of both.",
			"This machine's clock differs by %v from that of the database. The games go by that of the database.",
			ahead.Round(time.Millisecond).Abs())
	}
}

// opened opens the games and reads all of them. It recovers from the panic of a store with damaged pages.
func (d *Doctor) opened(ctx context.Context) (m *gm.Master, err error) {
	c := d.c
	defer func() {
		if p := recover(); p != nil {
			m, err = nil, fmt.Errorf("%s is damaged: %v", c.Data, p)
		}
	}()
	if m, err = setup.Open(c, d.rules, slog.New(slog.DiscardHandler)); err != nil {
		return nil, err
	}
	if s, ok := store.As[*bolt.DB](m.Store); ok {
		if err := s.Check(ctx); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	return m, nil
}

// remoteFindings asks a running service for its findings, with the command args.
func remoteFindings(ctx context.Context, c config.Config, args []string) (says answer, done bool, err error) {
	r, done, err := control.Ask(ctx, c.Socket(), control.Call{Args: args}, askTime-afterTime, nil)
	switch {
	case !done || err != nil:
		return says, done, err
	case r.Failed:
		return says, true, errors.New(strings.TrimSpace(r.Complaint))
	}
	if err := json.Unmarshal([]byte(r.Output), &says); err != nil {
		return says, true, fmt.Errorf("its answer can't be read: %w", err)
	}
	return says, true, nil
}
