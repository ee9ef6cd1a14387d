package desk

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/letter"
	"deaddrop/gm/play"
	"deaddrop/gm/refusal"
	"deaddrop/gm/writing"
	"deaddrop/templates"
)

// Open announces a game that takes players: whoever wants to play writes JOIN and its name, and confirms by
// answering; with approve, the game master must approve each of them. The game begins by itself when wanted players
// have confirmed; 0 means the number of the title's seats. Players in the plan are asked to confirm, too, and are
// promised the seats given there. An invalid plan is a [*refusal.Error].
func (d *Operator) Open(ctx context.Context, now time.Time, plan Plan, wanted int, approve bool) error {
	rules, err := d.planned(&plan)
	if err != nil {
		return err
	}
	wanted = cmp.Or(wanted, len(rules.Seats))
	if least := max(2, rules.Min); wanted < least || wanted > min(len(rules.Seats), game.MaxDealt) {
		return refusal.New("%s is for %d to %d players, not for %d.", rules.Title, least,
			min(len(rules.Seats), game.MaxDealt), wanted)
	}
	table := adjudicator.NewTable(adjudicator.Luck{Secret: plan.Secret}, adjudicator.Record{})
	chairs, err := rules.SeatsFor(wanted, plan.Pack)
	if err != nil {
		return refusal.New("%s.", err)
	}
	config := adjudicator.Config{Options: plan.Options, Pack: plan.Pack, Seats: chairs}
	// errors should be found now, and not at the start
	if _, config, err = play.SetUp(rules, table, config); err != nil {
		return err
	}
	var desk []game.Player
	if plan.Desk != "" {
		desk = compared([]game.Player{{Seat: adjudicator.GM, Address: plan.Desk}})
	}
	if err := d.free(ctx, plan.Name, desk); err != nil {
		return err
	}
	err = d.create(ctx, now, plan.Name, func(s *gm.Step) error {
		begin(s, plan, config.Options, game.Forming, desk)
		s.Game.SignUp = &game.SignUp{Wanted: wanted, Seats: chairs, Approve: approve}
		for _, who := range plan.Players {
			if err := play.Apply(s, rules, who, nil, false); err != nil {
				return err
			}
		}
		lasts(s, wanted, plan)
		remindedOtherwise(s)
		if !approve { // otherwise LIST must not name it
			text := fmt.Sprintf("the game is looking for %d players. To play, write to %s, with the line JOIN "+
				"%s.", wanted,
				s.Master.Address, s.Name)
			s.Publish(gm.Notice{Event: gm.EventPlayers, Text: text})
		}
		logAct(s, done{
			what:   "new " + plan.Name + " --open",
			detail: fmt.Sprintf("%s for %d", plan.Rules, wanted),
			undo:   []string{"end", plan.Name},
		})
		return nil
	})
	if err != nil || d.Dry {
		return err
	}
	return list(ctx, d.Master, now, plan.Name)
}

// list adds a game to those that LIST names.
func list(ctx context.Context, m *gm.Master, now time.Time, name string) error {
	return play.Do(ctx, m, now, game.LobbyName, nil, func(s *gm.Step) error {
		if slices.Contains(s.Lobby.Forming, name) {
			return gm.ErrNothing
		}
		var still []string
		for _, other := range s.Lobby.Forming {
			if g, err := m.Summary(ctx, other); err == nil && g != nil && g.SignUp != nil {
				still = append(still, other)
			}
		}
		s.Lobby.Forming = append(still, name)
		return nil
	})
}

// Apply adds an applicant to a forming game, with preferences ("France, Italy or Turkey") or a promised seat. They
// are asked to confirm, unless the game master says that they will play.
func (d *Operator) Apply(ctx context.Context, now time.Time, name string, who game.Player, wish string,
	confirmed bool) error {
	who.Address = letter.Address(who.Address)
	if confirmed && gm.IsAddress(who.Address) {
		if _, err := d.Master.Load(ctx, name); err != nil {
			return err
		}
		if err := d.enter(ctx, name, who.Address); err != nil {
			return err
		}
	}
	return d.act(ctx, now, name, func(s *gm.Step) error {
		rules, err := play.CheckForming(s)
		if err != nil {
			return err
		}
		w, faults := game.Wished(s.Game.SignUp.SeatsFor(rules), wish)
		if len(faults) > 0 {
			return &refusal.Error{Text: faults[0]}
		}
		undo := []string{"seat", name, "drop", who.Address}
		if was := s.Game.SignUp.Applicant(who.Address); was != nil && !was.Left {
			undo = was.ReinstatingCommand(name)
		}
		if err := play.Apply(s, rules, who, w, confirmed); err != nil {
			return err
		}
		logAct(s, done{
			what:   "seat " + name + " add",
			detail: who.Address + " " + s.Game.SignUp.Applicant(who.Address).Standing(),
			undo:   undo,
		})
		return nil
	})
}

// Withdraw removes an applicant from a forming game. They are told if they had confirmed. In a game that has begun it
// removes a player's second address.
func (d *Operator) Withdraw(ctx context.Context, now time.Time, name, addr string) error {
	addr = letter.Address(addr)
	s, err := d.Master.Load(ctx, name)
	if err != nil {
		return err
	}
	if s.Game.Begun() {
		return d.dropSecond(ctx, now, name, addr)
	}
	return d.act(ctx, now, name, func(s *gm.Step) error {
		if _, err := play.CheckForming(s); err != nil {
			return err
		}
		a := s.Game.SignUp.Applicant(addr)
		if a == nil || a.Left {
			return refusal.New("Nobody with the address %q is signed up for %s.", addr, name)
		}
		undo := a.ReinstatingCommand(name)
		known := a.In()
		a.Left, a.Confirmed = true, time.Time{}
		s.SettleTopic(game.TopicOf(game.AboutJoining, addr))
		s.SettleTopic(game.TopicOf(game.AboutSharing, addr))
		if known {
			writing.Invite(s, a, game.StageOut, writing.WithReason(s, "The game master has taken you off this game."),
				nil)
		}
		play.StartIfFull(s)
		logAct(s, done{what: "seat " + name + " drop", detail: a.Address, undo: undo})
		return nil
	})
}

// Start starts a forming game with the confirmed players or, with anyway, also with unconfirmed ones and with fewer
// than wanted.
func (d *Operator) Start(ctx context.Context, now time.Time, name string, anyway bool) error {
	before, err := d.Master.Load(ctx, name)
	if err != nil {
		return err
	}
	if rules, err := play.CheckForming(before); err == nil {
		who, err := before.Game.SignUp.Chosen(rules, name, anyway)
		if err != nil {
			return err
		}
		var addrs []string
		for _, a := range who {
			if a.Address != "" {
				addrs = append(addrs, a.Address)
			}
		}
		if err := d.enter(ctx, name, addrs...); err != nil {
			return err
		}
	}
	return d.act(ctx, now, name, func(s *gm.Step) error {
		if err := play.Start(s, anyway); err != nil {
			return err
		}
		logAct(s, done{what: "start " + name, undo: []string{"unstart", name}})
		return nil
	})
}

// RevertStart undoes the start of a game before its first turn is over: it takes players again, and its players are
// signed up as before. When it starts again, seats are assigned anew and the random numbers differ.
func (d *Operator) RevertStart(ctx context.Context, now time.Time, name string) error {
	err := d.act(ctx, now, name, func(s *gm.Step) error {
		if err := inspect.CheckRunning(s); err != nil {
			return err
		}
		rules, err := s.Master.RulesOf(s.Game.Rules)
		if err != nil {
			return err
		}
		u, err := play.SignedUp(s, rules)
		if err != nil {
			return err
		}
		if !play.FirstTurn(s, u) {
			return refusal.New("At least a part of the first turn of %s is over. gm rollback %s goes back to its "+
				"start.",
				name, name)
		}
		writing.TellAll(s, nil, func(page *templates.Page, _ *game.Seat) {
			page.Ask, page.Phase = nil, ""
			page.Notice = writing.WithReason(s, "The game master has taken back the start of this game, so "+
				"nobody has a seat in it now. You are still signed up; when it begins again, seats are dealt "+
				"anew.")
		})
		play.NoDeadline(s)
		for _, b := range s.Game.Standbys {
			b.Withdraw()
		}
		s.Task(gm.TaskOffer, time.Time{})
		u.Deals, u.Dealt = u.Deals+1, nil
		u.Was = s.Write(gm.KindHead, "", s.Game)
		u.Stalled = "Its start was taken back."
		secret := sha256.Sum256(append([]byte("a start that was taken back\x00"), s.Game.Secret...))
		s.Game = s.Game.Unstarted(u, secret[:])
		s.Game.Void = voidFrom(s, 1, nil)
		logAct(s, done{what: "unstart " + name, undo: []string{"start", name, "--again"}})
		return nil
	})
	if err != nil || d.Dry {
		return err
	}
	return list(ctx, d.Master, now, name)
}

// Restart undoes a RevertStart: seats, random numbers and orders on file are restored. Players get new time if their
// deadline has passed.
func (d *Operator) Restart(ctx context.Context, now time.Time, name string) error {
	return d.act(ctx, now, name, func(s *gm.Step) error {
		if _, err := play.CheckForming(s); err != nil {
			return err
		}
		if s.Game.SignUp.Was == 0 {
			return refusal.New("%s was never started, so there is no start to restore; gm start %s begins "+
				"it.", name, name)
		}
		var was game.Game
		if err := s.Read(s.Game.SignUp.Was, gm.KindHead, &was); err != nil {
			return err
		}
		s.Game = s.Game.Restarted(was)
		if s.Options.Dry {
			s.BeginDryRun()
		}
		s.Renew()
		p, _, err := s.Replay()
		if err != nil {
			return err
		}
		switch {
		case s.Game.Paused != nil: // the game stays paused
		case s.Game.Deadline.After(now):
			play.SetDeadline(s, s.Game.Deadline)
		default:
			play.SetDeadline(s, s.Game.NextDeadline(now))
		}
		s.Task(gm.TaskStart, time.Time{})
		writing.TellAll(s, p, func(page *templates.Page, seat *game.Seat) {
			page.Notice = writing.WithReason(s, "The start of this game is in force again: your seat is "+
				string(seat.Name)+", and everything is as it was.")
			if seat.Name == adjudicator.GM {
				page.Notice = writing.WithReason(s, "The start of this game is in force again, and everything is as "+
					"it was.")
			}
		})
		logAct(s, done{what: "start " + name + " --again", undo: []string{"unstart", name}})
		return play.GoOn(s)
	})
}
