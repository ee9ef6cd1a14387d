package config

import (
	"errors"
	"fmt"
	"maps"
	"net/mail"
	"slices"
)

// A GameMaster is a game master in addition to the one whom gm names.
type GameMaster struct {
	Rights string   // "site", "game" or "read"
	Games  []string // games in which they have the rights game or read
	Notify string   // "now", "daily" or "urgent"; "" for the setting of the site, or of a game
}

// checkMasters returns an error for invalid game masters.
func (c Config) checkMasters() error {
	if len(c.Masters) > 0 && c.GM == "" {
		return errors.New("[masters] names additional game masters, but gm is missing: the address of the one with " +
			"all rights")
	}
	for _, addr := range slices.Sorted(maps.Keys(c.Masters)) {
		if err := c.Masters[addr].check(); err != nil {
			return fmt.Errorf("[masters.%q]: %w", addr, err)
		}
		if parsed, err := mail.ParseAddress(addr); err != nil || parsed.Address != addr {
			return fmt.Errorf("[masters.%q] is not a mail address; write it between quotation marks, as in "+
				"[masters.\"ann@example.org\"]", addr)
		}
	}
	return nil
}

func (g GameMaster) check() error {
	switch {
	case !slices.Contains([]string{"site", "game", "read"}, g.Rights):
		return fmt.Errorf("rights = %q: they are \"site\" (everything), \"game\" (act on games) or \"read\" (see games)",
			g.Rights)
	case g.Rights == "site" && len(g.Games) > 0:
		return errors.New("games has no meaning with rights = \"site\", which covers all games; leave it out")
	case g.Rights != "site" && len(g.Games) == 0:
		return fmt.Errorf("games is missing: it lists the games that rights = %q covers, such as games = "+
			"[\"dm1\"]", g.Rights)
	case !slices.Contains([]string{"", "now", "daily", "urgent"}, g.Notify):
		return fmt.Errorf("notify = %q: write when letters about waiting items come: \"now\", \"daily\" or "+
			"\"urgent\"", g.Notify)
	}
	return nil
}
