package parser

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Form is an order form that was mailed to a player and came back in the player's answer. A line that the player
// has changed is an order, even if their mail program has quoted it.
type Form struct {
	Tag      Tag      // the game, the question and the seat that it was for
	Revision int      // revision of the orders that were on file when it was printed
	Lines    []string // lines without marks of quotation, and without empty ones
}

// The lines around a form, in the languages of our letters. The first one contains the game and the seat, because a
// letter may quote somebody else's form.
var (
	formHead = regexp.MustCompile(`^[>|\s]*(?:ORDER FORM|BEFEHLSFORMULAR) ` +
		`\[([a-z0-9][a-z0-9_-]*)\.([0-9]{1,6})\] ([^,]{1,40}), (?:revision|Fassung) ([0-9]{1,6})\s*$`)
	formEnd = regexp.MustCompile(`^[>|\s]*(?:END OF FORM|ENDE DES FORMULARS)\s*$`)
)

// Head returns the line above a form.
func (f Form) Head() string {
	return "ORDER FORM " + f.Tag.String() + " " + f.Tag.Seat + ", revision " + strconv.Itoa(f.Revision)
}

// FormEnd is the line below a form.
const FormEnd = "END OF FORM"

const maxForm = 100 // largest number of lines below the head

var (
	// formIntro matches the line above a form's head in our letters.
	formIntro = regexp.MustCompile(`^[>|\s]*(?:Fill in this form |Fülle dieses Formular )`)
	// formLine matches the first line of the forms that have labels, such as "1:" or "BUY 1:".
	formLine = regexp.MustCompile(`^[>|\s]*[A-Z0-9][A-Z0-9 ]{0,30}:`)
)

// formEntry matches a line that begins as lines of a form do, with a label or a keyword.
var formEntry = regexp.MustCompile(`^(?:[A-Z]{2,}\b|[^:]*:)`)

// headless returns the lines of the first quoted form that lacks its head, if there is none with a head. It may be an
// old one, or somebody else's.
func headless(lines []string) []string {
	isEnd := func(line string) bool { return marked(strings.TrimSpace(line)) && formEnd.MatchString(line) }
	end := slices.IndexFunc(lines, isEnd)
	if end < 0 || firstForm(lines) != nil {
		return nil
	}
	from := end
	for from > max(0, end-maxForm) && marked(strings.TrimSpace(lines[from-1])) {
		from--
	}
	quote := lines[from:end]
	if at := slices.IndexFunc(quote, formIntro.MatchString); at >= 0 {
		quote = quote[at+1:]
	} else {
		quote = quote[max(0, slices.IndexFunc(quote, formLine.MatchString)):]
	}
	var out []string
	for _, line := range quote {
		if line = unquoted(line); line != "" {
			out = append(out, line)
		}
	}
	return out
}

// formAt reads the form that begins with the first of the lines, and returns it with the number of lines that it
// takes. A form without an end line ends at the next empty line. If no form begins there, formAt returns nil.
func formAt(lines []string) (*Form, int) {
	if !strings.Contains(lines[0], "ORDER FORM ") && !strings.Contains(lines[0], "BEFEHLSFORMULAR ") {
		return nil, 0
	}
	m := formHead.FindStringSubmatch(lines[0])
	if m == nil {
		return nil, 0
	}
	question, _ := strconv.Atoi(m[2]) // the pattern guarantees digits
	revision, _ := strconv.Atoi(m[4])
	f := &Form{Tag: Tag{Game: m[1], Question: question, Seat: m[3]}, Revision: revision}
	lines = lines[1:min(len(lines), 1+maxForm)]
	n, short := len(lines), -1 // where the form ends, and where it ends if it has no end line
	for i, line := range lines {
		if formEnd.MatchString(line) {
			n = i
			break
		}
		if short < 0 && i > 0 && unquoted(line) == "" {
			short = i
		}
	}
	taken := n + 2
	if n == len(lines) {
		if short >= 0 {
			n = short
		}
		taken = n + 1
	}
	for _, line := range lines[:n] {
		if line = unquoted(line); line != "" {
			f.Lines = append(f.Lines, line)
		}
	}
	return f, taken
}

var (
	formWords  = regexp.MustCompile(`ORDER(\s+)FORM(\s*\[)`)
	germanForm = regexp.MustCompile(`BEFEHLSFORMULAR(\s*\[)`)
)

// Unformed changes a text so that it contains no beginning of an order form, even if its lines are broken elsewhere.
// Press must not contain forms: a player who answered it with a quotation would send its orders as their own.
func Unformed(text string) string {
	return germanForm.ReplaceAllString(formWords.ReplaceAllString(text, "Order${1}form${2}"), "Befehlsformular${1}")
}

// unquoted removes the marks of a quotation.
func unquoted(line string) string { return strings.TrimSpace(strings.TrimLeft(line, ">| \t")) }

// Edited returns the lines of a form that differ from what was printed. Long lines that a mail program has broken do
// not count as different.
func (f Form) Edited(printed []string) []string {
	left := map[string]int{}
	for _, line := range printed {
		left[squash(line)]++
	}
	var out []string
	matched := false // whether the previous line was unchanged
	for i := 0; i < len(f.Lines); i++ {
		whole, n := "", 0
		for j := i; j < min(len(f.Lines), i+4) && n == 0; j++ {
			if whole += squash(f.Lines[j]); left[whole] > 0 {
				n = j - i + 1
			}
		}
		if n == 0 {
			line := f.Lines[i]
			if i > 0 && matched { // below a blank line, a mail program may have put its answer
				switch before := f.Lines[i-1]; {
				case strings.HasSuffix(before, "-"):
					out = append(out, before)
				case strings.HasSuffix(before, ":") && !formEntry.MatchString(line):
					line = before + " " + line
				}
			}
			out, matched = append(out, line), false
			continue
		}
		left[whole]--
		i += n - 1
		matched = true
	}
	return out
}

// squash removes all spaces, since mail programs change them.
func squash(line string) string { return strings.Join(strings.Fields(line), "") }
