package parser_test

import (
	"iter"
	"slices"
	"strings"
	"testing"

	"deaddrop/parser"
)

func TestWords(t *testing.T) {
	check := func(line, want string) {
		t.Helper()
		if got := strings.Join(parser.Words(line), " "); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	check("F Nth–Espionage France", "f nth - espionage france")
	check("F Nth — E France", "f nth - e france")
	check("A Par -> Bur", "a par - bur")
	check("A Par ==> Bur", "a par - bur")
	check("A Par→Bur", "a par - bur")
	check("A Par − Bur", "a par - bur")
	check("F StP(sc)-Bot", "f stp sc - bot")
	check("F Spa/nc - Mid-Atlantic", "f spa nc - mid - atlantic")
	check("A Münich H.", "a munich h")
	check("Ａ Ｐａｒ Ｈ", "a par h")
	check("1) * A Par H", "1 a par h")
}

// Characters that nobody can see, and private ones, which mark things in our letters, are taken out.
func TestPlain(t *testing.T) {
	if got := parser.Plain("A\u00a0Par\u200b\uE000-Bur\x07"); got != "A Par-Bur" {
		t.Errorf("%q", got)
	}
	if got := parser.Plain("A\u2800Par\u3164-\uffa0Bur\u115f"); got != "A Par - Bur " {
		t.Errorf("%q", got)
	}
}

func TestOneLine(t *testing.T) {
	if got := parser.OneLine(" No such\r\n\t mailbox:\u2028 \x1b[2J " +
		"who@\u200bexample.org\n"); got != "No such mailbox: [2J who@example.org" {
		t.Errorf("%q", got)
	}
}

func places() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for i, names := range []string{"Rome|Rom", "North Sea|Nth|Nor", "Norway|Nwy|Nor", "Spain|Spa",
			"Spa/sc|Spain (south coast)", "Mid-Atlantic Ocean|MAO|mid"} {
			for name := range strings.SplitSeq(names, "|") {
				if !yield(name, i) {
					return
				}
			}
		}
	}
}

func TestNames(t *testing.T) {
	n := parser.NewNames(places())
	find := func(text string, want ...int) {
		t.Helper()
		if got := n.Find(text); !slices.Equal(got, want) {
			t.Errorf("%q stands for %v, want %v", text, got, want)
		}
	}
	find("north sea", 1)
	find("NorthSea", 1)
	find("NORTH-SEA", 1)
	find("nor", 1, 2)
	find("spa(sc)", 4)
	find("spasc", 4)
	find("North")

	beginning := func(word string, want ...int) {
		t.Helper()
		if got := n.Beginning(word); !slices.Equal(got, want) {
			t.Errorf("%q begins %v, want %v", word, got, want)
		}
	}
	beginning("norw", 2)
	beginning("atla")
	beginning("nor")
	beginning("spai", 3, 4)

	prefix := func(line string, used int, want ...int) {
		t.Helper()
		if got, n := n.Prefix(parser.Words(line)); !slices.Equal(got, want) || n != used {
			t.Errorf("%q begins with %v in %d words, want %v in %d", line, got, n, want, used)
		}
	}
	prefix("mid-atlantic ocean - spa", 4, 5)
	prefix("mid - spa", 1, 5)
	prefix("spa/sc-mid", 2, 4)
	prefix("rom e italy", 1, 0) // not Rome
	prefix("- rom", 0)
	prefix("paris", 0)

	near := func(word string, want ...int) {
		t.Helper()
		if got := n.Near(word); !slices.Equal(got, want) {
			t.Errorf("%q is near %v, want %v", word, got, want)
		}
	}
	near("norwya", 2)
	near("norwa", 2)
	near("norwayy", 2)
	near("sprain", 3)
	near("nrt")
	near("rame", 0)
	near("spains", 3)
}
