package deadman

import (
	"fmt"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/diplomacy"
	"deaddrop/parser"
)

// place reads the place that words begin with, and says how many of them it takes. A typing error with
// one possible meaning is taken, and said so; a name with several is asked back.
func (r *reader) place(words []string) (diplomacy.Loc, int, error) {
	if len(words) == 0 || words[0] == parser.Dash {
		return diplomacy.NoLoc, 0, complain("A place is missing.")
	}
	found, used := r.named(words)
	if used == 0 {
		if found, used = r.guess(words); len(found) == 1 {
			r.notes = append(r.notes, fmt.Sprintf("%q was read as %s.", strings.Join(words[:used], " "), r.Name(found[0])))
		}
	}
	switch len(found) {
	case 0:
		near, asked := r.similar(words[0])
		text := fmt.Sprintf("There is no place %q on the board.%s", words[0], asked)
		return diplomacy.NoLoc, 0, complaint{text: text, asks: asked != "", name: words[0], means: near, none: true}
	case 1:
		return found[0], used, nil
	}
	names := make([]string, len(found))
	for i, l := range found {
		names[i] = r.Name(l)
	}
	name := strings.Join(words[:used], " ")
	text := fmt.Sprintf("%q may be %s. Which one?", name, adjudicator.Listed(names, "or"))
	return diplomacy.NoLoc, 0, complaint{text: text, asks: true, name: name, means: r.abbrs(found)}
}

// named finds the place whose name words begin with.
func (r *reader) named(words []string) ([]diplomacy.Loc, int) {
	if found, used := r.coastFirst(words); used > 0 {
		return found, used
	}
	found, used := r.places.Prefix(words)
	if used == 0 || used == len(words) {
		return found, used
	}
	if r.misspelt(words, used) {
		return nil, 0
	}
	if (words[used] == "sea" || words[used] == "ocean") && len(found) == 1 && r.Terrain(r.Province(found[0])) == diplomacy.Sea {
		used++ // "Nth Sea"
	}
	return found, used
}

// coastFirst finds "south coast of Spain".
func (r *reader) coastFirst(words []string) ([]diplomacy.Loc, int) {
	if len(words) < 3 || !one(words[0], "north", "south", "east") || words[1] != "coast" {
		return nil, 0
	}
	n := 2
	if words[n] == "of" {
		n++
	}
	land, used := r.places.Prefix(words[n:])
	if used == 0 || len(land) != 1 {
		return nil, 0
	}
	coast := r.places.Find(r.Name(land[0]) + " " + words[0] + " coast")
	return coast, n + used
}

// longest is how many words the name of a place may have that is guessed.
const longest = 4

// misspelt reports whether the name of a place goes on with a typing error: "Mid-Altantic Ocean".
func (r *reader) misspelt(words []string, used int) bool {
	next := skip(words[used:], func(w string) bool { return w == parser.Dash })
	if len(next) == 0 || len(next[0]) < 4 || isVerb(next[0]) || isMove(next[0]) {
		return false
	}
	if _, place := r.places.Prefix(next); place > 0 {
		return false
	}
	_, n := r.guess(words)
	return n > used
}

// guess finds what the beginning of words may mean if something in it is mistyped, or if it is a name cut
// short. Names of several words come first.
func (r *reader) guess(words []string) ([]diplomacy.Loc, int) {
	var name []string
	for i, w := range words {
		if w == parser.Dash && (i == 0 || len(name) == longest) || len(name) == longest {
			break
		}
		name = append(name, w)
	}
	for n := len(name); n > 0; n-- {
		joined := strings.ReplaceAll(strings.Join(name[:n], ""), parser.Dash, "")
		if n > 1 && len(joined) < 7 || name[n-1] == parser.Dash {
			continue
		}
		if found := r.places.Near(joined); len(found) > 0 {
			return found, n
		}
	}
	if len(name) == 0 {
		return nil, 0
	}
	return r.places.Beginning(name[0]), 1
}

// similar finds the abbreviations that differ from a word in one letter, or in two exchanged, and asks whether they
// are meant.
func (r *reader) similar(word string) (near []string, asked string) {
	for _, l := range r.Provinces() {
		if abbr := r.Abbr(l); len(word) == 3 && alike(strings.ToLower(abbr), word) {
			near = append(near, abbr)
		}
	}
	const most = 4
	switch n := len(near); {
	case n == 0 || n > most:
		return nil, ""
	case n == 1:
		return near, fmt.Sprintf(" Did you mean %s?", near[0])
	default:
		return near, fmt.Sprintf(" Did you mean %s or %s?", strings.Join(near[:n-1], ", "), near[n-1])
	}
}

func alike(a, b string) bool {
	differ := 0
	for i := range a {
		if a[i] != b[i] {
			differ++
		}
	}
	return differ <= 1 || a[0] == b[0] && a[1] == b[2] && a[2] == b[1] || a[2] == b[2] && a[0] == b[1] && a[1] == b[0]
}

// spelt is words with a typing error in the first mended, where a unit or a place behind it shows that it
// begins an order.
func (r *reader) spelt(words []string) []string {
	if len(words) < 2 || len(words[0]) < 4 || isVerb(words[0]) || isBuild(words[0]) || isRemove(words[0]) {
		return words
	}
	if _, used := r.places.Prefix(words); used > 0 || len(r.places.Near(words[0])) > 0 {
		return words
	}
	_, rest := unitType(words[1:])
	if _, used := r.named(rest); used == 0 && len(rest) == len(words)-1 {
		return words
	}
	return r.corrected(words, r.beginnings)
}

// corrected is words with a typing error in the first mended, if it can only be one of those meant.
func (r *reader) corrected(words []string, meant *parser.Names[string]) []string {
	near := meant.Near(words[0])
	if len(near) != 1 || len(meant.Find(words[0])) > 0 {
		return words
	}
	r.notes = append(r.notes, fmt.Sprintf("%q was read as %s.", words[0], near[0]))
	return append([]string{near[0]}, words[1:]...)
}
