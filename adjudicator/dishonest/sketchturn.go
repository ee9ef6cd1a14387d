package dishonest

import (
	"slices"

	kit "deaddrop/parser/order"
)

// This file sketches what sentences say about turns.

// acts adds what a sentence says about turns, part by part: a part ends before words such as "otherwise" and "then".
func (k *sketch) acts(words []kit.Bind) {
	isIf := has(words, "orw") || has(words, "if") && k.current() != nil && !has(words, "annex")
	fixes := has(words, "fix", "halt") && k.current() != nil && !one(words[0].Class, "orw", "if")
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
			if k.kind != "standing" || len(k.ideas) > 0 { // on another's turn the next one is the first
				k.ahead++
			}
		case "turn":
			if i+1 < len(words) && words[i+1].Class == kit.NumberClass && words[i+1].From == b.To &&
				words[i+1].Vals[0] > 0 {
				flush(i)
				k.ahead, from = min(words[i+1].Vals[0], 9), i+2
			} else if n := kit.Ordinal(k.word(b.From - 1)); n > 0 {
				flush(i)
				k.ahead, from = n, i+1
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
	}
	k.paid(words)
	words = k.play(words)
	if i := slices.IndexFunc(words, func(b kit.Bind) bool { return one(b.Class, "playtile", "ideology") }); i >= 0 {
		k.begin(act{kind: actIdeology, at: nowhere, choice: k.ideology(words[i:])}, isIf, fixes)
		return
	}
	moving := words
	if i := k.leaving(words); i >= 0 { // what stands behind is for the battle
		moving = words[:i]
	}
	switch places := k.places(words); {
	case len(places) == 0 && has(words, "garrison"):
		k.wants = actGarrison
	case len(places) == 0 && has(words, "mobilize") && !has(words, unitClasses...):
		k.wants = actMobilize
	case len(places) > 0 && k.choosesMore(words):
		k.current().act.choice.at = places
	case len(places) > 0 && (k.garrisons(words) || k.goesOnAs(actGarrison, words, isIf, fixes)):
		if at := k.garrisoned(words); k.Own("place", []int{int(at)}) {
			k.begin(act{kind: actGarrison, at: at}, isIf, fixes)
		}
	case k.builds(words) && len(places) > 0:
		if buy := k.buys(words); len(buy) > 0 {
			k.begin(act{kind: actMobilize, buy: buy, at: nowhere}, isIf, fixes)
		}
	case len(k.places(moving)) > 0:
		if moves := k.moves(moving); len(moves) > 0 {
			k.begin(act{kind: actTactics, ops: k.paid(words), moves: moves, at: nowhere}, isIf, fixes)
		} else {
			k.goOn(moving)
			k.aim = k.places(moving)[len(k.places(moving))-1]
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

// garrisons reports whether words say that a garrison is placed: the word stands in a clause with a place, or no
// units are named, or it stood above.
func (k *sketch) garrisons(words []kit.Bind) bool {
	wants := k.wants
	if wants == actGarrison {
		k.wants = actNone
	}
	units := has(words, unitClasses...)
	if wants == actGarrison && !units && !has(words, acting...) {
		return true
	}
	return slices.ContainsFunc(words, func(b kit.Bind) bool {
		at := k.clause(b.From)
		isNear := func(p kit.Bind) bool { return p.Class == "place" && k.clause(p.From) == at }
		return b.Class == "garrison" && (!units || slices.ContainsFunc(words, isNear))
	})
}

// leaving returns the index of the word behind which it says where units go from a lost battle; -1 if there is none.
func (k *sketch) leaving(words []kit.Bind) int {
	return slices.IndexFunc(words, func(b kit.Bind) bool {
		return one(b.Class, "retreat", "beaten") && !(k.isBack(b) && has(words, "ftr"))
	})
}

// isBack reports whether a word may say that fighters return: "goes back to".
func (k *sketch) isBack(b kit.Bind) bool {
	return b.Class == "retreat" && one(k.word(b.From), "go", "goes", "get", "gets", "head", "heads")
}

// builds reports whether words are about building units.
func (k *sketch) builds(words []kit.Bind) bool {
	if has(words, "mobilize", "build") || k.wants == actMobilize && has(words, unitClasses...) {
		k.wants = actNone
		return true
	}
	now := k.current()
	return now != nil && now.act.kind == actMobilize && !has(words, "go", "attack", "tactics")
}

// choosesMore reports whether words say where the garrisons of an ideology are placed that was played before.
func (k *sketch) choosesMore(words []kit.Bind) bool {
	now := k.current()
	isOpen := now != nil && now.act.kind == actIdeology && now.act.choice.words(k.b) == ""
	return isOpen && has(words, "garrison", "annex") && !has(words, unitClasses...)
}

// garrisoned returns the place that is garrisoned: the first one behind the word for it, or else the last.
func (k *sketch) garrisoned(words []kit.Bind) (at Area) {
	for i, b := range words {
		if b.Class == "place" && !k.isDenied(b) {
			isNew := has(words[:i], "fix", "halt") && !has(words, "garrison") // such as "no, make that Algeria"
			if at = Area(b.Vals[0]); isNew || has(words[:i], "garrison") {
				return at
			}
		}
	}
	return at
}

// goesOnAs reports whether words name only a place, for a turn behind one with an action of a
// kind, or instead of it.
func (k *sketch) goesOnAs(kind actKind, words []kit.Bind, isIf, fixes bool) bool {
	n := len(k.ideas)
	if n == 0 || k.current() != nil && !isIf && !fixes || k.ideas[n-1].deed.act.kind != kind {
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

// denials has words with which something is not meant.
var denials = []string{"not", "no", "never", "than", "without", "nicht", "statt", "kein", "keine", "keinen", "ohne"}

// isDenied reports whether a word such as "not" stands before a name.
func (k *sketch) isDenied(b kit.Bind) bool {
	if one(k.before(b.From), denials...) {
		return true
	}
	at := b.From - 1
	for at > 0 && k.b.lexicon().Is(k.word(at), "det") && k.word(at) != "of" {
		at--
	}
	return k.word(at) == "of" && one(k.word(at-1), "instead", "place")
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

// isUnitAt reports whether there is a word for a type of units at an index.
func isUnitAt(words []kit.Bind, i int) bool {
	if i >= len(words) {
		return false
	}
	_, is := unit(words[i])
	return is
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
		isNoun := b.Class == "anyunit" || b.Class == "another" && !isUnitAt(words, i+1)
		if t, ok := unit(b); (ok || isNoun) && !k.isDenied(b) {
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
		switch {
		case b.Class == "oper":
			if n := k.counted(words, i); n > 0 {
				k.ops = n
			} else if one(k.word(b.From-1), "a", "an", "ein", "eine") {
				k.ops = 1
			}
		case b.Class == "tactics" && i+1 < len(words) && !isUnitAt(words, i+2): // such as "tactics for 1"
			if n := words[i+1]; n.Class == kit.NumberClass && n.Vals[0] <= mostOps && n.From-b.To <= 1 {
				k.ops = n.Vals[0]
			}
		}
	}
	return k.ops
}

// battle adds what is committed where the units of a turn attack.
func (k *sketch) battle(words []kit.Bind, now *deed) {
	o := k.order(words)
	if len(o.stakes)+len(o.lose)+len(o.retreat) == 0 || len(now.act.moves) == 0 {
		return
	}
	path := now.act.moves[len(now.act.moves)-1].path
	o.at, o.deploy = path[len(path)-1], nil
	if n := len(now.battles); n > 0 && now.battles[n-1].at == o.at {
		was := &now.battles[n-1]
		if len(o.stakes) > 0 {
			was.stakes = o.stakes
		}
		if len(o.lose) > 0 {
			was.lose = o.lose
		}
		if len(o.retreat) > 0 {
			was.retreat = o.retreat
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
