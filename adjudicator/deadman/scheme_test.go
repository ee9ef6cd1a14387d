package deadman_test

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"deaddrop/adjudicator/deadman"
	"deaddrop/adjudicator/diplomacy"
)

// A schemer orders units to work together, as far as one power's can: supported attacks, convoys, spies, and
// retreats to where a unit can go. So units are dislodged, and much is found.
type schemer struct {
	b     *diplomacy.Board
	r     *rand.Rand
	units []diplomacy.Unit
	prey  string // the power that they spy on
	done  map[diplomacy.Loc]bool
	lines []string
}

// schemes returns the orders of a schemer.
func schemes(v deadman.View, r *rand.Rand) string {
	s := &schemer{b: diplomacy.Standard(), r: r, done: map[diplomacy.Loc]bool{}}
	s.prey = s.b.Powers()[r.IntN(7)]
	for _, u := range v.Units {
		s.units = append(s.units, unitNamed(s.b, u))
	}
	r.Shuffle(len(s.units), func(i, j int) { s.units[i], s.units[j] = s.units[j], s.units[i] })
	for _, u := range s.units {
		if !s.done[u.At] {
			s.order(u)
		}
	}
	for range v.Builds {
		s.lines = append(s.lines, "Build A "+v.Vacant[r.IntN(len(v.Vacant))])
	}
	if r.IntN(3) == 0 {
		s.lines = append(s.lines, "RETREAT AUTO")
	}
	if r.IntN(3) == 0 {
		s.lines = append(s.lines, "ALWAYS R "+s.anywhere()+", "+s.anywhere(), "ALWAYS PAS-"+s.anywhere())
	}
	for range v.Peeks {
		s.lines = append(s.lines, "PAS-"+s.anywhere())
	}
	return strings.Join(s.lines, "\n")
}

func unitNamed(b *diplomacy.Board, text string) diplomacy.Unit {
	u := diplomacy.Unit{Type: diplomacy.Army}
	if text[0] == 'F' {
		u.Type = diplomacy.Fleet
	}
	for l := range diplomacy.Loc(b.Locs()) {
		if b.Abbr(l) == text[2:] {
			u.At = l
		}
	}
	return u
}

func (s *schemer) anywhere() string {
	p := s.b.Provinces()
	return s.b.Abbr(p[s.r.IntN(len(p))])
}

func (s *schemer) say(u diplomacy.Unit, what string) {
	s.done[u.At] = true
	line := u.Type.String() + " " + s.b.Abbr(u.At) + what
	if to := s.b.Reach(u.Type, u.At); s.r.IntN(2) == 0 && len(to) > 0 && what != " DB" {
		line += " R " + s.b.Abbr(to[s.r.IntN(len(to))]) + ", " + s.b.Abbr(to[s.r.IntN(len(to))])
	}
	s.lines = append(s.lines, line)
}

func (s *schemer) order(u diplomacy.Unit) {
	switch s.r.IntN(20) {
	case 0:
		s.say(u, " DB")
	case 1, 2, 3, 4:
		s.say(u, " E "+s.prey)
	case 5, 6:
		s.support(u)
	case 7, 8, 9:
		s.ferry(u)
	case 10:
		s.say(u, " H")
	default:
		s.attack(u)
	}
}

// attack moves a unit, with the support of those that are near.
func (s *schemer) attack(u diplomacy.Unit) {
	reach := s.b.Reach(u.Type, u.At)
	if len(reach) == 0 {
		return
	}
	to := reach[s.r.IntN(len(reach))]
	s.say(u, "-"+s.b.Abbr(to))
	for _, other := range s.units {
		if s.done[other.At] || s.r.IntN(4) == 0 || !s.near(other, to) {
			continue
		}
		s.say(other, fmt.Sprintf(" S %s-%s", s.b.Abbr(s.b.Province(u.At)), s.b.Abbr(to)))
	}
}

func (s *schemer) near(u diplomacy.Unit, to diplomacy.Loc) bool {
	for _, l := range s.b.Reach(u.Type, u.At) {
		if s.b.Province(l) == s.b.Province(to) {
			return true
		}
	}
	return false
}

// support orders a unit to support one that may be next to it, own or foreign, or one that may move there.
func (s *schemer) support(u diplomacy.Unit) {
	reach := s.b.Reach(u.Type, u.At)
	if len(reach) == 0 {
		return
	}
	to := s.b.Province(reach[s.r.IntN(len(reach))])
	from := s.b.Touching(to)
	if s.r.IntN(2) == 0 {
		s.say(u, " S "+s.b.Abbr(to))
		return
	}
	s.say(u, fmt.Sprintf(" S %s-%s", s.b.Abbr(from[s.r.IntN(len(from))]), s.b.Abbr(to)))
}

// ferry has a fleet at sea convoy an army next to it, whosever it is, to another shore.
func (s *schemer) ferry(u diplomacy.Unit) {
	if u.Type != diplomacy.Fleet || s.b.Terrain(u.At) != diplomacy.Sea {
		s.attack(u)
		return
	}
	var shores []diplomacy.Loc
	for _, l := range s.b.Touching(u.At) {
		if s.b.CanStand(diplomacy.Army, l) {
			shores = append(shores, l)
		}
	}
	if len(shores) < 2 {
		return
	}
	to := shores[s.r.IntN(len(shores))]
	for _, army := range s.units {
		if !s.done[army.At] && army.Type == diplomacy.Army && army.At != to && s.near(u, army.At) {
			s.say(army, "-"+s.b.Abbr(to)+" via convoy")
			s.say(u, fmt.Sprintf(" C A %s-%s", s.b.Abbr(army.At), s.b.Abbr(to)))
			return
		}
	}
	s.say(u, fmt.Sprintf(" C A %s-%s", s.b.Abbr(shores[0]), s.b.Abbr(shores[1])))
}
