package dishonest

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"

	"deaddrop/parser"
	kit "deaddrop/parser/order"
)

var (
	//go:embed english.txt
	englishWords string
	//go:embed german.txt
	germanWords string
)

// A vocabulary is the words in which orders are written on a board. It is built on first use.
type vocabulary struct {
	once  sync.Once
	words *kit.Lexicon
}

// lexicon returns the lexicon of orders on a board.
func (b *Board) lexicon() *kit.Lexicon {
	v := b.spoken
	if v == nil {
		v = &vocabulary{}
	}
	v.once.Do(func() { v.words = b.words() })
	return v.words
}

func (b *Board) words() *kit.Lexicon {
	l := kit.NewLexicon()
	for i, p := range b.Places {
		for _, name := range slices.Concat([]string{p.Name}, p.Also, germanPlaces[p.Name]) {
			l.Name(name, "place", i)
		}
	}
	for i, seat := range seats() {
		for _, name := range append([]string{string(seat)}, powerWords[string(seat)]...) {
			l.Name(name, "seat", i)
		}
	}
	for i, t := range b.Tiles {
		l.Name(t.Name, "tile", i)
		for long := 3; long <= 5; long++ { // such as "mil", "comm" and "imper"
			l.Name(t.Name[:min(long, len(t.Name))], "tile", i)
		}
		if front, ok := strings.CutSuffix(t.Name, "ism"); ok {
			l.Name(front+"ist", "tile", i)
			l.Name(front+"ists", "tile", i)
		}
		for _, name := range germanTiles[t.Name] {
			l.Name(name, "tile", i)
		}
	}
	for _, c := range b.Cards {
		if c.Title != "" {
			l.Name(c.Title, "card", c.Number)
			l.Name(strings.TrimPrefix(c.Title, "The "), "card", c.Number)
		}
	}
	for word, n := range b.telling() {
		l.Name(word+" card", "card", n)
		l.Name("card "+word, "card", n)
	}
	load := func(files ...string) {
		l.Tables()
		if err := l.Load(files...); err != nil {
			panic("dishonest: the words of orders: " + err.Error())
		}
	}
	load(kit.English, kit.German, englishWords, germanWords)
	for name, places := range b.shortNames(l) {
		for _, i := range places {
			l.Name(name, "place", i)
		}
	}
	load()
	return l
}

// telling returns the long words of which each stands in the title of one card only: "the Geneva card".
func (b *Board) telling() map[string]int {
	const long = 5
	out, several := map[string]int{}, map[string]bool{}
	for _, c := range b.Cards {
		for word := range strings.FieldsSeq(strings.ToLower(c.Title)) {
			word = strings.Trim(word, ",.!'")
			if _, again := out[word]; again {
				several[word] = true
			}
			if len(word) >= long {
				out[word] = c.Number
			}
		}
	}
	maps.DeleteFunc(out, func(word string, _ int) bool { return several[word] })
	return out
}

// powerWords has the names that people use for the powers, apart from their seats.
var powerWords = map[string][]string{
	"France":  {"french", "the french", "frances", "frankreich", "frankreichs"},
	"Germany": {"german", "germans", "the germans", "germanys", "reich", "deutschland", "deutschlands", "deutsche"},
	"Italy":   {"italian", "italians", "the italians", "italys", "italien", "italiens"},
	"Japan":   {"japanese", "the japanese", "japans"},
	"UK": {"uks", "u k", "great britain", "britain", "england", "united kingdom", "british", "english", "gb",
		"brits", "britains", "british empire", "großbritannien", "britannien", "die briten", "vereinigtes königreich"},
	"USA": {"usas", "u s a", "u s", "united states", "united states of america", "america", "americans", "american",
		"amerika", "vereinigte staaten", "die amerikaner"},
	"USSR": {"ussrs", "u s s r", "soviet union", "soviets", "soviet", "russia", "russian", "russians", "sovietunion",
		"sowjetunion", "udssr", "russland", "russlands", "die russen"},
}

// germanTiles has the German names of ideologies.
var germanTiles = map[string][]string{
	"Capitalism": {"Kapitalismus"}, "Communism": {"Kommunismus"}, "Democracy": {"Demokratie"},
	"Fascism": {"Faschismus", "Fascismus"}, "Imperialism": {"Imperialismus"}, "Militarism": {"Militarismus"},
	"Nationalism": {"Nationalismus"},
}

// germanPlaces has the German names of places that an edition may have.
var germanPlaces = map[string][]string{
	"Algeria":            {"Algerien"},
	"Arabia":             {"Arabien"},
	"Argentina":          {"Argentinien"},
	"Australia":          {"Australien"},
	"Austria":            {"Österreich"},
	"Balkans":            {"Balkan", "den Balkan"},
	"Bavaria":            {"Bayern"},
	"Brazil":             {"Brasilien"},
	"Canada":             {"Kanada"},
	"California":         {"Kalifornien"},
	"Caucasus":           {"Kaukasus", "den Kaukasus"},
	"Congo":              {"Kongo", "den Kongo"},
	"Cuba":               {"Kuba"},
	"East Africa":        {"Ostafrika"},
	"Egypt":              {"Ägypten"},
	"Ethiopia":           {"Äthiopien"},
	"Finland":            {"Finnland"},
	"Far East":           {"Ferner Osten"},
	"India":              {"Indien"},
	"Indochina":          {"Indochina"},
	"Iraq":               {"Irak"},
	"Ireland":            {"Irland"},
	"Levant":             {"Levante", "die Levante"},
	"Libya":              {"Libyen"},
	"Low Countries":      {"Benelux", "Niederlande", "die Niederlande", "Holland und Belgien"},
	"Manchuria":          {"Mandschurei"},
	"Mexico":             {"Mexiko"},
	"Milan":              {"Mailand"},
	"Mongolia":           {"Mongolei"},
	"Moscow":             {"Moskau"},
	"Naples":             {"Neapel"},
	"Persia":             {"Persien"},
	"Philippines":        {"Philippinen"},
	"Poland":             {"Polen"},
	"Rhineland":          {"Rheinland"},
	"Romania":            {"Rumänien"},
	"Rome":               {"Rom"},
	"Scandinavia":        {"Skandinavien"},
	"Scotland":           {"Schottland"},
	"Siberia":            {"Sibirien"},
	"South Africa":       {"Südafrika"},
	"Spain":              {"Spanien"},
	"Turkey":             {"Türkei", "die Türkei"},
	"West Africa":        {"Westafrika"},
	"Aegean Sea":         {"Ägäis"},
	"Baltic Sea":         {"Ostsee"},
	"Bay of Biscay":      {"Biskaya"},
	"Black Sea":          {"Schwarzes Meer", "Schwarze Meer"},
	"Caribbean Sea":      {"Karibik"},
	"English Channel":    {"Ärmelkanal"},
	"Indian Ocean":       {"Indischer Ozean"},
	"North Atlantic":     {"Nordatlantik"},
	"North Sea":          {"Nordsee"},
	"Red Sea":            {"Rotes Meer"},
	"South Atlantic":     {"Südatlantik"},
	"West Mediterranean": {"Westliches Mittelmeer", "Westmittelmeer"},
}

// shortNames returns the abbreviations of place names, parts of them or a few letters, with the places that they
// stand for. A very short one that several places share, or one with another meaning in orders, is left out.
func (b *Board) shortNames(l *kit.Lexicon) map[string][]int {
	given := map[string]bool{}
	for _, p := range b.Places {
		for _, name := range append([]string{p.Name}, p.Also...) {
			given[key(name)] = true
		}
	}
	out := map[string][]int{}
	for i, p := range b.Places {
		for _, k := range spellings(p) {
			if !given[k] && !l.Knows(k) {
				out[k] = append(out[k], i)
			}
		}
	}
	maps.DeleteFunc(out, func(k string, places []int) bool {
		return len(places) > 1 && !strings.Contains(k, " ") && len(k) <= leastShared
	})
	return out
}

// leastShared is the number of letters up to which an abbreviation is only used if it stands for a single place.
const leastShared = 4

// key returns a name in the form in which names are compared.
func key(name string) string {
	return strings.Join(slices.DeleteFunc(parser.Words(name), func(w string) bool { return w == parser.Dash }), " ")
}

// spellings returns shorter names of a place, without duplicates and in the form in which names are compared: "e
// siberia", "eastern siberia", "siberia", "aegean", "ecs" and "cpac".
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
	out := []string{initials, first[:1] + " " + rest, first[:1] + " " + clipped(last), clipped(first) + " " + clipped(last), first[:1] + clipped(last)}
	switch first {
	case "north", "south", "east", "west":
		out = append(out, first+"ern "+rest, first[:1]+rest)
	case "northern", "southern", "eastern", "western":
		out = append(out, strings.TrimSuffix(first, "ern")+" "+rest)
	case "gulf", "bay", "strait", "sea":
		out = append(out, strings.TrimPrefix(strings.TrimPrefix(rest, "of "), "the "))
	}
	switch {
	case one(last, "sea", "ocean", "gulf", "channel", "straits", "strait", "bay", "coast", "islands", "island",
		"isles"):
		out = append(out, front, clipped(front))
	case !one(rest, "north", "south", "east", "west"):
		out = append(out, rest)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// clipped returns the first three letters of a name.
func clipped(name string) string {
	if len(name) <= 3 {
		return name
	}
	return name[:3]
}
