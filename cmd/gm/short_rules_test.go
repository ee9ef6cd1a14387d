package main

import (
	"regexp"
	"strings"
	"testing"

	"deaddrop/adjudicator/dealers"
	"deaddrop/adjudicator/pack"
	"deaddrop/templates"
)

// RULES tells the rules as the game at hand plays them, whatever its rulings.
func TestRulesInShort(t *testing.T) {
	words, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	loose := regexp.MustCompile(`(?i)by\s+ruling|je\s+nach\s+Regel|<no value>`)
	for _, rules := range titles() {
		for _, o := range rules.Options {
			for _, value := range o.Values {
				ruled := rules.Ruled(map[string]string{o.Name: value})
				told, err := rules.Told(ruled)
				if err != nil {
					t.Fatal(err)
				}
				for line := range strings.Lines(told) {
					if strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "  ") {
						t.Errorf("%s with %s=%s: a line begins with the space of a template: %q", rules.Name, o.Name, value, line)
					}
				}
				page := templates.Page{Game: "g1", Rules: rules.Name, Title: rules.Title, Seat: string(rules.Seats[0]),
					Receipt: &templates.Receipt{Doc: told}, Ruled: ruled}
				for _, language := range []string{"", "de"} {
					page.Language = language
					l, err := words.Letter("receipt", page)
					if err != nil {
						t.Fatal(err)
					}
					if at := loose.FindString(l.Text); at != "" {
						t.Errorf("%s with %s=%s, language %q: RULES has %q:\n%s", rules.Name, o.Name, value, language, at, l.Text)
					}
					for line := range strings.Lines(l.Text) {
						if n := len([]rune(strings.TrimRight(line, "\n"))); n > 76 {
							t.Errorf("%s with %s=%s, language %q: %d columns: %s", rules.Name, o.Name, value, language, n, line)
						}
					}
				}
			}
		}
	}
}

// RULES lists what the game master has ruled on cards.
func TestRulesListPrecedents(t *testing.T) {
	words, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	view := dealers.View{State: dealers.State{Ruled: pack.Precedents{
		{Card: "Envoys 2", Text: "Whoever keeps the peace gains.", Ruling: "POINTS all 1\nSHUFFLE all"}}}}
	page := templates.Page{Game: "g1", Rules: dealers.Rules.Name, Title: dealers.Rules.Title, Seat: "Blue", View: view,
		Receipt: &templates.Receipt{Doc: "Rules."}}
	l, err := words.Letter("receipt", page)
	if err != nil {
		t.Fatal(err)
	}
	want := "  Envoys 2, “Whoever keeps the peace gains.”: POINTS all 1; SHUFFLE all\n"
	if !strings.Contains(l.Text, want) {
		t.Errorf("RULES has no %q:\n%s", want, l.Text)
	}
}
