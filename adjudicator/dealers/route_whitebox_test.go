package dealers

import "testing"

// Programs get the reasons why assaults are impossible, from wherever they start (DH-21, DH-23).
func TestNeed(t *testing.T) {
	q, _ := script().Begin(t, "own Black Izmir\nown Blue Athens\nmarkers Blue 2 defence\n")
	p := q.(*position)
	v := p.View("Black").(View)
	for name, want := range map[string]int{
		"Istanbul":      10, // native 6, interior 4
		"Adana":         4,
		"Ankara":        -1, // his own
		"Bern":          -1, // Blue's capital
		"Mediterranean": -1,
		"Black Sea":     -1,
		"Prague":        -1, // no way
		"Athens":        6,  // border 2, the sea 3 and two markers of Blue's, but Ankara gives one attack
	} {
		a, _ := v.on().Area(name)
		switch n, ok := v.Need(a); {
		case !ok && want >= 0, ok && n != want:
			t.Errorf("%s needs %d (%v), not %d", name, n, ok, want)
		}
	}
	if _, ok := p.View("Observer").(View).Need(0); ok {
		t.Error("an observer can attack")
	}
}
