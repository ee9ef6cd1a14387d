package game

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"deaddrop/adjudicator"
)

// A Fact is a named value of a game, in words for the game master.
type Fact struct {
	Name    string // such as "deadline" or "France: orders"
	Was, Is string
}

func Indented(text string) string {
	return "      " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n      ")
}

func InJSON(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(fmt.Sprintf("gm: what was read as JSON can't be written: %v", err))
	}
	return string(bytes.TrimSpace(b.Bytes()))
}

// Counted returns a number with the words that agree with it: "One waits", "2 wait".
func Counted(n int, one, many string) string {
	if n == 1 {
		return "One " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Listed joins names for a sentence: "Austria, England and Turkey".
func Listed[S ~string](names []S) string { return adjudicator.Listed(names, "and") }

const DateTime = "Monday 2 January 2006, 15:04 MST"
