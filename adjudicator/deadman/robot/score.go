package robot

import "deaddrop/adjudicator/diplomacy"

// What a position is worth after a movement, in centres.
const (
	possessed = 1.0  // a centre that the robot has
	entered   = 0.65 // a foreign centre with a unit of the robot in it in Spring
	visited   = 0.35 // a centre that the robot has, with a unit of another power in it after the move
	place     = 0.35 // a unit in the best place of the board
	expelled  = 0.5  // a unit that must retreat
	destroyed = 0.9  // one that can't
	expels    = 0.1  // another's unit that must retreat
	danger    = 0.3  // a centre of its own that more others can attack than it can defend
	unsure    = 0.1  // an empty centre of its own that as many can attack as it can defend
	chance    = 0.25 // another's centre that it can attack with more than can defend
	hope      = 0.08 // another's centre that it can attack with as many as can defend
)

// score returns what the outcome of a movement is worth to the robot.
func (t *thought) score(d *dream, m *diplomacy.Movement) float64 {
	var in [128]diplomacy.Power
	for l := range in {
		in[l] = diplomacy.Nobody
	}
	sum := 0.0
	for _, u := range m.Units {
		in[t.Province(u.At)] = u.Power
		if u.Power == t.me {
			sum += place * d.pos.of(u)
		}
	}
	for _, x := range m.Dislodged {
		switch {
		case x.Unit.Power != t.me:
			sum += expels
		case x.Open.Len() == 0:
			sum -= destroyed
		default:
			sum -= expelled
		}
	}
	press := t.pressure(m.Units)
	for _, c := range t.centres {
		sum += t.possession(d, d.owner[c], in[c]) + t.outlook(&press, d.owner[c], in[c], c)
	}
	return sum
}

// possession returns what a centre is worth that belongs to a power and has a unit of another in it.
func (t *thought) possession(d *dream, owner, in diplomacy.Power) float64 {
	if t.fall && in != diplomacy.Nobody {
		owner = in
	}
	stranger := in != diplomacy.Nobody && in != t.me
	switch {
	case owner == t.me && stranger:
		return visited
	case owner == t.me:
		return possessed
	case in == t.me:
		return entered
	case owner != diplomacy.Nobody:
		return -d.dread[owner]
	}
	return 0
}

// outlook returns what is to be feared or hoped for a centre in the next season.
func (t *thought) outlook(press *pressure, owner, in diplomacy.Power, c diplomacy.Loc) float64 {
	mine, theirs := press[t.me][c], int8(0)
	for power := range press {
		if diplomacy.Power(power) == t.me {
			continue
		}
		n := press[power][c]
		if diplomacy.Power(power) == in {
			n++
		}
		theirs = max(theirs, n)
	}
	urgent := 1.0
	if t.fall {
		urgent = 0.6
		if in != diplomacy.Nobody {
			owner = in
		}
	}
	if in == t.me {
		mine++
	}
	if owner == t.me || in == t.me {
		switch {
		case theirs > mine:
			return -danger * urgent
		case theirs == mine && in != t.me && theirs > 0:
			return -unsure * urgent
		}
		return 0
	}
	switch {
	case mine > theirs:
		return chance * urgent
	case mine == theirs && mine > 0:
		return hope * urgent
	}
	return 0
}
