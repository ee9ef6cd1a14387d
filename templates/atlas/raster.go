package atlas

import (
	"encoding/binary"
	"image"
	"image/draw"
	"math"

	"golang.org/x/image/vector"
)

// A painter paints scenes as pixels. It must not be used concurrently.
type painter struct {
	fonts *fonts
	image *image.RGBA // target picture, with premultiplied colours
	off   vec         // position of the scene's 0, 0 on the picture
	ras   vector.Rasterizer
	mask  image.Alpha // how much of each pixel the current shape covers
}

func (p *painter) paint(s *scene) {
	for _, it := range s.items {
		it.paint(p)
	}
}

func (s shape) paint(p *painter) {
	if s.fill.A > 0 {
		p.fill(s.path.runs(), s.fill, nil)
	}
	if s.hatch != nil {
		p.fill(s.path.runs(), s.hatch.colour, s.hatch)
	}
	if s.line.A > 0 {
		p.polygons(s.path.outlines(s.width, s.dashes, s.butt), s.line, nil)
	}
}

func (t text) paint(p *painter) {
	outline := p.fonts.outline(t)
	if t.halo.A > 0 {
		p.polygons(outline.outlines(haloWidth, nil, false), t.halo, nil)
	}
	p.fill(outline.runs(), t.fill, nil)
}

func (s stamp) paint(p *painter) {
	was := p.off
	p.off = p.off.plus(s.at)
	for _, it := range s.items {
		it.paint(p)
	}
	p.off = was
}

func (p *painter) fill(runs []run, c colour, h *hatch) {
	polygons := make([][]vec, len(runs))
	for i, r := range runs {
		polygons[i] = r.points
	}
	p.polygons(polygons, c, h)
}

// polygons fills polygons by the nonzero winding rule.
func (p *painter) polygons(polygons [][]vec, c colour, h *hatch) {
	area := p.cover(polygons)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		mask := p.mask.Pix[(y-area.Min.Y)*p.mask.Stride:][:area.Dx()]
		pix := p.image.Pix[p.image.PixOffset(area.Min.X, y):]
		for x := 0; x < len(mask); x++ {
			if x+8 <= len(mask) && binary.LittleEndian.Uint64(mask[x:]) == 0 {
				x += 7
				continue
			}
			if mask[x] == 0 {
				continue
			}
			a := uint32(mask[x]) * uint32(c.A)
			if h != nil {
				a = a * h.share(area.Min.X+x, y) / 255
			}
			blend(pix[x*4:x*4+4:x*4+4], c, a)
		}
	}
}

// blend paints a colour over a pixel; a is the opacity, from 0 to 255*255.
func blend(d []uint8, c colour, a uint32) {
	const whole = 255 * 255
	n := whole - a
	d[0] = uint8((uint32(d[0])*n + uint32(c.R)*a + whole/2) / whole)
	d[1] = uint8((uint32(d[1])*n + uint32(c.G)*a + whole/2) / whole)
	d[2] = uint8((uint32(d[2])*n + uint32(c.B)*a + whole/2) / whole)
	d[3] = uint8((uint32(d[3])*n + 255*a + whole/2) / whole)
}

// cover computes in the mask how much of each pixel the polygons cover, and returns the part of the mask that it
// used; most shapes are small.
func (p *painter) cover(polygons [][]vec) image.Rectangle {
	low, high := vec{math.Inf(1), math.Inf(1)}, vec{math.Inf(-1), math.Inf(-1)}
	for _, points := range polygons {
		for _, q := range points {
			low = vec{min(low.x, q.x), min(low.y, q.y)}
			high = vec{max(high.x, q.x), max(high.y, q.y)}
		}
	}
	if low.x > high.x {
		return image.Rectangle{}
	}
	low, high = low.plus(p.off), high.plus(p.off)
	area := image.Rect(int(math.Floor(low.x)), int(math.Floor(low.y)), int(math.Ceil(high.x)), int(math.Ceil(high.y)))
	area = area.Intersect(p.image.Rect)
	if area.Empty() {
		return image.Rectangle{}
	}
	p.ras.Reset(area.Dx(), area.Dy())
	p.ras.DrawOp = draw.Src
	off := p.off.minus(vec{float64(area.Min.X), float64(area.Min.Y)})
	for _, points := range polygons {
		if len(points) < 3 {
			continue
		}
		for i, q := range points {
			x, y := float32(q.x+off.x), float32(q.y+off.y)
			if i == 0 {
				p.ras.MoveTo(x, y)
			} else {
				p.ras.LineTo(x, y)
			}
		}
		p.ras.ClosePath()
	}
	n := area.Dx() * area.Dy()
	if cap(p.mask.Pix) < n {
		p.mask.Pix = make([]uint8, n)
	}
	p.mask.Pix = p.mask.Pix[:n]
	p.mask.Stride, p.mask.Rect = area.Dx(), image.Rect(0, 0, area.Dx(), area.Dy())
	p.ras.Draw(&p.mask, p.mask.Rect, image.Opaque, image.Point{})
	return area
}

// share returns how much of a pixel the hatch covers, from 0 to 255.
func (h *hatch) share(x, y int) uint32 {
	k := x + y
	if h.falls {
		k = x - y
	}
	k = (k%h.period + h.period) % h.period
	d := math.Abs(float64(k)-float64(h.period)/2+0.5) / math.Sqrt2 // distance from the middle of the line
	return uint32(255*min(max(h.width/2-d+0.5, 0), 1) + 0.5)
}
