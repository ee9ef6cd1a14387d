package site

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/outbox"
	"deaddrop/gm/store"
)

// A Todo is something that needs the human game master's attention but of which no letter tells them.
type Todo struct {
	Game string
	Text string
	Do   string `json:",omitempty"` // a command that does it, or shows more
}

// nearDeadline is the time before a deadline from which on missing players are listed, or half a turn if that is less.
const nearDeadline = 24 * time.Hour

// Todos returns the to-do lists of the given games, or of all, by name.
func Todos(ctx context.Context, m *gm.Master, now time.Time, only ...string) ([]Todo, error) {
	games, _ := m.Among(ctx, only)
	all, err := gm.Gather(games, func(g store.NamedGame) ([]Todo, error) {
		s, err := m.Look(ctx, g)
		if err != nil {
			return []Todo{{Game: g.Name, Text: "It can't be read: " + err.Error(), Do: "gm doctor"}}, nil
		}
		s.Now = now
		return todosOf(s), nil
	})
	if err != nil {
		return nil, err
	}
	out := slices.Concat(all...)
	unsent, err := outbox.List(ctx, m, only...)
	if err != nil {
		return nil, err
	}
	for _, o := range unsent {
		if !o.Moved && (o.State == outbox.StateFailed || o.Next.IsZero()) {
			out = append(out, Todo{
				Game: o.Game, Text: fmt.Sprintf("Letter %d to %s was given up: %s", o.Number, o.To, o.Error),
				Do: fmt.Sprintf("gm outbox retry %s %d", o.Game, o.Number),
			})
		}
	}
	return out, nil
}

// todosOf returns the to-do list of a game.
func todosOf(s *gm.Step) []Todo {
	var out []Todo
	chore := func(do, format string, args ...any) {
		out = append(out, Todo{Game: s.Name, Text: fmt.Sprintf(format, args...), Do: do})
	}
	if s.Game.State == game.Held {
		chore("gm resume "+s.Name, "It is held: %s", s.Game.Why)
	}
	q := s.Game.WaitsForDesk()
	why, is := s.Game.Standstill(), s.Game.Still
	stalled := why != nil && is != nil && s.Now.Sub(is.Since) >= why.Every
	if stalled && s.Game.State != game.Held && q == nil {
		chore(why.Do, "%s", why.Line(is.Since, s.Game.Clock.Location()))
	}
	if s.Game.State != game.Running {
		return out
	}
	if q != nil {
		chore("gm answer "+s.Name+" TEXT", "It waits for your answer (%s) in %s.", q.Kind, s.Game.Phase)
	}
	var missing []string
	for _, q := range s.Game.Open {
		if seat := s.Game.Seat(q.Seat); seat != nil && q.Default != "" && !s.Game.IsIn(q) {
			missing = append(missing, string(q.Seat))
		}
	}
	near := min(nearDeadline, s.Game.Clock.Every/2)
	if left := s.Game.Deadline.Sub(s.Now); len(missing) > 0 && !s.Game.Deadline.IsZero() && left < near {
		chore("gm show "+s.Name, "The deadline is %s, and the game is still waiting for %s.",
			s.Game.Deadline.In(s.Game.Clock.Location()).Format(game.DateTime), strings.Join(missing, ", "))
	}
	return out
}
