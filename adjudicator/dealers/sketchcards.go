package dealers

import (
	"cmp"
	"slices"
	"strings"

	kit "deaddrop/parser/order"
)

// This file sketches what is done with the cards that a letter names.

// isVerbHere reports whether the name of a card is a word for training: "recruit a Tutor".
func (k *sketch) isVerbHere(words []kit.Bind, i int) bool {
	b := words[i]
	if now := k.current(); now != nil && k.b.groupOf(now.box) == Assault {
		return false // such as "recruit angry masses n market saint"
	}
	isWord := b.To == b.From+1 && k.b.words(k.m).Is(k.word(b.From), "train") && !k.c.Lexemes[b.From].Capital
	return isWord && i+1 < len(words) && one(words[i+1].Class, "card", "fam") && words[i+1].From <= b.To+1 &&
		k.word(b.To) != ","
}

// card adds a mention of a card, or has it change those before it.
func (k *sketch) card(words []kit.Bind, i int) {
	b := words[i]
	x, ok := k.mention(words, i)
	if !ok {
		return
	}
	now := k.open()
	same := func(c mention) bool { return c.card == x.card }
	was := len(now.cards) - 1
	for was >= 0 && !same(now.cards[was]) {
		was--
	}
	switch {
	case x.mode == "drop" && was >= 0:
		now.cards = slices.Delete(now.cards, was, was+1)
	case x.mode == "drop" && k.filed == "", x.mode == "free" && was >= 0 && now.cards[was].mode == "play":
	case was >= 0 && k.repeats(now, was, x):
		if c := &now.cards[was]; c.mode == "" || c.far {
			c.mode, c.far = x.mode, x.far
		}
	case k.fixing && !x.adds:
		k.exchange(now, x)
	default:
		if x.mode == "" && k.fixed.no == k.no && k.isListed(b.From) {
			x.mode, x.goal = k.fixed.mode, k.fixed.goal
		}
		now.cards = append(now.cards, x)
	}
}

// repeats reports whether a mention is of a card that was mentioned before, at an index: "the Recruit" behind "one
// Recruit", or more of it than the writer has.
func (k *sketch) repeats(now *scene, was int, x mention) bool {
	c := now.cards[was]
	if x.mode != "" && c.mode != "" && c.mode != x.mode {
		return false
	}
	if refers := one(k.word(x.at-1), "the", "my", "that", "this", "der", "den", "die", "das"); refers && x.n == 1 {
		return true
	}
	if one(k.before(x.at), "from", "von", "vom") && k.brings(play{card: x.card, value: Support}) {
		return true // such as "from Preachers 1 I take a Recruit"
	}
	n := x.n
	for _, o := range now.cards {
		if o.card == x.card && (o.mode == c.mode || o.mode == x.mode) {
			n += o.n
		}
	}
	if one(x.mode, "dismiss", "bonus") { // they may be in the discard pile
		held := k.held1(x.card)
		for _, name := range k.Discard {
			if plain(name) == x.card {
				held++
			}
		}
		return held > 0 && n > held
	}
	isOwn := !x.far && one(x.mode, "play", "fight", "final", "ready", "discard", "keep")
	return isOwn && k.held1(x.card) > 0 && n > k.held1(x.card)
}

// held1 returns the number of copies of a card in the writer's hand and ready area.
func (k *sketch) held1(card string) (n int) {
	for _, name := range slices.Concat(k.Hand, k.player(k.Seat).Ready) {
		if plain(name) == card {
			n++
		}
	}
	return n
}

// exchange puts a card in place of those that were mentioned last for the same purpose.
func (k *sketch) exchange(now *scene, x mention) {
	k.fixing = false
	isOwn := k.held1(x.card) > 0
	last := len(now.cards) - 1
	for last >= 0 {
		c := now.cards[last]
		fits := x.mode == "" && (k.held1(c.card) > 0) == isOwn || x.mode == c.mode
		if fits {
			break
		}
		last--
	}
	if last < 0 {
		now.cards = append(now.cards, x)
		return
	}
	of := now.cards[last]
	x.mode, x.goal = cmp.Or(x.mode, of.mode), x.goal || of.goal
	now.cards = slices.DeleteFunc(now.cards, func(c mention) bool {
		return c.no == of.no && c.mode == of.mode && c.goal == of.goal
	})
	now.cards, k.fixed = append(now.cards, x), x
}

// mention returns what a sentence says about a card; ok is false if it is not one for a turn.
func (k *sketch) mention(words []kit.Bind, i int) (x mention, ok bool) {
	b := words[i]
	mode, isFar := strings.CutSuffix(k.modeOf(words, i), farOff)
	x = mention{mode: mode, far: isFar, value: unsaid, n: k.count(b), at: b.From, no: k.no}
	beside := slices.DeleteFunc(slices.Clone(words), func(o kit.Bind) bool {
		return k.clause(o.From) != k.clause(b.From)
	})
	for _, o := range words[i+1:] {
		if one(o.Class, "card", "fam", "box", "place") {
			break
		}
		switch o.Class {
		case "fromhand":
			x.from = fromHand
		case "fromdiscard":
			x.from = fromDiscard
		}
	}
	isIn := k.word(b.To) == "in" && !has(k.within(b.To, b.To+4), "place", "area2", "hand")
	x.adds = isIn || has(beside, "adding")
	x.goal = k.isGoal(b.From)
	if n := len(k.open().cards); n > 0 && k.open().cards[n-1].goal && isFar == (mode != "") {
		x.goal = x.goal || k.clause(k.open().cards[n-1].at) == k.clause(b.From) && k.isListed(b.From)
	}
	switch {
	case k.isDenied(b):
		x.mode = "drop"
	case has(beside, "freew"), k.isBrought(words, i):
		x.mode = "free"
	case one(mode, "dismiss", "discard", "go") && k.hasDismissing(words[:i]):
		x.mode = "effect"
	case mode == "discard" && isIn:
		x.mode = ""
	case mode == "discard" && has(beside, "area2", "fromready"):
		x.mode = "ready"
	case k.spares && one(mode, "keep", "discard"):
		x.mode = map[string]string{"keep": "discard", "discard": "keep"}[mode]
	case x.from == fromDiscard && one(k.word(b.To), "lies", "is", "are", "lie", "sits", "liegt"):
		return x, false // such as "The Envoys 1 lies in my discard pile"
	}
	if name, _, bad := k.traineeOf(b, k.c); !failed(bad) {
		x.trainee = name
	}
	if one(b.Class, "loc", "fac") {
		x.use, x.card = true, k.named(b)
		return x, k.Own(b.Class, b.Vals) && (b.Class == "loc" || one(x.mode, "", "play"))
	}
	name, _, bad := k.cardOf(b, k.c)
	if failed(bad) {
		name = x.trainee
	}
	x.card = name
	return x, name != ""
}

// isBrought reports whether the effect of another card brings the one at an index: "Preachers 1 (take a Recruit)",
// "from Preachers 1 I take a Recruit".
func (k *sketch) isBrought(words []kit.Bind, i int) bool {
	b := words[i]
	from := k.clause(b.From)
	takes := len(k.c.Find("take", from, b.From))+len(k.c.Find("gets", from, b.From)) > 0
	switch {
	case k.word(from-1) == "(":
		from = k.clause(from - 1)
	case k.word(from-2) == "effect": // such as "Preachers 1, effect: take a Recruit"
		from = words[0].From
	}
	return takes && slices.ContainsFunc(words[:i], func(x kit.Bind) bool {
		if !one(x.Class, "card", "fam") || x.From < from {
			return false
		}
		name, _, bad := k.cardOf(x, k.c)
		return !failed(bad) && k.brings(play{card: name, value: Support})
	})
}

// brings reports whether an effect of a play brings a card.
func (k *sketch) brings(p play) bool {
	return slices.ContainsFunc(k.b.skill(p).effects, func(e Effect) bool { return e.Op == OpRecover || e.Op == OpTrain })
}

// hasDismissing reports whether words name something of the writer's whose effect dismisses cards.
func (k *sketch) hasDismissing(words []kit.Bind) bool {
	return slices.ContainsFunc(words, func(b kit.Bind) bool {
		if !one(b.Class, "loc", "fac") || !k.Own(b.Class, b.Vals) {
			return false
		}
		effects := k.b.skill(play{use: true, card: k.named(b)}).effects
		return slices.ContainsFunc(effects, func(e Effect) bool { return e.Op == OpDismiss })
	})
}

// goals are words before what a turn is to bring.
var goals = []string{"for", "into", "get", "gets", "getting", "gain", "take", "taking", "want", "become", "becomes",
	"new", "-", "für", "have", "having", "learn"}

// isGoal reports whether a card stands behind words for what a turn is to bring.
func (k *sketch) isGoal(at int) bool {
	if from := k.clause(at); k.before(at) == ":" && from > 0 { // such as "What I want for it: a Tutor"
		return slices.ContainsFunc(k.c.Lexemes[k.clause(from-1):from], func(x kit.Lexeme) bool {
			return one(x.Word, "want", "wanted", "get", "getting", "return", "learn", "new", "dafür")
		})
	}
	return slices.Contains(goals, k.before(at)) || k.word(at-1) == "new"
}

// modeOf returns what is done with the thing at an index: by a word before it in its clause, by one directly behind its
// list, or by one before in its sentence.
func (k *sketch) modeOf(words []kit.Bind, i int) string {
	from := k.clause(words[i].From)
	for j := i - 1; j >= 0 && words[j].From >= from; j-- {
		isValue := one(words[j].Class, "att", "def", "sup", "atta", "defd", "sups") && k.word(words[j].To) != ":"
		if m := k.mode(words, j); m != "" && !(isValue && one(k.before(words[j].From), "for", "as", "=", "für", "als")) {
			if isLast := m == "play" && has(words[:j], "final") && words[j-1].From >= from; isLast {
				return "final" // such as "in the last step I play the Tutor"
			}
			return m
		}
	}
	for j := i + 1; j < len(words); j++ {
		m := k.mode(words, j)
		isOwn := !k.isJoined(words[j].From) || k.isRow(words[j])
		isFar := m == "final" && k.clause(words[j].From) != from
		if m != "" && isOwn && !isFar {
			return m
		}
		if !one(words[j].Class, "card", "fam", "fromhand", "loc") {
			break
		}
	}
	for j := i - 1; j >= 0; j-- {
		if m := k.mode(words, j); m != "" {
			return m + farOff
		}
	}
	return ""
}

// farOff is behind a mode that is said only in another clause of the sentence, so that it is not certain.
const farOff = "?"

// mode returns what a word says is done with cards; "" if it says nothing, or is about a box.
func (k *sketch) mode(words []kit.Bind, i int) string {
	b := words[i]
	isLetter := one(b.Class, "atta", "defd", "sups") && !k.isStrength(b)
	if isLetter || i+1 < len(words) && words[i+1].Class == "box" && words[i+1].From <= b.To+1 {
		return ""
	}
	return modes[b.Class]
}

// isListed reports whether a card is joined to the one before it.
func (k *sketch) isListed(at int) bool { return one(k.before(at), "and", "+", "&", "plus", "und", ",") }

// isRow reports whether a word stands behind a colon and ends its line: "Tutor: keep".
func (k *sketch) isRow(b kit.Bind) bool {
	isEnd := b.To >= len(k.c.Lexemes) || k.c.Lexemes[b.To].Kind == kit.Line
	return isEnd && one(k.word(b.From-1), ":", "-", "|", "=")
}

// isJoined reports whether a word is joined to what stands before it, and so begins something of its own.
func (k *sketch) isJoined(at int) bool {
	return slices.Contains([]string{"and", "then", ",", "und", "dann", ":", ";"}, k.word(at-1))
}
