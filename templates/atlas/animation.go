package atlas

import (
	"bytes"
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
	return a.kept("film "+hold.String(), frames, func(e *easel, p *plate) ([]byte, error) { return p.animation(e, frames, hold) })
}

func (p *plate) animation(e *easel, frames []Picture, hold time.Duration) ([]byte, error) {
	var size frame
	e.census.reset()
	// All frames share a frame and a palette, so each is drawn three times: to measure, to count colours, and to use them. To
	// keep the drawings would take more memory than a whole service.
	drawn := func(i int) (*drawing, frame, error) {
		if frames[i].Chart.Board != p.board.Name {
			return nil, frame{}, fmt.Errorf("a film of the boards %q and %q", p.board.Name, frames[i].Chart.Board)
		}
		d, err := p.draw(frames[i].Chart, frames[i].Words)
		if err != nil {
			return nil, frame{}, err
		}
		return d, d.framed(frames[i].Title, frames[i].Subtitle, size), nil
	}
	for i := range frames {
		_, f, err := drawn(i)
		if err != nil {
			return nil, err
		}
		size = frame{head: f.head, key: f.key}
	}
	for i := range frames {
		d, f, err := drawn(i)
		if err != nil {
			return nil, err
		}
		e.census.count(d.painted(e, f))
		e.census.keep(d.pieceColours()...)
	}
	palette := append(e.census.palette(colours-1), color.RGBA{})
	film := apng{hold: hold}
	var before *image.Paletted
	for i := range frames {
		d, f, err := drawn(i)
		if err != nil {
			return nil, err
		}
		m := e.census.paletted(&e.indexed[i%2], d.painted(e, f), palette)
		if err := film.add(e, m, before, len(frames), i == len(frames)-1); err != nil {
			return nil, fmt.Errorf("encoding a film: %w", err)
		}
		before = m
	}
	film.chunk("IEND", nil)
	return bytes.Clone(film.out.Bytes()), nil
}

// An apng builds an animated PNG.
type apng struct {
	pngWriter
	hold     time.Duration
	sequence uint32
}

// add adds a frame of a film with n frames. The last is shown longer.
func (f *apng) add(e *easel, m, before *image.Paletted, n int, last bool) error {
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
	data, err := e.pixels(delta)
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
