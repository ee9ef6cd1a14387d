package setup

import (
	"context"
	"fmt"
	"os"
	"slices"

	"deaddrop/gm"
	"deaddrop/gm/config"
	"deaddrop/gm/letter"
	"deaddrop/gm/pages"
	"deaddrop/gm/post"
)

// largestFilm is the limit of a film on a page, in bytes.
const largestFilm = 2 << 20

// Pages returns the maker of the public pages of a master's games, as the configuration wants them.
func Pages(m *gm.Master, c config.Site) (*pages.Site, error) {
	o := pages.Options{Title: c.Title, URL: c.Base(), Except: c.Except}
	if c.Theme != "" {
		if info, err := os.Stat(c.Theme); err != nil || !info.IsDir() {
			return nil, fmt.Errorf("[site] theme = %q: there is no such directory", c.Theme)
		}
		o.Theme = os.DirFS(c.Theme)
	}
	if draws, ok := m.Maps.(*post.Draftsman); ok {
		o.Board = func(p *letter.Picture) ([]byte, error) {
			file, err := draws.Picture(p)
			return file.Data, err
		}
		o.Film = func(f *letter.Film) ([]byte, error) {
			file, err := draws.Page(f, "", largestFilm)
			return file.Data, err
		}
	}
	return pages.New(m, o)
}

// publicPage returns a function for the addresses of games' public pages, or nil if the configuration has none.
func publicPage(c config.Site) func(name string) string {
	if c.Dir == "" || c.Base() == "" {
		return nil
	}
	return func(name string) string {
		if slices.Contains(c.Except, name) {
			return ""
		}
		return c.Base() + pages.GamePath(name)
	}
}

// WritePages writes all pages into the configured directory once. It returns what they are.
func WritePages(ctx context.Context, m *gm.Master, c config.Site) (pages.Change, error) {
	site, err := Pages(m, c)
	if err != nil {
		return pages.Change{}, err
	}
	dir, err := pages.OpenFolder(c.Dir)
	if err != nil {
		return pages.Change{}, err
	}
	return site.Update(ctx, dir)
}
