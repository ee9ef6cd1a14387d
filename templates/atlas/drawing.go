package atlas

import (
	"fmt"
	"slices"
	"strconv"

	"deaddrop/adjudicator"
)

// A drawing is a chart drawn on a plate: the tints of its areas, and everything drawn on top of them.
type drawing struct {
	*plate
	chart    adjudicator.Chart
	words    map[string]string
	seats    []adjudicator.Seat // seats that occur in the chart
	colours  map[adjudicator.Seat]colour
	initials map[adjudicator.Seat]string // abbreviations of the seats' names, for readers who can't distinguish colours
	tints    []tint
	places   map[string]*stand // places of the chart, by name
	order    []*stand
	used     map[string]bool // symbols that the key has to explain

	fronts, arrows, pieces, notes scene // layers from bottom to top; the labels are between pieces and notes
}

// A stand is a place of the chart with its pieces.
type stand struct {
	adjudicator.Place
	area   *Area
	tokens []token
}

// A token is a piece at its position.
type token struct {
	adjudicator.Piece
	at  vec
	old string // the phase that the news of the piece dates from; "" if it is current
}

// draw draws a chart with translated words. It returns an error if the board lacks a place of the chart.
func (p *plate) draw(c adjudicator.Chart, words map[string]string) (*drawing, error) {
	tidy()
	d := &drawing{plate: p, chart: c, words: words, places: map[string]*stand{}, used: map[string]bool{}}
	d.seats = p.seatsOf(c)
	d.colours = p.seatColours(d.seats)
	d.initials = d.namesOf()
	for _, place := range c.Places {
		i, ok := p.areas[place.Name]
		if !ok {
			return nil, fmt.Errorf("board %s has no place %q", p.board.Name, place.Name)
		}
		s := &stand{Place: place, area: &p.board.Areas[i]}
		d.places[place.Name] = s
		d.order = append(d.order, s)
		d.arrange(s)
	}
	for _, a := range c.Arrows {
		if err := p.check(a); err != nil {
			return nil, err
		}
	}
	for _, name := range p.keyMarks() {
		d.used[name] = true
	}
	d.tint()
	d.drawFronts()
	d.drawArrows()
	d.drawPieces()
	d.drawOwners()
	return d, nil
}

// check returns an error if an arrow refers to a place that is not on the board, or lacks a place that it needs.
func (p *plate) check(a adjudicator.Arrow) error {
	names := append([]string{a.From}, a.Via...)
	switch a.Kind {
	case "move", "retreat", "venture":
		names = append(names, a.To)
	case "support", "convoy":
		names = append(names, a.Of)
	}
	for _, name := range []string{a.To, a.Of} {
		if name != "" {
			names = append(names, name)
		}
	}
	for _, name := range names {
		if _, ok := p.areas[name]; !ok {
			return fmt.Errorf("board %s has no place %q for a %s", p.board.Name, name, a.Kind)
		}
	}
	return nil
}

// word translates a word.
func (d *drawing) word(s string) string {
	if w := d.words[s]; w != "" {
		return w
	}
	return s
}

// sight says how well a place is known.
type sight byte

const (
	seen   sight = iota // seen now
	old                 // seen in an earlier phase
	unseen              // never seen
)

func (s *stand) sight() sight {
	switch {
	case s.Since != "":
		return old
	case s.Unknown:
		return unseen
	}
	return seen
}

// tint colours the areas by owner and by visibility.
func (d *drawing) tint() {
	d.tints = make([]tint, len(d.board.Areas))
	for i := range d.tints {
		d.tints[i].fill = d.plain[i]
	}
	for _, s := range d.order {
		i := d.areas[s.Name]
		t := &d.tints[i]
		if c, ok := d.colours[s.Owner]; ok && s.area.Kind == Land {
			t.fill = mix(mix(t.fill, d.look.land, 0.6), c, ownerShare) // so that the region's colour hardly shows
		}
		fog, pale := d.look.fog, 0.3
		if s.area.Kind == Sea {
			fog, pale = d.look.seaFog, 0.55
		}
		if slices.ContainsFunc(s.Pieces, func(p adjudicator.Piece) bool {
			return p.Kind == "impassable"
		}) && s.area.Kind == Land {
			t.fill = d.look.decor
		}
		if s.area.Rough {
			t.fill = mix(t.fill, d.look.hill, roughShare)
		}
		switch s.sight() {
		case unseen:
			t.fill, t.hatch = mix(t.fill, fog, pale), &d.look.unseen
			d.used["never seen"] = true
		case old:
			t.fill, t.hatch = mix(mix(t.fill, d.look.land, 0.3), fog, 0.5*pale), &d.look.old
			d.used["old news"] = true
		}
	}
}

// drawFronts draws thick borders between lands of different owners.
func (d *drawing) drawFronts() {
	owner := func(area int) adjudicator.Seat {
		if s := d.places[d.board.Areas[area].Name]; s != nil {
			return s.Owner
		}
		return ""
	}
	for i, a := range d.board.Arcs {
		if d.plate.fronts[i] != nil && owner(a.Left) != owner(a.Right) {
			line := shape{path: d.plate.fronts[i], line: faint(d.look.ink, 0.75), width: 1.5}
			d.fronts.add(stamp{name: "front " + strconv.Itoa(i), items: []item{line}})
		}
	}
}

// spot returns the position of pieces at a place.
func (d *drawing) spot(place, coast string) vec {
	a := &d.board.Areas[d.areas[place]]
	if c, ok := a.Coast(coast); ok {
		return at(c.Unit)
	}
	return at(a.Unit)
}
