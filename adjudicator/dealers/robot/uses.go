package robot

import (
	"cmp"
	"slices"

	"deaddrop/adjudicator/dealers"
)

// using returns a turn with everything added that the robot can use in it: the abilities of its leader, cities and
// masters, and spoils that are useful at any time.
func (m *mind) using(words string) string {
	for _, name := range m.abilities() {
		for _, choice := range m.choices(name) {
			if more := words + "\nUSE " + name + choice; m.can(more) {
				words = more
				break
			}
		}
	}
	return words
}

// abilities returns the names of what the robot could use, except spoils that only help in an assault or in training.
func (m *mind) abilities() []string {
	var out []string
	for _, name := range slices.Concat([]string{m.me.Faction}, m.me.Masters, m.me.Locations) {
		effects := m.effects(name)
		gains := slices.ContainsFunc(effects, func(e dealers.Effect) bool { return e.Op == dealers.OpGain })
		if len(effects) > 0 && !gains && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// effects returns the effects of a leader, a master or a location when it is used.
func (m *mind) effects(name string) []dealers.Effect {
	if l := m.b.Location(name); l != nil {
		return l.Effects
	}
	for _, f := range m.b.Families {
		if f.Name == name {
			return f.Effects
		}
	}
	for _, f := range m.b.Factions {
		if f.Name == name {
			return f.Effects
		}
	}
	return nil
}

// choices returns the ways to use something, in brackets, the best first; none if it needs cards and there are none.
func (m *mind) choices(name string) []string {
	effects := m.effects(name)
	if effects[0].Op == dealers.OpReady {
		var out []string
		for _, c := range slices.SortedStableFunc(slices.Values(m.Hand), func(x, y string) int {
			return cmp.Compare(m.worth(y), m.worth(x))
		}) {
			if m.worth(c) > 4 {
				out = append(out, " (READY "+dealers.Plain(c)+")")
			}
		}
		return out
	}
	words := m.choice(effects, "")
	needs := func(e dealers.Effect) bool {
		return e.Op == dealers.OpDismiss || e.Op == dealers.OpRecover || e.Op == dealers.OpTrain
	}
	switch {
	case words != "":
		return []string{" (" + words + ")"}
	case slices.ContainsFunc(effects, needs):
		return nil
	}
	return []string{""}
}
