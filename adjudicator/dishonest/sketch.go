package dishonest

import (
	"slices"
	"strings"

	kit "deaddrop/parser/order"
)

// This file sketches what a whole letter may mean from the names, numbers and order words in it, whatever is between
// them. A sketch is offered for what is not understood, and never filed.

// sketched has the classes of the names and words that a sketch looks at, the first for words that have several.
var sketched = []string{"place", "tile", "card", "stopw", "attacked", "defend", "annex", "garrison", "playtile",
	"ideology", "mobilize", "retreat", "lose", "deploy", "secondary", "battle", "passw", "nextturn", "thisturn", "turn",
	"inf", "arm", "ftr", "flt", "sqn", "anyunit", "supply", "money", "oper", "oil", "cardw", "seat", "attack", "foe",
	"everyw", "beaten", "orw", "else", "if", "evw", "bothw", "allw", "another", "build", "play", "score", "tactics",
	"go",
	"send", "yesw", "naught", "none", "neg", "halt", "fix", "past", "says", "you", "cancel", "odds", "strength"}

// An idea is one alternative of a turn in a sketch.
type idea struct {
	turn int
	alt  bool
	deed deed
}

// A sketch is what a letter may mean.
type sketch struct {
	*author
	c      *kit.Context
	words  []kit.Bind // names and words, with the numbers among them
	ideas  []idea
	rules  standing
	ahead  int        // the turn that lines are for
	heads  string     // what the heading above the current line is for
	placed []kit.Bind // places above, for which a defence is said
	wants  actKind    // the action that was named above, without a place
	drops  bool       // whether the sentence before rejected something
	end    int        // the lexeme behind the current sentence
	aim    Area       // the place that was named last outside of a move; nowhere if none was
	ops    int        // operations that were paid
	vague  bool       // whether it can mean several things
}

// sketch returns the lines that a letter may mean; nil if it is too vague for that.
func (a *author) sketch(text string, c *kit.Context) []string {
	k := sketch{author: a, c: c, ahead: 1, aim: nowhere}
	c.Look(text, func() {
		k.look(sketched)
		from := 0
		for at := 0; at <= len(c.Lexemes); at++ {
			if at == len(c.Lexemes) || c.Lexemes[at].Kind == kit.Line || k.endsSentence(at) {
				k.sentence(from, at)
				from = at + 1
			}
		}
	})
	if k.vague {
		return nil
	}
	var out []string
	turn := 1
	for _, x := range k.ideas {
		lines := x.deed.lines(k.b)
		if len(lines) == 0 || x.deed.act.kind == actNone && !k.isAction(x.deed.play) {
			return nil
		}
		if x.alt {
			lines[0] = "OR " + lines[0]
		}
		if x.turn > turn {
			out, turn = append(out, "TURN "+string(rune('0'+x.turn))), x.turn
		}
		out = append(out, lines...)
	}
	if a.kind == "income" {
		out = a.sketchIncome(text, c)
	}
	return append(out, k.rules.lines(k.b)...)
}

// look finds the words of some classes in the current text, and the numbers between them.
func (k *sketch) look(classes []string) {
	words := slices.DeleteFunc(k.c.Words(classes), func(b kit.Bind) bool {
		_, isNumber := kit.Numeral(k.word(b.From))
		return isNumber && b.To == b.From+1
	})
	for i, b := range words {
		if b.Class == "cancel" && k.word(b.From) == "lose" { // such as "lose the infantry first"
			words[i].Class = "lose"
		}
	}
	words = slices.DeleteFunc(words, func(b kit.Bind) bool {
		return one(b.Class, "garrison", "mobilize", "build", "passw", "annex") && k.isDenied(b)
	})
	next := 0
	for at := 0; at < len(k.c.Lexemes); at++ {
		if next < len(words) && words[next].From == at {
			k.words = append(k.words, words[next])
			at = words[next].To - 1
			next++
			continue
		}
		if n, ok := kit.Numeral(k.word(at)); ok && k.c.Lexemes[at].Kind != kit.Sign {
			k.words = append(k.words, kit.Bind{Class: kit.NumberClass, Vals: []int{n}, From: at, To: at + 1})
		}
	}
}

func (k *sketch) endsSentence(at int) bool {
	x := k.c.Lexemes[at]
	if x.Kind != kit.Sign || !strings.Contains(".!?;", x.Word) {
		return false
	}
	if x.Word != "." || at+1 == len(k.c.Lexemes) {
		return true
	}
	next := k.c.Lexemes[at+1]
	isItem := at < 2 || k.c.Lexemes[at-2].Kind == kit.Line // such as "1. Mobilize"
	ends := len(k.word(at-1)) >= leastBeforeStop || k.c.Lexemes[max(0, at-1)].Kind == kit.Number && !isItem
	apart := next.From > x.To && (next.Kind == kit.Number || ends)
	return next.Kind == kit.Line || next.Capital || apart
}

const leastBeforeStop = 3 // letters of a word with which a sentence may end where the next has no capital

func has(words []kit.Bind, classes ...string) bool {
	return slices.ContainsFunc(words, func(b kit.Bind) bool { return slices.Contains(classes, b.Class) })
}

// within returns the words in a range of lexemes.
func (k *sketch) within(from, to int) []kit.Bind {
	return slices.DeleteFunc(slices.Clone(k.words), func(b kit.Bind) bool { return b.From < from || b.To > to })
}

// sentence adds what a sentence says.
func (k *sketch) sentence(from, to int) {
	words := k.within(from, to)
	if len(words) == 0 {
		if to > from {
			k.heads = ""
		}
		return
	}
	polite := len(k.c.Find("polite", from, to)) > 0
	isQuestion := k.word(to) == "?" && to < len(k.c.Lexemes)
	tells := has(words, "says") && has(words, "seat")
	means := polite || has(words, "halt", "fix", "if", "orw")
	isAlarm := has(words, "attacked") || has(words, "attack", "go") && (has(words, "foe") || k.namesOthers(words)) ||
		has(words, "attack") && has(words, "if") && !has(words, "annex")
	if k.end = to; !polite && !has(words, "halt", "fix") {
		words = k.told(words)
	}
	words = k.kept(words)
	if len(words) == 0 || k.kind == "income" && !has(words, "attacked") {
		return
	}
	switch {
	case isQuestion && !polite, tells && !means:
		k.drops = false
		return
	}
	k.add(words, isAlarm)
	k.drops = has(words, "neg", "none", "halt", "fix") && len(k.places(words)) == 0
}

// add adds what the words of a sentence say.
func (k *sketch) add(words []kit.Bind, isAlarm bool) {
	switch {
	case has(words, "stopw") && isAlarm:
		k.stop(words)
	case k.isAboutTile(words):
		k.tile(words)
	case k.isAboutDefence(words, isAlarm):
		k.heads = "defend"
		k.defends(words)
	case has(words, "lose") && !has(words, "supply", "cardw", "battle") && k.kind != "defence":
		k.rules.lose = k.order(words).lose
	default:
		k.acts(words)
	}
}

// told returns the words of a sentence without the clauses that say what happened, or that somebody else does
// something. A place in them may be where units go: "I've been staring at Spain all week."
func (k *sketch) told(words []kit.Bind) []kit.Bind {
	told := map[int]bool{} // by the lexeme with which a clause begins
	for _, b := range words {
		at := k.clause(b.From)
		past := b.Class == "past" && !has(words, "if") && !one(k.word(b.From), present...)
		orders := one(b.Class, "mobilize", "build", "garrison", "play", "tactics")
		if orders && one(k.word(b.From-1), "so", "now") {
			return k.within(b.From, k.end)
		}
		told[at] = told[at] || past || b.Class == "you" || k.has(at, b.From, "what", "why", "understood")
	}
	return slices.DeleteFunc(slices.Clone(words), func(b kit.Bind) bool {
		isTold := told[k.clause(b.From)]
		if isTold && b.Class == "place" {
			k.aim = Area(b.Vals[0])
		}
		return isTold
	})
}

// present has words of the past with which somebody may say what they do.
var present = []string{"already", "almost", "settled", "decided", "chosen", "put"}

// kept returns the words of a sentence without what is taken back in it: "Scrap the garrison of Bordeaux, build ..."
func (k *sketch) kept(words []kit.Bind) (out []kit.Bind) {
	clause := -1 // the clause in which something is taken back
	for _, b := range words {
		switch at := k.clause(b.From); {
		case b.From-at <= nearClause && (b.Class == "cancel" || one(k.word(b.From), "scrap", "forget", "scratch")):
			clause = at
		case at != clause || k.has(clause, b.From, "and", "und", "then", "instead"):
			out = append(out, b)
		}
	}
	return out
}

const nearClause = 2 // lexemes from the beginning of a clause to a word that takes something back

// namesOthers reports whether words name another power than the player's.
func (k *sketch) namesOthers(words []kit.Bind) bool {
	return slices.ContainsFunc(words, func(b kit.Bind) bool {
		return b.Class == "seat" && string(seats()[b.Vals[0]]) != k.Seat
	})
}

// isAboutDefence reports whether a sentence says what is done in a battle on others' turns.
func (k *sketch) isAboutDefence(words []kit.Bind, isAlarm bool) bool {
	own := slices.ContainsFunc(words, func(b kit.Bind) bool { return b.Class == "place" && k.Own("place", b.Vals) })
	stakes := has(words, "supply", "cardw", "card", "naught", "none", "evw") || has(words, kit.NumberClass)
	units := has(words, "inf", "arm", "flt", "sqn", "oper") && !has(words, "lose")
	units = units || slices.ContainsFunc(words, func(b kit.Bind) bool {
		return b.Class == "anyunit" && k.word(b.From) != "one"
	})
	isAlarm = isAlarm && has(words, "if", "foe", "seat", "attacked", "everyw")
	switch {
	case one(k.kind, "defence", "commit"), units && !isAlarm, has(words, "mobilize", "garrison"):
		return false
	case has(words, "defend"), isAlarm:
		return true
	case k.heads == "defend":
		return stakes && (own || has(words, "everyw", "else", "seat") || k.placed != nil)
	}
	isStake := has(words, "supply") && own && !has(words, "battle")
	if isApart := isStake && !has(words, "go", "attack", "retreat", "beaten", "annex", "lose"); isApart {
		return true // a place of one's own is no target
	}
	return stakes && (isStake || has(words, "everyw")) && k.current() == nil
}

// stop adds an order to stop.
func (k *sketch) stop(words []kit.Bind) {
	x := stop{at: nowhere}
	for _, b := range words {
		if b.Class == "place" {
			x.at = Area(b.Vals[0])
		}
	}
	k.rules.putStop(x)
}

// word returns the word at a lexeme; "" if there is none.
func (k *sketch) word(at int) string {
	if at < 0 || at >= len(k.c.Lexemes) {
		return ""
	}
	return k.c.Lexemes[at].Word
}

// before returns the nearest word before a lexeme, skipping articles.
func (k *sketch) before(at int) string {
	for at--; at >= 0 && k.b.lexicon().Is(k.word(at), "det") && !k.b.lexicon().Is(k.word(at), "in"); at-- {
	}
	return k.word(at)
}

// clause returns the lexeme with which a clause begins.
func (k *sketch) clause(at int) int {
	for at > 0 && !strings.Contains(",:;.()\n\n", k.word(at-1)) {
		at--
	}
	return at
}

// current returns the alternative that lines belong to; nil if there is none.
func (k *sketch) current() *deed {
	if n := len(k.ideas); n > 0 && k.ideas[n-1].turn == k.ahead {
		return &k.ideas[n-1].deed
	}
	return nil
}

// open returns the current alternative, which it adds if there is none.
func (k *sketch) open() *deed {
	if k.current() == nil {
		k.ideas = append(k.ideas, idea{turn: k.ahead, deed: deed{annex: nowhere, act: act{at: nowhere}}})
	}
	return k.current()
}

// begin sets the action of the current turn, or adds an alternative to it.
func (k *sketch) begin(x act, isIf, fixes bool) {
	now := k.open()
	switch {
	case now.act.kind == actNone, fixes:
		now.act = x
	case now.act.words(k.b) == x.words(k.b):
	case now.act.kind == x.kind && x.kind == actTactics && !isIf:
		for _, m := range x.moves {
			if k.leaves(now.act.moves, m) <= k.State.force(m.path[0], k.Seat)[m.unit] { // and was not said before
				now.act.moves = append(now.act.moves, m)
			}
		}
		now.act.ops = max(now.act.ops, x.ops)
	case now.act.kind == x.kind && x.kind == actMobilize && !isIf:
		now.act.buy = append(now.act.buy, x.buy...)
	case isIf:
		k.ideas = append(k.ideas, idea{turn: k.ahead, alt: true, deed: deed{annex: nowhere, act: x}})
	default:
		k.vague = true
	}
}

// leaves returns how many units leave the place of a move, of its type, with that move.
func (k *sketch) leaves(moves []move, x move) int {
	n := x.n
	for _, m := range moves {
		if m.unit == x.unit && m.path[0] == x.path[0] {
			n += m.n
		}
	}
	return n
}
