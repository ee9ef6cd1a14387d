package mapmaker

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"deaddrop/templates/atlas"
)

// A Map is a parsed map file.
type Map struct {
	name, title, style string
	project            projection
	middle             point // longitude and latitude of the projection's centre
	flat               bool  // whether the projection is cylindrical
	frame              frame
	detail             detail
	powers             []atlas.Power
	places             []*place
	cuts               [][]point
	bridges, channels  []brush
	links              []link
	canals             []canal
	crossings          []passage
	ignored            []string // codes of countries and units that are not drawn
}

// frame says which part of the projected plane is drawn: four points on Earth that lie on its edges or, for a round
// map, its radius.
type frame struct {
	width                    float64 // width of the picture, in pixels
	left, right, top, bottom point
	disc                     float64
}

// A detail holds the values of the statement "detail". Lengths are in pixels of the picture, areas in square pixels.
type detail struct {
	coast, noise, islet, island, smooth, lakes, snap, graticule, font, token float64
	pieces, stacks, kinds, modern, inland                                    float64
}

// A place is an area defined in the map file: a place of the game, or scenery.
type place struct {
	line                    int
	kind, name, full, label string
	centre, rough, port     bool
	region, value           string
	raises                  []string
	symbols                 []atlas.Symbol
	take                    []string
	seeds                   [][]point
	coasts                  []coast
	unit, text              *point // positions set by the author; nil where they are to be found
	pieces                  int    // how many pieces stand side by side
	stacks                  bool   // whether pieces stand in stacks
}

type coast struct {
	name string
	unit point
}

// A brush paints land or water along a line.
type brush struct {
	line  int
	place string // the place that new land belongs to; "" for water
	width float64
	path  []point
}

// water reports whether a place is a sea or a lake.
func (p *place) water() bool { return p.kind == atlas.Sea || p.kind == atlas.Lake }

type link struct {
	line     int
	from, to string
}

type canal struct {
	name string
	path []point
}

// A passage is an arrow from one land to another.
type passage struct {
	link
	path []point
}

// reader reads the lines of a file.
type reader struct {
	m       *Map
	line    int
	current *place // the place that indented lines belong to
}

// ReadMap parses the text of a map file, whose format is in the package's comment. Errors begin with the file name
// and line number.
func ReadMap(file string, text []byte) (*Map, error) {
	r := &reader{m: &Map{detail: detail{coast: 1.1, islet: 8, island: 60, smooth: 8, font: 11, token: 10, pieces: 1}}}
	for i, line := range strings.Split(string(text), "\n") {
		r.line = i + 1
		words, err := split(line)
		if err == nil && len(words) > 0 {
			if err = r.statement(words, strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t")); err != nil {
				err = fmt.Errorf("%s: %w", words[0], err)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, r.line, err)
		}
	}
	if err := r.m.complete(); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return r.m, nil
}

// complete returns an error if a required part is missing, or if a place is named that does not exist.
func (m *Map) complete() error {
	if m.name == "" || m.project == nil || m.frame.width == 0 {
		return fmt.Errorf("a map needs the statements map, projection and frame")
	}
	for i, p := range m.places {
		if p.name != "" && m.index(p.name) != i {
			return fmt.Errorf("line %d: there is a place %s already", p.line, p.name)
		}
	}
	for _, b := range m.bridges {
		if m.index(b.place) < 0 {
			return fmt.Errorf("line %d: bridge: there is no place %s", b.line, b.place)
		}
	}
	for _, l := range m.links {
		if err := m.joins("link", l); err != nil {
			return err
		}
	}
	for _, c := range m.crossings {
		if err := m.joins("crossing", c.link); err != nil {
			return err
		}
	}
	return nil
}

// joins returns an error if a link names a place that does not exist; statement is the keyword for the error.
func (m *Map) joins(statement string, l link) error {
	for _, name := range []string{l.from, l.to} {
		if m.index(name) < 0 {
			return fmt.Errorf("line %d: %s: there is no place %s", l.line, statement, name)
		}
	}
	return nil
}

func (m *Map) index(name string) int {
	return slices.IndexFunc(m.places, func(p *place) bool { return p.name == name })
}

func (r *reader) statement(words []string, indented bool) error {
	if indented {
		if r.current == nil {
			return fmt.Errorf("the line is indented, and there is no place above that it could be of")
		}
		return r.current.property(words[0], words[1:])
	}
	r.current = nil
	read, known := statements()[words[0]]
	if !known {
		return fmt.Errorf("there is no such statement")
	}
	return read(r, words[1:])
}

// statements returns the readers of a statement's words behind the first, by that first word.
func statements() map[string]func(*reader, []string) error {
	return map[string]func(*reader, []string) error{
		"map":        func(r *reader, args []string) error { return texts(args, &r.m.name, &r.m.title, &r.m.style) },
		"power":      (*reader).power,
		"projection": (*reader).projection,
		"meridians":  func(r *reader, args []string) error { return r.band(true, args) },
		"parallels":  func(r *reader, args []string) error { return r.band(false, args) },
		"lens":       (*reader).lens,
		"frame":      (*reader).frame,
		"detail":     (*reader).detail,
		"ignore":     (*reader).ignore,
		atlas.Land:   func(r *reader, args []string) error { return r.place(atlas.Land, args) },
		atlas.Sea:    func(r *reader, args []string) error { return r.place(atlas.Sea, args) },
		atlas.Decor:  func(r *reader, args []string) error { return r.place(atlas.Decor, args) },
		atlas.Lake:   func(r *reader, args []string) error { return r.place(atlas.Lake, args) },
		"cut":        (*reader).cut,
		"bridge":     func(r *reader, args []string) error { return r.brush(&r.m.bridges, args, 1) },
		"channel":    func(r *reader, args []string) error { return r.brush(&r.m.channels, args, 0) },
		"canal":      (*reader).canal,
		"crossing":   (*reader).crossing,
		"link":       (*reader).link,
	}
}

func (r *reader) power(args []string) error {
	var p atlas.Power
	err := texts(args, &p.Name, &p.Colour)
	p.Colour = "#" + p.Colour
	r.m.powers = append(r.m.powers, p)
	return err
}

func (r *reader) projection(args []string) error {
	m := r.m
	var bulge, flat float64
	tall := 1.0
	err := settings(args, map[string]any{"middle": &m.middle, "bulge": &bulge, "tall": &tall, "flat": &flat})
	if err == nil && tall <= 0 {
		err = fmt.Errorf("want tall= above 0")
	}
	m.project = azimuthal(m.middle, bulge).stretched(tall)
	if m.flat = flat > 0; m.flat {
		m.project = cylindrical(m.middle).stretched(tall)
	}
	return err
}

func (r *reader) frame(args []string) error {
	f := &r.m.frame
	return settings(args, map[string]any{
		"width": &f.width, "left": &f.left, "right": &f.right, "top": &f.top, "bottom": &f.bottom, "disc": &f.disc,
	})
}

func (r *reader) detail(args []string) error {
	d := &r.m.detail
	return settings(args, map[string]any{
		"coast": &d.coast, "noise": &d.noise, "islet": &d.islet, "island": &d.island, "smooth": &d.smooth,
		"lakes": &d.lakes, "snap": &d.snap, "graticule": &d.graticule, "font": &d.font, "token": &d.token,
		"pieces": &d.pieces, "stacks": &d.stacks, "kinds": &d.kinds, "modern": &d.modern, "inland": &d.inland,
	})
}

func (r *reader) ignore(args []string) error {
	r.m.ignored = append(r.m.ignored, args...)
	return nil
}

func (r *reader) cut(args []string) error {
	paths, err := lines(args)
	r.m.cuts = append(r.m.cuts, paths...)
	return err
}

func (r *reader) canal(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("want a name and a line")
	}
	line, err := path(args[1])
	r.m.canals = append(r.m.canals, canal{args[0], line})
	return err
}

func (r *reader) crossing(args []string) error {
	if len(args) != 3 {
		return fmt.Errorf("want two places and a line")
	}
	line, err := path(args[2])
	if err == nil && len(line) < 2 {
		err = fmt.Errorf("want two points or more")
	}
	r.m.crossings = append(r.m.crossings, passage{link{r.line, args[0], args[1]}, line})
	return err
}

func (r *reader) link(args []string) error {
	l := link{line: r.line}
	err := texts(args, &l.from, &l.to)
	r.m.links = append(r.m.links, l)
	return err
}

func (r *reader) band(meridians bool, args []string) error {
	var from, to, factor float64
	if err := settings(args, map[string]any{"from": &from, "to": &to, "k": &factor}); err != nil {
		return err
	}
	if !r.m.flat || from >= to || factor <= 0 {
		return fmt.Errorf("want from= and a larger to=, and a factor k=, behind a projection with flat=1")
	}
	r.m.project = r.m.project.banded(meridians, from, to, factor)
	return nil
}

func (r *reader) lens(args []string) error {
	if r.m.project == nil || len(args) == 0 {
		return fmt.Errorf("want a point, r= and k= behind the projection")
	}
	at, err := degrees(args[0])
	if err != nil {
		return err
	}
	var km, factor float64
	if err := settings(args[1:], map[string]any{"r": &km, "k": &factor}); err != nil {
		return err
	}
	if km <= 0 || factor <= 0 || factor > foldLimit {
		return fmt.Errorf("want a radius r= in km, and a factor k= up to %g: beyond that the map folds", foldLimit)
	}
	r.m.project = r.m.project.lens(at, km/6371, factor)
	return nil
}

func (r *reader) place(kind string, args []string) error {
	p := &place{line: r.line, kind: kind, pieces: int(r.m.detail.pieces), stacks: r.m.detail.stacks > 0}
	r.m.places = append(r.m.places, p)
	r.current = p
	if kind == atlas.Decor || kind == atlas.Lake {
		if len(args) == 0 {
			return fmt.Errorf("want a name")
		}
		p.full, args = args[0], args[1:]
	} else {
		if len(args) < 2 {
			return fmt.Errorf("want a name as the rules write it, and the full one")
		}
		p.name, p.full, args = args[0], args[1], args[2:]
		p.label = p.name
		if kind == atlas.Sea {
			p.label = strings.ToUpper(p.name)
		}
	}
	for _, word := range args {
		switch key, value, _ := strings.Cut(word, "="); key {
		case "centre":
			p.centre = true
		case "region":
			p.region = value
		case "value":
			p.value = value
		case "rough":
			p.rough = true
		case "port":
			p.port = true
		case "raises":
			p.raises = strings.Split(value, ",")
		case "label":
			p.label = strings.ReplaceAll(value, "/", "\n")
		case "symbols":
			all, err := symbols(value)
			if err != nil {
				return err
			}
			p.symbols = all
		default:
			seed, err := path(word)
			if err != nil {
				return err
			}
			p.seeds = append(p.seeds, seed)
		}
	}
	return nil
}

// symbols parses a list of symbols, such as "objective,factory*2".
func symbols(text string) ([]atlas.Symbol, error) {
	var out []atlas.Symbol
	for word := range strings.SplitSeq(text, ",") {
		kind, number, several := strings.Cut(word, "*")
		s := atlas.Symbol{Kind: kind, Count: 1}
		if several {
			n, err := strconv.Atoi(number)
			if err != nil {
				return nil, fmt.Errorf("%q is no symbol with a number", word)
			}
			s.Count = n
		}
		out = append(out, s)
	}
	return out, nil
}

// property reads an indented line, which sets a property of the place above it.
func (p *place) property(word string, args []string) error {
	switch word {
	case "take":
		p.take = append(p.take, args...)
		return nil
	case "coast":
		if len(args) != 2 {
			return fmt.Errorf("want the coast's name and a point")
		}
		at, err := degrees(args[1])
		p.coasts = append(p.coasts, coast{args[0], at})
		return err
	case "unit", "text":
		if len(args) != 1 {
			return fmt.Errorf("want a point")
		}
		at, err := degrees(args[0])
		if word == "unit" {
			p.unit = &at
		} else {
			p.text = &at
		}
		return err
	case "pieces":
		var n float64
		err := settings([]string{"pieces=" + strings.Join(args, " ")}, map[string]any{"pieces": &n})
		p.pieces = int(n)
		return err
	}
	return fmt.Errorf("a place has no such property")
}

// brush reads the arguments of a bridge or a channel: as many names as names says, a width, and a line.
func (r *reader) brush(into *[]brush, args []string, names int) error {
	if len(args) != names+2 {
		return fmt.Errorf("want %s", []string{"width= and a line", "a place, width= and a line"}[names])
	}
	b := brush{line: r.line}
	if names > 0 {
		b.place = args[0]
	}
	if err := settings(args[names:names+1], map[string]any{"width": &b.width}); err != nil {
		return err
	}
	line, err := path(args[names+1])
	b.path = line
	*into = append(*into, b)
	return err
}
