package peer

import (
	"strings"
	"testing"

	"github.com/zond/godip"
	"github.com/zond/godip/orders"
	"github.com/zond/godip/state"
	"github.com/zond/godip/variants/classical"

	"deaddrop/adjudicator/diplomacy"
	"deaddrop/adjudicator/diplomacy/peer/games"
)

// TestGodip shows the one fault of godip that is known: in a battle head to
// head it takes from the defender's strength the supports that the attacker's
// own power gives them. By DATC 5.B.7 they count: Gascony defends with two
// against Spain's one, Spain with two against Gascony's two, and nobody moves.
func TestGodip(t *testing.T) {
	p := games.Phase{
		Game: "head to head",
		Name: "S1901M",
		Orders: []string{
			"FRANCE A SPA - GAS",
			"TURKEY A PAR S A SPA - GAS",
			"TURKEY F GAS - SPA/NC",
			"TURKEY A MAR S F GAS - SPA",
		},
	}
	stand(t, &p)
	p.NextUnits = p.Units
	if got := newOurs(diplomacy.Rules{}).resolve('M', position(t, &p)); !got.equal(next(t, &p)) {
		t.Errorf("ours: %v", got)
	}
	got := godipOutcome(t, &p)
	p.NextUnits = units(t, "Turkey A PAR, Turkey F SPA/NC, Turkey A MAR")
	p.NextDislodged = []games.Dislodged{{Unit: games.Unit{Power: "FRANCE", Type: "A", Loc: "SPA"}}}
	if !got.equal(next(t, &p)) {
		t.Errorf("godip has mended its fault, or has another: %v", got)
	}
}

// godipOutcome returns what godip makes of a movement phase.
func godipOutcome(t testing.TB, p *games.Phase) outcome {
	t.Helper()
	s := godipState(t, p)
	if err := s.Next(); err != nil {
		t.Errorf("%s %s: godip: %v", p.Game, p.Name, err)
	}
	return stateOutcome(t, p, s)
}

// stateOutcome returns the outcome that a state of godip holds.
func stateOutcome(t testing.TB, p *games.Phase, s *state.State) outcome {
	t.Helper()
	return newOutcome(
		onBoard(t, p, fromGodip(s.Units())),
		onBoard(t, p, fromGodip(s.Dislodgeds())),
	)
}

// godipState builds godip's state for a movement phase, ready for Next.
func godipState(t testing.TB, p *games.Phase) *state.State {
	t.Helper()
	s := classical.Blank(classical.NewPhase(1901, godip.Spring, godip.Movement))
	for _, u := range p.Units {
		unit := godip.Unit{Type: godip.Army, Nation: nation(u.Power)}
		if u.Type == "F" {
			unit.Type = godip.Fleet
		}
		if err := s.SetUnit(place(u.Loc), unit); err != nil {
			t.Fatal(err)
		}
	}
	for _, o := range p.Orders {
		at, order := godipOrder(t, o)
		if err := s.SetOrder(at, order); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// godipOrder turns an order into godip's.
func godipOrder(t testing.TB, text string) (godip.Province, godip.Adjudicator) {
	t.Helper()
	w := strings.Fields(text)
	at := place(w[2])
	switch verb := w[3]; {
	case verb == "H":
		return at, orders.Hold(at)
	case verb == "-" && len(w) == 6:
		return at, orders.Move(at, place(w[4])).ViaConvoy()
	case verb == "-":
		return at, orders.Move(at, place(w[4]))
	case verb == "S" && len(w) == 6:
		return at, orders.SupportHold(at, place(w[5]))
	case verb == "S":
		return at, orders.SupportMove(at, place(w[5]), place(w[7]))
	case verb == "C":
		return at, orders.Convoy(at, place(w[5]), place(w[7]))
	}
	t.Fatalf("%q is no order", text)
	return "", nil
}

// fromGodip turns units of godip into those of a phase.
func fromGodip(units map[godip.Province]godip.Unit) []games.Unit {
	var us []games.Unit
	for at, u := range units {
		loc := strings.ToUpper(string(at))
		for code, other := range otherNames() {
			if at == other {
				loc = code
			}
		}
		kind := "A"
		if u.Type == godip.Fleet {
			kind = "F"
		}
		us = append(us, games.Unit{Power: strings.ToUpper(string(u.Nation)), Type: kind, Loc: loc})
	}
	return us
}

// otherNames returns the seas that godip calls otherwise.
func otherNames() map[string]godip.Province {
	return map[string]godip.Province{"LYO": "gol", "MAO": "mid", "NAO": "nat", "NWG": "nrg"}
}

func place(loc string) godip.Province {
	if other, ok := otherNames()[loc]; ok {
		return other
	}
	return godip.Province(strings.ToLower(loc))
}

func nation(power string) godip.Nation {
	return godip.Nation(power[:1] + strings.ToLower(power[1:]))
}
