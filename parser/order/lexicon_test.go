package order

import (
	"slices"
	"strings"
	"testing"
)

// The classes that a word may have; "?" marks a guess and "??" one that is never filed without asking.
func TestWords(t *testing.T) {
	l := toyLexicon(t)
	for _, c := range []struct{ text, want string }{
		{"Ashford", "place"}, {"ashford", "place"}, {"ASHFORD", "place"}, {"Munster", "place"}, {"Muenster", "place"},
		{"Ashfrod", "place?"}, {"Ashfor", "place?"}, {"Ashfordd", "place?"}, {"Axhford", "place?"}, {"Axhfard", ""},
		{"Doevr", "place?"}, {"Dver", "place??"}, {"Dovr", "place??"}, {"Ashf", "place?"}, {"Csl", "place??"}, {"Bth", ""},
		{"moves", "go head"}, {"mvoes", "go? head?"}, {"marches", "go"}, {"marchs", "go?"}, {"hlod", ""},
		{"last", ""}, {"let", "subject"}, {"it", ""}, {"Cass", "place?"}, {"rest", ""},
		{strings.Repeat("ashford", 9000), ""},
	} {
		var got []string
		for _, at := range l.tagged(Scan(c.text))[0] {
			if at.class == l.class("filler") || l.labels[at.class][0] == '\'' {
				continue
			}
			is := l.labels[at.class]
			if at.cost > 0 {
				is += "?"
			}
			if at.least {
				is += "?"
			}
			got = append(got, is)
		}
		slices.Sort(got)
		got = slices.Compact(got)
		if strings.Join(got, " ") != c.want {
			t.Errorf("%.20q is %q, want %q", c.text, strings.Join(got, " "), c.want)
		}
	}
}

func TestLoadFails(t *testing.T) {
	for _, c := range []struct{ file, why string }{
		{"[nonsense]\nx", "no section"},
		{"[forms]\nMOVE = nothing", "neither a class nor a part"},
		{"[words]\na : b\n[forms]\nMOVE = ( a", "a bracket is open"},
		{"[words]\na : b\n[forms]\nMOVE = a )", `what is ")"`},
		{"[words]\na : b\n[forms]\nMOVE = x:( a )", "what is bound"},
		{"[words]\na : b\n[forms]\nMOVE = a ^x", "invalid syntax"},
	} {
		if err := NewLexicon().Load(c.file); err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%q: %v, want %q", c.file, err, c.why)
		}
	}
}

// Phrases share their ends once they are loaded, and what is named later changes no other phrase.
func TestNamesAfterLoading(t *testing.T) {
	l := NewLexicon()
	if err := l.Load("[words]\ngo : march, move, move on"); err != nil {
		t.Fatal(err)
	}
	if l.root["march"] != l.root["move"].after("on") {
		t.Error("two phrases of a class have ends of their own")
	}
	l.Name("March", "place", 3)
	l.Name("Move On Sea", "place", 4)
	for phrase, want := range map[string]string{"march": "go place", "move on": "go", "move on sea": "go place", "move": "go"} {
		var got []string
		for _, at := range l.tagged(Scan(phrase))[0] {
			got = append(got, l.labels[at.class])
		}
		slices.Sort(got)
		if got = slices.Compact(got); strings.Join(got, " ") != want {
			t.Errorf("%q is %q, want %q", phrase, got, want)
		}
	}
}
