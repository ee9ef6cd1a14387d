package deadman_test

import (
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/deadman"
	"deaddrop/parser"
)

// everyLetter calls a function with each letter of the tests of orders, and with who reads it.
func everyLetter(t *testing.T, f func(a asker, letter string)) {
	t.Helper()
	for _, file := range []string{"testdata/orders.txt", "testdata/german.txt"} {
		for _, body := range adjudicatortest.Cases(t, file) {
			a := asking(t, body)
			for line := range strings.Lines(body) {
				if letter, _, ok := strings.Cut(line, "###"); ok {
					f(a, strings.ReplaceAll(strings.TrimSpace(letter), `\n`, "\n"))
				}
			}
		}
	}
}

// Each suggestion for a part can be filed unchanged, both alone and on top of what is on file, and only parts that
// are asked about have suggestions.
func TestSuggestions(t *testing.T) {
	n := 0
	everyLetter(t, func(a asker, letter string) {
		old := a.view.Read(a.kind, "", letter).Answer
		for _, p := range a.view.Read(a.kind, old, letter).Parts {
			if len(p.Suggest) > 3 || len(p.Suggest) > 0 && p.Fate != adjudicator.Unsure {
				t.Errorf("%q: %q", letter, p)
			}
			for _, order := range p.Suggest {
				n++
				if r := withoutOffers(a.view.Read(a.kind, "", order)); r.Answer != order || len(r.Open()) > 0 || !r.Has(adjudicator.Filed) {
					t.Errorf("%q may mean %q, which is read as %q: %q", letter, order, r.Answer, r.Parts)
				}
				if r := withoutOffers(a.view.Read(a.kind, old, order)); len(r.Open()) > 0 || !r.Has(adjudicator.Filed) {
					t.Errorf("%q may mean %q, which on %q is read as %q: %q", letter, order, old, r.Answer, r.Parts)
				}
			}
		}
	})
	if n < 30 {
		t.Errorf("there are only %d suggestions", n)
	}
}

// Each part is quoted as it was written, something is on file of each letter that has an order, and each line of what
// is on file is one.
func TestParts(t *testing.T) {
	everyLetter(t, func(a asker, letter string) {
		r := a.view.Read(a.kind, "", letter)
		for _, p := range r.Parts {
			squeezed := strings.Join(strings.Fields(parser.Plain(letter)), "")
			for quote := range strings.SplitSeq(p.Quote, " / ") { // of orders for one unit
				if !strings.Contains(squeezed, strings.Join(strings.Fields(quote), "")) && !strings.Contains(letter, p.Quote) {
					t.Errorf("%q: there is no %q in it", letter, p.Quote)
				}
			}
		}
		if r.Answer != "" && !r.Has(adjudicator.Filed) {
			t.Errorf("%q: %q is on file of parts %q", letter, r.Answer, r.Parts)
		}
		if r.Answer == "" {
			return
		}
		again := withoutOffers(a.view.Read(a.kind, "", r.Answer))
		lines := strings.Split(r.Answer, "\n")
		for i, p := range again.Parts {
			if i >= len(lines) || p.Fate != adjudicator.Filed || p.Quote != lines[i] {
				t.Errorf("%q: what is on file, %q, has the parts %q", letter, lines, again.Parts)
				break
			}
		}
		if len(again.Parts) < len(lines) {
			t.Errorf("%q: what is on file, %q, has the parts %q", letter, lines, again.Parts)
		}
	})
}

// withoutOffers returns a reading without the parts that offer an order in addition to one that was filed.
func withoutOffers(r adjudicator.Reading) adjudicator.Reading {
	r.Parts = slices.DeleteFunc(r.Parts, func(p adjudicator.Part) bool {
		return p.Fate == adjudicator.Unsure && (strings.HasSuffix(p.Why, "Should it go there?") || strings.HasSuffix(p.Why, "Should it convoy?"))
	})
	return r
}

// A letter without an order has no part that is one, whatever is on file.
func TestNoPartFiled(t *testing.T) {
	v := position(t, "Fall 1902", []string{"Germany A Mun", "Germany A Ruh"}, nil).View("Germany")
	const old = "A Mun-Bur\nALWAYS A Ruh H"
	for _, letter := range []string{"Hello!", "When is the deadline?", "Kiel: Holland", "A Mun-Xyz", "A Mun - ", "", "A Mun-Bur was my old order"} {
		if r := v.Read("orders", old, letter); r.Has(adjudicator.Filed) || r.Answer != old {
			t.Errorf("%q: on file is %q, and its parts are %q", letter, r.Answer, r.Parts)
		}
	}
	for _, letter := range []string{"A Mun-Bur", "No orders", "ALWAYS OFF", "ALWAYS A Ruh NONE"} {
		if r := v.Read("orders", old, letter); !r.Has(adjudicator.Filed) || len(r.Open()) > 0 {
			t.Errorf("%q: its parts are %q", letter, r.Parts)
		}
	}
}

// On an open board, orders that can't be carried out are noted. On a blind board nothing is said about them.
func TestInVain(t *testing.T) {
	us := []string{"England A Lon", "England F Nth", "England F Edi", "France A Bel", "Germany F Kie"}
	doubts := func(rules *adjudicator.Rules, order string) []string {
		v := positionOf(t, rules, "Fall 1902", us, nil, nil).View("England")
		r := v.Read("orders", "", order)
		var out []string
		for _, p := range r.Parts {
			if p.Fate == adjudicator.Filed && p.Why != "" {
				out = append(out, p.Why)
			}
		}
		if r.Answer == "" || len(r.Faults()) > 0 {
			t.Errorf("%q: on file is %q, with %q", order, r.Answer, r.Parts)
		}
		if again := v.Read("orders", "", r.Answer); !slices.EqualFunc(r.Parts, again.Parts, func(p, q adjudicator.Part) bool { return p.Why == q.Why }) {
			t.Errorf("%q: read again, it has the parts %q and not %q", order, again.Parts, r.Parts)
		}
		return out
	}
	const nobody, unshipped = "There is no unit in Norway.", "There are no fleets on the way that could convoy it."
	for order, want := range map[string]string{
		"F Nth S A Nwy":        nobody,
		"F Nth S F Nwy-Den":    nobody,
		"F Nth C A Nwy-Bel":    "There is no army in Norway.",
		"F Nth C A Edi-Bel":    "There is no army in Edinburgh.",
		"A Lon-Bre":            unshipped,
		"A Lon-Wal via convoy": unshipped,
		"A Lon-Nwy":            "",
		"A Lon-Yor via convoy": "",
		"F Nth S A Bel-Hol":    "",
		"F Nth C A Bel-Nwy":    "",
		"A Lon-Wal":            "",
		"F Nth S F Kie-Hol":    "",
		"ALWAYS F Nth S A Nwy": "",
		"F Nth S Nwy\nA Lon H": nobody,
	} {
		if got := strings.Join(doubts(deadman.Diplomacy, order), " / "); got != want {
			t.Errorf("%q: said is %q, want %q", order, got, want)
		}
		if got := doubts(deadman.Rules, order); len(got) > 0 {
			t.Errorf("%q: in a blind game is said %q", order, got)
		}
	}
}

// A suggestion is for the season that the line is for. A heading without a line is quoted alone.
func TestSuggestedSeason(t *testing.T) {
	v := position(t, "Fall 1902", []string{"Germany A Mun", "Germany F Kie"}, nil).View("Germany")
	for letter, want := range map[string]string{
		"F Kie-Dxn\nNEXT:\nA Mun-Bur":                "unsure F Kie-Dxn [F Kie-Den] / filed NEXT:\nA Mun-Bur []",
		"NEXT:\nF Kie-Dxn":                           "unsure F Kie-Dxn [NEXT F Kie-Den]",
		"NEXT F Kie-Dxn":                             "unsure F Kie-Dxn [NEXT F Kie-Den]",
		"NEXT A Mun which goes to Bur":               "filed NEXT A Mun which goes to Bur []",
		"STANDING ORDERS:\nF Kie-Dxn":                "unsure F Kie-Dxn [ALWAYS F Kie-Den]",
		"Mun Tyr\nNEXT:\nA Mun-Bur":                  "filed Mun Tyr [] / filed NEXT:\nA Mun-Bur []",
		"NEXT\nFall:\nA Mun-Bur":                     "unsure NEXT [] / filed A Mun-Bur []",
		"A Mun-Bur\n(hello)\nR Ber":                  "filed A Mun-Bur [] / filed R Ber []",
		"(hello)\nA Mun-Bur (yes), F Kie H (again!)": "filed A Mun-Bur [] / filed F Kie H []",
		"I say (loud) hello; A Mun-Bur":              "talk I say (loud) hello [] / filed A Mun-Bur []",
	} {
		var got []string
		for _, p := range v.Read("orders", "", letter).Parts {
			got = append(got, strings.TrimSpace(string(p.Fate)+" "+p.Quote+" ["+strings.Join(p.Suggest, ", ")+"]"))
		}
		if strings.Join(got, " / ") != want {
			t.Errorf("%q:\nhave %s\nwant %s", letter, strings.Join(got, " / "), want)
		}
	}
}
