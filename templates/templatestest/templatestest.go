// Package templatestest checks what is required of the letters of every game: that they fit into the columns of a
// mail program, that no sentence has a gap, and that the orders that they show as examples can be copied.
package templatestest

import (
	"iter"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/templates"
)

// Maximal widths of letters; tables may be wider.
const (
	columns = 72
	ofTable = 78
)

var words = sync.OnceValues(func() (*templates.Set, error) { return templates.New() })

// Letter writes the letter of a page, or its receipt, and checks that it fits and has no gaps. A table begins with a
// line whose first word is in tables, and ends at an empty line; only tables may have wide gaps between words.
// Without tables, that is not checked.
func Letter(t testing.TB, page templates.Page, tables ...string) string {
	t.Helper()
	set, err := words()
	if err != nil {
		t.Fatal(err)
	}
	page.Now = time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)
	page.Deadline = page.Now.Add(48 * time.Hour)
	kind := "turn"
	if page.Receipt != nil {
		kind = "receipt"
	}
	letter, err := set.Letter(kind, page)
	if err != nil {
		t.Fatal(err)
	}
	text, _, _ := strings.Cut(letter.Text, "\nAnswer this letter ") // the foot is the same for all games
	table := false
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		head, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		table = line != "" && (table || slices.Contains(tables, head))
		checkLine(t, line, table, tables == nil)
	}
	if strings.Contains(letter.Text, "<no value>") || strings.Contains(letter.Text, "%!") ||
		strings.Contains(letter.Text, "\n\n\n") {
		t.Errorf("a letter is\n%s", letter.Text)
	}
	return letter.Text
}

// Complete checks that a title has all templates that its games need, and names all missing ones. It misses those for
// events that don't happen in the suite's games.
func Complete(t *testing.T, set *templates.Set, s adjudicatortest.Suite) {
	t.Helper()
	asks, events := s.Kinds(t)
	if lacks := set.Lacks(s.Rules.Name, asks, events); len(lacks) > 0 {
		t.Errorf("the wording of %s lacks these templates: %q", s.Rules.Name, lacks)
	}
}

func checkLine(t testing.TB, line string, table, gaps bool) {
	t.Helper()
	if n := len([]rune(line)); n > ofTable || n > columns && !table {
		t.Errorf("%d columns: %s", n, line)
	}
	gap := strings.Contains(strings.TrimLeft(line, " *"), "  ") && !strings.HasPrefix(line, "    ")
	if gap && !table && !gaps {
		t.Errorf("two spaces: %q", line)
	}
	for _, hole := range []string{" .", " ,", "..", ": .", "()"} {
		if strings.Contains(line, hole) {
			t.Errorf("a sentence has a hole: %q", line)
		}
	}
}

// Said returns how the letter of a page describes an event.
func Said(t testing.TB, page templates.Page, kind string, data any, tables ...string) string {
	t.Helper()
	page.Over, page.Events = true, []adjudicator.Event{{Kind: kind, Data: data}}
	_, text, _ := strings.Cut(Letter(t, page, tables...), "The game is over.\n\n")
	text, _, _ = strings.Cut(text, "Answer this letter")
	return strings.TrimSpace(text)
}

// InOrder checks that parts occur in a text in that order.
func InOrder(t testing.TB, text string, parts ...string) {
	t.Helper()
	at := 0
	for _, part := range parts {
		i := strings.Index(text[at:], part)
		if i < 0 {
			t.Fatalf("there is no %q where it should be in\n%s", part, text)
		}
		at += i
	}
}

var gap = regexp.MustCompile(`\s{2,}`)

// Forms yields the orders that a text, or its template, shows: lines indented by four columns, also several orders
// separated by wide gaps, without the explanations after them.
func Forms(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range strings.Lines(strings.ReplaceAll(text, "{{asis}}    ", "    ")) {
			form, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), "    ")
			if !ok || strings.ContainsAny(form, "{}") || strings.HasPrefix(form, " ") {
				continue
			}
			for i, cell := range gap.Split(form, -1) {
				if i > 0 && strings.ToLower(cell[:1]) == cell[:1] {
					break
				}
				if !yield(cell) {
					return
				}
			}
		}
	}
}

// Told returns the short rules for a game with the given options, such as "speed=fast", and otherwise the defaults.
func Told(t testing.TB, rules *adjudicator.Rules, options ...string) string {
	t.Helper()
	switched := map[string]string{}
	for _, o := range options {
		name, value, _ := strings.Cut(o, "=")
		switched[name] = value
	}
	told, err := rules.Told(rules.Ruled(switched))
	if err != nil {
		t.Fatal(err)
	}
	return told
}
