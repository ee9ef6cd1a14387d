package work

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/notice"
	"deaddrop/gm/play"
	"deaddrop/gm/store"
)

const (
	noticeTime  = 10 * time.Second // limit for sending a notice
	noticeHold  = 30 * time.Second // lease on a notice: longer than sending it and recording the result
	noticeTurn  = 2 * time.Second  // interval at which to check whether an earlier notice was sent
	noticeFirst = 10 * time.Second // pause after the first failure; doubled each time
	noticeLast  = time.Hour
	noticeAge   = 48 * time.Hour // age from which on a notice is obsolete
)

// sendNotice sends a notice in the background, and returns when to check whether it was sent, for the case of a
// crash. The notices of a game are sent one after another.
func sendNotice(ctx context.Context, m *gm.Master, now time.Time, t store.Task) (again time.Time) {
	var n gm.NoticeTask
	if !m.Notices.Wants(t.Game) || json.Unmarshal(t.Body, &n) != nil {
		return time.Time{}
	}
	for before, err := range m.Store.Tasks(ctx, t.Game) {
		if err != nil || gm.IsNotice(before) && before.Name < t.Name {
			return now.Add(noticeTurn)
		}
	}
	if !m.Notices.Go(t.Game+"/"+t.Name, func() { post(ctx, m, now, t, n) }) {
		return now.Add(noticeTurn)
	}
	return now.Add(noticeHold)
}

// post sends a notice and records the result.
func post(ctx context.Context, m *gm.Master, now time.Time, t store.Task, n gm.NoticeTask) {
	within, done := context.WithTimeout(ctx, noticeTime)
	defer done()
	failed := func() (err error) {
		stack, err := gm.Guarded(func() error { return m.Notices.Post(within, n.Notice) })
		if stack != "" {
			err = errors.New(gm.FirstLine(stack))
		}
		return err
	}()
	next := store.Task{Name: t.Name}
	if failed != nil {
		next = retryNotice(m, now, next, n, failed)
	}
	err := play.Do(ctx, m, now, t.Game, nil, func(s *gm.Step) error {
		if s.Rev == 0 {
			return gm.ErrNothing
		}
		s.Tasks = append(s.Tasks, next)
		return nil
	})
	if err := errors.Join(err, noteNotices(ctx, m, now, failed)); err != nil {
		m.Log.Error("what became of a notice can't be noted", "game", t.Game, "error", err)
	}
}

// retryNotice returns the task for retrying a notice, with growing pauses until it is too old.
func retryNotice(m *gm.Master, now time.Time, next store.Task, n gm.NoticeTask, failed error) store.Task {
	if n.Failed++; n.Since.IsZero() {
		n.Since = now.UTC()
	}
	if now.Sub(n.Since) >= noticeAge {
		m.Log.Error("a notice is given up", "notice", n.ID, "error", failed)
		return next
	}
	wait := min(noticeFirst<<min(n.Failed-1, 10), noticeLast)
	if busy := (*notice.Busy)(nil); errors.As(failed, &busy) {
		wait = min(max(wait, busy.After), noticeLast)
	}
	m.Log.Warn("a notice will be sent again", "notice", n.ID, "in", wait, "error", failed)
	body, err := json.Marshal(n)
	if err != nil {
		panic(fmt.Sprintf("gm: a notice can't be saved: %v", err))
	}
	next.Due, next.Body = now.Add(wait), body
	return next
}

// noteNotices records since when notices have failed, and tells the game master once when that is long.
func noteNotices(ctx context.Context, m *gm.Master, now time.Time, failed error) error {
	was, err := notice.TroubleOf(ctx, m)
	if err != nil {
		return err
	}
	is := was.After(now, failed)
	if is == was {
		return nil
	}
	if is.Told && !was.Told {
		text := fmt.Sprintf("Since %s no notice could be sent to the webhook of the configuration ([notices]): %s. They are "+
			"tried again for two days; the games are not affected. gm doctor says when it works again.",
			is.Since.Format("2 January 2006, 15:04 MST"), is.Error)
		if err := play.TellSite(ctx, m, now, fmt.Sprintf("notices/%d", is.Since.Unix()), "notices", game.Item{Why: text}); err != nil &&
			!errors.Is(err, store.ErrDuplicate) {
			return err
		}
	}
	return notice.Keep(ctx, m, is)
}
