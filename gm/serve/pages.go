package serve

import (
	"context"
	"time"

	"deaddrop/gm/pages"
	"deaddrop/gm/setup"
)

// pagesPause is the time between comparisons of the public pages with the games.
const pagesPause = time.Minute

// keepPages keeps the configured directory of public pages up to date with the games until ctx ends. After an error
// the old pages stay, and it tries again.
func (s *Service) keepPages(ctx context.Context) error {
	site, err := setup.Pages(s.master, s.config.Site)
	if err != nil {
		return err
	}
	dir, err := pages.OpenFolder(s.config.Site.Dir)
	if err != nil {
		return err
	}
	for ctx.Err() == nil {
		change, err := site.Update(ctx, dir)
		for name, why := range change.Unread {
			s.log.Error("a game has no new pages", "game", name, "error", why)
		}
		if err != nil && ctx.Err() == nil {
			s.log.Error("the public pages can't be written", "dir", s.config.Site.Dir, "error", err)
		}
		wait(ctx, pagesPause)
	}
	return nil
}
