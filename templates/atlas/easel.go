package atlas

import (
	"bytes"
	"compress/zlib"
	"image"
	"math"
	"runtime"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"weak"
)

// An easel holds what painting a picture takes, some 15 MB, for the next one.
type easel struct {
	whole, part []uint8
	indexed     [2]image.Paletted
	census      census
	pen         painter
	zip         *zlib.Writer
	packed      bytes.Buffer
}

// easels are one easel, so that only one picture is drawn at a time. It is kept while others wait to draw, and then
// until garbage is collected.
type easels struct {
	waiting atomic.Int64
	mu      sync.Mutex
	kept    *easel
	left    weak.Pointer[easel]
}

func (s *easels) take() *easel {
	s.waiting.Add(1)
	s.mu.Lock()
	if s.kept == nil {
		s.kept = s.left.Value()
	}
	if s.kept == nil {
		s.kept = &easel{}
		s.left = weak.Make(s.kept)
	}
	return s.kept
}

func (s *easels) give() {
	if s.waiting.Add(-1) == 0 {
		s.kept = nil
	}
	s.mu.Unlock()
}

// litter is how much memory may be in use beyond what was live at the last garbage collection, before the next
// picture is drawn.
const litter = 12 << 20

// tidy collects garbage if there is much, in a program that is to stay small: one with a memory limit. Left to
// itself, the collector would let it grow to twice its size while it draws one picture after another.
func tidy() {
	in := []metrics.Sample{{Name: "/gc/gomemlimit:bytes"}, {Name: "/memory/classes/heap/objects:bytes"}, {Name: "/gc/heap/live:bytes"}}
	metrics.Read(in)
	if in[0].Value.Uint64() < math.MaxInt64 && in[1].Value.Uint64() > in[2].Value.Uint64()+litter {
		runtime.GC()
	}
}

// clean throws away what is held for the next picture.
func (e *easel) clean() { *e = easel{} }

// canvas returns an empty picture, which uses the given memory if there is enough of it. The one before is lost.
func (e *easel) canvas(pix *[]uint8, width, height int) *image.RGBA {
	size := 4 * width * height
	if cap(*pix) < size {
		*pix = nil                     // so that its memory can be used
		*pix = make([]uint8, size*9/8) // size for a picture with a header and a key, too
	}
	*pix = (*pix)[:size]
	clear(*pix)
	return &image.RGBA{Pix: *pix, Stride: 4 * width, Rect: image.Rect(0, 0, width, height)}
}

// painter returns a painter of a picture, whose first row and column are those of the scenes.
func (e *easel) painter(f *fonts, into *image.RGBA) *painter {
	e.pen.fonts, e.pen.image, e.pen.off = f, into, vec{}
	return &e.pen
}
