package robot

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"deaddrop/adjudicator/dealers"
)

// A robot that looks ahead plays each turn that it thinks of by the rules, with a few orders in which its cards may
// come, and takes the one after which it stands best.

const (
	considered = 40 // turns that it plays out
	finer      = 4  // number of the best turns for which it tries what else could be used
	draws      = 2  // times that each of them is played
)

// A thought is a turn that a robot thinks of.
type thought struct {
	words string
	value float64
}

// ahead returns the turn after which the robot stands best.
func (m *mind) ahead() string {
	seed := m.r.Uint64()
	all := []thought{{words: "PASS"}}
	seen := map[string]bool{"": true, "PASS": true}
	for _, idea := range m.thoughts() {
		if !seen[idea] {
			seen[idea], all = true, append(all, thought{words: idea})
		}
	}
	all = m.weighed(all[:min(len(all), considered)], seed)
	for _, x := range slices.Clone(all[:min(len(all), finer)]) {
		if more := m.using(x.words); more != x.words {
			all = append(all, thought{words: more})
		}
	}
	if all = m.weighed(all, seed); len(all) > 0 {
		return all[0].words
	}
	return "PASS"
}

// weighed returns the turns that are possible, the best first.
func (m *mind) weighed(all []thought, seed uint64) []thought {
	var out []thought
	for _, x := range all {
		if x.value == 0 {
			v, ok := m.prospect(x.words, seed)
			if !ok {
				continue
			}
			x.value = v
		}
		out = append(out, x)
	}
	slices.SortStableFunc(out, func(x, y thought) int { return cmp.Compare(y.value, x.value) })
	return out
}

// prospect returns how well the robot stands on average after a turn.
func (m *mind) prospect(words string, seed uint64) (float64, bool) {
	r := m.Read("turn", m.rules(), words)
	if len(r.Faults()) > 0 {
		return 0, false
	}
	sum := 0.0
	for i := range draws {
		w, err := m.After(r.Answer, nil, rand.New(rand.NewPCG(seed, uint64(i))))
		if err != nil {
			return 0, false
		}
		sum += m.position(w)
	}
	return sum / draws, true
}

// thoughts returns the turns that the robot thinks of.
func (m *mind) thoughts() []string {
	out := m.assaults()
	for range 2 {
		out = append(out, m.trainings()...)
	}
	out = append(out, m.reorganizings()...)
	m.r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// position returns how well the robot stands in a position, in points.
func (m *mind) position(w dealers.View) float64 {
	mine, best := 0.0, 0.0
	for _, p := range w.Players {
		v := float64(p.Points + w.Worth()*m.lands(w, p.Seat))
		for _, f := range m.b.Families {
			if slices.Contains(p.Masters, f.Name) {
				v += float64(f.Points)
			}
		}
		if p.Seat == m.Seat {
			mine = v
		} else {
			best = max(best, v)
		}
	}
	me := w.Me()
	left := float64(max(0, w.Years()-w.Year))
	mine += float64(w.Harvest()) * (1 + 0.4*left)
	mine += 0.4 * float64(me.Cubes)
	if me.Token {
		mine += 0.4
	}
	if me.Leader {
		mine += 0.5
	}
	for _, name := range me.Locations {
		if l := m.b.Location(name); l != nil && l.Spoils() {
			mine += 0.2 + 0.3*min(1, left+0.5)
		}
	}
	return mine - 0.3*best + m.deck(w, left) + 0.001*m.r.Float64()
}

func (m *mind) lands(w dealers.View, seat string) int {
	n := 0
	for _, owner := range w.Owners {
		if owner == seat {
			n++
		}
	}
	return n
}

// deck returns the value of all the robot's cards for the years to come, and of those in hand for this year.
func (m *mind) deck(w dealers.View, left float64) float64 {
	me := w.Me()
	sum, n := 0.0, 0.0
	add := func(cards []string, now float64) float64 {
		v := 0.0
		for _, c := range cards {
			worth := float64(m.worth(c))
			sum, n, v = sum+worth, n+1, v+now*worth
		}
		return v
	}
	v := add(w.Hand, 0.05) + add(me.Ready, 0.08) + add(w.Discard, 0) + add(me.Play, 0)
	for _, layer := range w.Draw {
		v += add(layer, 0.02)
	}
	return v + 1.2*left*sum/max(1, n)
}
