package atlas

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"time"
)

// Animation returns pictures of one board, one after another, each held for a while, as an animated PNG: it has the
// same pixels as PNG gives, where a GIF is larger by half, and who can't play it sees the first picture. A frame has
// only what differs from the one before.
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
	// All have the same colours, so they are painted twice: to count them, and to use them.
	painted := func(i int) *image.RGBA {
		return drawings[i].painted(drawings[i].framed(frames[i].Title, frames[i].Subtitle, size))
	}
	c := newCensus()
	for i := range frames {
		c.count(painted(i))
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

// An apng puts an animated PNG together from PNGs.
type apng struct {
	out      bytes.Buffer
	hold     time.Duration
	sequence uint32
}

// add adds a frame to a film of n. The last is held longer.
func (f *apng) add(m, before *image.Paletted, n int, last bool) error {
	delta := m
	if before != nil {
		delta = difference(m, before)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, delta); err != nil {
		return err
	}
	hold := f.hold.Milliseconds()
	if last {
		hold *= 3
	}
	control := binary.BigEndian.AppendUint32(nil, 0) // its number in the sequence
	for _, v := range []int{delta.Rect.Dx(), delta.Rect.Dy(), delta.Rect.Min.X, delta.Rect.Min.Y} {
		control = binary.BigEndian.AppendUint32(control, uint32(v))
	}
	control = binary.BigEndian.AppendUint16(control, uint16(min(hold, 65535)))
	control = binary.BigEndian.AppendUint16(control, 1000)
	control = append(control, 0, 1) // the frame stays, and the next is laid over it
	return eachChunk(b.Bytes(), func(kind string, data []byte) {
		switch {
		case kind == "IDAT" && control != nil:
			f.number(control)
			f.chunk("fcTL", control)
			control = nil
		}
		switch {
		case kind == "IDAT" && before == nil:
			f.chunk(kind, data)
		case kind == "IDAT":
			numbered := append(make([]byte, 4), data...)
			f.number(numbered)
			f.chunk("fdAT", numbered)
		case before == nil && kind == "IHDR":
			f.out.WriteString(pngHead)
			f.chunk(kind, data)
			f.chunk("acTL", binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(n)), 0))
		case before == nil && kind != "IEND":
			f.chunk(kind, data)
		}
	})
}

// number writes the next number of the sequence at the beginning of data.
func (f *apng) number(data []byte) {
	binary.BigEndian.PutUint32(data, f.sequence)
	f.sequence++
}

func (f *apng) chunk(kind string, data []byte) {
	head := append(binary.BigEndian.AppendUint32(nil, uint32(len(data))), kind...)
	f.out.Write(head)
	f.out.Write(data)
	sum := crc32.Update(crc32.ChecksumIEEE(head[4:]), crc32.IEEETable, data)
	f.out.Write(binary.BigEndian.AppendUint32(nil, sum))
}

const pngHead = "\x89PNG\r\n\x1a\n"

// eachChunk calls f with the chunks of a PNG.
func eachChunk(b []byte, f func(kind string, data []byte)) error {
	b, ok := bytes.CutPrefix(b, []byte(pngHead))
	for ok && len(b) >= 12 {
		n := int(binary.BigEndian.Uint32(b))
		if len(b) < n+12 {
			break
		}
		f(string(b[4:8]), b[8:8+n])
		b = b[n+12:]
	}
	if len(b) > 0 {
		return errors.New("a broken PNG")
	}
	return nil
}

// difference is the part of m that is not as before; what is as before in it is see-through, the palette's last colour.
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
