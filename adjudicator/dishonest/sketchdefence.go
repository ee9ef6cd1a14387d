package dishonest

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	kit "deaddrop/parser/order"
)

// This file sketches what sentences say about battles, and offers sketches.

// order returns what words say about a battle.
func (k *sketch) order(words []kit.Bind) (o order) {
	o.at = nowhere
	supply, said := 0, false
	losing, leaving := false, false
	for i, b := range words {
		switch b.Class {
		case "supply":
			n := k.counted(words, i)
			if n == 0 && i+1 < len(words) && words[i+1].Class == kit.NumberClass && words[i+1].From-b.To <= 1 {
				n = words[i+1].Vals[0]
			}
			if n == kit.Everything {
				n = k.Stock[Supply] + k.Stock[Oil]
			}
			if n > 0 || has(words[:i], "none", "naught", "neg") {
				supply, said = n, true
			}
		case "evw":
			supply, said = all, true
		case "naught":
			said = said || !has(words, "supply")
		case "lose":
			losing, leaving = true, false
		case "retreat", "beaten":
			leaving, losing = true, false
		case "place":
			if leaving {
				o.retreat = append(o.retreat, Area(b.Vals[0]))
			}
		}
		if t, ok := unit(b); ok && (losing || i+1 < len(words) && words[i+1].Class == "lose") &&
			!slices.Contains(o.lose, t) {
			o.lose = append(o.lose, t)
		}
	}
	if card := k.card(words); k.fights(card) {
		o.stakes = []stake{{supply: supply, card: card}}
	} else if said {
		o.stakes = []stake{{supply: supply}}
	}
	return o
}

// fights reports whether a card has a battle effect.
func (k *sketch) fights(card int) bool {
	c := k.b.card(card)
	return c != nil && c.Battle != nil
}

// defends adds what a sentence says about defences. What is committed stands behind the places that it is for, or
// before
// them if the sentence begins with it.
func (k *sketch) defends(words []kit.Bind) {
	isPlace := func(b kit.Bind) bool { return one(b.Class, "everyw", "seat") || b.Class == "place" }
	isSaid := func(b kit.Bind) bool {
		return one(b.Class, kit.NumberClass, "supply", "cardw", "card", "naught", "none", "evw")
	}
	if len(words) > 1 && words[0].Class == "supply" && k.word(words[0].To) == ":" { // such as "Supply: 2 in Berlin"
		words = words[1:]
	}
	first := slices.IndexFunc(words, func(b kit.Bind) bool { return isPlace(b) || isSaid(b) })
	if first < 0 {
		return
	}
	before := isSaid(words[first]) && slices.ContainsFunc(words, isPlace)
	var group []kit.Bind
	placed, said, leaving := false, false, false
	flush := func() {
		k.stand(group)
		group, placed, said, leaving = nil, false, false, false
	}
	for _, b := range words {
		leaving = leaving || one(b.Class, "retreat", "beaten")
		begins := isPlace(b) && said && !before && !leaving || isSaid(b) && placed && before && said
		if or := one(b.Class, "orw", "else") && said && placed; or || begins {
			var taken []kit.Bind // what is said directly before a place is for it: "nothing elsewhere"
			n := len(group)
			if n > 1 && !before && !or && one(group[n-1].Class, "naught", "none") && isSaid(group[n-2]) {
				taken, group = slices.Clone(group[n-1:]), group[:n-1]
			}
			flush()
			group, said = append(group, taken...), len(taken) > 0
			if or {
				b = kit.Bind{Class: "everyw", From: b.From, To: b.To}
			}
		}
		group = append(group, b)
		placed, said = placed || isPlace(b), said || isSaid(b)
	}
	flush()
}

// stand adds the defences that a group of words means.
func (k *sketch) stand(words []kit.Bind) {
	o := k.order(words)
	if len(o.stakes) == 0 {
		for _, b := range words {
			switch {
			case b.Class == kit.NumberClass:
				o.stakes = []stake{{supply: b.Vals[0]}}
			case one(b.Class, "none", "naught"):
				o.stakes = []stake{{}}
			}
		}
	}
	var at []Area
	for _, b := range words {
		switch {
		case b.Class == "place" && !slices.Contains(o.retreat, Area(b.Vals[0])):
			at = append(at, Area(b.Vals[0]))
		case b.Class == "everyw":
			at = append(at, nowhere)
		case b.Class == "seat" && string(seats()[b.Vals[0]]) != k.Seat:
			o.against = string(seats()[b.Vals[0]])
		}
	}
	if len(o.stakes) == 0 && len(o.retreat) == 0 {
		return
	}
	if slices.ContainsFunc(at, func(a Area) bool { return a != nowhere }) { // such as "any attack on Berlin"
		at = slices.DeleteFunc(at, func(a Area) bool { return a == nowhere })
	}
	if len(at) == 0 {
		at = []Area{nowhere}
	}
	for _, a := range at {
		x := o
		x.at = a
		k.rules.defend = slices.DeleteFunc(k.rules.defend, func(was order) bool {
			return was.at == x.at && was.against == x.against
		})
		k.rules.defend = append(k.rules.defend, x)
	}
}

// sketchBattle returns the answer that a letter may mean to the question about a battle; "" if none.
func (a *author) sketchBattle(text string, c *kit.Context) (answer string) {
	k := sketch{author: a, c: c, ahead: 1}
	c.Look(text, func() {
		k.look(sketched)
		words := slices.DeleteFunc(slices.Clone(k.words), func(b kit.Bind) bool {
			from, to := c.Around(b.From, b.To)
			isTold := len(c.Find("past", from, to)) > 0 && len(c.Find("retreat", from, to)) == 0
			return to < len(c.Lexemes) && c.Word(to) == "?" || isTold
		})
		o := k.order(words)
		for _, b := range words { // such as "get my men out to Bordeaux"
			if b.Class == "place" && k.isTarget(b) && len(o.retreat) == 0 && !has(words, "ftr", "deploy") {
				o.retreat = []Area{Area(b.Vals[0])}
			}
		}
		for i, b := range words {
			if b.Class != "place" || !k.Own("place", b.Vals) || slices.Contains(o.retreat, Area(b.Vals[0])) {
				continue
			}
			near := max(0, i-2)
			if i > 0 && has(words[near:min(len(words), i+2)], "ftr") {
				o.deploy = []deploy{{n: 1, from: Area(b.Vals[0])}}
			}
		}
		if len(o.stakes)+len(o.deploy)+len(o.retreat) > 0 {
			answer = o.words(k.b)
		}
	})
	return answer
}

// suggestSketch offers a sketch of the whole letter with its first part that is open, in place of what was offered for
// its parts, if something of it is not on file.
func (a *author) suggestSketch(c *kit.Context, parts []kit.Part, now *sheet, text string) {
	i := slices.IndexFunc(parts, func(p kit.Part) bool { return p.Fate == kit.Asked && len(p.Suggest) < 2 })
	meant := a.sketch(text, c)
	if i < 0 && !slices.ContainsFunc(parts, isOpen) {
		i = a.firstTalk(c, parts, meant, *now)
	}
	if i < 0 {
		return
	}
	lines := a.missing(meant, *now)
	if len(lines) == 0 || a.isOffered(parts, lines) {
		return
	}
	r := a.read(a.kind, now.words(a.b), strings.Join(lines, "\n"), true)
	if len(r.Faults()) > 0 || !r.Has(adjudicator.Filed) {
		return
	}
	a.contest(c, parts, now, meant)
	whole := strings.Join(lines, "\n")
	for j := range parts {
		p := &parts[j]
		switch {
		case p.Fate == kit.Asked:
			p.Suggest = slices.DeleteFunc(slices.Clone(p.Suggest), func(line string) bool {
				return a.isOfTurn(line) || slices.Contains(lines, line) || a.isSaid(lines, line)
			})
		case p.Fate == kit.Refused && len(p.Keys) > 0 && strings.Contains(p.Keys[0], "/") && strings.HasPrefix(p.Why,
			belongs):
			p.Fate = kit.Asked
		}
	}
	p := &parts[i]
	if p.Fate == kit.Talk {
		p.Fate, p.Why = kit.Asked, a.b.lexicon().Says("unclear")
	}
	p.Suggest = kit.Unique(append([]string{whole}, p.Suggest...))
	p.Suggest = p.Suggest[:min(len(p.Suggest), mostSketched)]
}

// firstTalk returns the index of the first part that was taken for talk and has a word with which an order may be meant,
// if nothing was filed, or if a sketch has more; -1 if there is none.
func (a *author) firstTalk(c *kit.Context, parts []kit.Part, meant []string, now sheet) int {
	isFiled := func(p kit.Part) bool { return p.Fate == kit.Filed }
	if slices.ContainsFunc(parts, isFiled) && !a.goesFurther(c, meant) && !a.saysMore(meant, now) {
		return -1
	}
	return slices.IndexFunc(parts, func(p kit.Part) (says bool) {
		if p.Fate != kit.Talk || strings.HasSuffix(p.Quote, "?") {
			return false
		}
		c.Look(p.Quote, func() { says = len(c.Words(telling)) > 0 })
		return says
	})
}

// telling has the classes of words that show that talk may be part of an order.
var telling = []string{"place", "tile", "card", "stopw", "defend", "garrison", "mobilize", "passw", "secondary", "supply",
	"everyw", "draw", "pool", "bid", "ally"}

// saysMore reports whether a sketch has a standing order, or a line for the income phase, about something of which
// nothing is on file.
func (a *author) saysMore(meant []string, now sheet) bool {
	key := func(line string) string {
		if head, _, ok := strings.Cut(line, ":"); ok {
			return head
		}
		return incomeKey(line)
	}
	said := map[string]bool{}
	for _, line := range now.lines(a.b) {
		said[key(line)] = true
	}
	return slices.ContainsFunc(a.missing(meant, now), func(line string) bool {
		return !a.isOfTurn(line) && !said[key(line)]
	})
}

// goesFurther reports whether a sketch has the moves that the letter has filed, and more, or longer ones.
func (a *author) goesFurther(c *kit.Context, meant []string) bool {
	was, ok := a.tacticsOf(bare(c.Given[partKey(1, 1, actPart)]))
	for _, line := range meant {
		if is, tactics := a.tacticsOf(line); ok && tactics {
			return steps(is) > steps(was) && len(is.moves) >= len(was.moves)
		}
	}
	return false
}

// steps returns the number of spaces that the units of an action enter.
func steps(x act) (n int) {
	for _, m := range x.moves {
		n += len(m.path) - 1
	}
	return n
}

// belongs is how the reason begins for which a part is not accepted because of another part of its turn.
const belongs = "This belongs to TURN"

// isOffered reports whether each question has a suggestion, and these have all lines of a sketch.
func (a *author) isOffered(parts []kit.Part, lines []string) bool {
	var all []string
	for _, p := range parts {
		if p.Fate == kit.Asked && len(p.Suggest) == 0 {
			return false
		}
		for _, x := range p.Suggest {
			all = append(all, strings.Split(x, "\n")...)
		}
	}
	// such as a defence anywhere, where one of a place with a misspelt name is offered
	vague := func(line string) bool {
		with, anywhere := strings.CutPrefix(line, "DEFEND ANY: ")
		return anywhere && slices.ContainsFunc(all, func(x string) bool {
			return x != line && strings.HasSuffix(x,
				": "+with)
		})
	}
	return !slices.ContainsFunc(lines, func(line string) bool { return !slices.Contains(all, line) && !vague(line) })
}

// isSaid reports whether a line is for the income phase, and others say the same thing.
func (a *author) isSaid(lines []string, line string) bool {
	return a.kind == "income" && slices.ContainsFunc(lines, func(x string) bool { return incomeKey(x) == incomeKey(line) })
}

// isOfTurn reports whether a suggestion is part of a turn.
func (a *author) isOfTurn(line string) bool {
	x, err := parseSheet(a.b, "turn", bare(line))
	return err != nil || len(x.turns) > 0
}

// contest takes off file a turn that the letter has filed and a sketch has more of: further moves, or an operation
// paid.
func (a *author) contest(c *kit.Context, parts []kit.Part, now *sheet, meant []string) {
	if a.kind == "income" {
		a.contestTiles(c, parts, now, meant)
	}
	if !a.goesFurther(c, meant) && !a.paysMore(c, meant) {
		return
	}
	now.turns = slices.Clone(a.old.turns)
	for i := range parts {
		p := &parts[i]
		isTurn := slices.ContainsFunc(p.Keys, func(k string) bool { _, _, _, ok := partOf(k); return ok })
		if p.Fate == kit.Filed && isTurn {
			p.Fate, p.Why = kit.Asked, a.b.lexicon().Says("unclear")
		}
	}
}

// contestTiles takes off file the ideologies that the letter has filed, if a sketch has more behind them.
func (a *author) contestTiles(c *kit.Context, parts []kit.Part, now *sheet, meant []string) {
	const key = "IDEOLOGY"
	filed := c.Given[key]
	if !slices.ContainsFunc(meant, func(line string) bool { return filed != "" && strings.HasPrefix(line, filed+", ") }) {
		return
	}
	now.income.ideology = a.old.income.ideology
	for i := range parts {
		if p := &parts[i]; p.Fate == kit.Filed && slices.Contains(p.Keys, key) {
			p.Fate, p.Why = kit.Asked, a.b.lexicon().Says("unclear")
		}
	}
}

// paysMore reports whether a sketch has the moves that the letter has filed, and more operations.
func (a *author) paysMore(c *kit.Context, meant []string) bool {
	was, ok := a.tacticsOf(bare(c.Given[partKey(1, 1, actPart)]))
	for _, line := range meant {
		if is, tactics := a.tacticsOf(line); ok && tactics {
			return len(is.moves) == len(was.moves) && is.ops > was.ops
		}
	}
	return false
}

// tacticsOf returns the tactics action in a line; ok is false if it is none.
func (a *author) tacticsOf(line string) (x act, ok bool) {
	s, err := parseSheet(a.b, "turn", line)
	if err != nil || len(s.turns) != 1 || len(s.turns[0]) != 1 {
		return x, false
	}
	x = s.turns[0][0].act
	return x, x.kind == actTactics
}

const mostSketched = 2 // suggestions of a question with a sketch

// missing returns the lines of a sketch that are not on file: all lines of its turns if they are not, and its standing
// orders.
func (a *author) missing(lines []string, now sheet) (out []string) {
	x, err := parseSheet(a.b, a.kind, strings.Join(lines, "\n"))
	if err != nil || len(lines) == 0 {
		return nil
	}
	turns := sheet{turns: x.turns, income: income{draw: unsaid}}
	filed := sheet{turns: now.turns, income: income{draw: unsaid}}
	if len(x.turns) > 0 && turns.words(a.b) != filed.words(a.b) {
		out = strings.Split(turns.words(a.b), "\n")
	}
	was := append(now.income.lines(), now.rules.lines(a.b)...)
	for _, line := range append(x.income.lines(), x.rules.lines(a.b)...) {
		if !slices.Contains(was, line) && !slices.Contains(was, strings.TrimSuffix(line, " SUPPLY")) {
			out = append(out, line)
		}
	}
	return out
}
