package queue

import (
	"slices"

	"deaddrop/parser"
	"deaddrop/parser/order"
)

// A Letter puts the turns of a player's letter together, and onto his queue when it ends.
//
// Turns are counted from the player's next one. A letter that has a turn without more, or under a heading TURN 2 of its own,
// is a new queue from that turn on. One in the same line as its heading ("TURN 2: GARRISON Egypt"), as a form has it, takes
// the place of that turn only. A part that begins no turn, and OR with no turn before it, amend what is on file. A turn that
// is broken, since a part of it was refused, is not taken, and what is on file for it stays; nothing moves up, so there may
// be a turn with nothing on file.
type Letter[Deed any] struct {
	Queue Queue[Deed] // on file, and in the end with the turns of the letter
	Blank Deed
	Idle  func(Deed) bool // nothing is said in it

	turns []*draft[Deed]
	now   *draft[Deed] // for which lines are now; nil: none was begun
}

// A draft is a turn as a letter has it.
type draft[Deed any] struct {
	number int
	plan   Plan[Deed]
	at     int  // the alternative that lines are for
	begun  bool // there are lines of it
	alone  bool // it takes the place of that turn only
	none   bool // it is taken back, with those behind it
	amends bool // it was begun with what is on file
	broken bool
	lines  int
}

// TurnNumber goes past "TURN 2".
func TurnNumber(c *order.Cursor) (int, bool) {
	if c.Peek() != "turn" || !order.IsNumeral(c.At(1)) {
		return 0, false
	}
	c.Pos++
	return c.Number()
}

// Otherwise goes past words that begin an alternative.
func Otherwise(c *order.Cursor) bool {
	mark := c.Pos
	c.Skip(",", ";", ".")
	if c.Accept("|", "or", "else", "otherwise", "fallback", "alternatively") || c.Phrase("if that", "if thats", "if this", "if it", "if not possible", "if impossible", "failing that", "failing which") {
		c.Skip("|", "or", "else", "otherwise", ":", ",", "if", "not", "possible", "that", "thats", "this", "it", "fails", "is", "isnt", "impossible", "cant", "be", "done", "taken")
		return true
	}
	c.Pos = mark
	return false
}

// Heading reads TURN 2, which may have an order behind it: then the line is not done.
func (l *Letter[Deed]) Heading(c *order.Cursor) (done bool, err error) {
	n, ok := TurnNumber(c)
	if !ok {
		return false, nil
	}
	next := len(l.Queue) + 1
	for _, t := range l.turns {
		next = max(next, t.number+1)
	}
	if next = min(next, MaxTurns); n < 1 || n > next {
		l.now = &draft[Deed]{number: MaxTurns + 1} // what follows is of no turn that can be
		return true, order.Complain("Turns are counted from your next one, whatever the game's turn is, and a queue has %d at most: the last one that you can write now is TURN %d.", MaxTurns, next)
	}
	c.Skip(":", parser.Dash, ".", ",")
	l.begin(n)
	if c.Done() {
		return true, nil
	}
	if c.None() {
		l.now.none, l.now.begun = true, true
		return true, nil
	}
	l.now.alone = !l.now.begun
	return false, nil
}

// begin begins a turn, or goes on with it.
func (l *Letter[Deed]) begin(number int) {
	i := slices.IndexFunc(l.turns, func(t *draft[Deed]) bool { return t.number == number })
	if i < 0 {
		i = len(l.turns)
		l.turns = append(l.turns, &draft[Deed]{number: number})
	}
	l.now = l.turns[i]
}

// Begun reports whether lines are for a turn now.
func (l *Letter[Deed]) Begun() bool { return l.now != nil }

// Number is that of the turn that lines are for.
func (l *Letter[Deed]) Number() int { return l.now.number }

// Amends reports whether the turn that lines are for was begun with what is on file.
func (l *Letter[Deed]) Amends() bool { return l.now.amends }

// Deed is the alternative that lines are for, as far as it was read.
func (l *Letter[Deed]) Deed() Deed {
	if l.now == nil || len(l.now.plan) == 0 {
		return l.Blank
	}
	return l.now.plan[l.now.at]
}

// Break breaks the turn that lines are for, if one was begun.
func (l *Letter[Deed]) Break() {
	if l.now != nil {
		l.now.broken = true
	}
}

// filed is the plan that is on file under a number.
func (l *Letter[Deed]) filed(number int) Plan[Deed] {
	if number > len(l.Queue) {
		return nil
	}
	return slices.Clone(l.Queue[number-1])
}

// Part has a part of a turn read, onto the alternative that lines are for; begins is that it begins a turn, and other that
// an alternative begins with it. If it is refused, it is not on the turn, which is broken by that or not. Read changes no
// list of the deed in its place.
func (l *Letter[Deed]) Part(begins, other bool, read func(*Deed) (breaks bool, err error)) error {
	if l.now == nil {
		l.begin(1)
	}
	t := l.now
	if !t.begun {
		t.begun = true
		if old := l.filed(t.number); !begins || other {
			t.plan, t.amends = old, len(old) > 0
		}
	}
	if n := len(t.plan); n == 0 || other && !l.Idle(t.plan[n-1]) {
		t.plan, t.at = append(t.plan, l.Blank), n
	}
	if t.lines++; len(t.plan) > MaxEither {
		t.plan, t.at = t.plan[:MaxEither], MaxEither-1
		return order.Complain("A turn has %d alternatives at most.", MaxEither)
	}
	d := t.plan[t.at]
	breaks, err := read(&d)
	if err != nil {
		t.broken = t.broken || breaks
		return err
	}
	t.plan[t.at] = d
	return nil
}

// Settle puts the turns of the letter onto the queue. Each is looked at first whether it is whole; if not, it is broken.
// Note says what the player should know.
func (l *Letter[Deed]) Settle(whole func(number int, p Plan[Deed]) bool, note func(format string, args ...any)) {
	for _, t := range l.turns {
		switch {
		case t.none:
			l.Queue = l.Queue[:min(len(l.Queue), t.number-1)]
		case t.begun:
			l.settle(t, whole, note)
		}
	}
	for len(l.Queue) > 0 && len(l.Queue[len(l.Queue)-1]) == 0 {
		l.Queue = l.Queue[:len(l.Queue)-1]
	}
}

// settle puts one turn of the letter onto the queue, if it is whole; those behind it go, unless it stands alone or amends.
func (l *Letter[Deed]) settle(t *draft[Deed], whole func(int, Plan[Deed]) bool, note func(string, ...any)) {
	t.plan = slices.DeleteFunc(t.plan, l.Idle)
	if len(t.plan) > 0 && !t.broken {
		t.broken = !whole(t.number, t.plan)
	}
	switch {
	case t.broken && len(l.filed(t.number)) > 0:
		note("TURN %d is not taken, since a line of it was refused; what was on file for it stays.", t.number)
	case t.broken && t.lines > 1:
		note("TURN %d is not taken, since a line of it was refused; nothing is on file for it.", t.number)
	}
	if t.broken || len(t.plan) == 0 {
		return
	}
	for len(l.Queue) < t.number {
		l.Queue = append(l.Queue, nil)
	}
	l.Queue[t.number-1] = t.plan
	if !t.alone && !t.amends {
		l.Queue = l.Queue[:t.number]
	}
}
