package mapmaker

import "deaddrop/templates/atlas"

// canals compares the canals with those of the rules: each must begin in one of its seas, cross its land and end in
// the other sea.
func (c *checker) canals() {
	drawn := map[string]bool{}
	for _, canal := range c.board.Canals {
		ruled, ok := c.ruled.Canals[canal.Name]
		if !ok || drawn[canal.Name] {
			c.fault("%s: a canal that the rules do not know, or a second of that name", canal.Name)
			continue
		}
		drawn[canal.Name] = true
		first, last := c.at(canal.Points[0]), c.at(canal.Points[len(canal.Points)-1])
		if pairOf(first, last) != pairOf(ruled.Seas[0], ruled.Seas[1]) {
			c.fault("%s: it joins %s and %s by the rules, and is drawn from %q to %q", canal.Name,
				ruled.Seas[0], ruled.Seas[1], first, last)
		}
		if !c.crosses(canal, ruled.Land) {
			c.fault("%s: it does not go over %s", canal.Name, ruled.Land)
		}
	}
	for name := range c.ruled.Canals {
		if !drawn[name] {
			c.fault("%s: a canal by the rules, and not drawn", name)
		}
	}
}

// crossings compares the arrows with those of the rules: each must lead from one of its lands to the other.
func (c *checker) crossings() {
	drawn := map[[2]string]bool{}
	for _, k := range c.board.Crossings {
		p := pairOf(k.From, k.To)
		if drawn[p] {
			c.fault("%s-%s: two arrows", p[0], p[1])
		}
		drawn[p] = true
		if from, to := c.at(k.Points[0]), c.at(k.Points[len(k.Points)-1]); from != k.From || to != k.To {
			c.fault("%s-%s: the arrow is drawn from %q to %q", k.From, k.To, from, to)
		}
	}
	ruled := pairs(c.ruled.Crossings)
	for p := range ruled {
		if !drawn[p] {
			c.fault("%s-%s: an arrow by the rules, and not drawn", p[0], p[1])
		}
	}
	for p := range drawn {
		if !ruled[p] {
			c.fault("%s-%s: an arrow is drawn that the rules do not know", p[0], p[1])
		}
	}
}

// crosses reports whether a canal runs across an area.
func (c *checker) crosses(canal atlas.Canal, name string) bool {
	const steps = 40
	for i, q := range canal.Points[1:] {
		p := canal.Points[i]
		for k := range steps {
			t := float64(k) / steps
			if c.at(atlas.Point{p[0] + (q[0]-p[0])*t, p[1] + (q[1]-p[1])*t}) == name {
				return true
			}
		}
	}
	return false
}

// lines compares the lines that join lands with those of the rules.
func (c *checker) lines() {
	drawn := map[[2]string]bool{}
	for _, l := range c.board.Links {
		if drawn[pairOf(l.From, l.To)] {
			c.fault("%s-%s: two lines", l.From, l.To)
		}
		drawn[pairOf(l.From, l.To)] = true
	}
	ruled := pairs(c.ruled.Lines)
	for p := range ruled {
		if !drawn[p] {
			c.fault("%s-%s: adjacent by the rules, and no line is drawn", p[0], p[1])
		}
	}
	for p := range drawn {
		if !ruled[p] {
			c.fault("%s-%s: a line is drawn, and they are not adjacent by the rules", p[0], p[1])
		}
	}
}

// at returns the name of the area at a point of the picture, or "" if there is none.
func (c *checker) at(p atlas.Point) string {
	for _, a := range c.board.Areas {
		in := false
		for _, ring := range a.Rings {
			points := c.board.Ring(ring)
			for i, q := range points {
				o := points[(i+len(points)-1)%len(points)]
				if (o[1] > p[1]) != (q[1] > p[1]) && p[0] < o[0]+(p[1]-o[1])/(q[1]-o[1])*(q[0]-o[0]) {
					in = !in
				}
			}
		}
		if in {
			return a.Name
		}
	}
	return ""
}
