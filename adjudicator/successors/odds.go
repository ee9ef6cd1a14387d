package successors

import (
	"fmt"
	"slices"
)

// A Chance is the units that a side of a battle has left, and its expected number of hits in a round.
type Chance struct {
	Side   string
	Allied bool // whether allies fight on this side
	Units  Units
	Leader bool
	Hits   string // expected number of hits, such as "1.2"
}

// Chances returns the chances in the battle that the reader is asked about, the reader's side first.
func (v View) Chances() []Chance {
	b := v.Battle
	if b == nil || v.board == nil {
		return nil
	}
	out := make([]Chance, len(b.Left))
	for side, chief := range []string{b.Attacker, b.Defender} {
		sixths := strength(v.board, b.Left[side], b.Leaders[side])
		if b.Landing && side == 1 {
			sixths *= 2 // each unit rolls twice
		}
		out[side] = Chance{Side: chief, Allied: len(b.Allies[side]) > 0, Units: b.Left[side],
			Leader: b.Leaders[side], Hits: fmt.Sprintf("%.1f", float64(sixths)/6)}
	}
	if !v.isAttacker() {
		slices.Reverse(out)
	}
	return out
}

// isAttacker reports whether the reader is on the attacker's side of the battle.
func (v *View) isAttacker() bool {
	isReader := func(a Ally) bool { return a.Side == v.Seat }
	return v.Battle.Attacker == v.Seat || slices.ContainsFunc(v.Battle.Allies[0], isReader)
}

// A Refuge is a province to which the reader can retreat.
type Refuge struct {
	Name string
	Own  bool // whether the reader has units there
}

// Refuges returns the refuges in the battle that the reader is asked about; none for units that came from the sea.
func (v View) Refuges() []Refuge {
	if v.Battle == nil || v.board == nil {
		return nil
	}
	if v.Battle.Landing && v.isAttacker() {
		return nil
	}
	var out []Refuge
	for _, a := range v.refuges(v.battlefield()) {
		out = append(out, Refuge{v.board.Name(a), v.units(a, v.Seat).Total() > 0})
	}
	return out
}
