package atlas

import (
	"slices"
	"strconv"
	"strings"
)

// A frame is the header above the board, with titles and legend, and the key below it.
type frame struct {
	head, key   float64 // heights of the header and the key
	heads, keys scene   // scenes of the header and the key; 0, 0 is the upper left corner of the key
}

const (
	margin   = 14.0
	rowHigh  = 24.0
	lastHigh = 4.0 // space below the last row
)

// framed draws the frame of a picture. Its heights are at least those of least, the frame of a film's other pictures.
func (d *drawing) framed(title, subtitle string, least frame) frame {
	var f frame
	width := d.board.Width
	legend, wide := d.legend()
	beside := wide > 0 && wide < 0.62*width && d.fonts.width(title, bold, 17, 0)+wide+3*margin < width
	titleRoom := width - 2*margin
	f.head = 46
	if wide > 0 && !beside {
		f.head += 22 * float64(d.legendRows(wide))
	}
	f.head = max(f.head, least.head)
	f.heads.fill(box(0, 0, width, f.head, 0), d.look.head)
	f.heads.add(d.fitted(text{at: vec{margin, 21}, text: title, size: 17, style: bold, fill: d.look.headInk},
		titleRoom))
	f.heads.add(d.fitted(text{at: vec{margin, 39}, text: subtitle, size: 12.5, fill: d.look.headDim}, titleRoom))
	place := vec{margin, 56}
	if beside {
		place = vec{width - wide - margin + legendGap, 15}
	}
	for _, entry := range legend {
		if place.x+entry.width-legendGap > width-margin+1 && place.x > margin {
			place = vec{margin, place.y + 22}
		}
		f.heads.add(entry.drawn(place)...)
		place.x += entry.width
	}
	var key scene
	f.key = max(d.drawKey(&key), least.key)
	if f.key > 0 {
		f.keys.fill(box(0, 0, width, f.key, 0), d.look.key)
	}
	f.keys.add(key.items...)
	d.border(&f)
	return f
}

const legendGap = 14.0

// An entry is a symbol of the legend or the key with its meaning.
type entry struct {
	width float64
	drawn func(at vec) []item // draws the symbol; at is the middle of its left side
}

// legend returns entries for all seats that occur, with their colours, and their width in one row.
func (d *drawing) legend() (entries []entry, wide float64) {
	for _, seat := range d.seats {
		name := d.word(string(seat))
		c := d.colours[seat]
		mark := max(13, d.ownerWide(seat))
		e := entry{width: mark + 5 + d.fonts.width(name, bold, 12, 0) + legendGap, drawn: func(at vec) []item {
			return []item{shape{path: rect(at.plus(vec{mark / 2, 0}), mark, 13, 3), fill: c, line: d.look.headInk, width: 1},
				text{at: at.plus(vec{mark / 2, 0.37 * ownerSize * d.board.Font}), text: d.initials[seat],
					size: ownerSize * d.board.Font, style: bold, anchor: middle, fill: inkOn(c)},
				text{at: at.plus(vec{mark + 5, 4.3}), text: name, size: 12, style: bold, fill: d.look.headInk}}
		}}
		entries = append(entries, e)
		wide += e.width
	}
	return entries, wide
}

func (d *drawing) legendRows(wide float64) int {
	return 1 + int(wide*1.05/(d.board.Width-2*margin))
}

// fitted returns a text that is reduced in size, and then shortened, until it fits.
func (d *drawing) fitted(t text, room float64) text {
	t.text = strings.Join(strings.Fields(t.text), " ")
	width := func() float64 { return d.fonts.width(t.text, t.style, t.size, 0) }
	if w := width(); w > room {
		t.size = max(0.8*t.size, t.size*room/w)
	}
	letters := []rune(t.text)
	if len(letters) > 1000 {
		letters = letters[:1000]
	}
	for len(letters) > 0 && width() > room {
		letters = letters[:len(letters)-1-len(letters)/50]
		t.text = strings.TrimRight(string(letters), " ") + "…"
	}
	return t
}

// border draws a thin line around the picture, as four bars: the painter would treat a line as covering the whole
// picture.
func (d *drawing) border(f *frame) {
	const thick = 1.6
	w, h := d.board.Width, f.head+d.board.Height
	c := d.look.frame
	f.heads.fill(box(0, 0, w, thick, 0), c)
	f.heads.fill(box(0, 0, thick, h, 0), c)
	f.heads.fill(box(w-thick, 0, thick, h, 0), c)
	if f.key == 0 {
		f.heads.fill(box(0, h-thick, w, thick, 0), c)
		return
	}
	f.keys.fill(box(0, 0, w, thick, 0), c)
	f.keys.fill(box(0, f.key-thick, w, thick, 0), c)
	f.keys.fill(box(0, 0, thick, f.key, 0), c)
	f.keys.fill(box(w-thick, 0, thick, f.key, 0), c)
}

// drawKey explains the symbols that occur, and returns the height of the key.
func (d *drawing) drawKey(s *scene) float64 {
	var all []entry
	for _, name := range d.keyNames() {
		all = append(all, d.keyEntry(name))
	}
	if len(all) == 0 {
		return 0
	}
	place := vec{margin, 3 + rowHigh/2}
	for _, e := range all {
		if place.x+e.width > d.board.Width-margin && place.x > margin {
			place = vec{margin, place.y + rowHigh}
		}
		s.add(e.drawn(place)...)
		place.x += e.width
	}
	return place.y + rowHigh/2 + lastHigh
}

// keyOrder returns the names of all symbols, in the order of the key.
func keyOrder() []string {
	return []string{"army", "leader", "cavalry", "infantry", "elephant", "levy", "armour", "fighter", "fleet",
		"squadron", "garrison", "unit", "factor", "port", "value", "raised here", "rough land", "objective", "factory",
		"crate", "government", "derrick", "natives", "start city", "prize city", "interior", "border", "difficulty",
		"canal", "crossing", "coast", "neighbours", "no way", "British", "Crescent", "Independent", "Orient",
		"Russian", "capital", "home", "revolt", "invasion", "colony", "quagmire", "impassable", "move",
		"venture", "failed", "support", "convoy", "hold", "retreat", "dislodged", "build", "new", "disband", "gone",
		"found", "spy", "peek", "old news", "never seen"}
}

// keyNames returns the names of the symbols that occur, in the order of the key.
func (d *drawing) keyNames() []string {
	// Of two symbols that look alike, only the first is explained.
	alike := map[string]string{"new": "build", "gone": "disband"}
	return slices.DeleteFunc(keyOrder(), func(name string) bool { return !d.used[name] || d.used[alike[name]] })
}

// keyEntry returns the key's entry for a symbol. Its meaning is the chart's own word, or "failed", "old news" or
// "never seen".
func (d *drawing) keyEntry(name string) entry {
	const size, gap = 12, 15.0
	var s scene
	wide := d.keySymbol(&s, name)
	word := d.word(name)
	return entry{width: wide + 5 + d.fonts.width(word, regular, size, 0) + gap, drawn: func(at vec) []item {
		return []item{stamp{name: "key " + name, at: at, items: s.items},
			text{at: at.plus(vec{wide + 5, 4.2}), text: word, size: size, fill: d.look.ink}}
	}}
}

// keySymbol draws a symbol in grey with the middle of its left side at 0, 0, and returns its width.
func (d *drawing) keySymbol(s *scene, name string) float64 {
	grey := mix(d.look.ink, d.look.seaInk, 0.4)
	const r = 8.0
	line := func(c curve, width float64, dashes ...float64) { s.stroke(c.path(), grey, width, dashes...) }
	straight := bent(vec{0, 0}, vec{26, 0}, 0)
	switch name {
	case "leader", "cavalry", "infantry", "elephant", "levy", "armour", "fighter", "squadron", "garrison",
		"home", "revolt", "invasion", "colony", "quagmire", "impassable",
		"value", "raised here", "rough land", "objective", "factory", "crate", "government", "derrick",
		"natives", "start city", "prize city", "interior", "border", "difficulty", "canal", "crossing", "coast", "neighbours",
		"no way", "British", "Crescent", "Independent", "Orient", "Russian":
		return d.keyMark(s, name)
	case "fleet", "port":
		if d.stacks {
			return d.keyMark(s, name)
		}
		fallthrough
	case "army", "unit", "capital":
		t := tokenStamp(name, grey, r, false)
		t.at.x = 1.2 * r
		s.add(t)
		return 2.4 * r
	case "factor":
		t := tokenStamp(name, grey, r, false)
		t.at.x = r
		s.add(t, text{at: vec{r, 3.6}, text: strconv.Itoa(3), size: 10, style: bold, anchor: middle, fill: white})
		return 2 * r
	case "move", "venture":
		width := 3.4
		if name == "venture" {
			width = 5
		}
		line(bent(vec{0, 0}, vec{19, 0}, 0), width)
		s.fill(arrowHead(vec{27, 0}, vec{1, 0}, 12, 6), grey)
		return 27
	case "retreat":
		line(bent(vec{0, 0}, vec{19, 0}, 0), 3.4, 6, 5)
		s.fill(arrowHead(vec{27, 0}, vec{1, 0}, 12, 6), grey)
		return 27
	case "support":
		line(straight, 2.2, 5, 4)
		return 26
	case "convoy":
		s.stroke(straight.wavy(), grey, 1.9)
		return 26
	case "hold":
		s.stroke(circle(vec{7, 0}, 7), grey, 2)
		return 14
	}
	return d.keyBadge(s, name)
}

// keyBadge is like keySymbol, for symbols other than lines and pieces.
func (d *drawing) keyBadge(s *scene, name string) float64 {
	const r = 8.0
	badge := func(b stamp) float64 {
		b.at.x = 7
		s.add(b)
		return 14
	}
	patch := func(share float64, h hatch) float64 {
		s.add(shape{path: box(0, -8, 24, 16, 2), fill: mix(d.look.land, d.look.fog, share)})
		s.add(shape{path: box(0, -8, 24, 16, 2), hatch: &h})
		s.stroke(box(0, -8, 24, 16, 2), d.look.border, 0.8)
		return 24
	}
	switch name {
	case "failed":
		return badge(failBadge(vec{}))
	case "dislodged":
		s.fill(star(vec{9, 0}, 10, 6.6, 10), rgb(0xd22f27))
		return 18
	case "build", "new":
		return badge(plusBadge(vec{}))
	case "disband", "gone":
		return badge(goneCross(vec{}, 6))
	case "found":
		return badge(starBadge(vec{}))
	case "spy":
		s.stroke(polyline(vec{12, 0}, vec{30, 0}), black, 2, 0.1, 5)
		s.add(eyeBadge(vec{7, 0}))
		return 30
	case "peek":
		return badge(eyeBadge(vec{}))
	case "old news":
		w := patch(0.24, d.look.old)
		t := tokenStamp("unit", d.look.border, r-1.5, true)
		t.at.x = 12
		s.add(t)
		return w
	case "never seen":
		return patch(0.3, d.look.unseen)
	}
	return 0
}
