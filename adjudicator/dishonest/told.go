package dishonest

import (
	"fmt"
	"strings"

	"deaddrop/adjudicator"
)

// This file has the methods that letters use to print events and the battle that somebody is asked about.

// Negative returns the negated cubes, for printing losses, which are negative.
func (c Cubes) Negative() Cubes { return Cubes{}.Minus(c) }

// Less returns the number of cubes that a pool has lost.
func (s supplied) Less() int { return -s.More }

// Units returns the units on the path in words: "2 infantry".
func (w way) Units() string { return forceOf(w.N, w.Unit).String() }

// Committed returns what a side spent on a battle in words: "2 supply, 1 oil"; "" if nothing.
func (f fighting) Committed() string {
	c := Cubes{Supply: f.Supply, Oil: f.Oil}
	if c.Total() == 0 {
		return ""
	}
	return c.String()
}

// Side returns the forces of a side of a battle in words: "2 infantry, garrison 1 (1 fighter from Levant), 2 supply,
// card 41".
func (f fighting) Side() string {
	var out []string
	if f.Units.Total() > 0 {
		text := f.Units.String()
		for _, d := range f.Deployed {
			text += fmt.Sprintf(" (%s from %s)", count(d.N, "fighter"), d.At)
		}
		out = append(out, text)
	}
	if f.Garrison > 0 {
		out = append(out, fmt.Sprintf("garrison %d", f.Garrison))
	}
	if c := f.Committed(); c != "" {
		out = append(out, c)
	}
	if f.Card > 0 {
		out = append(out, fmt.Sprintf("card %d", f.Card))
	}
	return strings.Join(out, ", ")
}

// Signs returns what card and tile add besides strength: "1 sword, 1 explosion"; "" if nothing.
func (f fighting) Signs() string {
	return Battling{Swords: f.Swords, Shields: f.Shields, Explosions: f.Explosions}.signs()
}

// Tied reports whether two bids are equal.
func (a auction) Tied() bool {
	seen := map[int]bool{}
	for _, x := range a.Bids {
		if seen[x.Cubes.Total()] {
			return true
		}
		seen[x.Cubes.Total()] = true
	}
	return false
}

// Out returns what happens to the powers that nobody plays: "France and Italy (a neutral garrison of 3 in each of
// their regions); USA (impassable)".
func (o opening) Out() string {
	var open, shut, out []string
	for _, u := range o.Unplayed {
		if u.Conquerable {
			open = append(open, u.Seat)
		} else {
			shut = append(shut, u.Seat)
		}
	}
	if open != nil {
		out = append(out, fmt.Sprintf("%s (a neutral garrison of %d in each of their regions)",
			adjudicator.Listed(open, "and"), besieged))
	}
	if shut != nil {
		out = append(out, adjudicator.Listed(shut, "and")+" (impassable)")
	}
	return strings.Join(out, "; ")
}

// Stakes returns both sides of a battle before anything is committed, with the strength of the pieces there.
func (v View) Stakes() (out [2]Stake) {
	b := v.Battle
	if b == nil {
		return out
	}
	out[attacking] = Stake{Seat: b.Attacker, Strength: b.Attackers.Strength(), Side: b.Attackers.String()}
	out[defending] = Stake{Seat: b.Defender, Strength: b.Defenders.Strength() + b.Garrison, Deployed: b.Deployed,
		Side: fighting{Units: b.Defenders, Garrison: b.Garrison}.Side()}
	return out
}

// A Stake is one side of a battle before anything is committed.
type Stake struct {
	Seat, Side         string
	Strength, Deployed int // the deployed fighters are included in the units of the side
}

// Adds returns what the reader can still commit to the current battle; nil if it is not the reader's.
func (v View) Adds() *Added {
	if v.Battle == nil || !one(v.Seat, v.Battle.Attacker, v.Battle.Defender) {
		return nil
	}
	out := &Added{Supply: v.Stock[Supply] + v.Stock[Oil], Deploys: v.Seat == v.Battle.Defender && !v.Battle.Committing}
	for _, c := range v.Cards() {
		if c.Battle != nil {
			out.Cards = append(out.Cards, c)
		}
	}
	return out
}

// An Added is what a side of a battle can still add.
type Added struct {
	Supply  int // cubes of supply and oil, one strength each
	Cards   []Card
	Deploys bool // whether fighters from adjacent regions can be deployed, too
}

// Higher returns the power that wins the battle if both sides are equally strong: the one higher on the League track
// (DD-28); "" if there is no battle.
func (v View) Higher() string {
	switch b := v.Battle; {
	case b == nil:
		return ""
	case v.rank(b.Defender) < v.rank(b.Attacker):
		return b.Defender
	default:
		return b.Attacker
	}
}

// Name returns the seat on a side; "" for a neutral garrison.
func (f fought) Name(side int) string {
	if side == attacking {
		return f.Attacker
	}
	return f.Defender
}
