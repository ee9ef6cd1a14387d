package gm

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"deaddrop/gm/store"
)

// A Chore is something that the human game master should see to and that no letter has told him of: it is found by looking.
type Chore struct {
	Game string
	Text string
	Do   string `json:",omitempty"` // the command that does it, or shows more
}

// nearDeadline is how long before a deadline the game master is told who is missing.
const nearDeadline = 24 * time.Hour

// Chores lists what is to be done in games, by their names: in those that are given, as for Inbox, or in all.
func (m *Master) Chores(ctx context.Context, now time.Time, only ...string) ([]Chore, error) {
	games, _ := m.among(ctx, only)
	all, err := gather(games, func(g store.NamedGame) ([]Chore, error) {
		s, err := m.look(ctx, g)
		if err != nil {
			return []Chore{{Game: g.Name, Text: "It can't be read: " + err.Error(), Do: "gm doctor"}}, nil
		}
		s.now = now
		return s.chores(), nil
	})
	if err != nil {
		return nil, err
	}
	out := slices.Concat(all...)
	unsent, err := m.Outbox(ctx, only...)
	if err != nil {
		return nil, err
	}
	for _, o := range unsent {
		if o.State == stateFailed || o.Next.IsZero() {
			out = append(out, Chore{Game: o.Game, Text: fmt.Sprintf("Letter %d to %s was given up: %s", o.Number, o.To, o.Error), Do: fmt.Sprintf("gm outbox retry %s %d", o.Game, o.Number)})
		}
	}
	return out, nil
}

// chores are those of a game.
func (s *step) chores() []Chore {
	var out []Chore
	chore := func(do, format string, args ...any) {
		out = append(out, Chore{Game: s.name, Text: fmt.Sprintf(format, args...), Do: do})
	}
	if s.g.State == held {
		chore("gm resume "+s.name, "It is held: %s", s.g.Why)
	}
	q := s.g.waitsForDesk()
	if why, is := s.g.standstill(), s.g.Still; why != nil && is != nil && s.g.State != held && q == nil && s.now.Sub(is.Since) >= why.every {
		chore(why.do, "%s", why.line(is.Since, s.g.Clock.Location()))
	}
	if s.g.State != running {
		return out
	}
	if q != nil {
		chore("gm ruling "+s.name+" ANSWER", "It waits for your answer (%s) in %s.", q.Kind, s.g.Phase)
	}
	var missing []string
	for _, q := range s.g.Open {
		if seat := s.g.seat(q.Seat); seat != nil && q.Default != "" && !s.g.in(q) {
			missing = append(missing, string(q.Seat))
		}
	}
	if left := s.g.Deadline.Sub(s.now); len(missing) > 0 && !s.g.Deadline.IsZero() && left < nearDeadline {
		chore("gm show "+s.name, "The deadline is %s, and these are not in: %s.", s.g.Deadline.In(s.g.Clock.Location()).Format(dateTime), strings.Join(missing, ", "))
	}
	return out
}
