package mapmaker

import "deaddrop/templates/atlas"

// widestStacks and highestStacks limit the space for stacks, in pixels; stacks would not be drawn larger in more
// space.
const widestStacks, highestStacks = 140.0, 66.0

// spread enlarges the spaces for stacks one pixel per side in turn, as long as they stay within their own areas and
// nothing else is in the way.
func (l *layout) spread() {
	grown := map[*slot]bool{}
	for growing := true; growing; {
		growing = false
		for _, s := range l.slots {
			if s.stacks == (atlas.Point{}) {
				continue
			}
			for side := range 4 {
				if l.push(s, side) {
					growing, grown[s] = true, true
				}
			}
		}
	}
	for _, s := range l.slots {
		if grown[s] { // shrink by the rounding error, so that the rounded box does not reach farther
			s.unit = atlas.Point{tenth(s.unit[0]), tenth(s.unit[1])}
			s.stacks = atlas.Point{tenth(s.stacks[0] - 0.1), tenth(s.stacks[1] - 0.1)}
		}
	}
}

// push moves one side of a slot's space for stacks outwards by a pixel, and reports whether there was room to do so.
func (l *layout) push(s *slot, side int) bool {
	room := s.piece(s.unit, l.token)
	fresh := room // the strip that is added
	switch side {
	case 0:
		fresh.x0, fresh.x1 = room.x0-1, room.x0
		room.x0--
	case 1:
		fresh.x0, fresh.x1 = room.x1, room.x1+1
		room.x1++
	case 2:
		fresh.y0, fresh.y1 = room.y0-1, room.y0
		room.y0--
	default:
		fresh.y0, fresh.y1 = room.y1, room.y1+1
		room.y1++
	}
	if room.x1-room.x0 > widestStacks || room.y1-room.y0 > highestStacks || !l.own(s, fresh) {
		return false
	}
	for _, o := range l.slots {
		if fresh.overlap(o.label()) > 0 || o != s && fresh.overlap(o.piece(o.unit, l.token)) > 0 {
			return false
		}
	}
	s.unit, s.stacks = middle(room), atlas.Point{room.x1 - room.x0, room.y1 - room.y0}
	return true
}

// own reports whether a box lies well within the slot's own area.
func (l *layout) own(s *slot, b box) bool {
	const inner = 2.0
	for y := b.y0; y <= b.y1; y++ {
		for x := b.x0; x <= b.x1; x++ {
			if l.clear(s.place, atlas.Point{x, y}) < inner {
				return false
			}
		}
	}
	return true
}
