package jsonl

import "deaddrop/adjudicator/diplomacy"

// This file has short cuts: what most lines look like is read eight bytes at a
// time. Each returns -1 or false for anything else, which is then read by those
// who know more, and each gives what these would.

// short returns the key of the text at i up to a quotation mark, and where that
// is; the key is 0 if the text is too long for one.
func short(b []byte, i int) (key uint64, end int) {
	word := load(b, i)
	n := place(zeros(word ^ '"'*ones))
	if n > shortest {
		return 0, i
	}
	return shortKey(word, n), i + n
}

// A shape is how units are written in a list: in which sequence their values
// stand, and what stands between these. The units of a line have one shape, as
// a rule, and so have all lines of a file.
type shape struct {
	values [3]value
	gaps   [4]gap // before each value and behind the last, with the quotation marks
}

type value uint8

const (
	powerValue value = iota
	typeValue
	locValue
)

// gap is at most sixteen bytes; n is 0 if it is not known.
type gap struct {
	lo, hi         uint64
	loMask, hiMask uint64
	n              int
}

// gapOf returns b[i:j] as a gap.
func gapOf(b []byte, i, j int) gap {
	if j-i > longest {
		return gap{}
	}
	g := gap{n: j - i, loMask: first(^uint64(0), j-i), hiMask: first(^uint64(0), max(0, j-i-8))}
	g.lo, g.hi = load(b, i)&g.loMask, load(b, i+8)&g.hiMask
	return g
}

// at reports whether the gap is at i.
func (g *gap) at(b []byte, i int) bool {
	return (load(b, i)^g.lo)&g.loMask|(load(b, i+8)^g.hi)&g.hiMask == 0 && g.n > 0
}

// shapeOf returns the shape of the unit at i, which is one. It has none if
// it says more than it must, or anything twice.
func shapeOf(b []byte, i int) (s shape) {
	begun := i
	seen := 0
	i, ok := begin(b, i, '{', '}')
	for n := 0; ok; n++ {
		key, at := scanKey(b, i)
		if n == len(s.values) || b[at] != '"' {
			return shape{}
		}
		switch string(key.text) {
		case "power":
			s.values[n] = powerValue
		case "type":
			s.values[n] = typeValue
		case "loc":
			s.values[n] = locValue
		default:
			return shape{}
		}
		seen |= 1 << s.values[n]
		s.gaps[n] = gapOf(b, begun, at+1)
		begun, _ = closing(b, at+1)
		i, ok = more(b, begun+1, '}')
	}
	if seen != 1<<powerValue|1<<typeValue|1<<locValue {
		return shape{}
	}
	s.gaps[3] = gapOf(b, begun, i)
	return s
}

// plain returns where the text at i has its quotation mark, if that is within
// eight bytes; else another byte is there.
func plain(b []byte, i int) int { return i + place(specials(load(b, i))) }

// quickMember passes over a member of an object such as "ANK":"TURKEY".
func quickMember(b []byte, i int) int {
	if b[i] != '"' {
		return -1
	}
	i = plain(b, i+1)
	if b[i] != '"' || b[i+1] != ':' {
		return -1
	}
	if i += 2; b[i] == ' ' {
		i++
	}
	if b[i] != '"' {
		return -1
	}
	if i = plain(b, i+1); b[i] != '"' {
		return -1
	}
	return i + 1
}

// skip passes over an object of this shape, whatever the values are.
func (s *shape) skip(b []byte, i int) int {
	if b[i] != '{' {
		return -1
	}
	for n := range s.values {
		if !s.gaps[n].at(b, i) {
			return -1
		}
		if i = plain(b, i+s.gaps[n].n); b[i] != '"' {
			return -1
		}
	}
	if !s.gaps[3].at(b, i) {
		return -1
	}
	return i + s.gaps[3].n
}

// quickUnit reads a unit of the shape that is known.
func (r *reader) quickUnit(b []byte, i int) (u diplomacy.Unit, end int) {
	s := &r.shape
	for n, v := range s.values {
		g := &s.gaps[n]
		if !g.at(b, i) {
			return u, -1
		}
		var key uint64
		key, i = short(b, i+g.n)
		switch v {
		case powerValue:
			u.Power = diplomacy.Power(r.powers.short.find(key))
		case locValue:
			u.At = diplomacy.Loc(r.locs.short.find(key))
		default:
			switch key {
			case 'A' | 1<<56:
				u.Type = diplomacy.Army
			case 'F' | 1<<56:
				u.Type = diplomacy.Fleet
			default:
				return u, -1
			}
		}
	}
	if u.Power < 0 || u.At == diplomacy.NoLoc || !s.gaps[3].at(b, i) {
		return u, -1
	}
	return u, i + s.gaps[3].n
}

// quickCentre reads a centre and its owner.
func (r *reader) quickCentre(b []byte, i int) (l diplomacy.Loc, owner diplomacy.Power, end int) {
	if b[i] != '"' {
		return 0, 0, -1
	}
	key, i := short(b, i+1)
	at := r.locs.short.find(key)
	if at < 0 || b[i+1] != ':' {
		return 0, 0, -1
	}
	i += 2
	if b[i] == ' ' {
		i++
	}
	if b[i] != '"' {
		return 0, 0, -1
	}
	key, i = short(b, i+1)
	power := r.powers.short.find(key)
	if power < 0 {
		return 0, 0, -1
	}
	return diplomacy.Loc(at), diplomacy.Power(power), i + 1
}

// quickOrder reads an order such as "ITALY A ROM S A NAP - APU", with codes of
// three letters and one space between words.
func (c *codec) quickOrder(given []byte, o *order) bool {
	b := given[:len(given)+padding]
	word := load(b, 0)
	i := place(zeros(word ^ ' '*ones))
	if i > shortest || i >= len(given) || c.mostWords > 1 {
		return false
	}
	power := c.powers.short.find(shortKey(word, i))
	sort, at, ok := c.quickPlace(b, i+1)
	if power < 0 || !ok {
		return false
	}
	*o = order{power: diplomacy.Power(power), sort: sort, unit: spot{at: at}, target: nowhere, targetOf: diplomacy.Nobody, to: nowhere}
	i += len(" A ROM")
	end := len(given) - i // how many bytes follow
	if b[i] != ' ' || end > len(" H") && b[i+2] != ' ' {
		return false
	}
	switch b[i+1] {
	case 'H':
		return end == len(" H")
	case '-':
		o.verb = moves
		return end == len(" - APU") && c.quickGoal(b, i+3, o)
	case 'S':
		o.verb = supports
	case 'C':
		o.verb = convoys
	default:
		return false
	}
	_, at, ok = c.quickPlace(b, i+3)
	if !ok {
		return false
	}
	o.target = spot{at: at}
	if o.verb == supports && end == len(" S A NAP") {
		return true
	}
	const dash = ' ' | '-'<<8 | ' '<<16
	return end == len(" S A NAP - APU") && load(b, i+8)&(1<<24-1) == dash && c.quickGoal(b, i+11, o)
}

// quickPlace reads "A ROM".
func (c *codec) quickPlace(b []byte, i int) (t sort, at diplomacy.Loc, ok bool) {
	word := load(b, i)
	switch word & 0xffff {
	case 'A' | ' '<<8:
		t = army
	case 'F' | ' '<<8:
		t = fleet
	default:
		return 0, 0, false
	}
	l := c.locs.short.find(shortKey(word>>16, 3))
	return t, diplomacy.Loc(l), l >= 0
}

// quickGoal reads "APU".
func (c *codec) quickGoal(b []byte, i int, o *order) bool {
	l := c.locs.short.find(shortKey(load(b, i), 3))
	o.to = spot{at: diplomacy.Loc(l)}
	return l >= 0
}
