package atlas

import (
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
)

// Data of any length are the same after compression and decompression.
func TestSqueezed(t *testing.T) {
	for n := range 10 {
		name := strings.Repeat("x7", n) + "Spring 1901"
		text, err := squeezed(filmData{Phases: []string{name}})
		if err != nil {
			t.Fatal(err)
		}
		z, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(text)))
		if err != nil {
			t.Fatal(err)
		}
		var got filmData
		if err := json.NewDecoder(z).Decode(&got); err != nil || got.Phases[0] != name {
			t.Errorf("%q: %v", name, err)
		}
		if _, err := z.Read(make([]byte, 1)); err == nil || err.Error() != "EOF" {
			t.Errorf("%q ends with %v", name, err)
		}
	}
}
