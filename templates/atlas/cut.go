package atlas

import (
	"fmt"
	"image"
	"image/draw"
	"math"
	"slices"

	"deaddrop/adjudicator"
)

const (
	phoneWide = 390.0 // width of a phone's screen, in pixels
	phoneFont = 9.0   // smallest height of labels on such a screen, in pixels
	cutMargin = 34.0  // margin around the centres of places
	cutShape  = 0.7   // smallest height of a cropped picture, relative to its width
	cutTall   = 1.5   // largest height of a cropped picture, relative to its width
)

// A window is the part of a board that a cropped picture shows, in whole pixels.
type window struct{ low, high vec }

func (w window) wide() float64 { return w.high.x - w.low.x }
func (w window) tall() float64 { return w.high.y - w.low.y }

// Cuts reports whether a picture of a chart is cropped to places and their neighbours, rather than showing the whole
// board.
func (a *Atlas) Cuts(c adjudicator.Chart, places []string) bool {
	p, _, err := a.plateOf(c)
	if err != nil {
		return false
	}
	_, ok := p.cut(places)
	return ok
}

// phone returns how many pixels of a board fit on a phone with readable labels.
func (p *plate) phone() float64 { return math.Floor(p.board.Font * phoneWide / phoneFont) }

// cut returns the part of a board that contains places and their neighbours. All cropped pictures of a board have the
// same scale. ok is false if there are no such places, or if they are too far apart for labels that can be read on a
// phone.
func (p *plate) cut(places []string) (window, bool) {
	own := p.known(places)
	w, ok := p.around(p.near(own))
	if !ok && len(own) <= battlePlaces {
		return p.around(own)
	}
	return w, ok
}

// battlePlaces is the number of places that take part in a battle. In a picture of so few places, their neighbours
// are left out if they are too far apart.
const battlePlaces = 2

// around returns the part of a board that contains the centres of areas.
func (p *plate) around(areas []int) (window, bool) {
	wide := p.phone()
	if len(areas) == 0 || wide >= p.board.Width {
		return window{}, false
	}
	low, high := vec{math.Inf(1), math.Inf(1)}, vec{math.Inf(-1), math.Inf(-1)}
	for _, i := range areas {
		a := &p.board.Areas[i]
		for _, v := range []vec{at(a.Unit), at(a.Text)} {
			low = vec{min(low.x, v.x-cutMargin), min(low.y, v.y-cutMargin)}
			high = vec{max(high.x, v.x+cutMargin), max(high.y, v.y+cutMargin)}
		}
	}
	low = vec{max(low.x, 0), max(low.y, 0)}
	high = vec{min(high.x, p.board.Width), min(high.y, p.board.Height)}
	tall := math.Ceil(min(max(high.y-low.y, wide*cutShape), p.board.Height))
	if high.x-low.x > wide || tall > wide*cutTall {
		return window{}, false
	}
	from := vec{centred(low.x, high.x, wide, p.board.Width), centred(low.y, high.y, tall, p.board.Height)}
	return window{from, from.plus(vec{wide, tall})}, true
}

// centred returns where an interval of length long begins so that low to high is in its middle, or as near to the
// middle as the board allows.
func centred(low, high, long, board float64) float64 {
	return math.Floor(max(0, min((low+high-long)/2, board-long)))
}

// known returns the areas of those places that the board has.
func (p *plate) known(places []string) []int {
	var out []int
	for _, name := range places {
		if i, ok := p.areas[name]; ok {
			out = append(out, i)
		}
	}
	return out
}

// near returns the given areas and the lands next to them.
func (p *plate) near(own []int) []int {
	out := slices.Clone(own)
	join := func(a, b int) {
		for _, pair := range [][2]int{{a, b}, {b, a}} {
			if slices.Contains(own, pair[0]) && p.isPlace(pair[1]) && !slices.Contains(out, pair[1]) {
				out = append(out, pair[1])
			}
		}
	}
	for _, a := range p.board.Arcs {
		join(a.Left, a.Right)
	}
	for _, links := range [][]Link{p.board.Links, p.board.Crossings} {
		for _, k := range links {
			from, known := p.areas[k.From]
			if to, ok := p.areas[k.To]; ok && known {
				join(from, to)
			}
		}
	}
	return out
}

// isPlace reports whether an area is a land of the game. Seas may be arbitrarily large.
func (p *plate) isPlace(i int) bool {
	return i >= 0 && p.board.Areas[i].Name != "" && p.board.Areas[i].Kind == Land
}

// framing returns a drawing whose board has the size of a window, for drawing the frame around a cropped picture.
func (d *drawing) framing(w window) *drawing {
	board, plate, part := *d.board, *d.plate, *d
	board.Width, board.Height = w.wide(), w.tall()
	plate.board, part.plate = &board, &plate
	return &part
}

// paintedPart returns a window as pixels.
func (d *drawing) paintedPart(e *easel, w window, title, subtitle string) *image.RGBA {
	part := d.framing(w)
	f := part.framed(title, subtitle, frame{})
	g := d.paint(e)
	all := e.canvas(&e.whole, g.width, g.height)
	d.paintBoard(e.painter(d.fonts, all), g, 0)
	m := e.canvas(&e.part, int(w.wide()), int(w.tall()+f.head+f.key+0.5))
	at := image.Rect(0, int(f.head), int(w.wide()), int(f.head)+int(w.tall()))
	draw.Draw(m, at, all, image.Pt(int(w.low.x), int(w.low.y)), draw.Src)
	part.paintFrame(e.painter(d.fonts, m), f)
	return m
}

// svgPart returns a window as an SVG file.
func (d *drawing) svgPart(win window, title, subtitle string) []byte {
	part := d.framing(win)
	f := part.framed(title, subtitle, frame{})
	w := newSVGWriter(d.fonts)
	fmt.Fprintf(w.out, "<svg y=\"%s\" width=\"%[2]s\" height=\"%[3]s\" viewBox=\"%[4]s %[5]s %[2]s %[3]s\">\n",
		number(f.head), number(win.wide()), number(win.tall()), number(win.low.x), number(win.low.y))
	d.writeAll(w)
	w.out.WriteString("</svg>\n")
	w.write(&f.heads)
	fmt.Fprintf(w.out, "<g transform=\"translate(0 %s)\">\n", number(f.head+win.tall()))
	w.write(&f.keys)
	w.out.WriteString("</g>\n")
	return w.document(win.wide(), win.tall()+f.head+f.key, title+" "+subtitle)
}
