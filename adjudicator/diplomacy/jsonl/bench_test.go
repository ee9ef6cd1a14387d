package jsonl

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
)

const benchLines = 8000

// rates reports phases and MB per second.
func rates(b *testing.B, phases, size int) {
	b.SetBytes(int64(size))
	b.ReportMetric(float64(phases)*float64(b.N)/b.Elapsed().Seconds(), "phases/s")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkRun resolves movement phases of random play, from bytes to bytes.
func BenchmarkRun(b *testing.B) {
	text := strings.Join(playLines(b, standard, 1, benchLines, true), "\n") + "\n"
	b.Logf("a line has %d bytes and %d orders", len(text)/benchLines, (strings.Count(text, `"ok"`)+strings.Count(text, `"fail"`))/benchLines)
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			for b.Loop() {
				if err := Run(context.Background(), strings.NewReader(text), io.Discard, Options{Workers: workers}); err != nil {
					b.Fatal(err)
				}
			}
			rates(b, benchLines, len(text))
		})
	}
}

// BenchmarkScan reads lines and does nothing with them.
func BenchmarkScan(b *testing.B) {
	text := []byte(strings.Join(playLines(b, standard, 1, benchLines, true), "\n") + "\n")
	size := len(text)
	text = append(text, make([]byte, padding)...)[:size]
	r := newReader(newCodec(standard))
	for b.Loop() {
		for rest := text; len(rest) > 0; {
			end := bytes.IndexByte(rest, '\n')
			if !r.scan(rest[:end]) || r.check(r.board) != nil {
				b.Fatalf("not read: %s", rest[:end])
			}
			rest = rest[end+1:]
		}
	}
	rates(b, benchLines, size)
}

// BenchmarkWrite writes the outcome of one middle game over and over.
func BenchmarkWrite(b *testing.B) {
	w := newWorker(newCodec(standard), Options{Board: standard})
	lines := playLines(b, standard, 1, 40, true)
	resolveLine(w, lines[39])
	m := w.resolver.Resolve(w.units, w.asked)
	size := 0
	for b.Loop() {
		w.out = w.out[:0]
		w.writeMovement(m)
		size = len(w.out)
	}
	rates(b, 1, size)
}
