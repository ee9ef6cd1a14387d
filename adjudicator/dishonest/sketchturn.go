package dishonest

import (
	"slices"

	kit "deaddrop/parser/order"
)

// This file sketches what sentences say about turns.

// acts adds what a sentence says about turns, part by part: a part ends before words such as "otherwise" and "then".
func (k *sketch) acts(words []kit.Bind) {
	isIf := has(words, "orw") || has(words, "if") && k.current() != nil && !has(words, "annex")
	fixes := has(words, "fix", "halt") && k.current() != nil
	from := 0
	flush := func(to int) {
		or := from < to && has(words[from:from+1], "orw", "else", "if")
		k.part(words[from:to], isIf && (from > 0 || or), fixes)
		from = to
	}
	for i, b := range words {
		switch b.Class {
		case "orw", "else":
			flush(i)
		case "nextturn": // it stands before what is done then, or behind it
			start := slices.IndexFunc(words, func(x kit.Bind) bool { return x.From >= k.clause(b.From) })
			isLast := i+1 == len(words) || k.clause(words[i+1].From) != k.clause(b.From)
			if isLast && start >= from && start < i {
				flush(start)
			} else {
				flush(i)
				from = i + 1
			}
			k.ahead++
		case "turn":
			if i+1 < len(words) && words[i+1].Class == kit.NumberClass && words[i+1].From == b.To &&
				words[i+1].Vals[0] > 0 {
				flush(i)
				k.ahead, from = min(words[i+1].Vals[0], 9), i+2
			}
		}
		if from <= i && i+1 < len(words) && k.clause(words[i+1].From) != k.clause(b.From) && one(b.Class, "nextturn") {
			flush(i + 1)
		}
	}
	if from < len(words) {
		flush(len(words))
	}
}

// part adds what a part of a sentence says.
func (k *sketch) part(words []kit.Bind, isIf, fixes bool) {
	if len(words) == 0 {
		return
	}
	switch {
	case has(words, "passw") && !has(words, "place"):
		if now := k.current(); now != nil && now.act.kind != actNone && k.ahead > 1 && !isIf && !fixes {
			k.ahead++
		}
		k.begin(act{kind: actPass, at: nowhere}, isIf, fixes)
		return
	case has(words, "playtile", "ideology"):
		k.begin(act{kind: actIdeology, at: nowhere, choice: choice{at: k.places(words)}}, isIf, fixes)
		return
	}
	k.paid(words)
	k.play(words)
	switch places := k.places(words); {
	case len(places) > 0 && (has(words, "garrison") || k.goesOnAs(actGarrison, words, isIf)):
		k.begin(act{kind: actGarrison, at: k.garrisoned(words)}, isIf, fixes)
	case k.builds(words) && len(places) > 0:
		if buy := k.buys(words); len(buy) > 0 {
			k.begin(act{kind: actMobilize, buy: buy, at: nowhere}, isIf, fixes)
		}
	case len(places) > 0:
		if moves := k.moves(words); len(moves) > 0 {
			k.begin(act{kind: actTactics, ops: k.paid(words), moves: moves, at: nowhere}, isIf, fixes)
		} else {
			k.goOn(words)
		}
	}
	if now := k.current(); now != nil && now.act.kind == actTactics {
		if now.act.ops == 0 {
			now.act.ops = k.paid(words)
		}
		k.battle(words, now)
	}
	if has(words, "annex") {
		k.annex(words)
	}
}

// builds reports whether words are about building units.
func (k *sketch) builds(words []kit.Bind) bool {
	if has(words, "mobilize", "build") {
		return true
	}
	now := k.current()
	return now != nil && now.act.kind == actMobilize && !has(words, "go", "attack", "tactics")
}

// garrisoned returns the place that is garrisoned: the first one behind the word for it, or else the last.
func (k *sketch) garrisoned(words []kit.Bind) (at Area) {
	for i, b := range words {
		if b.Class == "place" && !k.isDenied(b) {
			if at = Area(b.Vals[0]); has(words[:i], "garrison") {
				return at
			}
		}
	}
	return at
}

// goesOnAs reports whether words name only a place, for a turn behind one with an action of a
// kind, or instead of it.
func (k *sketch) goesOnAs(kind actKind, words []kit.Bind, isIf bool) bool {
	n := len(k.ideas)
	if n == 0 || k.current() != nil && !isIf || k.ideas[n-1].deed.act.kind != kind {
		return false
	}
	return !has(words, "inf", "arm", "ftr", "flt", "sqn", "anyunit", "go", "attack", "tactics", "mobilize")
}

// places returns the places in words that are not denied.
func (k *sketch) places(words []kit.Bind) (out []Area) {
	for _, b := range words {
		if at := Area(0); b.Class == "place" && !k.isDenied(b) {
			at = Area(b.Vals[0])
			out = append(out, at)
		}
	}
	return out
}

// isDenied reports whether a word such as "not" stands before a name.
func (k *sketch) isDenied(b kit.Bind) bool {
	return one(k.before(b.From), "not", "than", "without", "nicht", "statt") ||
		k.before(b.From) == "of" && k.word(b.From-2) == "instead"
}

// play adds the card that is played before the action.
func (k *sketch) play(words []kit.Bind) {
	first := slices.IndexFunc(words, func(b kit.Bind) bool { return one(b.Class, "card", "supply", "battle") })
	if !has(words, "play", "cardw") || first >= 0 && words[first].Class != "card" {
		return
	}
	if now := k.current(); now != nil && now.act.kind == actTactics {
		return
	}
	if card := k.card(words); card > 0 && slices.Contains(k.Hand, card) {
		k.open().play = &play{card: card}
	}
}

// card returns the number of the card that words name; 0 if none.
func (k *sketch) card(words []kit.Bind) int {
	for i, b := range words {
		switch {
		case b.Class == "card":
			return b.Vals[0]
		case b.Class == kit.NumberClass && b.Vals[0] > 9 && slices.Contains(k.Hand, b.Vals[0]):
			return b.Vals[0]
		case b.Class == kit.NumberClass && i > 0 && words[i-1].Class == "cardw":
			return b.Vals[0]
		}
	}
	return 0
}

var unitClasses = []string{"inf", "arm", "ftr", "flt", "sqn"}

// unit returns the type of units that a word names.
func unit(b kit.Bind) (Type, bool) {
	i := slices.Index(unitClasses, b.Class)
	if i < 0 {
		return 0, false
	}
	return unitTypes[i], true
}

// counted returns the number before a word, kit.Everything for all, and 0 if there is none.
func (k *sketch) counted(words []kit.Bind, i int) int {
	if i == 0 || words[i].From-words[i-1].To > 2 {
		return 0
	}
	switch b := words[i-1]; b.Class {
	case kit.NumberClass:
		return b.Vals[0]
	case "bothw":
		return 2
	case "allw", "evw":
		return kit.Everything
	}
	return 0
}

// buys returns the units that are built. Units without a place are built at the next one, or at the one before.
func (k *sketch) buys(words []kit.Bind) (out []purchase) {
	each := slices.ContainsFunc(words, func(b kit.Bind) bool { return one(k.word(b.To), "each", "apiece", "je") })
	var waiting []purchase
	last := nowhere
	for i, b := range words {
		if t, ok := unit(b); ok || b.Class == "another" || b.Class == "anyunit" {
			if !ok && len(out) > 0 {
				t, ok = out[len(out)-1].unit, true
			}
			if ok {
				waiting = append(waiting, purchase{n: max(1, k.counted(words, i)), unit: t, at: nowhere})
			}
			continue
		}
		if b.Class != "place" || k.isDenied(b) {
			continue
		}
		last = Area(b.Vals[0])
		if len(waiting) == 0 && len(out) > 0 && each {
			more := out[len(out)-1]
			more.at = last
			out = append(out, more)
		}
		for _, x := range waiting {
			x.at = last
			out = append(out, x)
		}
		waiting = nil
	}
	for _, x := range waiting {
		if x.at = last; last == nowhere {
			return nil
		}
		out = append(out, x)
	}
	return out
}

// paid returns the number of operations that words say.
func (k *sketch) paid(words []kit.Bind) int {
	for i, b := range words {
		if b.Class == "oper" {
			k.ops = max(0, k.counted(words, i))
		}
	}
	return k.ops
}

// A source is units that move, and where from.
type source struct {
	n    int
	unit Type
	from Area
	via  []Area
	to   Area
}

// moves returns the moves that words may mean: from places where the player has units to the next place that is a
// destination, or to the only one.
func (k *sketch) moves(words []kit.Bind) (out []move) {
	var all []source
	var targets []Area
	home, more := nowhere, false // whether the last place is joined to the one before
	for i, b := range words {
		if b.Class == "place" {
			more = one(k.before(b.From), "and", "+", "&", ",", "und")
		}
		if b.Class != "place" || k.isDenied(b) {
			continue
		}
		at := Area(b.Vals[0])
		switch {
		case k.isHome(words, i):
			home = at
		case k.isSource(words, i, len(all) > 0):
			s, ok := k.source(words, i)
			if !ok {
				return nil
			}
			if s.to = nowhere; len(targets) > 0 && !k.goesOn(words[i+1:]) {
				s.to = targets[len(targets)-1]
			}
			all = append(all, s)
		case len(all) > 0 && all[len(all)-1].to != nowhere && k.isFurther(b): // such as "and from there on to Libya"
			all[len(all)-1].via = append(all[len(all)-1].via, all[len(all)-1].to)
			all[len(all)-1].to = at
		default:
			targets = append(targets, at)
			for j := range all {
				if all[j].to == nowhere {
					all[j].to = at
				}
			}
		}
	}
	if n := len(all); len(targets) == 0 && n > 1 && !more { // such as "Bordeaux | Paris"
		targets, all = []Area{all[n-1].from}, all[:n-1]
	}
	if now := k.current(); len(targets) == 0 && now != nil && len(now.act.moves) > 0 {
		path := now.act.moves[len(now.act.moves)-1].path
		targets = []Area{path[len(path)-1]}
	}
	for _, s := range all {
		if s.to == nowhere && len(targets) > 0 {
			s.to = targets[len(targets)-1]
		}
		x := move{n: s.n, unit: s.unit, path: slices.Concat([]Area{s.from}, s.via, []Area{s.to}), home: nowhere}
		if s.unit == Fighter {
			x.home = home
		}
		if s.to == nowhere || s.to == s.from || !(turnReader{k.author}).completes(&x) {
			return nil
		}
		out = append(out, x)
	}
	return out
}

// isFurther reports whether words before a place say that units go on there from where they have come to.
func (k *sketch) isFurther(b kit.Bind) bool {
	for at := b.From - 1; at >= max(0, b.From-5); at-- {
		if one(k.word(at), "there", "then", "on", "onward", "onwards", "further", "continuing", "dort", "dann", "weiter") {
			return true
		}
	}
	return false
}

// goOn lets the units that moved last go on to the place that words name: "From there on to Libya."
func (k *sketch) goOn(words []kit.Bind) {
	now := k.current()
	i := slices.IndexFunc(words, func(b kit.Bind) bool { return b.Class == "place" })
	if now == nil || len(now.act.moves) == 0 || !k.isTarget(words[i]) || !k.isFurther(words[i]) {
		return
	}
	last := &now.act.moves[len(now.act.moves)-1]
	x := *last
	x.path = append(slices.Clone(x.path), Area(words[i].Vals[0]))
	if (turnReader{k.author}).completes(&x) {
		*last = x
	}
}

// isHome reports whether a place is where fighters return.
func (k *sketch) isHome(words []kit.Bind, i int) bool {
	for at := words[i].From - 1; at >= max(0, words[i].From-3); at-- {
		if one(k.word(at), "home", "return", "returns", "returning", "back") {
			return has(words[:i], "ftr")
		}
	}
	return false
}

// goesOn reports whether further places follow.
func (k *sketch) goesOn(words []kit.Bind) bool {
	return slices.ContainsFunc(words, func(b kit.Bind) bool { return b.Class == "place" && k.isTarget(b) })
}

// isTarget reports whether a place stands behind a word for where units go.
func (k *sketch) isTarget(b kit.Bind) bool {
	before := k.before(b.From)
	l := k.b.lexicon()
	if one(before, "from", "in", "at", "of", "aus", "von") {
		return false
	}
	return l.Is(before, "to") || l.Is(before, "attack") || l.Is(before, "go") || before == "-" || before == "nach"
}

// isSource reports whether units leave a place: the player has some there, and it is not a destination.
func (k *sketch) isSource(words []kit.Bind, i int, more bool) bool {
	b := words[i]
	have := k.State.force(Area(b.Vals[0]), k.Seat)
	some := slices.ContainsFunc(have[:], func(n int) bool { return n > 0 })
	return some && !k.isTarget(b)
}

// source returns the units that leave a place: those that are named before it or behind it, or the only ones there.
func (k *sketch) source(words []kit.Bind, i int) (s source, ok bool) {
	s.from = Area(words[i].Vals[0])
	have := k.State.force(s.from, k.Seat)
	take := func(j int) bool {
		t, is := unit(words[j])
		if !is || have[t] == 0 {
			return false
		}
		s.unit, s.n, ok = t, k.counted(words, j), true
		return true
	}
	for j := i - 1; j >= 0 && !ok && words[j].Class != "place"; j-- {
		take(j)
	}
	for j := i + 1; j < len(words) && !ok && words[j].Class != "place"; j++ {
		take(j)
	}
	for j := i + 1; j < len(words) && !ok; j++ { // such as "Algeria - Libya: 1 infantry"
		if words[j].Class == "place" && j > i+1 {
			break
		}
		take(j)
	}
	for j := i - 1; j >= 0 && !ok; j-- { // such as "the infantry from Bordeaux and Marseilles"
		take(j)
	}
	if !ok {
		types := 0
		for t, n := range have {
			if n > 0 {
				types, s.unit = types+1, Type(t)
			}
		}
		ok = types == 1
	}
	if s.n == 0 && i+1 < len(words) && one(words[i+1].Class, "bothw", "allw") {
		s.n = kit.Everything
	}
	if s.n == 0 && i > 0 && one(words[i-1].Class, "bothw", "allw", "evw") {
		s.n = kit.Everything
	}
	if s.n == kit.Everything {
		s.n = have[s.unit]
	}
	s.n = max(1, s.n)
	return s, ok && s.n <= have[s.unit]
}

// battle adds what is committed where the units of a turn attack.
func (k *sketch) battle(words []kit.Bind, now *deed) {
	o := k.order(words)
	if len(o.stakes)+len(o.lose) == 0 || len(now.act.moves) == 0 {
		return
	}
	path := now.act.moves[len(now.act.moves)-1].path
	o.at, o.deploy, o.retreat = path[len(path)-1], nil, nil
	if n := len(now.battles); n > 0 && now.battles[n-1].at == o.at {
		was := &now.battles[n-1]
		if len(o.stakes) > 0 {
			was.stakes = o.stakes
		}
		if len(o.lose) > 0 {
			was.lose = o.lose
		}
		return
	}
	now.battles = append(now.battles, o)
}

// annex adds the region that is annexed: the one that is named behind the word, or the one that is attacked.
func (k *sketch) annex(words []kit.Bind) {
	now := k.open()
	for i, b := range words {
		if b.Class != "annex" {
			continue
		}
		if len(now.act.moves) > 0 {
			path := now.act.moves[len(now.act.moves)-1].path
			now.annex = path[len(path)-1]
		}
		if i+1 < len(words) && words[i+1].Class == "place" && words[i+1].From-b.To <= 2 {
			now.annex = Area(words[i+1].Vals[0])
		}
	}
}
