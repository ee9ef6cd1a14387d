package dealers

import (
	"slices"
	"strings"

	kit "deaddrop/parser/order"
)

// This file finds the words of a sketch, and what stands around them.

// look finds the words of the current text. A box whose name is also a word for what is done is meant only if it is
// written
// like a name, or if no other is named.
func (k *sketch) look() {
	k.words = k.c.Words(sketched)
	for _, phrase := range []struct{ part, class string }{{"anyw", "anyway"}, {"orelse", "elsew"}} {
		for _, m := range k.c.Matches(phrase.part, 0, len(k.c.Lexemes)) {
			k.replace(kit.Bind{Class: phrase.class, From: m.From, To: m.To})
		}
	}
	others := slices.ContainsFunc(k.words, func(b kit.Bind) bool {
		return b.Class == "box" && doubles[k.word(b.From)] == "" && !k.isDenied(b)
	})
	isCode := func(b kit.Bind) bool { // such as "des"
		return b.Class == "place" && b.To == b.From+1 && len(k.word(b.From)) == codeLength && !k.c.Lexemes[b.From].Capital
	}
	if slices.ContainsFunc(k.words, func(b kit.Bind) bool { return b.Class == "place" && !isCode(b) }) || k.isGerman() {
		k.words = slices.DeleteFunc(k.words, isCode)
	}
	k.narrow()
	for i := range k.words {
		b := &k.words[i]
		switch {
		case b.Class != "box":
		case b.To == b.From+1 && k.isVerb(*b, others):
			b.Class = doubles[k.word(b.From)]
		case i > 0 && k.countsCards(i):
			b.Class, b.To = k.word(b.From), b.From+1
		}
		before := k.word(b.From - 1)
		isAttack := k.b.words(k.m).Is(k.word(b.From), "att") || b.Class == "atta"
		k.played = k.played || isAttack && one(before, "for", "as", "=", "(", "für", "als")
	}
}

// isVerb reports whether the name of a box stands for what is done. others is whether another box is named.
func (k *sketch) isVerb(b kit.Bind, others bool) bool {
	word := k.word(b.From)
	switch {
	case doubles[word] == "", k.b.words(k.m).Is(k.word(b.To), "boxw"):
		return false
	case others:
		return true
	}
	return !k.c.Lexemes[b.From].Capital && word != "assault"
}

// countsCards reports whether the name of a box, behind another one, says how many cards there are: "train two
// Veterans".
func (k *sketch) countsCards(i int) bool {
	b := k.words[i]
	isVerb := one(k.word(b.From), "train", "dismiss") && b.To == b.From+2 && !k.c.Lexemes[b.From].Capital
	return isVerb && i+1 < len(k.words) && k.words[i+1].Class == "card" && k.words[i+1].From == b.To
}

const codeLength = 3 // characters of the code of a place

// isGerman reports whether the current text has German articles that are also codes of places.
func (k *sketch) isGerman() bool {
	return slices.ContainsFunc(k.c.Lexemes, func(x kit.Lexeme) bool {
		return one(x.Word, "ich", "und", "mit", "der", "die", "das")
	})
}

// narrow has "everything in my hand" be the hand.
func (k *sketch) narrow() {
	for i := 0; i+1 < len(k.words); i++ {
		b, next := &k.words[i], k.words[i+1]
		isNear := k.clause(next.From) == k.clause(b.From) && next.From-b.To <= nearNo
		if b.Class == "every" && isNear && one(next.Class, "hand", "fromhand") {
			b.Class, b.To = "hand", next.To
			k.words = slices.Delete(k.words, i+1, i+2)
		}
	}
}

// replace puts a phrase in place of the words within it.
func (k *sketch) replace(x kit.Bind) {
	k.words = slices.DeleteFunc(k.words, func(b kit.Bind) bool { return x.From <= b.From && b.To <= x.To })
	at, _ := slices.BinarySearchFunc(k.words, x, func(b, x kit.Bind) int { return b.From - x.From })
	k.words = slices.Insert(k.words, at, x)
}

// doubles has the boxes whose names are also words of other classes.
var doubles = map[string]string{"ready": "area2", "attack": "assault", "assault": "assault", "dismiss": "dismiss"}

// isSentenceEnd reports whether a sentence ends with a lexeme, and not just an abbreviation or the number of an item.
func isSentenceEnd(c *kit.Context, at int) bool {
	x := c.Lexemes[at]
	if x.Kind != kit.Sign || !strings.Contains(".!?;", x.Word) {
		return false
	}
	if x.Word != "." || at+1 == len(c.Lexemes) {
		return true
	}
	next := c.Lexemes[at+1]
	if next.Kind == kit.Line || next.Capital || next.Word == "(" {
		return true
	}
	return at > 0 && len(c.Lexemes[at-1].Word) > longestShort && c.Lexemes[at-1].Kind == kit.Word && next.From > x.To
}

const longestShort = 2 // characters of an abbreviation before a full stop, such as "no."

// within returns the words between two lexemes.
func (k *sketch) within(from, to int) []kit.Bind {
	return slices.DeleteFunc(slices.Clone(k.words), func(b kit.Bind) bool { return b.From < from || b.To > to })
}

func has(words []kit.Bind, classes ...string) bool {
	return slices.ContainsFunc(words, func(b kit.Bind) bool { return slices.Contains(classes, b.Class) })
}

// piece returns the lexeme with which a part of a clause begins, between words such as "and".
func (k *sketch) piece(at int) int {
	from := k.clause(at)
	for at > from && !one(k.word(at-1), "and", "so", "but", "then", "und", "aber") {
		at--
	}
	return at
}

// before returns the nearest word before a lexeme, skipping articles.
func (k *sketch) before(at int) string {
	for at--; at >= 0 && k.isArticle(at); at-- {
	}
	if at < 0 {
		return ""
	}
	return k.c.Lexemes[at].Word
}

func (k *sketch) isArticle(at int) bool { return k.b.words(k.m).Is(k.c.Lexemes[at].Word, "det") }

// isDenied reports whether a word such as "not" or "without" stands before a lexeme.
func (k *sketch) isDenied(b kit.Bind) bool {
	at := b.From
	if one(k.word(b.To), "is", "are") && one(k.word(b.To+1), "too", "not", "off", "out", "cancelled") {
		return true // such as "Envoys 1 is too dear"
	}
	if slices.Contains([]string{"not", "no", "without", "never", "than", "nicht", "kein", "keine", "ohne", "statt"},
		k.before(at)) {
		return true
	}
	if k.before(at) == "leave" && slices.Contains([]string{"out", "at", "behind", "alone"}, k.word(b.To)) {
		return true // such as "leave the Tutor out of it"
	}
	for i, x := range k.words {
		if i+1 == len(k.words) || k.words[i+1].From != at {
			continue
		}
		if x.Class == "neg" && at-x.To <= nearNo && k.clause(x.From) == k.clause(at) || x.Class == "past" && k.clause(x.From) == k.clause(at) {
			return true
		}
	}
	return k.before(at) == "of" && at > 1 && slices.ContainsFunc([]int{at - 2, at - 3}, func(i int) bool {
		return i >= 0 && slices.Contains([]string{"instead", "place", "none"}, k.c.Lexemes[i].Word)
	})
}

const nearNo = 4 // number of words between "don't" and what is not wanted

// count returns the number of copies of a card: the number before or behind its name.
func (k *sketch) count(b kit.Bind) int {
	for at := b.From - 1; at >= max(0, b.From-3); at-- {
		word := k.c.Lexemes[at].Word
		if n, ok := kit.Numeral(strings.Trim(word, "x")); ok && n > 0 && n <= maxCopies &&
			k.c.Lexemes[at].Kind != kit.Sign {
			return n
		}
		if slices.Contains([]string{"both", "beide", "beiden"}, word) {
			return 2
		}
		if !k.isArticle(at) {
			break
		}
	}
	if b.To < len(k.c.Lexemes) {
		if n, ok := kit.Numeral(strings.Trim(k.c.Lexemes[b.To].Word, "x")); ok &&
			strings.HasPrefix(k.c.Lexemes[b.To].Word, "x") {
			return max(1, n)
		}
	}
	return 1
}

// isStrength reports whether a word names a strength; a single letter does so only behind a sign, or as a capital.
func (k *sketch) isStrength(b kit.Bind) bool {
	isArticle := k.word(b.From) == "a" && b.To < len(k.c.Lexemes) && k.c.Lexemes[b.To].Kind == kit.Word
	behind := b.From > 0 && strings.Contains("=(:-", k.c.Lexemes[b.From-1].Word)
	return behind && !isArticle || k.c.Lexemes[b.From].Shouted && k.c.Lexemes[b.From].Word != "a"
}

func (k *sketch) word(at int) string {
	if at < 0 || at >= len(k.c.Lexemes) {
		return ""
	}
	return k.c.Lexemes[at].Word
}

// clause returns the lexeme with which a clause begins.
func (k *sketch) clause(at int) int {
	for at > 0 && !strings.Contains(",:;.()\n\n", k.c.Lexemes[at-1].Word) {
		at--
	}
	return at
}
