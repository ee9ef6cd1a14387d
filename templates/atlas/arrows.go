package atlas

import (
	"slices"

	"deaddrop/adjudicator"
)

// An arrow is an order as it is drawn on the picture.
type arrow struct {
	adjudicator.Arrow
	colour colour
	line   curve // path of the move
}

// drawArrows draws the orders: rings and supports first, then moves.
func (d *drawing) drawArrows() {
	all := make([]arrow, len(d.chart.Arrows))
	var routes []curve
	for i, a := range d.chart.Arrows {
		all[i] = arrow{Arrow: a, colour: d.arrowColour(a.Owner)}
		switch a.Kind {
		case "move", "retreat", "venture":
			all[i].line = d.route(a, routes)
			routes = append(routes, all[i].line)
		}
	}
	for _, moves := range []bool{false, true} {
		for _, a := range all {
			if (a.line != nil) == moves {
				d.drawArrow(a, all)
			}
		}
	}
}

// arrowColour returns a somewhat darker shade of a seat's colour.
func (d *drawing) arrowColour(seat adjudicator.Seat) colour {
	c, ok := d.colours[seat]
	if !ok {
		c = nobody
	}
	return mix(c, black, 0.25)
}

func (d *drawing) drawArrow(a arrow, all []arrow) {
	d.used[a.Kind] = true
	if a.Failed {
		d.used["failed"] = true
	}
	switch a.Kind {
	case "move", "retreat", "venture":
		d.drawMove(a)
	case "support":
		d.drawSupport(a, all)
	case "convoy":
		d.drawConvoy(a, all)
	case "hold":
		d.ring(a, d.start(a), circle(vec{}, d.ringRadius()), a.colour, 2)
		d.failed(a, d.start(a).plus(vec{0, d.ringRadius()}))
	case "build":
		d.notes.add(plusBadge(d.start(a).plus(vec{0.85, -0.85}.times(d.board.Token))))
		d.failed(a, d.start(a))
	case "disband":
		d.notes.add(goneCross(d.start(a), 0.9*d.board.Token))
	case "spy", "peek":
		d.drawLook(a)
	default:
		delete(d.used, a.Kind)
	}
}

func (d *drawing) ringRadius() float64 { return d.board.Token + 3.6 }

// start returns where an arrow begins: at the piece of the seat that gave the order, if it is there, or else in the
// middle of the place.
func (d *drawing) start(a arrow) vec {
	return d.tokenOr(a.From, a.Owner, a.Kind == "retreat" || a.Kind == "disband", "")
}

// tokenOr returns the position of an owner's piece in a place or, if the piece isn't there, the position that it
// would have. A dislodged piece stands beside the others.
func (d *drawing) tokenOr(place string, owner adjudicator.Seat, dislodged bool, coast string) vec {
	if s := d.places[place]; s != nil {
		for _, wanted := range []bool{dislodged, false} {
			for _, t := range s.tokens {
				if t.Owner == owner && (t.Mark == "dislodged") == wanted {
					return t.at
				}
			}
		}
	}
	return d.spot(place, coast)
}

// clearance returns how far from a point an arrow has to end so that it touches no token.
func (d *drawing) clearance(place string, v vec, bare float64) float64 {
	if s := d.places[place]; s != nil {
		for _, t := range s.tokens {
			if t.at.minus(v).length() < d.board.Token {
				return 1.2*d.board.Token + 2
			}
		}
	}
	return bare
}

// route returns a path for a move that avoids labels, other pieces and other arrows. It bends to one side by default,
// so that the arrows of two pieces that change places don't meet.
func (d *drawing) route(a adjudicator.Arrow, others []curve) curve {
	from := d.start(arrow{Arrow: a})
	to := d.spot(a.To, a.Coast)
	ra, rb := d.clearance(a.From, from, 3), d.clearance(a.To, to, 2)
	if len(a.Via) > 0 { // a move by sea follows its convoy
		points := []vec{from}
		for _, fleet := range a.Via {
			points = append(points, d.spot(fleet, ""))
		}
		return through(append(points, to)...).cropped(ra, rb)
	}
	var best curve
	var least float64
	try := func(c curve, detour float64) {
		c = c.cropped(ra, rb)
		if cost := d.trouble(c, a, others) + detour; best == nil || cost < least-1e-9 {
			best, least = c, cost
		}
	}
	for _, swing := range []float64{0.09, -0.09, 0.16, -0.16, 0.24, -0.24, 0.33, -0.33} {
		try(bent(from, to, swing), 6*max(swing, -swing))
	}
	if least < 2 {
		return best
	}
	for _, out := range []float64{0, 0.8, -0.8, 1.25, -1.25} {
		for _, in := range []float64{0, 0.8, -0.8, 1.25, -1.25} {
			try(leaning(from, to, out, in), 0.9*(max(out, -out)+max(in, -in)))
		}
	}
	return best
}

// trouble returns the penalty for what a path covers.
func (d *drawing) trouble(c curve, a adjudicator.Arrow, others []curve) float64 {
	const steps = 24
	cost := 0.0
	for i := range steps + 1 {
		v := c.at(float64(i) / steps)
		if slices.ContainsFunc(d.taken, func(b block) bool { return b.has(v, 3) }) {
			cost++
		}
		if !(block{high: vec{d.board.Width, d.board.Height}}).has(v, -6) { // outside the picture
			cost += 3
		}
		for _, s := range d.order {
			for _, t := range s.tokens {
				if s.Name != a.From && s.Name != a.To && t.at.minus(v).length() < 1.2*d.board.Token+3 {
					cost += 2
				}
			}
		}
		for _, o := range others {
			for k := range 9 {
				if o.at(float64(k)/8).minus(v).length() < 5 {
					cost += 0.7
				}
			}
		}
	}
	return cost
}

// drawMove draws the arrow of a move: crossed if it failed, dashed for a retreat.
func (d *drawing) drawMove(a arrow) {
	const headLength, headHalf = 12, 6
	length := a.line.length()
	tip, along := a.line.at(1), a.line.at(1).minus(a.line.at(max(0, 1-10/max(length, 10.1)))).unit()
	shaft := a.line.between(0, max(0.1, 1-9/max(length, 12))).path()
	head := arrowHead(tip, along, headLength, headHalf)
	var dashes []float64
	if a.Kind == "retreat" {
		dashes = []float64{6, 5}
	}
	width := 3.4
	if a.Kind == "venture" {
		width = 5
	}
	d.arrows.stroke(shaft, casing, width+2.8)
	d.arrows.stroke(head, casing, 3)
	d.arrows.stroke(shaft, a.colour, width, dashes...)
	d.arrows.fill(head, a.colour)
	d.failed(a, d.badgeSpot(a.line))
}

// badgeSpot returns a position on a path where a badge covers nothing else; for a short path it lies beside the path.
func (d *drawing) badgeSpot(c curve) vec {
	near := func(v vec) bool {
		return slices.ContainsFunc(d.order, func(s *stand) bool {
			return slices.ContainsFunc(s.tokens, func(k token) bool { return k.at.minus(v).length() < d.board.Token+8 })
		}) || slices.ContainsFunc(d.taken, func(b block) bool { return b.has(v, 6) })
	}
	aside := 0.0
	if c.length() < 32 {
		aside = 9
	}
	var spots []vec
	for _, t := range []float64{0.5, 0.62, 0.38, 0.74, 0.26} {
		off := c.along(t).left().times(aside)
		spots = append(spots, c.at(t).plus(off), c.at(t).minus(off))
	}
	for _, v := range spots {
		if !near(v) {
			return v
		}
	}
	return spots[0]
}

// failed puts a cross on a failed order.
func (d *drawing) failed(a arrow, where vec) {
	if a.Failed {
		d.notes.add(failBadge(where))
	}
}

// helped returns the arrow that a support or convoy is for, if the chart has it.
func helped(a arrow, all []arrow) (curve, bool) {
	i := slices.IndexFunc(all, func(o arrow) bool { return o.Kind == "move" && o.From == a.Of && o.To == a.To })
	if i < 0 {
		return nil, false
	}
	return all[i].line, true
}

// drawSupport draws dashes to the piece that holds, or to the arrow of the one that moves.
func (d *drawing) drawSupport(a arrow, all []arrow) {
	from := d.start(a)
	ra := d.clearance(a.From, from, 2)
	col := a.colour
	of := d.anyToken(a.Of)
	var line curve
	if a.To == "" || a.To == a.Of {
		line = bent(from, of, -0.05).cropped(ra, d.ringRadius()+1)
		d.ring(a, of, circle(vec{}, d.ringRadius()), col, 1.9, 5, 4)
	} else {
		move, ok := helped(a, all)
		if !ok { // the order is unknown or was not given
			to := d.spot(a.To, "")
			move = bent(of, to, 0.09).cropped(d.clearance(a.Of, of, 3), d.clearance(a.To, to, 2))
			rest := move.between(0.5, 1)
			d.dashes(rest, col)
			d.arrows.fill(arrowHead(move.at(1), move.along(1), 9, 4.5), col)
		}
		target := move.at(0.5)
		line = bent(from, target, -0.05).cropped(ra, 1)
		d.pieces.fill(circle(target, 3.8), white)
		d.pieces.fill(circle(target, 2.8), col)
	}
	d.dashes(line, col)
	d.failed(a, d.badgeSpot(line))
}

// anyToken returns the position of the piece in a place, whoever owns it.
func (d *drawing) anyToken(place string) vec {
	if s := d.places[place]; s != nil && len(s.tokens) > 0 {
		return s.tokens[0].at
	}
	return d.spot(place, "")
}

func (d *drawing) dashes(c curve, col colour) {
	p := c.path()
	d.arrows.stroke(p, casing, 4.6)
	d.arrows.stroke(p, col, 2.2, 5, 4)
}

// drawConvoy draws waves around the fleet if the convoyed move passes through it, or else a wavy line to the move.
func (d *drawing) drawConvoy(a arrow, all []arrow) {
	from := d.start(a)
	col := mix(a.colour, blueWater, 0.4)
	i := slices.IndexFunc(all, func(o arrow) bool { return o.From == a.Of && slices.Contains(o.Via, a.From) })
	if i >= 0 {
		d.ring(a, from, wavyRing(d.ringRadius()), col, 1.8)
		d.failed(a, from.plus(vec{0, d.ringRadius()}))
		return
	}
	target := d.anyToken(a.Of)
	if move, ok := helped(a, all); ok {
		target = move.at(0.5)
	}
	line := bent(from, target, -0.05).cropped(d.clearance(a.From, from, 2), d.clearance(a.Of, target, 1))
	p := line.wavy()
	d.arrows.stroke(p, casing, 4.2)
	d.arrows.stroke(p, col, 1.9)
	d.failed(a, d.badgeSpot(line))
}

// drawLook draws an eye for an observation: at the spy, with dots to the place that it observed, or at a place.
func (d *drawing) drawLook(a arrow) {
	r := d.board.Token
	from := d.start(a)
	if a.To != "" && a.To != a.From {
		to := d.anyToken(a.To)
		p := bent(from, to, 0.05).cropped(d.clearance(a.From, from, 2), d.clearance(a.To, to, 2)).path()
		d.arrows.stroke(p, casing, 4)
		d.arrows.stroke(p, a.colour, 2, 0.1, 5)
	}
	eye := from
	if d.clearance(a.From, from, 0) > 0 { // from there: the eye stands beside the piece
		eye = from.plus(vec{-0.95 * r, -0.95 * r})
	}
	d.notes.add(eyeBadge(eye))
	d.failed(a, eye.plus(vec{-9, -3}))
}

// ring draws a ring around a piece.
func (d *drawing) ring(a arrow, at vec, p path, c colour, width float64, dashes ...float64) {
	var s scene
	s.stroke(p, casing, width+2.2)
	s.stroke(p, c, width, dashes...)
	d.arrows.add(stamp{name: "ring " + a.Kind + css(c), at: at, items: s.items})
}
