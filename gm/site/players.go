package site

import (
	"context"
	"errors"
	"slices"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/letter"
	"deaddrop/gm/record"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
)

// Players returns the record of every player over running, finished and archived games, by address. unread are the
// names of games that can't be read, and are not counted.
func Players(ctx context.Context, m *gm.Master) (all []record.Player, unread []string, err error) {
	games, unread, err := Records(ctx, m)
	if err != nil {
		return nil, nil, err
	}
	all, err = record.Players(ctx, m, games)
	return all, unread, err
}

// Records returns what the players of each running, finished and archived game have done. unread are the names of games
// that can't be read.
func Records(ctx context.Context, m *gm.Master) (games []record.Game, unread []string, err error) {
	type read struct {
		game   record.Game
		unread string
	}
	live, err := gm.Gather(m.StoredGames(ctx, ""), func(g store.NamedGame) (r read, _ error) {
		s, err := m.Look(ctx, g)
		if err == nil {
			r.game, err = record.OfGame(s)
		}
		if err != nil {
			r.unread = g.Name
		}
		return r, ctx.Err()
	})
	if err != nil {
		return nil, nil, err
	}
	archives, err := Archives(ctx, m)
	if err != nil {
		return nil, nil, err
	}
	shelved, err := gm.Gather(gm.Each(ctx, archives), func(a gm.Archived) (r read, _ error) {
		g, err := ofArchived(ctx, m, a)
		if err != nil {
			r.unread = a.Name
		}
		r.game = g
		return r, ctx.Err()
	})
	if err != nil {
		return nil, nil, err
	}
	for _, r := range slices.Concat(live, shelved) {
		if r.unread != "" {
			unread = append(unread, r.unread)
		}
		games = append(games, r.game)
	}
	return games, unread, nil
}

// ofArchived returns what the players of an archived game have done. It reads the game's file only if there is no
// summary of it.
func ofArchived(ctx context.Context, m *gm.Master, a gm.Archived) (record.Game, error) {
	g, err := record.Shelved(ctx, m, a)
	switch {
	case err != nil:
		return record.Game{}, err
	case g != nil:
		return *g, nil
	}
	in, err := Reading(ctx, m, a.Name)
	if err != nil {
		return record.Game{}, err
	}
	s, err := in.Find(ctx, a.Name)
	switch {
	case err != nil:
		return record.Game{}, err
	case s == nil:
		return record.Game{}, errors.New(a.Name + " is gone")
	}
	return record.Shelve(m, s, a)
}

// PlayerAt returns the record of the player with an address.
func PlayerAt(ctx context.Context, m *gm.Master, addr string) (p record.Player, unread []string, err error) {
	all, unread, err := Players(ctx, m)
	if err != nil {
		return p, nil, err
	}
	addr = letter.Address(addr)
	i := slices.IndexFunc(all, func(p record.Player) bool { return p.Is(addr) })
	if i < 0 {
		return p, unread, refusal.New("There are no statistics for a player at %s; gm stats lists all players.", addr)
	}
	return all[i], unread, nil
}

// Forget removes a player from the statistics: games that began until now are not counted, under any of their
// addresses.
func Forget(ctx context.Context, m *gm.Master, now time.Time, addr string) (record.Player, error) {
	p, _, err := PlayerAt(ctx, m, addr)
	if err != nil {
		return p, err
	}
	_, err = forgotten(ctx, m, addr, now.UTC())
	return p, err
}

// Rename gives the player of an address a name for public pages; "" takes it away.
func Rename(ctx context.Context, m *gm.Master, addr, name string) error {
	addr = letter.Address(addr)
	was, err := m.PlayerRecord(ctx, addr)
	if err != nil {
		return err
	}
	if len(was.Games) == 0 {
		return refusal.New("Nobody with the address %s plays here or has played.", addr)
	}
	return m.ChangePlayer(ctx, addr, func(head *gm.PlayerRecord) bool {
		changed := head.PublicName != name
		head.PublicName = name
		return changed
	})
}

// Remember undoes [Forget]. again reports whether there was anything to undo.
func Remember(ctx context.Context, m *gm.Master, addr string) (again bool, err error) {
	return forgotten(ctx, m, addr, time.Time{})
}

// forgotten sets up to when a player's games are not counted. changed reports whether that is new.
func forgotten(ctx context.Context, m *gm.Master, addr string, until time.Time) (changed bool, err error) {
	games, _, err := Records(ctx, m)
	if err != nil {
		return false, err
	}
	for _, own := range record.Addresses(games, letter.Address(addr)) {
		err := m.ChangePlayer(ctx, own, func(head *gm.PlayerRecord) bool {
			is := !head.Forgotten.Equal(until)
			head.Forgotten, changed = until, changed || is
			return is
		})
		if err != nil {
			return changed, err
		}
	}
	return changed, nil
}
