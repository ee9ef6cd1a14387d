package successors

import "slices"

// A Battle is a land battle, round by round (SU-14 to SU-19). Everybody sees all of it, and it is reported when it is
// over: kind "battle". In each pair, the attacker's value comes first.
type Battle struct {
	At string
	// the two sides; in a revolt or an invasion, White attacks and everybody else defends together
	Attacker, Defender string
	Allies             [2][]Ally // the other participants of each side, in the order of play
	Began              [2]Units  // units of each side at the start, its allies' included
	Leaders            [2]bool   // whether each side has a leader
	// attackers that came ashore in this turn: if there are any, no cavalry rolls before the battle
	Landed  Units
	Landing bool    // whether all attackers came ashore, so that the defender rolls twice for each unit
	First   *Volley `json:",omitempty"` // the cavalry's rolls before the battle (SU-15); nil if there were none
	Rounds  []Round
	Left    [2]Units
	Over    Outcome `json:",omitempty"` // how the battle ended; "" while it goes on
	Won     string  `json:",omitempty"` // the side that is left alone; "" if both or neither are left
}

// An Ally is a player who fights on another's side in a battle.
type Ally struct {
	Side   string
	Units  Units
	Leader bool `json:",omitempty"`
}

// An Outcome is how a battle ended.
type Outcome string

// The outcomes.
const (
	Decided Outcome = "decided" // one side is left alone
	Mutual  Outcome = "mutual"  // nobody is left
	Undone  Outcome = "undone"  // both sides are left, as there were no hits for too long
)

// A Round is one round of battle.
type Round struct {
	Volley
	Retreats []Retreat `json:",omitempty"` // retreats after this round, the defender's first
}

// A Volley is the dice of both sides, and what they removed. Throws are by type, the best class first.
type Volley struct {
	Throws [2][]Throw
	Lost   [2]Units // losses of each side, its allies' included
	Allies []Loss   `json:",omitempty"` // the part of the losses that fell on allies
}

// A Loss is units that an ally lost.
type Loss struct {
	Side  string
	Units Units
}

// A Throw is the dice for the units of one type.
type Throw struct {
	Unit  Type
	Need  int   // lowest roll that hits
	Dice  []int // in the order of the units
	Bonus int   `json:",omitempty"` // number of dice, from the first, to which a leader added one
	Hits  int
}

// A Retreat is the units that left after a round (SU-18).
type Retreat struct {
	Side   string
	To     string
	Units  Units
	Leader bool `json:",omitempty"`
}

// Remaining returns the units left on a side of the battle, 0 for the attacker's, by owner: the leading player's
// first, then those of allies. Their numbers add up to Left (SU-29).
func (b Battle) Remaining(side int) []Ally {
	chief := [2]string{b.Attacker, b.Defender}[side]
	if len(b.Allies[side]) == 0 {
		return []Ally{{Side: chief, Units: b.Left[side]}}
	}
	all := []Ally{{Side: chief, Units: b.Began[side]}}
	for _, x := range b.Allies[side] {
		all[0].Units = all[0].Units.Minus(x.Units)
		all = append(all, Ally{Side: x.Side, Units: x.Units})
	}
	of := func(seat string) *Units {
		for i := range all {
			if all[i].Side == seat {
				return &all[i].Units
			}
		}
		return new(Units) // the other side's units
	}
	volleys, retreats := b.course()
	for _, v := range volleys {
		own := v.Lost[side]
		for _, l := range v.Allies {
			if u := of(l.Side); slices.ContainsFunc(b.Allies[side], func(x Ally) bool { return x.Side == l.Side }) {
				*u, own = u.Minus(l.Units), own.Minus(l.Units)
			}
		}
		all[0].Units = all[0].Units.Minus(own)
	}
	for _, r := range retreats {
		u := of(r.Side)
		*u = u.Minus(r.Units)
	}
	return slices.DeleteFunc(all, func(x Ally) bool { return x.Units.Total() == 0 })
}

// course returns all volleys and all retreats of the battle.
func (b Battle) course() (volleys []Volley, retreats []Retreat) {
	if b.First != nil {
		volleys = append(volleys, *b.First)
	}
	for _, r := range b.Rounds {
		volleys, retreats = append(volleys, r.Volley), append(retreats, r.Retreats...)
	}
	return volleys, retreats
}

// Winners returns the owners and units that are left where a battle was decided.
func (b Battle) Winners() []Ally {
	if b.Won == b.Attacker {
		return b.Remaining(0)
	}
	return b.Remaining(1)
}
