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
	"send", "yesw", "naught", "none", "neg", "halt", "fix", "past", "says", "you"}

// An idea is one alternative of a turn in a sketch.
type idea struct {
	turn int
	alt  bool
	deed deed
}

// A sketch is what a letter may mean.
type sketch struct {
	*author
	c     *kit.Context
	words []kit.Bind // names and words, with the numbers among them
	ideas []idea
	rules standing
	ahead int    // the turn that lines are for
	heads string // what the heading above the current line is for
	ops   int    // operations that were paid
	vague bool   // whether it can mean several things
}

// sketch returns the lines that a letter may mean; nil if it is too vague for that.
func (a *author) sketch(text string, c *kit.Context) []string {
	if a.kind == "income" {
		return a.sketchIncome(text, c)
	}
	k := sketch{author: a, c: c, ahead: 1}
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
	return append(out, k.rules.lines(k.b)...)
}

// look finds the words of some classes in the current text, and the numbers between them.
func (k *sketch) look(classes []string) {
	words := slices.DeleteFunc(k.c.Words(classes), func(b kit.Bind) bool {
		_, isNumber := kit.Numeral(k.word(b.From))
		return isNumber && b.To == b.From+1
	})
	words = slices.DeleteFunc(words, func(b kit.Bind) bool {
		return one(b.Class, "garrison", "mobilize", "build", "passw") && k.isDenied(b)
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
	return next.Kind == kit.Line || next.Capital || next.Kind == kit.Number && next.From > x.To
}

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
	tells := has(words, "past", "you") || has(words, "says") && has(words, "seat")
	means := polite || has(words, "halt", "fix", "if", "orw")
	isAlarm := has(words, "attacked") || has(words, "attack", "go") && has(words, "foe", "seat", "if")
	switch {
	case isQuestion && !polite, tells && !means:
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

// isAboutTile reports whether a sentence says what is done when another power plays a tile.
func (k *sketch) isAboutTile(words []kit.Bind) bool {
	return has(words, "secondary") || has(words, "tile") && has(words, "if", "foe") && len(k.c.Find("play",
		words[0].From,
		words[len(words)-1].To)) > 0
}

// tile adds what is done when another power plays a tile.
func (k *sketch) tile(words []kit.Bind) {
	x := secondary{}
	for _, b := range words {
		switch b.Class {
		case "tile":
			x.tile = k.b.Tiles[b.Vals[0]].Name
		case "money", "supply", "oper", "oil":
			r := map[string]Resource{"money": Money, "supply": Supply, "oper": Operations, "oil": Oil}[b.Class]
			x.choice.take = &r
		}
	}
	if line := k.tileLine(x, words); line != "" {
		if y, err := parseSheet(k.b, "turn", line); err == nil {
			k.rules.secondary = append(k.rules.secondary, y.rules.secondary...)
		}
	}
}

// tileLine returns the line for another power's tile.
func (k *sketch) tileLine(x secondary, words []kit.Bind) string {
	tile := x.tile
	if tile == "" {
		tile = "ANY"
	}
	line := "SECONDARY " + tile + ": "
	switch {
	case x.choice.take != nil:
		return line + "TAKE " + strings.ToUpper(x.choice.take.String())
	case has(words, "neg", "none", "naught") || len(k.c.Find("noway", words[0].From, words[len(words)-1].To)) > 0:
		return line + "NO"
	case has(words, "yesw"):
		return line + "YES"
	}
	return ""
}

// isAboutDefence reports whether a sentence says what is done in a battle on others' turns.
func (k *sketch) isAboutDefence(words []kit.Bind, isAlarm bool) bool {
	own := slices.ContainsFunc(words, func(b kit.Bind) bool { return b.Class == "place" && k.Own("place", b.Vals) })
	stakes := has(words, "supply", "cardw", "card", "naught", "none", "evw") || has(words, kit.NumberClass)
	units := has(words, "inf", "arm", "flt", "sqn", "anyunit", "oper") && !has(words, "lose")
	isAlarm = isAlarm && has(words, "if", "foe", "seat", "attacked", "everyw")
	switch {
	case k.kind == "income", one(k.kind, "defence", "commit"), units && !isAlarm, has(words, "mobilize", "garrison"):
		return false
	case has(words, "defend"), isAlarm:
		return true
	case k.heads == "defend":
		return stakes && (own || has(words, "everyw", "else", "seat"))
	}
	return stakes && (has(words, "supply") && own && !has(words, "battle") || has(words, "everyw")) &&
		k.current() == nil
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
		now.act.moves = append(now.act.moves, x.moves...)
		now.act.ops = max(now.act.ops, x.ops)
	case now.act.kind == x.kind && x.kind == actMobilize && !isIf:
		now.act.buy = append(now.act.buy, x.buy...)
	case isIf:
		k.ideas = append(k.ideas, idea{turn: k.ahead, alt: true, deed: deed{annex: nowhere, act: x}})
	default:
		k.vague = true
	}
}
