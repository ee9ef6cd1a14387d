package letters_test

import (
	"testing"

	"deaddrop/examples/letters"
	"deaddrop/gm/reception"
)

// The classes of what may come of a letter.
func TestClassify(t *testing.T) {
	l := letters.Letter{Title: "diplomacy", Seat: "Germany", Old: []string{"A Ber H"}, Want: []string{"A Mun-Bur", "A Ruh S Mun-Bur", "A Ber H"},
		Alt: [][]string{{"A Mun-Bur", "A Ruh H", "A Ber H"}}}
	doubtful := l
	doubtful.Ask, doubtful.Want = true, []string{"A Mun-Bur", "A Ber H"}
	other := letters.Letter{Title: "decatur", Seat: "Red", Want: []string{"1: DRAW", "KEEP Orient"}}
	start := letters.Letter{Title: "deadman", Season: "Spring", Year: 1901, Seat: "France", Want: []string{"SETUP F Mar", "A Par-Bur"}}
	asked := func(line string, suggest ...string) []reception.Asked {
		return []reception.Asked{{Line: line, Text: "What does that mean?", Suggest: suggest}}
	}
	for _, c := range []struct {
		of    letters.Letter
		trial reception.Trial
		want  letters.Class
	}{
		{l, reception.Trial{Filed: []string{"A Ber H", "A Ruh S A Mun-Bur", "A  Mun-Bur via convoy"}}, letters.Exact},
		{l, reception.Trial{Filed: []string{"A Ber H", "A Ruh H", "A Mun-Bur"}}, letters.Exact},
		{l, reception.Trial{Filed: l.Want, Asked: asked("Cheers")}, letters.Needless},
		{l, reception.Trial{Filed: l.Old, Asked: asked("something")}, letters.Refused},
		{l, reception.Trial{Filed: []string{"A Ber H", "A Mun-Bur"}, Refused: []reception.Denied{{Line: "Ruhr helps", Text: "How?"}}}, letters.Refused},
		{l, reception.Trial{Filed: []string{"A Ber H", "A Mun-Bur"}, Asked: asked("Ruhr helps", "A Ruh S A Mun-Bur")}, letters.Offered},
		{l, reception.Trial{Filed: []string{"A Ber H", "A Mun-Bur"}, Asked: asked("Ruhr helps", "A Ruh S A Mun-Bur", "A Ruh S Bur", "A Ruh H", "A Ruh S Ber")}, letters.Refused},
		{l, reception.Trial{Filed: l.Old}, letters.Dropped},
		{l, reception.Trial{Filed: []string{"A Ber H", "A Mun-Bur"}}, letters.Half},
		{l, reception.Trial{Filed: []string{"A Ber-Kie", "A Mun-Bur", "A Ruh H"}}, letters.Wrong},
		{l, reception.Trial{Filed: []string{"A Ber-Kie", "A Mun-Bur", "A Ruh H"}, Refused: []reception.Denied{{Line: "Berlin?", Text: "Where to?"}}}, letters.WrongTold},
		{l, reception.Trial{Filed: []string{"A Ber-Kie", "A Mun-Bur", "A Ruh H"}, Refused: []reception.Denied{{Line: "Ruhr?", Text: "Where to?"}}}, letters.Wrong},
		{doubtful, reception.Trial{Filed: doubtful.Want, Asked: asked("the Ruhr may help")}, letters.Asked},
		{doubtful, reception.Trial{Filed: doubtful.Want}, letters.Unasked},
		{doubtful, reception.Trial{Filed: []string{"A Mun-Bur", "A Ruh H", "A Ber H"}}, letters.Exact},
		{other, reception.Trial{Filed: []string{"KEEP  Orient", "1: DRAW"}}, letters.Exact},
		{other, reception.Trial{Filed: []string{"1: DRAW"}}, letters.Half},
		{other, reception.Trial{Filed: []string{"1: DRAW"}, Asked: asked("anything")}, letters.Refused},
		{other, reception.Trial{Filed: []string{"2: DRAW"}, Asked: asked("anything")}, letters.WrongTold},
		{start, reception.Trial{Filed: []string{"SETUP A Par, F Bre, F Mar", "A Par-Bur"}}, letters.Exact},
		{start, reception.Trial{Filed: []string{"A Par-Bur"}}, letters.Half},
		{start, reception.Trial{Filed: []string{"SETUP F Mar, F Par", "F Par-Bur"}}, letters.Wrong},
	} {
		if got := c.of.Classify(c.trial); got != c.want {
			t.Errorf("%v of %v is %q, and not %q", c.trial, c.of.Want, got, c.want)
		}
	}
}
