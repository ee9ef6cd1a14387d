package parser

import (
	"regexp"
	"strconv"
	"strings"
)

// A Form is an order form that was mailed to a player and came back in his answer: what he changed in it is
// an order, even where his mail program has put it into quotes.
type Form struct {
	Tag      Tag // the game, the question and the seat that it was for
	Revision int // of what was on file when it was printed
	Lines    []string
}

// The lines around a form, in the languages that letters are in. They name what it is for, as a letter may quote the form of
// another.
var (
	formHead = regexp.MustCompile(`^[>|\s]*(?:ORDER FORM|BEFEHLSFORMULAR) \[([a-z0-9][a-z0-9_-]*)\.([0-9]{1,6})\] ([^,]{1,40}), (?:revision|Fassung) ([0-9]{1,6})\s*$`)
	formEnd  = regexp.MustCompile(`^[>|\s]*(?:END OF FORM|ENDE DES FORMULARS)\s*$`)
)

// Head is the line above a form.
func (f Form) Head() string {
	return "ORDER FORM " + Tag{Game: f.Tag.Game, Question: f.Tag.Question}.String() + " " + f.Tag.Seat + ", revision " + strconv.Itoa(f.Revision)
}

// FormEnd is the line below a form.
const FormEnd = "END OF FORM"

// maxForm is how many lines below its head a form may go on.
const maxForm = 100

// formAt reads the form that begins with the first of the lines, and says how many of them it takes. One that has
// lost its end goes to the next empty line. It is nil if none begins here.
func formAt(lines []string) (*Form, int) {
	if !strings.Contains(lines[0], "ORDER FORM ") && !strings.Contains(lines[0], "BEFEHLSFORMULAR ") {
		return nil, 0
	}
	m := formHead.FindStringSubmatch(lines[0])
	if m == nil {
		return nil, 0
	}
	question, _ := strconv.Atoi(m[2]) // digits, as the pattern has it
	revision, _ := strconv.Atoi(m[4])
	f := &Form{Tag: Tag{Game: m[1], Question: question, Seat: m[3]}, Revision: revision}
	lines = lines[1:min(len(lines), 1+maxForm)]
	n, short := len(lines), -1 // where it ends, and where it does without an end
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

// Unformed is a text in which no order form begins, wherever its lines are broken. What a player writes to another
// must have none: whoever answered it with the quotation below would send the orders in it as his own.
func Unformed(text string) string {
	return germanForm.ReplaceAllString(formWords.ReplaceAllString(text, "Order${1}form${2}"), "Befehlsformular${1}")
}

// unquoted is a line without the marks of a quotation.
func unquoted(line string) string { return strings.TrimSpace(strings.TrimLeft(line, ">| \t")) }

// Edited returns the lines of a form that came back which are not as they were printed. A mail program may
// have broken long lines.
func (f Form) Edited(printed []string) []string {
	left := map[string]int{}
	for _, line := range printed {
		left[squash(line)]++
	}
	var out []string
	matched := false // the line before was as printed
	for i := 0; i < len(f.Lines); i++ {
		whole, n := "", 0
		for j := i; j < min(len(f.Lines), i+4) && n == 0; j++ {
			if whole += squash(f.Lines[j]); left[whole] > 0 {
				n = j - i + 1
			}
		}
		if n == 0 {
			if i > 0 && matched && strings.HasSuffix(f.Lines[i-1], "-") { // a blank whose answer a mail program put below it
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

// squash is a line without its spaces, which mail programs change.
func squash(line string) string { return strings.Join(strings.Fields(line), "") }
