package serve

import (
	"context"
	"slices"
	"time"

	"deaddrop/gm/files"
	"deaddrop/gm/site"
	"deaddrop/templates"
)

// calendarPause is how often the calendar file is compared with the games.
const calendarPause = time.Minute

// keepCalendar keeps the configuration's calendar file as the deadlines of all games are, until ctx ends. It is only
// written when one of them has changed.
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
