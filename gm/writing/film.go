package writing

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
)

// kindFilm is the kind of log entries that hold a film for letters, as JSON of letter.Film.
const kindFilm = "film"

// mostFrames is the largest number of phases in a film; of a longer game it shows the last ones.
const mostFrames = 120

// FilmFor returns a film of the game up to now, as these seats knew it; nil if there is nothing to show. It omits
// reels that are equal to an earlier one.
func FilmFor(s *gm.Step, seats ...adjudicator.Seat) (*letter.Film, error) {
	if s.Master.Maps == nil {
		return nil, nil
	}
	all, err := positions(s)
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
	if len(all) == 0 || !s.Master.Maps.Has(f.Reels[0].Charts[0]) {
		return nil, nil
	}
	f.Reels = distinct(f.Reels)
	return f, nil
}

// distinct omits reels that are equal to an earlier one.
func distinct(reels []letter.Reel) []letter.Reel {
	var seen [][]byte
	return slices.DeleteFunc(reels, func(r letter.Reel) bool {
		js := gm.Encode(kindFilm, r.Charts)
		known := slices.ContainsFunc(seen, func(other []byte) bool { return bytes.Equal(js, other) })
		seen = append(seen, js)
		return known
	})
}

// positions returns the positions at the starts of the valid phases and, of a finished game, the final one.
func positions(s *gm.Step) ([]adjudicator.Position, error) {
	rules, err := s.Master.RulesOf(s.Game.Rules)
	if err != nil {
		return nil, err
	}
	var out []adjudicator.Position
	read := func(js []byte) error {
		p := rules.Blank()
		if err := json.Unmarshal(js, p); err != nil {
			return fmt.Errorf("reading a position of %s: %w", s.Name, err)
		}
		out = append(out, p)
		return nil
	}
	if err := s.Phases(game.Mark{Position: 1, Phase: 1}, func(ph gm.Phase) error {
		return read(ph.Start)
	}); err != nil {
		return nil, err
	}
	if s.Game.State != game.Over || s.Game.Ended != nil && !s.Game.Begun() {
		return out, nil
	}
	last, err := s.Position()
	if err != nil {
		return nil, err
	}
	return out, read(last)
}

// ShareFilms attaches a film of the game to the letters that this step writes from now on. It shows everything if the
// rules disclosed that when they ended the game; otherwise what each seat knew, because a game that the game master
// has ended may be resumed.
func ShareFilms(s *gm.Step) {
	s.Films = &gm.FilmParts{Own: !s.Title().Discloses || s.Game.Ended != nil}
	if !s.Films.Own {
		s.Films.Shared = filmed(s, append([]adjudicator.Seat{adjudicator.GM}, s.Game.Players()...)...)
	}
}

// filmed writes a film to the log and returns a reference for letters, or nil. Errors are only logged: the end of a
// game must not depend on its film.
func filmed(s *gm.Step, seats ...adjudicator.Seat) *letter.Film {
	var f *letter.Film
	stack, err := gm.Guarded(func() (err error) { f, err = FilmFor(s, seats...); return err })
	if stack != "" || err != nil {
		s.Master.Log.Error("a film can't be made", "game", s.Name, "error", err, "why", gm.TopFrame(stack))
		return nil
	}
	if f == nil {
		return nil
	}
	return &letter.Film{Entry: s.Write(kindFilm, "", f)}
}

// filmWith returns the film for a letter to a seat; nil if there is none, or if its reader wants no pictures.
func filmWith(s *gm.Step, to *game.Seat, title string) *letter.Film {
	if s.Films == nil || !s.Films.Asked && (to.Maps == letter.StyleNone || to.Maps == letter.StyleText) {
		return nil
	}
	f := s.Films.Shared
	if s.Films.Own {
		f = filmed(s, to.Name)
	}
	if f == nil {
		return nil
	}
	return &letter.Film{Seat: to.Name, Title: s.Name + ": " + title, Language: to.Language, Entry: f.Entry,
		Asked: s.Films.Asked}
}

// AddFilm loads the content of a letter's film from the log. If that fails, the letter goes without it.
func AddFilm(ctx context.Context, m *gm.Master, game string, l *letter.Letter) {
	if l.Film == nil {
		return
	}
	f := *l.Film
	l.Film = nil
	for e, err := range m.Store.Log(ctx, game, f.Entry) {
		if err == nil && e.Kind == kindFilm {
			err = gm.Decode(e.Body, &f)
		}
		if err != nil || len(f.Phases) == 0 {
			m.Log.Error("a film can't be read, so a letter goes without it", "game", game, "entry",
				f.Entry, "error", err)
			return
		}
		break
	}
	f.Entry = 0 // it reveals how much others wrote, and is not needed for drawing
	l.Film = &f
}
