package successors

import (
	_ "embed"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/parser"
	"deaddrop/parser/order"
)

var (
	//go:embed english.txt
	englishWords string
	//go:embed german.txt
	germanWords string
)

// The values of names other than areas: types of units, the leader and chits.
const (
	typeThing   = 1000
	leaderThing = 2000
	chitThing   = 3000
)

// typeWords has the names of the types of units, by type, and typeClasses their classes in the lexicon. One-letter
// names are valid only after a number.
var (
	typeWords = [...]string{
		"levy levies lev levys lv levee levees levied militia militias Miliz Milizen Aufgebot Aufgebote",
		"elephant elephants el els ele eleph elefant elefants elephent elephents Elefanten",
		"infantry inf infs infantries infantery footmen infantrymen Infanterie Infanterien Infanterieeinheit " +
			"Infanterieeinheiten Infanteristen Fußvolk Fußsoldaten",
		"cavalry cav cavs cavalries horse calvary cavalery horsemen riders Reiterei Reiter Kavallerie " +
			"Kavallerieeinheit Kavallerieeinheiten",
		"fleet fleets flt flts fl ship ships navy galleys Flotte Flotten Schiff Schiffe",
	}
	typeClasses = [...]string{"levy", "el", "inf", "cav", "fleet"}
	leaderWords = "leader leaders ldr general leadr commander boss chief king Anführer Feldherr Heerführer Führer Feldherrn"
	whiteWords  = "white whites rebel rebels invader invaders Aufständische Rebellen"
)

// words returns the lexicon of letters about a board. It is immutable.
func (b *Board) words() *order.Lexicon {
	l := order.NewLexicon()
	for name, areas := range b.called() {
		for _, a := range areas {
			l.Name(name, "place", int(a))
		}
	}
	for i, p := range b.Places {
		if strings.HasSuffix(p.Name, "ia") { // such as "Babylonian"
			l.Name(p.Name+"n", "adj", i)
		}
	}
	for t, names := range typeWords {
		for name := range strings.FieldsSeq(names) {
			l.Name(name, typeClasses[t], typeThing+t)
		}
		l.Name(typeClasses[t][:1], typeClasses[t]+"1", typeThing+t)
	}
	l.Name("foot", "foot", typeThing+int(Infantry)) // "three foot", and not "my foot"
	for name := range strings.FieldsSeq(leaderWords) {
		l.Name(name, "leader", leaderThing)
	}
	for _, c := range b.Chits {
		if !slices.ContainsFunc(b.Chits, func(o Card) bool { return o.Title == c.Title && o.Number != c.Number }) {
			l.Name(c.Title, "title", chitThing+c.Number)
			l.Name(strings.TrimPrefix(strings.TrimPrefix(c.Title, "The "), "A "), "title", chitThing+c.Number)
		}
	}
	for word, chits := range b.titleWords() {
		if len(chits) == 1 {
			l.Name(word, "title", chitThing+chits[0])
		}
	}
	for i, seat := range seats() {
		l.Name(string(seat), "seat", i)
		l.Name(string(seat)+"s", "seat", i)
		l.Name(germanSeats[string(seat)], "seat", i)
	}
	for name := range strings.FieldsSeq(whiteWords) {
		l.Name(name, "seat", len(seats()))
	}
	l.Tables()
	if err := l.Load(order.English, order.German, englishWords, germanWords); err != nil {
		panic("successors: the words of orders: " + err.Error())
	}
	return l
}

// titleWords returns the long words in the titles of chits, such as "the archers", with the numbers of the chits that
// have them.
func (b *Board) titleWords() map[string][]int {
	const long = 6
	units := strings.ToLower(strings.Join(append(typeWords[:], leaderWords), " "))
	out := map[string][]int{}
	for _, c := range b.Chits {
		for _, word := range strings.Fields(strings.ToLower(c.Title)) {
			if len(word) >= long && !slices.Contains(strings.Fields(units), word) &&
				!slices.Contains(out[word], c.Number) {
				out[word] = append(out[word], c.Number)
			}
		}
	}
	return out
}

// called returns the names of areas, with the areas that each stands for: full names, parts of names, and their first
// letters where few areas begin with them.
func (b *Board) called() map[string][]Area {
	whole, out := map[string]bool{}, map[string][]Area{}
	isSeat := func(name string) bool {
		return slices.ContainsFunc(seats(), func(s adjudicator.Seat) bool { return strings.EqualFold(string(s), name) })
	}
	for _, p := range b.Places {
		whole[strings.ToLower(p.Name)] = true
	}
	for i, p := range b.Places {
		for _, name := range spellings(p.Name, p.Sea) {
			if name == p.Name || !whole[strings.ToLower(name)] && !isSeat(name) {
				out[name] = append(out[name], Area(i))
			}
		}
	}
	const short, most = 3, 3 // least number of letters, and largest number of areas that they may stand for
	for i, p := range b.Places {
		begin := strings.ToLower(p.Name[:min(short, len(p.Name))])
		like := slices.DeleteFunc(b.areas(), func(a Area) bool {
			return !strings.HasPrefix(strings.ToLower(b.Name(a)), begin)
		})
		if len(begin) == short && len(like) <= most && !isSeat(begin) {
			out[begin] = append(out[begin], Area(i))
		}
	}
	return out
}

// spellings returns the names of an area, such as "North India", "N India", "Northern India" and "India", or "Aegean
// Sea" and "Aegean".
func spellings(name string, sea bool) []string {
	out := append([]string{name}, germanNames(name)...)
	words := slices.DeleteFunc(parser.Words(name), func(w string) bool { return w == parser.Dash })
	if len(words) < 2 {
		return out
	}
	first, rest, last := words[0], strings.Join(words[1:], " "), words[len(words)-1]
	switch first {
	case "the", "gulf", "sea":
		return append(out, strings.TrimPrefix(rest, "of "))
	case "east", "west", "north", "south", "lower", "upper", "greater", "lesser", "inner", "outer", "central":
		out = append(out, first[:1]+" "+rest, rest, rest+" "+first)
		if one(first, "east", "west", "north", "south") {
			out = append(out, first+"ern "+rest, first[:1]+rest)
		}
	default:
		out = append(out, first)
	}
	if one(last, "sea", "ocean", "gulf", "strait", "straits") && sea {
		front := strings.Join(words[:len(words)-1], " ")
		return append(out, front, strings.ReplaceAll(front, "east ", "eastern ")+" "+last)
	}
	return append(out, rest)
}

// germanSeats has the German names of the seats.
var germanSeats = map[string]string{"Red": "Rot", "Blue": "Blau", "Green": "Grün", "Yellow": "Gelb"}

// germanParts has the German forms of parts of names, and germanWords those of other names.
var (
	germanParts = strings.NewReplacer("cyprian sea", "zyprisches meer", "aegean sea", "ägäis", "caspian sea",
		"kaspisches meer", "euxine sea", "schwarzes meer", "ionian sea", "ionisches meer", "persian gulf",
		"persischer golf", "red sea", "rotes meer", "erythraean sea", "erythräisches meer", "thrace", "thrakien",
		"cyprus", "zypern", "greece", "griechenland", "egypt", "ägypten", "lower ", "unter", "upper ", "ober",
		"north ", "nord", "south ", "süd", "judea", "judäa", "cyrenaica", "kyrenaika", "ia", "ien", "phoe", "phö",
		"chi", "chi", "c", "k")
	germanSounds = strings.NewReplacer("kie", "zie", "kypr", "zypr", "maked", "mazed")
)

// germanNames returns the German names of an area.
func germanNames(name string) []string {
	german := germanParts.Replace(strings.ToLower(name))
	return []string{german, germanSounds.Replace(german)}
}

func one[T comparable](w T, of ...T) bool { return slices.Contains(of, w) }
