package jsonl

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"
)

// padding is how many bytes behind a text must be readable, whatever they are,
// so that it can be taken in words of eight bytes.
const padding = 24

// A token is a short text in words.
type token struct {
	lo, hi uint64 // its first sixteen bytes, zeros behind it
	text   []byte
}

// longest is how many bytes of a token its words have.
const longest = 16

func load(b []byte, i int) uint64 { return binary.LittleEndian.Uint64(b[i : i+8]) }

// first returns the first n bytes of a word, all if n is 8 or more.
func first(word uint64, n int) uint64 {
	if n >= 8 {
		return word
	}
	return word & (1<<(8*n) - 1)
}

// tokenOf returns b[i:j], which has padding behind it.
func tokenOf(b []byte, i, j int) token {
	t := token{text: b[i:j]}
	if n := j - i; n <= 8 {
		t.lo = first(load(b, i), n)
	} else {
		t.lo, t.hi = load(b, i), first(load(b, i+8), n-8)
	}
	return t
}

const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// zeros marks the high bit of the first byte of word that is zero. Those of the
// bytes behind it may be anything.
func zeros(word uint64) uint64 { return (word - ones) &^ word & highs }

// below marks, in the same way, the first byte that is less than n, which is at
// most 0x80.
func below(word uint64, n uint64) uint64 { return (word - n*ones) &^ word & highs }

// place returns the index of the first byte that is marked, 8 if none is.
func place(marks uint64) int { return bits.TrailingZeros64(marks) >> 3 }

// upper turns the small letters of ASCII in a word into capitals.
func upper(word uint64) uint64 {
	low := word &^ highs
	small := (low + (0x80-'a')*ones) &^ (low + (0x7f-'z')*ones) &^ word & highs
	return word ^ small>>2
}

// fold returns t in capitals as far as it is ASCII.
func (t token) fold() token {
	t.lo, t.hi = upper(t.lo), upper(t.hi)
	return t
}

func (t token) ascii() bool { return (t.lo|t.hi)&highs == 0 }

// is reports whether t is a word of n capitals, at most eight.
func (t *token) is(word uint64, n int) bool { return len(t.text) == n && upper(t.lo) == word }

// A table finds names by their bytes. It has far more room than names, so that
// most are where they are first looked for.
type table struct {
	slots []slot // the number is a power of two, and most are empty
	odd   []int  // the names that are too long for a slot, or not in ASCII
	names []string
	short shortTable
}

type slot struct {
	lo, hi uint64
	n      uint8 // 0: the slot is empty
	name   int16
}

// A shortTable finds names of at most seven bytes that are given in capitals,
// and not all of them: each has but one place, which another may have taken.
type shortTable struct {
	slots  [512]shortSlot
	factor uint64 // makes a place of a name
}

type shortSlot struct {
	key  uint64 // 0: the slot is empty
	name int    // then it is -1, as a text of no bytes has the key 0 too
}

// shortest is how many bytes a name in a shortTable may have.
const shortest = 7

// shortKey returns the key of a name that is the first n bytes of a word, at
// most seven.
func shortKey(word uint64, n int) uint64 {
	return word&(1<<(8*n&63)-1) | uint64(n)<<56
}

// find returns the index of the name, -1 if it is not here.
func (t *shortTable) find(key uint64) int {
	if s := &t.slots[t.place(key)]; s.key == key {
		return s.name
	}
	return -1
}

func (t *shortTable) place(key uint64) uint64 { return key * t.factor >> (64 - 9) }

// fill takes in the names that it can. It tries some factors and keeps the one
// by which most find a place: for the boards that there are, all.
func (t *shortTable) fill(names []string) {
	const tries = 5000
	best := shortTable{}
	most := -1
	factor := uint64(0x9e3779b97f4a7c15)
	for range tries {
		try := shortTable{factor: factor}
		for i := range try.slots {
			try.slots[i].name = -1
		}
		taken := 0
		for i, name := range names {
			if n := len(name); n > 0 && n <= shortest {
				key := shortKey(load(padded(name)[:8], 0), n)
				if s := &try.slots[try.place(key)]; s.key == 0 {
					*s = shortSlot{key, i}
					taken++
				}
			}
		}
		if taken > most {
			best, most = try, taken
		}
		if most == len(names) {
			break
		}
		factor = factor*6364136223846793005 + 2 // stays odd
	}
	*t = best
}

// newTable makes a table of names in capitals; empty ones are left out.
func newTable(names []string) table {
	size := 64
	for size < 8*len(names) {
		size *= 2
	}
	t := table{slots: make([]slot, size), names: names}
	for i, name := range names {
		k := tokenOf(padded(name), 0, len(name))
		if len(name) > longest || !k.ascii() {
			t.odd = append(t.odd, i)
		} else if name != "" {
			h := t.hash(k)
			for t.slots[h].n != 0 {
				h = (h + 1) % size
			}
			t.slots[h] = slot{k.lo, k.hi, uint8(len(name)), int16(i)}
		}
	}
	return t
}

func (t *table) hash(k token) int {
	h := (k.lo ^ k.hi*0xc2b2ae3d27d4eb4f) * 0x9e3779b97f4a7c15
	return int(h>>32) & (len(t.slots) - 1)
}

// find returns the index of the name, -1 if there is none. Capitals mean
// nothing.
func (t *table) find(k token) int {
	if i := t.exactly(k); i >= 0 {
		return i
	}
	if i := t.exactly(k.fold()); i >= 0 || len(t.odd) == 0 {
		return i
	}
	j := slices.IndexFunc(t.odd, func(i int) bool { return strings.EqualFold(t.names[i], string(k.text)) })
	if j < 0 || !utf8.Valid(k.text) {
		return -1
	}
	return t.odd[j]
}

func (t *table) exactly(k token) int {
	for h := t.hash(k); ; h++ {
		s := &t.slots[h&(len(t.slots)-1)]
		if s.n == 0 {
			return -1
		}
		if s.lo == k.lo && s.hi == k.hi && int(s.n) == len(k.text) {
			return int(s.name)
		}
	}
}

// padded returns text with padding behind it.
func padded(text string) []byte {
	return append(make([]byte, 0, len(text)+padding), text...)
}
