package game

import (
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
)

// Which points orders answer, and which they leave open.
func TestAnswer(t *testing.T) {
	const blank = "F Sev -" // a line of the form
	for _, test := range []struct {
		open   string // points, with slashes between them
		filed  string // orders of the letter
		before string // what was on file,
		onFile string // and is now
		form   string
		other  bool // something else in the letter is open
		left   string
	}{
		{"F Sev-Blackk Sea", "F Sev-Bla", "A Mos-Ukr", "F Sev-Bla/A Mos-Ukr", "", false, ""},
		{"F Sev-Blackk Sea/A War-Galizzia", "F Sev-Bla", "A Mos-Ukr", "F Sev-Bla/A Mos-Ukr", blank, false, "A War-Galizzia"},
		{"F Sev-Blackk Sea/A War-Galizzia", "F Sev-Bla", "A Mos-Ukr", "F Sev-Bla/A Mos-Ukr", blank, true, "A War-Galizzia"},
		{"A Mos-Xxl", "A War-Mos", "A Mos-Ukr", "A Mos-Ukr/A War-Mos", "", false, "A Mos-Xxl"},
		{"F Sev S A War-Gxl", "A War-Sil", "F Sev H", "F Sev H/A War-Sil", "", false, "F Sev S A War-Gxl"},
		{"the southern fleet goes out", "F Sev-Bla", "A Mos-Ukr", "F Sev-Bla/A Mos-Ukr", "", false, "the southern fleet goes out"},
		{"the southern fleet goes out", "F Sev-Bla/A Mos-Ukr", "", "F Sev-Bla/A Mos-Ukr", "", false, ""},
		{"the southern fleet goes out", "F Sev-Bla/A Mos-Ukr", "", "F Sev-Bla/A Mos-Ukr", blank, false, "the southern fleet goes out"},
		{"the southern fleet goes out", "F Sev-Bla/A Mos-Ukr", "", "F Sev-Bla/A Mos-Ukr", "", true, "the southern fleet goes out"},
		{"TURN 2: TACTICS 2", "POOL 4", "BID 1", "POOL 4/BID 1", "TURN 2:", false, "TURN 2: TACTICS 2"},
		{"TURN 2: TACTICS 2", "TURN 2: PASS", "POOL 4", "POOL 4/TURN 2: PASS", "TURN 3:", false, ""},
		{"TURN 2: TACTICS 2", "TURN 20: PASS", "POOL 4", "POOL 4/TURN 20: PASS", "TURN 3:", false, "TURN 2: TACTICS 2"},
		{"MOVE Media-Foobar 1 INF", "BUY 1 LEVY", "", "BUY 1 LEVY", "MOVE 1: ", false, "MOVE Media-Foobar 1 INF"},
		{"MOVE foo-bar 1 LEVY", "MOVE Media-Assyria 1 CAV", "", "MOVE Media-Assyria 1 CAV", "MOVE 2:", false, "MOVE foo-bar 1 LEVY"},
		{"the army in Warsaw goes to Galacia", "A War-Gal", "", "A War-Gal", blank, false, "the army in Warsaw goes to Galacia"},
		{"Army Warsaw to Galacia", "A War-Gal", "", "A War-Gal", blank, false, ""},
		{"1: venture Indai-Persia", "1: VENTURE India-Persia", "", "1: VENTURE India-Persia", "2:", false, ""},
		{"2: venture Indai-Persia", "1: VENTURE India-Persia", "", "1: VENTURE India-Persia", "2:", false, "2: venture Indai-Persia"},
		{"expand both", "", "", "EXPAND Sumatra", "", false, "expand both"},
	} {
		var q Question
		var read adjudicator.Reading
		for part := range strings.SplitSeq(test.open, "/") {
			q.Raise([]adjudicator.Part{{Fate: adjudicator.Unsure, Quote: part}}, 1)
		}
		for part := range strings.SplitSeq(test.filed, "/") {
			if part != "" {
				read.Parts = append(read.Parts, adjudicator.Part{Fate: adjudicator.Filed, Quote: part})
			}
		}
		if test.other {
			read.Parts = append(read.Parts, adjudicator.Part{Fate: adjudicator.Refused, Quote: "A Xyz"})
		}
		read.Answer, read.Form = strings.ReplaceAll(test.onFile, "/", "\n"), []string{test.form}
		changed := q.AnswerPoints(read, strings.ReplaceAll(test.before, "/", "\n"))
		var left []string
		for _, p := range q.Points {
			left = append(left, p.Quote)
		}
		if got := strings.Join(left, "/"); got != test.left || changed != (test.left != test.open) {
			t.Errorf("%q, answered with %q: left is %q, want %q", test.open, test.filed, got, test.left)
		}
	}
}

// A letter that says anew what the question is about settles all that is open, but not what stands beside it.
func TestAnswerAnew(t *testing.T) {
	for _, test := range []struct {
		open, refused string
		left          []string
	}{
		{"Assault Milan with everything/TRAIN Foo", "", nil},
		{"Assault Milan with everything/Defend Vienna: Foo", "", []string{"Defend Vienna: Foo"}},
		{"TRAIN Foo", "TRAIN Bar", []string{"TRAIN Foo"}},
	} {
		var q Question
		for quote := range strings.SplitSeq(test.open, "/") {
			q.Raise([]adjudicator.Part{{Fate: adjudicator.Refused, Quote: quote}}, 1)
		}
		read := adjudicator.Reading{Anew: true, Beside: []string{"defend"}, Answer: "ACTION Shuffle", Form: []string{"TURN 2:"},
			Parts: []adjudicator.Part{{Fate: adjudicator.Filed, Quote: "ACTION Shuffle"}}}
		if test.refused != "" {
			read.Parts = append(read.Parts, adjudicator.Part{Fate: adjudicator.Refused, Quote: test.refused})
		}
		changed := q.AnswerPoints(read, "PASS")
		var left []string
		for _, p := range q.Points {
			left = append(left, p.Quote)
		}
		if !slices.Equal(left, test.left) || changed != (strings.Join(left, "/") != test.open) {
			t.Errorf("of %q is left %q, changed: %v", test.open, left, changed)
		}
	}
}

// What YES accepts: without a number, only points that the answered letter offers alone.
func TestTaken(t *testing.T) {
	var q Question
	q.Raise([]adjudicator.Part{{Fate: adjudicator.Unsure, Quote: "A Mun-Xyz", Suggest: []string{"A Mun-Ber", "A Mun-Bur"}}}, 4)
	q.Raise([]adjudicator.Part{{Fate: adjudicator.Refused, Quote: "F Kie-Xyz"}}, 5)
	q.Raise([]adjudicator.Part{{Fate: adjudicator.Filed, Quote: "A Ber-Pru", Why: "You have no army in Berlin."}}, 6)
	for _, test := range []struct {
		numbers  []int
		answers  int // the number of our letter; 0: none
		want     []int
		contains string
	}{
		{nil, 0, nil, "does not say which"},
		{nil, 4, nil, "does not say which"}, // two offers
		{nil, 6, nil, "does not say which"}, // three points
		{[]int{2}, 0, []int{2}, ""},
		{[]int{2, 3}, 4, []int{2, 3}, ""},
		{[]int{1, 2}, 4, nil, "two offers for the same words"},
		{[]int{4}, 6, nil, "no open offer with the number 4"},
	} {
		got, why := q.Taken(test.numbers, reply(test.answers))
		if !slices.Equal(got, test.want) || !strings.Contains(why, test.contains) || (why == "") != (test.contains == "") {
			t.Errorf("YES %v to letter %d takes %v, %q", test.numbers, test.answers, got, why)
		}
	}
	if lines := q.Accept([]int{2}); !slices.Equal(lines, []string{"A Mun-Bur"}) || len(q.Points) != 2 {
		t.Errorf("YES 2 files %q, and leaves %+v", lines, q.Points)
	}
	q.Accept([]int{3}) // as it is
	if len(q.Points) != 1 || q.Points[0].Quote != "F Kie-Xyz" {
		t.Errorf("left is %+v", q.Points)
	}
	if _, why := q.Taken(nil, reply(6)); why != noOffer {
		t.Errorf("YES to what has no offer: %q", why)
	}
	q.Raise([]adjudicator.Part{{Fate: adjudicator.Unsure, Quote: "F Kie-Xyz", Suggest: []string{"F Kie-Den"}}}, 7)
	q.Tells(7)
	for letter, want := range map[int][]int{7: {4}, 8: nil, 6: nil, 0: nil} { // letter 8 has only press
		if got, _ := q.Taken(nil, reply(letter)); !slices.Equal(got, want) {
			t.Errorf("YES to letter %d takes %v, want %v", letter, got, want)
		}
	}
}

// reply returns the token of a letter of ours; nil for number 0.
func reply(number int) *letter.Token {
	if number == 0 {
		return nil
	}
	return &letter.Token{Kind: letter.Reply, Letter: number}
}
