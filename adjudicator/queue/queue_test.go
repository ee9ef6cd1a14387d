package queue_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
	"deaddrop/parser/order"
)

// A deed of a made-up game has up to two parts: DIG a hole, FILL another. There are no holes beyond 9.
type deed struct{ dig, fill int }

func (d deed) lines() []string {
	var out []string
	if d.dig > 0 {
		out = append(out, fmt.Sprint("DIG ", d.dig))
	}
	if d.fill > 0 {
		out = append(out, fmt.Sprint("FILL ", d.fill))
	}
	return out
}

func (d deed) words() string { return strings.Join(d.lines(), "; ") }

func (d deed) idle() bool { return d == deed{} }

// read puts a letter onto a queue, and returns it in normal form with what was refused and noted.
func read(file queue.Queue[deed], letter string) (now queue.Queue[deed], said []string) {
	var lexer order.Lexer
	l := queue.Letter[deed]{Queue: file, Idle: deed.idle}
	refuse := func(err error) {
		if err != nil {
			said = append(said, err.Error())
		}
	}
	for line := range strings.SplitSeq(letter, "/") {
		c := lexer.Lex(strings.TrimSpace(line))
		other := queue.Otherwise(&c)
		if done, err := l.Heading(&c); done || err != nil {
			refuse(err)
			continue
		}
		digs := c.Peek() == "dig"
		refuse(l.Part(digs, other, func(d *deed) (bool, error) {
			c.Pos++
			n, ok := c.Number()
			if !ok || n > 9 {
				return digs, errors.New("There is no such hole.")
			}
			if digs {
				d.dig = n
			} else {
				d.fill = n
			}
			return false, nil
		}))
	}
	whole := func(number int, p queue.Plan[deed]) bool {
		lacks := slices.ContainsFunc(p, func(d deed) bool { return d.dig == 0 })
		if lacks {
			said = append(said, fmt.Sprintf("Nothing is dug in turn %d.", number))
		}
		return !lacks
	}
	l.Settle(whole, func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) })
	return l.Queue, said
}

func TestLetters(t *testing.T) {
	const (
		counted = "Turns are counted from your next one, whatever the game's turn is, and a queue has 12 at most: the last one that you can write now is TURN %d."
		hole    = "There is no such hole."
	)
	for _, c := range []struct{ file, letter, want string }{
		{"", "DIG 1", "DIG 1"},
		{"", "DIG 1 / OR DIG 2 / FILL 3", "DIG 1, OR DIG 2, FILL 3"},
		{"DIG 1 / TURN 2 / DIG 2", "DIG 3", "DIG 3"}, // a new queue
		{"DIG 1 / TURN 2 / DIG 2", "OR DIG 3", "DIG 1, OR DIG 3, TURN 2, DIG 2"},
		{"DIG 1 / TURN 2 / DIG 2", "FILL 3", "DIG 1, FILL 3, TURN 2, DIG 2"},
		{"DIG 1 / TURN 2 / DIG 2", "TURN 1: DIG 3", "DIG 3, TURN 2, DIG 2"},
		{"DIG 1 / TURN 2 / DIG 2 / TURN 3 / DIG 3", "TURN 2 / DIG 4", "DIG 1, TURN 2, DIG 4"},
		{"DIG 1 / TURN 2 / DIG 2 / TURN 3 / DIG 3", "TURN 2: NONE", "DIG 1"},
		{"DIG 1", "TURN 1: none", ""},
		{"DIG 1 / TURN 2 / TURN 3 / DIG 3", "TURN 3: NONE", "DIG 1"},
		{"", "TURN 1 / DIG 10 / TURN 2 / DIG 2", "TURN 1, TURN 2, DIG 2; " + hole},
		{"DIG 1", "TURN 3: DIG 3", "DIG 1; " + fmt.Sprintf(counted, 2)},
		{"DIG 1", "TURN 2: DIG 10", "DIG 1; " + hole},
		{"DIG 1", "TURN 1: DIG 10", "DIG 1; " + hole + "; TURN 1 is not taken, since a line of it was refused; what was on file for it stays."},
		{"DIG 1", "TURN 2 / DIG 10 / FILL 2 / TURN 3 / DIG 3", "DIG 1, TURN 2, TURN 3, DIG 3; " + hole + "; TURN 2 is not taken, since a line of it was refused; nothing is on file for it."},
		{"", "DIG 1 / FILL 10", "DIG 1; " + hole}, // which breaks no turn
		{"", "FILL 1", "; Nothing is dug in turn 1."},
		{"", "DIG 1" + strings.Repeat(" / OR DIG 2", 12), "DIG 1" + strings.Repeat(", OR DIG 2", 11) + "; A turn has 12 alternatives at most."},
	} {
		file, said := read(nil, c.file)
		if len(said) > 0 && c.file != "" {
			t.Fatalf("%s: %v", c.file, said)
		}
		now, said := read(file, c.letter)
		lines := now.Lines(deed.lines)
		got := strings.Join(append([]string{strings.Join(lines, ", ")}, said...), "; ")
		if got != c.want {
			t.Errorf("%q, with %q on file, is\n%s\nand not\n%s", c.letter, c.file, got, c.want)
		}
		again, said := read(nil, strings.Join(lines, "/"))
		if len(lines) > 0 && (!slices.Equal(again.Lines(deed.lines), lines) || len(said) > 0) {
			t.Errorf("%q is read again as %q; %v", lines, again.Lines(deed.lines), said)
		}
		form := strings.Join(now.Form(deed.words), "\n")
		if want := fmt.Sprintf("\nTURN %d: ", len(now)+1); !strings.HasSuffix("\n"+form, want) {
			t.Errorf("the form of %q is %q", lines, form)
		}
	}
}

func TestNext(t *testing.T) {
	q := queue.Queue[deed]{{{dig: 1}, {dig: 2}, {dig: 3}}, {{dig: 1}}, nil}
	against := func(d deed) error {
		if d.dig < 2 {
			return errors.New("It is a hole already.")
		}
		return nil
	}
	if !q.Goes(against) || q[1:].Goes(against) || q[2:].Goes(against) || q[3:].Goes(against) {
		t.Error("the queue goes on where it should not, or does not where it should")
	}
	var skipped []string
	next := func() string {
		skipped = nil
		d, ok := q.Next(against, func(d deed, why error) { skipped = append(skipped, d.words()+": "+why.Error()) })
		return fmt.Sprint(d.words(), " ", ok, " ", len(q), " ", skipped)
	}
	for _, want := range []string{
		"DIG 2 true 2 [DIG 1: It is a hole already.]",
		" false 1 [DIG 1: It is a hole already.]",
		" false 0 []",
		" false 0 []",
	} {
		if got := next(); got != want {
			t.Errorf("next is %q, not %q", got, want)
		}
	}
}

func TestRequests(t *testing.T) {
	for _, c := range []struct{ got, want adjudicator.Request }{
		{queue.Turn("Red", "", "PASS", false), adjudicator.Request{Seat: "Red", Kind: "turn", Default: "PASS"}},
		{queue.Turn("Red", "DIG 1", "PASS", false), adjudicator.Request{Seat: "Red", Kind: "turn", Default: "PASS", Filed: "DIG 1"}},
		{queue.Turn("Red", "DIG 1", "PASS", true), adjudicator.Request{Seat: "Red", Kind: "turn", Default: "PASS", Filed: "DIG 1", Stands: true}},
		{queue.Turn("Red", "", "PASS", true), adjudicator.Request{Seat: "Red", Kind: "turn", Default: "PASS", Filed: "PASS", Stands: true}},
		{queue.Standing("Red", "", "NONE"), adjudicator.Request{Seat: "Red", Kind: "standing", Default: "NONE", Filed: "NONE", Stands: true}},
		{queue.Standing("Red", "DIG 1", "NONE"), adjudicator.Request{Seat: "Red", Kind: "standing", Default: "DIG 1", Filed: "DIG 1", Stands: true}},
	} {
		if c.got != c.want {
			t.Errorf("%+v, not %+v", c.got, c.want)
		}
	}
}

// A queue is put together as its lines in normal form are read, part by part.
func TestParts(t *testing.T) {
	var q queue.Queue[deed]
	q.Part(false, deed{}).dig = 1
	q.Part(false, deed{}).fill = 3
	q.Part(true, deed{fill: 9}).dig = 2
	q = append(q, nil, nil)
	q.Part(false, deed{}).dig = 4
	want := queue.Queue[deed]{{{dig: 1, fill: 3}, {dig: 2, fill: 9}}, nil, {{dig: 4}}}
	if !reflect.DeepEqual(q, want) {
		t.Errorf("the queue is %v, and not %v", q, want)
	}
}
