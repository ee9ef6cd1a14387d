package jsonl

import (
	"bytes"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write testdata/*.out.jsonl anew")

// testdata/phases.in.jsonl has phases of every kind, and the two files besides
// what comes out for them, the second with Options.Explain.
func TestGolden(t *testing.T) {
	in, err := os.ReadFile("testdata/phases.in.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for file, explain := range map[string]bool{
		"testdata/phases.out.jsonl":  false,
		"testdata/explain.out.jsonl": true,
	} {
		got := append(bytes.Join(run(t, string(in), Options{Explain: explain}), []byte{'\n'}), '\n')
		if *update {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		gots, wants := bytes.Split(got, []byte{'\n'}), bytes.Split(want, []byte{'\n'})
		if len(gots) != len(wants) {
			t.Errorf("%s: %d lines, want %d", file, len(gots), len(wants))
		}
		for i := range min(len(gots), len(wants)) {
			if !bytes.Equal(gots[i], wants[i]) {
				t.Errorf("%s:%d: got\n%s\nwant\n%s", file, i+1, gots[i], wants[i])
			}
		}
	}
}
