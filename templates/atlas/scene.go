package atlas

import "image/color"

// A scene is a list of items in painting order. The same scene is written as SVG and painted as pixels, so that both
// look alike.
type scene struct {
	items []item
}

// An item is an element of a scene.
type item interface {
	paint(*painter)
	write(*svgWriter)
}

// A shape is a path that is filled, hatched or stroked.
type shape struct {
	path   path
	fill   colour
	hatch  *hatch
	line   colour
	width  float64
	dashes []float64
	butt   bool   // whether the ends of the line are flat instead of round
	shared bool   // whether the shape is used several times, so that SVG defines it once
	id     string // ID of the element in SVG
	title  string // tooltip
}

// A text is a line of text. In SVG it stays text.
type text struct {
	at      vec // start, middle or end of the baseline, depending on the anchor
	text    string
	size    float64
	style   style
	anchor  anchor
	fill    colour
	halo    colour
	spacing float64 // extra space between letters
}

// A stamp is a small scene that is used in several positions, and defined once in SVG. Stamps with the same name must
// look alike.
type stamp struct {
	name  string
	at    vec
	items []item // items around 0, 0
}

// A style is a style of the font.
type style byte

const (
	regular style = iota
	bold
	italic
	styles = iota
)

// An anchor says which part of a text lies at its position.
type anchor byte

const (
	start anchor = iota
	middle
	end
)

// A colour may be transparent; its zero value means none.
type colour = color.NRGBA

// A hatch is a fill with parallel lines, so that nobody needs to distinguish colours. It repeats in whole pixels
// along an axis, which keeps files small.
type hatch struct {
	colour colour
	period int     // distance between lines along the picture's edge
	width  float64 // width of a line
	falls  bool    // the lines go down to the right, instead of up
}

func (s *scene) add(items ...item) { s.items = append(s.items, items...) }

func (s *scene) fill(p path, c colour) { s.add(shape{path: p, fill: c}) }

func (s *scene) stroke(p path, c colour, width float64, dashes ...float64) {
	s.add(shape{path: p, line: c, width: width, dashes: dashes})
}

// rgb returns the opaque colour 0xrrggbb.
func rgb(n uint32) colour { return colour{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n), A: 255} }

// faint returns the colour with an opacity.
func faint(c colour, opacity float64) colour {
	c.A = uint8(255*opacity + 0.5)
	return c
}

// mix returns a blend of two colours, with the given share of b.
func mix(a, b colour, share float64) colour {
	m := func(x, y uint8) uint8 { return uint8(float64(x)*(1-share) + float64(y)*share + 0.5) }
	return colour{R: m(a.R, b.R), G: m(a.G, b.G), B: m(a.B, b.B), A: 255}
}

// bright returns the perceived brightness of a colour, 0 to 255.
func bright(c colour) float64 { return 0.3*float64(c.R) + 0.59*float64(c.G) + 0.11*float64(c.B) }
