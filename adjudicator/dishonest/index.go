package dishonest

import (
	"slices"
	"strings"

	"deaddrop/parser"
)

// An index finds what people write for places, powers, units, resources, cards, tiles and orders. It is made once for a
// board.
type index struct {
	areas     *parser.Names[Area]
	powers    *parser.Names[string]
	units     *parser.Names[Type]
	resources *parser.Names[Resource]
	cards     *parser.Names[int]
	tiles     *parser.Names[string]
	verbs     *parser.Names[verb]
}

// called are the words for one thing.
type called[T any] struct {
	thing T
	words []string
}

// unitWords are what people call units. Ships are none of them: they may be fleets or squadrons.
var unitWords = []called[Type]{
	{Infantry, []string{"infantry", "inf", "infs", "infantries", "infantery", "infanty", "i", "foot", "troops", "troop", "soldiers", "division", "divisions"}},
	{Armour, []string{"armour", "armor", "arm", "arms", "armours", "armors", "armoured", "armored", "a", "tank", "tanks", "panzer", "panzers"}},
	{Fighter, []string{"fighter", "fighters", "ftr", "ftrs", "fgt", "fgtr", "plane", "planes", "aircraft", "airplane", "airplanes", "air", "fighter plane", "fighter planes", "air force", "air forces"}},
	{Fleet, []string{"fleet", "fleets", "flt", "flts", "battleship", "battleships"}},
	{Squadron, []string{"squadron", "squadrons", "sqn", "sqns", "sqd", "sqds", "sq", "squad", "squads", "destroyer", "destroyers"}},
}

// powerWords are what people call the powers, beside their seats.
var powerWords = []called[string]{
	{"France", []string{"french", "the french", "frances"}},
	{"Germany", []string{"german", "germans", "the germans", "germanys", "reich"}},
	{"Italy", []string{"italian", "italians", "the italians", "italys"}},
	{"Japan", []string{"japanese", "the japanese", "japans"}},
	{"UK", []string{"uks", "u k", "great britain", "britain", "england", "united kingdom", "british", "english", "gb", "brits", "britains", "british empire"}},
	{"USA", []string{"usas", "u s a", "u s", "united states", "united states of america", "america", "americans", "american"}},
	{"USSR", []string{"ussrs", "u s s r", "soviet union", "soviets", "soviet", "russia", "russian", "russians", "sovietunion"}},
}

// resourceWords are what people call the resources, by their colours as well.
var resourceWords = []called[Resource]{
	{Money, []string{"money", "cash", "green", "moneys", "dollars"}},
	{Supply, []string{"supply", "supplies", "sup", "red", "crates", "crate"}},
	{Operations, []string{"operations", "operation", "op", "ops", "yellow"}},
	{Oil, []string{"oil", "oils", "black"}},
}

// finder is the index of a board.
func (b *Board) finder() *index {
	return &index{
		areas:     b.areaNames(),
		powers:    namesOf(append(slices.Clone(powerWords), itself(seats())...)),
		units:     namesOf(unitWords),
		resources: namesOf(resourceWords),
		cards:     b.cardNames(),
		tiles:     b.tileNames(),
		verbs:     namesOf(verbWords),
	}
}

func namesOf[T comparable](list []called[T]) *parser.Names[T] {
	return parser.NewNames(func(yield func(string, T) bool) {
		for _, c := range list {
			for _, w := range c.words {
				if !yield(w, c.thing) {
					return
				}
			}
		}
	})
}

// itself are names that are called what they are.
func itself[S ~string](names []S) []called[string] {
	out := make([]called[string], len(names))
	for i, n := range names {
		out[i] = called[string]{string(n), []string{string(n)}}
	}
	return out
}

func (b *Board) cardNames() *parser.Names[int] {
	var list []called[int]
	for _, c := range b.Cards {
		if c.Title != "" {
			list = append(list, called[int]{c.Number, []string{c.Title, strings.TrimPrefix(c.Title, "The ")}})
		}
	}
	return namesOf(list)
}

// tileNames are those of tiles, and who follows them: "Communism", "Communist", "the Communism tile".
func (b *Board) tileNames() *parser.Names[string] {
	var list []called[string]
	for _, t := range b.Tiles {
		words := []string{t.Name}
		if front, ok := strings.CutSuffix(t.Name, "ism"); ok {
			words = append(words, front+"ist", front+"ists")
		}
		list = append(list, called[string]{t.Name, words})
	}
	return namesOf(list)
}

// areaNames are the places by name, by what else the board calls them, by a part of the name, and by a few letters of it. What
// is short for several, or means something else in orders, is short for none.
func (b *Board) areaNames() *parser.Names[Area] {
	given, other := map[string]bool{}, taken()
	for _, p := range b.Places {
		for _, name := range append([]string{p.Name}, p.Also...) {
			given[key(name)] = true
		}
	}
	short := map[string]int{} // how many places have a spelling
	for _, p := range b.Places {
		for _, k := range spellings(p) {
			short[k]++
		}
	}
	var list []called[Area]
	for i, p := range b.Places {
		words := append([]string{p.Name}, p.Also...)
		for _, k := range spellings(p) {
			if !given[k] && !other[k] && (short[k] == 1 || strings.Contains(k, " ") || len(k) > 4) {
				words = append(words, k)
			}
		}
		list = append(list, called[Area]{Area(i), words})
	}
	return namesOf(list)
}

// key is a name as it is compared.
func key(name string) string {
	return strings.Join(slices.DeleteFunc(parser.Words(name), func(w string) bool { return w == parser.Dash }), " ")
}

// taken are words that mean something else in orders.
func taken() map[string]bool {
	out := map[string]bool{}
	for _, c := range unitWords {
		for _, w := range c.words {
			out[w] = true
		}
	}
	for _, c := range resourceWords {
		for _, w := range c.words {
			out[w] = true
		}
	}
	for _, c := range verbWords {
		for _, w := range c.words {
			out[w] = true
		}
	}
	for _, w := range strings.Fields(keywords) {
		out[w] = true
	}
	return out
}

// spellings are shorter names of a place, each once and as they are compared: "e siberia", "eastern siberia", "siberia",
// "aegean", "ecs" and "cpac".
func spellings(p Place) []string {
	words := strings.Fields(key(p.Name))
	if len(words) < 2 {
		return []string{clipped(words[0])}
	}
	initials := ""
	for _, w := range words {
		if w != "of" && w != "the" {
			initials += w[:1]
		}
	}
	first, last := words[0], words[len(words)-1]
	front, rest := strings.Join(words[:len(words)-1], " "), strings.Join(words[1:], " ")
	out := []string{initials, first[:1] + " " + rest, clipped(first) + " " + clipped(last), first[:1] + clipped(last)}
	switch first {
	case "north", "south", "east", "west":
		out = append(out, first+"ern "+rest, first[:1]+rest)
	case "northern", "southern", "eastern", "western":
		out = append(out, strings.TrimSuffix(first, "ern")+" "+rest)
	case "gulf", "bay", "strait", "sea":
		out = append(out, strings.TrimPrefix(strings.TrimPrefix(rest, "of "), "the "))
	}
	switch {
	case one(last, "sea", "ocean", "gulf", "channel", "straits", "strait", "bay", "coast", "islands", "island", "isles"):
		out = append(out, front, clipped(front))
	case !one(rest, "north", "south", "east", "west"):
		out = append(out, rest)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// clipped is a name cut short: its first three letters.
func clipped(name string) string {
	if len(name) <= 3 {
		return name
	}
	return name[:3]
}
