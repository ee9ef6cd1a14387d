package parser

import (
	"regexp"
	"strconv"
	"strings"
)

// A Form is an order form that was mailed to a player and came back in the player's answer. A line that the player has
// changed is an order, even where their mail program quotes it.
type Form struct {
	Tag      Tag      // the game, the question and the seat that it was for
	Revision int      // of the orders on file when it was printed
	Lines    []string // without the marks of a quotation, and without the empty ones
}

// The lines around a form, in the languages of our letters. The first one has the game and the seat, since a letter may
// quote the form of another.
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

const maxForm = 100 // lines below the head

// formAt reads the form that begins with the first of the lines, and returns it with the number of lines that it takes.
// A form that has lost its end goes on to the next empty line. Where no form begins, it is nil.
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

// Unformed rewrites a text so that no order form begins in it, wherever its lines are broken. Press must have none: a
// player who answered it with a quotation would send the orders in it as their own.
func Unformed(text string) string {
	return germanForm.ReplaceAllString(formWords.ReplaceAllString(text, "Order${1}form${2}"), "Befehlsformular${1}")
}

// unquoted cuts off the marks of a quotation.
func unquoted(line string) string { return strings.TrimSpace(strings.TrimLeft(line, ">| \t")) }

// Edited returns the lines of a form that are not as they were printed. Long lines that a mail program has broken
// are as they were.
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
			if i > 0 && matched && strings.HasSuffix(f.Lines[i-1], "-") {
				// A blank whose answer a mail program put below it.
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
