package dealers

import (
	"slices"

	kit "deaddrop/parser/order"
)

// This file sketches what a whole letter may mean from the names and order words in it, whatever is between them. A
// sketch is offered for what is not understood, and never filed.

// modes says what is done with the cards beside words of a class.
var modes = map[string]string{"play": "play", "use": "play", "att": "play", "def": "play", "sup": "play",
	"atta": "play",
	"defd": "play", "sups": "play",
	"train": "train", "dismiss": "dismiss", "ready": "ready", "assault": "fight", "target": "fight",
	"discard": "discard", "go": "discard", "unneeded": "discard", "keep": "keep", "stays": "keep", "bonus": "bonus",
	"final": "final", "reserve": "final", "ifneed": "final", "short": "final", "trained": "train", "drop": "drop",
	"home": "drop"}

// sketched has the classes of the names and words that a sketch looks at, the first for words that have several.
var sketched = []string{"box", "card", "fam", "place", "loc", "fac", "seat", "unneeded", "home", "adding", "turnw",
	"nextturn", "undo", "surplus", "by", "freew", "endturn", "fromready", "tbut", "pass",
	"year", "elsew", "ifgone", "ifw", "oncase", "attackn", "ifatt", "isattacked", "attacksme", "stopw", "winter",
	"anyway", "bonus",
	"train", "discard", "keep", "go", "stays", "dismiss", "drop", "assault", "target", "play", "ready", "use", "defend",
	"final", "reserve", "ifneed", "short", "trained", "then", "except", "area2", "hand", "every", "rest", "anywhere",
	"nodef", "dontb", "nothing",
	"leaderw", "tokenw", "fromhand", "fromdiscard", "att", "def", "sup", "atta", "defd", "sups", "against", "neg",
	"halt", "fix", "past", "says", "you", "same", "there"}

// A mention is a card in a letter, with what may be done with it.
type mention struct {
	card, mode string
	trainee    string // its name if it is trained
	far        bool   // whether what is done with it is said only in another clause
	goal       bool   // whether it stands behind words for what a turn is to bring
	value      Strength
	n, at      int
	from       string // the pile that it is dismissed from
	use        bool   // whether it is a location, a leader or a master
	no         int    // the number of its sentence
	adds       bool   // whether words beside it say that it is added
}

// A scene is one alternative of a turn in a sketch.
type scene struct {
	turn   int
	alt    bool
	pass   string
	box    string
	cube   string
	target Area
	from   Area
	cards  []mention
	rest   string // what becomes of the cards that are not named: "keep" or "discard"
	all    string // what is done with the whole hand
	done   bool   // whether nothing more is to be asked in it
}

// A sketch is what a letter may mean.
type sketch struct {
	*author
	c      *kit.Context
	scenes []scene
	ahead  int // the turn that lines are for
	rules  []string
	vague  bool   // whether it can mean several things
	heads  string // what the heading above the current line is for
	filed  string // what is on file
	words  []kit.Bind
	played bool     // whether it says that cards are played for attack
	no     int      // the number of the current sentence
	fixed  mention  // the last card that replaced others
	fixing bool     // whether what comes next replaces what stands before it
	tables bool     // whether the lines of a table begin with the number of a turn
	last   stand    // the defence that the last sentence was about
	goesOn bool     // whether the current sentence goes on with the defence before it
	place  kit.Bind // the last territory of the writer's that was named
	ofAll  bool     // whether the current sentence is about the defence of a territory that is not the writer's yet
	spares bool     // whether the cards that follow are an exception: "all but the Tutor"
}

// sketch returns the lines of a sheet that a letter may mean; nil if it is too vague for that.
func (a *author) sketch(text, filed string, c *kit.Context) []string {
	k := sketch{author: a, c: c, ahead: 1, filed: filed}
	c.Look(text, func() {
		k.look()
		from := 0
		for at := 0; at <= len(c.Lexemes); at++ {
			if at == len(c.Lexemes) || c.Lexemes[at].Kind == kit.Line || isSentenceEnd(c, at) {
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
	for _, x := range k.scenes {
		lines := k.lines(x)
		if d, ok := k.filedTurn(); x.box == "" && x.pass == "" && ok && len(k.scenes) == 1 && x.turn == 1 {
			if lines = k.changed(x, d); len(lines) == 0 && len(k.rules) > 0 {
				continue
			}
		}
		if len(lines) == 0 {
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
	return append(out, k.sorted()...)
}

// sorted returns the standing orders of a sketch in normal form.
func (k *sketch) sorted() []string {
	var all standing
	for _, line := range k.rules {
		x, err := parseSheet(k.b, k.m, line)
		if err != nil {
			continue
		}
		for _, d := range x.rules.defend {
			all.putDefence(d)
		}
		for _, h := range x.rules.stop {
			all.putHalt(h)
		}
		if x.rules.winter != nil {
			all.winter = x.rules.winter
		}
	}
	return all.lines(k.m)
}

// sentence adds what a sentence says.
func (k *sketch) sentence(from, to int) {
	words := k.within(from, to)
	k.no++
	if isName := to == from+1 && to >= len(k.c.Lexemes)-1 && from > 0; isName { // of the writer
		return
	}
	if len(words) == 0 {
		if to > from {
			k.heads = ""
		}
		return
	}
	k.row(from, to)
	isQuestion := to < len(k.c.Lexemes) && k.c.Lexemes[to].Word == "?"
	tells := has(words, "past", "you") || has(words, "says") && has(words, "seat")
	means := has(words, "halt", "fix", "neg", "ifw", "elsew") || len(k.c.Find("polite", from, to)) > 0
	head := to > from && k.c.Lexemes[to-1].Word == ":"
	if tells && !means && !isQuestion {
		words = k.untold(words)
		tells = len(words) == 0
	}
	asks := isQuestion && len(k.c.Find("polite", from, to)) == 0
	if asks || tells && !means {
		return
	}
	for _, part := range k.parts(words) {
		k.add(part, head)
	}
}

// add adds what a part of a sentence says. head is whether it is a heading.
func (k *sketch) add(words []kit.Bind, head bool) {
	switch {
	case has(words, "stopw") && k.isAlarm(words):
		k.stop(words)
	case has(words, "winter") || k.heads == "winter" && !has(words, "box", "defend"):
		k.heads = "winter"
		at := max(0, slices.IndexFunc(words, func(b kit.Bind) bool { return b.Class == "winter" }))
		if has(words[:at], "box", "pass") { // such as "I pass and in winter I keep all"
			k.acts(words[:at])
			words = words[at:]
		}
		if !head {
			k.tidies(words)
		}
	case k.isAboutDefence(words):
		k.heads = "defend"
		k.defends(k.placed(words))
	default:
		k.acts(words)
	}
}

// parts divides the words of a long sentence where it goes on with a defence, or with the winter: "... and in winter".
func (k *sketch) parts(words []kit.Bind) (out [][]kit.Bind) {
	from := 0
	for i, b := range words {
		begins := one(b.Class, "defend", "winter", "stopw") && one(k.word(b.From-1), "and", "n", "then", "also", ",")
		if begins && i > from {
			out, from = append(out, words[from:i]), i
		}
	}
	return append(out, words[from:])
}

// untold returns the words of those clauses of a sentence that tell nothing and say what is done.
func (k *sketch) untold(words []kit.Bind) []kit.Bind {
	in := func(b kit.Bind) []kit.Bind {
		return slices.DeleteFunc(slices.Clone(words), func(x kit.Bind) bool {
			return k.clause(x.From) != k.clause(b.From)
		})
	}
	return slices.DeleteFunc(slices.Clone(words), func(b kit.Bind) bool {
		beside := in(b)
		does := slices.ContainsFunc(beside, func(x kit.Bind) bool {
			return modes[x.Class] != "" || one(x.Class, "box", "pass")
		})
		tells := func(x kit.Bind) bool {
			return one(x.Class, "past", "you", "says") && k.piece(x.From) == k.piece(b.From)
		}
		return !does || slices.ContainsFunc(beside, tells)
	})
}

// row has a line of a table with turns be for the turn with whose number it begins.
func (k *sketch) row(from, to int) {
	var bars []int
	for at := from; at < to; at++ {
		if k.word(at) == "|" {
			bars = append(bars, at)
		}
	}
	first := from
	if len(bars) > 0 && bars[0] == from {
		first++
	}
	n, isNumber := kit.Numeral(k.word(first))
	switch {
	case len(bars) == 0:
	case k.tables && isNumber && k.word(first+1) == "|" && n > 0 && n < 10:
		k.ahead = n
	case has(k.within(first, first+1), "turnw"):
		k.tables = true
	}
}
