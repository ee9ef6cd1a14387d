package dishonest

import (
	"cmp"
	"slices"

	kit "deaddrop/parser/order"
)

// This file sketches what sentences say about battles.

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
				n = k.Stock[Supply]
			}
			if n > 0 || has(words[:i], "none", "naught", "neg") {
				supply, said = n, true
			}
		case "evw":
			if isOfPlace := i+1 < len(words) && words[i+1].Class == "place"; !isOfPlace { // "everything in Libya"
				supply, said = all, true
			}
		case "naught":
			said = said || !has(words, "supply")
		case "lose":
			losing, leaving = true, false
		case "retreat", "beaten":
			leaving, losing = !(k.isBack(b) && has(words[:i], "ftr")), false
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
		o.stakes = []stake{{supply: supply, card: card, when: k.odds(words)}}
	} else if said {
		o.stakes = []stake{{supply: supply, when: k.odds(words)}}
	}
	return o
}

// odds returns the odds at which something is committed: "but not at less than 1:2"; nil if none are named.
func (k *sketch) odds(words []kit.Bind) []when {
	i := slices.IndexFunc(words, func(b kit.Bind) bool { return b.Class == "odds" })
	if i < 0 {
		return nil
	}
	var n []int
	for _, b := range words[i:] {
		if b.Class == kit.NumberClass {
			n = append(n, b.Vals[0])
		}
	}
	if len(n) != 2 || n[0]*n[1] == 0 {
		return nil
	}
	from, to := words[i].From, words[len(words)-1].To
	less := k.has(from, to, "less", "worse", "below", "under", "lower") && !k.has(from-6, to, "not", "unless", "never")
	return []when{{kind: whenOdds, n: n[0], m: n[1], less: less}}
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
	switch {
	case first < 0:
		return
	case !slices.ContainsFunc(words, isSaid): // such as "DEFEND Egypt:", and below it "One supply."
		k.placed = words
		return
	case !slices.ContainsFunc(words, isPlace):
		words, first = slices.Concat(k.placed, words), 0
	}
	k.placed = nil
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
	if len(o.stakes) == 1 && o.stakes[0].card > 0 && o.stakes[0].supply == 0 && !has(words, "supply") {
		for _, b := range words { // such as "Berlin | 2 | 43"
			if b.Class == kit.NumberClass && b.Vals[0] != o.stakes[0].card {
				o.stakes[0].supply = b.Vals[0]
				break
			}
		}
	}
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

// sketchBattle returns the answer that a letter may mean to the question about a battle, where another one is on
// file; "" if none.
func (a *author) sketchBattle(text, old string, c *kit.Context) (answer string) {
	k := sketch{author: a, c: c, ahead: 1, aim: nowhere}
	c.Look(text, func() {
		k.look(sketched)
		words := k.answering()
		o := k.order(words)
		for _, b := range words { // such as "get my men out to Bordeaux"
			if b.Class == "place" && len(o.retreat) == 0 && k.leads(b, words) {
				o.retreat = []Area{Area(b.Vals[0])}
			}
		}
		o.deploy = k.deployed(words, o)
		keeps := k.says("card") && k.says("leave", "same", "stays", "keep")
		if keeps && len(o.stakes) == 1 {
			o.stakes[0].card = cmp.Or(o.stakes[0].card, a.cardIn(old))
		}
		if len(o.stakes)+len(o.deploy)+len(o.retreat) > 0 {
			answer = o.words(k.b)
		}
	})
	return answer
}

// says reports whether one of some words stands in the text.
func (k *sketch) says(words ...string) bool { return k.has(0, len(k.c.Lexemes), words...) }

// cardIn returns the card of an answer on file; 0 if it has none.
func (a *author) cardIn(old string) int {
	o, err := parseOrder(a.b, a.kind, old)
	if err != nil || len(o.stakes) != 1 {
		return 0
	}
	return o.stakes[0].card
}

// answering returns the words of an answer, without those of questions and reports. A place below the question where
// units retreat is where they do.
func (k *sketch) answering() (out []kit.Bind) {
	asksRetreat := false
	for _, b := range k.words {
		from, to := k.c.Around(b.From, b.To)
		says := has(k.within(from, to), "retreat", "lose")
		switch isTold := len(k.c.Find("past", from, to)) > 0; {
		case to < len(k.c.Lexemes) && k.word(to) == "?":
			asksRetreat = has(k.within(from, to), "retreat")
			continue
		case isTold && !says:
			continue
		case b.Class == "place" && asksRetreat:
			out = append(out, kit.Bind{Class: "retreat", From: b.From, To: b.From})
		}
		out, asksRetreat = append(out, b), false
	}
	return out
}

// leads reports whether a place is where units go from a battle there.
func (k *sketch) leads(b kit.Bind, words []kit.Bind) bool {
	if k.Battle != nil && k.b.Name(Area(b.Vals[0])) == k.Battle.Area || !k.isTarget(b) {
		return false
	}
	at := k.clause(b.From)
	return !slices.ContainsFunc(words, func(x kit.Bind) bool {
		return one(x.Class, "ftr", "deploy") && (k.clause(x.From) == at || !has(words, "if"))
	})
}

// deployed returns the fighters that words bring to a battle, unless they say that these stay where they are.
func (k *sketch) deployed(words []kit.Bind, o order) []deploy {
	for i, b := range words {
		if b.Class != "place" || !k.Own("place", b.Vals) || slices.Contains(o.retreat, Area(b.Vals[0])) {
			continue
		}
		if stays := k.has(k.clause(b.From), b.To, "stay", "stays", "remain", "remains", "leave", "keep", "bleibt"); stays {
			continue
		}
		if i > 0 && has(words[max(0, i-2):min(len(words), i+2)], "ftr") {
			return []deploy{{n: 1, from: Area(b.Vals[0])}}
		}
	}
	return nil
}
