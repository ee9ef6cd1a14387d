package peer

import (
	"cmp"
	"slices"
	"testing"

	"deaddrop/adjudicator/diplomacy"
	"deaddrop/adjudicator/diplomacy/peer/games"
)

// An outcome is what can be compared of a phase: who stands where afterwards,
// and who has to retreat and can. Both are in board order.
type outcome struct {
	standing, retreating []diplomacy.Unit
}

func newOutcome(standing, retreating []diplomacy.Unit) outcome {
	order := func(a, b diplomacy.Unit) int { return cmp.Compare(a.At, b.At) }
	return outcome{
		slices.SortedFunc(slices.Values(standing), order),
		slices.SortedFunc(slices.Values(retreating), order),
	}
}

func (o outcome) equal(other outcome) bool {
	return slices.Equal(o.standing, other.standing) && slices.Equal(o.retreating, other.retreating)
}

// ours is our adjudicator with some rules.
type ours struct {
	rules diplomacy.Rules
	moves *diplomacy.Resolver
}

func newOurs(rules diplomacy.Rules) ours {
	return ours{rules, diplomacy.NewResolver(diplomacy.Standard(), rules)}
}

// resolve returns what our adjudicator makes of a phase of the kind.
func (a ours) resolve(kind byte, p games.Position) outcome {
	b := diplomacy.Standard()
	switch kind {
	case 'R':
		return newOutcome(b.Retreat(p.Units, p.Dislodged, p.Contested, p.Retreats, a.rules).Units, nil)
	case 'A':
		return newOutcome(b.Adjust(p.Units, p.Owner, p.Adjustments, a.rules).Units, nil)
	}
	m := a.moves.Resolve(p.Units, p.Moves)
	var retreating []diplomacy.Unit
	for _, d := range m.Dislodged {
		// Units that cannot retreat are not in the log.
		if d.Open.Len() > 0 {
			retreating = append(retreating, d.Unit)
		}
	}
	return newOutcome(m.Units, retreating)
}

// next returns the outcome that stands in the record of a phase.
func next(t testing.TB, p *games.Phase) outcome {
	t.Helper()
	var retreating []games.Unit
	for _, d := range p.NextDislodged {
		retreating = append(retreating, d.Unit)
	}
	return newOutcome(onBoard(t, p, p.NextUnits), onBoard(t, p, retreating))
}

func onBoard(t testing.TB, p *games.Phase, units []games.Unit) []diplomacy.Unit {
	t.Helper()
	on, err := games.OnBoard(units)
	if err != nil {
		t.Errorf("%s %s: %v", p.Game, p.Name, err)
	}
	return on
}

// position puts a phase on the board.
func position(t testing.TB, p *games.Phase) games.Position {
	t.Helper()
	pos, err := p.Position()
	if err != nil {
		t.Errorf("%s %s: %v", p.Game, p.Name, err)
	}
	return pos
}
