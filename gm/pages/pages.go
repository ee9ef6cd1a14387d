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

// Options are what pages are made with.
type Options struct {
	Title  string   // of the club; "": the game master's name
	URL    string   // at which the pages will be, ending with a slash; "": that is not known, and feeds have no links
	Except []string // games that have no page
	Theme  fs.FS    // files in place of the program's own; nil: none

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
	made   map[string]made // the games, as they were when their pages were made
	index  string          // what the club's own pages were made of
	names  []string        // the public names of players
}

// made is a game of which there are pages.
type made struct {
	rev  uint64 // of the game, or the name of its file in the archive
	blob string
	is   string // what its pages were made of
	card card
}

// New returns the maker of the pages. An error names what is wrong in the theme.
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

// A Change is what an update has done.
type Change struct {
	Games   []string // those that have pages, sorted
	Made    int      // how many of them were made anew
	Written int      // files that were new or different
	// Unread are games that can't be read, with the reason; they keep the pages that they have.
	Unread map[string]error
}

// Update writes the pages of games that have changed since the last call, archived ones included, then the club's own,
// if anything in them has; the first time, all. It removes those of games that have none any more. After an error the
// next call goes on.
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

// rename has the pages of games that are over made anew with the next update, if players have other public names.
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

// one makes the pages of a game, unless they are there already. Its fault leaves the others alone.
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

// errCopy is of a copy of a game, which has no pages: the game that it is a copy of may have.
var errCopy = errors.New("a copy")

// public returns all of a game's head that its pages depend on, as a text to compare.
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

// shown reports whether the board, the events and the press of a game are for everybody.
func shown(g *game.Game) bool {
	return disclosed(g) || g.PressRule("observe") == game.ObserveMail
}

// disclosed reports whether a game is over for good, so that what its rules disclose is no secret.
func disclosed(g *game.Game) bool {
	return g.State == game.Over && g.Begun() && (g.Ended == nil || g.Ended.Told)
}

// dir returns where a game's pages are in a language.
func dir(language, name string) string {
	return prefix(language) + "games/" + strings.ToLower(name) + "/"
}

// prefix returns where a language's pages are.
func prefix(language string) string {
	if language == templates.English {
		return ""
	}
	return language + "/"
}
