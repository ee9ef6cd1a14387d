package queue_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
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

func TestLines(t *testing.T) {
	q := queue.Queue[deed]{{{dig: 1}, {dig: 2, fill: 3}}, nil, {{dig: 4}}}
	if got := strings.Join(q.Lines(deed.lines), ", "); got != "DIG 1, OR DIG 2, FILL 3, TURN 2, TURN 3, DIG 4" {
		t.Errorf("the lines are %s", got)
	}
	if got := strings.Join(q.Form(deed.words), "\n"); got != "TURN 1: DIG 1 | DIG 2; FILL 3\nTURN 2: \nTURN 3: DIG 4\nTURN 4: " {
		t.Errorf("the form is\n%s", got)
	}
}
