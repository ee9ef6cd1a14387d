package mapmaker

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"deaddrop/templates/atlas"
)

// Ruled is what the rules of a game say about its board: its places and which of them are adjacent. Every adjacency
// is listed at both ends.
type Ruled struct {
	Places  []string            // all places, each once
	Centres []string            // the places with a supply centre
	Armies  map[string][]string // the places that an army may move to, by where it stands
	// the places that a fleet may move to from any coast of a place to any coast of another, by where it stands
	Fleets map[string][]string
	// for places with several coasts: the places that a fleet may move to, by place and coast; nil if no fleet moves
	// from land to land
	Coasts map[string]map[string][]string
	Lines  map[string][]string // the lands joined to a land by lines; nil if adjacency is shown by borders
	Marks  map[string]Marks    // the marks shown at a place's name; nil if the board has none
	Canals map[string]Canal    // the canals, by name

	Crossings map[string][]string // the lands joined to a land by arrows
}

// Marks are the symbols and values shown at a place's name; the fields mean the same as in atlas.Area.
type Marks struct {
	Value       string
	Rough, Port bool
	Raises      []string
	Symbols     []atlas.Symbol
}

// A Canal names the land that a canal crosses and the two seas that it joins.
type Canal struct {
	Land string
	Seas [2]string
}

// Lengths of borders in pixels. A border that the rules require must be at least readable long. One that is no longer
// than dot is ignored: where four areas meet in a point, two of them always share such a border.
const (
	readable = 6.0
	dot      = 1.5
)

// Check compares a drawn board with the rules and returns a sentence for each difference, sorted. Two places must
// share a border exactly if they are adjacent, and the border must be long enough to be visible. A border between two
// lands must reach the sea exactly where a fleet may pass along the coast. A place with several coasts must have as
// many shores, each with its own neighbours. If the rules join lands by lines, Check compares these lines, and only
// the borders of seas.
func Check(b *atlas.Board, ruled Ruled) []string {
	c := &checker{board: b, ruled: ruled, kinds: map[string]string{}, borders: map[[2]string]float64{},
		passages: map[[2]string]bool{}}
	c.places()
	c.measure()
	c.adjacency()
	c.marks()
	c.canals()
	c.crossings()
	switch {
	case ruled.Lines != nil:
		c.lines()
	case ruled.Coasts != nil:
		c.passing()
		c.shores()
	}
	slices.Sort(c.faults)
	return c.faults
}

type checker struct {
	board    *atlas.Board
	ruled    Ruled
	faults   []string
	kinds    map[string]string     // kinds of places, by name
	borders  map[[2]string]float64 // length of the border drawn between two places, in pixels
	passages map[[2]string]bool    // pairs of lands whose common border reaches a sea
}

func (c *checker) fault(format string, args ...any) {
	c.faults = append(c.faults, fmt.Sprintf(format, args...))
}

func (c *checker) places() {
	for _, a := range c.board.Areas {
		if a.Name == "" {
			continue
		}
		c.kinds[a.Name] = a.Kind
		if len(a.Rings) == 0 {
			c.fault("%s: nothing is drawn of it", a.Name)
		}
		if !slices.Contains(c.ruled.Places, a.Name) {
			c.fault("%s: drawn, and the rules do not know it", a.Name)
		}
		if a.Centre != slices.Contains(c.ruled.Centres, a.Name) {
			c.fault("%s: a supply centre either by the rules or as it is drawn", a.Name)
		}
	}
	for _, name := range c.ruled.Places {
		if c.kinds[name] == "" {
			c.fault("%s: not drawn", name)
		}
	}
}

// marks compares the marks drawn at lands with those of the rules.
func (c *checker) marks() {
	for _, a := range c.board.Areas {
		ruled := c.ruled.Marks[a.Name]
		for what, differs := range map[string]bool{
			"value":   a.Value != ruled.Value,
			"terrain": a.Rough != ruled.Rough,
			"port":    a.Port != ruled.Port,
			"raises":  !slices.Equal(a.Raises, ruled.Raises),
			"symbol":  !slices.Equal(a.Symbols, ruled.Symbols),
		} {
			if differs {
				c.fault("%s: another %s by the rules than is drawn", a.Name, what)
			}
		}
	}
}

// pairOf returns two names in sorted order, as a key for a pair.
func pairOf(x, y string) [2]string { return [2]string{min(x, y), max(x, y)} }

// pairs returns the pairs of places in a table of neighbours.
func pairs(table map[string][]string) map[[2]string]bool {
	out := map[[2]string]bool{}
	for from, all := range table {
		for _, to := range all {
			out[pairOf(from, to)] = true
		}
	}
	return out
}

// ends returns the end points of an arc.
func ends(a atlas.Arc) [2]atlas.Point { return [2]atlas.Point{a.Points[0], a.Points[len(a.Points)-1]} }

// measure computes the length of each border, and finds the borders between lands that reach a sea.
func (c *checker) measure() {
	meet := map[atlas.Point]map[int]bool{}
	for _, a := range c.board.Arcs {
		for _, e := range ends(a) {
			if meet[e] == nil {
				meet[e] = map[int]bool{}
			}
			meet[e][a.Left], meet[e][a.Right] = true, true
		}
		if a.Left < 0 || a.Right < 0 {
			continue
		}
		length := 0.0
		for i, p := range a.Points[1:] {
			length += math.Hypot(p[0]-a.Points[i][0], p[1]-a.Points[i][1])
		}
		c.borders[pairOf(c.board.Areas[a.Left].Name, c.board.Areas[a.Right].Name)] += length
	}
	for _, areas := range meet {
		sea := false
		var lands []string
		for i := range areas {
			if i >= 0 {
				sea = sea || c.board.Areas[i].Kind == atlas.Sea
				if c.board.Areas[i].Kind == atlas.Land {
					lands = append(lands, c.board.Areas[i].Name)
				}
			}
		}
		for _, x := range lands {
			for _, y := range lands {
				if sea && x != y {
					c.passages[pairOf(x, y)] = true
				}
			}
		}
	}
}

func (c *checker) adjacency() {
	wet := func(p [2]string) bool { return c.kinds[p[0]] == atlas.Sea || c.kinds[p[1]] == atlas.Sea }
	ruled := pairs(c.ruled.Armies)
	for p := range pairs(c.ruled.Fleets) {
		if wet(p) {
			ruled[p] = true
		}
	}
	for p := range ruled {
		switch px := c.borders[p]; {
		case px < dot:
			c.fault("%s-%s: adjacent by the rules, and no border is drawn", p[0], p[1])
		case px < readable:
			c.fault("%s-%s: the border is drawn with %.1f px, too short to be seen", p[0], p[1], px)
		}
	}
	for p, px := range c.borders {
		if ruled[p] || px < dot || p[0] == "" {
			continue
		}
		if c.ruled.Lines == nil || wet(p) {
			c.fault("%s-%s: a border of %.1f px is drawn, and they are not adjacent by the rules", p[0], p[1], px)
		}
	}
}

func (c *checker) passing() {
	ruled := pairs(c.ruled.Fleets)
	for p := range ruled {
		if c.kinds[p[0]] == atlas.Land && c.kinds[p[1]] == atlas.Land && !c.passages[p] {
			c.fault("%s-%s: fleets may pass by the rules, and the border does not reach a sea", p[0], p[1])
		}
	}
	for p := range c.passages {
		if !ruled[p] {
			c.fault("%s-%s: the border reaches a sea, and fleets may not pass by the rules", p[0], p[1])
		}
	}
}

func (c *checker) shores() {
	for name, coasts := range c.ruled.Coasts {
		drawn := c.shoresOf(name)
		area, _ := c.board.Area(name)
		if area == nil {
			continue
		}
		for coast, neighbours := range coasts {
			want := strings.Join(slices.Sorted(slices.Values(neighbours)), " ")
			if !slices.Contains(drawn, want) {
				c.fault("%s: no shore meets just %s, which is its coast %s; drawn are %s", name,
					want, coast, strings.Join(drawn, " and "))
			}
			if _, ok := area.Coast(coast); !ok {
				c.fault("%s: the map does not say where its coast %s is", name, coast)
			}
		}
		if len(drawn) != len(coasts) || len(area.Coasts) != len(coasts) {
			c.fault("%s: %d coasts by the rules, %d shores drawn, %d coasts on the map", name, len(coasts),
				len(drawn), len(area.Coasts))
		}
	}
}

// A shore is an unbroken stretch of coastline.
type shore struct {
	ends     map[atlas.Point]bool
	meets    map[string]bool // seas along the shore, and lands at its ends
	mainland bool            // whether the shore ends at a land or at the edge of the picture
}

// shoresOf returns the shores of a place except those of its islands: for each, the sorted names of the places that
// it touches.
func (c *checker) shoresOf(name string) []string {
	var all []*shore
	c.around(name, func(e [2]atlas.Point, kind, other string) {
		if kind != atlas.Sea {
			return
		}
		s := &shore{ends: map[atlas.Point]bool{e[0]: true, e[1]: true}, meets: map[string]bool{other: true}}
		all = slices.DeleteFunc(all, func(o *shore) bool {
			joined := o.ends[e[0]] || o.ends[e[1]]
			if joined {
				maps.Copy(s.ends, o.ends)
				maps.Copy(s.meets, o.meets)
			}
			return joined
		})
		all = append(all, s)
	})
	c.around(name, func(e [2]atlas.Point, kind, other string) {
		for _, s := range all {
			dry := kind != atlas.Sea && kind != atlas.Lake
			if dry && (s.ends[e[0]] || s.ends[e[1]]) {
				s.mainland = true
				if kind == atlas.Land {
					s.meets[other] = true
				}
			}
		}
	})
	var out []string
	for _, s := range all {
		if s.mainland {
			out = append(out, strings.Join(slices.Sorted(maps.Keys(s.meets)), " "))
		}
	}
	slices.Sort(out)
	return out
}

// around calls f for each arc of a place's outline, with the arc's end points and with the kind and name of the place
// on its other side; beyond the edge of the picture the name is "".
func (c *checker) around(name string, f func(ends [2]atlas.Point, kind, other string)) {
	for _, a := range c.board.Arcs {
		for _, side := range [2][2]int{{a.Left, a.Right}, {a.Right, a.Left}} {
			if side[0] < 0 || c.board.Areas[side[0]].Name != name {
				continue
			}
			if side[1] < 0 {
				f(ends(a), "", "")
			} else {
				f(ends(a), c.board.Areas[side[1]].Kind, c.board.Areas[side[1]].Name)
			}
		}
	}
}
