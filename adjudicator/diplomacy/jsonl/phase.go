package jsonl

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
)

// A phase is what a line says.
type phase struct {
	date
	name       []byte // of the phase, as given
	caseName   text   // what is echoed
	game       text
	units      []diplomacy.Unit
	dislodged  []diplomacy.Dislodged
	contested  []diplomacy.Loc   // provinces
	owner      []diplomacy.Power // by Loc
	nobodys    []diplomacy.Power // owner before there are any
	orders     [][]byte          // each with padding behind it
	unitIn     [256]int16        // by province: index of the unit there, plus 1
	dislodgeIn [256]int16        // the same for the dislodged
}

// text is a text that may be missing.
type text struct {
	bytes []byte
	given bool
}

// date is when a phase is.
type date struct {
	season byte // 'S', 'F', 'W'
	year   int
	kind   byte // 'M', 'R', 'A'
}

func (p *phase) reset() {
	p.name, p.caseName, p.game = nil, text{}, text{}
	p.units, p.dislodged, p.contested, p.orders = p.units[:0], p.dislodged[:0], p.contested[:0], p.orders[:0]
	p.disown()
}

func (p *phase) disown() { copy(p.owner, p.nobodys) }

// check completes what has been read and says what is wrong in it.
func (p *phase) check(b *diplomacy.Board) error {
	var ok bool
	if p.date, ok = dateOf(p.name); !ok {
		return fmt.Errorf("phase: %q is none; phases are such as S1901M, F1901R and W1901A", p.name)
	}
	clear(p.unitIn[:b.Locs()])
	for i, u := range p.units {
		if err := settle(b, u, i, &p.unitIn); err != nil {
			return fmt.Errorf("units[%d]: %w", i, err)
		}
	}
	if len(p.dislodged) == 0 {
		return nil
	}
	if p.kind != 'R' {
		return errors.New("dislodged: only in a retreat phase are there dislodged units")
	}
	clear(p.dislodgeIn[:b.Locs()])
	for i, d := range p.dislodged {
		if err := settle(b, d.Unit, i, &p.dislodgeIn); err != nil {
			return fmt.Errorf("dislodged[%d]: %w", i, err)
		}
	}
	return nil
}

// settle notes that unit i stands where it does, if it can.
func settle(b *diplomacy.Board, u diplomacy.Unit, i int, in *[256]int16) error {
	p := b.Province(u.At)
	if !b.CanStand(u.Type, u.At) {
		return misplaced(b, u)
	}
	if in[p] != 0 {
		return fmt.Errorf("another unit is in %s already", b.Code(p))
	}
	in[p] = int16(i + 1)
	return nil
}

func misplaced(b *diplomacy.Board, u diplomacy.Unit) error {
	what := "an army"
	if u.Type == diplomacy.Fleet {
		what = "a fleet"
	}
	if coasts := b.Coasts(u.At); u.Type == diplomacy.Fleet && len(coasts) > 0 {
		var codes []string
		for _, l := range coasts {
			codes = append(codes, b.Code(l))
		}
		slices.Sort(codes)
		return fmt.Errorf("a fleet cannot be in %s, only in %s", b.Code(u.At), strings.Join(codes, " or "))
	}
	return fmt.Errorf("%s cannot be in %s", what, b.Code(u.At))
}

// dateOf reads the name of a phase: S1901M, F1901R, W1901A, with a year of four
// to nine digits; F1901A is the same as W1901A.
func dateOf(name []byte) (date, bool) {
	last := len(name) - 1
	if last < 5 || last > 10 {
		return date{}, false
	}
	d := date{season: name[0], kind: name[last]}
	for _, c := range name[1:last] {
		if c < '0' || c > '9' {
			return date{}, false
		}
		d.year = 10*d.year + int(c-'0')
	}
	switch d.kind {
	case 'M', 'R':
		return d, d.season == 'S' || d.season == 'F'
	case 'A':
		return d, d.season == 'W' || d.season == 'F'
	}
	return date{}, false
}

// unitAt returns the unit in the province of l and its index, -1 if there is
// none. l is a location of the board.
func (p *phase) unitAt(b *diplomacy.Board, l diplomacy.Loc) int {
	return int(p.unitIn[b.Province(l)]) - 1
}
