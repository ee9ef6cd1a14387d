// Package templatestest holds letters to what is asked of those of every game: that they fit into the columns of a mail
// program, that no sentence has a hole, and that what they show as an order can be taken from them.
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

// The width of letters; a table may be wider.
const (
	columns = 72
	ofTable = 78
)

var words = sync.OnceValues(func() (*templates.Set, error) { return templates.New() })

// Letter writes the letter of a page, or its receipt, and checks that it fits and has no holes. Tables begin with a
// line that has one of these words first, and go on to an empty line; only in them may words stand far apart. With
// none, that is not looked at.
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
	text, _, _ := strings.Cut(letter.Text, "\nAnswer this letter ") // the foot is that of all games
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

// Complete checks that a title has all templates that its games need, and names all that are missing. What only happens in games
// that the suite does not play is not found.
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

// Said is how an event is told in the letter of a page.
func Said(t testing.TB, page templates.Page, kind string, data any, tables ...string) string {
	t.Helper()
	page.Over, page.Events = true, []adjudicator.Event{{Kind: kind, Data: data}}
	_, text, _ := strings.Cut(Letter(t, page, tables...), "The game is over.\n\n")
	text, _, _ = strings.Cut(text, "Answer this letter")
	return strings.TrimSpace(text)
}

// InOrder checks that parts stand in a text one after another.
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

// Forms are the orders that a text, or its template, shows: in lines that begin four columns in, also several that
// stand apart, up to what one of them means.
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

// Told are the rules in short as a game plays them with those options, such as "speed=fast", and else the usual ones.
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
