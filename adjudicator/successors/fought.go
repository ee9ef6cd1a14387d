package successors

import "slices"

// A Battle is a land battle, round by round (SU-14 to SU-19). All see it alike, and it is told when it is over: kind
// "battle". Of each pair, the attacker's comes first.
type Battle struct {
	At                 string
	Attacker, Defender string    // sides; White attacks in a revolt or an invasion, and then all others defend together
	Allies             [2][]Ally // who else fights on a side, in the order of play
	Began              [2]Units  // of a side, with its allies
	Leaders            [2]bool   // whether a leader is on a side
	// of the attackers, who came ashore in this turn: then no cavalry rolls before the battle
	Landed  Units
	Landing bool    // all attackers did: the defender rolls twice for each unit
	First   *Volley `json:",omitempty"` // of cavalry, before the battle (SU-15); nil if there was none
	Rounds  []Round
	Left    [2]Units
	Over    Outcome `json:",omitempty"` // "" while it goes on
	Won     string  `json:",omitempty"` // the side that is left alone; "" if both are there, or none
}

// An Ally is who fights on a side in a battle that is another's.
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
	Undone  Outcome = "undone"  // both are there, as nobody has hit for too long
)

// A Round is one round of battle.
type Round struct {
	Volley
	Retreats []Retreat `json:",omitempty"` // the defender's first
}

// A Volley is dice of both sides, and what they removed. Throws are by type, best class first.
type Volley struct {
	Throws [2][]Throw
	Lost   [2]Units // with those of allies
	Allies []Loss   `json:",omitempty"` // what of that were allies', who were there
}

// A Loss is units that an ally lost.
type Loss struct {
	Side  string
	Units Units
}

// A Throw is the dice of the units of one type.
type Throw struct {
	Unit  Type
	Need  int   // the least that hits
	Dice  []int // each unit's, in order
	Bonus int   `json:",omitempty"` // to so many dice, the first ones, a leader added one
	Hits  int
}

// A Retreat is what left after a round (SU-18).
type Retreat struct {
	Side   string
	To     string
	Units  Units
	Leader bool `json:",omitempty"`
}

// Remaining says whose units are left on a side of the battle, 0 for the attacker's: the chief's first, then those of
// allies. The numbers are those of Left (SU-29).
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
		return new(Units) // of the other side
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

// course is all that was thrown, and all that has retreated.
func (b Battle) course() (volleys []Volley, retreats []Retreat) {
	if b.First != nil {
		volleys = append(volleys, *b.First)
	}
	for _, r := range b.Rounds {
		volleys, retreats = append(volleys, r.Volley), append(retreats, r.Retreats...)
	}
	return volleys, retreats
}

// Winners says whose units are left where a battle was decided.
func (b Battle) Winners() []Ally {
	if b.Won == b.Attacker {
		return b.Remaining(0)
	}
	return b.Remaining(1)
}
