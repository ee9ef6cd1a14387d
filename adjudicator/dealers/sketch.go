package dealers

import (
	"cmp"
	"slices"
	"strings"

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
	"nextturn",
	"pass",
	"year", "elsew", "ifw", "oncase", "attackn", "ifatt", "isattacked", "attacksme", "stopw", "winter", "anyway",
	"bonus",
	"train", "discard", "keep", "go", "stays", "dismiss", "drop", "assault", "target", "play", "ready", "use", "defend",
	"final", "reserve", "ifneed", "short", "trained", "then", "except", "area2", "hand", "every", "rest", "anywhere",
	"nodef", "dontb", "nothing",
	"leaderw", "tokenw", "fromhand", "fromdiscard", "att", "def", "sup", "atta", "defd", "sups", "against", "neg",
	"halt", "fix", "past", "says", "you"}

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
	played bool // whether it says that cards are played for attack
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

// look finds the words of the current text. A box whose name is also a word for what is done is meant only if it is
// written
// like a name, or if no other is named.
func (k *sketch) look() {
	k.words = k.c.Words(sketched)
	others := slices.ContainsFunc(k.words, func(b kit.Bind) bool {
		return b.Class == "box" &&
			doubles[k.word(b.From)] == ""
	})
	for i := range k.words {
		b := &k.words[i]
		double := doubles[k.word(b.From)]
		isName := k.c.Lexemes[b.From].Capital || k.b.words(k.m).Is(k.word(b.To), "boxw")
		if b.Class == "box" && b.To == b.From+1 && double != "" && (others || !isName && k.word(b.From) != "assault") {
			b.Class = double
		}
		before := k.word(b.From - 1)
		isAttack := k.b.words(k.m).Is(k.word(b.From), "att") || b.Class == "atta"
		k.played = k.played || isAttack && one(before, "for", "as", "=", "(", "für", "als")
	}
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
	return next.Kind == kit.Line || next.Capital || next.Word == "("
}

// within returns the words between two lexemes.
func (k *sketch) within(from, to int) []kit.Bind {
	return slices.DeleteFunc(slices.Clone(k.words), func(b kit.Bind) bool { return b.From < from || b.To > to })
}

func has(words []kit.Bind, classes ...string) bool {
	return slices.ContainsFunc(words, func(b kit.Bind) bool { return slices.Contains(classes, b.Class) })
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
	isQuestion := to < len(k.c.Lexemes) && k.c.Lexemes[to].Word == "?"
	tells := has(words, "past", "you") || has(words, "says") && has(words, "seat")
	means := has(words, "halt", "fix", "neg", "ifw", "elsew") || len(k.c.Find("polite", from, to)) > 0
	head := to > from && k.c.Lexemes[to-1].Word == ":"
	switch {
	case isQuestion && len(k.c.Find("polite", from, to)) == 0, tells && !means:
	case has(words, "stopw") && k.isAlarm(words):
		k.stop(words)
	case has(words, "winter") || k.heads == "winter" && !has(words, "box", "defend"):
		k.heads = "winter"
		if !head {
			k.tidies(words)
		}
	case k.isAboutDefence(words):
		k.heads = "defend"
		k.defends(words)
	default:
		k.acts(words)
	}
}

func (k *sketch) isAlarm(words []kit.Bind) bool {
	return has(words, "ifatt", "isattacked", "attacksme") || has(words, "ifw", "oncase") && has(words, "attackn",
		"assault")
}

// isAboutDefence reports whether a sentence says what is done against an assault.
func (k *sketch) isAboutDefence(words []kit.Bind) bool {
	own := slices.ContainsFunc(words, func(b kit.Bind) bool { return b.Class == "place" && k.Own("place", b.Vals) })
	foreign := slices.ContainsFunc(words, func(b kit.Bind) bool {
		return b.Class == "place" && !k.Own("place",
			b.Vals)
	})
	switch {
	case has(words, "box", "pass", "winter"), foreign:
		return false
	case has(words, "defend", "nodef"), k.isAlarm(words):
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
		if b.Class == "place" {
			line = "STOP IF ATTACKED AT " + k.m.Name(Area(b.Vals[0]))
		}
	}
	k.rules = append(k.rules, line)
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
	if slices.Contains([]string{"is", "are"}, k.word(b.To)) && slices.Contains([]string{"too", "not"}, k.word(b.To+1)) {
		return true // such as "Envoys 1 is too dear"
	}
	if slices.Contains([]string{"not", "no", "without", "never", "than", "nicht", "kein", "keine", "ohne", "statt"},
		k.before(at)) {
		return true
	}
	for i, x := range k.words {
		if i+1 == len(k.words) || k.words[i+1].From != at {
			continue
		}
		if x.Class == "neg" && at-x.To <= nearNo || x.Class == "past" && k.clause(x.From) == k.clause(at) {
			return true
		}
	}
	return k.before(at) == "of" && at > 1 && slices.ContainsFunc([]int{at - 2, at - 3}, func(i int) bool {
		return i >= 0 && slices.Contains([]string{"instead", "place", "none"}, k.c.Lexemes[i].Word)
	})
}

const nearNo = 2 // number of words between "don't" and what is not wanted

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
	behind := b.From > 0 && strings.Contains("=(:-", k.c.Lexemes[b.From-1].Word)
	return behind || k.c.Lexemes[b.From].Shouted && k.c.Lexemes[b.From].Word != "a"
}

// acts adds what a sentence says about turns.
func (k *sketch) acts(words []kit.Bind) {
	isIf := has(words, "ifw", "elsew")
	fixes := false
	moved := -1 // the clause of which the words "next turn" were counted
	for i, b := range words {
		switch b.Class {
		case "fix", "halt":
			fixes = true
		case "turnw":
			if n, ok := kit.Numeral(k.word(b.To)); ok && n > 0 && n < 10 && b.To < len(k.c.Lexemes) {
				k.ahead = n
			} else if n := ordinals[k.before(b.From)]; n > 0 {
				k.ahead = n
			}
		case "nextturn":
			if k.clause(b.From) != moved {
				k.ahead, moved = k.ahead+1, k.clause(b.From)
			}
		case "then":
			if k.ahead > 1 && i+1 < len(words) && one(words[i+1].Class, "box", "pass") && k.clause(b.From) != moved {
				k.ahead, moved = k.ahead+1, k.clause(b.From)
			}
		case "box":
			if j := k.nextTurnBehind(words[i+1:], b); j >= 0 && k.clause(b.From) != moved {
				k.ahead, moved = k.ahead+1, k.clause(b.From)
			}
			k.box(b, words[:i], isIf, fixes)
		case "pass":
			if k.isDenied(b) {
				continue
			}
			pass := passes
			if has(words, "year") {
				pass += " YEAR"
			}
			k.begin(scene{pass: pass}, isIf, fixes)
		default:
			k.thing(words, i)
		}
	}
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

// nextTurnBehind returns the index of words such as "next turn" in the clause of a box; -1 if there are none.
func (k *sketch) nextTurnBehind(words []kit.Bind, b kit.Bind) int {
	return slices.IndexFunc(words, func(x kit.Bind) bool {
		return x.Class == "nextturn" && k.clause(x.From) == k.clause(b.From)
	})
}

// box adds the choice of a box.
func (k *sketch) box(b kit.Bind, before []kit.Bind, isIf, fixes bool) {
	name := k.b.boxes()[b.Vals[0]].Name
	if len(b.Vals) > 1 {
		for _, i := range b.Vals {
			if x := k.b.boxes()[i].Name; k.era().action(x) != nil {
				name = x
			}
		}
	}
	isVerb := one(strings.ToLower(k.word(b.From)), "assault", "ready", "dismiss") && b.To == b.From+1
	isNamed := func(x scene) bool { return x.box == name && x.turn == k.ahead }
	switch {
	case k.isDenied(b), slices.ContainsFunc(k.scenes, isNamed), k.era().action(name) == nil:
		return
	case isVerb && k.current() != nil && k.current().box != "": // such as "Advance: assault Portland"
		return
	}
	if now := k.current(); now != nil && now.box != "" && has(before, "seat") { // what others may have
		return
	}
	k.begin(scene{box: name, target: nowhere, from: nowhere}, isIf, fixes)
}

// current returns the alternative that cards belong to; nil if there is none.
func (k *sketch) current() *scene {
	if n := len(k.scenes); n > 0 && k.scenes[n-1].turn == k.ahead {
		return &k.scenes[n-1]
	}
	return nil
}

// begin adds an action or a pass: that of the current turn, or an alternative to the one that it has.
func (k *sketch) begin(x scene, isIf, fixes bool) {
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
	case fixes:
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
	case "place":
		x := k.open()
		switch at := Area(b.Vals[0]); {
		case k.m.IsSea(at), k.isDenied(b):
		case k.owner(at) == k.Seat:
			x.from = at
		case x.target != nowhere && x.target != at:
			k.vague = true
		default:
			x.target = at
		}
	case "leaderw", "tokenw":
		if by := map[string]string{"leaderw": " BY LEADER", "tokenw": " BY TOKEN"}[b.Class]; !k.isDenied(b) {
			k.open().cube = by
		}
	case "card", "fam", "loc", "fac":
		if k.isDenied(b) && k.filed == "" {
			return
		}
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
	}
}

// isVerbHere reports whether the name of a card is a word for training: "recruit a Tutor".
func (k *sketch) isVerbHere(words []kit.Bind, i int) bool {
	b := words[i]
	isWord := b.To == b.From+1 && k.b.words(k.m).Is(k.word(b.From), "train") && !k.c.Lexemes[b.From].Capital
	return isWord && i+1 < len(words) && one(words[i+1].Class, "card", "fam") && words[i+1].From <= b.To+1 &&
		k.word(b.To) != ","
}

// card adds a mention of a card.
func (k *sketch) card(words []kit.Bind, i int) {
	b := words[i]
	mode, isFar := strings.CutSuffix(k.modeOf(words, i), farOff)
	x := mention{mode: mode, far: isFar, value: unsaid, n: k.count(b), at: b.From}
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
	x.goal = k.isGoal(b.From)
	if n := len(k.open().cards); n > 0 && k.open().cards[n-1].goal && isFar == (mode != "") {
		x.goal = x.goal || k.clause(k.open().cards[n-1].at) == k.clause(b.From) && k.isListed(b.From)
	}
	if k.isDenied(b) {
		x.mode = "drop"
	}
	if name, _, bad := k.traineeOf(b, k.c); !failed(bad) {
		x.trainee = name
	}
	switch {
	case one(b.Class, "loc", "fac"):
		if !k.Own(b.Class, b.Vals) || x.mode == "fight" && b.Class == "fac" {
			return
		}
		x.use, x.card = true, k.named(b)
	default:
		name, _, bad := k.cardOf(b, k.c)
		if failed(bad) {
			name = x.trainee
		}
		if x.card = name; name == "" {
			return
		}
	}
	k.open().cards = append(k.open().cards, x)
}

// goals are words before what a turn is to bring.
var goals = []string{"for", "into", "get", "gets", "getting", "gain", "take", "taking", "want", "become", "becomes",
	"new", "-", "für"}

// isGoal reports whether a card stands behind words for what a turn is to bring.
func (k *sketch) isGoal(at int) bool {
	return slices.Contains(goals, k.before(at)) || k.word(at-1) == "new"
}

// modeOf returns what is done with the thing at an index: by a word before it in its clause, by one directly behind its
// list, or by one before in its sentence.
func (k *sketch) modeOf(words []kit.Bind, i int) string {
	from := k.clause(words[i].From)
	for j := i - 1; j >= 0 && words[j].From >= from; j-- {
		if m := k.mode(words, j); m != "" {
			return m
		}
	}
	for j := i + 1; j < len(words); j++ {
		m := k.mode(words, j)
		if near := m != "final" || k.clause(words[j].From) == from; m != "" && near && !k.isJoined(words[j].From) {
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

// isJoined reports whether a word is joined to what stands before it, and so begins something of its own.
func (k *sketch) isJoined(at int) bool {
	return slices.Contains([]string{"and", "then", ",", "und", "dann", ":", ";"}, k.word(at-1))
}
