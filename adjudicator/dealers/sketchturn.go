package dealers

import (
	"cmp"
	"slices"
	"strings"

	kit "deaddrop/parser/order"
)

// This file sketches turns: their boxes, places and cards.

// acts adds what a sentence says about turns.
func (k *sketch) acts(words []kit.Bind) {
	isIf := has(words, "ifw", "elsew", "ifgone")
	k.spares = false
	moved := -1 // the clause of which the words "next turn" were counted
	ahead := func(b kit.Bind) {
		if k.clause(b.From) == moved {
			return
		}
		moved = k.clause(b.From)
		if k.kind != "standing" || len(k.scenes) > 0 {
			k.ahead++
		}
	}
	for i, b := range words {
		switch b.Class {
		case "turnw":
			if n, ok := kit.Numeral(k.word(b.To)); ok && n > 0 && n < 10 && b.To < len(k.c.Lexemes) {
				k.ahead = k.counted(n)
			} else if n := kit.Ordinal(k.before(b.From)); n > 0 {
				k.ahead = n
			}
		case "nextturn":
			ahead(b)
		case "then":
			if k.ahead > 1 && i+1 < len(words) && one(words[i+1].Class, "box", "pass") && !isIf {
				ahead(b)
			}
		case "box":
			if k.isSaidBehind("nextturn", words[i+1:], b) {
				ahead(b)
			}
			k.fixing = k.fixing || k.isSaidBehind("fix", words[i+1:], b)
			k.box(b, words[:i], isIf)
		case "pass":
			if k.isDenied(b) {
				continue
			}
			pass := passes
			if has(words, "year") {
				pass += " YEAR"
			}
			k.begin(scene{pass: pass}, isIf)
		default:
			k.thing(words, i)
		}
	}
}

// counted returns how far ahead a numbered turn is: the first one that the letter is about may have the number that it
// has in the game.
func (k *sketch) counted(n int) int {
	isNow := k.Turn > 1 && one(n, k.Turn, k.Turn+1)
	if isFirst := isNow && len(k.scenes) == 0; isFirst && n > k.filedTurns()+1 {
		return 1
	}
	return n
}

// fixes notes words of correction. Those behind what they are about, "Shuffle instead", correct nothing that follows.
func (k *sketch) fixes(words []kit.Bind, i int) {
	trails := i > 0 && one(k.word(words[i].To), ",", ".", ";", "!", "\n", "\n\n", "", "of", "than")
	if words[i].Class == "undo" {
		if now := k.current(); now != nil {
			now.cards, now.target, now.from, now.rest, now.all = nil, nowhere, nowhere, "", ""
		}
		k.fixing = true
	}
	isFirst := len(k.scenes) == 0 && k.filed == ""
	k.fixing = k.fixing || !trails && !isFirst
}

// isSaidBehind reports whether one of the words behind a box, in its clause, is of a class: "Spoils next turn".
func (k *sketch) isSaidBehind(class string, words []kit.Bind, b kit.Bind) bool {
	return slices.ContainsFunc(words, func(x kit.Bind) bool {
		return x.Class == class && k.clause(x.From) == k.clause(b.From)
	})
}

// box adds the choice of a box.
func (k *sketch) box(b kit.Bind, before []kit.Bind, isIf bool) {
	name := k.b.boxes()[b.Vals[0]].Name
	if len(b.Vals) > 1 {
		for _, i := range b.Vals {
			if x := k.b.boxes()[i].Name; k.era().action(x) != nil {
				name = x
			}
		}
	}
	isVerb := one(k.word(b.From), "assault", "ready", "dismiss") && b.To == b.From+1
	isVerb = isVerb && !k.b.words(k.m).Is(k.word(b.To), "boxw")
	isNamed := func(x scene) bool { return x.box == name && x.turn == k.ahead }
	switch {
	case k.isDenied(b), slices.ContainsFunc(k.scenes, isNamed), k.era().action(name) == nil:
		return
	case isVerb && k.current() != nil && k.current().box != "": // such as "Advance: assault Portland"
		return
	}
	others := slices.ContainsFunc(before, func(x kit.Bind) bool {
		return x.Class == "seat" && !k.Own("seat", x.Vals) && k.clause(x.From) == k.clause(b.From)
	})
	if now := k.current(); others || now != nil && now.box != "" && has(before, "seat") { // what others may have
		return
	}
	k.begin(scene{box: name, target: nowhere, from: nowhere}, isIf)
}

// current returns the alternative that cards belong to; nil if there is none.
func (k *sketch) current() *scene {
	if n := len(k.scenes); n > 0 && k.scenes[n-1].turn == k.ahead {
		return &k.scenes[n-1]
	}
	return nil
}

// begin adds an action or a pass: that of the current turn, or an alternative to the one that it has.
func (k *sketch) begin(x scene, isIf bool) {
	x.turn, x.target, x.from = k.ahead, nowhere, nowhere
	now := k.current()
	switch {
	case now == nil:
		k.scenes = append(k.scenes, x)
	case now.box == "" && now.pass == "":
		now.box, now.pass = x.box, x.pass
	case isIf:
		x.alt = true
		k.scenes = append(k.scenes, x)
	case k.fixing:
		if k.b.groupOf(now.box) != k.b.groupOf(x.box) {
			*now = scene{turn: now.turn, alt: now.alt, target: nowhere, from: nowhere}
		}
		now.box, now.pass = x.box, x.pass
	default:
		k.vague = true
	}
}

// open returns the current alternative, which it adds if there is none.
func (k *sketch) open() *scene {
	if k.current() == nil {
		k.scenes = append(k.scenes, scene{turn: k.ahead, target: nowhere, from: nowhere})
	}
	return k.current()
}

// thing adds a card, a place, or words for all cards.
func (k *sketch) thing(words []kit.Bind, i int) {
	b := words[i]
	switch b.Class {
	case "fix", "halt", "undo":
		k.fixes(words, i)
	case "neg": // such as "No, Portland"
		isNo := one(k.word(b.From), "no", "nope", "nein") && one(k.word(b.To), ",", ".", "!", ":", "-")
		k.fixing = k.fixing || isNo && len(k.scenes) > 0
	case "endturn":
		if now := k.current(); now != nil && (b.To > b.From+1 || one(k.word(b.From-1), ":", "\n", ".", ";")) {
			now.done = true
		}
	case "place":
		x := k.open()
		switch at := Area(b.Vals[0]); {
		case k.m.IsSea(at), k.isDenied(b):
		case k.owner(at) == k.Seat:
			x.from = at
		case x.target != nowhere && x.target != at && !k.fixing:
			k.vague = true
		default:
			x.target = at
		}
	case "leaderw", "tokenw":
		if by := map[string]string{"leaderw": " BY LEADER", "tokenw": " BY TOKEN"}[b.Class]; !k.isDenied(b) {
			k.open().cube = by
		}
	case "card", "fam", "loc", "fac":
		if b.Class == "card" && len(b.Vals) == 1 && k.isVerbHere(words, i) {
			return
		}
		k.card(words, i)
	case "rest":
		k.open().rest = cmp.Or(strings.TrimSuffix(k.modeOf(words, i), farOff), k.open().rest)
	case "hand", "every":
		if k.word(b.From) == "whatever" {
			return
		}
		if mode := strings.TrimSuffix(k.modeOf(words, i), farOff); mode != "" && !k.isDenied(b) {
			k.open().all = mode
		}
	case "except", "tbut":
		k.spares = b.Class == "tbut" || k.open().all != ""
	}
}
