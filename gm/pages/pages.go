// Package pages makes the public web pages of a club's games: still files that any web host carries, without a server
// of ours. It is in charge of what the pages say, how they look, and which files there are; who may write them and
// when is for its callers.
//
// Pages show an observer's view, and of that only what observers have been told: each game's bulletin says how far that
// goes. While a game is played, its board, events and press are shown only if anybody may watch it (observe=mail); of
// other games there is the phase and the deadline. What the rules disclose at the end is shown then. Nobody's address
// is on any page, and nothing depends on the time at which pages are made: games of which observers know the same have
// the same pages to the byte.
//
// The words are in English and, for titles whose letters have it, in other languages, each in a directory of its name
// ("de"). A theme replaces templates (*.html), style.css and site.js.
package pages

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/site"
	"deaddrop/templates"
)

// Options are the settings for making pages.
type Options struct {
	Title  string   // title of the club; "" for the game master's name
	URL    string   // address of the pages, ending with a slash; "" if unknown, so that feeds have no links
	Except []string // names of games without pages
	Theme  fs.FS    // files that replace the program's own; nil if none

	// Board draws a map as SVG, and Film a film as a page of HTML. Pages have no maps, or no films, where they are nil.
	Board func(*letter.Picture) ([]byte, error)
	Film  func(*letter.Film) ([]byte, error)
}

// Files are the pages by their paths, with slashes, below the directory of the site.
type Files map[string][]byte

// A Site makes the pages of a game master's games. It is not safe for concurrent use.
type Site struct {
	master *gm.Master
	o      Options
	theme  *theme
	made   map[string]made // the games as of when their pages were made
	index  string          // the data of the club's own pages, for comparison
	names  []string        // public names of players
}

// A made is a game that has pages.
type made struct {
	rev  uint64 // revision of the game, or the name of its file in the archive
	blob string
	is   string // the data of its pages, for comparison
	card card
}

// New returns a Site. The error describes faults in the theme.
func New(m *gm.Master, o Options) (*Site, error) {
	if o.Title == "" {
		o.Title = m.Name
	}
	if o.Title == "" {
		o.Title = "Deaddrop"
	}
	t, err := readTheme(m.Words, o.Theme)
	if err != nil {
		return nil, err
	}
	return &Site{master: m, o: o, theme: t, made: map[string]made{}}, nil
}

// languages returns the languages of a title's pages, English first.
func (s *Site) languages(rules string) []string {
	out := []string{templates.English}
	for _, language := range s.master.Words.Languages() {
		if language != templates.English && s.master.Words.Has(language, rules) {
			out = append(out, language)
		}
	}
	return out
}

// A Change describes what an update has done.
type Change struct {
	Games   []string // games that have pages, sorted
	Made    int      // number of games whose pages were remade
	Written int      // number of files that were new or different
	// Unread has the games that can't be read, with the reason. They keep their old pages.
	Unread map[string]error
}

// Update writes the pages of games that have changed since the last call, archived ones included, then the club's own
// if they have changed; the first call writes all. It removes the pages of games that no longer have any. After an
// error, the next call continues.
func (s *Site) Update(ctx context.Context, dir Folder) (Change, error) {
	c := Change{Unread: map[string]error{}}
	seen := map[string]made{}
	for g, err := range s.master.StoredGames(ctx, "") {
		if err != nil {
			return c, err
		}
		s.one(ctx, dir, g.Name, made{rev: g.Rev}, &c, seen, func() (*gm.Step, error) { return s.master.Look(ctx, g) })
	}
	archives, err := site.Archives(ctx, s.master)
	if err != nil {
		return c, err
	}
	for _, a := range archives {
		if _, live := seen[a.Name]; live {
			continue
		}
		s.one(ctx, dir, a.Name, made{blob: a.Blob}, &c, seen, func() (*gm.Step, error) {
			m, err := site.Reading(ctx, s.master, a.Name)
			if err != nil {
				return nil, err
			}
			return m.Load(ctx, a.Name)
		})
	}
	s.made = seen
	c.Games = slices.Sorted(maps.Keys(seen))
	club, err := s.club(ctx)
	if err != nil {
		return c, err
	}
	s.rename(club.Ratings)
	if is := gm.Encode("club", club); string(is) != s.index {
		files := Files{}
		if err := s.clubPages(club, files); err != nil {
			return c, err
		}
		n, err := dir.put(files)
		if c.Written += n; err != nil {
			return c, err
		}
		s.index = string(is)
	}
	return c, errors.Join(dir.prune(c), ctx.Err())
}

// rename has the next update remake the pages of games that are over if their players' public names have changed.
func (s *Site) rename(ratings []rating) {
	var names []string
	for _, r := range ratings {
		names = append(names, r.Name)
	}
	slices.Sort(names)
	if slices.Equal(names, s.names) {
		return
	}
	first := s.names == nil
	if s.names = append([]string{}, names...); first {
		return
	}
	for name, m := range s.made {
		if m.card.State == "over" {
			s.made[name] = made{card: m.card}
		}
	}
}

// one makes the pages of a game, unless they are up to date. A fault in one game does not affect the others.
func (s *Site) one(ctx context.Context, dir Folder, name string, now made, c *Change, seen map[string]made,
	load func() (*gm.Step, error)) {
	if slices.Contains(s.o.Except, name) || ctx.Err() != nil {
		return
	}
	was, known := s.made[name]
	if known && was.rev == now.rev && was.blob == now.blob {
		seen[name] = was
		return
	}
	stack, err := gm.Guarded(func() error {
		step, err := load()
		if err != nil {
			return err
		}
		if step.Game.Copy {
			return errCopy
		}
		if now.card, err = s.cardOf(step); err != nil {
			return err
		}
		if now.is = public(step, now.card); known && now.is == was.is {
			return nil
		}
		c.Made++
		files, err := s.gamePages(step)
		if err != nil {
			return err
		}
		n, err := dir.put(files)
		if c.Written += n; err != nil {
			return err
		}
		return dir.pruneTurns(files)
	})
	switch {
	case errors.Is(err, errCopy):
		return
	case stack != "":
		err = errors.New(gm.FirstLine(stack))
	}
	if err != nil {
		c.Unread[name] = err
		if known {
			seen[name] = was
		}
		return
	}
	seen[name] = now
}

// errCopy is the error for a copy of a game, which has no pages. Its original may have some.
var errCopy = errors.New("a copy")

// public returns everything from a game's head on which its pages depend, as a text for comparison.
func public(s *gm.Step, c card) string {
	g := s.Game
	return string(gm.Encode("public", []any{g.State, g.Why, g.Ended, g.Bulletin, g.Void, g.PressRules, g.Options,
		g.Rules, c}))
}

// Of returns the pages of one game, for tests that compare them.
func Of(ctx context.Context, m *gm.Master, name string, o Options) (Files, error) {
	s, err := New(m, o)
	if err != nil {
		return nil, err
	}
	step, err := m.Load(ctx, name)
	if err != nil {
		return nil, err
	}
	if step.Game == nil {
		return nil, fmt.Errorf("there is no game %s", name)
	}
	return s.gamePages(step)
}

// shown reports whether the board, the events and the press of a game are public.
func shown(g *game.Game) bool {
	return disclosed(g) || g.PressRule("observe") == game.ObserveMail
}

// disclosed reports whether a game is over and can't be resumed, so that what its rules disclose is no longer secret.
func disclosed(g *game.Game) bool {
	return g.State == game.Over && g.Begun() && (g.Ended == nil || g.Ended.Told)
}

// GamePath returns the path of a game's page below that of all pages, ending with a slash.
func GamePath(name string) string { return "games/" + strings.ToLower(name) + "/" }

// dir returns the directory of a game's pages in a language.
func dir(language, name string) string { return prefix(language) + GamePath(name) }

// prefix returns the directory of a language's pages, as a prefix of paths.
func prefix(language string) string {
	if language == templates.English {
		return ""
	}
	return language + "/"
}
