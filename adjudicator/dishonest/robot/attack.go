package robot

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator/dishonest"
)

// A group is units that could be brought to a target, all by the same path.
type group struct {
	n    int
	unit dishonest.Type
	path []dishonest.Area
	cost int // number of movements for each unit
}

// order returns a move of n units of a group.
func (m *mind) order(g group, n int) string {
	var names []string
	for _, a := range g.path {
		names = append(names, m.b.Name(a))
	}
	text := fmt.Sprintf("%d %s %s", n, words[g.unit], strings.Join(names, "-"))
	if g.unit == dishonest.Fighter {
		text += " RETURN " + names[0]
	}
	return text
}

// words has the names of the types in orders.
var words = map[dishonest.Type]string{dishonest.Infantry: "INF", dishonest.Armour: "ARM", dishonest.Fighter: "FTR",
	dishonest.Fleet: "FLT", dishonest.Squadron: "SQN"}

// attacks returns tactics actions against weaker defenders, the best first.
func (m *mind) attacks() []string {
	type idea struct {
		text string
		gain float64
	}
	var ideas []idea
	for _, a := range m.areas() {
		if m.b.IsSea(a) || m.Closed(a) || m.Areas[a].Quagmire {
			continue
		}
		if m.mine(a) || m.Allied(m.Seat, m.Holder(a)) {
			continue
		}
		if text, cost := m.attack(a); text != "" {
			ideas = append(ideas, idea{text, m.worth(a) - 0.5*float64(cost) + 1.5*m.r.Float64()})
		}
	}
	slices.SortStableFunc(ideas, func(x, y idea) int { return cmp.Compare(y.gain, x.gain) })
	var out []string
	for _, i := range ideas[:min(4, len(ideas))] {
		out = append(out, i.text)
	}
	return out
}

// bought is the number of movements in a tactics action, by the number of operations (K4).
var bought = [...]int{0, 3, 5, 6}

// attack returns a tactics action against a region, with its cost; "" if the robot is not strong enough.
func (m *mind) attack(at dishonest.Area) (text string, ops int) {
	need := m.strength(at)
	holder := m.Holder(at)
	supply := 0
	if holder != "" {
		need += m.r.IntN(3)
		supply = min(3, m.Stock[dishonest.Supply])
	} else if need > 0 {
		need++
	}
	var lines []string
	movements, strength, units, army := 0, 0, 0, 0
	for _, g := range m.groups(at) {
		needless := holder == "" && need == 0
		if g.unit == dishonest.Fighter && (needless || army == 0) {
			continue
		}
		n := 0
		for n < g.n && (strength+supply < need || army == 0) {
			if movements+g.cost > bought[len(bought)-1] || units >= max(1, m.me.Pool) {
				break
			}
			n++
			movements, strength, units = movements+g.cost, strength+g.unit.Strength(), units+1
			if g.unit.IsLand() {
				army++
			}
		}
		if n > 0 {
			lines = append(lines, m.order(g, n))
		}
	}
	if army == 0 || strength+supply < need {
		return "", 0
	}
	for ops = 1; movements > bought[ops]; {
		ops++
	}
	text = fmt.Sprintf("TACTICS %d: %s", ops, strings.Join(lines, "; "))
	if holder != "" {
		text += fmt.Sprintf("\nBATTLE %s: SUPPLY %d%s", m.b.Name(at), max(0, min(supply, need-strength+1)),
			m.battleCard())
	}
	if place := m.b.Places[at]; place.Home == "" && m.Areas[at].Colony != m.Seat {
		text += "\nANNEX " + m.b.Name(at)
	}
	return text, ops
}

// battleCard returns a card for a battle.
func (m *mind) battleCard() string {
	for _, n := range m.Hand {
		if c := m.numbered(n); c != nil && c.Battle != nil && m.r.IntN(2) == 0 {
			return fmt.Sprintf(" CARD %d", n)
		}
	}
	return ""
}

// numbered returns the card with a number; nil if there is none.
func (m *mind) numbered(n int) *dishonest.Card {
	for i := range m.b.Cards {
		if m.b.Cards[i].Number == n {
			return &m.b.Cards[i]
		}
	}
	return nil
}

// groups returns the units that could come to a region, those with the lowest cost for their strength first.
func (m *mind) groups(at dishonest.Area) []group {
	var out []group
	add := func(from dishonest.Area, unit dishonest.Type, cost int, path ...dishonest.Area) {
		n := m.Force(from, m.Seat)[unit]
		if m.b.Places[from].Objective || m.b.Places[from].Home == m.Seat {
			if unit == dishonest.Infantry {
				n-- // one unit stays at home
			}
		}
		if n > 0 && !m.Areas[from].Quagmire {
			out = append(out, group{n, unit, path, cost})
		}
	}
	for _, next := range m.b.Next(at) {
		if m.b.IsSea(next) {
			continue
		}
		if m.Force(next, m.Seat).Total() > 0 {
			add(next, dishonest.Armour, 1, next, at)
			add(next, dishonest.Infantry, 1, next, at)
			add(next, dishonest.Fighter, 1, next, at)
		}
		if m.Controls(next, m.Seat) {
			for _, far := range m.b.Next(next) {
				behind := far != at && !m.b.IsSea(far) && !m.b.Linked(far, at)
				if behind && m.Force(far, m.Seat).Total() > 0 {
					add(far, dishonest.Armour, 1, far, next, at)
					add(far, dishonest.Infantry, 2, far, next, at)
				}
			}
		}
	}
	out = append(out, m.landings(at)...)
	seen := map[[2]int]bool{}
	return slices.DeleteFunc(out, func(g group) bool {
		k := [2]int{int(g.path[0]), int(g.unit)}
		if seen[k] {
			return true
		}
		seen[k] = true
		return false
	})
}

// landings returns the units that could land in an area from the sea, over up to three sea-zones, the last of which
// borders the area and has a ship of the robot in it.
func (m *mind) landings(at dishonest.Area) []group {
	var out []group
	for _, ship := range m.b.Next(at) {
		if !m.b.IsSea(ship) || m.Force(ship, m.Seat).Ships() == 0 {
			continue
		}
		paths := [][]dishonest.Area{{ship}}
		for range 3 {
			var longer [][]dishonest.Area
			for _, p := range paths {
				for _, o := range m.b.Next(p[0]) {
					switch {
					case m.b.IsSea(o) && m.open(o) && !slices.Contains(p, o):
						longer = append(longer, append([]dishonest.Area{o}, p...))
					case m.b.IsSea(o) || o == at || m.b.Linked(o, at):
					case m.mine(o):
						f := m.Force(o, m.Seat)
						for _, unit := range []dishonest.Type{dishonest.Armour, dishonest.Infantry} {
							if f[unit] > 0 && !m.Areas[o].Quagmire {
								out = append(out,
									group{f[unit], unit, append(append([]dishonest.Area{o}, p...), at), 1})
							}
						}
					}
				}
			}
			paths = longer[:min(len(longer), 40)]
		}
	}
	return out
}

// open reports whether units can be carried through a sea-zone.
func (m *mind) open(a dishonest.Area) bool {
	if m.Closed(a) {
		return false
	}
	h := m.Holder(a)
	return h == "" || h == m.Seat || m.Allied(m.Seat, h)
}

// advances returns moves of a unit or a ship towards something worth taking.
func (m *mind) advances() []string {
	var lines []string
	for range 30 {
		from := dishonest.Area(m.r.IntN(len(m.b.Places)))
		f := m.Force(from, m.Seat)
		next := m.b.Next(from)
		if f.Total() == 0 || len(next) == 0 {
			continue
		}
		to := next[m.r.IntN(len(next))]
		unit := dishonest.Infantry
		sails := m.b.IsSea(from) && m.b.IsSea(to) && m.open(to)
		switch {
		case sails && f[dishonest.Fleet] > 0:
			unit = dishonest.Fleet
		case sails && f[dishonest.Squadron] > 0:
			unit = dishonest.Squadron
		case !m.b.IsSea(from) && m.Controls(to, m.Seat) && f[dishonest.Armour] > 0:
			unit = dishonest.Armour
		case !m.b.IsSea(from) && m.Controls(to, m.Seat) && f[dishonest.Infantry] > 0:
		default:
			continue
		}
		if m.Force(to, m.Seat).Total() >= max(1, m.me.Pool) {
			continue
		}
		lines = append(lines, "TACTICS 1: "+m.order(group{1, unit, []dishonest.Area{from, to}, 1}, 1))
		if len(lines) == 3 {
			break
		}
	}
	return lines
}
