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

// write appends to the log, and returns the entry's number.
func (s *step) write(kind, key string, body any) uint64 {
	s.log = append(s.log, store.Entry{Kind: kind, Key: key, At: s.now, Body: squeeze(saved(kind, body))})
	return s.next + uint64(len(s.log)) - 1
}

// saved is the JSON of what a log entry has.
func saved(kind string, body any) []byte {
	js, err := json.Marshal(body)
	if err != nil {
		panic(fmt.Sprintf("gm: a %s can't be saved: %v", kind, err))
	}
	return js
}

// squeezeFrom is the length from which heads and the bodies of log entries are compressed: long games and
// their last letters would be too long for a store otherwise.
const squeezeFrom = 16 << 10

// squeeze compresses JSON that is long.
func squeeze(js []byte) []byte {
	if len(js) < squeezeFrom {
		return js
	}
	var b bytes.Buffer
	w, ok := squeezers.Get().(*gzip.Writer)
	if !ok {
		w = gzip.NewWriter(nil)
	}
	w.Reset(&b)
	_, _ = w.Write(js) // a bytes.Buffer takes everything
	_ = w.Close()
	squeezers.Put(w)
	return b.Bytes()
}

// squeezers are used again: each has close to a megabyte of tables.
var squeezers sync.Pool

// decode reads what squeeze made of the JSON of v.
func decode(body []byte, v any) error {
	js, err := unsqueezed(body)
	if err != nil {
		return err
	}
	return json.Unmarshal(js, v)
}

func unsqueezed(body []byte) ([]byte, error) {
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
