package desk

import (
	"context"
	"fmt"
	"slices"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
	"deaddrop/gm/writing"
)

// maxFellows is the largest number of fellow masters of a game.
const maxFellows = 20

// AddMaster makes an address a fellow master of a game, or changes their rights. They are told by mail.
func (d *Operator) AddMaster(ctx context.Context, now time.Time, name, addr string, rights game.Rights) error {
	addr = letter.Address(addr)
	if err := rights.CheckForGame(); err != nil {
		return err
	}
	if err := d.Master.CheckAddress(addr); err != nil {
		return err
	}
	if _, err := d.Master.Load(ctx, name); err != nil {
		return err
	}
	if err := d.checkFor(ctx, name); err != nil {
		return err
	}
	if err := d.enter(ctx, name, addr); err != nil {
		return err
	}
	return d.act(ctx, now, name, func(s *gm.Step) error {
		desk, is := s.Game.Seat(adjudicator.GM), s.Game.Fellow(addr)
		switch {
		case desk == nil || desk.Address == "":
			return refusal.New("%s has no game master, so nobody can join one: the configuration named none when "+
				"it began.",
				name)
		case desk.Address == addr:
			return refusal.New("%s is the game master of %s already; gm seat %s GM=ADDRESS gives that seat to "+
				"somebody else.",
				addr, name, name)
		case is != nil && is.Rights == rights:
			return refusal.New("%s is a game master of %s with these rights already.", addr, name)
		case is == nil && len(s.Game.Fellows) >= maxFellows:
			return refusal.New("%s already has %d additional game masters, the most that there can "+
				"be.", name, maxFellows)
		}
		undo := []string{"master", name, "remove", addr}
		if is != nil {
			undo = []string{"master", name, "add", addr, "--rights", string(is.Rights)}
			is.Rights = rights
		} else {
			s.Game.Fellows = append(s.Game.Fellows, &game.FellowMaster{Address: addr, Rights: rights})
		}
		noteMaster(s, addr)
		text := fmt.Sprintf("You are now a game master of this game: you may see it, and act on it. Write commands "+
			"to this address, each on a line of its own, as in gm show %s; HELP lists them.", name)
		if rights == game.RightsRead {
			text = fmt.Sprintf("You may now see this game as a game master, but change nothing in it. Write commands "+
				"to this address, each on a line of its own, as in gm show %s; HELP lists them.", name)
		}
		if s.Game.Blinds(addr) {
			text += " Since you also play in it, you are shown none of its secrets."
		}
		tellMaster(s, desk, addr, text)
		logAct(s, done{what: "master " + name + " add", detail: addr + " " + string(rights), undo: undo})
		return nil
	})
}

// noteMaster adds notes on a game master who plays.
func noteMaster(s *gm.Step, addr string) {
	switch {
	case !s.Game.Plays(addr):
	case s.Game.Blindfold:
		s.Notes = append(s.Notes, addr+" plays in "+s.Name+", and is shown no secrets of it.")
	default:
		s.Notes = append(s.Notes, "Warning: "+addr+" plays in "+s.Name+", and may see all its secrets now. STATUS "+
			"tells its players that a game master plays. In a game that gm new --blind has begun, they would see none.")
	}
}

// RemoveMaster takes away the rights of a fellow master, even for a letter of theirs that is on its way. They are
// told by mail.
func (d *Operator) RemoveMaster(ctx context.Context, now time.Time, name, addr string) error {
	addr = letter.Address(addr)
	return d.act(ctx, now, name, func(s *gm.Step) error {
		is, desk := s.Game.Fellow(addr), s.Game.Seat(adjudicator.GM)
		if is == nil {
			return refusal.New("%s is not an additional game master of %s; gm master %s lists who "+
				"is.", addr, name, name)
		}
		s.Game.Fellows = slices.DeleteFunc(s.Game.Fellows, func(f *game.FellowMaster) bool { return f == is })
		if s.Game.State != game.Over && desk != nil {
			tellMaster(s, desk, addr, writing.WithReason(s, "You are no longer a game master of this game."))
		}
		logAct(s, done{
			what:   "master " + name + " remove",
			detail: addr,
			undo:   []string{"master", name, "add", addr, "--rights", string(is.Rights)},
		})
		return nil
	})
}

// tellMaster writes to a fellow master about their rights.
func tellMaster(s *gm.Step, desk *game.Seat, addr, text string) {
	to := *desk
	to.Address = addr
	page := writing.PageFor(s, nil, &to)
	page.Ask, page.Phase, page.Notice = nil, "", text
	words, err := s.Master.Words.Letter("desk", page)
	if err != nil {
		panic(fmt.Sprintf("gm: writing to a game master of %s: %v", s.Name, err))
	}
	id := letter.Letter{ID: fmt.Sprintf("rights %s %d %s", s.Name, s.Next, addr)}
	s.Out(letter.Letter{ID: s.Master.MessageID("master." + id.Short()), To: addr, Subject: words.Subject,
		Text: words.Text, HTML: words.HTML})
}

// checkUnknowing returns an error if an address may not get a player's seat because it is that of a game master who may
// have seen the secrets of the game, in a game that keeps them from those who play.
func checkUnknowing(s *gm.Step, seat adjudicator.Seat, addr string) error {
	knows := s.Master.RightsIn(s.Game, s.Name, addr) != game.NoRights && !s.Game.MayPlay(addr)
	if s.Game.Blindfold && seat != adjudicator.GM && knows {
		return refusal.New("%s is a game master of %s and may have seen its secrets, so they can't come to play in it.",
			addr, s.Name)
	}
	return nil
}

// noteWhoIsBlind adds a note if a game keeps its secrets from all its game masters, because all of them play.
func noteWhoIsBlind(s *gm.Step) {
	if !s.Game.Blindfold {
		return
	}
	desks := s.Master.Desks(s.Game)
	if len(desks) == 0 || slices.ContainsFunc(desks, func(addr string) bool { return !s.Game.Plays(addr) }) {
		return
	}
	s.Notes = append(s.Notes, fmt.Sprintf("All game masters of %s play in it, so nobody gets letters to its game "+
		"master: they wait in gm inbox. gm master %s add ADDRESS names one who does not play.", s.Name, s.Name))
}
