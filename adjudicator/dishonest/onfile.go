package dishonest

import (
	"cmp"
	"slices"
	"strings"

	kit "deaddrop/parser/order"
)

// onFile returns the sheet in the form that a letter is read onto.
func (s sheet) onFile(b *Board) *kit.Sheet {
	on := kit.NewSheet()
	for _, line := range s.income.lines() {
		on.Set(incomeKey(line), line)
	}
	for i, p := range s.turns {
		for k, d := range p {
			for j, x := range d.keyed(b) {
				on.Set(partKey(i+1, k+1, x.Key), lineOf(i+1, k+1, j == 0, x.Line))
			}
		}
	}
	for _, line := range s.rules.lines(b) {
		on.Set(standingKey(line), line)
	}
	return on
}

// standingKey returns the key under which a standing order is on file.
func standingKey(line string) string {
	if word, _, _ := strings.Cut(line, " "); one(word, "LOSE", "TIES") {
		return word
	}
	key, _, _ := strings.Cut(line, ":")
	return key
}

// keyed returns the lines of a deed, each with the part of a turn that it is.
func (d deed) keyed(b *Board) []kit.Order {
	var out []kit.Order
	add := func(key string, d deed) {
		for _, line := range d.lines(b) {
			out = append(out, kit.Order{Key: key, Line: line})
		}
	}
	add(playPart, deed{play: d.play, annex: nowhere})
	add(actPart, deed{act: d.act, annex: nowhere})
	for _, o := range d.battles {
		add(battlePart+" "+b.anywhere(o.at), deed{battles: []order{o}, annex: nowhere})
	}
	add(annexPart, deed{annex: d.annex})
	return out
}

// clone copies a sheet with its lists.
func (s sheet) clone() sheet {
	r := &s.rules
	r.defend, r.secondary, r.stop = slices.Clone(r.defend), slices.Clone(r.secondary), slices.Clone(r.stop)
	s.income.ifs = slices.Clone(s.income.ifs)
	return s
}

// put adds the contents of a line to a sheet.
func (s *sheet) put(x sheet) {
	in := x.income
	if in.draw != unsaid {
		s.income.draw = in.draw
	}
	s.income.pool, s.income.bid = cmp.Or(in.pool, s.income.pool), cmp.Or(in.bid, s.income.bid)
	s.income.ideology, s.income.ally = append(s.income.ideology, in.ideology...), append(s.income.ally, in.ally...)
	s.income.ifs = append(s.income.ifs, in.ifs...)
	for _, o := range x.rules.defend {
		s.rules.putDefence(o)
	}
	for _, o := range x.rules.secondary {
		s.rules.putSecondary(o)
	}
	for _, o := range x.rules.stop {
		s.rules.putStop(o)
	}
	s.rules.lose, s.rules.ties = append(s.rules.lose, x.rules.lose...), append(s.rules.ties, x.rules.ties...)
}

// add adds a part of a deed.
func (d *deed) add(x deed) {
	d.play = cmp.Or(x.play, d.play)
	if x.act.kind != actNone {
		d.act = x.act
	}
	for _, o := range x.battles {
		d.putBattle(o)
	}
	if x.annex != nowhere {
		d.annex = x.annex
	}
}
