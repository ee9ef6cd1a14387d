package jsonl

import (
	"bytes"
	"context"
	"io"
)

const (
	blockSize = 256 << 10 // how much is asked of a Read
	maxLine   = 1 << 20   // a longer line is a fault
	maxKept   = 4 << 20   // a block that wrote more gives the memory back
	maxEmpty  = 100       // so many Reads in a row may bring nothing
)

// A block is some lines on their way.
type block struct {
	in   []byte // whole lines, each with its newline; padding bytes of capacity behind them
	line int    // the number of the first
	long bool   // it stands for one line that is too long, and in is empty
	out  []byte
	done chan struct{} // gets one when out is complete
}

// A source cuts what it reads into blocks.
type source struct {
	in   io.Reader
	rest []byte // the beginning of a line, whose end has not been read
	line int    // the number of the next line
	skip bool   // the rest of a line that is too long is to be passed over
	err  error  // why in has failed
}

// fill reads a block and reports whether there may be another.
func (s *source) fill(ctx context.Context, b *block) bool {
	if cap(b.out) > maxKept {
		b.out = nil
	}
	b.out, b.line, b.long = b.out[:0], s.line, false
	b.in = append(b.in[:0], s.rest...)
	s.rest = s.rest[:0]
	for {
		if ctx.Err() != nil {
			b.in = b.in[:0]
			return false
		}
		fresh, more := s.read(b)
		end := bytes.LastIndexByte(b.in[fresh:], '\n')
		switch {
		case !more:
			s.finish(b)
			return false
		case end >= 0:
			end += fresh + 1
			s.rest = append(s.rest, b.in[end:]...)
			b.in = b.in[:end]
			s.line += bytes.Count(b.in, []byte{'\n'})
			return true
		case len(b.in) > maxLine:
			b.in, b.long, s.skip = b.in[:0], true, true
			s.line++
			return true
		}
	}
}

// wanted returns what is left of got without the line that is passed over.
func (s *source) wanted(got []byte) []byte {
	if !s.skip {
		return got
	}
	end := bytes.IndexByte(got, '\n')
	if end < 0 {
		return nil
	}
	s.skip = false
	return got[end+1:]
}

// finish ends a block when in has ended: the last line may lack its newline,
// but if in failed it is but a piece.
func (s *source) finish(b *block) {
	if s.err != nil {
		b.in = b.in[:bytes.LastIndexByte(b.in, '\n')+1]
	} else if n := len(b.in); n > 0 && b.in[n-1] != '\n' {
		b.in = append(b.in, '\n')
	}
}

// read appends to the block what a Read returns, without the rest of a line
// that is passed over. It returns where that begins and whether there may be
// more.
func (s *source) read(b *block) (fresh int, more bool) {
	fresh = len(b.in)
	if need := fresh + blockSize + 1 + padding; cap(b.in) < need {
		b.in = append(make([]byte, 0, need+fresh+maxLine/16), b.in...) // and room for some more
	}
	for range maxEmpty {
		n, err := s.in.Read(b.in[fresh : fresh+blockSize])
		got := b.in[fresh : fresh+n]
		b.in = b.in[:fresh+copy(got, s.wanted(got))]
		switch {
		case err == io.EOF:
			return fresh, false
		case err != nil:
			s.err = err
			return fresh, false
		case n > 0:
			return fresh, true
		}
	}
	s.err = io.ErrNoProgress
	return fresh, false
}
