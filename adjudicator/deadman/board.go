package deadman

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"deaddrop/adjudicator/diplomacy"
	"deaddrop/parser"
)

// A board is the standard board, with the names that people use for its places and powers.
type board struct {
	*diplomacy.Board
	places *parser.Names[diplomacy.Loc]
	powers *parser.Names[diplomacy.Power]

	abbreviated map[string]diplomacy.Loc // places by their abbreviations on the board
}

// standard returns the board that all games are played on. It must not be modified.
var standard = sync.OnceValue(func() board {
	b := board{Board: diplomacy.Standard(), abbreviated: map[string]diplomacy.Loc{}}
	for l := range diplomacy.Loc(b.Locs()) {
		b.abbreviated[b.Abbr(l)] = l
	}
	english := parser.NewNames(b.Aliases())
	b.places = parser.NewNames(func(yield func(string, diplomacy.Loc) bool) {
		for text, l := range b.Aliases() {
			if b.isLetterOfCoast(text, l) {
				continue
			}
			if !yield(text, l) {
				return
			}
		}
		for name, place := range spelt(german().Places) {
			for _, l := range english.Find(place) {
				if !yield(name, l) {
					return
				}
			}
		}
	})
	b.powers = parser.NewNames(func(yield func(string, diplomacy.Power) bool) {
		for i, name := range b.Board.Powers() {
			for _, alias := range append([]string{name}, nations[name]...) {
				many := alias + "s" // "the Germans" or "Russia's fleet", but not "Tus" for Tuscany
				if len(alias) < 3 {
					many = alias
				}
				if !yield(alias, diplomacy.Power(i)) || !yield(many, diplomacy.Power(i)) {
					return
				}
			}
		}
		for name, power := range spelt(german().Powers) {
			if !yield(name, b.Board.Power(power)) {
				return
			}
		}
	})
	return b
})

// isLetterOfCoast reports whether a spelling ends with a single letter for a coast. Such a letter counts only in
// brackets or after a slash, because "Spa S" and "Bul E" may be the beginning of an order to a unit there.
func (b board) isLetterOfCoast(text string, l diplomacy.Loc) bool {
	words := parser.Words(text)
	return b.Province(l) != l && len(words) > 1 && len(words[len(words)-1]) == 1
}

// nations contains other names of powers, and the adjectives for what belongs to them.
var nations = map[string][]string{
	"Austria": {"Aus", "Au", "Aut", "Austrian", "Austria-Hungary", "Austro-Hungarian", "Hungary"},
	"England": {"Eng", "En", "English", "Britain", "Great Britain", "British", "UK"},
	"France":  {"Fra", "Fr", "Fre", "French"},
	"Germany": {"Ger", "Ge", "German"},
	"Italy":   {"Ita", "It", "Italian"},
	"Russia":  {"Rus", "Ru", "Russian"},
	"Turkey":  {"Tur", "Tu", "Turkish", "Turk", "Ottoman Empire", "Ottoman"},
}

// adjectives contains adjectives for units in a place: "the Greek fleet".
var adjectives = map[string]string{
	"Albanian": "Alb", "Armenian": "Arm", "Belgian": "Bel", "Bohemian": "Boh", "Bulgarian": "Bul", "Burgundian": "Bur",
	"Danish": "Den", "Dutch": "Hol", "Finnish": "Fin", "Galician": "Gal", "Greek": "Gre", "Livonian": "Lvn",
	"Portuguese": "Por", "Prussian": "Pru", "Romanian": "Rum", "Rumanian": "Rum", "Serbian": "Ser",
	"Silesian": "Sil", "Spanish": "Spa", "Swedish": "Swe", "Syrian": "Syr", "Tunisian": "Tun", "Tuscan": "Tus",
	"Tyrolean": "Tyr", "Ukrainian": "Ukr", "Venetian": "Ven", "Welsh": "Wal",
}

// the returns the name of a place for use in a sentence.
func (b board) the(l diplomacy.Loc) string {
	if b.Terrain(b.Province(l)) == diplomacy.Sea {
		return "the " + b.Name(l)
	}
	return b.Name(l)
}

// unit returns a unit as people write it: "F Spa(sc)".
func (b board) unit(u diplomacy.Unit) string { return u.Type.String() + " " + b.Abbr(u.At) }

// key returns the key under which the order for a unit in a place is filed: the abbreviation of its province.
func (b board) key(at diplomacy.Loc) string { return b.Abbr(b.Province(at)) }

// unitOf parses a unit. It belongs to no power yet.
func (b board) unitOf(text string) (diplomacy.Unit, bool) {
	u := diplomacy.Unit{Power: diplomacy.Nobody, Type: diplomacy.Army}
	kind, place, _ := strings.Cut(text, " ")
	if kind == "F" {
		u.Type = diplomacy.Fleet
	}
	at := b.places.Find(place)
	if len(at) != 1 || !b.CanStand(u.Type, at[0]) {
		return u, false
	}
	u.At = at[0]
	return u, true
}

// unitNames returns units as people write them.
func (b board) unitNames(us units) []string {
	var out []string
	for _, u := range us {
		out = append(out, b.unit(u))
	}
	return out
}

// power returns the name of a power.
func (b board) power(p diplomacy.Power) string { return b.Board.Powers()[p] }

// abbrs returns the abbreviations of places.
func (b board) abbrs(ls []diplomacy.Loc) []string {
	out := make([]string, len(ls))
	for i, l := range ls {
		out[i] = b.Abbr(l)
	}
	return out
}

// compare orders places as on the board; a coast comes where its province does.
func (b board) compare(x, y diplomacy.Loc) int {
	return cmp.Or(int(b.Province(x))-int(b.Province(y)), int(x)-int(y))
}

// units are saved in words, such as "England F Lon".
type units []diplomacy.Unit

// of returns the units of one power.
func (us units) of(p diplomacy.Power) units {
	var out units
	for _, u := range us {
		if u.Power == p {
			out = append(out, u)
		}
	}
	return out
}

// in returns the unit in a province, on any of its coasts.
func (us units) in(province diplomacy.Loc) (diplomacy.Unit, bool) {
	b := standard()
	i := slices.IndexFunc(us, func(u diplomacy.Unit) bool { return b.Province(u.At) == province })
	if i < 0 {
		return diplomacy.Unit{}, false
	}
	return us[i], true
}

// sort sorts units by power, then by the order of the board, so that their order reveals nothing.
func (us units) sort() {
	b := standard()
	slices.SortFunc(us, func(x, y diplomacy.Unit) int {
		return cmp.Or(int(x.Power)-int(y.Power), b.compare(x.At, y.At))
	})
}

// MarshalJSON writes units as words.
func (us units) MarshalJSON() ([]byte, error) {
	b := standard()
	words := make([]string, len(us))
	for i, u := range us {
		words[i] = b.power(u.Power) + " " + b.unit(u)
	}
	return json.Marshal(words)
}

// UnmarshalJSON parses the result of MarshalJSON.
func (us *units) UnmarshalJSON(js []byte) error {
	var words []string
	if err := json.Unmarshal(js, &words); err != nil {
		return err
	}
	b := standard()
	*us = nil
	for _, w := range words {
		power, rest, _ := strings.Cut(w, " ")
		u, ok := b.unitOf(rest)
		if u.Power = b.Power(power); !ok || u.Power == diplomacy.Nobody {
			return fmt.Errorf("no such unit: %q", w)
		}
		*us = append(*us, u)
	}
	return nil
}

// owners are the owners of centres, by Loc. They are saved as a list of centres for each power.
type owners []diplomacy.Power

// MarshalJSON writes the centres of each power.
func (o owners) MarshalJSON() ([]byte, error) {
	b := standard()
	centres := map[string][]string{}
	for _, c := range b.Centres() {
		if o[c] != diplomacy.Nobody {
			centres[b.power(o[c])] = append(centres[b.power(o[c])], b.Abbr(c))
		}
	}
	return json.Marshal(centres)
}

// UnmarshalJSON parses the result of MarshalJSON.
func (o *owners) UnmarshalJSON(js []byte) error {
	var centres map[string][]string
	if err := json.Unmarshal(js, &centres); err != nil {
		return err
	}
	b := standard()
	*o = make(owners, b.Locs())
	for l := range *o {
		(*o)[l] = diplomacy.Nobody
	}
	for name, places := range centres {
		for _, place := range places {
			at := b.places.Find(place)
			if b.Power(name) == diplomacy.Nobody || len(at) != 1 || !b.IsCentre(at[0]) {
				return fmt.Errorf("no such centre: %s of %s", place, name)
			}
			if (*o)[at[0]] != diplomacy.Nobody {
				return fmt.Errorf("%s has two owners", place)
			}
			(*o)[at[0]] = b.Power(name)
		}
	}
	return nil
}
