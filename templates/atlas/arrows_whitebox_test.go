package atlas

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"deaddrop/adjudicator"
)

// sample returns a picture of testdata, drawn.
func sample(t *testing.T, name string) (*drawing, Picture) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var p Picture
	if err := json.Unmarshal(text, &p); err != nil {
		t.Fatal(err)
	}
	a, err := New()
	if err != nil {
		t.Fatal(err)
	}
	d, err := a.plates[p.Chart.Board].draw(p.Chart, p.Words)
	if err != nil {
		t.Fatal(err)
	}
	return d, p
}

// Arrows begin and end beside the pieces, stay in the picture, keep off labels and the pieces of other places, and two
// that change places can be told apart.
func TestArrowsKeepOff(t *testing.T) {
	for _, name := range []string{"open", "crowd", "blind", "decatur"} {
		d, _ := sample(t, name)
		var routes []curve
		lines := map[[2]string]curve{}
		for _, a := range d.chart.Arrows {
			if a.Kind != "move" && a.Kind != "venture" {
				continue
			}
			c := d.route(a, routes)
			routes = append(routes, c)
			lines[[2]string{a.From, a.To}] = c
			on, labels := 0, 0
			for i := range 51 {
				v := c.at(float64(i) / 50)
				for _, s := range d.order {
					if slices.ContainsFunc(s.tokens, func(k token) bool { return k.at.minus(v).length() < d.board.Token }) && !slices.Contains(a.Via, s.Name) {
						on++
					}
				}
				if slices.ContainsFunc(d.taken, func(b block) bool { return b.has(v, 0) }) {
					labels++
				}
				if v.x < 0 || v.y < 0 || v.x > d.board.Width || v.y > d.board.Height {
					t.Errorf("%s: from %s to %s leaves the picture", name, a.From, a.To)
				}
			}
			if on > 0 || labels > 6 {
				t.Errorf("%s: from %s to %s, of 50 steps %d are on pieces and %d on labels", name, a.From, a.To, on, labels)
			}
		}
		for way, c := range lines {
			back, ok := lines[[2]string{way[1], way[0]}]
			if ok && c.length() > 30 && c.at(0.5).minus(back.at(0.5)).length() < 5 {
				t.Errorf("%s: %s and %s change places on one line", name, way[0], way[1])
			}
		}
	}
}

// However long the titles are, and however many play, all that is written stands within the picture.
func TestFrameHasRoom(t *testing.T) {
	d, p := sample(t, "late")
	for _, seats := range []int{0, 7, 40} {
		d.seats = nil
		for i := range seats {
			d.seats = append(d.seats, adjudicator.Seat("The Electorate No. "+string(rune('A'+i))))
		}
		for _, k := range keyOrder() {
			d.used[k] = true
		}
		f := d.framed(p.Title+p.Title, p.Subtitle, frame{})
		for high, s := range map[float64]scene{f.head: f.heads, f.key: f.keys} {
			for _, it := range s.items {
				if w, ok := it.(text); ok {
					if right := w.at.x + d.fonts.width(w.text, w.style, w.size, 0); right > d.board.Width || w.at.y > high {
						t.Errorf("%d seats: %q ends at %.0f, %.0f of %.0f, %.0f", seats, w.text, right, w.at.y, d.board.Width, high)
					}
				}
			}
		}
	}
}
