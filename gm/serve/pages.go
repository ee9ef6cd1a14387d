package serve

import (
	"context"
	"time"

	"deaddrop/gm/pages"
	"deaddrop/gm/setup"
)

// pagesPause is how often the public pages are compared with the games.
const pagesPause = time.Minute

// keepPages keeps the configuration's directory of public pages as the games are, until ctx ends. A fault leaves the
// pages as they are, and is tried again.
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
