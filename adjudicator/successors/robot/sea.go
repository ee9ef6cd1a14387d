package robot

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator/successors"
)

// reach is the number of steps that fleets go in a turn.
const reach = 5

// A voyage is a path for fleets, and the value of its end.
type voyage struct {
	path []successors.Area // from where the fleets are to where they stay
	land successors.Area   // where troops go ashore if the fleets stay at sea; -1 if they go with the fleets
}

// voyages returns orders that send fleets with troops to coasts that are worth more than staying, that bring empty
// fleets to waiting troops, and that now and then hunt enemy fleets; and the fights that result.
func (m *mind) voyages() (out []string, fights []fight) {
	for _, a := range m.areas() {
		n := m.units(a, m.v.Seat).Of(successors.Fleet)
		if n == 0 {
			continue
		}
		if group := m.aboard(a, n); group.Army() > 0 {
			if v, ok := m.course(a, n, group); ok {
				out, fights = append(out, m.sail(v, n, group)), append(fights, m.met(v)...)
				to := v.path[len(v.path)-1]
				if v.land >= 0 {
					to = v.land
					fights = append(fights, fight{to, " TO THE END"})
				}
				m.sent[to] += m.strength(group)
				m.left[a] = m.left[a].Plus(group)
				m.did = append(m.did, deed{goes, a, v.path[len(v.path)-1], only(successors.Fleet, n)},
					deed{goes, a, to, group})
				continue
			}
		}
		if v, ok := m.call(a, n); ok {
			out, fights = append(out, m.sail(v, n, successors.Units{})), append(fights, m.met(v)...)
			m.did = append(m.did, deed{goes, a, v.path[len(v.path)-1], only(successors.Fleet, n)})
		}
	}
	return out, fights
}

// met returns the battles with the fleets that a voyage meets.
func (m *mind) met(v voyage) (fights []fight) {
	for _, a := range v.path[1:] {
		if m.IsSea(a) && m.hostile(a) > 0 {
			fights = append(fights, fight{at: a})
		}
	}
	return fights
}

// aboard returns troops that can leave a province with a number of fleets, the best first, as they are to fight.
func (m *mind) aboard(a successors.Area, fleets int) successors.Units {
	if m.IsSea(a) {
		return successors.Units{}
	}
	spare := m.spare(a, m.units(a, m.v.Seat).Only(successors.Land...))
	var out successors.Units
	for _, t := range successors.Land {
		out[t] = min(spare[t], fleets-out.Army())
	}
	return out
}

// course returns the best voyage for troops, to a place that they can't reach on foot as soon.
func (m *mind) course(from successors.Area, fleets int, group successors.Units) (best voyage, ok bool) {
	most := 1.5
	for _, v := range m.ways(from, fleets) {
		at := v.path[len(v.path)-1]
		if m.IsSea(at) {
			for _, to := range m.Next(at, false) {
				// The defender rolls two dice for each unit, and nobody can retreat.
				if to == from || m.IsSea(to) {
					continue
				}
				if enemies := m.enemies(to); enemies > 0 && m.strength(group) >= 2*enemies {
					if w := m.gain(to, group); w > most {
						most, best, ok = w, voyage{v.path, to}, true
					}
				}
			}
		} else if at != from && m.enemies(at) == 0 && !m.Walks(from, at) {
			if w := m.gain(at, group); w > most {
				most, best, ok = w, v, true
			}
		}
	}
	return best, ok
}

// call returns the voyage of empty fleets to a province of the robot where more troops can embark, or to a sea where
// they are not weaker than an enemy.
func (m *mind) call(from successors.Area, fleets int) (best voyage, ok bool) {
	most := m.aboard(from, fleets).Army()
	if m.r.IntN(4) == 0 {
		most = fleets
	}
	for _, v := range m.ways(from, fleets) {
		at := v.path[len(v.path)-1]
		if n := m.aboard(at, fleets).Army(); n > most {
			most, best, ok = n, v, true
		}
		h := m.hostile(at)
		weaker := m.IsSea(at) && h > 0 && fleets >= h
		if weaker && m.r.IntN(2) == 0 {
			return v, true
		}
	}
	return best, ok
}

// hostile returns the number of fleets that others have in an area.
func (m *mind) hostile(a successors.Area) int {
	n := 0
	for _, k := range m.v.Areas[a].Stacks {
		if k.Side != m.v.Seat && !slices.Contains(m.me().Allies, k.Side) {
			n += k.Units.Of(successors.Fleet)
		}
	}
	return n
}

// ways returns the shortest voyage to each area for a number of fleets that meets no stronger fleet and enters nobody
// else's province.
func (m *mind) ways(from successors.Area, fleets int) []voyage {
	seen := map[successors.Area]bool{from: true}
	var out []voyage
	for queue := [][]successors.Area{{from}}; len(queue) > 0; {
		path := queue[0]
		queue = queue[1:]
		if len(path) > 1 {
			out = append(out, voyage{path, -1})
		}
		if len(path) > reach {
			continue
		}
		for _, o := range m.Next(path[len(path)-1], false) {
			against, room := m.enemies(o), 0
			if m.IsSea(o) {
				against, room = m.hostile(o), fleets
			}
			if seen[o] || against > room {
				continue
			}
			seen[o] = true
			queue = append(queue, append(slices.Clone(path), o))
		}
	}
	return out
}

// sail returns an order to sail.
func (m *mind) sail(v voyage, fleets int, troops successors.Units) string {
	var names, parts []string
	for _, a := range v.path {
		names = append(names, m.Name(a))
	}
	for _, t := range successors.Land {
		if troops.Of(t) > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", troops.Of(t), word(t)))
		}
	}
	text := fmt.Sprintf("SAIL %s %d FLEET", strings.Join(names, "-"), fleets)
	if len(parts) > 0 {
		text += " CARRY " + strings.Join(parts, ", ")
	}
	if v.land >= 0 {
		text += " LAND " + m.Name(v.land)
	}
	return text
}

// shipyard returns a place where a fleet would be useful, and its price: a coast of the robot from which there is
// something to win by sea; false if there is none.
func (m *mind) shipyard() (at successors.Area, price int, ok bool) {
	fleets := m.Counters.Of(successors.Fleet) - m.free(successors.Fleet)
	if m.ashore || fleets >= 3 || m.free(successors.Fleet) == 0 {
		return 0, 0, false
	}
	most := 2.0
	for _, a := range m.areas() {
		if m.IsSea(a) || !m.Coastal(a) || m.enemies(a) > 0 {
			continue
		}
		have := m.units(a, m.v.Seat)
		n := have.Of(successors.Fleet) + 1
		group := m.aboard(a, n)
		if group.Army() == 0 {
			continue
		}
		v, is := m.course(a, n, group)
		if !is {
			continue
		}
		to := v.path[len(v.path)-1]
		if v.land >= 0 {
			to = v.land
		}
		if w := m.gain(to, group); w > most {
			most, at, ok = w, a, true
			if price = 5; m.Places[a].Port {
				price = 3
			}
		}
	}
	return at, price, ok
}
