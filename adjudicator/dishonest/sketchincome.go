package dishonest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	kit "deaddrop/parser/order"
)

// This file sketches what a whole letter may mean for the income phase.

// earning has the classes of the names and words that a sketch of the income phase looks at.
var earning = []string{"bidwon", "tile", "draw", "drawx", "pool", "poolx", "for1", "bid", "ally", "ideology", "supply",
	"money", "oper", "oil", "cardw", "card", "seat", "secondary", "none", "naught", "neg", "noway", "halt", "fix",
	"chg", "past", "says", "you", "if", "orw", "else", "defend", "attacked", "ties"}

// topics has what the words of an income letter are about.
var topics = map[string]string{"draw": "DRAW", "drawx": "DRAW", "cardw": "DRAW", "pool": "POOL", "poolx": "POOL",
	"for1": "BID", "bid": "BID", "ally": "ALLY", "ideology": "IDEOLOGY"}

// An amount is a number of cubes or cards.
type amount struct {
	n  int
	of string // class of the word for what it counts; "" for a number by itself
}

// An earner sketches the income phase clause by clause.
type earner struct {
	sketch
	topic   string              // what the letter was about last
	when    string              // the condition that clauses are under; "" for none
	skips   bool                // whether clauses are under a condition that an order can't have
	fixes   bool                // whether the sentence corrects what was said
	joined  bool                // whether the clause goes on with the one before it
	amounts map[string][]amount // by key
	tiles   map[string][]string // by condition
	allies  []string
	ties    []string // by which powers ties are broken
}

// sketchIncome returns the lines for the income phase that a letter may mean.
func (a *author) sketchIncome(text string, c *kit.Context) []string {
	k := earner{sketch: sketch{author: a, c: c}, amounts: map[string][]amount{}, tiles: map[string][]string{}}
	c.Look(text, func() {
		k.look(earning)
		from := 0
		for at := 0; at <= len(c.Lexemes); at++ {
			if at == len(c.Lexemes) || c.Lexemes[at].Kind == kit.Line || k.endsSentence(at) {
				k.earns(from, at)
				from = at + 1
			}
		}
	})
	return k.earned()
}

// earns adds what a sentence says, clause by clause.
func (k *earner) earns(from, to int) {
	words := k.within(from, to)
	polite := len(k.c.Find("polite", from, to)) > 0
	tells := has(words, "past", "you") || has(words, "says") && has(words, "seat")
	means := polite || has(words, "halt", "fix", "ally", "tile")
	switch isQuestion := k.word(to) == "?" && to < len(k.c.Lexemes); {
	case isQuestion && !polite: // such as a question of the letter that is answered, above its answer
		for _, b := range words {
			k.topic = cmp.Or(topics[b.Class], k.topic)
		}
		return
	case has(words, "ties") && has(words, "seat"):
		k.ties = seatsOf(words)
		return
	case tells && !means, has(words, "secondary", "attacked"), has(words, "defend") && !k.isTopic(words):
		return
	}
	k.when, k.skips, k.joined = "", false, false
	k.fixes = has(words, "fix", "halt", "chg")
	begin := from
	for at := from; at <= to; at++ {
		joins := one(k.word(at), "and", "und", "+", "&")
		if at == to || joins || one(k.word(at), ",", ";", "(", ")", "then", "but", "dann", "aber") {
			k.clause(k.within(begin, at), at-begin)
			begin, k.joined = at+1, joins
		}
	}
	isSeat := func(b kit.Bind) bool { return b.Class == "seat" }
	if has(words, "ally") || k.topic == "ALLY" && has(words, "seat") && len(slices.DeleteFunc(words, isSeat)) == 0 {
		k.befriends(k.within(from, to))
	}
}

// isTopic reports whether words are about the income phase.
func (k *earner) isTopic(words []kit.Bind) bool {
	return slices.ContainsFunc(words, func(b kit.Bind) bool { return topics[b.Class] != "" })
}

// seatsOf returns the powers in words, each once.
func seatsOf(words []kit.Bind) (out []string) {
	for _, b := range words {
		if b.Class == "seat" {
			out = append(out, string(seats()[b.Vals[0]]))
		}
	}
	return kit.Unique(out)
}

// befriends adds the allies that a sentence names.
func (k *earner) befriends(words []kit.Bind) {
	k.allies = nil
	for _, b := range words {
		if b.Class != "seat" || k.isDenied(b) || len(k.amounts["ALLY"]) > 0 {
			continue
		}
		if seat := string(seats()[b.Vals[0]]); seat != k.Seat && !slices.Contains(k.allies, seat) {
			k.allies = append(k.allies, seat)
		}
	}
	delete(k.amounts, "ALLY")
}

// clause adds what the words of a clause say, which has a number of lexemes.
func (k *earner) clause(words []kit.Bind, long int) {
	if has(words, "orw", "else") {
		k.when, k.skips = "", false
	}
	words = k.condition(words)
	if k.skips {
		return
	}
	said := k.amountsOf(words)
	topic := ""
	var waiting []amount
	for i, b := range words {
		k.prefers(b)
		t := topics[b.Class]
		x, ok := said[i]
		switch fits := ok && x.fits(topic); {
		case ok && x.of == "cardw" && x.n > mostDrawn:
		case ok && x.of == "cardw":
			k.put("DRAW", []amount{x}, true)
			topic = "DRAW"
		case ok && k.isNone(b) && i+1 < len(words) && topics[words[i+1].Class] != "" && words[i+1].From-b.To <= 2:
			k.put(topics[words[i+1].Class], []amount{x}, true)
		case fits:
			k.put(topic, []amount{x}, len(waiting) == 0 && !(k.joined && k.topic == topic))
			waiting = append(waiting, x)
		case ok:
			topic, waiting = "", append(waiting, x)
		case t != "" && topic == "" && len(waiting) > 0:
			k.put(t, waiting, !(k.joined && k.topic == t))
			topic, waiting = t, nil
		case t != "":
			topic, waiting = t, nil
		}
	}
	if topic != "" {
		k.topic = topic
		return
	}
	isShort := long <= shortClause || k.fixes
	waiting = slices.DeleteFunc(waiting, func(x amount) bool { return x.of == "" && (!isShort || x.n == 0) })
	if len(waiting) > 0 {
		k.put(k.topicOf(waiting[0]), waiting, k.fixes && !k.joined)
	}
}

// prefers adds an ideology that is wanted.
func (k *earner) prefers(b kit.Bind) {
	if b.Class != "tile" || k.isDenied(b) || k.before(b.From) == "no" || k.b.lexicon().Is(k.word(b.From), "det") {
		return
	}
	k.topic = "IDEOLOGY"
	if name := k.b.Tiles[b.Vals[0]].Name; !slices.Contains(k.tiles[k.when], name) {
		k.tiles[k.when] = append(k.tiles[k.when], name)
	}
}

// fits reports whether an amount may be one of what the letter is about.
func (x amount) fits(topic string) bool {
	switch topic {
	case "DRAW":
		return x.of == ""
	case "POOL":
		return one(x.of, "", "supply", "oil")
	}
	return topic != ""
}

const shortClause = 3 // largest number of lexemes of a clause that may be just a number

// condition takes the condition off a clause.
func (k *earner) condition(words []kit.Bind) []kit.Bind {
	iff := slices.IndexFunc(words, func(b kit.Bind) bool {
		return b.Class == "if" && !one(k.word(b.From-1), "i", "we") // not "I should"
	})
	if iff < 0 {
		return words
	}
	for i := iff + 1; i < len(words); i++ {
		switch card := k.card(words[iff:]); {
		case words[i].Class == "bidwon":
			k.when = ifWon
			return slices.Delete(slices.Clone(words), iff, i+1)
		case one(words[i].Class, "draw", "cardw", "card") && card > 0:
			k.when = provided{drawn: card}.head()
			return words[:iff]
		}
	}
	k.skips = !has(words, "tile") && k.topic != "IDEOLOGY" && !has(words[:iff], "ideology")
	return words
}

// isNone reports whether a word stands for nothing.
func (k *earner) isNone(b kit.Bind) bool {
	isOther := one(k.word(b.From), "off", "cancel", "drop", "skip", "clear")
	return one(b.Class, "none", "naught", "neg", "noway") && !isOther
}

// amountsOf returns the amounts that words say, by the indexes of their numbers.
func (k *earner) amountsOf(words []kit.Bind) map[int]amount {
	out := map[int]amount{}
	counts := func(i int) bool {
		return i >= 0 && i < len(words) && one(words[i].Class, "supply", "money", "oper", "oil", "cardw")
	}
	taken := -1 // index of the last word that was counted
	for i, b := range words {
		x := amount{}
		switch {
		case b.Class == kit.NumberClass:
			x.n = b.Vals[0]
		case counts(i) && taken != i && one(k.word(b.From-1), "a", "an", "ein", "eine"):
			out[i], taken = amount{1, b.Class}, i
			continue
		case !k.isNone(b), i+1 < len(words) && words[i+1].Class == kit.NumberClass && words[i+1].From == b.To:
			continue
		}
		isDenied := k.isDenied(b)
		switch {
		case counts(i+1) && words[i+1].From-b.To <= 1:
			x.of, taken = words[i+1].Class, i+1
		case counts(i-1) && taken != i-1 && words[i-1].Class != "cardw" && b.From-words[i-1].To <= 1:
			x.of = words[i-1].Class
		}
		if !isDenied {
			out[i] = x
		}
	}
	return out
}

// topicOf returns what an amount is for in a clause that does not say it.
func (k *earner) topicOf(x amount) string {
	cubes := k.topic == "BID" || k.topic == "POOL" && one(x.of, "supply", "oil", "")
	switch {
	case cubes, x.of == "" && k.topic == "DRAW":
		return k.topic
	case one(x.of, "money", "oper"):
		return "BID"
	case x.of == "supply":
		return "POOL"
	}
	return ""
}

// put adds amounts for something, in place of those before if anew.
func (k *earner) put(topic string, list []amount, anew bool) {
	key := k.when + topic
	if was := k.amounts[key]; anew || len(was) == 1 && was[0].n == 0 {
		k.amounts[key] = nil
	}
	k.amounts[key] = append(k.amounts[key], list...)
	k.topic = topic
}

// earned returns the lines of what was said, as far as it makes sense.
func (k *earner) earned() (out []string) {
	add := func(line string) {
		if x, err := parseSheet(k.b, "income", line); err == nil {
			out = append(out, x.words(k.b))
		}
	}
	for _, when := range k.conditions() {
		for _, topic := range []string{"DRAW", "POOL", "BID"} {
			if list := k.amounts[when+topic]; len(list) > 0 {
				add(when + topic + " " + cubesOf(list))
			}
		}
		if list := k.tiles[when]; len(list) > 0 {
			add(when + "IDEOLOGY " + strings.Join(list, ", "))
		}
		if when == "" && len(k.allies) > 0 {
			add("ALLY " + strings.Join(k.allies, ", "))
		}
	}
	if len(k.ties) > 0 {
		add("TIES " + strings.Join(k.ties, ", "))
	}
	return out
}

// conditions returns the conditions of what was said, first that there is none.
func (k *earner) conditions() []string {
	out := []string{""}
	for key := range k.amounts {
		out = append(out, key[:strings.LastIndexByte(key, ' ')+1])
	}
	for when := range k.tiles {
		out = append(out, when)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// cubesOf returns amounts as they stand in a line.
func cubesOf(list []amount) string {
	var out []string
	slices.SortStableFunc(list, func(a, b amount) int { return int(resources[a.of]) - int(resources[b.of]) })
	for _, x := range list {
		word := ""
		if r, ok := resources[x.of]; ok && x.n > 0 {
			word = " " + strings.ToUpper(r.String())
		}
		out = append(out, fmt.Sprintf("%d%s", x.n, word))
	}
	return strings.Join(out, " ")
}
