package templatestest_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/templates"
	"deaddrop/templates/templatestest"
)

const wording = `{{define "tictactoe welcome"}}You are {{.Seat}}.{{end}}
{{define "tictactoe wants square"}}the number of a free square,{{end}}
{{define "tictactoe ask square"}}Send a number from 1 to 9.{{end}}
{{define "tictactoe taken"}}{{.By}} takes square {{.Square}}.{{end}}
{{define "tictactoe won"}}{{.By}} has three in a line and wins.{{end}}
{{define "tictactoe drawn"}}A draw.{{end}}
{{define "tictactoe view"}}The squares: {{.Squares}}{{end}}
{{define "tictactoe GM view"}}The squares: {{.Squares}}{{end}}
`

func suite() adjudicatortest.Suite {
	return adjudicatortest.Suite{Rules: adjudicatortest.TicTacToe, Games: 30,
		Config: adjudicator.Config{Seats: adjudicatortest.TicTacToe.Seats},
		Player: func(_ adjudicator.View, _ adjudicator.Request, r *rand.Rand) string {
			return strconv.Itoa(1 + r.IntN(9))
		}}
}

func words(t *testing.T, text string) *templates.Set {
	t.Helper()
	set, err := templates.New(fstest.MapFS{"tictactoe.tmpl": {Data: []byte(text)}})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func TestComplete(t *testing.T) {
	templatestest.Complete(t, words(t, wording), suite())
}

// All templates that are missing are named at once.
func TestLacks(t *testing.T) {
	asks, events := suite().Kinds(t)
	questions, _, _ := strings.Cut(wording, `{{define "tictactoe taken"`)
	lacks := words(t, questions).Lacks("tictactoe", asks, events)
	want := []string{"tictactoe view", "tictactoe GM view", "tictactoe drawn", "tictactoe taken", "tictactoe won"}
	for _, name := range want {
		if !slices.Contains(lacks, name) {
			t.Errorf("%q is missing, and not named: %q", name, lacks)
		}
	}
	if slices.Contains(lacks, "tictactoe welcome") {
		t.Errorf("the welcome is there: %q", lacks)
	}
}
