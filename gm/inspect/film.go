package inspect

import (
	"context"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
	"deaddrop/gm/writing"
)

// FilmOf returns a film of a game up to now: the truth and what each player knew or, with as, what one seat knew. It
// is nil if the game has no picture of its board.
func FilmOf(ctx context.Context, m *gm.Master, name, as string) (*letter.Film, error) {
	s, err := m.Load(ctx, name)
	if err != nil {
		return nil, err
	}
	seats := append([]adjudicator.Seat{adjudicator.GM}, s.Game.Players()...)
	if as != "" {
		who, err := knower(s, as)
		if err != nil {
			return nil, err
		}
		if who.Name != adjudicator.GM {
			seats = []adjudicator.Seat{who.Name}
		}
	}
	f, err := writing.FilmFor(s, seats...)
	if f != nil {
		f.Title = name + ": " + s.Title().Title
	}
	return f, err
}

// MapOf returns a map of what a seat knows, now or at the start of a phase.
func MapOf(ctx context.Context, m *gm.Master, name, as, phase string) (*letter.Picture, error) {
	s, err := m.Load(ctx, name)
	if err != nil {
		return nil, err
	}
	if !s.Game.Begun() {
		return nil, refusal.New("%s has not begun, so there is nothing to show yet.", name)
	}
	if err := s.GoTo(phase); err != nil {
		return nil, err
	}
	who, err := knower(s, as)
	if err != nil {
		return nil, err
	}
	var chart *adjudicator.Chart
	stack, err := gm.Guarded(func() error {
		p, _, err := s.Replay()
		if err != nil {
			return err
		}
		if view, ok := p.View(who.Name).(adjudicator.Charted); ok {
			c := view.Chart()
			chart = &c
		}
		return nil
	})
	switch {
	case stack != "":
		return nil, refusal.New("The rules of %s fail: %s", name, gm.FirstLine(stack))
	case err != nil:
		return nil, err
	case chart == nil || m.Maps == nil || !m.Maps.Has(*chart):
		return nil, refusal.New("There is no map for the board of %s.", name)
	}
	return writing.PictureFor(s, &game.Seat{Name: who.Name}, *chart, s.Title().Title, s.Game.Phase), nil
}
