package atlas

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"deaddrop/adjudicator"
)

// textColumns is the width of a map of characters, chosen to fit into a letter.
const textColumns = 78

// A page is a map of characters.
type page struct {
	rows  [][]rune
	taken [][]bool
}

// text returns a map of characters: dots for land, a label at every place, with the pieces before it. Below it is a
// legend, with the age of the news about places.
func (d *drawing) text(g *ground) string {
	letters := d.seatLetters()
	p := d.blankPage(g)
	var left []string
	for _, i := range d.textOrder() {
		if label := d.textLabel(i, letters); !p.place(label, d.cell(i, len(p.rows))) {
			left = append(left, label)
		}
	}
	var out strings.Builder
	for _, row := range p.rows {
		out.WriteString(strings.TrimRight(string(row), " ") + "\n")
	}
	out.WriteString("\n")
	for _, line := range d.legendLines(letters, left) {
		out.WriteString(line + "\n")
	}
	return out.String()
}

// Characters that fill the land.
const (
	fillSeen, fillUnseen, fillDecor, fillRough = '.', ':', '-', ','
)

func (d *drawing) blankPage(g *ground) page {
	rows := int(float64(g.height)/float64(g.width)*textColumns/2 + 0.5)
	p := page{make([][]rune, rows), make([][]bool, rows)}
	for y := range rows {
		p.rows[y], p.taken[y] = slices.Repeat([]rune{' '}, textColumns), make([]bool, textColumns)
		for x := range textColumns {
			area := g.areaAt((2*x+1)*g.width/(2*textColumns), (2*y+1)*g.height/(2*rows))
			if area == noArea {
				continue
			}
			switch a := d.board.Areas[area]; {
			case a.Kind == Decor:
				p.rows[y][x] = fillDecor
			case a.Kind != Land:
			case d.places[a.Name] != nil && d.places[a.Name].sight() != seen:
				p.rows[y][x] = fillUnseen
			case a.Rough:
				p.rows[y][x] = fillRough
			default:
				p.rows[y][x] = fillSeen
			}
		}
	}
	return p
}

// textOrder returns the order in which labels are placed: places with pieces first, then small ones.
func (d *drawing) textOrder() []int {
	var out []int
	for i, a := range d.board.Areas {
		if a.Label != "" {
			out = append(out, i)
		}
	}
	empty := func(i int) int {
		if s := d.places[d.board.Areas[i].Name]; s != nil && len(s.Pieces) > 0 {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(out, func(i, j int) int {
		if c := empty(i) - empty(j); c != 0 {
			return c
		}
		if ri, rj := d.board.Areas[i].Room, d.board.Areas[j].Room; ri != rj {
			return map[bool]int{true: -1, false: 1}[ri < rj]
		}
		return i - j
	})
	return out
}

// cell returns the column and row of an area's centre.
func (d *drawing) cell(i, rows int) vec {
	a := d.board.Areas[i]
	m := at(a.Unit).toward(at(a.Text), 0.5)
	return vec{m.x / d.board.Width * textColumns, m.y / d.board.Height * float64(rows)}
}

// place writes a label near a cell without touching other labels, and reports whether there was space.
func (p page) place(label string, near vec) bool {
	const reach, reachRows = 9, 4
	n := utf8.RuneCountInString(label)
	near.x -= float64(n) / 2
	bestX, bestY, least := 0, -1, 0.0
	for y := max(0, int(near.y)-reachRows); y < min(len(p.rows), int(near.y)+reachRows); y++ {
		for x := max(0, int(near.x)-reach); x <= min(textColumns-n, int(near.x)+reach); x++ {
			dx, dy := float64(x)-near.x, 2*(float64(y)+0.5-near.y)
			if cost := dx*dx + dy*dy; (bestY < 0 || cost < least) && p.free(x-1, y, n+2) {
				bestX, bestY, least = x, y, cost
			}
		}
	}
	if bestY < 0 {
		return false
	}
	x := bestX
	for _, r := range label {
		p.rows[bestY][x], p.taken[bestY][x] = r, true
		x++
	}
	for _, x := range []int{bestX - 1, bestX + n} { // there must be a blank on both sides of the label
		if x >= 0 && x < textColumns && !p.taken[bestY][x] {
			p.rows[bestY][x] = ' '
		}
	}
	return true
}

func (p page) free(x, y, n int) bool {
	return !slices.Contains(p.taken[y][max(0, x):min(textColumns, x+n)], true)
}

// seatLetters returns short names of all seats: their first letter, or more if several begin alike.
func (d *drawing) seatLetters() map[adjudicator.Seat]string {
	out := map[adjudicator.Seat]string{}
	for _, seat := range d.seats {
		name := []rune(d.word(string(seat)))
		n := 1
		for n < len(name) && slices.ContainsFunc(d.seats, func(other adjudicator.Seat) bool {
			return other != seat && strings.HasPrefix(d.word(string(other)), string(name[:n]))
		}) {
			n++
		}
		out[seat] = string(name[:n])
	}
	return out
}

// textLabel returns an area's label with its pieces before it: "Fa.Bur". A question mark replaces the dot if the
// pieces may have moved since they were seen. Chits follow the label.
func (d *drawing) textLabel(i int, letters map[adjudicator.Seat]string) string {
	a := d.board.Areas[i]
	s := d.places[a.Name]
	label := strings.ReplaceAll(a.Label, "\n", " ")
	if s == nil || len(s.Pieces) == 0 {
		return label
	}
	var out strings.Builder
	var owner adjudicator.Seat
	joint := "."
	end := ""
	for _, t := range s.tokens {
		if slices.Contains(chits(), t.Kind) {
			end += pieceLetters(t.Kind, 1)
			continue
		}
		if out.Len() == 0 || t.Owner != owner {
			owner = t.Owner
			out.WriteString(letters[owner])
		}
		out.WriteString(pieceLetters(t.Kind, t.Count))
		if t.old != "" {
			joint = "?"
		} else if m := markLetters()[t.Mark]; m != "" {
			joint = m
		}
	}
	if out.Len() == 0 {
		joint = ""
	}
	return out.String() + joint + label + end
}

// pieceLetters returns a piece as one letter, with its number.
func pieceLetters(kind string, count int) string {
	letter, number := chitLetters()[kind], ""
	if letter != "" {
		return letter
	}
	if _, n := utf8.DecodeRuneInString(kind); kind != "factor" { // a factor's number is enough
		letter = kind[:n]
	}
	if count > 1 || letter == "" {
		number = string(appendTenths(nil, 10*count))
	}
	return letter + number
}

// markLetters returns the characters for marks of pieces.
func markLetters() map[string]string {
	return map[string]string{"found": "*", "dislodged": "!", "new": "+", "gone": "x"}
}

// chitLetters returns the characters for pieces that are not units.
func chitLetters() map[string]string {
	return map[string]string{"leader": "@", "home": "^", "revolt": "!", "invasion": "%", "fighter": "p",
		"quagmire": "~", "colony": "'", "impassable": "#", "capital": "*"}
}

// legendLines explains the characters that occur.
func (d *drawing) legendLines(letters map[adjudicator.Seat]string, left []string) []string {
	var out []string
	list := func(head string, items []string, joint string) {
		if len(items) > 0 {
			out = append(out, wrapped(head, items, joint)...)
		}
	}
	var who []string
	for _, seat := range d.seats {
		who = append(who, letters[seat]+" "+d.word(string(seat)))
	}
	kinds := map[string]bool{}
	for _, s := range d.order {
		for _, t := range s.tokens {
			kinds[t.Kind] = true
			if t.old != "" {
				kinds["old news"] = true
			} else {
				kinds[t.Mark] = true
			}
		}
	}
	for _, kind := range []string{"army", "leader", "cavalry", "infantry", "elephant", "levy", "armour", "fighter",
		"fleet", "squadron", "garrison", "unit", "port", "factor", "capital", "home", "revolt", "invasion", "quagmire",
		"colony", "impassable"} {
		if letter := pieceLetters(kind, 1); kinds[kind] {
			who = append(who, letter+" "+d.word(kind))
		}
	}
	for _, mark := range []string{"found", "dislodged", "new", "gone"} {
		if kinds[mark] {
			who = append(who, markLetters()[mark]+" "+d.word(mark))
		}
	}
	if kinds["old news"] {
		who = append(who, "? "+d.word("old news"))
	}
	if d.used["rough land"] {
		who = append(who, string(fillRough)+" "+d.word("rough land"))
	}
	list("", who, ", ")
	list(d.word("also")+": ", left, ", ")
	return append(out, d.newsLines()...)
}

// newsLines says what is seen now, and how old the other news is, if anything is not seen.
func (d *drawing) newsLines() []string {
	var now, before []string
	foggy, blank := false, false
	for _, s := range d.order {
		name := strings.ReplaceAll(s.area.Label, "\n", " ")
		if name == "" {
			name = s.Name
		}
		switch s.sight() {
		case seen:
			now = append(now, name)
		case old:
			before = append(before, name+" "+d.short(s.Since))
		}
		foggy = foggy || s.sight() != seen
		blank = blank || s.sight() == unseen
	}
	if !foggy {
		return nil
	}
	var out []string
	capital := func(word string) string {
		r, n := utf8.DecodeRuneInString(word)
		return string(unicode.ToUpper(r)) + word[n:]
	}
	if len(now) > 0 {
		out = append(out, wrapped(capital(d.word("seen now"))+": ", now, " ")...)
	}
	if len(before) > 0 {
		out = append(out, wrapped(capital(d.word("old news"))+": ", before, ", ")...)
	}
	if blank {
		out = append(out, capital(d.word("all else"))+": "+d.word("never seen"))
	}
	return out
}

// wrapped returns a list as lines of a mail's width.
func wrapped(head string, items []string, joint string) []string {
	const room = 72
	var out []string
	line := head
	for i, item := range items {
		if i < len(items)-1 {
			item += strings.TrimRight(joint, " ")
		}
		switch {
		case line == head:
			line += item
		case utf8.RuneCountInString(line+" "+item) > room:
			out = append(out, line)
			line = "  " + item
		default:
			line += " " + item
		}
	}
	return append(out, line)
}
