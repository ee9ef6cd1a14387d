package diplomacy

import (
	"iter"
	"math/bits"
)

// maxLocs is the largest number of locations on a board, which is the capacity of a Set.
const maxLocs = 128

// A Set is a set of locations of a board. The zero value is empty; sets with the same members are equal by ==.
type Set struct{ lo, hi uint64 }

// It is a struct rather than an array because the compiler keeps only structs in registers. A shift by 64 or more
// gives 0, so that an operation on one word leaves the other unchanged.

// SetOf returns the set of the given locations; NoLoc and other invalid locations are left out.
func SetOf(ls ...Loc) Set {
	var s Set
	for _, l := range ls {
		s.add(l)
	}
	return s
}

// Has reports whether l is in the set.
func (s Set) Has(l Loc) bool {
	if l < 64 {
		return s.lo>>(l&63)&1 != 0
	}
	return s.hi>>(l&63)&1 != 0 && l < maxLocs
}

// Len returns the number of members.
func (s Set) Len() int { return bits.OnesCount64(s.lo) + bits.OnesCount64(s.hi) }

// All yields the members in board order.
func (s Set) All() iter.Seq[Loc] {
	return func(yield func(Loc) bool) {
		for !s.empty() {
			if !yield(s.pop()) {
				return
			}
		}
	}
}

func one(l Loc) Set { return Set{1 << l, 1 << (l - 64)} }

func (s Set) or(t Set) Set     { return Set{s.lo | t.lo, s.hi | t.hi} }
func (s Set) and(t Set) Set    { return Set{s.lo & t.lo, s.hi & t.hi} }
func (s Set) minus(t Set) Set  { return Set{s.lo &^ t.lo, s.hi &^ t.hi} }
func (s Set) less(l Loc) Set   { return s.minus(one(l)) }
func (s Set) empty() bool      { return s.lo|s.hi == 0 }
func (s Set) meets(t Set) bool { return s.lo&t.lo|s.hi&t.hi != 0 }
func (s *Set) del(l Loc)       { *s = s.minus(one(l)) }

func (s *Set) add(l Loc) {
	if l < 64 {
		s.lo |= 1 << (l & 63)
	} else if l < maxLocs {
		s.hi |= 1 << (l & 63)
	}
}

// pop removes the lowest location from s, which must not be empty, and returns it.
func (s *Set) pop() Loc {
	if s.lo != 0 {
		l := bits.TrailingZeros64(s.lo)
		s.lo &= s.lo - 1
		return Loc(l)
	}
	l := bits.TrailingZeros64(s.hi)
	s.hi &= s.hi - 1
	return Loc(64 + l)
}

// popLast removes the highest location from s, which must not be empty, and returns it.
func (s *Set) popLast() Loc {
	if s.hi != 0 {
		l := 63 - bits.LeadingZeros64(s.hi)
		s.hi &^= 1 << l
		return Loc(64 + l)
	}
	l := 63 - bits.LeadingZeros64(s.lo)
	s.lo &^= 1 << l
	return Loc(l)
}

// list returns the members of s in board order.
func (s Set) list() []Loc {
	if s.empty() {
		return nil
	}
	ls := make([]Loc, 0, s.Len())
	for !s.empty() {
		ls = append(ls, s.pop())
	}
	return ls
}
