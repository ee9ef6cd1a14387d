package atlas

import (
	"slices"
	"strconv"

	"deaddrop/adjudicator"
)

// A stack is all pieces of one owner in a place, on a plate of their colour: first the leader, then a symbol with a
// number for each kind of piece. Several stacks stand one below another, as large as the space of the place allows.
type stack struct {
	owner adjudicator.Seat
	lines [][]token // each line has as many pieces as fit
	wide  float64   // width of the widest line, with the rims
}

// Sizes of a stack at full scale.
const (
	stackHigh  = 15.0 // distance from one line to the next
	stackGap   = 1.6  // gap between two stacks
	stackRim   = 2.5  // distance from the edge of a stack to its pieces
	symbolWide = 13.0
	digitWide  = 6.3
	cellGap    = 1.5
	leaderWide = 13.0
	smallest   = 0.62 // scale at which three full stacks fit into every place
	readable   = 0.72 // scale at which one stack fits, in a place that has space for only one
	largest    = 1.2
)

// StackShapes returns the sizes of spaces for three stacks of five kinds and a leader, in three lines or in six; or,
// if kinds is not 0, for one stack of that many kinds, in one line or more.
func StackShapes(kinds int) []Point {
	const cell = symbolWide + digitWide + cellGap
	if kinds > 0 {
		var out []Point
		for lines := 1; lines <= kinds; lines++ {
			inLine := (kinds + lines - 1) / lines
			out = append(out, Point{tenthUp(readable * (2*stackRim + cell*float64(inLine))),
				tenthUp(readable * (stackHigh * float64(lines)))})
		}
		return out
	}
	shape := func(wide, lines float64) Point {
		return Point{tenthUp(smallest * (2*stackRim + wide)), tenthUp(smallest * (lines*stackHigh + 2*stackGap))}
	}
	return []Point{shape(leaderWide+5*cell, 3), shape(3*cell, 6)}
}

func tenthUp(v float64) float64 { return float64(int(v*10)+1) / 10 }

// chits returns the kinds of pieces that are drawn at the marks of a place, not in stacks.
func chits() []string {
	return []string{"home", "revolt", "invasion", "quagmire", "colony", "impassable"}
}

// stacked arranges a place's pieces in stacks that fit the width of its space at a scale.
func (s *stand) stacked(size float64) (stacks []stack, high float64) {
	room := s.area.Stacks[0]/size - 2*stackRim
	for _, t := range s.tokens {
		if slices.Contains(chits(), t.Kind) {
			continue
		}
		i := slices.IndexFunc(stacks, func(k stack) bool { return k.owner == t.Owner })
		if i < 0 {
			i = len(stacks)
			stacks = append(stacks, stack{owner: t.Owner, lines: [][]token{nil}})
		}
		k := &stacks[i]
		last := &k.lines[len(k.lines)-1]
		if len(*last) > 0 && lineWide(*last)+cellWide(t) > room {
			k.lines = append(k.lines, nil)
			last = &k.lines[len(k.lines)-1]
		}
		*last = append(*last, t)
		k.wide = max(k.wide, lineWide(*last)+2*stackRim)
	}
	for _, k := range stacks {
		high += stackHigh*float64(len(k.lines)) + stackGap
	}
	return stacks, high - stackGap
}

func cellWide(t token) float64 {
	if t.Kind == "leader" {
		return leaderWide
	}
	return symbolWide + digitWide*float64(len(strconv.Itoa(t.Count))) + cellGap
}

func lineWide(line []token) float64 {
	wide := 0.0
	for _, t := range line {
		wide += cellWide(t)
	}
	return wide
}

// fitting returns stacks at the largest scale at which they fit.
func (s *stand) fitting() (stacks []stack, size, high float64) {
	for size = largest; ; size *= 0.95 {
		stacks, high = s.stacked(size)
		wide := 0.0
		for _, k := range stacks {
			wide = max(wide, k.wide)
		}
		if size < 0.2 || wide*size <= s.area.Stacks[0] && high*size <= s.area.Stacks[1] {
			return stacks, size, high
		}
	}
}

// drawStacks draws the pieces of a place with space for stacks, and the chits at its marks.
func (d *drawing) drawStacks(s *stand) {
	stacks, size, high := s.fitting()
	at := at(s.area.Unit)
	at.y -= high * size / 2
	for _, k := range stacks {
		deep := stackHigh * float64(len(k.lines)) * size
		d.drawStack(k, vec{at.x, at.y + deep/2}, size)
		at.y += deep + stackGap*size
	}
	for _, t := range s.tokens {
		if slices.Contains(chits(), t.Kind) {
			d.used[t.Kind] = true
			d.drawChit(s.area, t)
		}
	}
}

// drawStack draws a stack around a centre.
func (d *drawing) drawStack(k stack, c vec, size float64) {
	fill, ok := d.colours[k.owner]
	if !ok {
		fill = nobody
	}
	plate := rect(c, k.wide*size, stackHigh*float64(len(k.lines))*size-0.6, 3*size)
	d.pieces.fill(plate.placed(vec{0.8, 1.2}, 1), faint(rgb(0), 0.3))
	d.pieces.add(shape{path: plate, fill: fill, line: black, width: 1})
	for i, line := range k.lines {
		at := vec{c.x - lineWide(line)*size/2, c.y + (float64(i)-float64(len(k.lines)-1)/2)*stackHigh*size}
		for _, t := range line {
			d.drawCell(t, at, fill, size)
			at.x += cellWide(t) * size
		}
	}
	if ok {
		d.notes.add(d.ownerStamp(k.owner, vec{c.x - k.wide*size/2 - d.ownerWide(k.owner)/2 + 1, c.y}))
	}
}

// drawCell draws a piece of a stack; at is the middle of its left side.
func (d *drawing) drawCell(t token, at vec, fill colour, size float64) {
	d.used[t.Kind] = true
	wide := symbolWide
	if t.Kind == "leader" {
		wide = leaderWide
	}
	middle := at.plus(vec{wide * size / 2, 0})
	s := symbolStamp(d.sign(t.Kind), inkOn(fill), fill, 6.2*size)
	s.at = middle
	d.pieces.add(s)
	if t.Kind != "leader" {
		d.pieces.add(text{at: at.plus(vec{(symbolWide - 0.2) * size, 3.9 * size}), text: strconv.Itoa(t.Count),
			size: 11 * size, style: bold, fill: inkOn(fill)})
	}
	corner := middle.plus(vec{4, -4}.times(size))
	switch t.Mark {
	case "new":
		d.notes.add(plusBadge(corner))
	case "gone":
		d.notes.add(goneCross(middle, 5*size))
	default:
		return
	}
	d.used[t.Mark] = true
}
