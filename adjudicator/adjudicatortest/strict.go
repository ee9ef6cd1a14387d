package adjudicatortest

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"deaddrop/adjudicator"
)

// StrictOrders reads the letters of a file in the format of [Orders], and checks what is on file before and after
// each of them with [Asker.Strict].
func StrictOrders(t *testing.T, file string, asking func(t testing.TB, section string) Asker) {
	looked := 0
	for name, section := range Cases(t, file) {
		t.Run(name, func(t *testing.T) {
			a := asking(t, section)
			answers := []string{a.Old}
			for line := range strings.Lines(section) {
				if letter, _, ok := strings.Cut(line, "###"); ok {
					r := a.View.Read(a.Kind, a.Old, strings.ReplaceAll(strings.TrimSpace(letter), `\n`, "\n"))
					answers = append(answers, r.Answer)
				}
			}
			slices.Sort(answers)
			answers = slices.DeleteFunc(slices.Compact(answers), func(answer string) bool { return answer == "" })
			looked += len(answers)
			a.Strict(t, answers...)
		})
	}
	if looked == 0 {
		t.Error("nothing is on file")
	}
}

// Strict is like [Asker.Strict], for a game that does not provide Asker.Again.
func Strict(t testing.TB, view adjudicator.View, kind string, answers []string) {
	t.Helper()
	Asker{View: view, Kind: kind}.Strict(t, answers...)
}

// Strict checks that answers are in normal form, and that texts that merely resemble them are not. The rules must
// parse each answer to itself, and it must be read without faults. A text with a slip in it must be rejected, or be a
// different answer in normal form.
func (a Asker) Strict(t testing.TB, answers ...string) {
	t.Helper()
	for _, answer := range answers {
		if !a.Exactly(t, answer) {
			t.Errorf("%s: %q is not in normal form: %v", a.Kind, answer, a.View.Check(a.Kind, answer))
		}
		if r := a.View.Read(a.Kind, "", answer); r.Answer != answer || a.isFaulty(r) {
			t.Errorf("%s: %q is read as %q with faults %v", a.Kind, answer, r.Answer, r.Faults())
		}
		for _, s := range slips(answer) {
			if a.Exactly(t, s.text) && s.misspelt {
				t.Errorf("%s: %q passes for normal form, and so does %q", a.Kind, answer, s.text)
			}
		}
	}
}

// Exactly checks an arbitrary text, and reports whether it is in normal form. If it is, the rules must parse it to
// itself, and it must be read as itself unless the reading gives a reason, such as that it is impossible. If not, the
// rules must reject it.
func (a Asker) Exactly(t testing.TB, text string) bool {
	t.Helper()
	check := a.View.Check(a.Kind, text)
	if a.Again != nil && text != "" {
		is, err := a.Again(text)
		if (err == nil) != (check == nil) {
			t.Errorf("%s: the check of %q says %v, and the rules %v", a.Kind, text, check, err)
		}
		if err == nil && is != text {
			t.Errorf("%s: %q is taken for %q", a.Kind, text, is)
		}
	}
	if check != nil {
		return false
	}
	if r := a.View.Read(a.Kind, "", text); r.Answer != text && len(r.Faults())+len(r.Notes) == 0 {
		t.Errorf("%s: %q passes for normal form, and is read as %q", a.Kind, text, r.Answer)
	}
	return true
}

// NotStrict checks that texts are not in normal form, however similar to it.
func (a Asker) NotStrict(t testing.TB, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if a.Exactly(t, text) {
			t.Errorf("%s: %q passes for normal form", a.Kind, text)
		}
	}
}

// BrokenFile checks that something panics because an answer on file is not in normal form.
func BrokenFile(t testing.TB, do func()) {
	t.Helper()
	defer func() {
		if why, _ := recover().(string); !strings.HasPrefix(why, "what is on file is not in normal form: ") {
			t.Errorf("it panics with %q", why)
		}
	}()
	do()
}

// Misprints returns the variants of a text with one slip: a letter is missing, doubled or replaced, or the order or
// number of lines differs. Each variant occurs once.
func Misprints(text string) []string {
	var out []string
	for _, s := range slips(text) {
		out = append(out, s.text)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// A slip is a text that resembles another one.
type slip struct {
	text     string
	misspelt bool // whether it can't be a different valid text
}

// slips returns the variants that [Misprints] describes.
func slips(of string) []slip {
	var out []slip
	add := func(text string, misspelt bool) {
		if text != of && strings.TrimSpace(text) != "" {
			out = append(out, slip{text, misspelt})
		}
	}
	for _, text := range []string{" " + of, of + " ", "\n" + of, of + "\n", strings.ToLower(of),
		strings.ToUpper(of), strings.ReplaceAll(of, " ", "  "), strings.ReplaceAll(of, "\n", "\r\n") + "\r\n"} {
		add(text, true)
	}
	add(of+"\n"+of, false)
	for i, c := range []byte(of) {
		before, letter, behind := of[:i], of[i:i+1], of[i+1:]
		word := unicode.IsLetter(rune(c)) || unicode.IsSpace(rune(c))
		add(before+behind, word)
		add(before+letter+letter+behind, word)
		add(before+strings.ToLower(letter)+behind, true)
		add(before+strings.ToUpper(letter)+behind, true)
		for _, other := range []string{string(rune(c + 1)), "\n"} {
			add(before+other+behind, false)
		}
		for _, other := range []string{" ", ",", "-", "0", "1", "9", "x", "X", "é"} {
			add(before+other+behind, word && c != '\n')
		}
	}
	lines := strings.Split(of, "\n")
	for i := range lines {
		add(strings.Join(slices.Insert(slices.Clone(lines), i, lines[i]), "\n"), false)
		for k := range i {
			swapped := slices.Clone(lines)
			swapped[i], swapped[k] = swapped[k], swapped[i]
			add(strings.Join(swapped, "\n"), false)
		}
	}
	return out
}
