package order

import (
	"slices"
	"strconv"
	"strings"
)

// This file drafts changes of orders that the letter has, or that are on file.

// amends tries to interpret words as a change of an order of the draft, or of an order that was on file before the
// letter, if that is worth more than an order of their own. fixes says that they follow words of correction.
func (d *drafting) amends(said []Bind, worth int, fixes bool) bool {
	from, to := d.Lexemes[said[0].From].From, d.Lexemes[said[len(said)-1].To-1].To
	most, at := max(worth, 0), -1
	var best drafted
	filedAt := "" // key of the order on file that is changed
	try := func(line string, changes bool, k int, key string) {
		lines := d.edits(line, said)
		if len(lines) == 0 || !fixes && !d.saysChange(said) {
			return
		}
		if w := d.worth(said, lines[0], valuing{edited: line}) - lossSpan; w > most {
			most, at, filedAt = w, k, key
			best = drafted{lines: lines, from: from, to: to, sure: true, strong: true, changes: changes}
			best.denied = !fixes && !slices.ContainsFunc(said, d.isNegated) && d.saysNo(said)
		}
	}
	for k := len(d.out) - 1; k >= 0 && fixes; k-- {
		try(d.out[k].lines[0], d.out[k].changes, k, "")
	}
	for _, key := range d.Sheet.Keys() {
		changes := d.reader.answers // whether the sheet's orders may be changed, and not only those of the letter
		if _, given := d.Given[key]; given {
			changes = fixes
		}
		if changes {
			try(d.Sheet.Get(key), true, -1, key)
		}
	}
	switch {
	case best.lines == nil:
		return false
	case at >= 0:
		best.from = d.out[at].from
		d.out[at] = best
	default:
		d.out = append(d.out, d.inPlace(filedAt, best))
	}
	d.Last = Order{Line: best.lines[0]}
	return true
}

// saysChange reports whether words can change an order in a game with lists: they have an order keyword, or say what
// is not meant.
func (d *drafting) saysChange(said []Bind) bool {
	if _, lists := d.game.(Lister); !lists {
		return true
	}
	return slices.ContainsFunc(said, func(b Bind) bool { return len(b.Vals) == 0 || d.isNegated(b) })
}

// saysNo reports whether the sentence of some words contains a word such as "not".
func (d *drafting) saysNo(said []Bind) bool {
	from, to := d.Around(said[0].From, said[len(said)-1].To)
	return len(d.Find("neg", from, to)) > 0
}

// inPlace returns a change of an order on file with the lines that stay beside it, if its game has lists.
func (d *drafting) inPlace(key string, x drafted) drafted {
	if game, is := d.game.(Lister); is {
		x.lines = slices.Clone(x.lines)
		for i, line := range x.lines {
			x.lines[i] = game.InPlace(key, line, d.Context)
		}
	}
	return x
}

// edits returns the variants of a line in which one of its names or numbers is replaced by one that was said. If the
// line already contains one of several names that were said, the other one replaces it, provided that both are of the
// same class.
func (d *drafting) edits(line string, said []Bind) (out []string) {
	has := d.partsOf(line)
	isIn := func(b Bind) bool { return slices.ContainsFunc(has, func(x Bind) bool { return same(x, b) }) }
	if slices.ContainsFunc(said, func(b Bind) bool { return len(b.Vals) > 0 && d.isNegated(b) && !isIn(b) }) {
		return nil
	}
	for _, b := range said {
		if len(b.Vals) == 0 || isIn(b) {
			continue
		}
		// binds of the same class: those in the line that were said, all in the line, and those said not to be meant
		var named, all, not []Bind
		for _, x := range has {
			if x.Class != b.Class {
				continue
			}
			all = append(all, x)
			if k := slices.IndexFunc(said, func(s Bind) bool { return same(x, s) }); k >= 0 {
				named = append(named, x)
				if d.isNegated(said[k]) {
					not = append(not, x)
				}
			}
		}
		switch {
		case d.isNegated(b):
			named = nil
		case len(not) > 0:
			named = not
		case d.isListed(b, said): // such as "India and Borneo"
			named = slices.DeleteFunc(slices.Clone(all), func(x Bind) bool {
				return slices.ContainsFunc(said, func(s Bind) bool { return same(x, s) && d.isListed(s, said) })
			})
		case len(named) == 0, b.Class != NumberClass && len(named) == len(all):
			named = all
		}
		for _, x := range named {
			if now := d.replaced(line, x, b); now != line && d.game.Fits(now) {
				out = append(out, now)
			}
		}
	}
	return Unique(out)
}

// isListed reports whether a name is in a list with another one of its class: "India and Borneo".
func (d *drafting) isListed(b Bind, said []Bind) bool {
	return slices.ContainsFunc(said, func(x Bind) bool {
		from, to := min(x.To, b.To), max(x.From, b.From)
		isNear := from < to && to-from <= 2
		return x.Class == b.Class && isNear && len(d.Find("joint", from, to)) > 0
	})
}

// isNegated reports whether a name or number follows words that exclude it: "not 2", "instead of Media".
func (d *drafting) isNegated(b Bind) bool {
	isVerb := func(t tag) bool { return d.lexicon.verbs[d.label(t.class)] }
	is := func(at int) bool { return at >= 0 && slices.Contains(negating, d.Lexemes[at].Word) }
	behind := is(b.From-2) && !slices.ContainsFunc(d.phrases(b.From-1), isVerb)
	return is(b.From-1) || behind
}

var negating = []string{"not", "instead", "rather", "nicht", "statt", "anstatt", "anstelle", "no"}

// replaced returns a line with one of its names or numbers replaced by another.
func (d *drafting) replaced(line string, was, now Bind) string {
	lexemes := d.lexicon.unglued(Scan(strings.ToLower(line)))
	with := d.Word(now.From)
	if now.Class != NumberClass {
		with = d.game.Spell(now)
	} else if n, ok := Numeral(with); ok {
		with = strconv.Itoa(n)
	}
	return line[:lexemes[was.From].From] + with + line[lexemes[was.To-1].To:]
}
