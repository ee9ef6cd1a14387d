package atlas

import (
	"encoding/binary"
	"image"
	"slices"
	"sort"
)

// A ground is a board painted once: the area of each pixel, and the layers above it. A picture then only looks up
// colours, which takes a tenth of the time of painting the board.
type ground struct {
	width, height int
	edges         []edge  // pixels that belong to two areas
	spans         []span  // all pixels, row by row
	over          []uint8 // pixels of the spans that are not flat: glow, coasts and borders
	labels        []spot  // pixels of the labels, the topmost layer
}

// An edge is a rim with its first area and what is over it.
type edge struct {
	rim
	first uint8
	over  uint32
}

// areaAt returns the index of the area at a pixel.
func (g *ground) areaAt(x, y int) uint8 {
	i := sort.Search(len(g.spans), func(i int) bool {
		s := g.spans[i]
		return int(s.y) > y || int(s.y) == y && int(s.x) > x
	})
	return g.spans[i-1].area
}

// A rim is a pixel that also shows a second area.
type rim struct {
	at    int32
	area  uint8
	share uint8 // opacity of the second area, 0 to 255
}

// A span is a run of pixels of one area in a row. Flat ones, the majority, have nothing over them.
type span struct {
	x, y, n int16
	area    uint8
	flat    bool
}

// follows reports whether a span is of the same kind as the one to its left.
func (s span) follows(before span) bool {
	return s.x > 0 && s.area == before.area && s.flat == before.flat
}

// A spot is a pixel of the topmost layer, the labels.
type spot struct {
	at  int32
	pix [4]uint8
}

// noArea marks pixels outside the board.
const noArea = 255

// opaque is the share of an area that covers a whole pixel.
const opaque = 255

// paint returns the ground, which it paints when it is first called.
func (p *plate) paint(e *easel) *ground {
	if p.ground == nil {
		e.part, e.indexed, e.zip = nil, [2]image.Paletted{}, nil // a board takes much itself
		tidy()
		p.ground = p.paintGround(e)
		tidy()
	}
	return p.ground
}

func (p *plate) paintGround(e *easel) *ground {
	w, h := int(p.board.Width+0.5), int(p.board.Height+0.5)
	g := &ground{width: w, height: h}
	areas, seconds := make([]uint8, w*h), make([]uint8, w*h) // the two areas of which most is in a pixel, and their shares
	best, less := make([]uint8, w*h), make([]uint8, w*h)
	over := e.canvas(&e.whole, w, h)
	pen := e.painter(p.fonts, over)
	dry := make([]uint8, w*h)
	for i := range areas {
		areas[i], seconds[i] = noArea, noArea
	}
	for i, a := range p.board.Areas {
		p.survey(pen, p.shapes[i], func(at int, cover uint8) {
			switch {
			case a.Over && cover == opaque:
				areas[at], best[at], seconds[at], less[at] = uint8(i), cover, noArea, 0
			case cover > best[at]:
				seconds[at], less[at] = areas[at], best[at]
				areas[at], best[at] = uint8(i), cover
			case cover > less[at]:
				seconds[at], less[at] = uint8(i), cover
			}
			if a.Kind == Land || a.Kind == Decor || a.Kind == Void {
				dry[at] = uint8(min(255, int(dry[at])+int(cover)))
			}
		})
	}
	pen.paint(&p.glow)
	for i, d := range dry { // the glow is only on water
		for k := range 4 {
			v := &over.Pix[4*i+k]
			*v = uint8(int(*v) * int(255-d) / 255)
		}
	}
	pen.paint(&p.lines)
	for i, share := range less {
		if share > 0 && seconds[i] != noArea {
			share = uint8(255 * int(share) / (int(share) + int(best[i])))
			second := rim{int32(i), seconds[i], share}
			g.edges = append(g.edges, edge{second, areas[i], binary.LittleEndian.Uint32(over.Pix[4*i:])})
		}
	}
	g.spread(areas, over)
	g.labels = p.paintLabels(pen)
	return g
}

// spread divides the rows into spans, and keeps what is over them.
func (g *ground) spread(areas []uint8, over *image.RGBA) {
	for y := range g.height {
		for x := range g.width {
			at := y*g.width + x
			pix := over.Pix[4*at : 4*at+4]
			now := span{int16(x), int16(y), 1, areas[at], pix[3] == 0}
			if !now.flat {
				g.over = append(g.over, pix...)
			}
			if last := len(g.spans) - 1; last >= 0 && now.follows(g.spans[last]) {
				g.spans[last].n++
			} else {
				g.spans = append(g.spans, now)
			}
		}
	}
	// clone without spare capacity
	g.over, g.spans, g.edges = slices.Clone(g.over), slices.Clone(g.spans), slices.Clone(g.edges)
}

// survey calls f with each pixel that a shape covers.
func (p *plate) survey(pen *painter, s path, f func(at int, cover uint8)) {
	runs := s.runs()
	polygons := make([][]vec, len(runs))
	for i, r := range runs {
		polygons[i] = r.points
	}
	area := pen.cover(polygons)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		row := pen.mask.Pix[(y-area.Min.Y)*pen.mask.Stride:][:area.Dx()]
		for x, cover := range row {
			if cover > 0 {
				f(y*pen.image.Rect.Dx()+area.Min.X+x, cover)
			}
		}
	}
}

// paintLabels paints the labels, in place of what the painter has painted before.
func (p *plate) paintLabels(pen *painter) []spot {
	layer := pen.image.Pix
	clear(layer)
	pen.paint(&p.labels)
	var out []spot
	for i := 0; i < len(layer); i += 4 {
		if layer[i+3] > 0 {
			out = append(out, spot{int32(i / 4), [4]uint8(layer[i : i+4])})
		}
	}
	return slices.Clone(out)
}

// A tint is the look of an area on a picture.
type tint struct {
	fill  colour
	hatch *hatch
}

// show paints the ground with tints for its areas into a picture, beginning at row top.
func (g *ground) show(m *image.RGBA, top int, tints []tint) {
	inks := make([]ink, noArea+1)
	for i := range inks {
		if i < len(tints) {
			inks[i] = newInk(tints[i], g.width)
		} else if i == noArea {
			inks[i] = newInk(tint{fill: black}, g.width)
		}
	}
	above := g.over
	for _, s := range g.spans {
		x, y, n := int(s.x), int(s.y), int(s.n)
		pix := m.Pix[m.PixOffset(x, top+y):][:4*n]
		inks[s.area].fillRow(pix, x, y)
		if s.flat {
			continue
		}
		over := above[:4*n]
		above = above[4*n:]
		for i := 0; i < len(pix); i += 4 {
			shade := covered(binary.LittleEndian.Uint32(pix[i:]), binary.LittleEndian.Uint32(over[i:]))
			binary.LittleEndian.PutUint32(pix[i:], shade)
		}
	}
	shift := m.PixOffset(0, top)
	for _, e := range g.edges {
		shade := packed(mix(inks[e.first].fill, inks[e.area].fill, float64(e.share)/255))
		binary.LittleEndian.PutUint32(m.Pix[shift+4*int(e.at):], covered(shade, e.over))
	}
}

// write paints the labels.
func (g *ground) write(m *image.RGBA, top int) {
	shift := m.PixOffset(0, top)
	for _, s := range g.labels {
		d := m.Pix[shift+4*int(s.at):][:4]
		binary.LittleEndian.PutUint32(d, covered(binary.LittleEndian.Uint32(d), binary.LittleEndian.Uint32(s.pix[:])))
	}
}

// An ink is a tint prepared for painting. Its shades cover a piece of a row longer than any span.
type ink struct {
	fill   colour
	period int // period of the hatch in pixels; 0 if there is none
	falls  bool
	shades []uint8
}

func newInk(t tint, longest int) ink {
	k := ink{fill: t.fill}
	if t.hatch != nil {
		k.period, k.falls = t.hatch.period, t.hatch.falls
	}
	k.shades = make([]uint8, 4*(longest+k.period))
	for x := range max(k.period, 1) {
		pix := k.shades[4*x : 4*x+4]
		binary.LittleEndian.PutUint32(pix, packed(t.fill))
		if t.hatch != nil {
			blend(pix, t.hatch.colour, t.hatch.share(x, 0)*uint32(t.hatch.colour.A))
		}
	}
	for n := 4 * max(k.period, 1); n < len(k.shades); n *= 2 {
		copy(k.shades[n:], k.shades[:n])
	}
	return k
}

// fillRow paints pixels of a row, beginning at position x, y of the picture.
func (k *ink) fillRow(pix []uint8, x, y int) {
	phase := 0
	switch {
	case k.period == 0:
	case k.falls:
		phase = ((x-y)%k.period + k.period) % k.period
	default:
		phase = (x + y) % k.period
	}
	copy(pix, k.shades[4*phase:])
}

// packed returns an opaque colour as the four bytes of a pixel.
func packed(c colour) uint32 {
	return uint32(c.R) | uint32(c.G)<<8 | uint32(c.B)<<16 | 255<<24
}

// covered returns an opaque pixel with a premultiplied one over it.
func covered(below, above uint32) uint32 {
	n := 255 - above>>24
	even := (below&0x00ff00ff)*n + 0x00800080
	odd := (below>>8&0x00ff00ff)*n + 0x00800080
	even = (even + even>>8&0x00ff00ff) >> 8 & 0x00ff00ff
	odd = (odd + odd>>8&0x00ff00ff) & 0xff00ff00
	return above + even + odd
}
