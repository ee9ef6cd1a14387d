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

// Write appends to the log, and returns the entry's number.
func (s *Step) Write(kind, key string, body any) uint64 {
	s.Log = append(s.Log, store.Entry{Kind: kind, Key: key, At: s.Now, Body: Compress(Encode(kind, body))})
	return s.Next + uint64(len(s.Log)) - 1
}

// Encode is the JSON of what a log entry has.
func Encode(kind string, body any) []byte {
	js, err := json.Marshal(body)
	if err != nil {
		panic(fmt.Sprintf("gm: a %s can't be saved: %v", kind, err))
	}
	return js
}

// compressFrom is the length from which heads and the bodies of log entries are compressed: long games and
// their last letters would be too long for a store otherwise.
const compressFrom = 16 << 10

// Compress compresses JSON that is long.
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
	_, _ = w.Write(js) // a bytes.Buffer takes everything
	_ = w.Close()
	compressors.Put(w)
	return b.Bytes()
}

// compressors are reused: each has close to a megabyte of tables.
var compressors sync.Pool

// Decode reads what Encode wrote of v.
func Decode(body []byte, v any) error {
	js, err := Decompressed(body)
	if err != nil {
		return err
	}
	return json.Unmarshal(js, v)
}

func Decompressed(body []byte) ([]byte, error) {
	if !bytes.HasPrefix(body, []byte{0x1f, 0x8b}) { // JSON begins otherwise
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
