package jsonl

import "deaddrop/adjudicator/diplomacy"

// writeMovement writes the outcome of a movement phase.
func (w *worker) writeMovement(m *diplomacy.Movement) {
	w.writeHead()
	next := w.next(m.Units, len(m.Dislodged) > 0)
	w.writeUnits(m.Units)
	w.write(`,"next_dislodged":[`)
	for i := range m.Dislodged {
		w.comma(i)
		w.writeDislodged(&m.Dislodged[i])
	}
	w.write(`],"next_contested":`)
	w.writeCodes(m.Contested)
	w.write(`,"retreats":{`)
	for i, d := range m.Dislodged {
		w.comma(i)
		w.write(w.quoted[d.Unit.At], ":")
		w.writeCodes(d.Open)
	}
	w.write("}")
	w.writeTail(next)
}

// writeRetreats writes the outcome of a retreat phase.
func (w *worker) writeRetreats(r *diplomacy.Retreats) {
	w.writeOther(r.Units, "removed", r.Removed)
}

// writeWinter writes the outcome of an adjustment phase.
func (w *worker) writeWinter(a *diplomacy.Winter) {
	w.writeOther(a.Units, "civil_disorder", a.Disorder)
}

// writeOther writes the outcome of a phase in which units may leave the board; key is the name of the member that
// lists them.
func (w *worker) writeOther(after []diplomacy.Unit, key string, gone []diplomacy.Unit) {
	w.writeHead()
	next := w.next(after, false)
	w.writeUnits(after)
	w.write(`,"next_dislodged":[],"next_contested":[],"`, key, `":[`)
	for i, u := range gone {
		w.comma(i)
		w.write(w.unitText[u.Power][u.Type], w.quoted[u.At][1:])
	}
	w.write("]")
	w.writeTail(next)
}

func (w *worker) write(texts ...string) {
	for _, s := range texts {
		w.out = append(w.out, s...)
	}
}

// comma writes the separator before member i of a list or object.
func (w *worker) comma(i int) {
	if i > 0 {
		w.out = append(w.out, ',')
	}
}

// writeHead writes the beginning that all phases have in common, up to the units.
func (w *worker) writeHead() {
	w.write("{")
	if w.caseName != nil {
		w.write(`"case":`)
		w.out = append(appendQuoted(w.out, w.caseName), ',')
	}
	if w.game != nil {
		w.write(`"game":`)
		w.out = append(appendQuoted(w.out, w.game), ',')
	}
	w.write(`"phase":"`)
	w.out = append(w.out, w.name...) // contains only capitals and digits
	w.write(`","results":[`)
	for i := range w.outcomes {
		w.comma(i)
		w.write(results[w.outcomes[i].result])
	}
	w.write(`],"reasons":[`)
	for i := range w.outcomes {
		w.comma(i)
		w.writeReason(&w.outcomes[i])
	}
	w.write("]")
	if w.explain {
		w.writeExplained()
	}
	w.write(`,"next_units":`)
}

// writeReason writes why an order failed, or null if it succeeded.
func (w *worker) writeReason(o *outcome) {
	if o.result == succeeded {
		w.write("null")
		return
	}
	w.write(`{"why":"`, o.why.String(), `"`)
	if o.by != diplomacy.NoLoc {
		w.write(`,"by":`, w.quoted[o.by])
	}
	if o.dislodgedBy != diplomacy.NoLoc {
		w.write(`,"dislodged_by":`, w.quoted[o.dislodgedBy])
	}
	w.write("}")
}

// writeTail writes the end that all phases have in common.
func (w *worker) writeTail(next date) {
	w.write(`,"next_supply_centers":{`)
	n := 0
	for _, l := range w.centres {
		if p := w.owner[l]; p != diplomacy.Nobody {
			w.comma(n)
			w.write(w.quoted[l], ":", w.power[p])
			n++
		}
	}
	w.write(`},"next_phase":"`)
	w.out = appendDate(w.out, next)
	w.write("\"}\n")
}

func (w *worker) writeUnits(us []diplomacy.Unit) {
	w.write("[")
	for i, u := range us {
		w.comma(i)
		w.write(w.unit[u.Power][u.Type], w.quoted[u.At], "}")
	}
	w.write("]")
}

func (w *worker) writeDislodged(d *diplomacy.Dislodged) {
	w.write(w.unit[d.Unit.Power][d.Unit.Type], w.quoted[d.Unit.At], `,"attacker_from":`, w.quoted[d.By])
	if d.From == diplomacy.NoLoc && w.near(d) {
		w.write(`,"origin_open":true`)
	}
	w.write("}")
}

// near reports whether a dislodged unit can reach the space that its attacker came from.
func (w *worker) near(d *diplomacy.Dislodged) bool {
	for _, l := range w.board.Reach(d.Unit.Type, d.Unit.At) {
		if w.board.Province(l) == d.By {
			return true
		}
	}
	return false
}

func (w *worker) writeCodes(ls diplomacy.Set) {
	w.write("[")
	i := 0
	for l := range ls.All() {
		w.comma(i)
		w.write(w.quoted[l])
		i++
	}
	w.write("]")
}

// appendQuoted appends a valid UTF-8 text as a JSON string.
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
