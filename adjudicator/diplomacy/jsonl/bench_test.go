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

// BenchmarkRead reads lines and does nothing with them.
func BenchmarkRead(b *testing.B) {
	text := []byte(strings.Join(playLines(b, standard, 1, benchLines, true), "\n") + "\n")
	r := newReader(newNames(standard))
	for b.Loop() {
		for line := range bytes.Lines(text) {
			if err := r.read(line); err != nil {
				b.Fatalf("%v: %s", err, line)
			}
		}
	}
	rates(b, benchLines, len(text))
}

// BenchmarkWrite writes the outcome of one middle game over and over.
func BenchmarkWrite(b *testing.B) {
	w := newWorker(newNames(standard), Options{Board: standard})
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
