package bolt

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"time"

	"deaddrop/gm/store"
)

// The records. All numbers are big-endian:
//
//	time   seconds since 1970 in 8 bytes with the sign bit flipped, then nanoseconds in
//	       4 bytes; so that times sort as bytes
//	text   length as a uvarint, then the bytes
//	game   rev 8, next 8, then the head
//	entry  at time, kind text, key text, then the body
//	task   due time, tag 8, tries 4, then the body

const timeLen = 12

var errDamaged = fmt.Errorf("%w record", store.ErrDamaged)

func appendTime(b []byte, t time.Time) []byte {
	b = binary.BigEndian.AppendUint64(b, uint64(t.Unix())^1<<63)
	return binary.BigEndian.AppendUint32(b, uint32(t.Nanosecond()))
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func encodeGame(g store.Game) []byte {
	b := make([]byte, 0, 16+len(g.Head))
	b = binary.BigEndian.AppendUint64(b, g.Rev)
	b = binary.BigEndian.AppendUint64(b, g.Next)
	return append(b, g.Head...)
}

// setStand writes Rev and Next into the record of a game.
func setStand(record []byte, g store.Game) {
	binary.BigEndian.PutUint64(record, g.Rev)
	binary.BigEndian.PutUint64(record[8:], g.Next)
}

func encodeEntry(e store.Entry) []byte {
	b := make([]byte, 0, timeLen+2*binary.MaxVarintLen64+len(e.Kind)+len(e.Key)+len(e.Body))
	b = appendTime(b, e.At)
	b = appendText(b, e.Kind)
	b = appendText(b, e.Key)
	return append(b, e.Body...)
}

func encodeTask(t store.Task) []byte {
	b := make([]byte, 0, timeLen+12+len(t.Body))
	b = appendTime(b, t.Due)
	b = binary.BigEndian.AppendUint64(b, t.Tag)
	b = binary.BigEndian.AppendUint32(b, uint32(t.Tries))
	return append(b, t.Body...)
}

// setTag writes the tag into the record of a task.
func setTag(record []byte, tag uint64) { binary.BigEndian.PutUint64(record[timeLen:], tag) }

// The decode functions copy: results share no memory with the record.

func decodeGame(name string, record []byte) (store.Game, error) {
	g, rest, err := decodeStand(name, record)
	if err == nil {
		g.Head = append([]byte(nil), rest...)
	}
	return g, err
}

// decodeStand is like decodeGame, but does not decode the head, which it returns as a slice of the record.
func decodeStand(name string, record []byte) (g store.Game, head []byte, err error) {
	f := fields{rest: record}
	g = store.Game{Rev: f.uint64(), Next: f.uint64()}
	if f.short || g.Rev == 0 || g.Next == 0 {
		return store.Game{}, nil, fmt.Errorf("game %q: %w", name, errDamaged)
	}
	return g, f.rest, nil
}

func decodeEntry(game string, seq uint64, record []byte) (store.Entry, error) {
	f := fields{rest: record}
	e := store.Entry{Seq: seq, At: f.time(), Kind: f.text(), Key: f.text()}
	e.Body = f.body()
	if f.short {
		return store.Entry{}, fmt.Errorf("entry %d of game %q: %w", seq, game, errDamaged)
	}
	return e, nil
}

func decodeTask(game, name string, record []byte) (store.Task, error) {
	f := fields{rest: record}
	t := store.Task{Game: game, Name: name, Due: f.time(), Tag: f.uint64(), Tries: int(f.uint32())}
	t.Body = f.body()
	if f.short {
		return store.Task{}, fmt.Errorf("task %q of game %q: %w", name, game, errDamaged)
	}
	return t, nil
}

// splitSeq parses a key of the bucket "log".
func splitSeq(key []byte) (game string, seq uint64, err error) {
	n := len(key) - 9
	if n < 1 || key[n] != 0 {
		return "", 0, fmt.Errorf("key %q of the log: %w", key, errDamaged)
	}
	return string(key[:n]), binary.BigEndian.Uint64(key[n+1:]), nil
}

// splitName parses a key made by nameKey.
func splitName(key []byte) (game, name string, err error) {
	g, n, ok := bytes.Cut(key, []byte{0})
	if !ok || len(g) == 0 || len(n) == 0 {
		return "", "", fmt.Errorf("key %q: %w", key, errDamaged)
	}
	return string(g), string(n), nil
}

// fields reads the fields of a record in order. If one is missing, it is zero, and short is set from then on.
type fields struct {
	rest  []byte
	short bool
}

func (f *fields) take(n uint64) []byte {
	if f.short || n > uint64(len(f.rest)) {
		f.short = true
		return nil
	}
	b := f.rest[:n]
	f.rest = f.rest[n:]
	return b
}

func (f *fields) uint64() uint64 {
	if b := f.take(8); b != nil {
		return binary.BigEndian.Uint64(b)
	}
	return 0
}

func (f *fields) uint32() uint32 {
	if b := f.take(4); b != nil {
		return binary.BigEndian.Uint32(b)
	}
	return 0
}

func (f *fields) time() time.Time {
	sec, nsec := f.uint64(), f.uint32()
	if nsec >= 1e9 {
		f.short = true
	}
	return time.Unix(int64(sec^1<<63), int64(nsec)).UTC()
}

func (f *fields) text() string {
	n, size := binary.Uvarint(f.rest)
	if size <= 0 {
		f.short = true
		return ""
	}
	f.take(uint64(size))
	return string(f.take(n))
}

// body returns the rest of the record, or nil if it is empty.
func (f *fields) body() []byte { return append([]byte(nil), f.rest...) }
