package order

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"deaddrop/parser"
)

// A Lexicon contains the words of a game, in all languages in which it is played, and the forms of its orders. A file
// of words has sections:
//
//	[words]   class : phrase, mov[e|es|ing]     a class and its phrases: "move", "moves", "moving". Lines that begin
//	                                            with a blank continue a class. In a class~, one typing error is
//	                                            allowed; a class! contains words for actions. Numbers before words
//	                                            of the class "counted" are counts; in a lexicon with that class, no
//	                                            number is ignored.
//	[forms]   MOVE = unit to place              forms of orders, and in lower case, parts of forms; see [Form]
//	[says]    question = A question ...         sentences for players, by name
//
// Text after "##" is a comment. Names of places, cards and seats are added by [Lexicon.Name].
type Lexicon struct {
	root    map[string]*node
	known   map[shape][]string // words in which a misspelling is recognised, by their shape
	names   map[byte][]string  // names by their first letters
	first   map[byte][]string  // first words of all phrases by their first letters, in order
	classes map[string]Class
	labels  []string
	glued   map[string]bool // short words that may be joined to the following name
	common  map[string]bool // names that are also everyday words
	verbs   map[string]bool // classes of words for actions
	says    map[string]string
	several []string // classes of names of which there may be several
	tables  bool     // whether tables of two columns are read
	forms   []Form
	roles   []role // roles of the classes, by their numbers
	openers bits   // classes with which orders can begin
	parts   map[string]*pattern
	all     []*pattern          // parts of forms, by number
	leaves  map[string]*pattern // patterns of one word, by how they are written
}

// A Class is the number of a class of words, or of a quoted word in patterns.
type Class int16

// A node represents the beginning of phrases (trie). Once a lexicon is loaded, phrases have their ends in common.
type node struct {
	next []branch // few, so that a list takes a tenth of the memory of a map
	tags []tag
}

// isEnd reports whether a phrase ends at a node and does not go on, and is not a name. Nearly all nodes are like
// that.
func (n *node) isEnd() bool { return len(n.next) == 0 && len(n.tags) == 1 && n.tags[0].vals == nil }

// grown returns the node to which phrases are added: a new one in place of none, and a copy of one that may be shared.
func (n *node) grown() *node {
	switch {
	case n == nil:
		return &node{}
	case n.isEnd():
		return &node{tags: slices.Clone(n.tags)}
	}
	return n
}

// shared returns the end of phrases that is like a node, and otherwise the node, behind which ends are shared.
func (n *node) shared(ends map[Class]*node) *node {
	for i := range n.next {
		n.next[i].to = n.next[i].to.shared(ends)
	}
	if !n.isEnd() {
		return n
	}
	class := n.tags[0].class
	if ends[class] == nil {
		ends[class] = n
	}
	return ends[class]
}

// A branch leads from a node to the one after a further word.
type branch struct {
	word string
	to   *node
}

// after returns the node after a further word, or nil.
func (n *node) after(word string) *node {
	for _, b := range n.next {
		if b.word == word {
			return b.to
		}
	}
	return nil
}

// A tag marks a run of words as a possible phrase of a class.
type tag struct {
	class Class
	name  bool
	least bool  // whether it is so uncertain that it must not be filed without asking
	vals  []int // the things that a name may stand for
	end   int   // the lexeme after the words
	cost  int   // cost, if it is a guess
}

// NewLexicon returns an empty lexicon.
func NewLexicon() *Lexicon {
	return &Lexicon{root: map[string]*node{}, known: map[shape][]string{}, names: map[byte][]string{},
		classes: map[string]Class{}, glued: map[string]bool{}, common: map[string]bool{}, verbs: map[string]bool{},
		says: map[string]string{}, parts: map[string]*pattern{}, leaves: map[string]*pattern{}}
}

// class returns the number of a class, which it adds if it is new.
func (l *Lexicon) class(label string) Class {
	c, ok := l.classes[label]
	if !ok {
		c = Class(len(l.labels))
		l.classes[label] = c
		l.labels = append(l.labels, label)
	}
	return c
}

// counts reports whether the lexicon has a class for things that are counted.
func (l *Lexicon) counts() bool { _, ok := l.classes["counted"]; return ok }

// Name adds a name of a thing, with a class such as "place" and the game's number for the thing. A name may stand for
// several things.
func (l *Lexicon) Name(name, class string, thing int) {
	for _, spelt := range parser.Spellings(name) {
		l.add(spelt, class, thing, true)
	}
}

// Signed adds a name in which punctuation is significant, such as "Spa(s)".
func (l *Lexicon) Signed(name, class string, thing int) {
	var words []string
	for _, x := range Scan(name) {
		words = append(words, x.Word)
	}
	l.enter(words, l.class(class), thing)
}

// Says returns the sentence with a name from the section [says].
func (l *Lexicon) Says(name string) string { return l.says[name] }

// add adds a phrase; thing is -1 if it is not a name.
func (l *Lexicon) add(phrase, class string, thing int, mistyped bool) {
	var words []string
	for _, x := range Scan(parser.Plain(phrase)) {
		if x.Kind != Sign || x.From == 0 && x.To == len(phrase) {
			words = append(words, x.Word)
		}
	}
	if len(words) == 0 {
		return
	}
	c := l.class(class)
	l.enter(words, c, thing)
	together := strings.Join(words, "")
	if len(words) > 1 && len(together) >= leastGuess {
		l.enter([]string{together}, c, thing)
	}
	if mistyped && len(together) >= leastGuess {
		for _, w := range append(words, together) {
			l.vocabulary(w)
		}
		if thing >= 0 && !slices.Contains(l.names[together[0]], together) {
			l.names[together[0]] = append(l.names[together[0]], together)
		}
	}
}

// enter adds a phrase. A single letter is not accepted as a name.
func (l *Lexicon) enter(words []string, c Class, thing int) {
	n := l.root[words[0]].grown()
	l.root[words[0]] = n
	for _, w := range words[1:] {
		i := slices.IndexFunc(n.next, func(b branch) bool { return b.word == w })
		if i < 0 {
			i = len(n.next)
			n.next = append(n.next, branch{word: w})
		}
		n.next[i].to = n.next[i].to.grown()
		n = n.next[i].to
	}
	i := slices.IndexFunc(n.tags, func(t tag) bool { return t.class == c })
	if i < 0 {
		i = len(n.tags)
		n.tags = append(n.tags, tag{class: c, name: thing >= 0 && len(strings.Join(words, "")) > 1})
	}
	if thing >= 0 && !slices.Contains(n.tags[i].vals, thing) {
		n.tags[i].vals = append(n.tags[i].vals, thing)
	}
}

// Is reports whether a word by itself is a phrase of a class.
func (l *Lexicon) Is(word, class string) bool {
	n := l.root[word]
	return n != nil && slices.ContainsFunc(n.tags, func(t tag) bool { return l.labels[t.class] == class })
}

// isName reports whether a word by itself is a name.
func (l *Lexicon) isName(word string) bool {
	n := l.root[word]
	return n != nil && slices.ContainsFunc(n.tags, func(t tag) bool { return t.name })
}

// Knows reports whether a word by itself is in the lexicon.
func (l *Lexicon) Knows(word string) bool {
	n := l.root[word]
	return n != nil && len(n.tags) > 0
}

// isClassed reports whether a word by itself is a name or in a class of words, and not only a word of some pattern.
func (l *Lexicon) isClassed(word string) bool {
	n := l.root[word]
	return n != nil && slices.ContainsFunc(n.tags, func(t tag) bool { return l.labels[t.class][0] != '\'' })
}

// Count declares that there may be several of the things that names of a class stand for, so that a number before
// such a name at the beginning of a line is not the number of a list item: "2 Recruits".
func (l *Lexicon) Count(class string) { l.several = append(l.several, class) }

// isCounted reports whether a word is a name of such a class.
func (l *Lexicon) isCounted(word string) bool {
	return word == "x" || l.Is(word, "counted") ||
		slices.ContainsFunc(l.several, func(class string) bool { return l.Is(word, class) })
}

// unglued splits words that are joined to a name, such as "APar" and "SA". If a line begins with a number followed by
// a word of the class "counted", as in "2 legions", the number is a count and not that of a list item.
func (l *Lexicon) unglued(all []Lexeme) []Lexeme {
	out := all[:0:len(all)]
	copied := false
	for i, x := range all {
		if x.item.To > 0 && l.isCounted(x.Word) {
			if !copied {
				out, copied = append(make([]Lexeme, 0, len(all)+8), all[:i]...), true
			}
			out = append(out, Lexeme{Word: strconv.Itoa(x.Item), From: x.item.From, To: x.item.To, Kind: Number})
			x.Item = 0
		}
		at := 0
		if isPlain := x.Kind == Word && len(x.Word) == x.To-x.From; isPlain && !l.Knows(x.Word) {
			at = l.counted(x.Word)
			stands := i == 0 || all[i-1].Kind != Word // whether it does not follow a word
			if at == 0 && (stands || x.Capital || x.Mixed) {
				at = l.seam(x.Word)
			}
		}
		if at > 0 && !copied {
			out, copied = append(make([]Lexeme, 0, len(all)+8), all[:i]...), true
		}
		if at > 0 {
			out = append(out, Lexeme{Word: x.Word[:at], From: x.From, To: x.From + at, Capital: x.Capital, Item: x.Item,
				Kind: kindOf(x.Word[:at])})
			x = Lexeme{Word: x.Word[at:], From: x.From + at, To: x.To, Capital: true, Kind: kindOf(x.Word[at:])}
		}
		out = append(out, x)
	}
	return out
}

// kindOf returns the kind of a part of a word: number or word.
func kindOf(part string) Kind {
	if strings.Trim(part, "0123456789") == "" {
		return Number
	}
	return Word
}

// counted returns the byte at which a number and a word of the class "glued" are joined, as in "3inf" and "x3", or 0.
func (l *Lexicon) counted(word string) int {
	behind := strings.TrimLeft(word, "0123456789")
	before := strings.TrimRight(word, "0123456789")
	switch {
	case len(behind) < len(word) && l.glued[behind]:
		return len(word) - len(behind)
	case len(before) < len(word) && l.glued[before]:
		return len(before)
	}
	return 0
}

// seam returns the byte at which a word can be split in two, or 0.
func (l *Lexicon) seam(word string) int {
	for at := 1; at < min(len(word), 4); at++ {
		rest := word[at:]
		switch {
		case !l.glued[word[:at]]:
		case l.glued[rest], len(rest) == 3 && l.isName(rest) && !l.common[word]:
			return at
		}
	}
	return 0
}

// tagged returns, for each lexeme, all known phrases that begin there, or guesses if there are none.
func (l *Lexicon) tagged(all []Lexeme) [][]tag {
	out := make([][]tag, len(all))
	for i, x := range all {
		if x.Kind == Line {
			continue
		}
		found := l.phrases(all, i)
		isKnown := slices.ContainsFunc(found, func(t tag) bool { return t.end == i+1 })
		out[i] = longestNames(found, all)
		// these are not abbreviations of Italy and the United States
		if !x.Capital && (x.Word == "it" || x.Word == "us") {
			out[i] = slices.DeleteFunc(out[i], func(t tag) bool { return t.name && t.end == i+1 })
		}
		if x.Kind == Word && !isKnown {
			out[i] = append(out[i], l.guesses(all, i)...)
		}
	}
	return out
}

// longestNames removes names that are part of longer ones, such as "Mid" in "Mid-Atlantic". Text in brackets after a
// name may be something else, as in "StP (S) A Fin".
func longestNames(tags []tag, all []Lexeme) []tag {
	longest := 0
	for _, t := range tags {
		if t.name && t.cost == 0 && all[t.end-1].Word != ")" {
			longest = max(longest, t.end)
		}
	}
	return slices.DeleteFunc(tags, func(t tag) bool { return t.name && t.end < longest })
}

// isNameOrVerb reports whether a phrase is a name, or a word for an action.
func (l *Lexicon) isNameOrVerb(t tag) bool {
	return t.name || l.verbs[l.labels[t.class]]
}

// phrases returns the known phrases that begin at a lexeme. Names may contain dashes, full stops and brackets between
// their words, and any phrase a comma.
func (l *Lexicon) phrases(all []Lexeme, i int) []tag {
	n := l.root[all[i].Word]
	if n == nil {
		return nil
	}
	return l.behind(n, all, i, 0)
}

// behind returns the phrases that continue after lexeme i, which has led to node n.
func (l *Lexicon) behind(n *node, all []Lexeme, i, cost int) []tag {
	out := n.tagged(nil, i+1, cost)
	open, stopped := false, false
	for j := i + 1; j < len(all) && len(n.next) > 0; j++ {
		x := all[j]
		next := n.after(x.Word)
		if x.Kind == Sign {
			if next != nil { // a name in which punctuation is significant
				out = append(out, l.behind(next, all, j, cost)...)
			}
			open, stopped = open || x.Word == "(", stopped || x.Word == "."
			if !strings.Contains("-./(,", x.Word) {
				return out
			}
			continue
		}
		if next == nil && cost == 0 && l.mayBeMisspelt(x) {
			next = n.misspelt(l.alike(x.Word))
			cost = costGuess
		}
		if n = next; n == nil {
			break
		}
		end := j + 1
		if open {
			for end < len(all) && all[end].Word == "." {
				end++
			}
			if end == len(all) || all[end].Word != ")" {
				continue
			}
			end++
		}
		out = n.tagged(out, end, cost)
	}
	if stopped { // only names may contain full stops: "I do. The ..."
		out = slices.DeleteFunc(out, func(t tag) bool { return !t.name && t.end > i+1 && hasStop(all[i:t.end]) })
	}
	return out
}

// hasStop reports whether there is a full stop followed by a blank between the words.
func hasStop(all []Lexeme) bool {
	for i, x := range all[:len(all)-1] {
		if x.Word == "." && x.To < all[i+1].From {
			return true
		}
	}
	return false
}

// tagged appends the tags of the phrases that end at a node.
func (n *node) tagged(out []tag, end, cost int) []tag {
	for _, t := range n.tags {
		t.end, t.cost = end, cost
		out = append(out, t)
	}
	return out
}

// Load adds files of words to the lexicon, and links their patterns.
func (l *Lexicon) Load(files ...string) error {
	for _, file := range files {
		if err := l.load(file); err != nil {
			return err
		}
	}
	ends := map[Class]*node{}
	for word, n := range l.root {
		l.root[word] = n.shared(ends)
	}
	l.first = map[byte][]string{}
	for _, word := range slices.Sorted(maps.Keys(l.root)) {
		l.first[word[0]] = append(l.first[word[0]], word)
	}
	return l.link()
}

func (l *Lexicon) load(file string) error {
	section, class := "", ""
	for i, line := range strings.Split(file, "\n") {
		line, _, _ = strings.Cut(line, "##")
		trimmed := strings.TrimSpace(line)
		if trimmed == "" {
			continue
		}
		if strings.HasPrefix(trimmed, "[") && strings.HasSuffix(trimmed, "]") && !strings.ContainsAny(trimmed, " |") {
			section = strings.Trim(trimmed, "[]")
			continue
		}
		var err error
		switch section {
		case "words":
			list := trimmed
			if line[0] != ' ' {
				class, list, _ = strings.Cut(trimmed, ":")
			}
			l.words(strings.TrimSpace(class), list)
		case "forms":
			name, source, _ := strings.Cut(trimmed, "=")
			err = l.form(strings.TrimSpace(name), source)
		case "says":
			name, text, _ := strings.Cut(trimmed, "=")
			l.says[strings.TrimSpace(name)] = strings.TrimSpace(text)
		default:
			err = fmt.Errorf("no section %q", section)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	return nil
}

// words adds a list of phrases to a class. Words of the class "glued" may be joined to a following name; words of
// "common" are names that are also everyday words.
func (l *Lexicon) words(class, list string) {
	name, mistyped := strings.CutSuffix(class, "~")
	name, verb := strings.CutSuffix(name, "!")
	if verb {
		l.verbs[name] = true
	}
	for phrase := range strings.SplitSeq(list, ",") {
		for _, p := range expand(strings.TrimSpace(phrase)) {
			switch name {
			case "glued":
				l.glued[p] = true
			case "common":
				l.common[p] = true
			default:
				for _, spelt := range parser.Spellings(p) {
					l.add(spelt, name, -1, mistyped)
				}
			}
		}
	}
}

// expand expands alternatives: "mov[e|es|ing]" becomes three words.
func expand(phrase string) []string {
	before, rest, ok := strings.Cut(phrase, "[")
	if !ok {
		return []string{strings.ReplaceAll(phrase, "COMMA", ",")}
	}
	inside, behind, _ := strings.Cut(rest, "]")
	var out []string
	for choice := range strings.SplitSeq(inside, "|") {
		for _, tail := range expand(behind) {
			out = append(out, before+choice+tail)
		}
	}
	return out
}

// isTooMuch reports whether a letter contains more words that may be names or verbs, or that may begin an order, than
// any turn needs.
func (l *Lexicon) isTooMuch(tags [][]tag) bool {
	orders, openers := 0, 0
	isOrder := func(t tag) bool { return t.cost == 0 && (t.name || l.roles[t.class] == roleVerb) }
	for _, at := range tags {
		if slices.ContainsFunc(at, isOrder) {
			orders++
		}
		if slices.ContainsFunc(at, func(t tag) bool { return t.cost == 0 && l.openers.has(t.class) }) {
			openers++
		}
	}
	return orders > mostOrders || openers > mostOpeners
}

// said returns the names and order keywords between two lexemes.
func (l *Lexicon) said(all []Lexeme, tags [][]tag, from, to int) []Bind {
	var out []Bind
	for i := from; i < to; {
		k := slices.IndexFunc(tags[i], func(t tag) bool {
			return t.cost == 0 && l.isNameOrVerb(t)
		})
		isUncommon := all != nil && all[i].Kind == Word && !l.common[all[i].Word]
		if k < 0 && isUncommon {
			out = append(out, l.mistyped(all, tags, i)...)
		}
		if k < 0 {
			i++
			continue
		}
		longest := tags[i][k]
		for _, t := range tags[i][k+1:] {
			if t.cost == 0 && t.end > longest.end && l.isNameOrVerb(t) {
				longest = t
			}
		}
		out = append(out, Bind{Class: l.labels[longest.class], Vals: longest.vals, From: i, To: longest.end})
		i = longest.end
	}
	return out
}
