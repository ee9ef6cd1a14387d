package play

import (
	"context"
	"slices"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/writing"
	"deaddrop/templates"
)

// Deliver writes press to each seat that it is for.
func Deliver(s *gm.Step, p templates.Press) {
	for _, seat := range s.Game.Seats {
		if p.From == string(seat.Name) && !slices.Contains(p.To, p.From) || !s.Game.Reaches(p, seat) {
			continue
		}
		page := writing.PageFor(s, nil, seat)
		page.Press = []templates.Press{game.Shown(p, seat)}
		writing.Send(s, seat, "press", page, nil)
	}
	who := &game.Seat{Name: adjudicator.Observer}
	if !s.Game.Reaches(p, who) {
		return
	}
	publish(s, s.Game.Count, []templates.Press{p})
	toObservers(s, func() templates.Page {
		page := writing.PageFor(s, nil, who)
		page.Press, page.Watch = []templates.Press{game.Shown(p, who)}, &templates.Watch{Stage: templates.WatchWord}
		return page
	})
}

// Relay sends the grey press that is due, in an order that reveals nothing about its authors.
func Relay(ctx context.Context, m *gm.Master, now time.Time, name string) error {
	return Do(ctx, m, now, name, nil, func(s *gm.Step) error {
		if s.Game == nil || len(s.Game.Grey) == 0 || now.Before(s.Game.Grey[0].Due) {
			return gm.ErrNothing
		}
		var due []templates.Press
		for len(s.Game.Grey) > 0 && !now.Before(s.Game.Grey[0].Due) {
			due, s.Game.Grey = append(due, s.Game.Grey[0].Press), s.Game.Grey[1:]
		}
		for _, p := range game.Arranged(due) {
			Deliver(s, p)
		}
		if len(s.Game.Grey) > 0 {
			s.Task(gm.TaskGrey, s.Game.Grey[0].Due)
		}
		return nil
	})
}
