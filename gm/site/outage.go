package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/play"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
	"deaddrop/gm/writing"
	"deaddrop/templates"
)

// heartbeatName is the name of the record with the last known time at which the service ran. It is not a game.
const heartbeatName = "service/watch"

// Jumps of the clock up to which it is trusted.
const (
	maxBackward = 2 * time.Hour      // backwards
	maxOutage   = 7 * 24 * time.Hour // forwards, as after an outage
)

const (
	beat   = time.Minute     // interval at which the heartbeat is written
	reread = 5 * time.Second // interval at which a process reads the heartbeats of others
	// deadlines up to this time after an outage are postponed, too; after a shorter outage, up to its length
	maxMargin = 12 * time.Hour
	atLeast   = 4 * time.Hour // time that everybody has after an outage, or half a turn if that is shorter
)

// An Uptime is what is known about when the service ran.
type Uptime struct {
	Seen    time.Time // until then it ran and had received all letters; zero: it never did
	Stopped time.Time // when the clock, by itself, ceased to be trusted; zero: it is
	Mending bool      // an outage is being compensated in the games, during which Seen does not advance
}

// UptimeOf reads the service's uptime record from the store. Commands that change games without a service call it
// first.
func UptimeOf(ctx context.Context, m *gm.Master) (Uptime, error) {
	m.Heartbeat.Busy.Lock()
	defer m.Heartbeat.Busy.Unlock()
	head, err := loadHeartbeat(ctx, m)
	return Uptime{Seen: head.Seen, Stopped: head.Stopped, Mending: head.Mending != nil}, err
}

func loadHeartbeat(ctx context.Context, m *gm.Master) (gm.HeartbeatRecord, error) {
	w := &m.Heartbeat
	if w.Loaded {
		return w.Now(), nil
	}
	return readHeartbeat(ctx, m)
}

// readHeartbeat reads the record again, as another process may have written it.
func readHeartbeat(ctx context.Context, m *gm.Master) (gm.HeartbeatRecord, error) {
	w := &m.Heartbeat
	var head gm.HeartbeatRecord
	g, err := m.Store.Load(ctx, heartbeatName)
	if err == nil && g.Rev > 0 {
		err = json.Unmarshal(g.Head, &head)
	}
	if err != nil {
		return head, fmt.Errorf("loading when the service last ran: %w", err)
	}
	stored := head.Since()
	if w.Loaded && !stored.Before(w.Written) { // this process may know more, unless a clock that went back was accepted
		own := w.Now()
		head.Seen, head.Heard = game.Later(own.Seen, head.Seen), game.Later(own.Heard, head.Heard)
	}
	w.Loaded, w.Rev, w.Written = true, g.Rev, stored
	w.Set(head)
	return head, nil
}

// writeHeartbeat saves the record.
func writeHeartbeat(ctx context.Context, m *gm.Master, head gm.HeartbeatRecord) error {
	w := &m.Heartbeat
	js, err := json.Marshal(head)
	if err != nil {
		return fmt.Errorf("saving that the service runs: %w", err)
	}
	rev, err := m.Store.Commit(ctx, heartbeatName, store.Change{Rev: w.Rev, Head: js})
	if err != nil {
		w.Loaded = false // another process may have written it
		return fmt.Errorf("saving that the service runs: %w", err)
	}
	w.Rev, w.Written = rev, head.Since()
	w.Set(head)
	return nil
}

// KeepHeartbeat records that the service runs, and up to when all letters were received. After an outage it first
// postpones deadlines in all games, before anything due is done. An implausible clock prevents that. Several
// processes see each other's records, so that an outage is compensated once.
func KeepHeartbeat(ctx context.Context, m *gm.Master, now time.Time) error {
	m.Heartbeat.Busy.Lock()
	defer m.Heartbeat.Busy.Unlock()
	now = now.Round(0).UTC()
	var err error
	for range gm.MaxConflicts {
		if err = beatOnce(ctx, m, now); !errors.Is(err, store.ErrConflict) {
			return err
		}
	}
	return err
}

func beatOnce(ctx context.Context, m *gm.Master, now time.Time) error {
	w := &m.Heartbeat
	head, err := loadHeartbeat(ctx, m)
	if age := now.Sub(w.Read); err == nil && m.Process != "" &&
		(age < 0 || age >= reread || now.Sub(head.Seen) >= reread) {
		head, err = readHeartbeat(ctx, m)
		w.Read = now
	}
	if err != nil {
		return err
	}
	upTo, heard := mailUpTo(m, now)
	next := head.After(upTo, heard)
	gap := heard.Sub(head.Since())
	switch {
	case heard.Unix() <= 0: // the mailbox has not been read yet
		return nil
	case head.Seen.IsZero():
		if upTo.Unix() <= 0 {
			return nil
		}
		return writeHeartbeat(ctx, m, next)
	case head.Since().Sub(now) > maxBackward, gap > maxOutage:
		return stop(ctx, m, now, head)
	case gap > m.OutageThreshold:
		return extendSome(ctx, m, now, head, next)
	case !head.Stopped.IsZero():
		m.Log.Warn("the clock is trusted again", "now", now)
		if err := inAllGames(ctx, m, now, rearm); err != nil {
			return err
		}
		return writeHeartbeat(ctx, m, next)
	case next.Seen.Equal(head.Seen) && next.Heard.Equal(head.Heard):
		return nil
	case next.Since().Sub(w.Written) >= beat:
		return writeHeartbeat(ctx, m, next)
	}
	w.Set(next)
	return nil
}

// mailUpTo returns up to when all letters were received, and up to when any were: a queue of letters is not an
// outage.
func mailUpTo(m *gm.Master, now time.Time) (upTo, heard time.Time) {
	upTo, heard = now, now
	if m.TakenIn != nil {
		upTo = play.Earlier(now, m.TakenIn().Round(0).UTC())
		heard = upTo
	}
	if m.Reached != nil {
		heard = game.Later(upTo, play.Earlier(now, m.Reached().Round(0).UTC()))
	}
	return upTo, heard
}

// stop stops all timed work because of an implausible clock, and tells the game master once.
func stop(ctx context.Context, m *gm.Master, now time.Time, head gm.HeartbeatRecord) error {
	if !head.Stopped.IsZero() {
		return nil
	}
	m.Log.Error("the clock can't be right, so no turn is resolved; gm clock --is-right makes gm trust it",
		"now", now, "last seen", head.Since())
	why := fmt.Sprintf("The clock of the machine says that it is %s. The service last ran at %s, so either it was "+
		"off for that long, or the clock is wrong, or it was wrong then. Until that is clear no turn is resolved and "+
		"nobody is reminded; letters are taken in and answered. If the clock is wrong, set it right, and the games "+
		"go on by themselves. If it is right, say so: gm clock --is-right. Then look at the deadlines with gm list: "+
		"those that were set by a wrong clock are wrong, and gm deadline moves them.",
		now.Format(game.DateTime), head.Since().UTC().Format(game.DateTime))
	words, err := m.Words.Letter("stopped", templates.Page{Now: now, Notice: why})
	if err != nil {
		return fmt.Errorf("writing to the game master: %w", err)
	}
	number := strconv.FormatInt(head.Since().UnixNano(), 10) // the same for all processes that notice it
	err = play.Do(ctx, m, now, game.LobbyName, nil, func(s *gm.Step) error {
		s.Item("clock/"+number, game.Item{Why: why})
		return s.OutToDesks(letter.Letter{ID: "clock." + number, Subject: words.Subject, Text: words.Text,
			HTML: words.HTML}, false)
	})
	if err != nil && !errors.Is(err, store.ErrDuplicate) {
		return err
	}
	head.Stopped = now
	return writeHeartbeat(ctx, m, head)
}

// AcceptClock resumes timed work after the clock seemed wrong: it is right. Deadlines are postponed for the time of
// the outage.
func AcceptClock(ctx context.Context, m *gm.Master, now time.Time) error {
	m.Heartbeat.Busy.Lock()
	defer m.Heartbeat.Busy.Unlock()
	head, err := loadHeartbeat(ctx, m)
	if err != nil {
		return err
	}
	now = now.Round(0).UTC()
	if head.Stopped.IsZero() {
		return refusal.New("The clock is already trusted. It says that it is %s.", now.Format(game.DateTime))
	}
	if err := inAllGames(ctx, m, now, rearm); err != nil {
		return err
	}
	if since := head.Since(); since.Before(now) {
		if err := ExtendDeadlines(ctx, m, now, since, now); err != nil {
			return err
		}
	}
	return writeHeartbeat(ctx, m, gm.HeartbeatRecord{Seen: now})
}

// rearm schedules the tasks of a game again, which an untrusted clock may have delayed.
func rearm(s *gm.Step) error {
	if why := s.Game.Standstill(); why != nil {
		s.Task(gm.TaskPaused, s.Now.Add(why.Every))
	}
	if s.Game.Paused == nil {
		s.Task(gm.TaskDeadline, s.Game.Deadline)
		s.Task(gm.TaskRemind, s.Game.Remind)
		s.Task(gm.TaskMissing, s.Game.Clock.Warning(s.Now, s.Game.Deadline))
		s.Task(gm.TaskResolve, s.Game.Resolve)
	}
	return nil
}

// extendDeadline postpones the deadline of a game that was in an outage or soon after it, by the length of the outage
// and so that everybody has some hours now. It tells everybody.
func extendDeadline(s *gm.Step, from, to time.Time) error {
	if s.Game.Paused != nil || s.Game.Deadline.IsZero() {
		return gm.ErrNothing
	}
	outage := to.Sub(from)
	if s.Game.End().Before(from) || s.Game.Deadline.After(to.Add(min(outage, maxMargin))) {
		return gm.ErrNothing
	}
	was := s.Game.Deadline
	wish := game.Later(was.Add(outage), to.Add(min(atLeast, s.Game.Clock.Every/2)))
	deadline := s.Game.Clock.Allowed(wish.Add(time.Minute - 1).Truncate(time.Minute))
	play.SetDeadline(s, deadline)
	s.Write(gm.KindAct, "outage/"+strconv.FormatInt(from.Unix(), 10), game.Act{What: "outage", Way: game.ByService,
		Detail: fmt.Sprintf("from %s to %s; the deadline moved from %s to %s", from.Format(time.RFC3339),
			to.Format(time.RFC3339), was.Format(time.RFC3339), deadline.Format(time.RFC3339))})
	writing.TellAll(s, nil, func(page *templates.Page, seat *game.Seat) {
		z := s.Game.Zone(seat)
		page.Notice = fmt.Sprintf("The games could not read mail from %s to %s. So that nobody is late because of "+
			"that, the deadline was moved from %s to %s. What you sent in the meantime counts.",
			from.In(z).Format(game.DateTime), to.In(z).Format(game.DateTime), was.In(z).Format(game.DateTime),
			deadline.In(z).Format(game.DateTime))
	})
	play.PublishDeadline(s)
	return nil
}

const (
	mendSome = 100             // games between two records of progress
	mendHold = 2 * time.Minute // far longer than that takes
)

// Reasons why turns are not resolved while an outage is being compensated.
var (
	ErrExtending = errors.New("deadlines are being postponed after an outage, one batch of games after another")
	ErrExtended  = errors.New("another process is postponing deadlines after an outage")
)

// extendSome postpones the deadlines of some more games, and returns errMends if others are left. next is the record
// to write when all are done.
func extendSome(ctx context.Context, m *gm.Master, now time.Time, head, next gm.HeartbeatRecord) error {
	done, from := head.Mending, head.Since()
	switch {
	case done == nil:
		done = &gm.Extension{To: next.Since()}
		m.Log.Warn("the service was off, or had no mail; deadlines are put off", "from", from, "to", done.To)
	case done.By != m.Process && now.Before(done.Until):
		return ErrExtended
	}
	mine := &gm.Extension{To: done.To, After: done.After, By: m.Process, Until: now.Add(mendHold)}
	head.Mending = mine
	if m.Process != "" && done.By != m.Process { // so that no other process does the same
		if err := writeHeartbeat(ctx, m, head); err != nil {
			return err
		}
	}
	after, err := inGames(ctx, m, now, mine.After, mendSome, func(s *gm.Step) error {
		return extendDeadline(s, from, mine.To)
	})
	switch {
	case err != nil:
		return err
	case after == "":
		mended := gm.HeartbeatRecord{Seen: head.Seen, Heard: from}
		// the time after that is examined again
		return writeHeartbeat(ctx, m, mended.After(play.Earlier(next.Seen, mine.To), mine.To))
	}
	more := *mine
	more.After = after
	head.Mending = &more
	if err := writeHeartbeat(ctx, m, head); err != nil {
		return err
	}
	return ErrExtending
}

// ExtendDeadlines postpones, in all games, deadlines that were within or soon after a time in which the service did
// not run or received no mail.
func ExtendDeadlines(ctx context.Context, m *gm.Master, now, from, to time.Time) error {
	m.Log.Warn("the service was off, or had no mail; deadlines are put off", "from", from, "to", to)
	return inAllGames(ctx, m, now, func(s *gm.Step) error { return extendDeadline(s, from, to) })
}

// inAllGames calls fn in a step of each running game, once, for several games at a time.
func inAllGames(ctx context.Context, m *gm.Master, now time.Time, fn func(*gm.Step) error) error {
	_, err := inGames(ctx, m, now, "", 0, fn)
	return err
}

// inGames calls fn in a step of each running game among the next some games after a name, or all if some is 0; once,
// for several games at a time. It returns the last of the names, or "" if there are no more. After an error it begins
// no more games.
func inGames(ctx context.Context, m *gm.Master, now time.Time, after string, some int,
	fn func(*gm.Step) error) (last string, err error) {
	var names []string
	for name, err := range m.GameNames(ctx, after) {
		if err != nil {
			return "", err
		}
		if some > 0 && len(names) == some {
			last = names[some-1]
			break
		}
		names = append(names, name)
	}
	_, err = gm.Gather(gm.Each(ctx, names), func(name string) (struct{}, error) {
		err := play.Do(ctx, m, now, name, nil, func(s *gm.Step) error {
			if s.Game == nil || s.Game.State != game.Running {
				return gm.ErrNothing
			}
			return fn(s)
		})
		switch {
		case errors.Is(err, store.ErrDuplicate): // it was done before a crash
			err = nil
		case errors.Is(err, store.ErrDamaged): // a damaged game must not stop the others
			m.Log.Error("a game can't be read", "game", name, "error", err)
			err = nil
		}
		return struct{}{}, err
	})
	if err != nil {
		return "", err
	}
	return last, nil
}
