package atlas

import "image/color"

// A scene is a drawing: things in the order in which they are painted. One scene is written as SVG and painted as
// pixels, so that both are one picture.
type scene struct {
	items []item
}

// An item is a thing of a scene.
type item interface {
	paint(*painter)
	write(*svgWriter)
}

// A shape is a path that is filled, hatched or drawn as a line.
type shape struct {
	path   path
	fill   colour
	hatch  *hatch
	line   colour
	width  float64
	dashes []float64
	butt   bool   // the line's ends are flat instead of round
	shared bool   // the path is painted several times: SVG has it once
	id     string // of the element in SVG
	title  string // what a mouse shows
}

// A text is a line of text. SVG keeps it as text.
type text struct {
	at      vec // where the baseline begins, ends or has its middle
	text    string
	size    float64
	style   style
	anchor  anchor
	fill    colour
	halo    colour
	spacing float64 // between the letters
}

// A stamp is a small scene that stands in several positions, and in SVG once. Stamps of one name look alike.
type stamp struct {
	name  string
	at    vec
	items []item // around 0, 0
}

// A style is a cut of the font.
type style byte

const (
	regular style = iota
	bold
	italic
	styles = iota
)

// An anchor is the part of a text that stands at its position.
type anchor byte

const (
	start anchor = iota
	middle
	end
)

// A colour may be see-through; its zero value is none.
type colour = color.NRGBA

// A hatch is a fill of parallel lines, so that nobody needs to tell colours apart. Its period is one of pixels along
// an axis, which keeps files small.
type hatch struct {
	colour colour
	period int     // from line to line along the picture's edge
	width  float64 // of a line
	falls  bool    // the lines go down to the right, instead of up
}

func (s *scene) add(items ...item) { s.items = append(s.items, items...) }

func (s *scene) fill(p path, c colour) { s.add(shape{path: p, fill: c}) }

func (s *scene) stroke(p path, c colour, width float64, dashes ...float64) {
	s.add(shape{path: p, line: c, width: width, dashes: dashes})
}

// rgb is the colour with that number, 0xrrggbb.
func rgb(n uint32) colour { return colour{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n), A: 255} }

// faint is the colour, see-through.
func faint(c colour, opacity float64) colour {
	c.A = uint8(255*opacity + 0.5)
	return c
}

// mix is share of b in a.
func mix(a, b colour, share float64) colour {
	m := func(x, y uint8) uint8 { return uint8(float64(x)*(1-share) + float64(y)*share + 0.5) }
	return colour{R: m(a.R, b.R), G: m(a.G, b.G), B: m(a.B, b.B), A: 255}
}

// bright is how light a colour looks, 0 to 255.
func bright(c colour) float64 { return 0.3*float64(c.R) + 0.59*float64(c.G) + 0.11*float64(c.B) }
