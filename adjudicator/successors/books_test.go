package successors_test

import (
	"encoding/json"
	"fmt"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/successors"
)

// A ledger is what was told of a phase that makes units come and go, of all sides together.
type ledger struct {
	in, out successors.Units
}

// gone is units that were lost somewhere.
type gone struct{ Units successors.Units }

// entry is what of an event tells of units.
type entry struct {
	Bought []gone
	Units  json.RawMessage // those that came, or that rose
	Lost   json.RawMessage // where, or whether
	Struck []struct {
		Unit successors.Type
		Lost int
	}
	First   *volley
	Rounds  []volley
	Enemies []struct{ Sunk int }
	Sunk    int
	Drowned successors.Units
	Fates   []successors.Fate
	Fleets  int
}

type volley struct{ Lost [2]successors.Units }

// enter books an event.
func (l *ledger) enter(event adjudicator.EventRecord) error {
	if !slices.Contains([]string{"purchase", "came", "rising", "maintenance", "lost", "battle", "sea battle", "caught", "storm", "plague", "raid", "eliminated"}, event.Kind) {
		return nil
	}
	var e entry
	if err := json.Unmarshal(event.Data, &e); err != nil {
		return fmt.Errorf("%s: %w", event.Kind, err)
	}
	lost := func(t successors.Type, n int) { l.out[t] += n }
	switch event.Kind {
	case "purchase":
		for _, b := range e.Bought {
			l.in = l.in.Plus(b.Units)
		}
	case "came", "rising":
		var units successors.Units
		if err := json.Unmarshal(e.Units, &units); err != nil {
			return err
		}
		l.in = l.in.Plus(units)
	case "maintenance", "lost":
		var list []gone
		if e.Lost == nil {
			break
		}
		if err := json.Unmarshal(e.Lost, &list); err != nil {
			return err
		}
		for _, g := range list {
			l.out = l.out.Plus(g.Units)
		}
	case "battle":
		if e.First != nil {
			e.Rounds = append(e.Rounds, *e.First)
		}
		for _, v := range e.Rounds {
			l.out = l.out.Plus(v.Lost[0]).Plus(v.Lost[1])
		}
	case "sea battle":
		lost(successors.Fleet, e.Sunk)
		for _, q := range e.Enemies {
			lost(successors.Fleet, q.Sunk)
		}
		l.out = l.out.Plus(e.Drowned)
	case "caught":
		for _, f := range e.Fates {
			if f == successors.Sunk {
				lost(successors.Fleet, 1)
			}
		}
	case "storm", "plague":
		for _, s := range e.Struck {
			lost(s.Unit, s.Lost)
		}
	case "raid":
		if string(e.Lost) == "true" {
			lost(successors.Cavalry, 1)
		}
	case "eliminated":
		lost(successors.Fleet, e.Fleets)
	}
	return nil
}

// balance holds the units on the board against what was told: none appears or disappears unheard.
func (g *robotGame) balance(p adjudicator.Position, told []adjudicator.EventRecord) error {
	var l ledger
	for _, event := range told {
		if err := l.enter(event); err != nil {
			return err
		}
	}
	var now successors.Units
	for _, h := range truth(p).Areas {
		for _, k := range h.Stacks {
			now = now.Plus(k.Units)
		}
	}
	if due := g.units.Plus(l.in).Minus(l.out); now != due {
		return fmt.Errorf("there were %v units, %v came and %v went, and there are %v", g.units, l.in, l.out, now)
	}
	g.units = now
	return nil
}

// checkPlaces looks for what can't stand where it does: leaders and fleets without an army among enemies, and
// unrest in a province where only players are left.
func (g *robotGame) checkPlaces(s successors.Truth) error {
	for i, h := range s.Areas {
		if g.board.IsSea(successors.Area(i)) {
			continue
		}
		white, players := false, false
		for _, k := range h.Stacks {
			if k.Side == "White" {
				white = white || k.Units.Army() > 0
			} else {
				players = players || k.Units.Army() > 0
			}
			if k.Units.Of(successors.Fleet) > 0 && fallen(s, h, k.Side) {
				return fmt.Errorf("the fleets of %s lie in %s among enemies: %v", k.Side, h.Area, h.Stacks)
			}
		}
		if h.Unrest != "" && !white && players {
			return fmt.Errorf("there is a %s in %s, and only players stand there: %v", h.Unrest, h.Area, h.Stacks)
		}
		for _, q := range s.Players {
			if q.Leader.At == h.Area && fallen(s, h, q.Seat) {
				return fmt.Errorf("the leader of %s is free in %s among enemies: %v", q.Seat, h.Area, h.Stacks)
			}
		}
	}
	return nil
}

// fallen reports whether enemies of a side have an army there, and neither it nor an ally of its has.
func fallen(s successors.Truth, h successors.Holding, side string) bool {
	i := slices.IndexFunc(s.Players, func(q successors.Player) bool { return q.Seat == side })
	enemies := false
	for _, k := range h.Stacks {
		if k.Units.Army() == 0 {
			continue
		}
		if k.Side == side || i >= 0 && slices.Contains(s.Players[i].Allies, k.Side) {
			return false
		}
		enemies = true
	}
	return enemies
}

// checkSeats looks for captors who are none, alliances of one, and a turn that is nobody's.
func (g *robotGame) checkSeats(s successors.Truth) error {
	find := func(seat string) *successors.Player {
		i := slices.IndexFunc(s.Players, func(q successors.Player) bool { return q.Seat == seat })
		if i < 0 {
			return nil
		}
		return &s.Players[i]
	}
	for _, q := range s.Players {
		if c := q.Leader.Captor; c == q.Seat || c != "" && c != "White" && (find(c) == nil || find(c).Out) {
			return fmt.Errorf("the leader of %s is held by %q", q.Seat, c)
		}
		for _, ally := range q.Allies {
			if o := find(ally); o == nil || o.Out || q.Out || !slices.Contains(o.Allies, q.Seat) {
				return fmt.Errorf("%s is allied with %s, who is not with him", q.Seat, ally)
			}
		}
	}
	if s.Turn > s.Turns {
		return fmt.Errorf("turn %d of %d", s.Turn, s.Turns)
	}
	if m := find(s.Mover); s.Phase != "" && s.Turn > 0 && (m == nil || m.Out) {
		return fmt.Errorf("it is the turn of %q", s.Mover)
	}
	return nil
}

// checkEnd counts the points of a game that is over, as SU-24 has it.
func (g *robotGame) checkEnd(s successors.Truth) error {
	if s.Phase != "" {
		return nil
	}
	if len(g.scores) != len(s.Players) || g.scores[0].Seat != g.winner {
		return fmt.Errorf("%s has won by %v", g.winner, g.scores)
	}
	for i, score := range g.scores {
		halves := 0
		for a, h := range s.Areas {
			armies := slices.DeleteFunc(slices.Clone(h.Stacks), func(k successors.Stack) bool { return k.Units.Army() == 0 })
			if len(armies) == 1 && armies[0].Side == score.Seat && h.Unrest == "" {
				halves += 2 * g.board.Places[a].Value
			}
		}
		j := slices.IndexFunc(s.Players, func(q successors.Player) bool { return q.Seat == score.Seat })
		if halves += s.Players[j].Talents; halves != score.Halves {
			return fmt.Errorf("%s has %d half points, and is told %d", score.Seat, halves, score.Halves)
		}
		if i > 0 && !score.Out && (score.Halves > g.scores[0].Halves || score.Halves == g.scores[0].Halves && j < slices.IndexFunc(s.Players, func(q successors.Player) bool { return q.Seat == g.winner })) {
			return fmt.Errorf("%s has %d half points, and does not win: %v", score.Seat, halves, g.scores)
		}
	}
	return nil
}
