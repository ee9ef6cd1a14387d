package atlas

import (
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
)

func dishonestPlate(t *testing.T) *plate {
	t.Helper()
	a, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return a.plates["dishonest"]
}

// modernArmy returns all kinds of pieces that a place of Dishonest Decade has at once.
func modernArmy(owner adjudicator.Seat, kinds ...string) []adjudicator.Piece {
	var out []adjudicator.Piece
	for _, kind := range kinds {
		out = append(out, adjudicator.Piece{Kind: kind, Owner: owner, Count: 2})
	}
	return out
}

// The units of a power have room in every place in a size that can be read, and those of two, who fight there, in a smaller one.
func TestModernStacksHaveRoom(t *testing.T) {
	p := dishonestPlate(t)
	for _, a := range p.board.Areas {
		if a.Name == "" {
			continue
		}
		kinds := []string{"infantry", "armour", "fighter"}
		if a.Kind == Sea {
			kinds = []string{"fleet", "squadron"}
		}
		one := modernArmy("UK", kinds...)
		for _, of := range []struct {
			pieces []adjudicator.Piece
			least  float64
		}{{one, 0.68}, {append(slices.Clone(one), adjudicator.Piece{Kind: "garrison", Owner: "UK", Count: 2}), 0.5}, {append(slices.Clone(one), modernArmy("USSR", kinds...)...), 0.33}} {
			s := &stand{area: &a, Place: adjudicator.Place{Name: a.Name, Pieces: of.pieces}}
			(&drawing{plate: p}).arrange(s)
			stacks, size, high := s.fitting()
			if size < of.least {
				t.Errorf("%s: %d pieces in size %.2f, want %.2f", a.Name, len(of.pieces), size, of.least)
			}
			for _, k := range stacks {
				if k.wide*size > a.Stacks[0] || high*size > a.Stacks[1] {
					t.Errorf("%s: %d pieces on %.1f by %.1f px, with room for %v", a.Name, len(of.pieces), k.wide*size, high*size, a.Stacks)
				}
			}
		}
	}
}

// stamps counts what stands in scenes, without its colours.
func stamps(all ...scene) map[string]int {
	out := map[string]int{}
	for _, s := range all {
		for _, it := range s.items {
			if v, ok := it.(stamp); ok {
				name, _, _ := strings.Cut(v.name, "#")
				out[strings.TrimSpace(name)]++
			}
		}
	}
	return out
}

// Every kind of piece has a sign of its own, and so has what is printed on the board.
func TestModernSigns(t *testing.T) {
	p := dishonestPlate(t)
	pieces := append(modernArmy("USSR", "infantry", "armour", "fighter", "fleet", "squadron", "garrison"), adjudicator.Piece{Kind: "quagmire", Count: 1},
		adjudicator.Piece{Kind: "colony", Owner: "UK", Count: 1})
	chart := adjudicator.Chart{Board: "dishonest", Places: []adjudicator.Place{{Name: "Egypt", Owner: "USSR", Pieces: pieces},
		{Name: "Spain", Pieces: []adjudicator.Piece{{Kind: "impassable", Count: 1}}}}}
	d, err := p.draw(chart, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := stamps(d.pieces, d.notes)
	for _, want := range []string{"symbol modern infantry", "symbol armour", "symbol fighter", "symbol modern fleet", "symbol squadron", "symbol garrison", "chit quagmire", "flag", "chit impassable"} {
		if got[want] != 1 {
			t.Errorf("%s: %d, want 1", want, got[want])
		}
	}
	if d.tints[d.areas["Spain"]].fill != d.look.decor {
		t.Error("what is closed looks like land that is open")
	}
	printed := stamps(p.labels)
	wanted := map[string]int{}
	for _, a := range p.board.Areas {
		for _, s := range a.Symbols {
			wanted[s.Kind]++
		}
	}
	if wanted["objective"] != 25 || wanted["impassable"] != 4 || len(wanted) != 6 {
		t.Errorf("the board has %v", wanted)
	}
	for kind, want := range wanted {
		if n := printed["symbol "+kind]; n != want {
			t.Errorf("%s: on %d places, want %d", kind, n, want)
		}
	}
	odd := star(vec{}, 0.8, 0.35, 4)
	for kind := range got {
		if kind, ok := strings.CutPrefix(kind, "symbol "); ok {
			if dark, _ := symbol(kind); len(dark) == 1 && len(dark[0]) == len(odd) {
				t.Errorf("%s has no sign", kind)
			}
		}
	}
	if !slices.Contains(p.keyMarks(), "canal") || len(p.board.Canals) != 5 {
		t.Error("canals are not explained")
	}
}

// The numbers of Dealers in Hope stand in signs of their own, arrows are drawn, and cities can be told from other places.
func TestNumberedSigns(t *testing.T) {
	a, err := New()
	if err != nil {
		t.Fatal(err)
	}
	for board, want := range map[string]map[string]int{
		"dealers-europe":  {"natives 2": 22, "natives 3": 19, "natives 5": 6, "natives 6": 3, "difficulty 1": 3, "difficulty 2": 3, "difficulty 3": 4},
		"dealers-america": {"natives 2": 23, "natives 3": 20, "natives 5": 7, "natives 6": 4, "difficulty 1": 2, "difficulty 2": 3, "difficulty 3": 5},
	} {
		p := a.plates[board]
		got := stamps(p.labels)
		for name, n := range want {
			if got[name] != n {
				t.Errorf("%s: %d times %s, want %d", board, got[name], name, n)
			}
		}
		if keys := p.keyMarks(); !slices.Equal(keys, []string{"natives", "start city", "prize city", "interior", "border", "difficulty", "crossing"}) {
			t.Errorf("%s: the key explains %q", board, keys)
		}
		chart := adjudicator.Chart{Board: board, Places: []adjudicator.Place{{Name: "Bern", Owner: "Red", Pieces: []adjudicator.Piece{{Kind: "capital", Owner: "Red", Count: 1}}}}}
		if board == "dealers-america" {
			chart.Places[0].Name = "Chicago"
		}
		d, err := p.draw(chart, nil)
		if err != nil {
			t.Fatal(err)
		}
		if drawn := stamps(d.pieces); drawn["capital"] != 1 || !d.used["capital"] {
			t.Errorf("%s: no capital is drawn, but %v", board, drawn)
		}
		text := d.text(d.paint(&easel{}))
		if !strings.Contains(text, "R*."+chart.Places[0].Name) || !strings.Contains(text, "* capital") {
			t.Errorf("%s: in letters there is no capital:\n%s", board, text)
		}
	}
	start, prize, other := Symbol{"natives", startCity}, Symbol{"natives", prizeCity}, Symbol{"natives", 3}
	fill := func(s Symbol) colour {
		l := looks("night")
		return numberedStamp(s, &l).items[0].(shape).fill
	}
	if fill(start) == fill(prize) || fill(start) == fill(other) || fill(prize) == fill(other) {
		t.Error("cities look like other places")
	}
}

// A label of several lines is written in as many.
func TestLabelLines(t *testing.T) {
	p := dishonestPlate(t)
	lines := map[string]bool{}
	for _, it := range p.labels.items {
		if v, ok := it.(text); ok {
			lines[v.text] = true
		}
	}
	for _, want := range []string{"Low", "Countries", "EAST", "CHINA SEA", "Egypt"} {
		if !lines[want] {
			t.Errorf("%q is written nowhere", want)
		}
	}
	d, err := p.draw(adjudicator.Chart{Board: "dishonest"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if text := d.text(d.paint(&easel{})); strings.Contains(text, "EAST\n") || !strings.Contains(text, "Low Countries") {
		t.Errorf("in letters, labels have several lines:\n%s", text)
	}
}
