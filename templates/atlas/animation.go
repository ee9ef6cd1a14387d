package atlas

import (
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"time"
)

// Animation returns an animated PNG of several pictures of one board, each shown for hold. Each frame has exactly the
// pixels that PNG returns for it. The file is a third smaller than a GIF; programs that don't support animated PNG
// show the first picture. A frame contains only what differs from the one before.
func (a *Atlas) Animation(frames []Picture, hold time.Duration) ([]byte, error) {
	if len(frames) == 0 {
		return nil, errors.New("a film without pictures")
	}
	return a.kept("film "+hold.String(), frames, func(p *plate) ([]byte, error) { return p.animation(frames, hold) })
}

func (p *plate) animation(frames []Picture, hold time.Duration) ([]byte, error) {
	drawings := make([]*drawing, len(frames))
	var size frame
	for i, f := range frames {
		if f.Chart.Board != p.board.Name {
			return nil, fmt.Errorf("a film of the boards %q and %q", p.board.Name, f.Chart.Board)
		}
		d, err := p.draw(f.Chart, f.Words)
		if err != nil {
			return nil, err
		}
		drawings[i] = d
		fitting := d.framed(f.Title, f.Subtitle, size)
		size = frame{head: fitting.head, key: fitting.key}
	}
	// All frames share a palette, so each is painted twice: to count colours, and to use them.
	painted := func(i int) *image.RGBA {
		return drawings[i].painted(drawings[i].framed(frames[i].Title, frames[i].Subtitle, size))
	}
	c := newCensus()
	for i := range frames {
		c.count(painted(i))
		c.keep(drawings[i].pieceColours()...)
	}
	palette := append(c.palette(colours-1), color.RGBA{})
	film := apng{hold: hold}
	var before *image.Paletted
	for i := range frames {
		m := c.paletted(painted(i), palette)
		if err := film.add(m, before, len(frames), i == len(frames)-1); err != nil {
			return nil, fmt.Errorf("encoding a film: %w", err)
		}
		before = m
	}
	film.chunk("IEND", nil)
	return film.out.Bytes(), nil
}

// An apng builds an animated PNG.
type apng struct {
	pngWriter
	hold     time.Duration
	sequence uint32
}

// add adds a frame of a film with n frames. The last is shown longer.
func (f *apng) add(m, before *image.Paletted, n int, last bool) error {
	delta := m
	if before == nil {
		f.begin(m)
		f.chunk("acTL", binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(n)), 0))
		f.palette(m.Palette)
	} else {
		delta = difference(m, before)
	}
	hold := f.hold.Milliseconds()
	if last {
		hold *= 3
	}
	control := f.numbered()
	for _, v := range []int{delta.Rect.Dx(), delta.Rect.Dy(), delta.Rect.Min.X, delta.Rect.Min.Y} {
		control = binary.BigEndian.AppendUint32(control, uint32(v))
	}
	control = binary.BigEndian.AppendUint16(control, uint16(min(hold, 65535)))
	control = binary.BigEndian.AppendUint16(control, 1000)
	f.chunk("fcTL", append(control, 0, 1)) // dispose: none; blend: over (an unchanged pixel is transparent)
	data, err := pixels(delta)
	switch {
	case err != nil:
		return err
	case before == nil:
		f.chunk("IDAT", data)
	default:
		f.chunk("fdAT", append(f.numbered(), data...))
	}
	return nil
}

// numbered begins a chunk whose data starts with the next sequence number.
func (f *apng) numbered() []byte {
	f.sequence++
	return binary.BigEndian.AppendUint32(nil, f.sequence-1)
}

// difference returns the smallest rectangle of m that differs from before, with equal pixels transparent (the
// palette's last colour).
func difference(m, before *image.Paletted) *image.Paletted {
	var box image.Rectangle
	w := m.Rect.Dx()
	for i, v := range m.Pix {
		if v != before.Pix[i] {
			box = box.Union(image.Rect(i%w, i/w, i%w+1, i/w+1))
		}
	}
	if box.Empty() {
		box = image.Rect(0, 0, 1, 1)
	}
	out := image.NewPaletted(box, m.Palette)
	same := uint8(len(m.Palette) - 1)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			v := m.Pix[m.PixOffset(x, y)]
			if v == before.Pix[before.PixOffset(x, y)] {
				v = same
			}
			out.Pix[out.PixOffset(x, y)] = v
		}
	}
	return out
}
