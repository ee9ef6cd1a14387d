package mapmaker

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A point is a place on Earth, longitude and latitude in degrees, or one of the raster, cells to the right and down.
type point struct{ x, y float64 }

// Geography is what is drawn after: the provinces, counties and states of all countries, and lakes.
type Geography struct {
	units []unit
	lakes [][]point
}

// A unit is a province, county or state as Natural Earth has it.
type unit struct {
	code    string // ISO 3166-2: "FR-29"
	country string // three letters: "FRA"
	rings   [][]point
}

// ReadGeography reads the packed text of earth/world.txt.gz: a line a record, "U code country name" for a unit, then
// "R" for each of its rings, and "L" for a lake; of a line of points, the differences in 1/200 of a degree.
func ReadGeography(packed io.Reader) (*Geography, error) {
	text, err := gzip.NewReader(packed)
	if err != nil {
		return nil, err
	}
	g := new(Geography)
	lines := bufio.NewScanner(text)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		if err := g.record(lines.Text()); err != nil {
			return nil, fmt.Errorf("geography: %.20q: %w", lines.Text(), err)
		}
	}
	return g, lines.Err()
}

func (g *Geography) record(line string) error {
	kind, rest, _ := strings.Cut(line, " ")
	switch kind {
	case "U":
		f := strings.Fields(rest)
		if len(f) < 2 {
			return fmt.Errorf("a unit has a code and a country")
		}
		g.units = append(g.units, unit{code: f[0], country: f[1]})
		return nil
	case "R", "L":
		ring, err := unpack(rest)
		switch {
		case err != nil:
			return err
		case kind == "L":
			g.lakes = append(g.lakes, ring)
		case len(g.units) == 0:
			return fmt.Errorf("a ring of no unit")
		default:
			u := &g.units[len(g.units)-1]
			u.rings = append(u.rings, ring)
		}
		return nil
	}
	return fmt.Errorf("unknown record")
}

func unpack(s string) ([]point, error) {
	f := strings.Fields(s)
	points := make([]point, 0, len(f)/2)
	x, y := 0, 0
	for i := 0; i+1 < len(f); i += 2 {
		dx, err := strconv.Atoi(f[i])
		if err != nil {
			return nil, err
		}
		dy, err := strconv.Atoi(f[i+1])
		if err != nil {
			return nil, err
		}
		x, y = x+dx, y+dy
		points = append(points, point{float64(x) / 200, float64(y) / 200})
	}
	return points, nil
}

// densify adds points so that no step is longer than so many degrees: what is straight on a globe is bent on a map.
func densify(points []point, most float64) []point {
	if len(points) < 2 {
		return points
	}
	out := make([]point, 1, len(points))
	out[0] = points[0]
	for i, b := range points[1:] {
		a := points[i]
		dx, dy := b.x-a.x, b.y-a.y
		n := 1
		for float64(n*n)*most*most < dx*dx+dy*dy {
			n++
		}
		for k := 1; k <= n; k++ {
			t := float64(k) / float64(n)
			out = append(out, point{a.x + dx*t, a.y + dy*t})
		}
	}
	return out
}
