package atlas

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
)

// Readers can tell the owner of a place or a piece without colours: beside it are the first letters of the owner's
// name, as many as are needed to distinguish the owners, and the legend has the same letters.

// namesOf returns abbreviations of the owners' names in the reader's language.
func (d *drawing) namesOf() map[adjudicator.Seat]string {
	all := slices.Clone(d.seats)
	for _, p := range d.board.Powers {
		if seat := adjudicator.Seat(p.Name); !slices.Contains(all, seat) {
			all = append(all, seat)
		}
	}
	out := map[adjudicator.Seat]string{}
	for _, seat := range d.seats {
		name := []rune(d.word(string(seat)))
		n := 1
		for n < len(name) && slices.ContainsFunc(all, func(other adjudicator.Seat) bool {
			return other != seat && strings.HasPrefix(d.word(string(other)), string(name[:n]))
		}) {
			n++
		}
		out[seat] = string(name[:min(n, len(name))])
	}
	return out
}

// ownerSize is the height of an owner's letters, relative to the areas' labels.
const ownerSize = 0.88

// ownerWide returns the width of an owner's mark.
func (d *drawing) ownerWide(seat adjudicator.Seat) float64 {
	return d.fonts.width(d.initials[seat], bold, ownerSize*d.board.Font, 0) + 4
}

// ownerStamp returns the mark of an owner: letters on their colour.
func (d *drawing) ownerStamp(seat adjudicator.Seat, c vec) stamp {
	size := ownerSize * d.board.Font
	fill := d.colours[seat]
	return stamp{name: "owner " + string(seat), at: c, items: []item{
		shape{path: rect(vec{}, d.ownerWide(seat), size+1.6, 2), fill: fill, line: white, width: 2.2},
		shape{path: rect(vec{}, d.ownerWide(seat), size+1.6, 2), fill: fill, line: black, width: 0.8},
		text{at: vec{0, 0.37 * size}, text: d.initials[seat], size: size, style: bold, anchor: middle, fill: inkOn(fill)},
	}}
}

// drawOwners marks the owner of each place and piece. Stacks have such marks already.
func (d *drawing) drawOwners() {
	for _, s := range d.order {
		stands := map[adjudicator.Seat]bool{} // seats with pieces in the place
		for _, t := range s.tokens {
			if _, ok := d.colours[t.Owner]; !ok || slices.Contains(chits(), t.Kind) {
				continue
			}
			if s.area.Stacks == (Point{}) && !stands[t.Owner] {
				r := d.board.Token
				d.notes.add(d.ownerStamp(t.Owner, t.at.plus(vec{-0.7*r - d.ownerWide(t.Owner)/2 + 2, -0.7 * r})))
			}
			stands[t.Owner] = true
		}
		if s.Owner != "" && s.area.Kind == Land && !stands[s.Owner] {
			d.notes.add(d.ownerStamp(s.Owner, d.besideLabel(s)))
		}
	}
}

// besideLabel returns the position of an owner's mark after the name of a place.
func (d *drawing) besideLabel(s *stand) vec {
	a := s.area
	lines := strings.Split(a.Label, "\n")
	w := 0.0
	for _, line := range lines {
		style := regular
		if a.Centre {
			style = bold
		}
		w = max(w, d.fonts.width(line, style, d.board.Font, 0))
	}
	_, high := a.Marks()
	return vec{a.Text[0] + w/2 + d.ownerWide(s.Owner)/2 + 6, a.Text[1] - high/2}
}
