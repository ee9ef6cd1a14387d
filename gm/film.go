package gm

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
)

// kindFilm is the log entry of a film that goes with letters: a Film.
const kindFilm = "film"

// mostFrames is how many phases a film has at most: of a longer game the last ones.
const mostFrames = 120

// film is one of the game as it stands, as some seats saw it; nil if the game has nothing to show. Reels that are the same
// as an earlier one are left out.
func (s *step) film(seats ...adjudicator.Seat) (*letter.Film, error) {
	if s.m.Maps == nil {
		return nil, nil
	}
	all, err := s.positions()
	if err != nil {
		return nil, err
	}
	all = all[max(0, len(all)-mostFrames):]
	f := &letter.Film{Reels: make([]letter.Reel, len(seats))}
	for i, seat := range seats {
		f.Reels[i].Seat = seat
	}
	for _, p := range all {
		f.Phases = append(f.Phases, p.Phase())
		for i, seat := range seats {
			view, ok := p.View(seat).(adjudicator.Charted)
			if !ok {
				return nil, nil
			}
			f.Reels[i].Charts = append(f.Reels[i].Charts, view.Chart())
		}
	}
	if len(all) == 0 || !s.m.Maps.Has(f.Reels[0].Charts[0].Board) {
		return nil, nil
	}
	f.Reels = distinct(f.Reels)
	return f, nil
}

// distinct leaves out reels that show the same as an earlier one.
func distinct(reels []letter.Reel) []letter.Reel {
	var seen [][]byte
	return slices.DeleteFunc(reels, func(r letter.Reel) bool {
		js := saved(kindFilm, r.Charts)
		known := slices.ContainsFunc(seen, func(other []byte) bool { return bytes.Equal(js, other) })
		seen = append(seen, js)
		return known
	})
}

// positions are those at the starts of the phases that count, and the last one of a game that is over.
func (s *step) positions() ([]adjudicator.Position, error) {
	rules, err := s.m.rules(s.g.Rules)
	if err != nil {
		return nil, err
	}
	var out []adjudicator.Position
	read := func(js []byte) error {
		p := rules.Blank()
		if err := json.Unmarshal(js, p); err != nil {
			return fmt.Errorf("reading a position of %s: %w", s.name, err)
		}
		out = append(out, p)
		return nil
	}
	if err := s.phases(mark{Position: 1, Phase: 1}, func(ph phase) error { return read(ph.start) }); err != nil {
		return nil, err
	}
	if s.g.State != over || s.g.Ended != nil && !s.g.begun() {
		return out, nil
	}
	last, err := s.position()
	if err != nil {
		return nil, err
	}
	return out, read(last)
}

// A premiere is the film that goes with the last letters of a game.
type premiere struct {
	own    bool         // each seat's is its own
	shared *letter.Film // else; nil: there is none
}

// premiere has the letters that this step writes from now on come with a film of the game: everything, if the rules that
// ended it tell that, else what each seat knew. What they have not told because the game master ends the game, he may yet
// take up again.
func (s *step) premiere() {
	s.films = &premiere{own: !s.title().Discloses || s.g.Ended != nil}
	if !s.films.own {
		s.films.shared = s.filmed(append([]adjudicator.Seat{adjudicator.GM}, s.g.players()...)...)
	}
}

// filmed is a film in the log, as letters name it; nil if there is none. The end of a game must not hang on its film.
func (s *step) filmed(seats ...adjudicator.Seat) *letter.Film {
	var f *letter.Film
	stack, err := guarded(func() (err error) { f, err = s.film(seats...); return err })
	if stack != "" || err != nil {
		s.m.Log.Error("a film can't be made", "game", s.name, "error", err, "why", place(stack))
		return nil
	}
	if f == nil {
		return nil
	}
	return &letter.Film{Entry: s.write(kindFilm, "", f)}
}

// filmFor is the film that goes with a letter to a seat; nil if there is none, or its reader wants no pictures.
func (s *step) filmFor(to *seat, title string) *letter.Film {
	if s.films == nil || to.Maps == letter.StyleNone || to.Maps == letter.StyleText {
		return nil
	}
	f := s.films.shared
	if s.films.own {
		f = s.filmed(to.Name)
	}
	if f == nil {
		return nil
	}
	return &letter.Film{Seat: to.Name, Title: s.name + ": " + title, Language: to.Language, Entry: f.Entry}
}

// screen reads what the film of a letter shows. Without it the letter goes all the same.
func (m *Master) screen(ctx context.Context, game string, l *letter.Letter) {
	if l.Film == nil {
		return
	}
	f := *l.Film
	l.Film = nil
	for e, err := range m.Store.Log(ctx, game, f.Entry) {
		if err == nil && e.Kind == kindFilm {
			err = decode(e.Body, &f)
		}
		if err != nil || len(f.Phases) == 0 {
			m.Log.Error("a film can't be read, so a letter goes without it", "game", game, "entry", f.Entry, "error", err)
			return
		}
		break
	}
	f.Entry = 0 // it counts what others wrote, and nobody who draws the film needs it
	l.Film = &f
}

// FilmOf is a film of a game up to now: everything and what each player knew of it, or, with as, what one seat knew. Nil: there
// is no picture of its board.
func (m *Master) FilmOf(ctx context.Context, name, as string) (*letter.Film, error) {
	s, err := m.load(ctx, name)
	if err != nil {
		return nil, err
	}
	seats := append([]adjudicator.Seat{adjudicator.GM}, s.g.players()...)
	if as != "" {
		who, err := s.knower(as)
		if err != nil {
			return nil, err
		}
		if who.Name != adjudicator.GM {
			seats = []adjudicator.Seat{who.Name}
		}
	}
	f, err := s.film(seats...)
	if f != nil {
		f.Title = name + ": " + s.title().Title
	}
	return f, err
}

// MapOf is what a seat knows of the board, now or as it did when a phase had begun.
func (m *Master) MapOf(ctx context.Context, name, as, phase string) (*letter.Picture, error) {
	s, err := m.load(ctx, name)
	if err != nil {
		return nil, err
	}
	if !s.g.begun() {
		return nil, refusal.New("%s has not begun, so there is nothing to show yet.", name)
	}
	if err := s.goTo(phase); err != nil {
		return nil, err
	}
	who, err := s.knower(as)
	if err != nil {
		return nil, err
	}
	var chart *adjudicator.Chart
	stack, err := guarded(func() error {
		p, _, err := s.replay()
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
		return nil, refusal.New("The rules of %s fail: %s", name, firstLine(stack))
	case err != nil:
		return nil, err
	case chart == nil || m.Maps == nil || !m.Maps.Has(chart.Board):
		return nil, refusal.New("There is no map of what %s is played on.", name)
	}
	return s.picture(&seat{Name: who.Name}, *chart, s.title().Title, s.g.Phase), nil
}
