package atlas

import (
	"strings"
	"testing"

	"deaddrop/adjudicator"
)

// Letters on the picture tell who owns a place and each piece, and no two owners have the same letters.
func TestOwnersWithoutColours(t *testing.T) {
	t.Parallel()
	a, err := New()
	if err != nil {
		t.Fatal(err)
	}
	for name, p := range a.plates {
		c := adjudicator.Chart{Board: name}
		for _, area := range p.board.Areas {
			if area.Name == "" || area.Kind != Land || len(c.Places) == len(p.board.Powers) {
				continue
			}
			c.Places = append(c.Places, adjudicator.Place{Name: area.Name, Owner: adjudicator.Seat(p.board.Powers[len(c.Places)].Name)})
		}
		others := len(c.Places) - 1
		kind := map[bool]string{true: "infantry", false: "army"}[p.stacks]
		c.Places[0].Pieces = []adjudicator.Piece{{Kind: kind, Owner: c.Places[others].Owner, Count: 1}}
		d, err := p.draw(c, nil)
		if err != nil {
			t.Fatal(err)
		}
		marks := map[string]int{}
		for _, it := range d.notes.items {
			if s, ok := it.(stamp); ok && strings.HasPrefix(s.name, "owner ") {
				marks[s.name]++
			}
		}
		letters := map[string]bool{}
		for i, place := range c.Places {
			want := map[bool]int{true: 2, false: 1}[i == others]
			if n := marks["owner "+string(place.Owner)]; n != want {
				t.Errorf("%s: %s is marked %d times, and not %d", name, place.Owner, n, want)
			}
			mark := d.initials[place.Owner]
			if mark == "" || letters[mark] || !strings.HasPrefix(string(place.Owner), mark) {
				t.Errorf("%s: the mark of %s is %q", name, place.Owner, mark)
			}
			letters[mark] = true
		}
	}
}
