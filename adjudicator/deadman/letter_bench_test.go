package deadman_test

import (
	"strings"
	"testing"
	"time"
)

// everyday is a letter as players write them.
const everyday = `Hi Tom,

sorry for being late, I was in Leeds over the weekend and had no signal.
Here are my orders for Fall 1902:

A Mun - Bur
A Ruh S A Mun-Bur
Fleet Kiel to Denmark
F Nth convoys A Bel-Lon
Peek at Picardy please.

Nice game so far, good luck everyone!
Cheers, Anna
`

// reference returns how long an everyday letter takes on this machine, for comparison with other benchmarks.
func (a asker) reference() time.Duration {
	const n = 100
	for range n {
		a.view.Read(a.kind, "", everyday)
	}
	start := time.Now()
	for range n {
		a.view.Read(a.kind, "", everyday)
	}
	return time.Since(start) / n
}

func benchmarkLetter(b *testing.B, text string) {
	a := asking(b, german1902)
	everydays := a.reference()
	b.ReportAllocs()
	for b.Loop() {
		a.view.Read(a.kind, "", text)
	}
	took := b.Elapsed() / time.Duration(b.N)
	b.ReportMetric(float64(took)/float64(time.Millisecond), "ms/letter")
	b.ReportMetric(float64(took)/float64(everydays), "everyday-letters")
}

// An everyday letter should take a millisecond at most.
func BenchmarkEverydayLetter(b *testing.B) { benchmarkLetter(b, everyday) }

func BenchmarkChat(b *testing.B) {
	benchmarkLetter(b, "Did you see what Italy did to poor Austria? I can't believe it. Anyway, talk to you on Sunday, when I am back from Leeds.")
}

// 64 KB of anything should take a hundred milliseconds at most.
func Benchmark64KB(b *testing.B) {
	for _, c := range []struct{ name, of string }{
		{"prose", "It was a dark and stormy night, and the rain fell in torrents on the roofs of the old town while nobody was out.\n"},
		{"prose with names", "My dear Italy, last year you told me that Venice would never attack Trieste, and I thought so too until Munich fell.\n"},
		{"399 orders in prose", ""},
		{"orders", "A Mun - Bur\nA Ruh S A Mun-Bur\nF Nth convoys Belgium to London\n"},
		{"names", "Mun, Ruh, "},
		{"word", "abcdefgh"},
		{"words", "abcdefgh "},
		{"short words", "xx "},
		{"near words", "munch burgund "},
		{"brackets", "("},
		{"pairs of brackets", "()"},
		{"dashes", "-"},
		{"dashes apart", "- "},
		{"digits", "7"},
		{"numbers", "7 "},
		{"full stops", ". "},
		{"lines", "\n"},
		{"little words", "to in of the "},
		{"marks", "if not maybe "},
		{"headings", "NEXT: "},
		{"lines of headings", "NEXT:\n\n"},
		{"quotes", `" `},
		{"accents", "é"},
		{"accented words", "éü "},
	} {
		text := strings.Repeat(c.of, 1+len64KB/max(len(c.of), 1))[:min(len64KB, len(c.of)*len64KB)]
		if c.of == "" {
			text = strings.Repeat("A Mun - Bur\n", 130) + strings.Repeat("It was a dark and stormy night, and nobody was out. ", 1300)
			text = text[:len64KB]
		}
		b.Run(c.name, func(b *testing.B) { benchmarkLetter(b, text) })
	}
}

const len64KB = 64 << 10
