package atlas

import (
	"bytes"
	"image/png"
	"slices"
	"testing"

	"deaddrop/adjudicator"
)

// On a picture that is cut, labels are at least nine pixels tall at the width of a phone, and everything that it was
// cut to is in it.
func TestCut(t *testing.T) {
	t.Parallel()
	a, err := New()
	if err != nil {
		t.Fatal(err)
	}
	for name, p := range a.plates {
		cuts := 0
		for _, area := range p.board.Areas {
			if area.Name == "" {
				continue
			}
			w, ok := p.cut([]string{area.Name})
			if !ok {
				t.Errorf("%s is not cut to %s alone", name, area.Name)
				continue
			}
			cuts++
			if !has(w, at(area.Unit)) || !has(w, at(area.Text)) {
				t.Errorf("%s, cut to %s: that is not in %v", name, area.Name, w)
			}
			if w.low.x < 0 || w.low.y < 0 || w.high.x > p.board.Width || w.high.y > p.board.Height {
				t.Errorf("%s, cut to %s: %v leaves the board", name, area.Name, w)
			}
			for _, it := range p.labels.items {
				if label, ok := it.(text); ok && label.size == p.board.Font && label.size*phoneWide/w.wide() < 9 {
					t.Fatalf("%s, cut to %s: the label %q is %.1f pixels tall on a phone", name, area.Name, label.text, label.size*phoneWide/w.wide())
				}
			}
		}
		if cuts < 30 {
			t.Errorf("%s: only %d places", name, cuts)
		}
	}
}

func has(w window, v vec) bool {
	return w.low.x <= v.x && v.x <= w.high.x && w.low.y <= v.y && v.y <= w.high.y
}

// A cut picture shows the neighbours of the places it is cut to; a player with pieces all over the board sees all of
// it.
func TestCutShowsWhatIsNext(t *testing.T) {
	t.Parallel()
	a, err := New()
	if err != nil {
		t.Fatal(err)
	}
	p := a.plates["standard"]
	w, ok := p.cut([]string{"Bur"})
	if !ok {
		t.Fatal("there is no cut to Burgundy")
	}
	for _, next := range []string{"Par", "Mar", "Gas", "Pic", "Bel", "Ruh", "Mun"} {
		if area, _ := p.board.Area(next); !has(w, at(area.Unit)) {
			t.Errorf("%s, next to Burgundy, is not in the picture", next)
		}
	}
	for _, places := range [][]string{{"Por", "Sev", "Lon"}, nil, {"nowhere"}} {
		if _, ok := p.cut(places); ok {
			t.Errorf("there is a cut to %v", places)
		}
	}
}

// A cut picture is the same part of the whole one, and much smaller.
func TestCutPicture(t *testing.T) {
	t.Parallel()
	a, err := New()
	if err != nil {
		t.Fatal(err)
	}
	whole := Picture{Chart: adjudicator.Chart{Board: "standard", Places: []adjudicator.Place{{Name: "Bur", Owner: "France", Pieces: []adjudicator.Piece{{Kind: "army", Owner: "France", Count: 1}}}}}, Title: "A game"}
	part := whole
	part.Focus = []string{"Bur"}
	all, err := a.PNG(whole)
	if err != nil {
		t.Fatal(err)
	}
	some, err := a.PNG(part)
	if err != nil {
		t.Fatal(err)
	}
	if len(some) > 60<<10 || 2*len(some) > len(all) {
		t.Errorf("the whole picture has %d bytes, and the cut one %d", len(all), len(some))
	}
	m, err := png.Decode(bytes.NewReader(some))
	if err != nil {
		t.Fatal(err)
	}
	if wide := m.Bounds().Dx(); wide != int(a.plates["standard"].phone()) {
		t.Errorf("it is %d pixels wide", wide)
	}
	svg, err := a.SVG(part)
	if err != nil || !bytes.Contains(svg, []byte("<svg y=")) {
		t.Errorf("the SVG (%v) is not cut: %.200s", err, svg)
	}
}

// A picture for a phone tells no more of the order in which places are named than the places.
func TestCutDependsOnPlacesAlone(t *testing.T) {
	t.Parallel()
	a, err := New()
	if err != nil {
		t.Fatal(err)
	}
	places := []string{"Bur", "Par", "Mun"}
	w, ok := a.plates["standard"].cut(places)
	slices.Reverse(places)
	if again, same := a.plates["standard"].cut(places); again != w || same != ok {
		t.Errorf("one cut is %v, the other %v", w, again)
	}
}
