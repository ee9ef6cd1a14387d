package diplomacy

import "math/bits"

// maxLocs is how many locations a board may have: what a set holds.
const maxLocs = 128

// A set is a set of locations. It is a struct and no array because the
// compiler keeps only structs in registers. A shift by 64 or more gives 0, so
// that one of the two words is left alone.
type set struct{ lo, hi uint64 }

func one(l Loc) set { return set{1 << l, 1 << (l - 64)} }

func (s set) has(l Loc) bool   { return (s.lo>>l|s.hi>>(l-64))&1 != 0 }
func (s set) or(t set) set     { return set{s.lo | t.lo, s.hi | t.hi} }
func (s set) and(t set) set    { return set{s.lo & t.lo, s.hi & t.hi} }
func (s set) minus(t set) set  { return set{s.lo &^ t.lo, s.hi &^ t.hi} }
func (s set) less(l Loc) set   { return s.minus(one(l)) }
func (s set) empty() bool      { return s.lo|s.hi == 0 }
func (s set) size() int        { return bits.OnesCount64(s.lo) + bits.OnesCount64(s.hi) }
func (s set) meets(t set) bool { return s.lo&t.lo|s.hi&t.hi != 0 }
func (s *set) add(l Loc)       { *s = s.or(one(l)) }
func (s *set) del(l Loc)       { *s = s.minus(one(l)) }

// pop takes the lowest location out of s, which must not be empty.
func (s *set) pop() Loc {
	if s.lo != 0 {
		l := bits.TrailingZeros64(s.lo)
		s.lo &= s.lo - 1
		return Loc(l)
	}
	l := bits.TrailingZeros64(s.hi)
	s.hi &= s.hi - 1
	return Loc(64 + l)
}

// list returns the members of s in board order.
func (s set) list() []Loc {
	if s.empty() {
		return nil
	}
	ls := make([]Loc, 0, s.size())
	for !s.empty() {
		ls = append(ls, s.pop())
	}
	return ls
}
