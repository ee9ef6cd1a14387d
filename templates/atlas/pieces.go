package atlas

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"deaddrop/adjudicator"
)

// arrange sets the position of each piece of a place: side by side, or at the piece's coast. A dislodged piece stands
// beside the others.
func (d *drawing) arrange(s *stand) {
	var row []token
	apart := vec{}
	if s.area.Stacks != (Point{}) {
		for _, p := range s.Pieces {
			s.tokens = append(s.tokens, token{Piece: p, at: at(s.area.Unit), old: oldNews(p, s.Place)})
		}
		return
	}
	for _, p := range s.Pieces {
		t := token{Piece: p, at: d.spot(s.Name, p.Coast), old: oldNews(p, s.Place)}
		if p.Mark == "dislodged" {
			second := at(s.area.Second)
			if c, ok := s.area.Coast(p.Coast); ok {
				second = at(c.Second)
			}
			apart = second.minus(t.at).unit().times(0.9 * d.board.Token)
			t.at = second.plus(apart)
			s.tokens = append(s.tokens, t)
			continue
		}
		row = append(row, t)
	}
	wide, high := 2.4*d.board.Token, RowHigh*d.board.Token
	if slices.ContainsFunc(row, func(t token) bool { return t.Kind == "fleet" }) {
		wide = RowWide * d.board.Token
	}
	rows := (len(row) + PerRow - 1) / PerRow
	for i, t := range row {
		line := i / PerRow
		inLine := min(PerRow, len(row)-line*PerRow)
		t.at.x += wide * (float64(i%PerRow) - float64(inLine-1)/2)
		t.at.y += high * (float64(line) - float64(rows-1)/2)
		t.at = t.at.minus(apart.times(0.4))
		s.tokens = append(s.tokens, t)
	}
}

// oldNews returns the phase from which news of a piece dates, or "" if it is current.
func oldNews(p adjudicator.Piece, s adjudicator.Place) string {
	if p.Since != "" {
		return p.Since
	}
	return s.Since
}

// drawPieces draws all tokens with their marks, and dates old news.
func (d *drawing) drawPieces() {
	for _, dislodged := range []bool{false, true} {
		for _, s := range d.order {
			if s.area.Stacks != (Point{}) {
				if !dislodged {
					d.drawStacks(s)
				}
				continue
			}
			for _, t := range s.tokens {
				if (t.Mark == "dislodged") == dislodged {
					d.drawToken(t)
				}
			}
		}
	}
	for _, s := range d.order {
		d.date(s)
	}
}

// date writes when a place was last seen: beside its pieces, or below its label.
func (d *drawing) date(s *stand) {
	dated := false
	for _, t := range s.tokens {
		if t.old != "" {
			d.notes.add(d.dateStamp(t.old, t.at.plus(vec{d.board.Token + 3, -2}), bold, start))
			dated = true
		}
	}
	if s.sight() == old && !dated && s.area.Label != "" {
		d.notes.add(d.dateStamp(s.Since, at(s.area.Text).plus(vec{0, d.board.Font + 4}), regular, middle))
	}
}

func (d *drawing) dateStamp(phase string, at vec, style style, anchor anchor) stamp {
	t := text{text: d.short(phase), size: 9.8, style: style, anchor: anchor, fill: d.look.ink, halo: faint(white, 0.8)}
	return stamp{name: fmt.Sprint("date ", t.text, style, anchor), at: at, items: []item{t}}
}

// short abbreviates "Fall 1902" and the like to three characters: "F02".
func (d *drawing) short(phase string) string {
	words := strings.Fields(phase)
	if len(words) < 2 {
		return phase
	}
	year := words[len(words)-1]
	if _, err := strconv.Atoi(year); err != nil || len(year) < 2 {
		return phase
	}
	first := []rune(d.word(words[0]))
	return string(first[:1]) + year[len(year)-2:]
}

// drawToken draws a piece with its marks.
func (d *drawing) drawToken(t token) {
	r := d.board.Token
	d.used[t.Kind] = true
	if t.Mark == "dislodged" {
		d.pieces.fill(star(t.at, 1.55*r, 1.05*r, 10), rgb(0xd22f27))
	}
	d.pieces.add(d.stamp(t))
	corner := t.at.plus(vec{0.85 * r, -0.85 * r})
	if t.Count > 1 && t.Kind != "factor" {
		d.count(t.at.plus(vec{0.9 * r, 0.6 * r}), t.Count)
	}
	switch t.Mark {
	case "new":
		d.pieces.add(plusBadge(corner))
	case "gone":
		d.pieces.add(goneCross(t.at, 0.9*r))
	case "found":
		d.pieces.add(starBadge(corner))
	case "", "dislodged":
	default:
		return
	}
	if t.Mark != "" {
		d.used[t.Mark] = true
	}
}

// count writes how many pieces a token stands for.
func (d *drawing) count(c vec, n int) {
	number := strconv.Itoa(n)
	d.notes.add(stamp{name: "count " + number, at: c, items: []item{
		shape{path: circle(vec{}, 5.6), fill: white, line: black, width: 0.9},
		text{at: vec{0, 3}, text: number, size: 8.6, style: bold, anchor: middle, fill: black},
	}})
}

// stamp returns a piece's token.
func (d *drawing) stamp(t token) stamp {
	c, ok := d.colours[t.Owner]
	if !ok {
		c = nobody
	}
	s := tokenStamp(t.Kind, c, d.board.Token, t.old != "")
	s.at = t.at
	if t.Kind == "factor" {
		s.name += strconv.Itoa(t.Count)
		s.items = append(s.items, text{at: vec{0, 4}, text: strconv.Itoa(t.Count), size: 11.5, style: bold,
			anchor: middle, fill: inkOn(c)})
	}
	return s
}

// inkOn returns a colour in which symbols on a given colour can be read.
func inkOn(c colour) colour {
	if bright(c) > 150 {
		return rgb(0x221d18)
	}
	return white
}

// paled returns a paler colour, for pieces whose positions are old news.
func paled(c colour) colour { return mix(c, rgb(0xe8e4da), 0.45) }

// pieceColours returns the colours of pieces, which are small but important.
func (d *drawing) pieceColours() []colour {
	out := []colour{white, black, red, green, gold, nobody}
	for _, seat := range d.seats {
		out = append(out, d.colours[seat], paled(d.colours[seat]), d.arrowColour(seat))
	}
	return out
}

// tokenStamp returns the token of a kind of piece around 0, 0. For old news it is pale and dashed.
func tokenStamp(kind string, c colour, r float64, stale bool) stamp {
	var s scene
	ink, line := inkOn(c), black
	if stale {
		c, ink, line = paled(c), rgb(0x3a342c), rgb(0x57503f)
	}
	body, symbol := tokenShape(kind, r)
	if stale {
		s.fill(body, c)
		s.stroke(body, faint(white, 0.7), 2.2)
		s.stroke(body, line, 1.2, 2.4, 2)
	} else {
		s.fill(body.placed(vec{1, 1.4}, 1), faint(rgb(0), 0.28))
		s.add(shape{path: body, fill: faint(white, 0.85), line: faint(white, 0.85), width: 2.6})
		s.add(shape{path: body, fill: c, line: line, width: 1.2})
	}
	s.fill(symbol.placed(vec{}, r), ink)
	if kind == "army" {
		s.fill(circle(vec{0.06 * r, 0.26 * r}, 0.13*r), c)
	}
	name := kind + css(c) + number(r)
	if stale {
		name += "?"
	}
	return stamp{name: name, items: s.items}
}

// tokenShape returns the outline of a token, and the symbol on it at radius 1.
func tokenShape(kind string, r float64) (body, symbol path) {
	switch kind {
	case "army": // a field gun: trail, barrel, wheel
		symbol = polygon(vec{-0.62, 0.42}, vec{-0.05, 0.05}, vec{0.06, 0.22}, vec{-0.50, 0.60})
		symbol = append(symbol, polygon(vec{-0.30, 0.02}, vec{0.60, -0.46}, vec{0.72, -0.26}, vec{-0.18, 0.24})...)
		symbol = append(symbol, circle(vec{0.06, 0.26}, 0.34)...)
		return rect(vec{}, 1.96*r, 1.72*r, 3), symbol
	case "fleet": // a steamer: hull, house, funnel, mast
		symbol = polygon(vec{-0.74, 0.10}, vec{0.74, 0.10}, vec{0.52, 0.48}, vec{-0.56, 0.48})
		symbol = append(symbol, box(-0.34, -0.16, 0.64, 0.28, 0)...)
		symbol = append(symbol, box(-0.12, -0.56, 0.24, 0.42, 0)...)
		symbol = append(symbol, box(0.44, -0.44, 0.06, 0.56, 0)...)
		return ellipse(vec{}, 1.2*r, 0.95*r), symbol
	case "port": // an anchor
		symbol = box(-0.09, -0.42, 0.18, 0.98, 0)
		symbol = append(symbol, box(-0.36, -0.3, 0.72, 0.15, 0)...)
		symbol = append(symbol, circle(vec{0, -0.52}, 0.17)...)
		symbol = append(symbol, polygon(vec{-0.62, 0.12}, vec{-0.42, 0.22}, vec{-0.2, 0.42}, vec{0, 0.46},
			vec{0.2, 0.42}, vec{0.42, 0.22}, vec{0.62, 0.12}, vec{0.52, 0.42}, vec{0.26, 0.64}, vec{0, 0.68},
			vec{-0.26, 0.64}, vec{-0.52, 0.42})...)
		return polygon(vec{-r, -r}, vec{r, -r}, vec{r, 0.35 * r}, vec{0, 1.1 * r}, vec{-r, 0.35 * r}),
			symbol.placed(vec{0, -0.12}, 0.9)
	case "capital": // a star
		return circle(vec{}, 1.05*r), star(vec{}, 0.84, 0.35, 5)
	case "factor": // its number serves as the symbol
		return rect(vec{}, 1.9*r, 1.75*r, 2), nil
	}
	return circle(vec{}, r), star(vec{}, 0.6, 0.25, 4)
}

func plusBadge(c vec) stamp {
	var s scene
	s.add(shape{path: circle(vec{}, 5.2), fill: green, line: white, width: 1})
	s.stroke(plus(vec{}, 2.9), white, 1.7)
	return stamp{name: "plus", at: c, items: s.items}
}

func starBadge(c vec) stamp {
	var s scene
	s.add(shape{path: star(vec{}, 7, 3, 5), fill: gold, line: white, width: 3})
	s.add(shape{path: star(vec{}, 7, 3, 5), fill: gold, line: black, width: 1})
	return stamp{name: "star", at: c, items: s.items}
}

func goneCross(c vec, r float64) stamp {
	var s scene
	s.stroke(cross(vec{}, r), white, 4.8)
	s.stroke(cross(vec{}, r), red, 2.8)
	return stamp{name: "cross" + number(r), at: c, items: s.items}
}

// failBadge marks a failed order.
func failBadge(c vec) stamp {
	var s scene
	s.add(shape{path: circle(vec{}, 6.8), fill: white, line: red, width: 1.6})
	s.stroke(cross(vec{}, 3.1), red, 2.2)
	return stamp{name: "failed", at: c, items: s.items}
}

// eyeBadge marks an observation.
func eyeBadge(c vec) stamp {
	var s scene
	var lids path
	lids.moveTo(vec{-6, 0})
	lids.curveTo(vec{-3, -5}, vec{3, -5}, vec{6, 0})
	lids.curveTo(vec{3, 5}, vec{-3, 5}, vec{-6, 0})
	lids.close()
	s.add(shape{path: lids, fill: white, line: white, width: 4})
	s.add(shape{path: lids, fill: white, line: black, width: 1.3})
	s.fill(circle(vec{}, 2.4), black)
	return stamp{name: "eye", at: c, items: s.items}
}
