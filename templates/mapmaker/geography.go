package mapmaker

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A point is either a place on Earth (x longitude, y latitude, in degrees) or a position on the raster (x to the
// right, y down, in cells).
type point struct{ x, y float64 }

// Geography is the source data of all maps: the provinces, counties and states of all countries, and the lakes.
type Geography struct {
	units []unit
	lakes [][]point
}

// A unit is a province, county or state in the data of Natural Earth.
type unit struct {
	code    string // ISO 3166-2 code, such as "FR-29"
	country string // three-letter country code, such as "FRA"
	rings   [][]point
}

// ReadGeography reads earth/world.txt.gz. Each line is a record: "U code country name" is a unit, "R" is a ring of
// the unit above it, "L" is a lake. Rings and lakes list their points as x y pairs, each the difference from the
// point before, in 1/200 of a degree.
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

// densify adds points to a line until no step is longer than most degrees, because a straight line on the globe is
// curved on the map.
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
