package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"slices"
	"strings"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/amount"
	"deaddrop/gm/config"
	"deaddrop/gm/refusal"
	"deaddrop/gm/serve/control"
	"deaddrop/gm/setup"
	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
)

// lateness is how long after its time something may be done before that is a fault.
const lateness = 15 * time.Minute

// A letter that is sent goes out within seconds, so that after this something is wrong.
const letterLateness = 5 * time.Minute

// games looks at the file with all games, or has the service that runs look at it.
func (d *Doctor) games(ctx context.Context) {
	var found []Finding
	var away *refusal.Error // they were moved
	m, err := setup.OpenUnlessServing(ctx, d.patience,
		func() (_ bool, err error) {
			found, d.serving, err = d.remote(d.c)
			return d.serving, err
		},
		func() (*gm.Master, error) {
			if !d.c.Begun() {
				return nil, errNoGames // and none are begun
			}
			return d.opened(ctx)
		})
	switch {
	case d.serving && err != nil:
		d.fault("Look at what gm serve prints. If it is of another version than this gm, or hangs, end it and start it again.", "gm serve runs, but did not answer: %v.", err)
		return
	case d.serving:
		d.ok("gm serve runs, and has the games open.")
		d.tell(found)
		return
	case errors.Is(err, errNoGames):
		d.ok("There are no games at %s yet; gm new starts one.", d.c.Data)
		return
	case errors.Is(err, bolt.ErrLocked):
		d.fault("Find it (ps, or your system's list of services), end it, and start gm serve once. Two of them must not share the games.",
			"The games in %s are in use by another gm, which does not answer.", d.c.Data)
		return
	case errors.Is(err, fs.ErrPermission):
		d.fault("Run gm as the user who owns that file, or give the file to the user who runs gm (chown).", "The games in %s may not be opened by you.", d.c.Data)
		return
	case errors.As(err, &away):
		d.fault(away.Text, "The games in %s can't be used.", d.c.Games())
		return
	case err != nil && d.c.Shared():
		d.fault("See that store = in the configuration names the right database, that it runs, that this machine and its user may use it, and that this gm is not older than the one that wrote it.", "The database with the games can't be opened: %v.", err)
		return
	case errors.Is(err, bolt.ErrDamaged):
		d.fault(strings.ReplaceAll(strings.TrimSpace(MendingFile), "\n", " "), "The games can't be opened. DAMAGED: %v.", err)
		return
	case err != nil:
		d.fault("See that data = in the configuration names the right file, and that this gm is not older than the one that wrote it. If the file is damaged, put it aside and take your last backup.",
			"The games can't be opened: %v.", err)
		return
	}
	if d.c.Shared() {
		d.ok("The database %s answers; gm store check reads all games in it.", d.c.Games())
		d.clock(ctx, m.Store)
	} else {
		d.ok("The games in %s can be opened, and nothing in that file is damaged; gm store check reads archived games, too.", d.c.Data)
	}
	d.tell(findings(ctx, m, d.now(), false))
	if err := m.Store.Close(); err != nil {
		d.fault("See that the disk is sound and not full.", "The games can't be closed: %v.", err)
	}
}

// clock compares this machine's clock with that of the database, by which the games go.
func (d *Doctor) clock(ctx context.Context, s store.Store) {
	db, ok := store.As[store.Clock](s)
	if !ok {
		return
	}
	switch ahead, err := (&setup.Clock{Own: d.now}).Set(ctx, db); {
	case err != nil:
		d.fault("See that the database is in order.", "The database does not say what time it is: %v.", err)
	case ahead.Abs() > setup.Strayed:
		d.advise("Have a time service set the clocks of both.", "This machine's clock differs by %v from that of the database. The games go by that of the database.", ahead.Round(time.Millisecond).Abs())
	}
}

func (d *Doctor) tell(found []Finding) {
	for _, f := range found {
		d.Report(f)
	}
}

var errNoGames = errors.New("there are no games yet")

// opened opens the games and reads all of them. A file with damaged pages makes the store panic.
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

// findings looks at the games and at what there is to be done for them.
func findings(ctx context.Context, m *gm.Master, now time.Time, serving bool) []Finding {
	var found []Finding
	d := &Doctor{Report: func(f Finding) { found = append(found, f) }}
	games, err := m.Games(ctx)
	if err != nil {
		d.fault(unreadable(m.Store), "The games can't be listed: %v.", err)
		return found
	}
	suspended, err := m.Suspended(ctx)
	if err != nil {
		d.fault(unreadable(m.Store), "The addresses to which no letters are sent can't be listed: %v.", err)
	}
	var running []gm.Overview
	for _, o := range games {
		if o.State == "running" {
			running = append(running, o)
			d.running(ctx, m, o, now, serving)
			d.seats(m, o, suspended)
			continue
		}
		d.standing(o)
	}
	if p, err := m.Pulse(ctx); err == nil && !p.Stopped.IsZero() { // else the store's fault is told of below
		d.fault("Set the machine's clock right, or, if it is right, say so: gm clock --is-right", "No turn is resolved: the machine's clock said %s when the service had last run at %s.",
			p.Stopped.UTC().Format(amount.Moment), p.Seen.UTC().Format(amount.Moment))
	}
	if len(found) == 0 {
		d.ok("The store has %s, of which %s; nothing is wrong with them.", amount.Count(len(games), "game", "games"), amount.Count(len(running), "is running", "are running"))
	}
	missed := !serving && d.missed(running, now)
	late := d.outbox(ctx, m, now, serving, missed)
	d.room(m.Store)
	d.lostShelf(ctx, m)
	if !serving && !missed && !late {
		d.idle(running)
	}
	waits, err := m.InLobby(ctx)
	if err != nil {
		d.fault(unreadable(m.Store), "What waits for you and is no game's can't be read: %v.", err)
	}
	for _, o := range games {
		waits += o.Waits
	}
	if waits > 0 {
		d.advise("gm inbox lists it, and gm help inbox says what you can do.", "%s for you.", amount.Count(waits, "thing waits", "things wait"))
	}
	return found
}

// standing reports a game that does not go on though it is not over.
func (d *Doctor) standing(o gm.Overview) {
	switch o.State {
	case "held":
		d.fault(fmt.Sprintf("When the cause is mended, usually by a newer gm, let it go on: gm resume %s", o.Name), "The game %s is held: %s", o.Name, o.Why)
	case "broken":
		d.fault("If you have changed gm, go back to the version that it was played with; else put the file with the games aside and take your last backup.", "The game %s can't be read: %s.", o.Name, o.Why)
	}
}

// running looks at a game that is running.
func (d *Doctor) running(ctx context.Context, m *gm.Master, o gm.Overview, now time.Time, serving bool) {
	if _, _, err := m.As(ctx, now, o.Name, "GM"); err != nil {
		d.fault("Keep the file with the games as it is, and go back to the version of gm that the game was played with.", "The game %s can't be played on: %v", o.Name, err)
		return
	}
	if _, err := time.LoadLocation(o.Clock.Zone); err != nil {
		d.fault("Install your system's time zones (the package tzdata).", "The time zone of %s is not known here: %v.", o.Name, err)
	}
	if by := now.Sub(o.Deadline.Add(o.Clock.Grace)); serving && !o.Deadline.IsZero() && by >= lateness {
		d.fault("Look at what gm serve prints: a turn waits until the mailbox could be read, so trouble with the IMAP server is a likely cause. gm resolve "+o.Name+" ends the turn now.",
			"The deadline of %s, %s, was over %s ago, and the turn has not ended though gm serve runs.", o.Name, o.Deadline.Format(amount.Moment), amount.Time(by))
	}
}

// mostNamed is how many games or letters are told of by name.
const mostNamed = 5

// startIt is what to do where no service runs.
const startIt = "Start gm serve, and have your system start it again whenever it ends."

// missed tells of turns that have not ended because no service runs, and reports whether there are any.
func (d *Doctor) missed(running []gm.Overview, now time.Time) bool {
	var missed []string
	for _, o := range running {
		if !o.Deadline.IsZero() && !now.Before(o.Deadline.Add(o.Clock.Grace)) {
			missed = append(missed, fmt.Sprintf("%s should have been resolved at %s, %s ago", o.Name, o.Deadline.Format(amount.Moment), amount.Time(now.Sub(o.Deadline))))
		}
	}
	if len(missed) == 0 {
		return false
	}
	if more := len(missed) - mostNamed; more > 0 {
		missed = append(missed[:mostNamed], amount.Count(more, "other game should have been too", "other games should have been too"))
	}
	d.fault(startIt+" If the players should have more time, move the deadline before that: gm deadline GAME +1d", "gm serve does not run; %s.", strings.Join(missed, "; "))
	return true
}

// idle says what running games wait for while no service runs.
func (d *Doctor) idle(running []gm.Overview) {
	next := gm.Overview{}
	for _, o := range running {
		if !o.Deadline.IsZero() && (next.Deadline.IsZero() || o.Deadline.Before(next.Deadline)) {
			next = o
		}
	}
	if !next.Deadline.IsZero() {
		d.advise(startIt, "gm serve does not run, so no letters are read or sent; %s is to be resolved at %s.", next.Name, next.Deadline.Format(amount.Moment))
	}
}

// seats looks whether the players of a game can be written to.
func (d *Doctor) seats(m *gm.Master, o gm.Overview, suspended []gm.Suspension) {
	for _, s := range o.Seats {
		if isOwn(m.Address, s.Address) {
			d.fault(fmt.Sprintf("Give the seat its player's own address: gm seat %s %s=ADDRESS", o.Name, s.Name),
				"The seat %s of %s has the address of the games themselves, %s, so its letters go to the robot and to nobody else.", s.Name, o.Name, s.Address)
		}
		i := slices.IndexFunc(suspended, func(x gm.Suspension) bool { return strings.EqualFold(x.Address, s.Address) })
		if i >= 0 {
			d.fault(fmt.Sprintf("Ask the player in another way whether that is still their address. As soon as they write from it, letters go there again; or give the seat another one: gm seat %s %s=ADDRESS", o.Name, s.Name),
				"Since %s no letters are sent to %s, %s of %s, as too many came back from there.", suspended[i].Since.Format(amount.Moment), s.Address, s.Name, o.Name)
		}
	}
}

// isOwn reports whether an address is the games' own, with or without something behind a plus.
func isOwn(own, address string) bool {
	name, domain, _ := strings.Cut(strings.ToLower(own), "@")
	local, at, _ := strings.Cut(strings.ToLower(address), "@")
	return at == domain && (local == name || strings.HasPrefix(local, name+"+"))
}

// outbox looks at letters that go out late, or don't, and reports whether some were not even tried. known says that it was
// told already that no service runs.
func (d *Doctor) outbox(ctx context.Context, m *gm.Master, now time.Time, serving, known bool) bool {
	letters, err := m.Outbox(ctx)
	if err != nil {
		d.fault(unreadable(m.Store), "The letters that wait to be sent can't be listed: %v.", err)
		return false
	}
	late, failing, lost, silent := 0, 0, 0, 0
	var since, failed time.Duration
	var why string
	for _, o := range letters {
		switch by := now.Sub(o.Next); {
		case o.Next.IsZero():
			lost++
		case o.State == "waits":
			silent++
		case o.Tries > 1, o.Tries == 1 && !o.Since.IsZero() && now.Sub(o.Since) >= letterLateness:
			failing++
			why = o.Error
			if !o.Since.IsZero() {
				failed = max(failed, now.Sub(o.Since))
			}
		case o.Tries == 0 && by >= letterLateness:
			late++
			since = max(since, by)
		}
	}
	if lost > 0 {
		d.advise("gm outbox lists them and says why; gm outbox retry sends one again, and gm outbox drop strikes one off.", "%s given up lately.", amount.Count(lost, "letter was", "letters were"))
	}
	if failing > 0 {
		long := "so far"
		if failed > 0 {
			long = "for " + amount.Time(failed)
		}
		d.fault("What is found about the SMTP server below may be the cause; else your provider knows what its words mean. gm outbox lists the letters. They are tried again by themselves.",
			"%s could not be sent %s. The last time it was said: %s.", amount.Count(failing, "letter", "letters"), long, strings.TrimSuffix(why, "."))
	}
	switch {
	case late > 0 && serving:
		d.fault("See what gm serve prints; if it prints nothing, end it and start it again.", "%s to be sent for up to %s, and gm serve, which runs, has not tried it.", amount.Count(late, "letter waits", "letters wait"), amount.Time(since))
	case late > 0 && !known:
		d.fault(startIt, "%s to be sent for up to %s, as no gm serve runs.", amount.Count(late, "letter waits", "letters wait"), amount.Time(since))
	case late+lost+failing+silent == 0:
		d.ok("No letter waits to be sent for long.")
	}
	return late > 0
}

// Answer writes what a service answers to a doctor beside it.
func Answer(ctx context.Context, w io.Writer, m *gm.Master, now time.Time) error {
	return json.NewEncoder(w).Encode(findings(ctx, m, now, true))
}

// remoteFindings asks a running service for its findings, by the command that args are.
func remoteFindings(c config.Config, args []string) (found []Finding, done bool, err error) {
	r, done, err := control.Ask(c.Socket(), control.Call{Args: args}, nil)
	switch {
	case !done || err != nil:
		return nil, done, err
	case r.Failed:
		return nil, true, errors.New(strings.TrimSpace(r.Complaint))
	}
	if err := json.Unmarshal([]byte(r.Output), &found); err != nil {
		return nil, true, fmt.Errorf("its answer can't be read: %w", err)
	}
	return found, true, nil
}
