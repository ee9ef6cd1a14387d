package dealers

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	kit "deaddrop/parser/order"
)

var (
	//go:embed english.txt
	englishText string
	//go:embed german.txt
	germanText string
)

// lexicons has functions for the lexicons of an edition, by the titles of its maps; each lexicon is built on first
// use.
type lexicons map[string]func() *kit.Lexicon

// lexicons returns the lexicons of the edition, with its own names. They are immutable.
func (b *Board) lexicons() lexicons {
	out := lexicons{}
	for i := range b.Maps {
		m := &b.Maps[i]
		out[m.Title] = sync.OnceValue(func() *kit.Lexicon { return b.lexicon(m) })
	}
	return out
}

// lexicon returns the lexicon for a map.
func (b *Board) lexicon(m *Map) *kit.Lexicon {
	l := kit.NewLexicon()
	b.nameThings(l)
	l.Count("card")
	l.Count("fam")
	b.nameBoxes(l)
	for i, s := range seats() {
		l.Name(string(s), "seat", i)
		l.Name(string(s)+"s", "seat", i)
		l.Name(germanSeats[string(s)], "seat", i)
	}
	m.nameAreas(l)
	l.Tables()
	if err := l.Load(kit.English, kit.German, englishText, germanText); err != nil {
		panic("dealers: the words of orders: " + err.Error())
	}
	return l
}

// words returns the lexicon for the orders of a view.
func (b *Board) words(m *Map) *kit.Lexicon {
	if made := b.spoken[m.Title]; made != nil {
		return made()
	}
	return b.lexicon(m)
}

// many returns names with their plurals or singulars.
func many(names ...string) []string {
	var out []string
	for _, n := range names {
		out = append(out, n)
		switch {
		case strings.HasSuffix(n, "s"):
			out = append(out, strings.TrimSuffix(n, "s"))
		case strings.HasSuffix(n, "y"):
			out = append(out, strings.TrimSuffix(n, "y")+"ies", n+"s")
		case strings.HasSuffix(n, "man"):
			out = append(out, strings.TrimSuffix(n, "man")+"men", n+"s")
		default:
			out = append(out, n+"s")
		}
		if rest, ok := strings.CutPrefix(n, "The "); ok {
			out = append(out, rest)
		}
	}
	return out
}

// numbered returns the names of the cards of a level in a family.
func numbered(family []string, level int) []string {
	n, roman := strconv.Itoa(level), strings.Repeat("i", level)
	spelt := []string{"", "one", "two"}[level]
	var out []string
	for _, f := range family {
		out = append(out, f+n)
		for _, behind := range []string{n, "level " + n, "lvl " + n, "l " + n, "l" + n, roman, spelt} {
			out = append(out, f+" "+behind)
		}
		for _, before := range []string{"level " + n, "lvl " + n, "l " + n, "l" + n, "level " + spelt} {
			out = append(out, before+" "+f)
		}
	}
	return out
}

// nameThings adds the names of cards, families for their masters, locations and leaders. "Masses" and "leader" stand
// for several.
func (b *Board) nameThings(l *kit.Lexicon) {
	name := func(class string, thing int, names ...string) {
		for _, n := range names {
			l.Name(n, class, thing)
		}
	}
	for i, c := range b.Cards {
		name("card", i, many(append([]string{c.Name}, c.Also...)...)...)
		switch c.Kind {
		case Citizen:
			name("card", i, strings.ToLower(c.Name[:min(3, len(c.Name))]))
			name("card", i, germanCards[c.Name]...)
		case Professional:
			family := []string{c.Family}
			if f := b.family(c.Family); f != nil {
				family = append(family, f.Also...)
			}
			name("card", i, numbered(many(family...), c.Level)...)
		case Masses:
			name("card", i, "masses", "masses card", "masses cards")
		case Leader:
			name("card", i, "leader", "leader card", "leader cards", "leaders")
		}
	}
	for i, f := range b.Families {
		for _, n := range many(append([]string{f.Name}, f.Also...)...) {
			name("fam", i, n, n+" master", "master "+n, "master of "+n, n+" 3", n+" master card")
		}
	}
	for i, x := range b.Locations {
		name("loc", i, append([]string{x.Name, x.Name + " card"}, x.Also...)...)
		if german := germanPlaces[x.Name]; german != "" {
			name("loc", i, german)
		}
	}
	for i, f := range b.Factions {
		name("fac", i, append([]string{f.Name, f.Name + "'s ability"}, f.Also...)...)
		if rest, k := strings.CutPrefix(f.Name, "K"); k { // K as in Kuomintang may be written C
			name("fac", i, "C"+rest)
		}
	}
}

// germanCards has the German names of citizens, as they are inflected.
var germanCards = map[string][]string{"Recruit": {"Rekrut", "Rekruten"}, "Veteran": {"Veteranen"}, "Tutor": {"Tutoren"}}

// germanSeats has the German names of seats.
var germanSeats = map[string]string{"Black": "Schwarz", "Blue": "Blau", "Green": "Grün", "Red": "Rot", "Yellow": "Gelb"}

// germanPlaces has the German names of cities, where they differ.
var germanPlaces = map[string]string{"Kiev": "Kiew", "Lisbon": "Lissabon", "Seville": "Sevilla", "Warsaw": "Warschau",
	"Prague": "Prag", "Milan": "Mailand", "Rome": "Rom", "Bucharest": "Bukarest", "Mexico City": "Mexiko-Stadt"}

// boxes returns the boxes of both sides of the action board, without duplicates.
func (b *Board) boxes() []Action {
	var out []Action
	for _, a := range slices.Concat(b.Eras[0].Actions, b.Eras[1].Actions) {
		if !slices.ContainsFunc(out, func(x Action) bool { return x.Name == a.Name }) {
			out = append(out, a)
		}
	}
	return out
}

// nameBoxes adds the names of the boxes of the action board.
func (b *Board) nameBoxes(l *kit.Lexicon) {
	for i, a := range b.boxes() {
		for _, n := range slices.Concat([]string{a.Name}, a.Also, a.long()) {
			if n == "" {
				continue
			}
			l.Name(n, "box", i)
			l.Name(strings.ReplaceAll(n, " ", ""), "box", i)
			if rest, ok := strings.CutPrefix(n, "Train "); ok {
				l.Name("tr "+rest, "box", i)
				l.Name("tr"+rest, "box", i)
			}
			for digit, word := range map[string]string{"1": "one", "2": "two", "3": "three", "4": "four"} {
				if front, ok := strings.CutSuffix(n, " "+digit); ok {
					for _, end := range []string{digit + " card", digit + " cards", word, word + " card",
						word + " cards"} {
						l.Name(front+" "+end, "box", i)
					}
				}
			}
		}
	}
}

// long returns the names that the rules use for what a box does.
func (a Action) long() []string {
	switch {
	case a.From == FromDiscard:
		return []string{"train 1 card using discard pile for prerequisite", "train 1 card using discard pile",
			"train a card using my discard pile", "train using discard pile"}
	case a.From == FromDismiss:
		return []string{"dismiss a card to gain the next card", "dismiss 1 card to gain the next card",
			"dismiss a card to gain next",
			"gain the next card"}
	case a.Spoils > 0:
		return []string{"gain spoils of war", "spoils of war", "take spoils", "take spoils of war"}
	case a.Shuffle:
		return []string{"shuffle your discard pile", "shuffle my discard pile", "shuffle the discard pile",
			"shuffle discard pile",
			"reshuffle"}
	case a.Ready > 0:
		return []string{"put cards in your ready area", "put cards in my ready area", "put cards in the ready area",
			"put cards in ready area"}
	}
	return nil
}

// nameAreas adds the names of the places of a map: names, codes, other names, and shorter names. A shorter name for
// several places is left out.
func (m *Map) nameAreas(l *kit.Lexicon) {
	given, short := map[string]bool{}, map[string]int{}
	for _, p := range m.Places {
		for _, name := range append([]string{p.Name, p.Code}, p.Also...) {
			given[strings.ToLower(name)] = true
		}
		for _, k := range p.shorter() {
			short[k]++
		}
	}
	for i, p := range m.Places {
		names := append([]string{p.Name, p.Code}, p.Also...)
		for _, k := range p.shorter() {
			if !given[k] && short[k] == 1 && len(k) > 3 {
				names = append(names, k)
			}
		}
		if german := germanPlaces[p.Name]; german != "" {
			names = append(names, german)
		}
		for _, name := range names {
			l.Name(name, "place", i)
		}
	}
}

// shorter returns shorter names of a place, without duplicates and in lower case, such as "north" for North Sea.
func (p Place) shorter() []string {
	words := strings.Fields(strings.ToLower(strings.ReplaceAll(p.Name, "-", " ")))
	if len(words) < 2 {
		return nil
	}
	first, last := words[0], words[len(words)-1]
	front, rest := strings.Join(words[:len(words)-1], " "), strings.Join(words[1:], " ")
	out := []string{first[:1] + " " + rest}
	switch first {
	case "north", "south", "east", "west":
		out = append(out, first+"ern "+rest)
	case "gulf", "bay", "strait", "sea":
		out = append(out, strings.TrimPrefix(strings.TrimPrefix(rest, "of "), "the "))
	}
	switch {
	case one(last, "sea", "ocean", "gulf", "channel", "straits", "strait", "bay", "coast", "islands", "island",
		"isles"):
		out = append(out, front)
	case !one(rest, "north", "south", "east", "west", "city"):
		out = append(out, rest)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// shortWords has three-letter order keywords, which are not used as codes of places.
const shortWords = "all and any are atk att def for has his may min not now off one our out sup the two use via win " +
	"yes you"

// isShortWord reports whether a three-letter word is an order keyword.
func isShortWord(w string) bool { return slices.Contains(strings.Fields(shortWords), w) }

func one[T comparable](w T, of ...T) bool { return slices.Contains(of, w) }

// eachName returns the names of all elements of a list.
func eachName[T any](list []T, name func(T) string) []string {
	out := make([]string, len(list))
	for i, x := range list {
		out[i] = name(x)
	}
	return out
}
