package robot

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator/dealers"
)

// A target is a territory that the robot might take.
type target struct {
	at   dealers.Area
	need int
	gain float64
}

// targets returns the territories in reach with some attack, the best first.
func (m *mind) targets(attack int) []target {
	var out []target
	for i, p := range m.on.Places {
		a := dealers.Area(i)
		need, ok := m.Need(a)
		if !ok || need > attack {
			continue
		}
		t := target{a, need, 1 + float64(p.Native) + m.r.Float64()*3}
		if o := m.Owner(a); o != "" {
			t.gain += 2
		}
		t.gain -= float64(need) / 3
		out = append(out, t)
	}
	slices.SortStableFunc(out, func(x, y target) int { return cmp.Compare(y.gain, x.gain) })
	return out[:min(len(out), 4)]
}

// assaults returns assaults for which the robot's cards suffice.
func (m *mind) assaults() []string {
	cards := m.strong(dealers.Attack)
	total := 0
	for _, c := range cards {
		total += m.value(c, dealers.Attack)
	}
	extra, add := m.spoils(dealers.Attack)
	// bonuses of leader, cities and action board may add as much; whoever reads the order checks whether it is enough
	passive := 2
	var out []string
	for _, t := range m.targets(total + add + passive) {
		for _, box := range m.box(func(a dealers.Action) bool { return a.Group == dealers.Assault }) {
			out = append(out, m.assault(box, t, cards, nil), m.assault(box, t, cards, extra))
		}
	}
	return out
}

// assault returns an assault in words: as few cards as are needed, a card or two more against a player, and the rest
// for the last step.
func (m *mind) assault(box string, t target, cards, extra []string) string {
	var lines, first, final, used []string
	lines = append(lines, box)
	if len(extra) > 0 {
		lines = append(lines, "USE "+strings.Join(extra, ", "))
	}
	n, margin := 0, 0
	if m.Owner(t.at) != "" {
		margin = m.r.IntN(3)
	}
	for _, c := range cards {
		if n < t.need+margin {
			first, used, n = append(first, m.played(c, dealers.Attack)), append(used, c), n+m.value(c, dealers.Attack)
		} else {
			final = append(final, dealers.Plain(c))
		}
	}
	if len(first) > 0 {
		lines = append(lines, "PLAY "+strings.Join(first, ", "))
	}
	words := "ASSAULT " + m.on.Name(t.at)
	if m.Owner(t.at) != "" && len(final) > 0 && m.r.IntN(3) > 0 {
		words += " FINAL " + strings.Join(final, ", ")
		used = append(used, m.Hand...) // it is not known which of the hand cards will be left
	}
	return strings.Join(append(lines, words), "\n") + m.ending(used)
}

// wanted returns the cards that cost at most most, the most expensive first; level 2 and masters only with a card
// that they need.
func (m *mind) wanted(most int, played []string) []string {
	type offer struct {
		name string
		cost int
	}
	var out []offer
	has := func(family string, level int) bool {
		return slices.ContainsFunc(played, func(name string) bool {
			c := m.b.Card(name)
			return c != nil && c.Family == family && c.Level >= level
		})
	}
	for _, c := range m.b.Cards {
		if c.Kind == dealers.Leader || !m.Can(c.Name) {
			continue
		}
		if c.Level == 2 && !has(c.Family, 1) {
			continue
		}
		if cost := m.Price(c.Name); cost <= most {
			out = append(out, offer{c.Name, 10*cost + m.r.IntN(20)})
		}
	}
	for _, f := range m.b.Families {
		if cost := m.Price(f.Name); m.Can(f.Name) && cost <= most && has(f.Name, 2) {
			out = append(out, offer{f.Name, 100})
		}
	}
	slices.SortStableFunc(out, func(x, y offer) int { return cmp.Compare(y.cost, x.cost) })
	var names []string
	for _, o := range out {
		names = append(names, o.name)
	}
	return names
}

// trainings returns turns that train: all support in hand, for as many cards as the box demands.
func (m *mind) trainings() []string {
	cards := m.strong(dealers.Support)
	var plays []string
	total := 0
	for _, c := range cards {
		plays, total = append(plays, m.played(c, dealers.Support)), total+m.value(c, dealers.Support)
	}
	var out []string
	for _, box := range m.box(func(a dealers.Action) bool {
		return a.Group == dealers.Train && a.From == dealers.FromPlay
	}) {
		name, _ := strings.CutSuffix(strings.TrimPrefix(box, "ACTION "), " BY LEADER")
		a := byName(m.Era().Actions, name)
		for most := a.Most; most >= a.Least; most-- {
			if list := m.basket(total+a.Support, most, cards); len(list) == most {
				words := box
				if len(plays) > 0 {
					words += "\nPLAY " + strings.Join(plays, ", ")
				}
				out = append(out, words+"\nTRAIN "+strings.Join(list, ", ")+m.ending(cards))
			}
		}
	}
	for _, box := range m.box(func(a dealers.Action) bool {
		return a.Group == dealers.Train && a.From != dealers.FromPlay
	}) {
		for _, c := range slices.Concat(m.Discard, m.Hand) {
			if card := m.b.Card(c); card != nil && card.Kind == dealers.Professional {
				next := card.Family
				if card.Level == 1 {
					next = card.Family + " 2"
				}
				words := box
				if len(plays) > 0 {
					words += "\nPLAY " + strings.Join(plays, ", ")
				}
				out = append(out, words+"\nTRAIN "+next, box+"\nTRAIN "+next)
			}
		}
	}
	return out
}

// basket returns n cards to train for some support, or fewer if it does not suffice.
func (m *mind) basket(support, most int, played []string) []string {
	var list []string
	for n := most; n > 0; n-- {
		names := m.wanted(support-(n-1), played) // the other cards mostly cost at least 1
		if len(names) == 0 {
			return list
		}
		name := names[0]
		list, support = append(list, name), support-m.Price(name)
	}
	return list
}

// reorganizings returns the other actions, in random order.
func (m *mind) reorganizings() []string {
	var out []string
	for _, box := range m.box(func(a dealers.Action) bool { return a.Group == dealers.Reorganize }) {
		name, _ := strings.CutSuffix(strings.TrimPrefix(box, "ACTION "), " BY LEADER")
		a := byName(m.Era().Actions, name)
		words, gone := box, m.masses(slices.Concat(m.Discard, m.Hand), m.Era().Dismiss+a.Dismiss)
		if n := min(m.Era().Dismiss, len(gone)); n > 0 {
			words += "\nBONUS DISMISS " + strings.Join(gone[:n], ", ")
			gone = gone[n:]
		}
		if a.Dismiss > 0 {
			if len(gone) < a.Dismiss {
				continue
			}
			words += "\nDISMISS " + strings.Join(gone[:a.Dismiss], ", ")
		}
		if a.Ready > 0 {
			var best []string
			for _, c := range m.Hand {
				if m.worth(c) > 4 && len(best) < a.Ready {
					best = append(best, dealers.Plain(c))
				}
			}
			if best == nil {
				continue
			}
			words += "\nREADY " + strings.Join(best, ", ")
		}
		out = append(out, words)
	}
	m.r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// defence returns an order to play all of the ready area, and mostly the hand, if that is enough.
func (m *mind) defence() string {
	if m.r.IntN(3) == 0 {
		return "READY"
	}
	return "READY, HAND"
}

// final returns the cards that reach the defender's total, if they suffice.
func (m *mind) final() string {
	if m.Battle == nil {
		return "NONE"
	}
	short := m.Battle.Defence - m.Battle.Attack
	var plays []string
	for _, c := range m.strong(dealers.Attack) {
		if short <= 0 {
			break
		}
		plays, short = append(plays, fmt.Sprintf("%s=A", dealers.Plain(c))), short-m.value(c, dealers.Attack)
	}
	if short > 0 || len(plays) == 0 {
		return "NONE"
	}
	return strings.Join(plays, ", ")
}
