package atlas

// symbolStamp returns the symbol of a kind of piece in a stack, centred at 0, 0. It is drawn in ink, on a ground in
// the owner's colour.
func symbolStamp(kind string, ink, ground colour, r float64) stamp {
	var s scene
	dark, cut := symbol(kind)
	for _, p := range dark {
		s.fill(p.placed(vec{}, r), ink)
	}
	if cut != nil {
		s.fill(cut.placed(vec{}, r), ground)
	}
	if kind == "leader" || kind == "objective" {
		s.items = []item{shape{path: dark[0].placed(vec{}, r), fill: gold, line: black, width: 0.9}}
	}
	return stamp{name: "symbol " + kind + css(ink) + css(ground) + number(r), items: s.items}
}

// symbol returns the shapes of a kind of piece with a radius of 1, and the shape to be cut out of them.
func symbol(kind string) (dark []path, cut path) {
	switch kind {
	case "cavalry": // a horse's head
		return []path{polygon(vec{-0.12, -1}, vec{0.1, -0.74}, vec{0.48, -0.55}, vec{0.74, -0.08}, vec{0.8, 0.9},
			vec{-0.58, 0.9}, vec{-0.46, 0.52}, vec{0.02, 0.12}, vec{-0.08, -0.02}, vec{-0.42, 0.1}, vec{-0.62, 0.36},
			vec{-0.86, 0.2}, vec{-0.84, -0.08}, vec{-0.5, -0.48}, vec{-0.4, -0.72})}, circle(vec{-0.24, -0.42}, 0.11)
	case "infantry": // a soldier with a pike and a round shield
		return []path{
			circle(vec{-0.08, -0.66}, 0.3),
			polygon(vec{-0.42, -0.3}, vec{0.26, -0.3}, vec{0.2, 0.36}, vec{-0.34, 0.36}),
			polygon(vec{-0.34, 0.3}, vec{-0.08, 0.3}, vec{-0.2, 1}, vec{-0.5, 1}),
			polygon(vec{-0.06, 0.3}, vec{0.2, 0.3}, vec{0.36, 1}, vec{0.06, 1}), circle(vec{0.46, 0.02}, 0.46),
			box(-0.86, -1.05, 0.17, 2.05, 0),
			polygon(vec{-0.36, -0.3}, vec{-0.36, -0.02}, vec{-0.86, 0.14}, vec{-0.86, -0.1}),
		}, circle(vec{0.46, 0.02}, 0.2)
	case "elephant": // facing left
		return []path{
			ellipse(vec{0.26, -0.12}, 0.7, 0.52), circle(vec{-0.5, -0.28}, 0.4), box(-0.34, 0.1, 0.34, 0.78, 0),
			box(0.56, 0.1, 0.34, 0.78, 0),
			polygon(vec{-0.88, -0.3}, vec{-0.5, -0.1}, vec{-0.66, 0.2}, vec{-0.72, 0.52}, vec{-0.6, 0.62},
				vec{-0.48, 0.56}, vec{-0.5, 0.8}, vec{-0.8, 0.84}, vec{-1, 0.6}, vec{-0.98, 0.1}),
		}, ellipse(vec{-0.3, -0.22}, 0.13, 0.26)
	case "levy": // a pawn
		return []path{
			circle(vec{0, -0.52}, 0.36), polygon(vec{-0.42, -0.16}, vec{0.42, -0.16}, vec{0.3, 0.04}, vec{-0.3, 0.04}),
			polygon(vec{-0.24, 0}, vec{0.24, 0}, vec{0.44, 0.62}, vec{-0.44, 0.62}), box(-0.64, 0.58, 1.28, 0.34, 0),
		}, nil
	case "fleet": // a galley under sail
		return []path{
			polygon(vec{-1, 0.3}, vec{0.56, 0.3}, vec{0.72, -0.1}, vec{1, -0.2}, vec{0.92, 0.4},
				vec{0.62, 0.84}, vec{-0.6, 0.84}, vec{-0.78, 0.52}),
			polygon(vec{-0.66, -0.84}, vec{0.58, -0.84}, vec{0.46, -0.44}, vec{0.6, 0.06}, vec{-0.64, 0.06},
				vec{-0.5, -0.44}),
			box(-0.1, -1, 0.18, 1.3, 0),
		}, nil
	case "leader": // a crown
		return []path{
			polygon(vec{-0.72, 0.66}, vec{-0.94, -0.5}, vec{-0.42, -0.04}, vec{0, -0.84}, vec{0.42, -0.04},
				vec{0.94, -0.5}, vec{0.72, 0.66}),
		}, nil
	}
	for _, more := range []func(string) ([]path, path){events, printed, modern} {
		if dark, cut := more(kind); dark != nil {
			return dark, cut
		}
	}
	return []path{star(vec{}, 0.8, 0.35, 4)}, nil
}

// events returns the shapes of what there is on a map beside pieces: ports, revolts and invasions; nil for others.
func events(kind string) (dark []path, cut path) {
	switch kind {
	case "port": // an anchor
		_, anchor := tokenShape("port", 1)
		return []path{anchor.placed(vec{0, -0.05}, 1.5)}, nil
	case "revolt": // a flame
		var p path
		p.moveTo(vec{0.1, -1})
		p.curveTo(vec{0.2, -0.5}, vec{0.75, -0.2}, vec{0.7, 0.3})
		p.curveTo(vec{0.66, 0.75}, vec{0.3, 0.95}, vec{0, 0.95})
		p.curveTo(vec{-0.4, 0.95}, vec{-0.72, 0.65}, vec{-0.66, 0.2})
		p.curveTo(vec{-0.62, -0.1}, vec{-0.4, -0.2}, vec{-0.34, -0.5})
		p.curveTo(vec{-0.2, -0.3}, vec{-0.1, -0.25}, vec{-0.08, -0.1})
		p.curveTo(vec{0.1, -0.4}, vec{0.15, -0.7}, vec{0.1, -1})
		p.close()
		return []path{p}, nil
	case "invasion": // crossed swords
		sword := func(side float64) path {
			return polygon(vec{-0.9 * side, -0.95}, vec{-0.6 * side, -0.85}, vec{0.38 * side, 0.2},
				vec{0.6 * side, 0.02}, vec{0.72 * side, 0.14}, vec{0.56 * side, 0.34}, vec{0.92 * side, 0.72},
				vec{0.7 * side, 0.94}, vec{0.32 * side, 0.56}, vec{0.12 * side, 0.74}, vec{0, 0.6},
				vec{0.18 * side, 0.4}, vec{-0.82 * side, -0.65})
		}
		return []path{sword(1), sword(-1)}, nil
	}
	return nil, nil
}
