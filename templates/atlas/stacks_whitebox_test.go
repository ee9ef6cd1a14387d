package atlas

import (
	"strings"
	"testing"

	"deaddrop/adjudicator"
)

// full returns what a place has at most: stacks of so many players, with a leader and so many pieces of each kind.
func full(players, count int) []adjudicator.Piece {
	var out []adjudicator.Piece
	for i := range players {
		owner := adjudicator.Seat([]string{"Red", "Blue", "Green", "Yellow", "White"}[i])
		out = append(out, adjudicator.Piece{Kind: "leader", Owner: owner, Count: 1})
		for _, kind := range []string{"cavalry", "infantry", "elephant", "levy", "fleet"} {
			out = append(out, adjudicator.Piece{Kind: kind, Owner: owner, Count: count})
		}
	}
	return out
}

func successorsPlate(t *testing.T) *plate {
	t.Helper()
	a, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return a.plates["successors"]
}

// Three full stacks have room in every place in a size that can be read, and more have room in a smaller one. The
// places are apart, as the mapmaker checks, so nothing covers anything.
func TestStacksHaveRoom(t *testing.T) {
	p := successorsPlate(t)
	for _, a := range p.board.Areas {
		if a.Name == "" {
			continue
		}
		for _, of := range []struct {
			players, count int
			least          float64
		}{{1, 9, 0.8}, {2, 9, 0.6}, {3, 9, 0.61}, {3, 12, 0.45}, {5, 99, 0.3}} {
			s := &stand{area: &a, Place: adjudicator.Place{Name: a.Name, Pieces: full(of.players, of.count)}}
			(&drawing{plate: p}).arrange(s)
			stacks, size, high := s.fitting()
			if len(stacks) != of.players || size < of.least {
				t.Errorf("%s: %d stacks in size %.2f, want %d in %.2f", a.Name, len(stacks), size, of.players, of.least)
			}
			for _, k := range stacks {
				n := 0
				for _, line := range k.lines {
					n += len(line)
				}
				if n != 6 || k.wide*size > a.Stacks[0] || high*size > a.Stacks[1] {
					t.Errorf("%s: %d pieces on %.1f by %.1f px, with room for %v", a.Name, n, k.wide*size, high*size, a.Stacks)
				}
			}
		}
	}
}

// Stacks show all pieces, and an owner of chits alone has no stack.
func TestStacksShowAll(t *testing.T) {
	p := successorsPlate(t)
	pieces := append(full(2, 7), adjudicator.Piece{Kind: "revolt", Count: 1}, adjudicator.Piece{Kind: "home", Owner: "Green", Count: 1}, adjudicator.Piece{Kind: "oddity", Owner: "Red", Count: 1})
	d, err := p.draw(adjudicator.Chart{Board: "successors", Places: []adjudicator.Place{{Name: "Persia", Pieces: pieces}, {Name: "Media", Pieces: pieces[12:14]}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, scene := range []scene{d.pieces, d.notes} {
		for _, it := range scene.items {
			switch v := it.(type) {
			case stamp:
				name, _, _ := strings.Cut(v.name, "#")
				got[name]++
			case text:
				got["number "+v.text]++
			}
		}
	}
	for what, want := range map[string]int{"symbol leader": 2, "symbol cavalry": 2, "symbol infantry": 2, "symbol elephant": 2, "symbol levy": 2,
		"symbol fleet": 2, "symbol oddity": 1, "number 7": 10, "number 1": 1, "chit revolt": 2, "home 4": 1, "home 3": 1} {
		if got[what] != want {
			t.Errorf("%s: %d, want %d", what, got[what], want)
		}
	}
}

// Every rough land has hills, and no other has any: who sees no colours can tell them apart.
func TestHills(t *testing.T) {
	p := successorsPlate(t)
	hills := map[string]int{}
	for _, it := range p.lines.items {
		if s, ok := it.(stamp); ok && s.name == "hill" {
			for _, a := range p.board.Areas {
				if inside(p.rings(&a), s.at) {
					hills[a.Name]++
				}
			}
		}
	}
	for _, a := range p.board.Areas {
		if n := hills[a.Name]; a.Rough && n < 2 || !a.Rough && n > 0 {
			t.Errorf("%s: rough %v, %d hills", a.Name, a.Rough, n)
		}
	}
}
