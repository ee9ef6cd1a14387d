package order

import (
	"fmt"
	"strings"
	"testing"

	"deaddrop/parser"
)

func TestScan(t *testing.T) {
	for _, c := range []struct{ text, words, quotes string }{
		{"", "", ""},
		{"A Mun-Bur", "a mun - bur", "A|Mun|-|Bur"},
		{"Köln nach Münster", "koln nach munster", "Köln|nach|Münster"},
		{"KÖLN – Ärger", "koln - arger", "KÖLN|–|Ärger"},
		{"Mun --> Bur", "mun - bur", "Mun|-->|Bur"},
		{"Mun → Bur", "mun - bur", "Mun|→|Bur"},
		{"Mun à Bur", "mun - bur", "Mun|à|Bur"}, // Outlook's arrow
		{"Mun è Bur", "mun - bur", "Mun|è|Bur"},
		{"Mun [to] {Bur}", "mun ( to ) ( bur )", "Mun|[|to|]|{|Bur|}"},
		{"don't! it's Germany's", "don't ! it's germany", "don't|!|it's|Germany's"},
		{"I’ll go", "i'll go", "I’ll|go"},
		{"why??? no!!!", "why ? no !", "why|???|no|!!!"},
		{"- Mun\n* Bur\n• Ruh", "mun \n bur \n ruh", "Mun|\n|Bur|\n|Ruh"},
		{"1. Mun\n2) Bur\n(3) Ruh\n#4 Kie", "mun \n bur \n ruh \n kie", "Mun|\n|Bur|\n|Ruh|\n|Kie"},
		{"2.1 Mun\n2.2. Bur\n(2a) Ruh\n2.1.1 Kie", "mun \n bur \n ruh \n kie", "Mun|\n|Bur|\n|Ruh|\n|Kie"},
		{"a) Mun\nii) Bur", "mun \n bur", "Mun|\n|Bur"},
		{"Mun\n\n \nBur", "mun \n\n bur", "Mun|\n\n \n|Bur"},
		{"„Mun“ _x_", `" mun " x`, "„|Mun|“|x"},
		{"wait… 3inf 12.5", "wait . 3inf 12 . 5", "wait|…|3inf|12|.|5"},
		{"* \n-", "", ""},
		{"see https://x.example/?a=F%2FBre - Mao", "see https - mao", "see|https://x.example/?a=F%2FBre|-|Mao"},
	} {
		text := parser.Plain(c.text)
		var words, quotes []string
		for _, x := range Scan(text) {
			words, quotes = append(words, x.Word), append(quotes, text[x.From:x.To])
		}
		if got := strings.Join(words, " "); got != c.words && c.words != "" {
			t.Errorf("%q: words %q, want %q", c.text, got, c.words)
		}
		if got := strings.Join(quotes, "|"); got != parser.Plain(c.quotes) && c.quotes != "" {
			t.Errorf("%q: quotes %q, want %q", c.text, got, c.quotes)
		}
	}
	var flags []string
	for _, x := range Scan("Mun MUN mUN mun 12") {
		flags = append(flags, fmt.Sprint(x.Capital, x.Shouted, x.Mixed, x.Kind == Number))
	}
	if got := strings.Join(flags, ", "); got != "true false false false, true true false false, false false true false, false false false false, false false false true" {
		t.Errorf("capitals: %s", got)
	}
}

// The lexemes stand in the text in their order, whatever the text is.
func FuzzScan(f *testing.F) {
	for _, s := range []string{"A Mun-Bur\n- x\n\n(2) „y“…", "'''", "é’é", "\xff\xfe", "- - 1. ) a) •", "<->=~", "\n \n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, x := range Scan(text) {
			if x.From < end || x.To <= x.From || x.To > len(text) {
				t.Fatalf("%q: %q stands at %d to %d, behind %d", text, x.Word, x.From, x.To, end)
			}
			end = x.To
		}
	})
}

// A bare number before a word that is counted is no number of a list.
func TestCounted(t *testing.T) {
	l := NewLexicon()
	if err := l.Load(English, "[words]\ncounted : legions\n"); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{"2 legions\n3 legions": "2 legions \n 3 legions", "2. legions": "legions", "2 men": "men", "#2 legions": "legions", "(2 legions)": "( 2 legions )"} {
		var words []string
		for _, x := range l.unglued(Scan(text)) {
			words = append(words, x.Word)
		}
		if got := strings.Join(words, " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
