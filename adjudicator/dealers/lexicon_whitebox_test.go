package dealers

import (
	"deaddrop/adjudicator/adjudicatortest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"deaddrop/parser"
	kit "deaddrop/parser/order"
)

// A recorder notes which forms are found, of those that can be an order when a question is asked.
type recorder struct {
	*author
	found map[string]bool
}

func (r recorder) Resolve(m *kit.Match, _ *kit.Context) kit.Outcome {
	r.found[m.Form] = true
	return kit.Outcome{Talk: true}
}

func (r recorder) Block(b kit.Block, c *kit.Context) {
	r.found[b.Heading.Form] = true
	r.heading = b.Heading.Form
	c.Read(b.Text)
	r.heading = ""
}

var formName = regexp.MustCompile(`(?m)^[@?]*([A-Z]{3,}) *=`)

// A form is for letters that somebody writes: each has a case.
func TestEachFormHasACase(t *testing.T) {
	var data strings.Builder
	for _, section := range adjudicatortest.Cases(t, "testdata/orders*.txt") {
		data.WriteString(section)
	}
	found := map[string]bool{}
	v := asking(t, someGame).view.(View)
	for line := range strings.Lines(data.String()) {
		letter, _, ok := strings.Cut(line, "###")
		if !ok {
			continue
		}
		letter = parser.Plain(strings.ReplaceAll(strings.TrimSpace(letter), `\n`, "\n"))
		for _, kind := range []string{"turn", "more", "defence", "final", "winter", "draft", "ruling"} {
			a := v.author(kind)
			kit.Read(a.b.words(a.m), recorder{a, found}, kit.NewSheet(), letter)
		}
	}
	var unused []string
	for _, m := range formName.FindAllStringSubmatch(englishText+germanText, -1) {
		if !found[m[1]] && !slices.Contains(unused, m[1]) {
			unused = append(unused, m[1])
		}
	}
	if len(unused) > 0 {
		t.Errorf("no case has the forms %s", strings.Join(unused, ", "))
	}
}

// Each class of words stands in a form, or is asked for by name, or a sketch looks at it.
func TestEachClassIsUsed(t *testing.T) {
	byName := []string{"common", "counted", "spoken", "glued"}
	all := englishText + "\n" + germanText
	for line := range strings.Lines(all) {
		class, _, ok := strings.Cut(line, ":")
		class = strings.Trim(strings.TrimSpace(class), "~!")
		if !ok || strings.ContainsAny(line, "=") || strings.HasPrefix(line, "##") || strings.HasPrefix(line, " ") || slices.Contains(byName, class) ||
			slices.Contains(sketched, class) {
			continue
		}
		if !regexp.MustCompile(`(?m)^[@?]*\w+ *=.*\b` + class + `\b`).MatchString(all) {
			t.Errorf("nothing has words of the class %q", class)
		}
	}
}

// Everything is found by its own name, in lower case and written together as well, and by what else it is called.
func TestNames(t *testing.T) {
	b := House()
	for _, head := range []string{"players 3\n", "players 5\n"} {
		v := asking(t, head+"writer Blue\nasks standing\n").view.(View)
		is := func(line, want string, names ...string) {
			t.Helper()
			for _, name := range names {
				for _, spelt := range []string{name, strings.ToLower(name), strings.ReplaceAll(name, " ", "")} {
					text := strings.Replace(line, "%", spelt, 1)
					if r := v.Read("standing", "", text); r.Answer != strings.Replace(line, "%", want, 1) || len(r.Faults()) > 0 {
						t.Errorf("%q is read as %q with faults %v", text, r.Answer, r.Faults())
					}
				}
			}
		}
		for _, p := range v.on().Places {
			if !p.Sea {
				is("DEFEND %: NOTHING", p.Name, append([]string{p.Name, p.Code}, p.Also...)...)
			}
		}
		for _, c := range b.Cards {
			is("WINTER DISCARD %", c.Name, append([]string{c.Name, strings.ToUpper(c.Name)}, c.Also...)...)
		}
		for _, l := range b.Locations {
			is("DEFEND ANY: USE % IF ENOUGH", l.Name, l.Name)
		}
		for _, f := range b.Factions {
			is("DEFEND ANY: USE % IF ENOUGH", f.Name, f.Name)
		}
		for _, f := range b.Families {
			is("ACTION Train 1\nTRAIN %", f.Name, append([]string{f.Name, "master of " + f.Name, f.Name + " master"}, f.Also...)...)
		}
		for _, x := range b.Eras[0].Actions {
			is("ACTION %", x.Name, append([]string{x.Name}, x.Also...)...)
		}
	}
}
