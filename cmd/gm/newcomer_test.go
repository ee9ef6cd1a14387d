//go:build !race

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/parser"
	"deaddrop/templates"
)

// longest is how many lines the first letter to a player may have, the order form and the answers without writing
// aside.
const longest = 60

// A newcomer can read the first letter of each game, and send each order that any letter shows them.
func TestLettersForNewcomers(t *testing.T) {
	t.Parallel()
	first, shown, short := map[string]int{}, map[string]int{}, map[string][]string{}
	words, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	watched := words.Watched(func(kind string, p templates.Page) {
		if p.Short {
			p.Events, p.Press = nil, nil // news may be of any length, so it is left out
			short[p.Rules] = append(short[p.Rules], ownLines(t, words, kind, p))
		} else if own := ownLines(t, words, kind, p); own != "" && p.First {
			first[p.Rules]++
			if n := strings.Count(own, "\n"); n > longest {
				t.Errorf("a first letter of %s has %d lines, more than %d:\n%s", p.Rules, n, longest, own)
			}
		}
		if kind == "turn" && p.View != nil {
			checkPages(t, words, p)
		}
		if p.Ask == nil || p.View == nil {
			return
		}
		for _, e := range p.Ask.Examples {
			shown[p.Rules]++
			text := strings.Join(e.Lines, "\n")
			r := p.View.Read(p.Ask.Kind, "", text)
			if r.Answer == "" || slices.ContainsFunc(r.Parts, adjudicator.Part.Open) {
				t.Errorf("%s, %s, asked for %s: the example\n%s\nis read as %+v", p.Rules, p.Seat, p.Ask.Kind, text, r)
			}
		}
	})
	for _, pattern := range []string{"*.txtar", "testdata/*.txtar"} {
		files, err := filepath.Glob("../../examples/" + pattern)
		if err != nil || len(files) < 5 {
			t.Fatalf("the games are %v, %v", files, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := nowhere().playText(t.Context(), watched, text); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
	}
	for title, r := range beginnings(t) {
		for _, text := range r {
			if err := nowhere().playText(t.Context(), watched, []byte(text)); err != nil {
				t.Errorf("the beginning of %s: %v\n%s", title, err, text)
			}
		}
	}
	for _, r := range titles() {
		if first[r.Name] == 0 {
			t.Errorf("no first letter of %s was seen", r.Name)
		}
	}
	t.Logf("first letters %v, examples %v", first, shown)
	checkShort(t, short)
}

// beginnings returns the first letters of each title with each number of players, as stories that end there.
func beginnings(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for _, r := range titles() {
		for n := r.Min; n <= len(r.Seats); n++ {
			seats, err := r.SeatsFor(n, nil)
			if err != nil {
				t.Fatal(err)
			}
			text := fmt.Sprintf("-- game g%d %s --\nevery: 48h\nat: 20:00\nsecret: %d players\n", n, r.Name, n)
			for i, seat := range seats {
				text += fmt.Sprintf("%s: p%d@example.org\n", seat, i)
			}
			out[r.Name] = append(out[r.Name], text)
		}
	}
	return out
}

// checkPages has whoever got a letter, the game master too, ask for all that a game can tell: each page is written, and is
// more than its heading.
func checkPages(t *testing.T, words *templates.Set, p templates.Page) {
	t.Helper()
	for _, name := range []string{"COSTS", "CARDS"} {
		asked := p
		asked.First, asked.Events, asked.Press, asked.Ask = false, nil, nil, nil
		asked.Receipt = &templates.Receipt{Pages: []string{name}}
		l, err := words.Letter("receipt", asked)
		if err != nil {
			t.Errorf("%s of %s for %s: %v", name, p.Rules, p.Seat, err)
		} else if strings.Contains(l.Text, "<no value>") || strings.Count(l.Text, "\n") < 5 {
			t.Errorf("%s of %s for %s is\n%s", name, p.Rules, p.Seat, l.Text)
		}
	}
}

// ownLines returns what a letter about a turn has for its reader, without the form and the links; "" for other
// letters.
func ownLines(t *testing.T, words *templates.Set, kind string, p templates.Page) string {
	if kind != "turn" || p.Desk || p.Over {
		return ""
	}
	w, err := words.Letter(kind, p)
	if err != nil {
		t.Error(err)
		return ""
	}
	own, _, _ := strings.Cut(w.Text, "\nAnswer this letter")
	return withoutForm(own)
}

// reports are how many lines a report in the midst of a game may have, without its news.
var reports = map[string]int{"decatur": 45, "successors": 45, "dealers": 45, "dishonest": 60}

func checkShort(t *testing.T, letters map[string][]string) {
	t.Helper()
	for title, limit := range reports {
		most := slices.MaxFunc(append(letters[title], ""), func(x, y string) int {
			return strings.Count(x, "\n") - strings.Count(y, "\n")
		})
		n := strings.Count(most, "\n")
		t.Logf("%d short reports of %s: %d lines and news at the most", len(letters[title]), title, n)
		if n == 0 || n > limit {
			t.Errorf("the longest short report of %s has %d lines without its news:\n%s", title, n, most)
		}
	}
}

// withoutForm is a letter without its order form, and without what a player before had on file.
func withoutForm(text string) string {
	before, rest, ok := strings.Cut(text, "Fill in this form")
	if !ok {
		return text
	}
	_, after, _ := strings.Cut(rest, parser.FormEnd)
	before, _, _ = strings.Cut(before, "\nON FILE FOR")
	return strings.TrimRight(before, "\n") + "\n\n" + strings.Trim(after, "\n")
}
