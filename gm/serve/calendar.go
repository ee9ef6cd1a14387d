package serve

import (
	"context"
	"slices"
	"time"

	"deaddrop/gm/files"
	"deaddrop/gm/site"
	"deaddrop/templates"
)

// calendarPause is the interval at which the calendar file is compared with the games.
const calendarPause = time.Minute

// keepCalendar keeps the configured calendar file up to date with the deadlines of all games, until ctx ends. It
// writes the file only when a deadline has changed.
func (s *Service) keepCalendar(ctx context.Context, settings string) error {
	var written []templates.Entry
	for first := true; ctx.Err() == nil; {
		a, err := site.AgendaOf(ctx, s.master)
		if err == nil && (first || !slices.Equal(a.Entries, written)) {
			if err = files.Calendar.Write(s.config.Calendar, settings, []byte(a.File(s.now()))); err == nil {
				first, written = false, a.Entries
			}
		}
		if err != nil && ctx.Err() == nil {
			s.log.Error("the calendar file can't be written", "file", s.config.Calendar, "error", err)
		}
		wait(ctx, calendarPause)
	}
	return nil
}
