//go:build !race

package atlas_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/templates/atlas"
)

// A picture for a mail is small, even where most of it is hatched.
func TestSmall(t *testing.T) {
	a := open(t)
	all := samples(t)
	unseen := all["blind"]
	unseen.Chart.Places = nil
	for _, p := range all["blind"].Chart.Places {
		unseen.Chart.Places = append(unseen.Chart.Places, adjudicator.Place{Name: p.Name, Unknown: true})
	}
	unseen.Chart.Arrows = nil
	all["unseen"] = unseen
	for name, p := range all {
		b, err := a.PNG(p)
		if err != nil {
			t.Fatal(name, err)
		}
		if m := decoded(t, b); len(b) > 150_000 || len(m.Palette) > 256 || m.Rect.Dx() < 1000 || m.Rect.Dx() > 1150 {
			t.Errorf("%s: %d bytes, %d colours, %v", name, len(b), len(m.Palette), m.Rect)
		}
	}
}

// Places that are seen, were seen once or were never seen look different, on land and at sea, also to the
// colour-blind.
func TestFogWithoutColours(t *testing.T) {
	a := open(t)
	look := func(place adjudicator.Place, area image.Rectangle) (brightness int, hatched float64) {
		b, err := a.PNG(atlas.Picture{Chart: adjudicator.Chart{Board: "standard", Places: []adjudicator.Place{place}}})
		if err != nil {
			t.Fatal(err)
		}
		m := decoded(t, b)
		var count [256]int
		for y := area.Min.Y; y < area.Max.Y; y++ {
			for x := area.Min.X; x < area.Max.X; x++ {
				count[color.GrayModel.Convert(m.At(x, y)).(color.Gray).Y]++
			}
		}
		for v, n := range count {
			if n > count[brightness] {
				brightness = v
			}
		}
		ink := 0
		for v, n := range count {
			if v < brightness-12 {
				ink += n
			}
		}
		return brightness, float64(ink) / float64(area.Dx()*area.Dy())
	}
	for name, area := range map[string]image.Rectangle{
		"Bla": image.Rect(890, 640, 930, 670), "Spa": image.Rect(160, 735, 200, 765), "Nth": image.Rect(350, 300, 390, 340),
	} {
		now, plain := look(adjudicator.Place{Name: name}, area)
		once, few := look(adjudicator.Place{Name: name, Unknown: true, Since: "Fall 1902"}, area)
		never, many := look(adjudicator.Place{Name: name, Unknown: true}, area)
		if now < once+4 || once < never+4 || plain > 0.01 || few < 0.03 || many < 2*few {
			t.Errorf("%s: brightness %d, %d, %d; hatched %.2f, %.2f, %.2f", name, now, once, never, plain, few, many)
		}
	}
}

// A browser and rsvg-convert show what the PNG has.
func TestSVGElsewhere(t *testing.T) {
	for _, program := range []string{"chromium", "rsvg-convert"} {
		t.Run(program, func(t *testing.T) {
			needs(t, program)
			a := open(t)
			const limit = 20 // where a font is wider, a title differs by less
			for _, name := range []string{"blind", "open"} {
				p := samples(t)[name]
				svg, err := a.SVG(p)
				if err != nil {
					t.Fatal(err)
				}
				b, err := a.PNG(p)
				if err != nil {
					t.Fatal(err)
				}
				want := decoded(t, b)
				in, out := filepath.Join(t.TempDir(), "map.svg"), filepath.Join(t.TempDir(), "map.png")
				if err := os.WriteFile(in, svg, 0o644); err != nil {
					t.Fatal(err)
				}
				if program == "chromium" {
					chromium(t, "--screenshot="+out, fmt.Sprintf("--window-size=%d,%d", want.Rect.Dx(), want.Rect.Dy()), "file://"+in)
				} else {
					run(t, program, "-o", out, in)
				}
				got, err := os.ReadFile(out)
				if err != nil {
					t.Fatal(err)
				}
				m, err := png.Decode(bytes.NewReader(got))
				if err != nil {
					t.Fatal(err)
				}
				if where, d := unlike(m, want); d > limit {
					t.Errorf("%s: around %v the picture differs by %d of 255", name, where, d)
				}
			}
		})
	}
}
