package jsonl

import (
	"slices"
	"unicode/utf8"

	"deaddrop/adjudicator/diplomacy"
)

// A reader makes phases of lines.
//
// Its methods scan... know only the plain form of a line. They take the line and
// where they begin, and return where they have come to, or -1 where they do not
// understand it. They may look at the byte behind all that they have passed:
// a line ends with its newline, which none of them passes.
type reader struct {
	*codec
	phase
	shape shape
}

func newReader(c *codec) *reader {
	r := &reader{codec: c}
	r.nobodys = slices.Repeat([]diplomacy.Power{diplomacy.Nobody}, c.board.Locs())
	r.owner = slices.Clone(r.nobodys)
	return r
}

// read reads a line, behind which are its newline and the padding.
func (r *reader) read(line []byte) error {
	if !r.scan(line) {
		if err := r.decode(line); err != nil {
			return err
		}
	}
	return r.check(r.board)
}

// scan reads a line of the plain form and reports whether it is one. Then the
// phase is what decode would make of it.
func (r *reader) scan(line []byte) bool {
	r.reset()
	b := line[:len(line)+padding]
	i, ok := begin(b, space(b, 0), '{', '}')
	for ok {
		key, j := scanKey(b, i)
		if j < 0 {
			return false
		}
		if i = r.scanField(key.text, b, j); i < 0 {
			return false
		}
		i, ok = more(b, i, '}')
	}
	return i >= 0 && space(b, i) == len(line)
}

func (r *reader) scanField(key []byte, b []byte, i int) int {
	switch string(key) {
	case "phase":
		var name text
		name, i = r.scanText(b, i)
		if !name.given {
			return -1
		}
		r.name = name.bytes
	case "case":
		r.caseName, i = r.scanText(b, i)
	case "game":
		r.game, i = r.scanText(b, i)
	case "units":
		return r.scanUnits(b, i)
	case "dislodged":
		return r.scanDislodged(b, i)
	case "contested":
		return r.scanContested(b, i)
	case "supply_centers":
		return r.scanCentres(b, i)
	case "orders":
		return r.scanOrders(b, i)
	default:
		return skip(b, i, &r.shape)
	}
	return i
}

func (r *reader) scanUnits(b []byte, i int) int {
	r.units = r.units[:0]
	i, ok := begin(b, i, '[', ']')
	for ok {
		u, j := r.quickUnit(b, i)
		if j < 0 {
			var d diplomacy.Dislodged
			if d, j = r.scanUnit(b, i); j < 0 {
				return -1
			}
			u = d.Unit
			if len(r.units) == 0 {
				r.shape = shapeOf(b, i)
			}
		}
		r.units = append(r.units, u)
		i, ok = more(b, j, ']')
	}
	return i
}

func (r *reader) scanDislodged(b []byte, i int) int {
	r.dislodged = r.dislodged[:0]
	i, ok := begin(b, i, '[', ']')
	for ok {
		var d diplomacy.Dislodged
		if d, i = r.scanUnit(b, i); i < 0 {
			return -1
		}
		r.dislodged = append(r.dislodged, d)
		i, ok = more(b, i, ']')
	}
	return i
}

// scanUnit reads a unit, and where its attacker came from.
func (r *reader) scanUnit(b []byte, i int) (d diplomacy.Dislodged, end int) {
	const complete = 1 | 2 | 4
	d.By, d.From = diplomacy.NoLoc, diplomacy.NoLoc
	seen, open := 0, false
	i, ok := begin(b, i, '{', '}')
	for ok {
		key, j := scanKey(b, i)
		if j < 0 {
			return d, -1
		}
		var value token
		switch string(key.text) {
		case "power":
			value, i = scanString(b, j)
			d.Unit.Power = r.powerOf(value)
			ok = d.Unit.Power != diplomacy.Nobody
			seen |= 1
		case "type":
			value, i = scanString(b, j)
			d.Unit.Type, ok = typeOf(value)
			seen |= 2
		case "loc":
			value, i = scanString(b, j)
			d.Unit.At = r.loc(value)
			ok = d.Unit.At != diplomacy.NoLoc
			seen |= 4
		case "attacker_from":
			value, i = scanString(b, j)
			d.From = r.board.Province(r.loc(value))
			ok = d.From != diplomacy.NoLoc
		case "origin_open":
			open = b[j] == 't'
			ok = open || b[j] == 'f'
			i = skip(b, j, &r.shape)
		default:
			i = skip(b, j, &r.shape)
		}
		if i < 0 || !ok {
			return d, -1
		}
		i, ok = more(b, i, '}')
	}
	if seen != complete {
		return d, -1
	}
	if open {
		d.From = diplomacy.NoLoc
	}
	return d, i
}

// typeOf reads "A" or "F".
func typeOf(t token) (u diplomacy.UnitType, ok bool) {
	switch {
	case len(t.text) != 1:
	case t.lo|0x20 == 'a':
		return diplomacy.Army, true
	case t.lo|0x20 == 'f':
		return diplomacy.Fleet, true
	}
	return 0, false
}

func (r *reader) scanContested(b []byte, i int) int {
	r.contested = r.contested[:0]
	i, ok := begin(b, i, '[', ']')
	for ok {
		var code token
		code, i = scanString(b, i)
		p := r.board.Province(r.loc(code))
		if i < 0 || p == diplomacy.NoLoc {
			return -1
		}
		r.contested = append(r.contested, p)
		i, ok = more(b, i, ']')
	}
	return i
}

func (r *reader) scanCentres(b []byte, i int) int {
	r.disown()
	i, ok := begin(b, i, '{', '}')
	for ok {
		l, power, j := r.quickCentre(b, i)
		if j < 0 {
			if l, power, j = r.scanCentre(b, i); j < 0 {
				return -1
			}
		}
		if !r.isCentre[l] {
			return -1
		}
		r.owner[l] = power
		i, ok = more(b, j, '}')
	}
	return i
}

func (r *reader) scanCentre(b []byte, i int) (l diplomacy.Loc, owner diplomacy.Power, end int) {
	key, i := scanKey(b, i)
	if i < 0 {
		return 0, 0, -1
	}
	value, i := scanString(b, i)
	l, owner = r.loc(key), r.powerOf(value)
	if l == diplomacy.NoLoc || owner == diplomacy.Nobody {
		return 0, 0, -1
	}
	return l, owner, i
}

func (r *reader) scanOrders(b []byte, i int) int {
	r.orders = r.orders[:0]
	i, ok := begin(b, i, '[', ']')
	for ok {
		var order text
		if order, i = r.scanText(b, i); i < 0 || !order.given {
			return -1
		}
		r.orders = append(r.orders, order.bytes)
		i, ok = more(b, i, ']')
	}
	return i
}

// scanText reads a string, or passes over a value that is none.
func (r *reader) scanText(b []byte, i int) (t text, end int) {
	if b[i] != '"' {
		return text{}, skip(b, i, &r.shape)
	}
	end, ascii := closing(b, i+1)
	if end < 0 || !ascii && !utf8.Valid(b[i+1:end]) {
		return text{}, -1
	}
	return text{b[i+1 : end], true}, end + 1
}
