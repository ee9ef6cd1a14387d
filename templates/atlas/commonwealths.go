package atlas

// The commonwealth that a location of Decatur belongs to is shown below its name: the commonwealth's first letters on
// a badge, whose shape differs for each commonwealth. So neither colours nor small letters are needed to tell them
// apart.

const (
	badgeWide = 21.0
	badgeHigh = 13.0
	// height of the badges' row, including the space for the letters of an owner, which may stick out of the piece
	// below
	badgeRoom = 17.5
)

// A badge is the symbol of a commonwealth.
type badge struct {
	letters string
	dark    bool
	corner  float64 // radius of the corners; the ends are pointed if it is negative
}

// badges returns the badges of the commonwealths, by name.
func badges() map[string]badge {
	return map[string]badge{
		"British":     {letters: "Br", dark: true},
		"Crescent":    {letters: "Cr", corner: badgeHigh / 2},
		"Independent": {letters: "In"},
		"Orient":      {letters: "Or", dark: true, corner: badgeHigh / 2},
		"Russian":     {letters: "Ru", corner: -1},
	}
}

// badgeStamp returns the badge of a commonwealth, centred at 0, 0.
func badgeStamp(kind string, l *look) stamp {
	b := badges()[kind]
	fill, ink := mix(l.land, white, 0.75), l.ink
	if b.dark {
		fill, ink = ink, fill
	}
	outline := rect(vec{}, badgeWide, badgeHigh, b.corner)
	if b.corner < 0 {
		const w, h, tip = badgeWide / 2, badgeHigh / 2, 3.6
		outline = polygon(vec{-w - 1, 0}, vec{tip - w, -h}, vec{w - tip, -h}, vec{w + 1, 0}, vec{w - tip, h}, vec{tip - w, h})
	}
	return stamp{name: "commonwealth " + kind, items: []item{
		shape{path: outline, line: faint(white, 0.8), width: 2.6},
		shape{path: outline, fill: fill, line: l.ink, width: 1},
		text{at: vec{0, 4.3}, text: b.letters, size: 12.5, style: bold, anchor: middle, fill: ink},
	}}
}
