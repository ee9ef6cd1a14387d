package transfer

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"time"

	"deaddrop/gm/store"
)

// A Sum is a summary of a game. Two games with the same Sum have the same head, log and tasks, with times compared to
// the millisecond, whatever their engines and revisions.
type Sum struct {
	Next           uint64 // as in store.Game; 0: there is no such game
	Entries, Tasks int
	Bytes          int64 // size of its head and all bodies
	Hash           [sha256.Size]byte
}

// Read reads a whole game and returns its Sum. If the game is changed meanwhile, the Sum may mix states.
func Read(ctx context.Context, s store.Store, game string) (Sum, error) {
	g, err := s.Load(ctx, game)
	if err != nil {
		return Sum{}, fmt.Errorf("loading %q: %w", game, err)
	}
	if g.Rev == 0 {
		return Sum{}, nil
	}
	sum, d := Sum{Next: g.Next}, digest{h: sha256.New()}
	d.number(g.Next)
	d.bytes(g.Head)
	sum.Bytes += int64(len(g.Head))
	for e, err := range s.Log(ctx, game, 1) {
		if err != nil {
			return Sum{}, fmt.Errorf("reading the log of %q: %w", game, err)
		}
		sum.Entries++
		sum.Bytes += int64(len(e.Body))
		d.number(e.Seq)
		d.time(e.At)
		d.bytes([]byte(e.Kind))
		d.bytes([]byte(e.Key))
		d.bytes(e.Body)
	}
	d.number(uint64(sum.Entries)) // separates entries from tasks
	for t, err := range s.Tasks(ctx, game) {
		if err != nil {
			return Sum{}, fmt.Errorf("reading the tasks of %q: %w", game, err)
		}
		sum.Tasks++
		sum.Bytes += int64(len(t.Body))
		d.bytes([]byte(t.Name))
		d.time(t.Due)
		d.number(uint64(t.Tries))
		d.bytes(t.Body)
	}
	d.h.Sum(sum.Hash[:0])
	return sum, nil
}

// A digest hashes lists of values so that different lists have different encodings.
type digest struct {
	h    hash.Hash // its writes never fail
	room [binary.MaxVarintLen64]byte
}

func (d *digest) number(n uint64) { d.h.Write(binary.AppendUvarint(d.room[:0], n)) }

func (d *digest) bytes(b []byte) {
	d.number(uint64(len(b)))
	d.h.Write(b)
}

// time hashes a time to the precision that every engine keeps.
func (d *digest) time(t time.Time) { d.number(uint64(t.UnixMilli())) }
