// Package record counts what players have done in their games: how often they were asked and did not answer, whether
// they stayed, and how the game ended. It derives everything from the logs and heads of games. For a game that is
// over it stores a summary, so that the log is read only once. It shows nothing to anybody; its callers do.
//
// Of a running blind game, it counts only that it is running: who was asked there and who has answered must stay
// secret until it is over.
package record

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
)

// A Game is the record of all players in one game.
type Game struct {
	Name, Rules string
	Running     bool `json:",omitempty"`
	// whether the game is running and blind, so that its turns are not counted
	Hidden  bool      `json:",omitempty"`
	Began   time.Time // when its players were seated
	Tenures []Tenure
	Winners []adjudicator.Seat `json:",omitempty"` // if the game is over by its rules
}

// A Tenure is one player's time in a seat.
type Tenure struct {
	Address string
	Also    []string         `json:",omitempty"` // other addresses of the same player
	Seat    adjudicator.Seat `json:",omitempty"` // only set if the game is over
	Since   time.Time
	Asked   int            // number of phases in which they had something to decide
	Missed  int            // number of these phases in which they sent nothing and nothing was on file
	Late    int            // number of deadlines before which they sent nothing
	Left    game.Departure `json:",omitempty"` // how they left the seat; "" if they did not
	Result  Result         `json:",omitempty"`
	// number of places that the seat owned at the end, such as supply centres; 0 without a result
	Places int `json:",omitempty"`
}

// A Result is how a game ended for a player who was in it at the end.
type Result string

// Possible results. A game that nobody won, or that its game master ended, has no results.
const (
	Won    Result = "won"
	Shared Result = "shared" // a draw, or a shared first place
	Lost   Result = "lost"
)

// is reports whether an address is the player's.
func (t *Tenure) is(addr string) bool {
	same := func(own string) bool { return letter.Mailbox(own) == letter.Mailbox(addr) }
	return same(t.Address) || slices.ContainsFunc(t.Also, same)
}

// know adds an address to the player's addresses.
func (t *Tenure) know(addr string) {
	if addr != "" && addr != t.Address && !slices.Contains(t.Also, addr) {
		t.Also = append(t.Also, addr)
	}
}

// Of returns the record of the players in a game. A game that has not begun, or that is a copy, has no players.
func Of(s *gm.Step) (Game, error) {
	out := Game{Name: s.Name, Rules: s.Game.Rules, Running: s.Game.State != game.Over}
	if !s.Game.Begun() || s.Game.Copy {
		return out, nil
	}
	rules, err := s.Master.RulesOf(s.Game.Rules)
	if err != nil {
		return out, err
	}
	c := &count{step: s, rules: rules}
	if err := c.read(); err != nil {
		return out, err
	}
	if len(c.winners) > 0 && !out.Running {
		if err := c.territory(); err != nil {
			return out, err
		}
	}
	if !out.Running && s.Game.Ended == nil {
		out.Winners = c.winners
	}
	out.Began, out.Hidden = c.began, out.Running && (rules.Blind || s.Game.Blindfold)
	for _, seat := range s.Game.Seats {
		if seat.Name != adjudicator.GM {
			out.Tenures = append(out.Tenures, c.tenures(seat)...)
		}
	}
	for i := range out.Tenures {
		t := &out.Tenures[i]
		if out.Running {
			t.Seat = ""
		}
		if out.Hidden {
			t.Asked, t.Missed, t.Late, t.Left = 0, 0, 0, ""
		}
	}
	return out, nil
}

// A count is the state of counting a game's log.
type count struct {
	step    *gm.Step
	rules   *adjudicator.Rules
	began   time.Time
	changes []moment[game.SeatChange]
	phases  []moment[[]adjudicator.QuestionRecord]
	winners []adjudicator.Seat
	owned   map[adjudicator.Seat]int // places that seats owned at the end
}

// A moment is a log entry's content with the number of the entry.
type moment[T any] struct {
	entry uint64
	at    time.Time
	what  T
}

// read reads the log. It ignores everything before the last seating of the players, and phases that were revoked.
func (c *count) read() error {
	s := c.step
	for e, err := range s.Entries(max(1, s.Game.Formed)) {
		if err != nil {
			return fmt.Errorf("reading the log of %s: %w", s.Name, err)
		}
		if c.began.IsZero() {
			c.began = e.At
		}
		var change *game.SeatChange
		switch e.Kind {
		case gm.KindPhase:
			var rec adjudicator.Record
			if !game.Counts(s.Game.Void, e.Seq) {
				continue
			}
			if err := gm.Decode(e.Body, &rec); err != nil {
				return fmt.Errorf("reading a phase of %s: %w", s.Name, err)
			}
			c.phases = append(c.phases, moment[[]adjudicator.QuestionRecord]{e.Seq, e.At, rec.Asked})
			c.winners = c.wonBy(rec.Told)
		case gm.KindAct:
			var act struct{ Change *game.SeatChange }
			err = gm.Decode(e.Body, &act)
			change = act.Change
		case gm.KindHeld:
			var item struct{ Change *game.SeatChange }
			err = gm.Decode(e.Body, &item)
			change = item.Change
		}
		if err != nil {
			return fmt.Errorf("reading entry %d of %s: %w", e.Seq, s.Name, err)
		}
		if change != nil {
			c.changes = append(c.changes, moment[game.SeatChange]{e.Seq, e.At, *change})
		}
	}
	return nil
}

// territory counts the places that each seat owned at the end.
func (c *count) territory() error {
	text, err := c.step.Position()
	if err != nil {
		return err
	}
	p := c.rules.Blank()
	if err := json.Unmarshal(text, p); err != nil {
		return fmt.Errorf("reading the last position of %s: %w", c.step.Name, err)
	}
	c.owned = map[adjudicator.Seat]int{}
	if view, ok := p.View(adjudicator.GM).(adjudicator.Charted); ok {
		for _, place := range view.Chart().Places {
			c.owned[place.Owner]++
		}
	}
	return nil
}

// wonBy returns the seats that have won according to what was told in a phase.
func (c *count) wonBy(told []adjudicator.EventRecord) []adjudicator.Seat {
	if c.rules.Winners == nil {
		return nil
	}
	for _, e := range told {
		if won := c.rules.Winners(e); won != nil {
			return won
		}
	}
	return nil
}

// tenures returns the tenures of a seat in chronological order.
func (c *count) tenures(seat *game.Seat) []Tenure {
	changes := slices.DeleteFunc(slices.Clone(c.changes), func(m moment[game.SeatChange]) bool {
		return m.what.Seat != seat.Name
	})
	first := seat.Address
	if len(changes) > 0 {
		first = changes[0].what.Was
	}
	all := []*Tenure{{Address: first, Seat: seat.Name, Since: c.began}}
	now := all[0]
	for _, ph := range c.phases {
		for len(changes) > 0 && changes[0].entry < ph.entry {
			all, now = follow(all, now, changes[0])
			changes = changes[1:]
		}
		now.counts(seat.Name, ph.what)
	}
	for _, change := range changes {
		all, now = follow(all, now, change)
	}
	now.know(seat.Also)
	now.Late += seat.Late
	if now.Result = c.result(seat.Name); now.Result != "" {
		now.Places = c.owned[seat.Name]
	}
	var out []Tenure
	for _, t := range all {
		if gone := t.Left != "" && t.Asked == 0; t.Address != "" && !gone {
			out = append(out, *t)
		}
	}
	return out
}

// follow applies a change of a seat's player to the seat's tenures. It returns all tenures, and the one that is
// current after the change, which may be an earlier player's.
func follow(all []*Tenure, now *Tenure, m moment[game.SeatChange]) ([]*Tenure, *Tenure) {
	c := m.what
	now.know(c.Also)
	now.Late += c.Late
	if c.Is != "" && now.is(c.Is) {
		was := now.Address
		now.Address = c.Is
		now.Also = slices.DeleteFunc(now.Also, func(addr string) bool { return addr == c.Is })
		now.know(was)
		return all, now
	}
	now.Left = c.How
	for _, t := range all {
		if c.Is != "" && t.is(c.Is) { // such as when the change is taken back
			t.Left = ""
			return all, t
		}
	}
	next := &Tenure{Address: c.Is, Seat: now.Seat, Since: m.at}
	return append(all, next), next
}

// counts adds a phase to a tenure. A seat was asked in a phase if the game waited for it. It missed the phase if it
// answered nothing that it was asked and nothing was on file.
func (t *Tenure) counts(seat adjudicator.Seat, asked []adjudicator.QuestionRecord) {
	owed, came := false, false
	for _, q := range asked {
		for i, r := range q.Requests {
			if r.Seat != seat {
				continue
			}
			heard := slices.Contains(q.Heard, seat) || r.Filed != "" || q.Answers[i] != r.Default
			owed = owed || !r.Stands
			came = came || heard
		}
	}
	switch {
	case !owed || t.Address == "":
	case came:
		t.Asked++
	default:
		t.Asked++
		t.Missed++
	}
}

// result returns how the game ended for the player of a seat.
func (c *count) result(seat adjudicator.Seat) Result {
	g := c.step.Game
	switch {
	case g.State != game.Over, g.Ended != nil, len(c.winners) == 0:
		return ""
	case !slices.Contains(c.winners, seat):
		return Lost
	case len(c.winners) > 1:
		return Shared
	}
	return Won
}
