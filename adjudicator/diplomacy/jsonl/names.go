package jsonl

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
)

// names are the names on a board, for reading and writing. They are immutable and shared by all workers.
type names struct {
	board        *diplomacy.Board
	locs, powers *index
	noCoasts     map[string]diplomacy.Loc // provinces by coasts that they do not have, such as PAR/NC (DATC 4.B.6)
	mostWords    int                      // largest number of words in the name of a power

	centres  []diplomacy.Loc   // in alphabetical order of their codes
	homes    [][]diplomacy.Loc // home centres by Power
	quoted   []string          // quoted codes by Loc, such as "NTH" in quotation marks
	power    []string          // quoted names by Power
	unit     [][2]string       // by Power and type: the part of a unit's object before the code
	unitText [][2]string       // by Power and type: the part before the code in words, such as `"ENGLAND F `
}

const longestShort = 7

// An index finds the locations or powers of a board by name, ignoring case. Names of at most seven bytes, as most
// are, are stored as numbers in a hash table with linear probing, which is twice as fast as a map.
type index struct {
	places [512]struct { // larger than the number of names
		name uint64 // 0 if the slot is free
		i    int
	}
	long map[string]int
}

func newIndex(names []string) *index {
	x := &index{long: map[string]int{}}
	for i, name := range names {
		if len(name) > longestShort {
			x.long[name] = i
		} else if p := x.place([]byte(name)); name != "" {
			x.places[p].name, x.places[p].i = number([]byte(name)), i
		}
	}
	return x
}

// find returns the number that belongs to a name, or -1.
func (x *index) find(name []byte) int {
	if i, ok := x.get(name); ok {
		return i
	}
	if i, ok := x.get(capitals(name)); ok {
		return i
	}
	return -1
}

func (x *index) get(name []byte) (i int, ok bool) {
	if len(name) > longestShort {
		i, ok = x.long[string(name)]
		return i, ok
	}
	p := &x.places[x.place(name)]
	return p.i, p.name != 0
}

// capitals returns a name in capitals, unless the capital of a letter belongs to another script, as for ſ.
func capitals(name []byte) []byte {
	if upper := bytes.ToUpper(name); len(upper) == len(name) {
		return upper
	}
	return name
}

// place returns the slot of a short name, or the free slot where it would be.
func (x *index) place(name []byte) uint64 {
	n := number(name)
	p := n * 0x9e3779b97f4a7c15 >> (64 - 9)
	for x.places[p].name != n && x.places[p].name != 0 {
		p = (p + 1) % uint64(len(x.places))
	}
	return p
}

// number encodes the length and the bytes of a short name.
func number(name []byte) uint64 {
	n := uint64(len(name))
	for _, c := range name {
		n = n<<8 | uint64(c)
	}
	return n
}

func newNames(b *diplomacy.Board) *names {
	codes, powers := make([]string, b.Locs()), b.Powers()
	for l := range codes {
		codes[l] = b.Code(diplomacy.Loc(l))
	}
	for i := range powers {
		powers[i] = strings.ToUpper(powers[i])
	}
	n := &names{board: b, locs: newIndex(codes), powers: newIndex(powers), noCoasts: noCoasts(b, codes)}
	n.centres = b.Centres()
	slices.SortFunc(n.centres, func(x, y diplomacy.Loc) int { return cmp.Compare(codes[x], codes[y]) })
	for _, code := range codes {
		n.quoted = append(n.quoted, string(appendQuoted(nil, code)))
	}
	for i, name := range powers {
		n.mostWords = max(n.mostWords, len(strings.Fields(name)))
		n.homes = append(n.homes, b.Homes(diplomacy.Power(i)))
		q := string(appendQuoted(nil, name))
		n.power = append(n.power, q)
		unit := `{"power":` + q + `,"type":"`
		n.unit = append(n.unit, [2]string{unit + `A","loc":`, unit + `F","loc":`})
		text := strings.TrimSuffix(q, `"`)
		n.unitText = append(n.unitText, [2]string{text + " A ", text + " F "})
	}
	return n
}

// noCoasts returns coasts that provinces do not have: those that are common on maps, and those of other provinces.
func noCoasts(b *diplomacy.Board, codes []string) map[string]diplomacy.Loc {
	coasts := []string{"EC", "NC", "SC", "WC"}
	for _, code := range codes {
		if _, coast, ok := strings.Cut(code, "/"); ok {
			coasts = append(coasts, coast)
		}
	}
	none := map[string]diplomacy.Loc{}
	for _, p := range b.Provinces() {
		for _, coast := range coasts {
			if code := codes[p] + "/" + coast; b.Lookup(code) == diplomacy.NoLoc {
				none[code] = p
			}
		}
	}
	return none
}

// A spot is a location as an order names it.
type spot struct {
	at   diplomacy.Loc
	idle bool // whether the order names a coast that the province does not have
}

var nowhere = spot{at: diplomacy.NoLoc}

// spot returns the location of a code; its Loc is NoLoc if there is none.
func (n *names) spot(code []byte) spot {
	if i := n.locs.find(code); i >= 0 {
		return spot{at: diplomacy.Loc(i)}
	}
	if p, ok := n.noCoasts[string(capitals(code))]; ok {
		return spot{p, true}
	}
	return nowhere
}

// knownLoc returns the location of a code, or an error if the board has none.
func (n *names) knownLoc(code []byte) (diplomacy.Loc, error) {
	if i := n.locs.find(code); i >= 0 {
		return diplomacy.Loc(i), nil
	}
	return diplomacy.NoLoc, fmt.Errorf("there is no location %q", code)
}

// knownPower returns the power with a name, or an error if the board has none.
func (n *names) knownPower(name []byte) (diplomacy.Power, error) {
	if i := n.powers.find(name); i >= 0 {
		return diplomacy.Power(i), nil
	}
	return diplomacy.Nobody, fmt.Errorf("there is no power %q", name)
}
