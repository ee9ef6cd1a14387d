package decatur

import (
	_ "embed"
	"slices"
	"strings"

	"deaddrop/parser"
	"deaddrop/parser/order"
)

var (
	//go:embed english.txt
	englishText string
	//go:embed german.txt
	germanText string
)

// otherNames contains other names of locations, for boards that have them.
var otherNames = map[string]string{
	"Britain": "UK, England, Great Britain, Großbritannien, Britannien", "India": "Indien, Indian", "Persia": "Persien",
	"Arabia": "Arabien", "Egypt": "Ägypten", "Russia": "Russland", "Siberia": "Sibirien", "Iceland": "Island",
	"Scandinavia": "Skandinavien", "Anatolia": "Anatolien", "Urals": "Ural", "Indo-China": "Indochina",
	"East China": "Ostchina", "West China": "Westchina", "East Australia": "Ostaustralien",
	"West Australia": "Westaustralien", "New Guinea": "Neuguinea", "New Zealand": "Neuseeland",
	"East Africa": "Ostafrika", "West Africa": "Westafrika", "South Africa": "Südafrika", "West Europe": "Westeuropa",
	"East Europe": "Osteuropa", "Yakutia": "Jakutien", "Congo Basin": "Kongo, Kongobecken",
}

// cardNames contains other names of kinds of cards.
var cardNames = map[Commonwealth]string{
	British:     "brit, brits, bri, britische, britischen, britisch",
	Crescent:    "crescents, cre, cres, dominion, dominion of the crescent, halbmond",
	Independent: "independents, indep, ind, independant, unabhängige, unabhängigen",
	Orient:      "orients, oriental, orientals, ori, orientkarte, orientkarten",
	Russian:     "russians, russia, rus, russ, russische, russischen",
}

// seatsInGerman contains the German names of the seats.
var seatsInGerman = map[string]string{"Red": "Rot", "Blue": "Blau", "Green": "Grün", "Yellow": "Gelb", "Purple": "Lila",
	"White": "Weiß"}

// lexicon returns the lexicon of orders for a board. It must not be modified.
func (b *Board) lexicon() *order.Lexicon {
	l := order.NewLexicon()
	exact := map[string]bool{}
	for _, x := range b.Locations {
		exact[folded(x.Name)] = true
	}
	name := func(text, class string, thing int) {
		for one := range strings.SplitSeq(text, ",") {
			if one = strings.TrimSpace(one); one != "" {
				l.Name(one, class, thing)
			}
		}
	}
	for i, x := range b.Locations {
		for _, spelt := range spellings(x.Name) {
			if spelt == x.Name || !exact[folded(spelt)] && !taken[folded(spelt)] {
				l.Name(spelt, "loc", i)
			}
		}
		name(otherNames[x.Name], "loc", i)
	}
	for i, x := range b.Locations {
		whole := folded(x.Name)
		short := whole[:min(3, len(whole))]
		if !strings.Contains(whole, " ") && isShort(short) && b.begin(short) == 1 {
			name(short, "loc", i)
		}
	}
	for i, k := range Commonwealths {
		name(string(k)+",x"+string(k)+","+cardNames[k], "kind", i)
	}
	for i, o := range Oceans {
		name(string(o)+","+string(o)[:3]+","+string(o)[:4]+",the "+string(o)+" ocean", "ocean", i)
	}
	for i, s := range seats() {
		name(string(s)+","+string(s)+"s,"+seatsInGerman[string(s)], "seat", i)
	}
	l.Tables()
	if err := l.Load(order.English, order.German, englishText, germanText); err != nil {
		panic("decatur: the words of orders: " + err.Error())
	}
	return l
}

// isShort reports whether three letters may be short for a location, as they are not so for a kind of cards.
func isShort(letters string) bool {
	for _, list := range cardNames {
		if letters != "ind" && slices.Contains(strings.Split(list, ", "), letters) {
			return false
		}
	}
	return true
}

// begin returns how many locations have names of one word that begin with some letters.
func (b *Board) begin(letters string) (n int) {
	for _, x := range b.Locations {
		if name := folded(x.Name); strings.HasPrefix(name, letters) && !strings.Contains(name, " ") {
			n++
		}
	}
	return n
}

func folded(name string) string { return strings.Join(parser.Words(name), " ") }

// taken lists parts of names that have another meaning in orders.
var taken = map[string]bool{"basin": true, "indian": true, "we": true}

// spellings returns the names of a location: "East Australia", "E Australia", "Eastern Australia", "Australia", "EA".
func spellings(name string) []string {
	out := []string{name}
	words := slices.DeleteFunc(parser.Words(name), func(w string) bool { return w == parser.Dash })
	if len(words) < 2 {
		return out
	}
	first, rest := words[0], strings.Join(words[1:], " ")
	out = append(out, first[:1]+rest[:1])
	switch first {
	case "east", "west", "north", "south", "new", "central":
		out = append(out, first[:1]+" "+rest, rest, rest+" "+first, rest+" "+first[:1])
		if first != "new" && first != "central" {
			out = append(out, first+"ern "+rest)
		}
	default:
		out = append(out, first, rest)
	}
	return out
}

func one[T comparable](w T, of ...T) bool { return slices.Contains(of, w) }
