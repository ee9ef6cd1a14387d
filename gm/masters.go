package gm

import (
	"context"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
)

// A SiteMaster is a game master whom the configuration names beside the one with all rights.
type SiteMaster struct {
	Address string
	Rights  game.Rights
	Games   []string    // in which they have the rights; none for RightsSite, which are for all
	Notify  game.Notify // when they get letters about what waits; "": as the game says
}

// NewSiteMaster returns a game master as a configuration describes them.
func NewSiteMaster(addr, rights string, games []string, notify string) SiteMaster {
	s := SiteMaster{Address: letter.Address(addr), Rights: game.Rights(rights), Notify: game.Notify(notify)}
	for _, name := range games {
		s.Games = append(s.Games, strings.ToLower(name))
	}
	return s
}

// siteMaster returns the configured game master with an address, or nil.
func (m *Master) siteMaster(addr string) *SiteMaster {
	i := slices.IndexFunc(m.Masters, func(s SiteMaster) bool { return s.Address == addr })
	if i < 0 {
		return nil
	}
	return &m.Masters[i]
}

// HasSite reports whether an address has all rights here.
func (m *Master) HasSite(addr string) bool { return m.RightsIn(nil, "", addr) == game.RightsSite }

// RightsIn returns the rights of an address in a game of a name, by the configuration and the game's own list. g is
// nil for what belongs to no game, and for a game of which only the name is known.
func (m *Master) RightsIn(g *game.Game, name, addr string) game.Rights {
	if addr == "" {
		return game.NoRights
	}
	if m.Desk != "" && addr == letter.Address(m.Desk) {
		return game.RightsSite
	}
	rights := game.NoRights
	if s := m.siteMaster(addr); s != nil && (s.Rights == game.RightsSite || slices.Contains(s.Games, name)) {
		rights = s.Rights
	}
	if g != nil {
		rights = rights.Or(g.RightsOf(addr))
	}
	return rights
}

// ConfiguredMasters returns the game masters of a game whom only the configuration names, for package intake.
func (m *Master) ConfiguredMasters(name string) []intake.Master {
	var out []intake.Master
	for _, s := range m.Masters {
		if s.Rights != game.RightsSite && slices.Contains(s.Games, name) {
			out = append(out, intake.Master{Address: s.Address, Acts: s.Rights.Include(game.RightsGame)})
		}
	}
	return out
}

// GamesOfMaster returns the games in which the configuration gives an address rights.
func (m *Master) GamesOfMaster(addr string) []string {
	if s := m.siteMaster(addr); s != nil {
		return slices.Clone(s.Games)
	}
	return nil
}

// SiteDesks returns the addresses to which letters go that are for the game master of the whole site.
func (m *Master) SiteDesks() []string {
	var out []string
	if m.Desk != "" {
		out = append(out, letter.Address(m.Desk))
	}
	for _, s := range m.Masters {
		if s.Rights == game.RightsSite && !slices.Contains(out, s.Address) {
			out = append(out, s.Address)
		}
	}
	return out
}

// Desks returns the addresses to which letters to the game master of a game go: that of the game master's seat first,
// then all others who act on the game. Those with all rights are among them if the game is the site's game master's.
func (m *Master) Desks(g *game.Game) []string {
	seat := g.Seat(adjudicator.GM)
	if seat == nil || seat.Address == "" {
		return nil
	}
	out := []string{seat.Address}
	add := func(addr string) {
		if !slices.Contains(out, addr) {
			out = append(out, addr)
		}
	}
	if slices.Contains(m.SiteDesks(), seat.Address) {
		for _, addr := range m.SiteDesks() {
			add(addr)
		}
	}
	for _, f := range g.Fellows {
		if f.Rights.Include(game.RightsGame) {
			add(f.Address)
		}
	}
	for _, s := range m.ConfiguredMasters(g.Name) {
		if s.Acts {
			add(s.Address)
		}
	}
	return out
}

// MastersWhoPlay reports whether a game master of a game also plays in it: the one who has the seat, or any other who
// may see it.
func (m *Master) MastersWhoPlay(g *game.Game) bool {
	all := m.Desks(g)
	for _, f := range g.Fellows {
		all = append(all, f.Address)
	}
	for _, s := range m.ConfiguredMasters(g.Name) {
		all = append(all, s.Address)
	}
	all = append(all, m.SiteDesks()...)
	return slices.ContainsFunc(all, func(addr string) bool { return g.Plays(addr) })
}

// NotifyOf returns when a game master with an address gets letters about what waits, where the game or the lobby says
// otherwise.
func (m *Master) NotifyOf(addr string, otherwise game.Notify) game.Notify {
	if s := m.siteMaster(addr); s != nil && s.Notify != "" {
		return s.Notify
	}
	return otherwise
}

// BlindfoldedIn returns the games of which a game master with an address must see no secrets, since they play in them.
func (m *Master) BlindfoldedIn(ctx context.Context, addr string) ([]string, error) {
	var out []string
	games, _ := m.Among(ctx, nil)
	for g, err := range games {
		if err != nil {
			return nil, err
		}
		s, err := m.Look(ctx, g)
		if err == nil && s.Game.Blinds(addr) {
			out = append(out, g.Name)
		}
	}
	return out, nil
}

// OutToDesks queues a letter to the game masters of the whole site. Its ID is the local part of one. A letter that may
// have secrets of games in it is not for those who play blindfolded.
func (s *Step) OutToDesks(l letter.Letter, secret bool) error {
	local := l.ID
	for i, addr := range s.Master.SiteDesks() {
		if secret {
			blindfolded, err := s.Master.BlindfoldedIn(s.Ctx, addr)
			if err != nil {
				return err
			}
			if len(blindfolded) > 0 {
				continue
			}
		}
		l.ID, l.To = s.Master.MessageID(local), addr
		if i == 0 {
			l.To = s.Master.Desk
		} else {
			other := letter.Letter{ID: local + " " + addr}
			l.ID = s.Master.MessageID("master." + other.Short())
		}
		s.Out(l)
	}
	return nil
}

// tellsNow reports whether any game master may want to hear at once of what waits in a game, or in the lobby.
func (m *Master) tellsNow(otherwise game.Notify) bool {
	return otherwise == game.NotifyNow ||
		slices.ContainsFunc(m.Masters, func(s SiteMaster) bool { return s.Notify == game.NotifyNow })
}
