package deadman

import (
	"slices"
	"testing"

	"deaddrop/adjudicator/diplomacy"
	"deaddrop/parser"
)

// No German word or name is one of something else in English orders: they read as they do without.
func TestGermanClashesWithNoEnglish(t *testing.T) {
	b := diplomacy.Standard()
	places := parser.NewNames(b.Aliases())
	known := func(w string) bool {
		return isVerb(w) || isMove(w) || isBuild(w) || isRemove(w) || isPeek(w) || isVia(w) || isCondition(w) || isDenial(w) || isExcept(w) || isAll(w) ||
			isHearsay(w) || isSeason(w) || isUnit(w) || isAheadWord(w) || isAux(w) || isStill(w)
	}
	for name, means := range spelt(german().Places) {
		at := places.Find(means)
		if len(at) != 1 {
			t.Errorf("there is no place %q", means)
			continue
		}
		if found := places.Find(name); len(found) > 0 && !slices.Contains(found, at[0]) {
			t.Errorf("%s is %s, and in English %s", name, means, b.Name(found[0]))
		}
		if w := parser.Words(name)[0]; known(w) && w != "in" { // "in den Kanal"
			t.Errorf("%s begins with a word of orders", name)
		}
	}
	for name, means := range spelt(german().Powers) {
		if b.Power(means) == diplomacy.Nobody {
			t.Errorf("there is no power %q", means)
		}
		if found := places.Find(name); len(found) > 0 {
			t.Errorf("%s is %s, and in English %s", name, means, b.Name(found[0]))
		}
	}
	for word := range german().telling {
		if found := places.Find(word); len(found) > 0 && len(standard().places.Find(word)) == 0 {
			t.Errorf("%s makes a line German, and is %s", word, b.Name(found[0]))
		}
		means := german().means[word]
		if known(word) && !known(means) {
			t.Errorf("%s is a word of English orders, and means %q", word, means)
		}
	}
}

// A line without a German word is left as it is, whatever little words are in it.
func TestEnglishStays(t *testing.T) {
	for _, line := range []string{"A Kie in Den", "F Nth falls back to Lon", "A Mun die, im off", "A Par-Bur via Mar", "von Ribbentrop says no"} {
		if got := wordsIn(line); !slices.Equal(got, parser.Words(line)) {
			t.Errorf("%q is read as %q", line, got)
		}
	}
}
