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
//	                     province of who did it. "dislodged_by" is added to an illegal or void order.
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
// # How it is read
//
// A line is read twice over at most. A scanner that knows the plain form, in
// which programs write such lines, reads almost all of them; whatever it does
// not understand is read by encoding/json, which alone decides what is JSON and
// what a faulty line is told.
//
// The package is not in charge of what an order does, which is package
// diplomacy's, nor of where the lines come from.
package jsonl

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"sync"

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
// What a Read returns is resolved and written without waiting for more, so that
// in and out may be the two ends of a conversation. The memory it takes does
// not grow with in.
//
// The error is that of in or out, wrapped, or the cause why ctx was cancelled.
// A Read that is under way then, or when out fails, is not waited for: it must
// end by itself, and what it brings is lost. When in fails, the whole lines
// before that are written.
func Run(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	if o.Board == nil {
		o.Board = diplomacy.Standard()
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	ctx, cancel := context.WithCancel(ctx)
	var workers sync.WaitGroup
	defer workers.Wait()
	defer cancel()

	p := newPipeline(2*o.Workers + 2)
	c := newCodec(o.Board)
	for range o.Workers {
		workers.Go(func() { p.work(ctx, newWorker(c, o)) })
	}
	var readErr error
	go func() {
		readErr = p.read(ctx, in)
		close(p.todo)
		close(p.sequence)
	}()
	if err := p.write(ctx, out); err != nil {
		return err
	}
	if readErr != nil {
		return fmt.Errorf("reading phases: %w", readErr)
	}
	return nil
}

// A pipeline is a fixed number of blocks that go round: from read, which fills
// them, to a worker and in sequence to write, and back.
type pipeline struct {
	free, todo, sequence chan *block
}

func newPipeline(blocks int) *pipeline {
	p := &pipeline{
		free:     make(chan *block, blocks),
		todo:     make(chan *block, blocks),
		sequence: make(chan *block, blocks),
	}
	for range blocks {
		p.free <- &block{done: make(chan struct{}, 1)}
	}
	return p
}

// read fills blocks from in until it ends or fails.
func (p *pipeline) read(ctx context.Context, in io.Reader) error {
	s := source{in: in, line: 1}
	for ctx.Err() == nil {
		select {
		case b := <-p.free:
			more := s.fill(ctx, b)
			p.sequence <- b // has room for all blocks, as todo has
			p.todo <- b
			if !more {
				return s.err
			}
		case <-ctx.Done():
		}
	}
	return nil
}

// work resolves the lines of blocks until there are no more.
func (p *pipeline) work(ctx context.Context, w *worker) {
	for {
		select {
		case b, ok := <-p.todo:
			if !ok {
				return
			}
			w.block(b)
			b.done <- struct{}{}
		case <-ctx.Done():
			return
		}
	}
}

// write writes what the workers made of the blocks.
func (p *pipeline) write(ctx context.Context, out io.Writer) error {
	for {
		var b *block
		select {
		case b = <-p.sequence:
			if b == nil { // all has been read, or it was cancelled
				return context.Cause(ctx)
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		select {
		case <-b.done:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		if len(b.out) > 0 {
			n, err := out.Write(b.out)
			if err == nil && n < len(b.out) {
				err = io.ErrShortWrite
			}
			if err != nil {
				return fmt.Errorf("writing results: %w", err)
			}
		}
		p.free <- b
	}
}
