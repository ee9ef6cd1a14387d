package dealers

import (
	"slices"
	"strconv"
	"strings"

	"deaddrop/parser"
	orders "deaddrop/parser/order"
)

// An index finds what people write for cards and what else has abilities, boxes of the action board, seats, and areas by the
// title of their map. It is made once for a board.
type index struct {
	things  *parser.Names[thing]
	actions *parser.Names[string]
	seats   *parser.Names[string]
	verbs   *parser.Names[verb]
	areas   map[string]*parser.Names[Area]
}

// A thing is a card, or what else has an ability. Its name is unique among those of its sort.
type thing struct {
	sort thingSort
	name string
}

// A thingSort is what a thing is.
type thingSort int

const (
	aCard thingSort = iota
	aLocation
	aFaction
	aMaster
)

// called are the words for one thing.
type called[T any] struct {
	thing T
	words []string
}

// finder is the index of a board.
func (b *Board) finder() *index {
	x := &index{
		things:  namesOf(b.thingWords()),
		actions: namesOf(b.actionWords()),
		seats:   namesOf(seatWords()),
		verbs:   namesOf(verbWords),
		areas:   map[string]*parser.Names[Area]{},
	}
	other := b.taken()
	for i := range b.Maps {
		x.areas[b.Maps[i].Title] = b.Maps[i].areaNames(other)
	}
	return x
}

func namesOf[T comparable](list []called[T]) *parser.Names[T] {
	return parser.NewNames(func(yield func(string, T) bool) {
		for _, c := range list {
			for _, w := range c.words {
				if !yield(spoken(w), c.thing) {
					return
				}
			}
		}
	})
}

// spoken is a name in the words that a line with it has: numbers in digits, and letters and digits apart.
func spoken(name string) string {
	var out []string
	for _, t := range lex(parser.Plain(name)).Tokens {
		if !orders.IsSign(t.Word) || t.Word == parser.Dash {
			out = append(out, digits(t.Word))
		}
	}
	return strings.Join(out, " ")
}

// digits is a word, a number in digits.
func digits(w string) string {
	if n, ok := orders.Numeral(w); ok {
		return strconv.Itoa(n)
	}
	return w
}

// many are a name and its plural, or its singular.
func many(names ...string) []string {
	var out []string
	for _, n := range names {
		switch {
		case strings.HasSuffix(n, "s"):
			out = append(out, n, strings.TrimSuffix(n, "s"))
		case strings.HasSuffix(n, "y"):
			out = append(out, n, strings.TrimSuffix(n, "y")+"ies", n+"s")
		case strings.HasSuffix(n, "man"):
			out = append(out, n, strings.TrimSuffix(n, "man")+"men", n+"s")
		default:
			out = append(out, n, n+"s")
		}
		if rest, ok := strings.CutPrefix(n, "The "); ok {
			out = append(out, rest)
		}
	}
	return out
}

// numbered are what level cards of a family are called.
func numbered(family []string, level int) []string {
	n, roman := strconv.Itoa(level), strings.Repeat("i", level)
	var out []string
	for _, f := range family {
		out = append(out, f+" "+n, f+" level "+n, f+" lvl "+n, f+" l "+n, f+" "+roman, "level "+n+" "+f, "lvl "+n+" "+f, "l "+n+" "+f)
	}
	return out
}

// thingWords are what people call cards, locations, factions and masters. "Masses" and "leader" stand for several.
func (b *Board) thingWords() []called[thing] {
	var list []called[thing]
	for _, c := range b.Cards {
		words := many(append([]string{c.Name}, c.Also...)...)
		switch c.Kind {
		case Professional:
			family := []string{c.Family}
			if f := b.family(c.Family); f != nil {
				family = append(family, f.Also...)
			}
			words = append(words, numbered(many(family...), c.Level)...)
		case Masses:
			words = append(words, "masses", "masses card", "masses cards")
		case Leader:
			words = append(words, "leader", "leader card", "leader cards", "leaders")
		}
		list = append(list, called[thing]{thing{aCard, c.Name}, words})
	}
	for _, f := range b.Families {
		var words []string
		for _, n := range many(append([]string{f.Name}, f.Also...)...) {
			words = append(words, n, n+" master", "master "+n, "master of "+n, n+" 3", n+" master card")
		}
		list = append(list, called[thing]{thing{aMaster, f.Name}, words})
	}
	for _, l := range b.Locations {
		list = append(list, called[thing]{thing{aLocation, l.Name}, []string{l.Name, l.Name + " card"}})
	}
	for _, f := range b.Factions {
		list = append(list, called[thing]{thing{aFaction, f.Name}, append([]string{f.Name, f.Name + "s ability"}, f.Also...)})
	}
	return list
}

// actionWords are what people call the boxes of both sides of the action board.
func (b *Board) actionWords() []called[string] {
	var list []called[string]
	for _, e := range b.Eras {
		for _, a := range e.Actions {
			var words []string
			for _, n := range slices.Concat([]string{a.Name}, a.Also, a.long()) {
				words = append(words, many(n)...)
				for _, end := range []string{" cards", " card"} {
					if front, ok := strings.CutSuffix(n, end); ok {
						words = append(words, front)
					} else if n != "" && n[len(n)-1] >= '0' && n[len(n)-1] <= '9' {
						words = append(words, n+end)
					}
				}
			}
			list = append(list, called[string]{a.Name, words})
		}
	}
	return list
}

// long are the names that the rules have for what a box does.
func (a Action) long() []string {
	switch {
	case a.From == FromDiscard:
		return []string{"train 1 card using discard pile for prerequisite", "train 1 card using discard pile", "train a card using my discard pile", "train using discard pile"}
	case a.From == FromDismiss:
		return []string{"dismiss a card to gain the next card", "dismiss 1 card to gain the next card", "dismiss a card to gain next", "gain the next card"}
	case a.Spoils > 0:
		return []string{"gain spoils of war", "spoils of war", "take spoils", "take spoils of war"}
	case a.Shuffle:
		return []string{"shuffle your discard pile", "shuffle my discard pile", "shuffle the discard pile", "shuffle discard pile", "reshuffle"}
	case a.Ready > 0:
		return []string{"put cards in your ready area", "put cards in my ready area", "put cards in the ready area", "put cards in ready area"}
	}
	return nil
}

func seatWords() []called[string] {
	var list []called[string]
	for _, s := range seats() {
		list = append(list, called[string]{string(s), []string{string(s), string(s) + "s"}})
	}
	return list
}

// areaNames are the places of a map by name, by code, by what else they are called, by a part of the name, and by a few
// letters of it. What is short for several, or means something else in orders, is short for none.
func (m *Map) areaNames(other map[string]bool) *parser.Names[Area] {
	given := map[string]bool{}
	for _, p := range m.Places {
		for _, name := range append([]string{p.Name, p.Code}, p.Also...) {
			given[spoken(name)] = true
		}
	}
	short := map[string]int{} // how many places have a spelling
	for _, p := range m.Places {
		for _, k := range spellings(p) {
			short[k]++
		}
	}
	var list []called[Area]
	for i, p := range m.Places {
		words := append([]string{p.Name}, p.Also...)
		if !other[spoken(p.Code)] {
			words = append(words, p.Code)
		}
		for _, k := range spellings(p) {
			if !given[k] && !other[k] && (short[k] == 1 || strings.Contains(k, " ") || len(k) > 4) {
				words = append(words, k)
			}
		}
		list = append(list, called[Area]{Area(i), words})
	}
	return namesOf(list)
}

// taken are words that mean something else in orders.
func (b *Board) taken() map[string]bool {
	out := map[string]bool{}
	for _, w := range keywordList {
		out[w] = true
	}
	for _, c := range verbWords {
		for _, w := range c.words {
			out[w] = true
		}
	}
	for _, c := range strengthWords {
		for _, w := range c.words {
			out[w] = true
		}
	}
	for _, s := range seats() {
		out[strings.ToLower(string(s))] = true
	}
	return out
}

// spellings are shorter names of a place, each once and as they are compared: "n sea" and "north", "stockh".
func spellings(p Place) []string {
	words := strings.Fields(spoken(p.Name))
	if len(words) < 2 {
		return nil
	}
	initials := ""
	for _, w := range words {
		if w != "of" && w != "the" {
			initials += w[:1]
		}
	}
	first, last := words[0], words[len(words)-1]
	front, rest := strings.Join(words[:len(words)-1], " "), strings.Join(words[1:], " ")
	out := []string{initials, first[:1] + " " + rest}
	switch first {
	case "north", "south", "east", "west":
		out = append(out, first+"ern "+rest)
	case "northern", "southern", "eastern", "western":
		out = append(out, strings.TrimSuffix(first, "ern")+" "+rest)
	case "gulf", "bay", "strait", "sea":
		out = append(out, strings.TrimPrefix(strings.TrimPrefix(rest, "of "), "the "))
	}
	switch {
	case one(last, "sea", "ocean", "gulf", "channel", "straits", "strait", "bay", "coast", "islands", "island", "isles"):
		out = append(out, front)
	case !one(rest, "north", "south", "east", "west"):
		out = append(out, rest)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
