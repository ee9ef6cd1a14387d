package dealers

import (
	"slices"
	"strings"

	kit "deaddrop/parser/order"
)

// This file sketches defences.

func (k *sketch) isAlarm(words []kit.Bind) bool {
	supposes := has(words, "ifw", "oncase", "seat", "elsew")
	return has(words, "ifatt", "isattacked") || supposes && has(words, "attackn", "assault", "attacksme")
}

// placed returns the words of a defence with the territory that "it" refers to, or those of the defence that goes on.
func (k *sketch) placed(words []kit.Bind) []kit.Bind {
	isPlace := k.isDefended
	k.goesOn = false
	for _, b := range k.words {
		if isPlace(b) && b.From < words[0].From {
			k.place = b
		}
	}
	if k.place.Class == "" || slices.ContainsFunc(words, isPlace) || has(words, "anywhere", "seat") {
		return words
	}
	k.goesOn = len(k.last.at) > 0
	return append([]kit.Bind{k.place}, words...)
}

// isDefended reports whether a word is the name of a territory that may be defended.
func (k *sketch) isDefended(b kit.Bind) bool {
	if b.Class != "place" {
		return false
	}
	return k.Own("place", b.Vals) || k.ofAll && !k.m.IsSea(Area(b.Vals[0]))
}

// isAboutDefence reports whether a sentence says what is done against an assault.
func (k *sketch) isAboutDefence(words []kit.Bind) bool {
	own := slices.ContainsFunc(words, func(b kit.Bind) bool { return b.Class == "place" && k.Own("place", b.Vals) })
	foreign := slices.ContainsFunc(words, func(b kit.Bind) bool {
		return b.Class == "place" && !k.Own("place", b.Vals)
	})
	says := has(words, "ifatt", "isattacked", "defend") || has(words, "seat") && k.isAlarm(words)
	says = says || k.heads == "defend" && !has(words, "assault")
	k.ofAll = foreign && !own && says
	switch {
	case has(words, "box", "pass", "winter"):
		return false
	case foreign:
		return k.ofAll
	case has(words, "defend", "nodef"), k.isAlarm(words):
		return true
	case k.kind == "standing" && k.current() != nil && k.current().box != "" && has(words, "play", "train", "sup", "att"):
		return false // it is about the turn
	case k.kind == "standing" && k.heads == "defend" && has(words, "loc", "card", "fam"): // what else is played there
		return true
	case k.kind == "standing":
		return own || has(words, "seat", "anywhere", "attacksme", "area2", "hand", "every")
	}
	return k.heads == "defend" && (own || has(words, "anywhere", "seat"))
}

// stop adds an order to stop.
func (k *sketch) stop(words []kit.Bind) {
	line := "STOP IF ATTACKED"
	for _, b := range words {
		if b.Class == "place" && k.Own("place", b.Vals) {
			line = "STOP IF ATTACKED AT " + k.m.Name(Area(b.Vals[0]))
		}
	}
	k.rules = append(k.rules, line)
}

// A stand is a defence in a sketch, of one place or several.
type stand struct {
	at      []Area
	against string
	d       defence
	said    bool // whether it says what is played
}

// defends adds what a sentence says about defences. What is played stands behind the places that it is for, or before
// them if the sentence begins with it.
func (k *sketch) defends(words []kit.Bind) {
	var all []stand
	now := stand{}
	isPlace := func(b kit.Bind) bool {
		return one(b.Class, "anywhere", "seat") || k.isDefended(b)
	}
	isSaid := func(b kit.Bind) bool {
		return one(b.Class, "card", "fam", "loc", "hand", "area2", "every", "nothing", "nodef", "dontb")
	}
	first := slices.IndexFunc(words, func(b kit.Bind) bool { return isPlace(b) || isSaid(b) })
	before := first >= 0 && isSaid(words[first]) && slices.ContainsFunc(words, isPlace)
	next := func() {
		if isSame := len(now.at) > 0 && has(words, "same") && k.last.said; isSame && !now.said { // "For Veracruz the same"
			now.d, now.said = k.last.d, true
		}
		if now.said {
			all = append(all, now)
		}
		now = stand{}
	}
	closed := false // whether a place stood behind what is played
	for _, b := range words {
		switch {
		case isPlace(b):
			if !before && now.said || before && !now.said && len(all) > 0 && closed {
				next()
			}
			closed = true
			k.places(&now, b)
		case isSaid(b):
			if before && closed {
				next()
				closed = false
			}
			k.plays(&now, b)
		case b.Class == "except" && now.said && len(now.at) == 0:
			now.at, before = []Area{nowhere}, false
			next()
		case b.Class == "elsew" && now.said:
			next()
			now.at, closed = []Area{nowhere}, true
		case b.Class == "anyway":
			now.d.anyway = true
		case b.Class == "undo": // such as "with the Recruit, no, scratch that, with Pilots 1"
			now.d, now.said = defence{}, false
		case one(b.Class, "by", "surplus"):
			now.d.more = k.surplus(b)
		}
	}
	next()
	for _, x := range all {
		k.stand(x)
	}
}

// surplus returns by how much a defence is to be stronger than is needed: "by 2", "with one to spare".
func (k *sketch) surplus(b kit.Bind) int {
	if b.Class == "surplus" {
		return 1
	}
	n, _ := kit.Numeral(k.word(b.To))
	return min(n, maxLines)
}

// places adds a place, or an attacker, to a defence.
func (k *sketch) places(x *stand, b kit.Bind) {
	switch b.Class {
	case "place":
		x.at = append(x.at, Area(b.Vals[0]))
	case "anywhere":
		x.at = append(x.at, nowhere)
	case "seat":
		if seat := string(seats()[b.Vals[0]]); seat != k.Seat {
			x.against = seat
		}
	}
}

// plays adds what is played to a defence.
func (k *sketch) plays(x *stand, b kit.Bind) {
	denied := k.isDenied(b) || k.staysHome(b) || one(k.before(b.From), "keep", "keeping", "save")
	switch {
	case denied && b.Class != "nothing", b.Class == "dontb" && k.isLeft(x):
		return
	case b.Class == "hand":
		x.d.hand = true
	case b.Class == "area2":
		x.d.area = true
	case b.Class == "every":
		x.d.hand, x.d.area = true, true
	case b.Class == "loc":
		if k.Own("loc", b.Vals) {
			x.d.plays = append(x.d.plays, play{use: true, card: k.named(b), value: Attack})
		}
	case one(b.Class, "card", "fam"):
		name, _, bad := k.cardOf(b, k.c)
		if failed(bad) {
			return
		}
		n := k.count(b)
		is := func(p play) bool { return p.card == name }
		refers := n == 1 && one(k.word(b.From-1), "the", "that", "der", "den", "die")
		if refers && slices.ContainsFunc(x.d.plays, is) {
			n = 0 // "one Recruit, and more if the Recruit is not enough"
		}
		x.d.plays = append(x.d.plays, slices.Repeat([]play{{card: name, value: Defence}}, n)...)
	}
	x.said = true
}

// isLeft reports whether "leave it" leaves the defence of any place as it is, since there is one on file.
func (k *sketch) isLeft(x *stand) bool {
	return slices.Contains(x.at, nowhere) && strings.Contains(k.filed, "DEFEND ANY: ")
}

// staysHome reports whether the words behind a card, or behind the hand, say that it is not played.
func (k *sketch) staysHome(b kit.Bind) bool {
	i := slices.IndexFunc(k.words, func(o kit.Bind) bool { return o.From >= b.To })
	return i >= 0 && one(k.words[i].Class, "home", "stays", "keep") && k.clause(k.words[i].From) == k.clause(b.From)
}

// stand adds the lines of a defence.
func (k *sketch) stand(x stand) {
	if len(x.at) == 0 {
		x.at = []Area{nowhere}
	}
	if k.goesOn && slices.Equal(k.last.at, x.at) && k.last.against == x.against {
		x.d = k.last.d.and(x.d)
	}
	k.last = x
	for _, at := range x.at {
		d := x.d
		d.at, d.against = at, x.against
		if d.isNothing() {
			d.anyway = false
		}
		for _, line := range (standing{defend: []defence{d}}).lines(k.m) {
			k.rules = slices.DeleteFunc(k.rules, func(was string) bool { return ruleKey(was) == ruleKey(line) })
			k.rules = append(k.rules, line)
		}
	}
}
