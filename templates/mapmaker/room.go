package mapmaker

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"

	"deaddrop/templates/atlas"
)

// Sizes of labels in pixels, except where noted. The sizes of pieces are in package atlas.
const (
	secondAway           = 2.2  // distance of a dislodged piece from the first, in radii of a piece
	dotWide              = 9.5  // width of the dot of a supply centre
	labelHigh            = 0.55 // half the height of a label, as a multiple of the font's height
	coastWide, coastHigh = 7.0, 5.0
	halo                 = 1.0
)

// A box is a rectangle of the picture, in pixels.
type box struct{ x0, y0, x1, y1 float64 }

func around(p atlas.Point, wide, high float64) box {
	return box{p[0] - wide, p[1] - high, p[0] + wide, p[1] + high}
}

// overlap returns the area that two boxes share, in square pixels.
func (b box) overlap(c box) float64 {
	w, h := min(b.x1, c.x1)-max(b.x0, c.x0), min(b.y1, c.y1)-max(b.y0, c.y0)
	if w <= 0 || h <= 0 {
		return 0
	}
	return w * h
}

func (b box) grown(by float64) box { return box{b.x0 - by, b.y0 - by, b.x1 + by, b.y1 + by} }

// depth returns how far a circle around c reaches into the box, in pixels; 0 if it does not.
func (b box) depth(c atlas.Point, radius float64) float64 {
	dx := max(b.x0-c[0], 0, c[0]-b.x1)
	dy := max(b.y0-c[1], 0, c[1]-b.y1)
	if dx >= radius || dy >= radius {
		return 0
	}
	return max(0, radius-math.Sqrt(dx*dx+dy*dy))
}

// crossed reports whether the straight line from p to q passes through the box.
func (b box) crossed(p, q atlas.Point) bool {
	if max(p[0], q[0]) < b.x0 || min(p[0], q[0]) > b.x1 {
		return false
	}
	if max(p[1], q[1]) < b.y0 || min(p[1], q[1]) > b.y1 {
		return false
	}
	from, to := 0.0, 1.0
	for axis, edges := range [2][2]float64{{b.x0, b.x1}, {b.y0, b.y1}} {
		d := q[axis] - p[axis]
		if d == 0 {
			continue
		}
		t0, t1 := (edges[0]-p[axis])/d, (edges[1]-p[axis])/d
		from, to = max(from, min(t0, t1)), min(to, max(t0, t1))
	}
	return from < to
}

// pieceBox returns the box that a number of pieces occupy, centred at a point.
func pieceBox(at atlas.Point, token float64, pieces int) box {
	inRow, rows := min(pieces, atlas.PerRow), (pieces+atlas.PerRow-1)/atlas.PerRow
	return around(at, token*(atlas.PieceWide+atlas.RowWide*float64(inRow-1)/2),
		token*(atlas.PieceHigh+atlas.RowHigh*float64(rows-1)/2))
}

// labelSize returns half the width and half the height of an area's label with its dot and marks, in pixels.
func labelSize(face font.Face, b *atlas.Board, a *atlas.Area) (wide, high float64) {
	wide, high = labelWide(face, a), labelHigh*b.Font*float64(1+strings.Count(a.Label, "\n"))
	marksWide, marksHigh := a.Marks()
	return max(wide, marksWide/2), high + marksHigh/2
}

// labelWide returns half the width of an area's label with its dot, in pixels.
func labelWide(face font.Face, a *atlas.Area) float64 {
	w := 0.0
	for line := range strings.SplitSeq(a.Label, "\n") {
		one := float64(font.MeasureString(face, line))/64 + 2*halo
		if a.Kind == atlas.Sea {
			one += atlas.SeaSpacing * float64(len(line)-1)
		}
		w = max(w, one)
	}
	if a.Centre {
		w += dotWide
	}
	return w / 2
}

// labelFace returns the font for measuring labels. It is as wide as the widest font that labels may be drawn in.
func labelFace(size float64) (font.Face, error) {
	f, err := opentype.Parse(gobold.TTF)
	if err != nil {
		return nil, err
	}
	return opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
}

// labelBox returns the box that an area's label occupies.
func labelBox(face font.Face, b *atlas.Board, a *atlas.Area) box {
	wide, high := labelSize(face, b, a)
	return around(a.Text, wide, high)
}

// CheckRoom finds overlaps on a board and returns a sentence for each, sorted. It considers labels, pieces (as many
// as a place can hold), the rings around pieces that hold, dislodged pieces, and lines that run through pieces.
func CheckRoom(b *atlas.Board) ([]string, error) {
	face, err := labelFace(b.Font)
	if err != nil {
		return nil, err
	}
	type thing struct {
		of, what string
		box      box
		round    bool
	}
	var things []thing
	add := func(of, what string, b box, round bool) { things = append(things, thing{of, what, b, round}) }
	stand := func(of string, unit, second atlas.Point, pieces int) {
		add(of, "piece", pieceBox(unit, b.Token, pieces), false)
		if pieces == 1 {
			add(of, "ring", around(unit, b.Token*atlas.RingRadius, b.Token*atlas.RingRadius), true)
			add(of, "dislodged piece", pieceBox(second, b.Token, 1), false)
		}
	}
	for i := range b.Areas {
		a := &b.Areas[i]
		if a.Label == "" {
			continue
		}
		add(a.Name, "label", labelBox(face, b, a), false)
		if a.Stacks != (atlas.Point{}) {
			add(a.Name, "stack", around(a.Unit, a.Stacks[0]/2, a.Stacks[1]/2), false)
			continue
		}
		if a.Pieces > 0 {
			stand(a.Name, a.Unit, a.Second, a.Pieces)
		}
		for _, c := range a.Coasts {
			add(a.Name+"("+c.Name+")", "label", around(c.Text, coastWide, coastHigh), false)
			stand(a.Name+"("+c.Name+")", c.Unit, c.Second, 1)
		}
	}
	var out []string
	for i, x := range things {
		for _, y := range things[:i] {
			solid := x.what == y.what && (x.what == "piece" || x.what == "stack")
			if x.what != "label" && y.what != "label" && !solid {
				continue // rings may overlap each other, and dislodged pieces may stand over other pieces
			}
			covers := x.box.overlap(y.box) > 0
			if x.round {
				covers = y.box.depth(middle(x.box), b.Token*atlas.RingRadius) > 0
			} else if y.round {
				covers = x.box.depth(middle(y.box), b.Token*atlas.RingRadius) > 0
			}
			if covers {
				out = append(out, fmt.Sprintf("the %s of %s covers the %s of %s", x.what, x.of, y.what, y.of))
			}
		}
	}
	out = append(out, linesThrough(b)...)
	slices.Sort(out)
	return out, nil
}

// linesThrough finds lines that run through the piece of a place that they do not join, and returns a sentence for
// each.
func linesThrough(b *atlas.Board) []string {
	var out []string
	for _, a := range b.Areas {
		if a.Label == "" || a.Pieces == 0 {
			continue
		}
		piece := pieceBox(a.Unit, b.Token, a.Pieces)
		for _, k := range b.Links {
			if a.Name == k.From || a.Name == k.To {
				continue
			}
			for i := range k.Points[1:] {
				if piece.crossed(k.Points[i], k.Points[i+1]) {
					out = append(out, fmt.Sprintf("the line from %s to %s runs through the piece of %s",
						k.From, k.To, a.Name))
				}
			}
		}
	}
	return out
}

func middle(b box) atlas.Point { return atlas.Point{(b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2} }
