package desk

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/play"
	"deaddrop/gm/refusal"
	"deaddrop/gm/writing"
)

// Back has the options of a rollback.
type Back struct {
	// the phase to whose start to go back, by name or number; "": the previous one, or the current one if part of it
	// was played
	Phase         string
	WithoutOrders bool // the orders that were on file for it are not restored
	// a new secret for the random numbers from then on, 16 random bytes or more; nil: the same numbers again
	Luck   []byte
	IfTold bool // use Luck only if players know random results since then, or the secret
}

// voidFrom returns the void spans, extended by the log entries from one up to the next to be written.
func voidFrom(s *gm.Step, from uint64, before []game.Span) []game.Span {
	out := slices.DeleteFunc(slices.Clone(before), func(v game.Span) bool { return v.From >= from })
	return append(out, game.Span{From: from, To: s.Next + uint64(len(s.Log))})
}

// Rollback takes a game back to the start of a phase, and writes to everybody. The orders that were on file for that
// phase are restored, but their players are asked to review them. Rulings, clock and press stay as they are. A
// finished game needs a new secret, because everybody knows the old one.
func (d *Operator) Rollback(ctx context.Context, now time.Time, name string, to Back) error {
	return d.act(ctx, now, name, func(s *gm.Step) error {
		if s.Game.Ended != nil && !s.Game.Ended.Told {
			return refusal.New("You have ended %[1]s. Reopen it first (gm reopen %[1]s); then it can be taken back.",
				name)
		}
		target, err := target(s, to.Phase)
		if err != nil {
			return err
		}
		if s.Game.State == game.Over && to.Luck == nil {
			return refusal.New("Everybody was told the secret of %s at its end, and could work out the coming dice "+
				"and draws; take the game back with --new-luck.", name)
		}
		if to.Luck != nil && len(to.Luck) < 16 {
			return refusal.New("Luck needs a secret of at least 16 random bytes, not %d.", len(to.Luck))
		}
		was := s.Game.Snapshot()
		gone, err := play.Withdraw(s, target, was)
		if err != nil {
			return err
		}
		started, err := startOf(s, game.RollbackEntry{Position: target.Position, Count: target.Count})
		if err != nil {
			return err
		}
		if s.Exposed, err = exposure(s, target, started, was, gone); err != nil {
			return err
		}
		if to.Luck, err = newLuck(s, target, to); err != nil {
			return err
		}
		p, err := turnBack(s, target, to)
		if err != nil {
			return err
		}
		entry := s.Write(gm.KindBack, "", game.RollbackEntry{Gone: gone, Position: s.Game.Position,
			Count: s.Game.Count, Lucks: s.Game.Lucks, Void: s.Game.Void, Without: to.WithoutOrders, Was: was})
		s.Game.Back = append(s.Game.Back, entry)
		unhear(s, target.Count, started)
		if err := tellAnew(s, p, func(seat *game.Seat) string {
			return writing.WithReason(s, tidings(s, seat, target, to))
		}); err != nil {
			return err
		}
		if s.Options.Dry && to.Luck != nil {
			s.Notes = append(s.Notes, "The new secret is drawn when this is done for real, so its SHA-256 will be "+
				"different.")
		}
		s.Notes = append(s.Notes, play.Afterwards(s, len(gone), to.WithoutOrders)...)
		logAct(s, done{what: "rollback " + name, detail: target.Name, undo: []string{"rollforward", name}})
		return nil
	})
}

// newLuck returns the secret for the phases after a rollback, or nil to use the same random numbers again.
func newLuck(s *gm.Step, target game.Chapter, to Back) ([]byte, error) {
	if to.Luck != nil && to.IfTold && s.Game.State != game.Over {
		told := slices.ContainsFunc(s.Exposed, func(e gm.Disclosure) bool { return !e.Spared })
		drew, err := play.DrewSince(s, target)
		if err != nil || !told || !drew {
			return nil, err
		}
		s.Notes = append(s.Notes, "Players were told what luck brought since then, so luck is new from there on; "+
			"gm rollback --same-luck keeps it as it was.")
	}
	if to.Luck == nil {
		return nil, nil
	}
	return to.Luck, play.Announced(s)
}

// target returns the phase to which a game master wants to go back.
func target(s *gm.Step, text string) (game.Chapter, error) {
	if text != "" {
		return s.Chapter(text)
	}
	all, err := s.Chapters()
	if err != nil {
		return game.Chapter{}, err
	}
	i := len(all) - 1 // for a finished game, its last phase
	if s.Game.State != game.Over && len(s.Game.Record.Asked) < 2 {
		i--
	}
	done := func(i int) bool { return i < len(all)-1 || s.Game.State == game.Over }
	for i >= 0 && done(i) && len(all[i].Asked) == 0 {
		i-- // a phase without questions, as some winters
	}
	if i < 0 {
		return game.Chapter{}, refusal.New("%s is at its beginning: there is nothing to take back yet.",
			s.Name)
	}
	return all[i], nil
}

// turnBack resets the game to the start of a phase, and returns the position there.
func turnBack(s *gm.Step, to game.Chapter, how Back) (adjudicator.Position, error) {
	g, before := s.Game, s.Game.Lucks
	asked, err := filedFor(s, to)
	if err != nil {
		return nil, err
	}
	g.Void = voidFrom(s, to.Position+1, g.Void)
	g.Turns++
	g.Ended = nil
	g.State, g.Why, g.Phase, g.Count, g.Position = game.Running, "", to.Name, to.Count, to.Position
	g.Lucks = slices.DeleteFunc(slices.Clone(g.Lucks), func(l game.Luck) bool {
		return how.Luck != nil && l.From >= to.Count
	})
	if how.Luck != nil {
		g.Lucks = append(g.Lucks, game.Luck{From: to.Count, Secret: how.Luck})
	}
	g.Retire(before)
	if err := rulingsStay(s); err != nil {
		return nil, err
	}
	return anew(s, asked, how.WithoutOrders)
}

// rulingsStay applies the current rulings to the restored position.
func rulingsStay(s *gm.Step) error {
	rules, err := s.Master.RulesOf(s.Game.Rules)
	if err != nil || rules.Switch == nil {
		return err
	}
	saved, err := s.Position()
	if err != nil {
		return err
	}
	p := rules.Blank()
	if err := json.Unmarshal(saved, p); err != nil {
		return fmt.Errorf("reading the position of %s: %w", s.Name, err)
	}
	rules.Switch(p, s.Game.Options)
	if js, err := json.Marshal(p); err != nil || bytes.Equal(js, saved) {
		return err
	}
	// It follows the log entry that voids what was played since.
	s.Game.Void[len(s.Game.Void)-1].To--
	s.Game.Position = s.Write(gm.KindPosition, "", p)
	return nil
}

// filedFor returns the answers on file at the end of the first part of a phase, by seat and kind.
func filedFor(s *gm.Step, c game.Chapter) (map[string]game.Filing, error) {
	out := map[string]game.Filing{}
	if c.Count == s.Game.Count && len(s.Game.Record.Asked) == 1 {
		for _, q := range s.Game.Open {
			out[q.Slot()] = game.Filing{Answer: q.Answer, Heard: q.Heard}
		}
		return out, nil
	}
	if len(c.Asked) == 0 {
		return nil, refusal.New("Nobody has anything to decide in %s; take the game back to an earlier phase.", c.Name)
	}
	first := c.Asked[0]
	for i, r := range first.Requests {
		f := game.Filing{Answer: first.Answers[i], Heard: slices.Contains(first.Heard, r.Seat)}
		if !f.Heard { // otherwise it is the rules' default
			f.Answer = r.Filed
		}
		out[game.Slot(r.Seat, r.Kind)] = f
	}
	return out, nil
}

// anew replays the phase from its start, asks its questions under new numbers, and restores the answers on file.
func anew(s *gm.Step, filed map[string]game.Filing, without bool) (adjudicator.Position, error) {
	s.Game.Record, s.Game.Open = adjudicator.Record{}, nil
	p, table, err := s.Replay()
	if err != nil {
		return nil, err
	}
	open := table.Open()
	if open == nil {
		return nil, refusal.New("Nobody has anything to decide in %s; take the game back to an earlier "+
			"phase.", s.Game.Phase)
	}
	s.Game.Record, s.News = table.Record(), table.News()
	play.Ask(s, p, open)
	for _, q := range s.Game.Open {
		f := filed[q.Slot()]
		nothing := f.Answer == "" || f.Answer == q.Answer
		if without || nothing && !f.Heard {
			continue
		}
		view := p.View(q.Seat)
		if read := view.Read(q.Kind, "", f.Answer); read.Answer != "" {
			play.FileAnswer(s, q, view, read)
		}
		q.Heard, q.Ahead = f.Heard, q.Answer != "" // nobody has reviewed it in the present situation
	}
	return p, nil
}

// unhear drops marks of untold events that are in the void part.
func unhear(s *gm.Step, count uint64, started int) {
	for _, seat := range s.Game.Seats {
		from := seat.Unheard
		if from == nil || from.Phase < count {
			continue
		}
		if from.Phase > count || from.Told > started {
			seat.Unheard = nil
		}
	}
	if g := s.Game.Gallery; g != nil && g.Unheard != nil &&
		(g.Unheard.Phase > count || g.Unheard.Phase == count && g.Unheard.Told > started) {
		g.Unheard = nil
	}
}

// tidings returns what a seat is told about a rollback.
func tidings(s *gm.Step, seat *game.Seat, to game.Chapter, how Back) string {
	text := "The game master has taken the game back to the start of " + to.Name +
		". Anything resolved since then no longer counts, whatever you were told about it."
	q := s.Game.Question(seat, 0)
	switch {
	case seat.Name == adjudicator.GM && how.WithoutOrders:
		text += " Whatever players had on file for it is gone."
	case seat.Name == adjudicator.GM:
		text += " What players had on file for it is on file again."
	case q == nil:
	case how.WithoutOrders:
		text += " If you had anything on file for it, that is gone: send it again."
	case q.Ahead:
		text += " What you had on file for it is on file again, as shown below, and counts if you send nothing " +
			"more. If you still mean it, answer READY; if not, send what you mean."
	default:
		text += " You had nothing on file for it."
	}
	if q != nil && !s.Game.Deadline.IsZero() {
		text += " There is a new deadline."
	}
	if how.Luck != nil {
		return text + " From there on all random draws are new. They use another secret, which you will be told when " +
			"the game is over; its SHA-256 is " + game.Hashed(how.Luck) + "."
	}
	if text += " The dice and cards will fall as they did before."; len(s.Game.Lucks) > 0 {
		text += " Its secret is the one whose SHA-256 is " + s.Game.Hash() + "."
	}
	return text
}
