package jsonl

import (
	"encoding/binary"
	"slices"

	"deaddrop/adjudicator/diplomacy"
)

// A piece is a text that is written often. Short ones are kept in a word, which
// is written whole and then cut.
type piece struct {
	word uint64
	n    int // how many bytes of it are meant; more than 8: all of long
	long string
}

func pieceOf(s string) piece { return piece{first(load(padded(s)[:8], 0), len(s)), len(s), s} }

func (p *piece) appendTo(b []byte) []byte {
	if p.n > 8 {
		return append(b, p.long...)
	}
	return binary.LittleEndian.AppendUint64(b, p.word)[:len(b)+p.n]
}

// writeMovement writes the outcome of a movement phase.
func (w *worker) writeMovement(m *diplomacy.Movement) {
	next := w.next(m.Units, len(m.Dislodged) > 0)
	b := w.appendHead(w.out)
	if w.explain {
		b = w.appendExplained(b)
	}
	b = append(b, `,"next_units":`...)
	b = w.appendUnits(b, m.Units)
	b = append(b, `,"next_dislodged":[`...)
	for i := range m.Dislodged {
		b = w.appendDislodged(comma(b, i), &m.Dislodged[i])
	}
	b = append(b, `],"next_contested":[`...)
	if m.Contested != (diplomacy.Set{}) {
		b = w.appendCodes(b, m.Contested)
	}
	b = append(b, `],"retreats":{`...)
	for i := range m.Dislodged {
		d := &m.Dislodged[i]
		b = w.code[d.Unit.At].appendTo(comma(b, i))
		b = append(b, ":["...)
		b = w.appendCodes(b, d.Open)
		b = append(b, ']')
	}
	b = append(b, '}')
	w.out = w.appendTail(b, next)
}

// writeRetreats writes the outcome of a retreat phase.
func (w *worker) writeRetreats(r *diplomacy.Retreats) {
	next := w.next(r.Units, false)
	b := w.appendHead(w.out)
	if w.explain {
		b = w.appendExplained(b)
	}
	b = append(b, `,"next_units":`...)
	b = w.appendUnits(b, r.Units)
	b = append(b, `,"next_dislodged":[],"next_contested":[],"removed":`...)
	w.out = w.appendTail(w.appendPlain(b, r.Removed), next)
}

// writeWinter writes the outcome of an adjustment phase.
func (w *worker) writeWinter(a *diplomacy.Winter) {
	next := w.next(a.Units, false)
	b := w.appendHead(w.out)
	if w.explain {
		b = w.appendExplained(b)
	}
	b = append(b, `,"next_units":`...)
	b = w.appendUnits(b, a.Units)
	b = append(b, `,"next_dislodged":[],"next_contested":[],"civil_disorder":`...)
	w.out = w.appendTail(w.appendPlain(b, a.Disorder), next)
}

// appendPlain appends units in words: "FRANCE A PIC".
func (w *worker) appendPlain(b []byte, us []diplomacy.Unit) []byte {
	b = append(b, '[')
	for i, u := range us {
		b = append(comma(b, i), w.unitPlain[u.Power][u.Type]...)
		b = append(b, w.code[u.At].long[1:]...)
	}
	return append(b, ']')
}

// appendHead appends what all phases begin with.
func (w *worker) appendHead(b []byte) []byte {
	b = append(b, '{')
	if w.caseName.given {
		b = append(b, `"case":`...)
		b = append(appendQuoted(b, w.caseName.bytes), ',')
	}
	if w.game.given {
		b = append(b, `"game":`...)
		b = append(appendQuoted(b, w.game.bytes), ',')
	}
	b = append(b, `"phase":"`...)
	b = append(b, w.name...) // is of capitals and digits
	b = append(b, `","results":[`...)
	for i := range w.outcomes {
		switch w.outcomes[i].result {
		case succeeded:
			b = append(b, `"ok",`...)
		case failed:
			b = append(b, `"fail",`...)
		default:
			b = append(b, `"illegal",`...)
		}
	}
	b = append(uncomma(b), `],"reasons":[`...)
	for i := range w.outcomes {
		if o := &w.outcomes[i]; o.result == succeeded {
			b = append(b, "null,"...)
		} else {
			b = w.appendReason(b, o)
		}
	}
	return append(uncomma(b), ']')
}

// appendReason appends why an order did not come off, and a comma.
func (w *worker) appendReason(b []byte, o *outcome) []byte {
	b = append(b, w.whys[o.why]...)
	if o.by != diplomacy.NoLoc {
		b = append(b, `,"by":`...)
		b = w.code[o.by].appendTo(b)
	}
	if o.dislodgedBy != diplomacy.NoLoc {
		b = append(b, `,"dislodged_by":`...)
		b = w.code[o.dislodgedBy].appendTo(b)
	}
	return append(b, "},"...)
}

// appendTail appends what all phases end with.
func (w *worker) appendTail(b []byte, next date) []byte {
	b = append(b, `,"next_supply_centers":{`...)
	for i := range w.centres {
		c := &w.centres[i]
		if p := w.owner[c.at]; p != diplomacy.Nobody {
			b = c.key.appendTo(b)
			b = w.power[p].appendTo(b)
		}
	}
	b = uncomma(b)
	b = append(b, `},"next_phase":"`...)
	b = appendDate(b, next)
	return append(b, "\"}\n"...)
}

func (w *worker) appendUnits(b []byte, us []diplomacy.Unit) []byte {
	b = append(b, '[')
	for _, u := range us {
		b = append(b, w.unitHead[u.Power][u.Type]...)
		b = w.codeEnd[u.At].appendTo(b)
	}
	return append(uncomma(b), ']')
}

func (w *worker) appendDislodged(b []byte, d *diplomacy.Dislodged) []byte {
	b = append(b, w.unitHead[d.Unit.Power][d.Unit.Type]...)
	b = append(b, w.code[d.Unit.At].long[1:]...)
	b = append(b, `,"attacker_from":`...)
	b = w.code[d.By].appendTo(b)
	if d.From == diplomacy.NoLoc && w.near(d) {
		b = append(b, `,"origin_open":true`...)
	}
	return append(b, '}')
}

// near reports whether a dislodged unit can reach where its attacker came from.
func (w *worker) near(d *diplomacy.Dislodged) bool {
	return slices.ContainsFunc(w.board.Reach(d.Unit.Type, d.Unit.At), func(l diplomacy.Loc) bool { return w.board.Province(l) == d.By })
}

func (w *worker) appendCodes(b []byte, ls diplomacy.Set) []byte {
	i := 0
	for l := range ls.All() {
		b = w.code[l].appendTo(comma(b, i))
		i++
	}
	return b
}

// comma appends what parts member i of a list from the one before.
func comma(b []byte, i int) []byte {
	if i > 0 {
		b = append(b, ',')
	}
	return b
}

// uncomma takes the comma behind the last member away, if there is a member.
func uncomma(b []byte) []byte {
	if n := len(b) - 1; b[n] == ',' {
		return b[:n]
	}
	return b
}

// appendQuoted appends a JSON string of what is valid UTF-8.
func appendQuoted[T string | []byte](b []byte, s T) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c < ' ':
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}

func quoted(s string) string { return string(appendQuoted(nil, s)) }
