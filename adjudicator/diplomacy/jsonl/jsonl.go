// Package jsonl resolves phases of Diplomacy by the thousand: one JSON object
// a line comes in, units and orders, and one goes out for it, what became of
// them and the position that follows.
//
// # What comes in
//
// An object with these members, of which only phase is needed. Capitals mean
// nothing in codes, powers and orders; other members are passed over.
//
//	phase           "S1901M" spring moves, "F1901R" fall retreats, "W1901A" adjustments
//	units           [{"power":"FRANCE","type":"A","loc":"PAR"}, ...]; coasts are "SPA/SC"
//	orders          ["FRANCE A PAR - BUR", ...]
//	supply_centers  {"PAR":"FRANCE", ...}; without any there is no winter
//	dislodged       in R phases units with "attacker_from":"MUN", the space that is closed to
//	                them; none, or with "origin_open":true, if it is open (DATC 4.A.5)
//	contested       in R phases ["BUR", ...], the spaces that a stand-off left empty
//	case, game      strings that are given back
//
// Together with orders the next_ members of an outcome are the next phase, if the
// next_ is left out of their names; next_dislodged only if that is an R phase.
//
// An order is a power, the unit with its type or without, and one of the following,
// its words parted by blanks, and spaces by their codes alone
//
//	H                  hold
//	- BUR              move; - BUR VIA by convoy
//	S MAR              support of a hold; S A MAR and S ITALY A MAR say more
//	S MAR - BUR        support of a move
//	C YOR - BEL        convoy
//	R GAS, D           retreat, disband (also a removal in A phases)
//	B, WAIVE           build; FRANCE WAIVE needs no unit
//
// The route of a convoy, which some rules need (DATC 4.A.6), stands behind VIA
// or on the way, and is no detour: "A LON - TUN VIA ENG MAO WES", "A LON - ENG -
// MAO - WES - TUN". Either says that the army goes by convoy.
//
// # What goes out
//
//	case, game, phase    as they came in
//	results              for each order "ok" or "fail", or in R phases "illegal" for one that can't
//	                     be carried out; in M and R phases orders that say the same share the result
//	reasons              for each order null if it is ok, or {"why":"bounced","by":"MUN"}; by names the
//	                     province of whoever did it. "dislodged_by" is added to an illegal or void order.
//	                     Whys: those of diplomacy.Reason, and "unreadable", "not yours",
//	                     "not dislodged", "replaced", "several orders", "no unit type"
//	explain              if wanted, for each order the order and what became of it in words
//	next_units           who stands where afterwards
//	next_dislodged       in the form of dislodged
//	next_contested       in the form of contested
//	retreats             in M phases, of each dislodged unit where it may go: {"BUR":["GAS","PAR"]}
//	removed              in R phases ["FRANCE A PIC", ...], who did not retreat, with an order or without
//	civil_disorder       in A phases the same of those removed without an order
//	next_supply_centers  who owns what afterwards; it changes at the end of the fall, if there are owners
//	next_phase           an R phase if somebody is dislodged, an A phase if somebody has to
//	                     remove units or can build
//
// or, for a line that is no phase, {"line":7,"error":"..."}. A line never fails
// another.
//
// The package is not in charge of what an order does, which is package
// diplomacy's, nor of where the lines come from.
package jsonl

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"runtime"

	"deaddrop/adjudicator/diplomacy"
)

// Options say how lines are resolved. The zero value is the standard board with
// the preferred rules.
type Options struct {
	Board   *diplomacy.Board // nil: diplomacy.Standard
	Rules   diplomacy.Rules
	Explain bool // add to each order a sentence about what became of it
	Workers int  // how many lines are worked on at once; 0: GOMAXPROCS
}

// Run resolves the phases of in, one a line, until in ends, and writes to out
// one line for each in the same sequence. An empty line, or one of blanks, gives none. A line that
// is no phase gives {"line":7,"error":"..."}, with its number counted from 1.
//
// What a Read returns is resolved and written without waiting for more, so that in and out may be the two ends of a
// conversation. The memory it takes does not grow with in.
//
// The error is that of in or out, wrapped, or the cause why ctx was cancelled. A Read that is under way then, or when
// out fails, is not waited for: it must end by itself, and what it brings is lost. When in fails, the whole lines
// before that are written.
func Run(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	if o.Board == nil {
		o.Board = diplomacy.Standard()
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p := newPipeline(o.Workers + 2)
	n := newNames(o.Board)
	for range o.Workers {
		go p.work(newWorker(n, o))
	}
	var readErr error
	go func() {
		readErr = p.read(ctx, in)
		close(p.todo)
		close(p.sequence)
	}()
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case b, more := <-p.sequence:
			if !more {
				return cmp.Or(readErr, context.Cause(ctx))
			}
			<-b.done
			if _, err := bytes.NewReader(b.out).WriteTo(out); err != nil {
				return fmt.Errorf("writing results: %w", err)
			}
			p.free <- b
		}
	}
}

// A pipeline is a fixed number of blocks that go round: from read, which fills them, to a worker and in sequence to
// Run, which writes what the worker made of them, and back.
type pipeline struct {
	free, todo, sequence chan *block // each has room for all blocks
}

func newPipeline(blocks int) *pipeline {
	p := &pipeline{make(chan *block, blocks), make(chan *block, blocks), make(chan *block, blocks)}
	for range blocks {
		p.free <- &block{done: make(chan struct{}, 1)}
	}
	return p
}

// read fills blocks from in until that ends or fails.
func (p *pipeline) read(ctx context.Context, in io.Reader) error {
	s := source{in: bufio.NewReaderSize(in, maxLine+1), line: 1}
	for {
		select {
		case <-ctx.Done():
			return nil
		case b := <-p.free:
			err := s.fill(b)
			if err == io.EOF || ctx.Err() != nil {
				return nil
			}
			if err != nil {
				return fmt.Errorf("reading phases: %w", err)
			}
			p.sequence <- b
			p.todo <- b
		}
	}
}

// work resolves the lines of blocks until there are no more.
func (p *pipeline) work(w *worker) {
	for b := range p.todo {
		w.block(b)
		b.done <- struct{}{}
	}
}

// A block is some lines on their way.
type block struct {
	in     []byte // whole lines, each with its newline
	number int    // of the first line
	out    []byte
	done   chan struct{} // gets one when out is complete
}

const (
	maxLine   = 1 << 20   // bytes; a longer line is a fault
	blockSize = 128 << 10 // bytes of lines, if there is not one line that is longer
)

// A source cuts what it reads into blocks.
type source struct {
	in   *bufio.Reader // has room for the longest line and its newline
	line int           // the number of the next line
	long bool          // the rest of a line that is too long is to be skipped
}

// fill gives a block the lines that have come in, once there is a whole one. Of a line that is too long it gives the
// beginning, which is too long already.
func (s *source) fill(b *block) error {
	for s.long {
		_, err := s.in.ReadSlice('\n')
		if s.long = err == bufio.ErrBufferFull; err != nil && !s.long {
			return err
		}
	}
	for seen := 0; ; {
		_, err := s.in.Peek(seen + 1) // waits for more
		size := s.in.Buffered()
		if seen == 0 {
			size = min(size, blockSize)
		}
		text, _ := s.in.Peek(size)
		end := bytes.LastIndexByte(text[seen:], '\n')
		switch s.long = len(text) > maxLine && end < 0; {
		case end >= 0:
			s.take(b, text[:seen+end])
			return nil
		case s.long, err == io.EOF && len(text) > 0:
			s.take(b, text)
			return nil
		case err != nil:
			return err
		}
		seen = len(text)
	}
}

// take gives a block some lines, of which the last one lacks its newline.
func (s *source) take(b *block, lines []byte) {
	b.in = append(append(b.in[:0], lines...), '\n')
	b.number = s.line
	s.line += bytes.Count(b.in, []byte("\n"))
	s.in.Discard(min(len(lines)+1, s.in.Buffered()))
}
