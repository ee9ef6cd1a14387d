package game

import (
	"fmt"
	"time"
)

// A Standstill says why nothing happens in a game, for the game master.
type Standstill struct {
	Of     string
	Since  time.Time     // when it began, or zero if unknown
	text   string        // the cause, as a sentence without its full stop
	Advice string        // what the game master can do
	Do     string        // the command for that
	Every  time.Duration // interval at which they are told
	Times  int           // how often they are told at most
}

const (
	stillReminder = 3 * 24 * time.Hour // interval at which the game master is told that nothing happens
	maxStillTold  = 10                 // largest number of letters about it
	emptyReminder = 14 * 24 * time.Hour
	maxEmptyTold  = 3
	silentForAll  = 3 // consecutive turns without any letter after which a game counts as deserted
)

// Standstill returns what keeps a game from going on, or nil.
func (g *Game) Standstill() *Standstill {
	out := &Standstill{Every: stillReminder, Times: maxStillTold}
	missing := g.MissingSeats()
	switch {
	case g.State == Over || g.Copy:
		return nil
	case g.State == Forming:
		out.Every, out.Times = emptyReminder, maxEmptyTold
		in := len(g.SignUp.Confirmed())
		out.Of = fmt.Sprintf("forming %d", in)
		out.text = fmt.Sprintf("%s takes players, and has had %d of %d", g.Name, in, g.SignUp.Wanted)
		out.Advice, out.Do = fmt.Sprintf("gm start %[1]s --anyway begins it with those who have asked, and gm end "+
			"%[1]s calls it off.", g.Name), "gm show "+g.Name
	case g.State == Held:
		out.Of, out.text = "held", g.Name+" is held, because the program failed on it"
		out.Advice, out.Do = "gm resume "+g.Name+" lets it go on, once the program is fixed.", "gm resume "+g.Name
	case g.Paused != nil:
		out.Of, out.Since, out.text = "paused", g.Paused.Since, g.Name+" is paused"
		out.Advice, out.Do = "Nothing is resolved until you let it go on: gm resume "+g.Name, "gm resume "+g.Name
	case g.WaitsForDesk() != nil:
		q := g.WaitsForDesk()
		out.Of, out.text = fmt.Sprintf("desk %d", q.Number), fmt.Sprintf("%s waits for your answer (%s)",
			g.Name, q.Kind)
		out.Advice, out.Do = fmt.Sprintf("Answer the letter that asks for it, or write gm answer %s and the answer.",
			g.Name), "gm answer "+g.Name+" TEXT"
	case len(missing) > 0 && !g.Deadline.IsZero() && g.Stalled.Equal(g.Deadline):
		out.Of, out.Since, out.text = "missing", g.Stalled, g.Name+" waits for "+Listed(missing)
		out.Advice, out.Do = fmt.Sprintf("gm resolve %[1]s goes on without, gm deadline %[1]s +2d gives more time, "+
			"and gm standby %[1]s another player.", g.Name), "gm resolve "+g.Name
	case g.Deserted():
		out.Of, out.text = "deserted", fmt.Sprintf("Nobody has sent anything to %s for %d turns or more",
			g.Name, silentForAll)
		out.Advice, out.Do = fmt.Sprintf("gm press %[1]s ALL asks whether anybody still plays, gm pause %[1]s stops "+
			"its clock, and gm end %[1]s ends it.", g.Name), "gm show "+g.Name
	default:
		return nil
	}
	return out
}

// Deserted reports whether nobody who was asked has written for several turns.
func (g *Game) Deserted() bool { return g.State == Running && g.Quiet >= silentForAll }

// Line describes the standstill in one line.
func (w *Standstill) Line(since time.Time, z *time.Location) string {
	if w.Of == "deserted" {
		return w.text + "."
	}
	return w.text + " since " + since.In(z).Format(DateTime) + "."
}
