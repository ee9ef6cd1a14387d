package deadman_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/deadman"
	"deaddrop/adjudicator/deadman/robot"
	"deaddrop/adjudicator/diplomacy"
	"deaddrop/gm/gate"
	"deaddrop/tier"
)

// TestGate plays Deadman in pairs of worlds that differ in what one power can't know: its letters must be the
// same to the byte.
func TestGate(t *testing.T) {
	theGate(t).Test(t, 120)
}

// Diplomacy is played on an open board. Secret are only the orders on file before the turn is over, which differ in
// all turns here, and the few things that have no effect.
func TestGateOfDiplomacy(t *testing.T) {
	if gate.Raced {
		t.Skip("the race detector looks at Deadman's gate")
	}
	g := theGate(t)
	g.Rules, g.Watcher, g.Twin, g.Knows, g.Apart, g.Turns, g.Discloses = deadman.Diplomacy, nil, nil, nil, nil, 6, false
	g.Robots = &robot.Diplomacy
	g.Config.Options = map[string]string{"last_year": "none"} // games go on for long enough
	tally := g.Run(t, 1, tier.Pick(20, 40))
	t.Log(tally)
	if tally.Tried["adjustments"] == 0 || tally.Acts == 0 || tally.Mails < 100 {
		t.Error("the worlds differ too little for this to prove anything")
	}
}

// theGate returns the gate of Deadman Diplomacy, with all its options.
func theGate(t testing.TB) gate.Gate {
	t.Helper()
	draw := gate.Draftsman(t)
	return gate.Gate{
		Draw: draw, Rules: inTheMidst(deadman.Rules, 2), Words: draw.Words, Config: adjudicator.Config{Seats: deadman.Rules.Seats}, Turns: 12, Discloses: true,
		Robots: &robot.Game,
		Player: func(v adjudicator.View, _ adjudicator.Request, r *rand.Rand) string {
			return gateOrders(own(v), r)
		},
		Suppose: gateSuppositions,
		Watcher: smallOrAny, Twin: exchanged, Knows: mayKnow, Apart: unitsApart,
	}
}

// mayKnow returns what a power may know of a season by the model in knowledge_test.go, and what is public: how long
// the season took, whether the game is over, and what the rulings have told to all.
func mayKnow(t gate.Turn, power adjudicator.Seat) string {
	k := truthOf(t.Before, t.Asked...)
	told, asked := knowledge(k)
	if k.Options["retreats"] == "mini" && len(t.Asked) == 1 && len(asked) > 0 {
		return fmt.Sprintf("somebody is asked for retreats, and %s for those of %v", power, asked[string(power)])
	}
	lines := append(told[string(power)], "then: "+t.After.Phase())
	m := &model{truth: k}
	before, after := t.Before.View(adjudicator.GM).(deadman.Truth), t.After.View(adjudicator.GM).(deadman.Truth)
	for i, h := range after.Powers {
		if k.Options["announce_nmr"] == "on" && m.silent(h.Power) {
			lines = append(lines, h.Power+" was silent")
		}
		if k.Options["announce_elimination"] == "on" && len(h.Units)+len(h.Centres) == 0 && !slices.Contains(before.Out, before.Powers[i].Power) {
			lines = append(lines, h.Power+" is out")
		}
	}
	proposes := func(power string) bool {
		return !slices.Contains(before.Out, power) && len(m.lines(power, "VOTE Draw")) > 0
	}
	if k.Options["proposals"] == "shown" && slices.ContainsFunc(diplomacy.Standard().Powers(), proposes) {
		lines = append(lines, "a draw was proposed")
	}
	return strings.Join(lines, "\n")
}

// inTheMidst begins one game in so many with a board that is full of units, of which one power has few.
func inTheMidst(rules *adjudicator.Rules, many int) *adjudicator.Rules {
	midst := *rules
	midst.Setup = func(t *adjudicator.Table, c adjudicator.Config) (adjudicator.Position, error) {
		p, err := rules.Setup(t, c)
		if err != nil || t.Roll("midst", many) > 1 {
			return p, err
		}
		b := diplomacy.Standard()
		power := map[diplomacy.Loc]string{}
		spaces, small := b.Provinces(), t.Roll("small", 7)-1
		t.Shuffle("spaces", len(spaces), func(i, j int) { spaces[i], spaces[j] = spaces[j], spaces[i] })
		for i, at := range spaces[:40] {
			if i%7 != small || i < 14 {
				power[at] = b.Powers()[i%7]
			}
		}
		var units []string
		owners := map[string][]string{}
		for _, at := range b.Provinces() {
			kind := diplomacy.Army
			if !b.CanStand(kind, at) || b.CanStand(diplomacy.Fleet, at) && t.Roll("fleet", 2) == 1 {
				kind = diplomacy.Fleet
			}
			if power[at] != "" {
				units = append(units, fmt.Sprintf("%s %s %s", power[at], kind, b.Abbr(at)))
			}
			if b.IsCentre(at) && power[at] != "" {
				owners[power[at]] = append(owners[power[at]], b.Abbr(at))
			}
		}
		slices.SortStableFunc(units, byPower)
		return adjudicatortest.Rewritten(rules, p, map[string]any{"Season": "Fall", "Year": 1902, "Units": units, "Owners": owners}), nil
	}
	return &midst
}

func byPower(a, b string) int {
	a, _, _ = strings.Cut(a, " ")
	b, _, _ = strings.Cut(b, " ")
	return strings.Compare(a, b) // which is the order of the powers
}

// exchanged returns a board on which two powers that are not the watcher have changed places, with all that is
// theirs; but not before the set-up, where everybody has their home.
func exchanged(p adjudicator.Position, watcher adjudicator.Seat, r *rand.Rand) (adjudicator.Position, map[adjudicator.Seat]adjudicator.Seat) {
	k := truthOf(p)
	powers := slices.DeleteFunc(slices.Clone(deadman.Rules.Seats), func(s adjudicator.Seat) bool { return s == watcher })
	r.Shuffle(len(powers), func(i, j int) { powers[i], powers[j] = powers[j], powers[i] })
	a, b := string(powers[0]), string(powers[1])
	if len(k.Units) == 0 || r.IntN(4) == 0 {
		return p, nil
	}
	swap := strings.NewReplacer(a+" ", b+" ", b+" ", a+" ")
	for i, u := range k.Units {
		k.Units[i] = swap.Replace(u)
	}
	slices.SortStableFunc(k.Units, byPower)
	k.Owners[a], k.Owners[b] = k.Owners[b], k.Owners[a]
	twin := adjudicatortest.Rewritten(deadman.Rules, p, map[string]any{"Units": k.Units, "Owners": k.Owners})
	return twin, map[adjudicator.Seat]adjudicator.Seat{powers[0]: powers[1], powers[1]: powers[0]}
}

// smallOrAny returns the power with the fewest units, since there is most that it can't know, or any power.
func smallOrAny(truth adjudicator.View, r *rand.Rand) adjudicator.Seat {
	powers := slices.Clone(truth.(deadman.Truth).Powers)
	r.Shuffle(len(powers), func(i, j int) { powers[i], powers[j] = powers[j], powers[i] })
	if r.IntN(3) == 0 {
		return adjudicator.Seat(powers[0].Power)
	}
	return adjudicator.Seat(slices.MinFunc(powers, func(a, b deadman.Holding) int { return len(a.Units) - len(b.Units) }).Power)
}

// unitsApart counts the units that stand in one world and not in the other.
func unitsApart(one, other adjudicator.View) int {
	set := func(v adjudicator.View) (out []string) {
		for _, h := range v.(deadman.Truth).Powers {
			for _, u := range h.Units {
				out = append(out, h.Power+" "+u)
			}
		}
		return out
	}
	a, b := set(one), set(other)
	n := 0
	for _, u := range a {
		if !slices.Contains(b, u) {
			n++
		}
	}
	for _, u := range b {
		if !slices.Contains(a, u) {
			n++
		}
	}
	return n
}

// gateOrders returns orders of a player who knows the board, or of a careless one; in the end most vote for a draw.
func gateOrders(v deadman.View, r *rand.Rand) string {
	if len(v.Dislodged) > 0 || r.IntN(3) == 0 {
		return randomOrders(v, r)
	}
	s := &schemer{b: diplomacy.Standard(), r: r}
	words := schemes(v, r)
	if len(v.Units) > 0 {
		unit := v.Units[r.IntN(len(v.Units))]
		words += fmt.Sprintf("\n%s S A %s\nNEXT IF PAS %s occupied THEN %s H", unit, s.anywhere(), s.anywhere(), unit)
	}
	if len(v.Phase) > 4 && v.Phase[len(v.Phase)-4:] >= "1904" && r.IntN(50) > 0 {
		words += "\nVOTE DRAW"
	}
	return words
}

// gateSuppositions returns orders of units that others may have, or a power's.
func gateSuppositions(_ adjudicator.View, r *rand.Rand) string {
	b := diplomacy.Standard()
	spaces := b.Provinces()
	from := spaces[r.IntN(len(spaces))]
	kind := diplomacy.Army
	if !b.CanStand(kind, from) {
		kind = diplomacy.Fleet
	}
	order := kind.String() + " " + b.Abbr(from) + " H"
	if to := b.Reach(kind, from); len(to) > 0 && r.IntN(4) > 0 {
		order = kind.String() + " " + b.Abbr(from) + "-" + b.Abbr(to[r.IntN(len(to))])
	}
	if r.IntN(2) == 0 {
		return order
	}
	return b.Powers()[r.IntN(7)] + ": " + order
}
