package deadman

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"deaddrop/parser"
	kit "deaddrop/parser/order"
)

// A recorder notes which forms are found, where lists of units or of retreats are orders and where they are not.
type recorder struct {
	found map[string]bool
	lists bool
}

func (r recorder) Resolve(m *kit.Match, _ *kit.Context) kit.Outcome {
	r.found[m.Form] = true
	return kit.Outcome{Talk: true}
}

func (r recorder) Plays(form string) bool {
	notListed := []string{"UNITS", "WAY", "WAYTO", "ITEMS"}
	return r.lists || !slices.Contains(notListed, form)
}

func (r recorder) Block(b kit.Block, c *kit.Context) {
	r.found[b.Heading.Form] = true
	c.Read(b.Text)
}

func (recorder) Own(string, []int) bool { return true }

func (recorder) Suggest([]kit.Bind, *kit.Context) []string { return nil }

var formName = regexp.MustCompile(`(?m)^[@?]*([A-Z]{3,}[A-Z0-9]*) *=`)

// A form is for letters that somebody writes: each has a case.
func TestEachFormHasACase(t *testing.T) {
	found := map[string]bool{}
	for _, file := range []string{"testdata/orders.txt", "testdata/german.txt"} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			if letter, _, ok := strings.Cut(line, "###"); ok {
				letter = parser.Plain(strings.ReplaceAll(strings.TrimSpace(letter), `\n`, "\n"))
				for _, lists := range []bool{false, true} {
					kit.Read(words(), recorder{found, lists}, kit.NewSheet(), letter)
				}
			}
		}
	}
	var unused []string
	for _, m := range formName.FindAllStringSubmatch(englishText+germanWords, -1) {
		if !found[m[1]] && !slices.Contains(unused, m[1]) {
			unused = append(unused, m[1])
		}
	}
	if len(unused) > 0 {
		t.Errorf("no case has the forms %s", strings.Join(unused, ", "))
	}
}

// Each class of words stands in a form, or is asked for by name.
func TestEachClassIsUsed(t *testing.T) {
	byName := []string{"glued", "common", "change", "season", "own", "newly", "saysno"} // of the lexicon, and those for which other words are looked up
	all := englishText + "\n" + germanWords
	for line := range strings.Lines(all) {
		class, _, ok := strings.Cut(line, ":")
		class = strings.Trim(strings.TrimSpace(class), "~!")
		if !ok || strings.ContainsAny(line, "=") || strings.HasPrefix(line, "##") || strings.HasPrefix(line, " ") || slices.Contains(byName, class) {
			continue
		}
		if !regexp.MustCompile(`(?m)^[@?]*\w+ *=.*\b` + class + `\b`).MatchString(all) {
			t.Errorf("nothing has words of the class %q", class)
		}
	}
}
