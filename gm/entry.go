package gm

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"deaddrop/gm/store"
)

// Write appends an entry to the game's log and returns its number.
func (s *Step) Write(kind, key string, body any) uint64 {
	s.Log = append(s.Log, store.Entry{Kind: kind, Key: key, At: s.Now, Body: Compress(Encode(kind, body))})
	return s.Next + uint64(len(s.Log)) - 1
}

// Encode returns the body of a log entry as JSON, compressed if it is long.
func Encode(kind string, body any) []byte {
	js, err := json.Marshal(body)
	if err != nil {
		panic(fmt.Sprintf("gm: a %s can't be saved: %v", kind, err))
	}
	return js
}

// compressFrom is the size in bytes from which heads and the bodies of log entries are compressed. Otherwise long
// games and their last letters would be too large for a store.
const compressFrom = 16 << 10

// Compress compresses JSON that is at least compressFrom bytes long, and returns shorter JSON unchanged.
func Compress(js []byte) []byte {
	if len(js) < compressFrom {
		return js
	}
	var b bytes.Buffer
	w, ok := compressors.Get().(*gzip.Writer)
	if !ok {
		w = gzip.NewWriter(nil)
	}
	w.Reset(&b)
	_, _ = w.Write(js) // writing to a bytes.Buffer never fails
	_ = w.Close()
	compressors.Put(w)
	return b.Bytes()
}

// compressors is a pool, because each compressor has tables of almost a megabyte.
var compressors sync.Pool

// Decode decodes into v what Encode or Compress returned.
func Decode(body []byte, v any) error {
	js, err := Decompressed(body)
	if err != nil {
		return err
	}
	return json.Unmarshal(js, v)
}

func Decompressed(body []byte) ([]byte, error) {
	if !bytes.HasPrefix(body, []byte{0x1f, 0x8b}) { // the prefix of gzip, which JSON never has
		return body, nil
	}
	r, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("decompressing: %w", err)
	}
	js, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("decompressing: %w", err)
	}
	return js, nil
}
