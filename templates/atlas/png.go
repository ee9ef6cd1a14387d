package atlas

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
)

// A pngWriter writes the chunks of a PNG with a palette. The standard library can't write animations, and is either
// half as fast or makes larger files.
type pngWriter struct {
	out bytes.Buffer
}

// effort is the zlib compression level: more costs much time for few bytes.
const effort = 5

func (e *easel) encoded(m *image.Paletted) ([]byte, error) {
	data, err := e.pixels(m)
	if err != nil {
		return nil, fmt.Errorf("encoding a picture: %w", err)
	}
	var w pngWriter
	w.out.Grow(len(data) + 1024) // it is kept for long, and should not take more than it needs
	w.begin(m)
	w.palette(m.Palette)
	w.chunk("IDAT", data)
	w.chunk("IEND", nil)
	return w.out.Bytes(), nil
}

// begin writes everything that precedes the palette.
func (w *pngWriter) begin(m *image.Paletted) {
	w.out.WriteString("\x89PNG\r\n\x1a\n")
	size := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(m.Rect.Dx())), uint32(m.Rect.Dy()))
	w.chunk("IHDR", append(size, 8, 3, 0, 0, 0)) // bit depth 8, colour type 3: indexed colours
}

// palette writes the colours. Only the last colour may be transparent.
func (w *pngWriter) palette(p color.Palette) {
	var rgb, alpha []byte
	for i, c := range p {
		r, g, b, a := c.RGBA()
		rgb = append(rgb, byte(r>>8), byte(g>>8), byte(b>>8))
		if a == 0 {
			alpha = append(bytes.Repeat([]byte{255}, i), 0)
		}
	}
	w.chunk("PLTE", rgb)
	if alpha != nil {
		w.chunk("tRNS", alpha)
	}
}

// pixels returns the compressed rows of a picture. They are valid until the next one.
func (e *easel) pixels(m *image.Paletted) ([]byte, error) {
	e.packed.Reset()
	if e.zip == nil {
		z, err := zlib.NewWriterLevel(&e.packed, effort)
		if err != nil {
			return nil, err
		}
		e.zip = z
	}
	e.zip.Reset(&e.packed)
	filter := []byte{0} // none
	for y := range m.Rect.Dy() {
		_, err := e.zip.Write(filter)
		if err == nil {
			_, err = e.zip.Write(m.Pix[y*m.Stride:][:m.Rect.Dx()])
		}
		if err != nil {
			return nil, err
		}
	}
	if err := e.zip.Close(); err != nil {
		return nil, err
	}
	return e.packed.Bytes(), nil
}

func (w *pngWriter) chunk(kind string, data []byte) {
	head := append(binary.BigEndian.AppendUint32(nil, uint32(len(data))), kind...)
	w.out.Write(head)
	w.out.Write(data)
	sum := crc32.Update(crc32.ChecksumIEEE(head[4:]), crc32.IEEETable, data)
	w.out.Write(binary.BigEndian.AppendUint32(nil, sum))
}
