package atlas

import (
	"fmt"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// fonts are the styles of the Go font: Latin, Greek and Cyrillic.
type fonts [styles]*face

// A face is one style of the font. It is safe for concurrent use.
type face struct {
	mu     sync.Mutex
	font   *sfnt.Font
	buffer sfnt.Buffer
	glyphs map[rune]glyph
}

// A glyph is the outline of a character at font size 1.
type glyph struct {
	path    path
	advance float64
}

func newFonts() (*fonts, error) {
	var f fonts
	for i, ttf := range [styles][]byte{regular: goregular.TTF, bold: gobold.TTF, italic: goitalic.TTF} {
		parsed, err := sfnt.Parse(ttf)
		if err != nil {
			return nil, fmt.Errorf("reading a font: %w", err)
		}
		f[i] = &face{font: parsed, glyphs: map[rune]glyph{}}
	}
	return &f, nil
}

// em is the size at which glyphs are loaded, large enough for their exact shape.
const em = 2048

// glyph returns a character's outline, or an empty box if the font lacks the character. The caller must hold the
// lock.
func (f *face) glyph(r rune) glyph {
	if g, ok := f.glyphs[r]; ok {
		return g
	}
	var g glyph
	index, err := f.font.GlyphIndex(&f.buffer, r)
	if err == nil {
		var advance fixed.Int26_6
		if advance, err = f.font.GlyphAdvance(&f.buffer, index, fixed.I(em), font.HintingNone); err == nil {
			g.advance = float64(advance) / 64 / em
			g.path, err = f.outline(index)
		}
	}
	if err != nil {
		g = glyph{}
	}
	if len(f.glyphs) < 1000 { // bound the memory that characters in other people's letters can take
		f.glyphs[r] = g
	}
	return g
}

func (f *face) outline(index sfnt.GlyphIndex) (path, error) {
	segments, err := f.font.LoadGlyph(&f.buffer, index, fixed.I(em), nil)
	if err != nil {
		return nil, err
	}
	at := func(p fixed.Point26_6) vec { return vec{float64(p.X) / 64 / em, float64(p.Y) / 64 / em} }
	var p path
	var now vec
	for _, s := range segments {
		a, b, c := at(s.Args[0]), at(s.Args[1]), at(s.Args[2])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if len(p) > 0 {
				p.close()
			}
			p.moveTo(a)
			now = a
		case sfnt.SegmentOpLineTo:
			p.lineTo(a)
			now = a
		case sfnt.SegmentOpQuadTo:
			p.curveTo(now.toward(a, 2./3), b.toward(a, 2./3), b)
			now = b
		case sfnt.SegmentOpCubeTo:
			p.curveTo(a, b, c)
			now = c
		}
	}
	if len(p) > 0 {
		p.close()
	}
	return p, nil
}

// width returns the width of a line of text.
func (f *fonts) width(text string, s style, size, spacing float64) float64 {
	face := f[s]
	face.mu.Lock()
	defer face.mu.Unlock()
	w := 0.0
	for _, r := range text {
		w += face.glyph(r).advance*size + spacing
	}
	return w - spacing
}

// outline returns a text as a path.
func (f *fonts) outline(t text) path {
	at := t.at
	switch t.anchor {
	case middle:
		at.x -= f.width(t.text, t.style, t.size, t.spacing) / 2
	case end:
		at.x -= f.width(t.text, t.style, t.size, t.spacing)
	}
	face := f[t.style]
	face.mu.Lock()
	defer face.mu.Unlock()
	var p path
	for _, r := range t.text {
		g := face.glyph(r)
		p = append(p, g.path.placed(at, t.size)...)
		at.x += g.advance*t.size + t.spacing
	}
	return p
}
