package doctor

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/amount"
	"deaddrop/gm/desk"
	"deaddrop/gm/inspect"
	"deaddrop/gm/outbox"
	"deaddrop/gm/site"
)

// letterLateness is how long a letter may be due before something is wrong: normally it is sent within seconds.
const letterLateness = 5 * time.Minute

// findings returns the findings about the games and their tasks.
func findings(ctx context.Context, m *gm.Master, now time.Time, serving bool) []Finding {
	var found []Finding
	d := &Doctor{Report: func(f Finding) { found = append(found, f) }}
	games, err := inspect.Games(ctx, m)
	if err != nil {
		d.fault(unreadable(m.Store), "The games can't be listed: %v.", err)
		return found
	}
	suspended, err := outbox.Suspended(ctx, m)
	if err != nil {
		d.fault(unreadable(m.Store), "The addresses to which no letters are sent can't be listed: %v.", err)
	}
	var running []inspect.Overview
	for _, o := range games {
		if o.State == "running" {
			running = append(running, o)
			d.running(ctx, m, o, now, serving)
			d.seats(m, o, suspended)
			continue
		}
		d.standstill(o)
	}
	// otherwise the error of the store is reported below
	if p, err := site.UptimeOf(ctx, m); err == nil && !p.Stopped.IsZero() {
		d.fault("Set the machine's clock right, or, if it is right, say so: gm clock --is-right",
			"No turn is resolved: the machine's clock says %s, but the service last ran at %s.",
			p.Stopped.UTC().Format(amount.Moment), p.Seen.UTC().Format(amount.Moment))
	}
	if len(found) == 0 {
		d.ok("The store has %s, of which %s; nothing is wrong with them.", amount.Count(len(games), "game", "games"),
			amount.Count(len(running), "is running", "are running"))
	}
	missed := !serving && d.missed(running, now)
	late := d.outbox(ctx, m, now, serving, missed)
	d.deferred(ctx, m)
	d.room(m.Store)
	d.lostShelf(ctx, m)
	d.notices(ctx, m, now)
	if !serving && !missed && !late {
		d.idle(running)
	}
	waits, err := desk.InLobby(ctx, m)
	if err != nil {
		d.fault(unreadable(m.Store), "What waits for you outside the games can't be read: %v.", err)
	}
	for _, o := range games {
		waits += o.Waits
	}
	if waits > 0 {
		d.advise("gm inbox shows everything that waits, and gm help inbox says what you can do.", "%s for you.",
			amount.Count(waits, "thing waits", "things wait"))
	}
	return found
}

// standstill reports a game that is not over but does not go on.
func (d *Doctor) standstill(o inspect.Overview) {
	switch {
	case o.Copy && o.State == "held":
		d.ok("The game %s is a copy that is kept to be looked at, and writes to nobody. %s", o.Name, o.Why)
	case o.State == "held":
		d.fault(fmt.Sprintf("When the cause is fixed, usually by a newer gm, continue it: gm resume %s", o.Name),
			"The game %s is held: %s", o.Name, o.Why)
	case o.State == "broken":
		d.fault("If you have changed gm, go back to the version that it was played with; else put the file with "+
			"the games aside and restore your last backup.", "The game %s can't be read: %s.", o.Name, o.Why)
	}
}

// running examines a running game.
func (d *Doctor) running(ctx context.Context, m *gm.Master, o inspect.Overview, now time.Time, serving bool) {
	if _, _, err := inspect.As(ctx, m, now, o.Name, "GM"); err != nil {
		d.fault("Keep the file with the games as it is, and go back to the version of gm that the game was "+
			"played with.", "The game %s can't be played on: %v", o.Name, err)
		return
	}
	if _, err := time.LoadLocation(o.Clock.Zone); err != nil {
		d.fault("Install your system's time zones (the package tzdata).", "This machine does not know the time "+
			"zone of %s: %v.",
			o.Name, err)
	}
	if by := now.Sub(o.Deadline.Add(o.Clock.Grace)); serving && !o.Deadline.IsZero() && by >= lateness {
		d.fault("Look at what gm serve prints: a turn waits until the mailbox has been read, so trouble with the "+
			"IMAP server is a likely cause. gm resolve "+o.Name+" ends the turn now.",
			"The deadline of %s, %s, passed %s ago, and the turn has not ended though gm serve runs.", o.Name,
			o.Deadline.Format(amount.Moment), amount.Time(by))
	}
}

// mostNamed is the largest number of games or letters that are named in a finding.
const mostNamed = 5

// startIt is the advice if no service is running.
const startIt = "Start gm serve, and have your system start it again whenever it ends."

// missed reports turns that have not ended because no service is running, and whether there are any.
func (d *Doctor) missed(running []inspect.Overview, now time.Time) bool {
	var missed []string
	for _, o := range running {
		if !o.Deadline.IsZero() && !now.Before(o.Deadline.Add(o.Clock.Grace)) {
			missed = append(missed, fmt.Sprintf("%s should have been resolved at %s, %s ago", o.Name,
				o.Deadline.Format(amount.Moment), amount.Time(now.Sub(o.Deadline))))
		}
	}
	if len(missed) == 0 {
		return false
	}
	if more := len(missed) - mostNamed; more > 0 {
		missed = append(missed[:mostNamed],
			amount.Count(more, "other game should have been resolved, too", "other games should have been "+
				"resolved, too"))
	}
	d.fault(startIt+" If the players should have more time, move the deadline before that: gm deadline GAME +1d",
		"gm serve does not run; %s.", strings.Join(missed, "; "))
	return true
}

// idle reports what running games are waiting for while no service is running.
func (d *Doctor) idle(running []inspect.Overview) {
	next := inspect.Overview{}
	for _, o := range running {
		if !o.Deadline.IsZero() && (next.Deadline.IsZero() || o.Deadline.Before(next.Deadline)) {
			next = o
		}
	}
	if !next.Deadline.IsZero() {
		d.advise(startIt, "gm serve does not run, so no letters are read or sent; %s is to be resolved at %s.",
			next.Name, next.Deadline.Format(amount.Moment))
	}
}

// seats examines whether letters can be sent to the players of a game.
func (d *Doctor) seats(m *gm.Master, o inspect.Overview, suspended []outbox.Suspension) {
	for _, s := range o.Seats {
		if isOwn(m.Address, s.Address) {
			d.fault(fmt.Sprintf("Give the seat its player's own address: gm seat %s %s=ADDRESS", o.Name, s.Name),
				"The seat %s of %s has the address of the games themselves, %s, so its letters go to the robot and "+
					"to nobody else.", s.Name, o.Name, s.Address)
		}
		i := slices.IndexFunc(suspended, func(x outbox.Suspension) bool {
			return strings.EqualFold(x.Address, s.Address)
		})
		if i >= 0 {
			d.fault(fmt.Sprintf("Ask the player in another way whether that is still their address. As soon as they "+
				"write from it, letters go there again; or give the seat another one: gm seat %s %s=ADDRESS", o.Name,
				s.Name),
				"Since %s no letters are sent to %s, %s of %s, as too many came back from there.",
				suspended[i].Since.Format(amount.Moment), s.Address, s.Name, o.Name)
		}
	}
}

// outbox examines letters that are late or were given up, and reports whether the sending of some was not even tried.
// known says that the absence of a service was reported already.
func (d *Doctor) outbox(ctx context.Context, m *gm.Master, now time.Time, serving, known bool) bool {
	letters, err := outbox.List(ctx, m)
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
		d.advise("gm outbox lists them and says why; gm outbox retry sends one again, and gm outbox drop discards "+
			"one.", "%s given up lately.", amount.Count(lost, "letter was", "letters were"))
	}
	if failing > 0 {
		long := "so far"
		if failed > 0 {
			long = "for " + amount.Time(failed)
		}
		d.fault("The findings about the SMTP server below may show the cause; if not, ask your provider what its "+
			"message means. gm outbox lists the letters. gm serve keeps trying to send them.",
			"%s could not be sent %s. The last error was: %s.", amount.Count(failing, "letter", "letters"), long,
			strings.TrimSuffix(why, "."))
	}
	switch {
	case late > 0 && serving:
		d.fault("Look at what gm serve prints; if it prints nothing, end it and start it again.",
			"%s to be sent for up to %s, and gm serve, which runs, has not tried to send it.",
			amount.Count(late, "letter waits", "letters wait"), amount.Time(since))
	case late > 0 && !known:
		d.fault(startIt, "%s to be sent for up to %s, as no gm serve runs.",
			amount.Count(late, "letter waits", "letters wait"), amount.Time(since))
	case late+lost+failing+silent == 0:
		d.ok("No letter has been waiting long to be sent.")
	}
	return late > 0
}

// An answer is a service's answer to a doctor.
type answer struct {
	Site     string // the site that the games belong to
	Program  string // the program that serves them; "" if it does not say
	Findings []Finding
}

// Answer writes the answer of a service to a doctor. program is the name of the program that serves.
func Answer(ctx context.Context, w io.Writer, m *gm.Master, now time.Time, program string) error {
	return json.NewEncoder(w).Encode(answer{gm.SiteOf(m.Key), program, findings(ctx, m, now, true)})
}
