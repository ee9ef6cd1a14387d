package parser

import (
	"regexp"
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
			if i > 0 && matched && strings.HasSuffix(f.Lines[i-1], "-") {
				// A blank line below which a mail program has put its answer.
				out = append(out, f.Lines[i-1])
			}
			out, matched = append(out, f.Lines[i]), false
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
