package atlas_test

import (
	"fmt"
	"sync"
	"testing"

	"deaddrop/templates/atlas"
)

// BenchmarkMap measures one player's map of a blind game; its board was drawn before.
func BenchmarkMap(b *testing.B) {
	a, p := opened(b, "blind")
	var size int
	for n := 0; b.Loop(); n++ {
		p.Subtitle = fmt.Sprint("France, letter ", n)
		png, err := a.PNG(p)
		if err != nil {
			b.Fatal(err)
		}
		size = len(png)
	}
	b.ReportMetric(float64(size), "bytes/map")
}

// BenchmarkStacks measures a map of Successors, with several kinds of pieces in a place.
func BenchmarkStacks(b *testing.B) {
	a, p := opened(b, "successors")
	var size int
	for n := 0; b.Loop(); n++ {
		p.Subtitle = fmt.Sprint("Red, letter ", n)
		png, err := a.PNG(p)
		if err != nil {
			b.Fatal(err)
		}
		size = len(png)
	}
	b.ReportMetric(float64(size), "bytes/map")
}

// BenchmarkSevenLetters measures the maps of seven players' letters, drawn side by side.
func BenchmarkSevenLetters(b *testing.B) {
	a, _ := opened(b, "blind")
	all := samples(b)
	for n := 0; b.Loop(); n++ {
		var wg sync.WaitGroup
		for k := range 7 {
			wg.Go(func() {
				p := all[[]string{"blind", "open", "retreats"}[k%3]]
				p.Subtitle = fmt.Sprint("player ", k, " letter ", n)
				if _, err := a.PNG(p); err != nil {
					b.Error(err)
				}
			})
		}
		wg.Wait()
	}
}

// BenchmarkSame asks for a map that was drawn before.
func BenchmarkSame(b *testing.B) {
	a, p := opened(b, "blind")
	for b.Loop() {
		if _, err := a.PNG(p); err != nil {
			b.Fatal(err)
		}
	}
}

// opened returns an atlas that has drawn a sample.
func opened(b *testing.B, name string) (*atlas.Atlas, atlas.Picture) {
	b.Helper()
	a, err := atlas.New()
	if err != nil {
		b.Fatal(err)
	}
	p := samples(b)[name]
	if _, err := a.PNG(p); err != nil {
		b.Fatal(err)
	}
	return a, p
}

// BenchmarkOpen measures what the first map of a program takes in addition: reading the boards, and painting one.
func BenchmarkOpen(b *testing.B) {
	for b.Loop() {
		opened(b, "blind")
	}
}
