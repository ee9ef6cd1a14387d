package gm

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
)

// packFrom is the length from which the bodies of log entries are compressed: long games and their last
// letters would be too long for a store otherwise.
const packFrom = 4 << 10

// pack compresses JSON that is long.
func pack(js []byte) []byte {
	if len(js) < packFrom {
		return js
	}
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(js) // a bytes.Buffer takes everything
	_ = w.Close()
	return b.Bytes()
}

// unpack reads what pack made of the JSON of v.
func unpack(body []byte, v any) error {
	js, err := unpacked(body)
	if err != nil {
		return err
	}
	return json.Unmarshal(js, v)
}

func unpacked(body []byte) ([]byte, error) {
	if !bytes.HasPrefix(body, []byte{0x1f, 0x8b}) { // JSON begins otherwise
		return body, nil
	}
	r, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("unpacking: %w", err)
	}
	js, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("unpacking: %w", err)
	}
	return js, nil
}
