package adjudicatortest

import (
	"fmt"
	"strconv"
	"strings"

	"deaddrop/adjudicator"
)

// TicTacToe is the smallest complete game.
var TicTacToe = &adjudicator.Rules{
	Name:  "tictactoe",
	Title: "Tic-tac-toe",
	Doc:   "Send the number of a free square, 1 to 9. Three in a line win.",
	Seats: []adjudicator.Seat{"X", "O"},
	Min:   2,
	Setup: func(*adjudicator.Table, adjudicator.Config) (adjudicator.Position, error) {
		return &grid{Squares: "........."}, nil
	},
	Blank:   func() adjudicator.Position { return new(grid) },
	Winners: adjudicator.WinnersOf(func(w struct{ By string }) []string { return []string{w.By} }, "won"),
}

var lines = [][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}

type grid struct {
	Squares string // nine characters: X, O or a dot
	Over    bool
}

func (g *grid) Phase() string {
	if g.Over {
		return ""
	}
	return "Move " + strconv.Itoa(10-strings.Count(g.Squares, "."))
}

func (g *grid) Play(t *adjudicator.Table) {
	mover := TicTacToe.Seats[(9-strings.Count(g.Squares, "."))%2]
	free := strconv.Itoa(strings.Index(g.Squares, ".") + 1)
	n, _ := strconv.Atoi(t.Ask(adjudicator.Request{Seat: mover, Kind: "square", Default: free})[0])
	g.Squares = g.Squares[:n-1] + string(mover) + g.Squares[n:]
	t.Tell(adjudicator.Event{Kind: "taken", Data: map[string]any{"By": mover, "Square": n}}, adjudicator.All())
	for _, l := range lines {
		if s := g.Squares; s[l[0]] != '.' && s[l[0]] == s[l[1]] && s[l[1]] == s[l[2]] {
			t.Tell(adjudicator.Event{Kind: "won", Data: map[string]any{"By": mover}}, adjudicator.All())
			g.Over = true
			return
		}
	}
	if g.Over = !strings.Contains(g.Squares, "."); g.Over {
		t.Tell(adjudicator.Event{Kind: "drawn"}, adjudicator.All())
	}
}

func (g *grid) View(adjudicator.Seat) adjudicator.View { return view{g.Squares} }

type view struct{ Squares string }

func (v view) Read(_, old, text string) adjudicator.Reading {
	r := adjudicator.Reading{Answer: old}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		number := strings.TrimSpace(strings.TrimPrefix(line, "Square:"))
		n, err := strconv.Atoi(number)
		switch {
		case number == "":
		case err == nil && v.free(n):
			r.Answer = strconv.Itoa(n)
			r.Parts = append(r.Parts, adjudicator.Part{Fate: adjudicator.Filed, Quote: line})
		case !strings.ContainsAny(number, "0123456789"):
			r.Parts = append(r.Parts, adjudicator.Spoken(line, ""))
		default:
			r.Parts = append(r.Parts, adjudicator.Part{Fate: adjudicator.Refused, Quote: line,
				Why: "That is not the number of a free square."})
		}
	}
	r.Form = []string{"Square: " + r.Answer}
	return r
}

// free reports whether the square with a number is free.
func (v view) free(n int) bool { return n >= 1 && n <= 9 && v.Squares[n-1] == '.' }

// Check accepts the digit of a free square.
func (v view) Check(_, answer string) error {
	if n, err := strconv.Atoi(answer); err != nil || !v.free(n) || answer != strconv.Itoa(n) {
		return fmt.Errorf("%q is not the number of a free square", answer)
	}
	return nil
}
