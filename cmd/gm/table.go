package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"
)

// aligned returns a table, a line for each row of cells. Words are on the left of their columns, and on the right in the
// columns for which right returns true. A line that is wider than width is cut, and marked so; 0 is any width, for what
// is read by programs or in letters.
func aligned(rows [][]string, width int, right func(column int) bool) string {
	var widths []int
	for _, cells := range rows {
		for i, cell := range cells {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for _, cells := range rows {
		line := ""
		for i, cell := range cells {
			if i > 0 {
				line += "  "
			}
			if right(i) {
				line += fmt.Sprintf("%*s", widths[i], cell)
			} else {
				line += fmt.Sprintf("%-*s", widths[i], cell)
			}
		}
		b.WriteString(cutTo(strings.TrimRight(line, " "), width) + "\n")
	}
	return b.String()
}

// words has all columns of a table be on the left.
func words(int) bool { return false }

// cutTo cuts a line to a width; 0 is any.
func cutTo(line string, width int) string {
	if width <= 0 || utf8.RuneCountInString(line) <= width {
		return line
	}
	return string([]rune(line)[:width-1]) + "…"
}

// leastScreen is the least width that tables are cut to.
const leastScreen = 40

// screenWidth returns how many columns a line may have that is written to w: those of a terminal, or 0 for any number.
func screenWidth(w io.Writer) int {
	file, isFile := w.(*os.File)
	if !isFile {
		return 0
	}
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil || width <= 0 { // no terminal, or one that does not say its size
		return 0
	}
	return max(width, leastScreen)
}
