package atlas_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"io"
	"os/exec"
	"strings"
	"testing"

	"deaddrop/tier"
)

// harmless says what a file of SVG has that is not well-formed, or could do more than be looked at.
func harmless(svg []byte) error {
	in := xml.NewDecoder(bytes.NewReader(svg))
	ids := map[string]bool{}
	var wanted []string
	for {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("not well-formed: %w", err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch e.Name.Local {
		case "svg", "title", "defs", "g", "path", "use", "text", "pattern":
		default:
			return fmt.Errorf("an element %s", e.Name.Local)
		}
		for _, a := range e.Attr {
			name, value := a.Name.Local, a.Value
			switch {
			case name == "id":
				if ids[value] {
					return fmt.Errorf("two elements %s", value)
				}
				ids[value] = true
			case name == "href" && !strings.HasPrefix(value, "#"), name == "style", strings.HasPrefix(name, "on"):
				return fmt.Errorf("%s=%q", name, value)
			case name == "href":
				wanted = append(wanted, value[1:])
			case strings.HasPrefix(value, "url("):
				wanted = append(wanted, strings.TrimSuffix(strings.TrimPrefix(value, "url(#"), ")"))
			case strings.Contains(value, "://") && name != "xmlns":
				return fmt.Errorf("%s=%q leads outside", name, value)
			}
		}
	}
	for _, id := range wanted {
		if !ids[id] {
			return fmt.Errorf("there is no element %s", id)
		}
	}
	return nil
}

func TestSVGIsHarmless(t *testing.T) {
	a := open(t)
	for name, p := range samples(t) {
		svg, err := a.SVG(p)
		if err != nil {
			t.Fatal(err)
		}
		if err := harmless(svg); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !bytes.Contains(svg, []byte(">Mun</text>")) && p.Chart.Board == "standard" {
			t.Errorf("%s: its texts are no texts", name)
		}
	}
}

// needs skips a test where a program is not installed.
func needs(t *testing.T, program string) {
	t.Helper()
	if !tier.Full() {
		t.Skipf("compares with %s, as .ci/run does", program)
	}
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("NOT TESTED: %s is not installed", program)
	}
}

// run runs a program that has to succeed.
func run(t *testing.T, program string, args ...string) []byte {
	t.Helper()
	var errs bytes.Buffer
	c := exec.CommandContext(t.Context(), program, args...)
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", program, strings.Join(args, " "), err, errs.Bytes())
	}
	return out
}

// chromium has the arguments that all of its runs need.
func chromium(t *testing.T, args ...string) []byte {
	t.Helper()
	return run(t, "chromium", append([]string{"--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--user-data-dir=" + t.TempDir()}, args...)...)
}

// unlike finds the square of 50 pixels whose mean colours differ most, and says how much.
func unlike(a, b image.Image) (image.Point, int) {
	const side = 50
	var where image.Point
	worst := 0
	one, other := image.NewRGBA(b.Bounds()), image.NewRGBA(b.Bounds())
	draw.Draw(one, one.Rect, a, a.Bounds().Min, draw.Src)
	draw.Draw(other, other.Rect, b, b.Bounds().Min, draw.Src)
	for y := 0; y+side <= one.Rect.Dy(); y += side {
		for x := 0; x+side <= one.Rect.Dx(); x += side {
			var sums [3]int
			for dy := range side {
				for dx := range side {
					i := one.PixOffset(x+dx, y+dy)
					for k := range sums {
						sums[k] += int(one.Pix[i+k]) - int(other.Pix[i+k])
					}
				}
			}
			for _, s := range sums {
				if d := max(s, -s) / (side * side); d > worst {
					where, worst = image.Pt(x, y), d
				}
			}
		}
	}
	return where, worst
}
