// Package jsonl resolves large numbers of Diplomacy phases. Its input has one JSON object per line, with units and
// orders; for each it writes an object with the results and the following position.
//
// # Input
//
// An object with these members, of which only phase is required. Case is not significant in codes, powers and orders.
// Other members are ignored.
//
//	phase           "S1901M" (spring moves), "F1901R" (fall retreats) or "W1901A" (adjustments)
//	units           [{"power":"FRANCE","type":"A","loc":"PAR"}, ...]; a coast is written "SPA/SC"
//	orders          ["FRANCE A PAR - BUR", ...]
//	supply_centers  {"PAR":"FRANCE", ...}; if there are none, there are no adjustment phases
//	dislodged       in R phases, units with "attacker_from":"MUN", the space that is closed to
//	                their retreat; without it, or with "origin_open":true, that space is
//	                open (DATC 4.A.5)
//	contested       in R phases, ["BUR", ...], the spaces that a stand-off left empty
//	case, game      strings that are copied to the output
//
// To get the input for the next phase from an output, remove the prefix next_ from its members and add orders;
// next_dislodged is needed only for an R phase.
//
// An order consists of a power, the unit with or without its type, and one of the following. Words are separated by
// blanks; spaces are named by their codes.
//
//	H                  hold
//	- BUR              move; - BUR VIA by convoy
//	S MAR              support of a hold; S A MAR and S ITALY A MAR say more
//	S MAR - BUR        support of a move
//	C YOR - BEL        convoy
//	R GAS, D           retreat, disband (also a removal in A phases)
//	B, WAIVE           build; FRANCE WAIVE needs no unit
//
// The route of a convoy, which some rules need (DATC 4.A.6), follows VIA or is listed step by step, and must not be a
// detour: "A LON - TUN VIA ENG MAO WES", "A LON - ENG - MAO - WES - TUN". Either says that the army goes by convoy.
//
// # Output
//
//	case, game, phase    copied from the input
//	results              for each order "ok" or "fail", or in R phases "illegal" for one that can't
//	                     be carried out; in M and R phases equal orders have the same result
//	reasons              for each order null if it is ok, or {"why":"bounced","by":"MUN"}; by is the
//	                     province of the unit that prevented it. For an illegal or void order,
//	                     "dislodged_by" says who dislodged its unit. Values of why: those of
//	                     diplomacy.Reason, and "unreadable", "not yours", "not dislodged",
//	                     "replaced", "several orders", "no unit type"
//	explain              if requested, a sentence for each order: the order and its result
//	next_units           the units afterwards
//	next_dislodged       in the form of dislodged
//	next_contested       in the form of contested
//	retreats             in M phases, where each dislodged unit may go: {"BUR":["GAS","PAR"]}
//	removed              in R phases, ["FRANCE A PIC", ...], the units that did not retreat
//	civil_disorder       in A phases, the units removed without an order, in the same form
//	next_supply_centers  the owners of centres afterwards; they change at the end of the fall
//	next_phase           an R phase if a unit is dislodged, an A phase if a power can build or
//	                     must remove units
//
// or, for an invalid line, {"line":7,"error":"..."}. An invalid line does not affect others.
//
// The orders are resolved by package diplomacy.
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
	Board   *diplomacy.Board // the board; nil for diplomacy.Standard
	Rules   diplomacy.Rules
	Explain bool // whether to add a sentence about each order's result
	Workers int  // number of lines resolved concurrently; 0 for GOMAXPROCS
}

// Run resolves the phases in in, one per line, until in ends, and writes one line for each to out, in the same order.
// Blank lines are ignored. An invalid line gives {"line":7,"error":"..."}, with its number counted from 1.
//
// Whatever a Read returns is resolved and written without waiting for more, so that in and out may belong to an
// interactive session. The memory used does not depend on the length of in.
//
// The error is an error of in or out, wrapped, or the cause of ctx being cancelled. In that case, or when out fails,
// Run does not wait for a Read in progress: the Read must end by itself, and its data is lost. When in fails, the
// results for complete lines before that are written.
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

// A pipeline circulates a fixed number of blocks: from read, which fills them, to a worker, and in their original
// order to Run, which writes the output, and back.
type pipeline struct {
	free, todo, sequence chan *block // each can hold all blocks
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

// A block is a batch of lines.
type block struct {
	in     []byte // complete lines, each with its newline
	number int    // number of the first line
	out    []byte
	done   chan struct{} // receives a value when out is complete
}

const (
	maxLine   = 1 << 20   // largest length of a line in bytes; a longer line is an error
	blockSize = 128 << 10 // size of a block in bytes, unless a single line is longer
)

// A source divides its input into blocks.
type source struct {
	in   *bufio.Reader // its buffer can hold the longest line with its newline
	line int           // number of the next line
	long bool          // whether the rest of a line that is too long must be skipped
}

// fill fills a block with the lines that have arrived, when there is at least one complete line. Of a line that is
// too long it takes only the beginning, which is itself too long.
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

// take adds lines to a block; the last one lacks its newline.
func (s *source) take(b *block, lines []byte) {
	b.in = append(append(b.in[:0], lines...), '\n')
	b.number = s.line
	s.line += bytes.Count(b.in, []byte("\n"))
	s.in.Discard(min(len(lines)+1, s.in.Buffered()))
}
