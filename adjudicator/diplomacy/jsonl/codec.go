package jsonl

import (
	"cmp"
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
)

// A codec is a board as it is read and written in JSON lines. It never changes,
// so that all workers use one.
type codec struct {
	board *diplomacy.Board

	// What is read.
	locs, powers table
	idle         table // coasts that a province does not have: see idleCoasts
	provinces    int
	isCentre     [256]bool
	mostWords    int // of how many words the name of a power may be
	homes        [][]diplomacy.Loc

	// What is written.
	code      []piece     // by Loc: "NTH" in quotation marks
	codeEnd   []piece     // by Loc: what completes a unit there, and a comma
	power     []piece     // by Power: its name in quotation marks, and a comma
	unitHead  [][2]string // by Power and type: a unit up to its code
	unitPlain [][2]string // the same in words: `"ENGLAND F `
	centres   []centre    // in alphabetical order of their codes
	whys      [256]string // by why: a reason up to who did it
}

type centre struct {
	at  diplomacy.Loc
	key piece
}

func newCodec(b *diplomacy.Board) *codec {
	c := &codec{board: b, provinces: len(b.Provinces())}
	codes := make([]string, b.Locs())
	for i := range codes {
		codes[i] = b.Code(diplomacy.Loc(i))
		q := quoted(codes[i])
		c.code = append(c.code, pieceOf(q))
		c.codeEnd = append(c.codeEnd, pieceOf(q[1:]+"},"))
	}
	c.locs = newTable(codes)
	c.locs.short.fill(codes)
	c.idle = newTable(idleCoasts(b, codes))
	names := b.Powers()
	for i, name := range names {
		name = strings.ToUpper(name)
		names[i] = name
		q := quoted(name)
		c.power = append(c.power, pieceOf(q+","))
		head := `{"power":` + q + `,"type":"`
		c.unitHead = append(c.unitHead, [2]string{head + `A","loc":"`, head + `F","loc":"`})
		plain := q[:len(q)-1]
		c.unitPlain = append(c.unitPlain, [2]string{plain + " A ", plain + " F "})
		c.mostWords = max(c.mostWords, len(strings.Fields(name)))
		c.homes = append(c.homes, b.Homes(diplomacy.Power(i)))
	}
	c.powers = newTable(names)
	c.powers.short.fill(names)
	for _, l := range b.Centres() {
		c.centres = append(c.centres, centre{l, pieceOf(c.code[l].long + ":")})
		c.isCentre[l] = true
	}
	slices.SortFunc(c.centres, func(x, y centre) int { return cmp.Compare(codes[x.at], codes[y.at]) })
	for i := range c.whys {
		c.whys[i] = `{"why":` + quoted(why(i).String())
	}
	return c
}

// idleCoasts returns the codes of coasts that a province does not have, such as
// BRE/EC or PAR/NC (DATC 4.B.6), all provinces for each sort of coast, and ""
// for those that there are.
func idleCoasts(b *diplomacy.Board, codes []string) []string {
	suffixes := []string{"/EC", "/NC", "/SC", "/WC"}
	for _, l := range codes {
		i := strings.LastIndexByte(l, '/')
		if i >= 0 && b.Province(b.Lookup(l)) != b.Lookup(l) && !slices.Contains(suffixes, l[i:]) {
			suffixes = append(suffixes, l[i:])
		}
	}
	var idle []string
	for _, suffix := range suffixes {
		for _, p := range b.Provinces() {
			code := codes[p] + suffix
			if b.Lookup(code) != diplomacy.NoLoc {
				code = ""
			}
			idle = append(idle, code)
		}
	}
	return idle
}

// loc returns the location of a code, NoLoc if there is none.
func (c *codec) loc(t token) diplomacy.Loc {
	if i := c.locs.find(t); i >= 0 {
		return diplomacy.Loc(i)
	}
	return diplomacy.NoLoc
}

// spot is a location as an order names it.
type spot struct {
	at   diplomacy.Loc
	idle bool // a coast was named that the province does not have
}

// spot returns the location of a code; at is NoLoc if there is none.
func (c *codec) spot(t token) spot {
	if i := c.locs.find(t); i >= 0 {
		return spot{at: diplomacy.Loc(i)}
	}
	if i := c.idle.find(t); i >= 0 {
		return spot{diplomacy.Loc(i % c.provinces), true}
	}
	return spot{at: diplomacy.NoLoc}
}

// powerOf returns the power of a name, Nobody if there is none.
func (c *codec) powerOf(t token) diplomacy.Power { return diplomacy.Power(c.powers.find(t)) }
